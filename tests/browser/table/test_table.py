"""The table in a real browser: a match begun, drawn and played by taps, keys and typed lines, undone and reloaded."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from core.games import chocolatier
from core.record_events import ScoresClaimed
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import serving, settled
from tests.browser.table.taps import TWO, at_table, confirm, tap, version
from tests.patience import until
from tests.recorded import FILL, record, records_in


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


def test_displays_are_filled_with_a_tap_for_each_tile_and_one_more(
    phone: Page, address: str, records: MatchRepository
) -> None:
    """A closed tab loses nothing, and a display that was entered can be tapped to change it."""
    records.start(chocolatier, (*TWO, "Cleo"), id="fill")
    at_table(phone, address, "fill")
    fill = [("blue", "brown", "white", "black"), ("red", "red", "blue", "white")] * 3 + [("black",) * 4]
    taps = 0
    for number, display in enumerate(fill, start=1):
        expect(phone.get_by_role("heading", name=f"Display {number}: tap the 4 tiles that lie there")).to_be_visible()
        for color in display:
            phone.locator(f".kind[data-kind={color}]").click()
            taps += 1
        if number == 4:
            phone.evaluate("sessionStorage.clear()")
            at_table(phone, address, "fill")
    phone.get_by_role("button", name="Confirm the draw").click()
    taps += 1
    expect(phone.get_by_role("heading", name="Anna takes: ")).to_be_visible()
    assert taps <= sum(map(len, fill)) + 2
    assert records.match("fill").now.event.displays == tuple(fill)
    assert phone.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('partie-draw-'))") == []


def test_a_display_that_was_entered_can_be_changed(phone: Page, address: str, records: MatchRepository) -> None:
    records.start(chocolatier, TWO, id="slip")
    at_table(phone, address, "slip")
    for color in ("blue", "brown", "white", "black", "red"):
        phone.locator(f".kind[data-kind={color}]").click()
    phone.get_by_role("button", name="Display 1: blue, brown, white, black").click()
    expect(phone.get_by_role("heading", name="Display 1: tap what is wrong")).to_be_visible()
    phone.get_by_role("button", name="Remove brown").click()
    phone.locator(".kind[data-kind=yellow], .kind[data-kind=red]").click()
    expect(phone.get_by_role("button", name="Display 1: blue, white, black, red")).to_be_visible()
    expect(phone.get_by_role("heading", name="Display 2: ")).to_be_visible()
    expect(phone.get_by_role("button", name="red, 18 left")).to_be_visible()
    records.record("slip", chocolatier.parse(FILL))
    expect(phone.get_by_role("heading", name="Anna takes: ")).to_be_visible()
    assert phone.evaluate("localStorage.getItem('partie-draw-slip')") is None


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
