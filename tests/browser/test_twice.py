"""One evening in two files: the page asks, a person answers, and takes the answer back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import arrived, idle, serving
from tests.importers.apps.bgstats_exports import export
from tests.viewer.commands.terminal import Terminal


@pytest.fixture
def partie(tmp_path: Path) -> Terminal:
    """A play in BG Stats with its place, and the same one in a list; and another evening in the list."""
    (tmp_path / "plays.json").write_bytes(export({"score": "52", "winner": True}, {"score": "47"}, locationRefId=5))
    (tmp_path / "plays.txt").write_text("Kettle Race\n2026-11-20: Jitka 52, Jarda 47\n2026-11-21: Jitka 3, Jarda 9\n")
    partie = Terminal(tmp_path / "matches.db")
    partie("import", tmp_path / "plays.json")
    partie("import", tmp_path / "plays.txt")
    return partie


@pytest.fixture
def fresh(browser: Browser, partie: Terminal, tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path / "matches.db") as address:
        yield address


def test_two_records_become_one_play_and_two_again(page: Page, fresh: str, partie: Terminal) -> None:
    page.goto(f"{fresh}/imports")
    page.get_by_role("link", name="1 play may be in Partie twice").click()
    arrived(page, re.compile("/twice"))
    expect(page.get_by_role("heading", name="Kettle Race")).to_be_visible()
    rows = page.locator("a.row")
    expect(rows).to_contain_text(["BG Stats", "Imported file"])
    expect(rows.first).to_contain_text("Brno")
    lead, other = (str(rows.nth(place).get_attribute("href")).partition("=")[2] for place in (0, 1))
    idle(page)
    page.get_by_role("button", name="One play").click()
    expect(page.get_by_text("They are now one play.")).to_be_visible()
    expect(page.get_by_text("No play seems to be recorded twice.")).to_be_visible()
    ids = {row["id"] for row in partie.json("list")}
    assert lead in ids
    assert other not in ids
    idle(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("They are two plays again.")).to_be_visible()
    assert other in {row["id"] for row in partie.json("list")}
    idle(page)
    page.get_by_role("button", name="One play").click()
    expect(page.get_by_text("They are now one play.")).to_be_visible()
    page.goto(f"{fresh}/replay?match={other}")
    expect(page.get_by_text("This is a second record of a play")).to_be_visible()
    page.get_by_role("link", name="Open the play").click()
    arrived(page, re.compile(lead))
    page.get_by_role("link", name="Another record of this play: Imported file").click()
    arrived(page, re.compile(other))
    page.get_by_role("button", name="Two plays").click()
    expect(page.get_by_text("1 match is back.")).to_be_visible()
    page.goto(f"{fresh}/twice")
    page.get_by_role("button", name="Two plays").click()
    expect(page.get_by_text("They are two plays; you will not be asked again.")).to_be_visible()
    expect(page.get_by_text("No play seems to be recorded twice.")).to_be_visible()
    assert len(partie.json("list")) == 3
    assert partie.json("plays", "suggest") == []
    assert "0 tampered, 0 damaged" in partie("verify")
