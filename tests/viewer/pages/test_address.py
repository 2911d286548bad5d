"""Widgets in the address: links change them, a tap is never undone by an address that the browser sent before it."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.patience import patience

pytestmark = pytest.mark.usefixtures("own_main")


def _page() -> None:
    import streamlit as st

    from viewer.pages.shared import address

    address.begin_run()
    for key in ("game", "depth"):
        address.read_address(key, ("azul", "moves"))
        address.write_address(key, st.selectbox(key, ("azul", "moves"), index=None, key=key))


def chosen(page: AppTest) -> list[str | None]:
    return [box.value for box in page.selectbox]


def test_a_second_tap_with_an_older_address_keeps_the_first_one_and_a_link_changes_what_was_tapped() -> None:
    page = AppTest.from_function(_page, default_timeout=patience(30)).run()
    page.selectbox(key="depth").select("moves").run()
    page.query_params.clear()  # The browser has not written the address of the first tap yet.
    page.selectbox(key="game").select("azul").run()
    assert chosen(page) == ["azul", "moves"]
    assert {**page.query_params} == {"game": "azul", "depth": "moves"}
    del page.query_params["depth"]
    page.run()
    assert chosen(page) == ["azul", None]


def test_a_value_that_is_not_known_is_named_once() -> None:
    page = AppTest.from_function(_page, default_timeout=patience(30))
    page.query_params["game"] = "chess"
    page.run()
    assert chosen(page) == [None, None]
    (toast,) = page.toast
    assert "chess" in toast.value
    assert list(page.run().toast) == []
