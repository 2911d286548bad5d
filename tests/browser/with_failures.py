"""The app with a page that fails in its run, one that fails in a fragment and one that fails in a callback."""

import runpy
from pathlib import Path

import streamlit as st

from tests.browser import SECRET
from viewer.pages import overview
from viewer.pages.game import page as game
from viewer.pages.insights import page as insights


def fail(*_: object) -> None:
    raise RuntimeError(SECRET)


def fail_late(*_: object) -> None:
    st.title("Half a page")
    fail()


def fail_in_fragment(*_: object) -> None:
    st.title("Whole page")
    st.fragment(fail)()


def fail_in_callback(*_: object) -> None:
    st.title("Whole page")
    st.button("Fail", on_click=fail)


overview.show, insights.show, game.show = fail_late, fail_in_fragment, fail_in_callback
runpy.run_path(str(Path(__file__).parents[2] / "viewer" / "site" / "app.py"))
