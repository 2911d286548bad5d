"""The table in a real browser: draws and moves tapped in, undone, typed, followed by others, to the end of a match."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.game import AnyGame
from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from core.games.scoresheet import TemplateChosen, template_file
from core.record_events import ScoresClaimed
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import idle, serving, settled
from tests.recorded import FILL, ODD_NAMES, record, records_in

TWO = ("Anna", "Ben")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("table") / "matches.db"


@pytest.fixture(scope="module")
def records(store: Path) -> MatchRepository:
    return records_in(store)


@pytest.fixture(scope="module")
def address(browser: Browser, store: Path, records: MatchRepository) -> Iterator[str]:
    with serving(store, Path(__file__).parent / "with_toy_game.py") as address:
        yield address


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 360, "height": 740})
    return page


def at_table(page: Page, address: str, match: str) -> Page:
    page.goto(f"{address}/table?match={match}")
    page.locator(".live-record[data-version]").wait_for()
    return page


def version(page: Page) -> int:
    return int(page.locator(".live-record").get_attribute("data-version") or 0)


def tap(page: Page, *places: str) -> None:
    for place in places:
        page.locator(f".target[data-tap='{place}'] > *").first.click()


def confirm(page: Page) -> None:
    before = version(page)
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator(".live-record")).to_have_attribute("data-version", str(before + 1))


@pytest.mark.prints("422")  # A move is refused.
def test_a_match_is_begun_drawn_played_taken_back_and_survives_a_reload(
    phone: Page, address: str, records: MatchRepository
) -> None:
    phone.goto(f"{address}/new")
    people = phone.get_by_role("searchbox", name="Names, known or new")
    for name in TWO:
        people.fill(name)
        people.press("Enter")
        expect(phone.get_by_text(re.compile(rf"\d\.  {name}"))).to_be_visible()
    phone.get_by_role("button", name="Start the match").click()
    phone.locator(".kind").first.wait_for()
    id = phone.url.split("match=")[1]

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
    phone.reload()
    expect(phone.locator(".last li").first).to_contain_text("Ben takes 2 brown from display 2 to line 3")
    written = [type(entry.event).__name__ for entry in records.match(id).log]
    undone = ["TilesTaken", "TakenBack"] * 4
    assert written == ["MatchStarted", "DisplaysFilled", "TilesTaken", *undone, "TilesTaken"]
    phone.get_by_role("link", name="Correct: Ben takes 2 brown from display 2 to line 3").click()
    expect(phone.get_by_role("combobox", name="Which move?")).to_have_value(re.compile("Ben takes 2 brown"))


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
    for _ in range(5):  # The page may notice the other move just before the confirm; then there is nothing to answer.
        page.locator(".target > *").first.click()
        page.locator(".target > *").first.click()
        now = records.match("stale")
        records.record("stale", next(iter(chocolatier.legal_moves(now.now.state))))
        page.locator("[data-command=confirm]").evaluate("(button) => button.click()")
        expect(page.locator(".live-record")).to_have_attribute("data-version", str(now.version + 1))
        if page.locator(".live-record .message").is_visible():
            break
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


def test_azacru_is_tapped_with_a_turn_at_the_end(phone: Page, address: str, records: MatchRepository) -> None:
    record(records, "az", azacru, TWO, 2, events=6)
    at_table(phone, address, "az")
    move = next(move for move in azacru.legal_moves(records.match("az").now.state) if move.turned == "left")
    taps = phone.locator(".target").evaluate_all("all => all.map((one) => one.dataset.tap)")
    for chevron in taps:
        tap(phone, chevron)
        if phone.locator(f".target[data-tap='{move.end}'][aria-label*='from {move.start} ']").count():
            break
        phone.get_by_role("button", name="Back").click()
    tap(phone, move.end)
    phone.get_by_role("button", name="Turn left").click()
    confirm(phone)
    assert records.match("az").now.event == move


def test_a_pavilion_pass_keeps_tiles_in_the_order_tapped(page: Page, address: str, records: MatchRepository) -> None:
    match = record(records, "pav", pavilion, TWO, 2, events=400)
    passes = [frame.version for frame in match.frames if isinstance(frame.event, pavilion.Passed) and frame.event.kept]
    records.take_back("pav", passes[0])
    at_table(page, address, "pav")
    page.get_by_role("button", name="Pass").click()
    kept = page.locator(".target").last.get_attribute("data-tap") or ""
    assert kept.startswith("+")
    tap(page, kept)
    confirm(page)
    assert records.match("pav").now.event.kept == (kept.split("/")[-1],)


def test_schokoly_asks_for_the_card_then_its_turn_then_its_place(
    phone: Page, address: str, records: MatchRepository
) -> None:
    record(records, "cards", schokoly, TWO, 2, events=20)
    at_table(phone, address, "cards")
    for _ in range(2):
        phone.locator(".chip").first.click()
    phone.locator(".target > *").first.click()
    expect(phone.locator(".preview .says")).to_have_text(re.compile(" lays "))
    confirm(phone)
    assert isinstance(records.match("cards").now.event, schokoly.CardLaid)


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


def test_a_score_sheet_is_kept_to_its_end(phone: Page, address: str, records: MatchRepository) -> None:
    records.start(scoresheet, (*TWO, "Cleo"), id="sheet", options={"title": "Kettle Race"})
    at_table(phone, address, "sheet")
    phone.get_by_label("Anna").first.fill("12")
    phone.get_by_label("Cleo").first.fill("−3")
    phone.get_by_role("button", name="Save these points").click()
    expect(phone.locator(".seat-now .sum")).to_have_text(["12", "-", "−3"])
    expect(phone.get_by_label("Round or category")).to_have_value("Round 2")
    phone.get_by_label("Ben").first.fill("20")
    phone.get_by_role("button", name="Save these points").click()
    expect(phone.locator(".seat-now .sum")).to_have_text(["12", "20", "−3"])
    expect(phone.get_by_role("checkbox", name="Ben")).to_be_checked()
    phone.get_by_role("button", name="End the match").click()
    expect(phone.get_by_role("heading", name=re.compile("Ben wins"))).to_be_visible()
    assert [line.points for line in records.match("sheet").now.state.noted] == [(12, None, -3), (None, 20, None)]


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


def test_a_game_without_places_to_tap_has_a_list(
    page: Page, address: str, records: MatchRepository, toy_game: AnyGame
) -> None:
    records.start(toy_game, TWO, id="pig")
    at_table(page, address, "pig")
    page.get_by_role("button", name="Let the app draw").click()
    expect(page.locator(".live-record")).to_have_attribute("data-version", "2")
    records.take_back("pig")
    known = records.record("pig", toy_game.parse("die 4"))
    expect(page.locator(".live-record")).to_have_attribute("data-version", str(known.version))
    page.get_by_role("searchbox").fill("hold")
    expect(page.locator(".list li")).to_have_count(1)
    page.locator(".list button").click()
    confirm(page)
    assert records.match("pig").now.scores == (4, 0)


def test_names_show_literally_and_a_phone_has_no_sideways_scroll(
    phone: Page, address: str, records: MatchRepository
) -> None:
    record(records, "odd", chocolatier, ODD_NAMES, 9, events=5)
    at_table(phone, address, "odd")
    expect(phone.locator(".seat-now .who")).to_have_text(list(ODD_NAMES))
    assert phone.title() != "hit"
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    for button in phone.locator(".live-record button:visible").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44


def test_from_confirm_to_the_next_board_is_measured(
    page: Page, address: str, records: MatchRepository, measured: Callable[[str], None]
) -> None:
    record(records, "pace", chocolatier, (*TWO, "Cleo", "Dora"), 8, events=1)
    at_table(page, address, "pace")
    delays: list[float] = []
    while len(delays) < 30:
        before = version(page)
        if page.locator(".kind:visible").count():
            page.get_by_role("button", name="Let the app draw").click()
        else:
            page.locator(".target > *").first.click()
            page.locator(".target > *").first.click()
            idle(page)  # What is measured begins with the confirmation.
            delays.append(page.locator("[data-command=confirm]").evaluate(MEASURED))
        expect(page.locator(".live-record")).to_have_attribute("data-version", str(before + 1))
    delays.sort()
    measured(f"confirm to next board over 30 moves: median {delays[15]:.0f} ms, p95 {delays[28]:.0f} ms")
    assert records.match("pace").version > 31


TAPPED = """(table, names) => {
    for (const name of names) table.querySelector(`[data-command=${name}]`).click();
}"""

MEASURED = """(button) => new Promise((done) => {
    const table = button.closest(".live-record");
    const began = performance.now();
    new MutationObserver(() => done(performance.now() - began))
        .observe(table, { attributes: true, attributeFilter: ["data-version"] });
    button.click();
})"""


def test_a_sheet_with_categories_is_computed_at_the_table(phone: Page, address: str, records: MatchRepository) -> None:
    template = template_file.from_json(
        {
            "title": "Nine Hills",
            "categories": [
                {"name": "Rolls", "formula": "majority", "table": [6, 3], "shared": True, "each": "round"},
                {"name": "Meeples", "factor": 4},
                {"name": "Coins left", "factor": 0},
            ],
            "tie_break": ["Coins left"],
        }
    )
    records.start(scoresheet, TWO, TemplateChosen(template), id="hills", options={"title": "Nine Hills"})
    at_table(phone, address, "hills")
    for name in TWO:
        phone.get_by_label(f"Rolls, {name}").fill("5")
    phone.get_by_role("button", name="Save the round").click()
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    phone.get_by_label("Meeples, Anna").fill("2")
    phone.get_by_label("Meeples, Ben").fill("1+1")
    expect(phone.get_by_role("checkbox", name="Anna won")).to_be_checked()
    phone.get_by_label("Coins left, Ben").fill("1")
    expect(phone.get_by_role("checkbox", name="Anna won")).not_to_be_checked()
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.get_by_role("heading", name=re.compile("Ben wins"))).to_be_visible()
    state = records.match("hills").now.state
    assert [(line.label, line.points) for line in state.noted] == [
        ("Rolls 1", (4, 4)),
        ("Meeples", (8, 8)),
        ("Coins left", (None, 0)),
    ]
    assert dict(state.written)["Meeples"] == ("2", "1+1")
