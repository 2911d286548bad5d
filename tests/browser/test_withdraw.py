"""Matches and imports taken out in a real browser, and brought back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import arrived, idle, serving
from tests.viewer.commands.terminal import Terminal


@pytest.fixture
def partie(tmp_path: Path) -> Terminal:
    (tmp_path / "plays.txt").write_text("Kettle Race\n2026-11-20: Anna 5, Ben 1\n2026-11-21: Anna 3, Cleo 9\n")
    return Terminal(tmp_path / "matches.db")


@pytest.fixture
def fresh(browser: Browser, partie: Terminal, tmp_path: Path) -> Iterator[str]:
    partie("import", tmp_path / "plays.txt")
    with serving(tmp_path / "matches.db") as address:
        yield address


def test_a_match_and_an_import_are_taken_out_and_brought_back(page: Page, fresh: str, partie: Terminal) -> None:
    newest, other = (row["id"] for row in partie.json("list"))
    page.goto(f"{fresh}/report?match={newest}")
    page.get_by_role("button", name="Delete this match").click()
    page.get_by_role("textbox", name="Reason (optional)").fill("twice")
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("This match is deleted")).to_contain_text("Reason: twice")
    page.get_by_role("link", name="Plays", exact=True).click()
    expect(page.locator("a.row")).to_have_count(1)
    idle(page)
    page.get_by_role("button", name="Filters", exact=True).click()
    page.get_by_text("1 deleted match").click()
    page.keyboard.press("Escape")
    expect(page.locator("a.chip")).to_have_text(["Deleted matches"])
    page.get_by_role("link", name="Cleo").click()
    arrived(page, re.compile(r"\?match="))
    page.get_by_role("button", name="Bring it back").click()
    expect(page.get_by_text("1 match is back.")).to_be_visible()
    partie("describe", other, "--place", "Brno")
    page.get_by_role("navigation").locator("summary").click()
    page.get_by_role("link", name="Import and export", exact=True).click()
    arrived(page, re.compile("/imports"))
    page.get_by_text("Imports so far").click()
    expect(page.get_by_text("plays.txt")).to_be_visible()
    idle(page)
    page.get_by_role("button", name="Take out").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("1 match is deleted. 1 match was left: It was changed since the import.")).to_be_visible()
    assert [row["id"] for row in partie.json("list")] == [other], "to bring a match back is no change"
