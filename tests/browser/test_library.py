"""The list of plays in a real browser: rows, filters in the address, what an empty or a broken store looks like."""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.game import AnyGame
from tests.browser.conftest import arrived, filter_by, idle, serving
from tests.recorded import fill, record, records_in


def test_filters_narrow_the_rows_and_stand_in_the_address(page: Page, site: str) -> None:
    page.goto(site)
    rows = page.locator("a.row")
    expect(rows).to_have_count(3)  # The open one is in the head of the page.
    filter_by(page, "People", "Dora")
    expect(rows).to_have_count(1)
    expect(page).to_have_url(re.compile(r"person=\w{10}$"))
    page.reload()
    expect(rows).to_have_count(1)
    page.goto(f"{site}/?person=Ben&person=Anna&only=true")
    expect(rows).to_have_count(1)
    expect(rows.locator(".nm")).to_have_text([re.compile("Anna|Ben")] * 2)
    page.goto(f"{site}/?depth=rounds")
    expect(rows).to_have_count(1)
    idle(page)
    page.get_by_role("button", name="Filters", exact=True).click()
    expect(page.get_by_role("combobox", name="Recorded")).to_have_value("rounds")
    page.goto(f"{site}/?game=Kettle+Race")
    expect(page.locator("a.row .t")).to_have_text(["Kettle Race"])
    page.goto(f"{site}/?since=2026-11-15")
    expect(rows).to_have_count(2)
    page.goto(f"{site}/?since=2027-01-01")
    expect(page.get_by_text("No plays found")).to_be_visible()


def test_an_unknown_match_is_told_in_a_sentence(page: Page, site: str) -> None:
    page.goto(f"{site}/replay?match=<b>nothing</b>")
    expect(page.get_by_text("Match not found")).to_be_visible()
    expect(page.get_by_text("The store holds no match '<b>nothing</b>'")).to_be_visible()
    page.goto(f"{site}/replay")
    expect(page.get_by_text("The link contains no match.")).to_be_visible()


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store that a test puts into the state it wants before it asks for `other`."""
    return tmp_path / "matches.db"


@pytest.fixture
def other(browser: Browser, store: Path) -> Iterator[str]:
    with serving(store, Path(__file__).parent / "with_toy_game.py") as address:
        yield address


def test_a_match_of_a_game_without_a_board_can_be_replayed(
    page: Page, other: str, store: Path, toy_game: AnyGame
) -> None:
    records = records_in(store)
    match = record(records, "pig", toy_game, ("Anna", "Ben"), 1, played_on="2026-11-01")
    records.note("pig", match.now.version, "what *luck*", bookmark=True)
    page.goto(other)
    expect(page.locator("a.row", has_text="Pig")).to_be_visible()
    page.get_by_role("link", name="Pig: what *luck*").click()
    arrived(page, re.compile("/replay"))
    expect(page.locator(".move.current .says").first).to_have_text(re.compile(": holds"))
    for seat, points in enumerate(match.now.scores):
        expect(page.locator(f"[data-id='{seat}/score']")).to_contain_text(str(points))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".move.current .says")).to_have_text(re.compile("die"))


def test_a_file_that_is_no_store_is_told_and_left_alone(page: Page, other: str, store: Path) -> None:
    diary = store.with_name("diary")
    diary.write_text("Dear diary\n" * 400)
    diary.rename(store)
    page.goto(other)
    expect(page.get_by_text("The store cannot be opened")).to_be_visible()
    expect(page.get_by_text("was replaced")).to_be_visible()
    expect(page.get_by_text("Traceback")).to_have_count(0)
    assert store.read_text().startswith("Dear diary")


def test_a_locked_store_is_told(page: Page, other: str, store: Path) -> None:
    fill(records_in(store))
    with sqlite3.connect(store, isolation_level=None) as connection:
        connection.execute("BEGIN IMMEDIATE")
        page.goto(other)
        expect(page.get_by_text("is locked: another program")).to_be_visible()
        connection.execute("ROLLBACK")
    connection.close()
    page.reload()
    expect(page.locator("a.row")).to_have_count(3)


DAMAGED = {
    "four": ('{"seat":0,"source":1,"color":"nougat","line":1}', "not legal by the current rules"),
    "two": ("not json", "cannot be read"),
}


def test_a_damaged_match_is_told_and_the_others_stay(page: Page, other: str, store: Path) -> None:
    fill(records_in(store))
    with sqlite3.connect(store) as connection:
        connection.execute("DROP TRIGGER events_refuse_update")
        for match, (data, _) in DAMAGED.items():
            connection.execute(
                "UPDATE events SET data = ? WHERE version = 3 AND stream = (SELECT id FROM streams WHERE name = ?)",
                (data, f"matches/{match}"),
            )
    connection.close()
    for match, (_, said) in DAMAGED.items():
        page.goto(f"{other}/replay?match={match}")
        expect(page.get_by_text(said).first).to_be_visible()
        expect(page.get_by_text("partie verify")).to_be_visible()
    page.goto(other)
    expect(page.locator("a.row", has_text="Kettle Race")).to_be_visible()
