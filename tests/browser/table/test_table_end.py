"""The end of a match at the table in a real browser, and what is said about it there."""

import re

from playwright.sync_api import Page, expect

from core.games import chocolatier
from core.record_events import ScoresClaimed
from eventstore.matches.repository import MatchRepository
from tests.browser.table.taps import TWO, at_table
from tests.recorded import record


def test_the_end_tells_how_the_points_came_and_takes_what_the_table_says(
    page: Page, address: str, records: MatchRepository
) -> None:
    match = record(records, "end", chocolatier, TWO, 5)
    at_table(page, address, "end")
    expect(page.locator(".tally > .podium .sum")).to_have_text([str(points) for points in match.now.scores])
    links = page.get_by_role("navigation", name="After the match").get_by_role("link")
    expect(links).to_have_text(["Report", "Share", "Same again"])
    page.locator(".source summary").first.click()
    expect(page.locator(".source[open] li").first).to_contain_text(re.compile("Anna|Ben"))
    page.get_by_role("button", name="More").click()
    claim = page.locator(".claim")
    claim.get_by_label("Anna").fill("40")
    claim.get_by_label("Reason").fill("a row counted twice")
    claim.get_by_role("button", name="Save our points").click()
    expect(page.locator(".claimed .sum")).to_have_text(["40", "-"])
    expect(page.locator(".claimed")).to_contain_text("a row counted twice")
    assert records.match("end").claim == ScoresClaimed((40, None), "a row counted twice")
    page.get_by_role("button", name="More").click()
    ruling = page.locator(".ruling")
    ruling.get_by_label("Points").fill("-2")
    ruling.get_by_label("Reason").fill("touched the bag")
    ruling.get_by_role("button", name="Add the ruling").click()
    expect(page.locator(".tally > .podium .sum").first).to_have_text(str(match.now.scores[0] - 2))


def test_a_note_a_bookmark_and_the_close(phone: Page, address: str, records: MatchRepository) -> None:
    match = record(records, "notes", chocolatier, TWO, 3, events=4)
    at_table(phone, address, "notes")
    phone.get_by_role("button", name="Bookmark").click()
    expect(phone.get_by_role("status")).to_have_text("Bookmark added.")
    phone.get_by_role("button", name="Note", exact=True).click()
    phone.get_by_role("textbox", name="Note").fill("greedy")
    phone.get_by_role("button", name="Save").click()
    expect(phone.get_by_role("status")).to_have_text("Note added.")
    noted = [(note.about, note.text, note.bookmark) for note in records.notes("notes")]
    assert noted == [(match.now.version, "", True), (match.now.version, "greedy", False)]
    phone.get_by_role("button", name="More").click()
    phone.get_by_label("Reason").last.select_option("agreed")
    phone.get_by_role("button", name="Close the match").click()
    expect(phone.locator(".round")).to_contain_text("closed")
    phone.get_by_role("button", name="Undo").click()
    expect(phone.get_by_role("heading", name=re.compile("takes: "))).to_be_visible()
