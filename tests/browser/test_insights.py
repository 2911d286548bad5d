"""Insights and the overview in a real browser: the answer first, the question changed by mouse, thumb and keyboard."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from tests.browser.conftest import arrived, serving
from tests.recorded import records_in


@pytest.fixture(scope="module")
def often(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Anna wins all of 30 plays against Ben, ten in each of three years."""
    store = tmp_path_factory.mktemp("often") / "matches.db"
    records = records_in(store)
    for number in range(30):
        day = f"{2023 + number // 10}-03-{number % 10 + 1:02}"
        records.start(scoresheet, ("Anna", "Ben"), PointsNoted("Round 1", (9, 3)), WinnersNamed((0,)), played_on=day)
    with serving(store) as address:
        yield address


def word(page: Page, name: str) -> Locator:
    return page.locator(f".q [role=button][aria-description='{name}']")


def test_the_page_opens_with_a_clear_answer_and_no_field(page: Page, often: str) -> None:
    page.goto(f"{often}/insights")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Who wins more often than chance at all games since 2023?"
    )
    expect(page.locator(".answer")).to_have_text(
        "Anna: 50 more wins in 100 plays than chance would give. Ben: 50 fewer."
    )
    expect(page.locator(".bar")).to_have_count(2)
    expect(page).to_have_title("Who wins more often than chance? - Partie")
    expect(page.get_by_role("combobox").or_(page.get_by_role("textbox"))).to_have_count(1)  # The language.


def test_a_tap_beside_closes_a_menu_and_its_years_start_with_the_newest(page: Page, often: str) -> None:
    page.goto(f"{often}/insights")
    word(page, "Group by").click()
    menu = page.get_by_role("dialog", name="Group by")
    expect(menu).to_be_visible()
    page.locator(".answer").click(position={"x": 500, "y": 5})
    expect(menu).to_be_hidden()
    word(page, "Since").click()
    expect(page.get_by_role("dialog", name="Since").get_by_role("link")).to_have_text(["2025", "2024", "2023"])
    page.get_by_role("dialog", name="Since").get_by_role("link", name="2025").click()
    arrived(page, re.compile("since=2025-01-01"))
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("since 2025"))
    expect(page.locator(".chip")).to_have_count(0)


def test_a_question_is_changed_by_the_keyboard_alone(page: Page, often: str) -> None:
    page.goto(f"{often}/insights")
    value = word(page, "Value")
    expect(value).to_be_visible()  # What is hidden behind the first bytes takes no focus.
    value.focus()
    page.keyboard.press("Enter")
    menu = page.get_by_role("dialog", name="Value")
    expect(menu.get_by_role("link", name="wins more often than chance")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(value).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(menu.get_by_role("link", name="wins most often", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    arrived(page, re.compile("metric=share&by=person"))
    expect(value).to_have_text("wins most often")
    expect(value).to_be_focused()


def test_a_value_leads_to_the_plays_behind_it_and_the_table_has_all(page: Page, often: str) -> None:
    page.goto(f"{often}/insights")
    page.get_by_role("link", name="Show the plays").click()
    arrived(page, re.compile("row="))
    expect(page.locator("a.row")).to_have_count(20)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("a.row")).to_have_count(30)
    page.get_by_role("link", name="Close").click()
    expect(page.locator("a.row")).to_have_count(0)
    page.get_by_text("As a table").click()
    table = page.get_by_role("region", name="As a table")
    expect(table.get_by_role("row")).to_have_count(3)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as CSV").click()
    assert download.value.path().read_text().splitlines()[1].startswith("Anna,15.0")


def test_menus_fit_a_narrow_phone_in_the_dark(page: Page, often: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{often}/insights")
    for name in ("Group by", "Value", "Game", "Since"):
        word(page, name).click()
        box = page.get_by_role("dialog", name=name).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        page.keyboard.press("Escape")
    assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= 360


def test_only_the_seats_of_a_person_count_until_all_are_asked_for(page: Page, often: str) -> None:
    page.goto(f"{often}/insights?metric=share&by=year&person=Ben")
    expect(page.get_by_text("Only the seats of Ben count.")).to_be_visible()
    expect(page.locator(".bar .figure").first).to_have_text("0")
    page.get_by_role("link", name="Count all players").click()
    arrived(page, re.compile("own=false"))
    expect(page.locator(".bar .figure").first).to_have_text("50")


def test_the_overview_shows_all_years_and_one(page: Page, often: str) -> None:
    page.goto(f"{often}/overview")
    expect(page.get_by_role("heading", level=1)).to_have_text("What was played since 2023?")
    expect(page.locator(".figs b").first).to_have_text("30")
    page.get_by_role("link", name="2024", exact=True).click()
    arrived(page, re.compile("year=2024"))
    expect(page.get_by_role("heading", level=1)).to_have_text("What was played in 2024?")
    expect(page.get_by_role("img", name="Plays on 10 days, 2024")).to_be_visible()
    page.get_by_role("link", name="March").click()
    arrived(page, re.compile("since=2024-03-01"))
    expect(page.locator("a.row")).to_have_count(10)


@pytest.mark.parametrize("path", ["insights", "overview"])
def test_nothing_that_fits_is_said(page: Page, site: str, path: str) -> None:
    page.goto(f"{site}/{path}?since=2030-01-01")
    expect(page.locator(".answer")).to_have_text("No matches found. Remove a filter to see more.")
    expect(page.locator(".chip" if path == "overview" else ".q")).to_be_visible()
