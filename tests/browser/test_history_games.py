"""A game in a real browser: its board and its records."""

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import arrived

AZUL = "Azul: Master Chocolatier"


def test_a_game_is_told_and_shows_its_board_and_its_records(page: Page, site: str) -> None:
    page.goto(f"{site}/game?game={AZUL}")
    expect(page.get_by_role("heading", level=1)).to_have_text(AZUL)
    expect(page.locator(".fig b").first).to_have_text("1")
    assert_accessible(page)
    tabs = page.get_by_role("navigation", name=AZUL)
    tabs.get_by_role("link", name="Board").click()
    arrived(page, re.compile("tab=board"))
    board = page.locator("img.board-map")
    expect(board).to_have_attribute("alt", re.compile("^In percent of 4 boards; most often row"))
    assert board.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") > 300
    assert_accessible(page)
    page.get_by_role("link", name="How many points").click()
    arrived(page, re.compile("map=points"))
    expect(board).to_have_attribute("alt", re.compile("^Mean points when a space is filled; most row"))
    tabs.get_by_role("link", name="Points").click()
    arrived(page, re.compile("tab=points"))
    page.get_by_text("Records", exact=True).click()
    page.get_by_role("region", name=re.compile("Records")).get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"/replay\?match=four&at="))
