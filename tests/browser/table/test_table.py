"""The table in a real browser: a match begun, drawn and played by taps, keys and typed lines, undone and reloaded."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.games import chocolatier
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import serving
from tests.browser.table.taps import TWO, at_table, confirm, tap
from tests.recorded import record, records_in


@pytest.mark.prints("422")  # A move is refused.
def test_a_match_is_begun_drawn_played_taken_back_and_survives_a_reload(phone: Page, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    records = records_in(store)
    with serving(store) as address:
        phone.goto(f"{address}/new")
        phone.get_by_role("combobox", name="Game").fill("Azul: Master Chocolatier")
        phone.get_by_role("combobox", name="Game").press("Enter")
        people = phone.get_by_role("searchbox", name="Names, known or new")
        for name in TWO:
            people.fill(name)
            people.press("Enter")
            expect(phone.locator(".people .pp.on", has_text=name)).to_be_visible()
        phone.get_by_role("button", name="Start the match").click()
        phone.locator(".kind").first.wait_for()
        id = phone.url.split("match=")[1]
        draw(phone)
        play_and_undo(phone)
        type_moves(phone)
        phone.reload()
        expect(phone.locator(".last li").first).to_contain_text("Ben takes 2 brown from display 2 to line 3")
        written = [type(entry.event).__name__ for entry in records.match(id).log]
        undone = ["TilesTaken", "TakenBack"] * 4
        assert written == ["MatchStarted", "DisplaysFilled", "TilesTaken", *undone, "TilesTaken"]
        phone.get_by_role("link", name="Correct: Ben takes 2 brown from display 2 to line 3").click()
        expect(phone.get_by_role("combobox", name="Which move?")).to_have_value(re.compile("Ben takes 2 brown"))


def draw(phone: Page) -> None:
    """Fill the displays, with a reload and a tile removed again on the way."""
    for color in ("blue", "blue", "red", "white", "black", "black", "brown", "brown"):
        phone.get_by_role("button", name=re.compile(f"^{color}, ")).click()
    expect(phone.get_by_role("button", name="blue, 18 left")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("button", name="blue, 18 left")).to_be_visible()
    phone.get_by_role("button", name="Remove the last").click()
    expect(phone.get_by_role("button", name="brown, 19 left")).to_be_visible()
    phone.get_by_role("button", name="brown, 19 left").click()
    for color in ("red", "white", "black", "blue") * 3:
        phone.get_by_role("button", name=re.compile(f"^{color}, ")).click()
    phone.get_by_role("button", name="Confirm the draw").click()
    expect(phone.get_by_role("heading", name="Anna takes: ")).to_be_visible()


def play_and_undo(phone: Page) -> None:
    """A move of each by taps; Ben's is undone and redone by buttons and keys."""
    tap(phone, "display/1/blue")
    expect(phone.get_by_role("heading", name="Tap the line for the blue tiles, or the floor")).to_be_visible()
    tap(phone, "0/line/2")
    expect(phone.get_by_role("heading", name="Confirm the move, or go back")).to_be_visible()
    expect(phone.locator(".preview .says")).to_have_text("Anna takes 2 blue from display 1 to line 2")
    expect(phone.locator("use.ghost[href$=blue]")).to_have_count(2)
    confirm(phone)
    tap(phone, "center/red", "1/floor", "1/floor")  # The second tap on the place confirms.
    expect(phone.get_by_role("heading", name="Anna takes: ")).to_be_visible()
    expect(phone.locator(".last li").first).to_contain_text("Ben takes 1 red and the start marker")
    phone.get_by_role("button", name="Undo").click()
    expect(phone.get_by_role("heading", name="Ben takes: ")).to_be_visible()
    phone.get_by_role("button", name="Redo").click()
    expect(phone.get_by_role("heading", name="Anna takes: ")).to_be_visible()
    phone.get_by_role("button", name="Undo").click()
    expect(phone.get_by_role("heading", name="Ben takes: ")).to_be_visible()
    for keys in ("Control+y", "Meta+z", "Meta+y"):  # Quicker than they are written.
        phone.keyboard.press(keys)
    expect(phone.get_by_role("heading", name="Anna takes: ")).to_be_visible()
    expect(phone.locator(".live-record")).to_have_attribute("data-version", "10")
    phone.keyboard.press("Control+z")
    expect(phone.get_by_role("heading", name="Ben takes: ")).to_be_visible()


def type_moves(phone: Page) -> None:
    """One that is refused and stays there, and one that is played."""
    line = phone.get_by_role("textbox", name="Type a move")
    line.press("Control+z")
    line.fill("B: 2 brown > 9")
    line.press("Enter")
    expect(phone.get_by_role("status").first).to_contain_text("no pattern line 9")
    expect(phone.get_by_role("status").first).to_be_in_viewport(ratio=1)
    expect(line).to_have_value("B: 2 brown > 9")
    line.fill("b: 2 bro > 3")
    line.press("Enter")
    expect(phone.get_by_role("heading", name="Anna takes: ")).to_be_visible()
    expect(line).to_have_value("")


def test_the_keyboard_reaches_every_lit_place(page: Page, address: str, records: MatchRepository) -> None:
    record(records, "keys", chocolatier, TWO, 3, events=1)
    at_table(page, address, "keys")
    first = page.locator(".target").first
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".target").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    names = page.locator(".target").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert all(name.startswith("Anna takes ") for name in names)
    expect(page.locator(".target").first).to_be_focused()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Ben takes: ")).to_be_visible()
