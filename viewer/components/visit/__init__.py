"""Go to another page of the viewer from Python with one entry in the browser's history.

`st.switch_page` adds two where it also changes the query: the first is the old page with the query of the new one.
"""

from urllib.parse import urlencode

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from viewer.components.lib import scripts

_visit = st.components.v2.component(
    "partie_visit", html="<span></span>", js=scripts.component("visit/visit_at_once.js")
)


def visit(page: StreamlitPage, **query: str) -> None:
    """Open the page when this run shows its elements; until then the present page stays."""
    _visit(data={"href": f"{page.url_path or '.'}?{urlencode(query)}".rstrip("?")}, key="visit")
