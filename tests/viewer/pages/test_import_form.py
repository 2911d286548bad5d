"""The form that changes how a table is read, among other answers to it."""

import pytest
from streamlit.testing.v1 import AppTest

from importers.reading import ImportOptions

pytestmark = pytest.mark.usefixtures("own_main")


def _page() -> None:
    import streamlit as st

    from viewer.pages.imports.columns import choose_game, correction_form
    from viewer.pages.imports.uploads import Upload, choice, renew_form

    file = Upload("scores.csv", "a1", b"player;points\nJitka;52\nJarda;47\n")
    if title := st.session_state.pop("answer", None):
        choose_game(file, title)
        renew_form(file)
    correction_form(file, None, is_unread=False)
    st.session_state["options"] = choice(file).options


@pytest.mark.slow
def test_fields_of_a_form_that_was_renewed_enter_nothing() -> None:
    page = AppTest.from_function(_page, default_timeout=60).run()
    old = page._tree
    shown = [(field, field.value) for field in (*page.selectbox, *page.text_input)]
    page.session_state["answer"] = "Kettle Race"
    page.run()
    assert page.text_input[0].value == "Kettle Race"
    for field, value in shown:  # As a browser sends them that has not drawn the new form yet.
        field.set_value(value)
    old.run()
    assert page.session_state["options"] == ImportOptions(game="Kettle Race")


@pytest.mark.slow
def test_a_field_that_a_browser_draws_late_has_what_was_entered_as_its_default() -> None:
    page = AppTest.from_function(_page, default_timeout=60).run()
    page.selectbox[0].select("wide").run()
    page.text_input[0].input("Kettle Race").run()
    assert page.session_state["options"].shape == "wide"
    assert page.session_state["options"].game == "Kettle Race"
    assert page.selectbox[0].proto.default == 1
    assert page.text_input[0].proto.default == "Kettle Race"
