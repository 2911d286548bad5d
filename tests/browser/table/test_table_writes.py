"""Moves confirmed at the table in a real browser: written once, in order, followed by others, refused in words."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from core.games import chocolatier
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import settled
from tests.browser.table.taps import TWO, at_table, confirm, version
from tests.patience import until
from tests.recorded import record


def test_another_device_follows_within_two_seconds(
    page: Page, browser: Browser, address: str, records: MatchRepository, measured: Callable[[str], None]
) -> None:
    record(records, "follow", chocolatier, TWO, 3, events=1)
    at_table(page, address, "follow")
    with browser.new_context() as other:
        watching = at_table(other.new_page(), address, "follow")
        page.locator(".target > *").first.click()
        page.locator(".target > *").first.click()
        confirm(page)
        recorded = time.monotonic()
        expect(watching.locator(".live-record")).to_have_attribute("data-version", "3", timeout=2000)
        measured(f"seen on the other device after {time.monotonic() - recorded:.2f} s")
        expect(watching.get_by_role("heading", name="Ben takes: ")).to_be_visible()


def test_a_double_tap_writes_once(page: Page, address: str, records: MatchRepository) -> None:
    record(records, "double", chocolatier, TWO, 3, events=1)
    at_table(page, address, "double")
    page.locator(".target > *").first.click()
    page.locator(".target > *").first.click()
    page.get_by_role("button", name="Confirm", exact=True).dblclick()
    expect(page.get_by_role("heading", name="Ben takes: ")).to_be_visible()
    settled(page)
    assert records.match("double").version == 3


@pytest.mark.prints("412")  # The version is out of date.
def test_who_confirms_what_is_out_of_date_sees_the_new_table(
    page: Page, address: str, records: MatchRepository
) -> None:
    match = record(records, "stale", chocolatier, TWO, 3, events=1)
    at_table(page, address, "stale")
    page.locator(".target > *").first.click()
    page.locator(".target > *").first.click()
    held: list[Route] = []
    # The page does not see the other move before the answer to its own.
    page.route("**/view/matches/stale/live", lambda route: held.append(route))
    records.record("stale", next(iter(chocolatier.legal_moves(match.now.state))))
    with page.expect_response("**/entries"):
        page.get_by_role("button", name="Confirm", exact=True).click()
    until(lambda: bool(page.evaluate("1") and held))
    for route in held:
        route.continue_()
    page.unroute("**/view/matches/stale/live")
    expect(page.locator(".live-record")).to_have_attribute("data-version", str(match.version + 1))
    expect(page.get_by_role("status")).to_have_text(re.compile("Another user recorded something in the meantime"))
    settled(page)
    grown = records.match("stale")
    assert grown.version == version(page)
    assert all(row.idempotency_key is None for row in records.store.read("matches/stale")), match.version


def test_what_is_tapped_while_a_move_is_written_follows_it(page: Page, address: str, records: MatchRepository) -> None:
    match = record(records, "quick", chocolatier, TWO, 3, events=2)
    at_table(page, address, "quick")
    page.locator(".target > *").first.click()
    page.locator(".target > *").first.click()
    page.locator(".live-record").evaluate(TAPPED, ["confirm", "bookmark", "bookmark", "undo"])
    expect(page.locator(".live-record")).to_have_attribute("data-version", str(match.version + 2))
    expect(page.get_by_role("status")).to_have_text("Bookmark added.")
    written = [type(entry.event).__name__ for entry in records.match("quick").log[match.version :]]
    assert written == ["TilesTaken", "TakenBack"]
    assert [(note.about, note.bookmark) for note in records.notes("quick")] == [(match.version, True)]


@pytest.mark.prints("422")  # A move is refused.
def test_what_follows_a_refused_move_is_written_and_both_answers_show(
    page: Page, address: str, records: MatchRepository
) -> None:
    match = record(records, "both", chocolatier, TWO, 3, events=2)
    at_table(page, address, "both")
    page.get_by_role("textbox", name="Type a move").fill("B: 2 brown > 9")
    page.locator(".live-record").evaluate(
        "(table, tapped) => { table.querySelector('.line').requestSubmit(); (" + TAPPED + ")(table, tapped); }",
        ["bookmark", "undo"],
    )
    expect(page.get_by_role("status")).to_have_text(re.compile(r"no brown tile .* Bookmark added\."))
    assert len(records.notes("both")) == 1
    assert records.match("both").version == match.version  # What was not written is not taken back.


TAPPED = """(table, names) => {
    for (const name of names) table.querySelector(`[data-command=${name}]`).click();
}"""
