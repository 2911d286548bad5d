"""The writes that wait in the browser until their principal is logged in again (see `lib/outbox.js`)."""

from importlib.resources import files
from typing import Final

import streamlit as st

from viewer.components.lib import scripts
from viewer.locale import language

_folder = files(__name__)

CSS: Final = _folder.joinpath("held_writes.css").read_text("utf-8")

_held_writes = st.components.v2.component(
    "partie_held_writes",
    html='<div class="held-writes"></div>',
    css=":host { color: var(--st-text-color); font-family: var(--st-font); }" + CSS,
    js=scripts.component("held_writes/component.js"),
)


def held_writes() -> None:
    """Show what waits, on a page in place of one that would show it."""
    _held_writes(data={"catalog": language.js_catalog("viewer/components/held_writes")}, key="held-writes")
