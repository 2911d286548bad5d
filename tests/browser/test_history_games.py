"""The overview, a game and insights in a real browser: what is asked, picked and followed."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import arrived, choose, settled

AZUL = "Azul: Master Chocolatier"


def pick(page: Page, chart: Locator, number: int) -> None:
    """Press a mark of a chart, which lies below a veil of its own."""
    mark = chart.locator(".scatterlayer .trace").first.locator(".points path").nth(number)
    mark.wait_for(state="attached")
    settled(page)  # A chart is drawn once more when its width is known.
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_question_is_answered_and_leads_to_the_matches(page: Page, site: str) -> None:
    page.goto(f"{site}/insights")
    expect(page.get_by_role("combobox", name="Question")).to_have_value("Who wins more often than chance?")
    expect(page.get_by_text("Chance alone would give 0.")).to_be_visible()
    choose(page, "Question", "Who plays most?")
    arrived(page, re.compile("metric=plays&by=person"))
    expect(page.get_by_role("combobox", name="Value")).to_have_value("Matches")
    expect(page.get_by_text("From 3 matches: 2 with every move and 1 with points by round.")).to_be_visible()
    assert_accessible(page)
    pick(page, page.locator(".st-key-chart-answer-plays-person"), 0)
    matches = page.locator(".st-key-answer-matches")
    expect(matches.get_by_text("Anna: 3 matches")).to_be_visible()
    expect(matches.get_by_role("link")).to_have_count(3)
    matches.get_by_role("link", name=re.compile("Kettle Race")).click()
    expect(page).to_have_url(re.compile(r"/replay\?match=sheet"))


def test_a_year_at_a_glance_leads_on(page: Page, site: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{site}/overview?year=2026")
    expect(page.get_by_text("3 matches on 3 days from Jan 1, 2026 to Dec 31, 2026")).to_be_visible()
    assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= 390
    assert_accessible(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    pick(page, page.locator(".st-key-chart-days"), 2)
    day = page.locator(".st-key-day-matches")
    expect(day.get_by_text("Nov 18, 2026: 1 match")).to_be_visible()
    expect(day.get_by_role("link")).to_have_count(1)
    page.locator(".st-key-chart-games a", has_text=AZUL).click()
    arrived(page, re.compile(r"/game\?game=Azul"))
    expect(page.get_by_role("heading", name=AZUL, level=1)).to_be_visible()


def test_a_game_shows_its_board_and_leads_to_its_records(page: Page, site: str) -> None:
    page.goto(f"{site}/game?game={AZUL}")
    board = page.locator(".st-key-board-map img")
    expect(board).to_have_attribute("alt", re.compile("^In percent of 4 boards; most often row"))
    assert board.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") > 300
    assert_accessible(page)
    page.get_by_role("radio", name="How many points").click()
    arrived(page, re.compile("map=points"))
    expect(board).to_have_attribute("alt", re.compile("^Mean points when a space is filled; most row"))
    page.get_by_role("region", name=re.compile("Records")).get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"/replay\?match=four&at="))


@pytest.mark.parametrize("path", ["insights", "overview"])
def test_nothing_that_fits_is_said(page: Page, site: str, path: str) -> None:
    page.goto(f"{site}/{path}?since=2030-01-01")
    expect(page.get_by_text("No match")).to_be_visible()
