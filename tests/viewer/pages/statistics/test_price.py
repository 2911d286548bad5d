"""The form that notes the price of a game, on the page of the game."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.patience import patience
from tests.recorded import records_in
from viewer.settings import VARIABLE

pytestmark = pytest.mark.usefixtures("own_main")


def _page(name: str) -> None:
    from eventstore.access.grants import ANONYMOUS, LOCAL
    from eventstore.statistics.cost import TimedPlays
    from viewer.pages.game.page import price_panel
    from viewer.pages.shared.pages import Pages

    price_panel("Go", TimedPlays(8, 240, 8), Pages({"recorder": LOCAL, "reader": ANONYMOUS}[name]))


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "matches.db"
    records_in(path)
    monkeypatch.setenv(VARIABLE, str(path))


def page_of(name: str) -> AppTest:
    return AppTest.from_function(_page, args=(name,), default_timeout=patience(30)).run()


@pytest.mark.slow
def test_a_price_is_noted_changed_and_removed_with_the_form() -> None:
    page = page_of("recorder")
    assert not page.text
    page.number_input[0].set_value(20)
    page.text_input[0].set_value(" EUR ")
    page.button(key="save-price").click().run()
    assert [text.value for text in page.text] == ["A play has cost 2.5 EUR so far, an hour 5 EUR (price 20 EUR)."]
    assert page_of("reader").text[0].value == page.text[0].value
    again = page_of("recorder")
    assert (again.number_input[0].value, again.text_input[0].value) == (20, "EUR")
    again.number_input[0].set_value(None)
    again.button(key="save-price").click().run()
    assert not again.text
    assert not page_of("recorder").text


@pytest.mark.slow
def test_only_recorders_are_offered_the_form() -> None:
    assert page_of("recorder").button
    assert not page_of("reader").button
