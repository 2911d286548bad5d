"""The button that opens a form of filters. Each field is a parameter of the address, which Python reads again."""

import streamlit as st

from viewer.boards.scene import Json
from viewer.components.lib import scripts

_panel = st.components.v2.component(
    "partie_filters", html='<div class="filter"></div>', js=scripts.component("filter_panel/filter_panel.js")
)


def filter_panel(label: str, icon: Json, form: Json) -> None:
    """Show the button; `form` is an element whose selects, inputs and check boxes have parameters as names.

    A select with `data-several` adds its choice to those in the address; words of one parameter have commas between.
    """
    _panel(data={"label": label, "icon": icon, "form": form}, key="filter-panel", width="content")
