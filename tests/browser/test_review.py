"""Reviewing, exploring and guessing in a real browser: notes and marks, moves tried out, the end kept secret."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from core.games import chocolatier
from eventstore.matches.notes import Mark, NoteWritten
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import serving, settled
from tests.browser.test_replay import now, press
from tests.recorded import FOUR, record, records_in


class Review(NamedTuple):
    """A page that shows a match of its own, and the match's record."""

    page: Page
    records: MatchRepository
    match: str
    address: str

    def go(self, at: int = 6, mode: str = "Review") -> Page:
        self.page.goto(f"{self.address}/replay?match={self.match}&at={at}")
        self.page.locator(".row[aria-current=step]").wait_for(state="attached")
        self.page.get_by_role("button", name=mode, exact=True).click()
        return self.page

    def notes(self) -> tuple[NoteWritten, ...]:
        return self.records.notes(self.match)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("review") / "matches.db"


@pytest.fixture(scope="module")
def address(browser: Browser, store: Path) -> Iterator[str]:
    records_in(store)
    with serving(store) as address:
        yield address


@pytest.fixture
def review(page: Page, store: Path, address: str, request: pytest.FixtureRequest) -> Review:
    records = records_in(store)
    match = record(
        records, re.sub(r"\W", "-", request.node.name.removeprefix("test_"))[:40], chocolatier, FOUR, 3, events=60
    )
    return Review(page, records, match.id, address)


def keep(page: Page, text: str) -> Locator:
    """Writes a note at the step the page stands at; the note, once it shows."""
    page.get_by_label("Note, in Markdown").fill(text)
    page.get_by_role("button", name="Save", exact=True).click()
    note = page.locator(".move.current .note").last
    expect(page.get_by_label("Note, in Markdown")).to_have_value("")
    return note


def test_a_note_is_written_changed_and_withdrawn_and_the_replay_stays_where_it_is(review: Review) -> None:
    page = review.go()
    root = page.locator(".replay").element_handle()
    page.get_by_label("Your name").fill("Jarda")
    page.get_by_role("button", name="interesting").click()
    note = keep(page, "greedy, but it **works**")
    expect(note).to_contain_text("greedy, but it works")
    expect(note.locator("strong")).to_have_text("works")
    expect(note.locator("cite")).to_have_text("Jarda")
    expect(page.locator(".rider.glyph")).to_have_text("!?")
    assert [(each.about, each.text, each.glyph, each.author) for each in review.notes()] == [
        (6, "greedy, but it **works**", "!?", "Jarda")
    ]
    note.get_by_role("button", name="Edit").click()
    keep(page, "brave")
    expect(page.locator(".move.current .note")).to_contain_text("brave")
    assert [each.text for each in review.notes()] == ["brave"]
    page.locator(".move.current").get_by_role("button", name="Withdraw").click()
    expect(page.locator(".note")).to_have_count(0)
    assert review.notes() == ()
    assert now(page) == 5
    assert page.locator(".replay").evaluate("(root, before) => root === before", root)


def test_several_people_write_and_each_name_is_remembered(review: Review) -> None:
    review.records.note(review.match, 6, "I disagree", author="Anna")
    page = review.go()
    page.get_by_label("Your name").fill("Ben")
    keep(page, "as it should be")
    expect(page.locator(".move.current .note cite")).to_have_text(["Anna", "Ben"])
    page.reload()
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.get_by_label("Your name")).to_have_value("Ben")


def test_the_notes_of_others_are_changed_only_behind_their_names(review: Review) -> None:
    review.records.note(review.match, 6, "I disagree", author="Anna")
    page = review.go()
    note = page.locator(".move.current .note")
    expect(note).to_contain_text("I disagree")
    expect(note.get_by_role("button", name="Withdraw")).to_have_count(0)
    note.get_by_role("button", name="Anna").click()
    note.get_by_role("button", name="Withdraw the note of Anna").click()
    expect(note).to_have_count(0)
    assert review.notes() == ()


def test_a_finger_held_still_circles_a_place(browser: Browser, review: Review) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as context:
        page = review._replace(page=context.new_page()).go()
        place = page.locator(".focus [data-id$='/wall/2/3']").bounding_box()
        assert place is not None
        finger = context.new_cdp_session(page)
        touch = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
        expect(page.locator(".marks circle")).to_have_count(1)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        settled(page)
        assert now(page) == 5
        page.touchscreen.tap(touch["x"], touch["y"])
        expect(page.locator(".marks circle")).to_have_count(1)


def test_typing_a_note_moves_nothing_and_opens_nothing(review: Review) -> None:
    page = review.go()
    press(page, "d")
    words = page.get_by_label("Note, in Markdown")
    expect(words).to_be_focused()
    page.keyboard.type("rc jkb 123 gf?")
    expect(words).to_have_value("rc jkb 123 gf?")
    assert now(page) == 5
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".move.current .note")).to_contain_text("rc jkb 123 gf?")


def test_a_note_brings_no_script_and_no_picture(review: Review) -> None:
    text = (
        "<script>document.title='hit'</script><img src=x onerror=\"document.title='hit'\">\n\n"
        "![gone](https://example.org/x.png) [go](https://example.org) [bad](javascript:document.title='hit')"
    )
    review.records.note(review.match, 6, text)
    page = review.go()
    note = page.locator(".move.current .note")
    expect(note).to_contain_text("<script>")
    expect(note.locator("img, script")).to_have_count(0)
    links = note.locator("a")
    expect(links.filter(has_text="go").last).to_have_attribute("rel", "noopener noreferrer")
    assert all(
        link.get_attribute("href") == "https://example.org" or "x.png" in str(link.get_attribute("href"))
        for link in links.all()
    )
    assert page.title() != "hit"


def test_marks_are_drawn_with_tools_and_with_the_right_button_and_kept_with_the_note(review: Review) -> None:
    page = review.go()
    drawn = page.locator(".marks > *")
    place = page.locator(".focus [data-id='0/wall/2/3'], [data-id='0/wall/2/3']").first
    other = page.locator("[data-id='0/wall/4/1']").first
    page.get_by_role("button", name="Circle a place").click()
    place.click()
    expect(page.locator(".marks circle")).to_have_count(1)
    page.get_by_role("button", name="Arrow from").click()
    place.click()
    other.click()
    expect(page.locator(".marks path")).to_have_count(1)
    page.locator("[data-id='1/wall/1/1']").click(button="right")
    expect(drawn).to_have_count(3)
    keep(page, "")
    expected = (Mark("0/wall/2/3"), Mark("0/wall/2/3", "0/wall/4/1"), Mark("1/wall/1/1"))
    expect(page.locator(".move.current .only-marks")).to_be_visible()
    assert review.notes()[0].marks == expected
    expect(drawn).to_have_count(3)
    press(page, "ArrowRight")
    expect(drawn).to_have_count(0)
    press(page, "ArrowLeft")
    expect(drawn).to_have_count(3)


def test_keys_bookmark_and_judge_a_move_and_c_finds_it(review: Review) -> None:
    page = review.go(mode="Watch")
    press(page, "b")
    expect(page.locator(".move.current .bookmark-sign")).to_be_visible()
    press(page, "ArrowRight", "g", "5")
    expect(page.locator(".move.current .glyph")).to_have_text("?")
    assert now(page) == 6
    assert [(note.about, note.glyph, note.bookmark) for note in review.notes()] == [(6, None, True), (7, "?", False)]
    press(page, "Home", "c")
    assert now(page) == 5
    press(page, "b")
    expect(page.locator(".bookmark-sign")).to_have_count(0)
    press(page, "c")
    assert now(page) == 6


def test_a_note_on_a_move_taken_back_can_still_be_read(review: Review) -> None:
    last = review.records.match(review.match).version
    review.records.note(review.match, last, "what a pity")
    review.records.take_back(review.match, last - 1)
    page = review.go()
    left = page.get_by_role("region", name="Notes on events that no longer count")
    expect(left).to_contain_text("what a pity")
    expect(left.locator("s")).to_contain_text("takes")
    expect(page.locator(".undone:visible")).to_have_count(0)
    page.get_by_role("button", name="Undone moves: 2").click()
    expect(page.locator(".undone:visible")).to_have_count(2)
    expect(page.locator(".undone .why").first).to_have_text("taken back")


def test_guessing_hides_what_is_to_come(review: Review) -> None:
    page = review.go(at=8, mode="Guess")
    hidden = page.locator(".move").nth(8)
    expect(hidden).to_be_hidden()
    expect(page.locator(".move").nth(7)).to_be_visible()
    expect(page.locator(".result")).to_be_hidden()
    expect(page.get_by_text("Points in tables")).to_have_count(0)
    cover = page.locator(".strip .cover").evaluate("cover => cover.offsetWidth / cover.parentElement.offsetWidth")
    assert 0.7 < cover < 0.95
    assert press(page, "ArrowRight", "End", "9") == 7
    assert press(page, "Home", "End") == 7
    assert press(page, "r") == 8
    expect(hidden).to_be_visible()
    page.get_by_role("button", name="Watch", exact=True).click()
    assert press(page, "End") > 8
    expect(page.get_by_text("Points in tables")).to_be_visible()


def test_a_place_that_the_move_touches_is_a_right_guess(review: Review) -> None:
    page = review.go(at=8, mode="Guess")
    event = review.records.match(review.match).frames[8].event
    wrong = page.locator(f"[data-id='{(event.seat + 1) % 4}/wall/5/5']")
    wrong.click()
    expect(page.locator(".asks")).to_contain_text("Not there.")
    assert now(page) == 7
    page.locator(f"[data-id^='{event.seat}/line/{event.line}/']").first.click()
    expect(page.locator(".asks")).to_contain_text("Correct.")
    assert now(page) == 8
    expect(page.locator(".tally")).to_have_text("0 of 1 guessed")


def test_a_link_can_ask_for_guessing_from_the_start(review: Review) -> None:
    page = review.page
    page.goto(f"{review.address}/replay?match={review.match}&mode=guess")
    expect(page.locator(".asks")).to_be_visible()
    assert now(page) == 0
    expect(page.locator(".result")).to_be_hidden()
    expect(page.get_by_text("Report of this match")).to_have_count(0)


def test_a_link_and_a_reload_keep_the_mode_and_a_change_of_it_is_no_entry_of_the_history(review: Review) -> None:
    page = review.go(mode="Guess")
    length = page.evaluate("history.length")
    for mode in ("Explore", "Review", "Watch", "Explore"):
        page.get_by_role("button", name=mode, exact=True).click()
        expect(page).to_have_url(re.compile("at=6$" if mode == "Watch" else f"at=6&mode={mode.lower()}$"))
    press(page, "ArrowRight")
    expect(page).to_have_url(re.compile("at=7&mode=explore$"))
    assert page.evaluate("history.length") == length
    page.reload()
    expect(page.get_by_role("button", name="Explore", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".explored-record .target").first).to_be_visible()
    assert now(page) == 6


def test_f_chooses_whose_board_is_large(review: Review) -> None:
    page = review.go()
    for seat in range(4):
        press(page, "f")
        expect(page.locator(".panel.focus")).to_have_attribute("data-panel", re.compile(str(seat)))
        press(page, "ArrowRight")
        expect(page.locator(".panel.focus")).to_have_attribute("data-panel", re.compile(str(seat)))
    press(page, "f", "ArrowRight")
    expect(page.locator(".panel.focus")).to_have_attribute("data-panel", f"seat/{(now(page) - 2) % 4}")


def test_the_bars_of_sources_add_up_to_the_scores_at_the_cursor(review: Review) -> None:
    page = review.go(at=50, mode="Watch")
    match = review.records.match(review.match)
    for step in (50, 20, 58):
        page.locator(".move .row").nth(step).click()
        said = page.locator(".stack").evaluate_all("bars => bars.map((bar) => bar.getAttribute('aria-label'))")
        sums = [sum(int(part.replace("−", "-")) for part in re.findall(r"[+−]\d+", each)) for each in said]
        assert tuple(sums) == match.frames[step].scores


def test_every_button_of_the_editor_is_large_enough_for_a_finger(review: Review) -> None:
    review.page.set_viewport_size({"width": 360, "height": 740})
    page = review.go()
    for button in page.locator(".editor button:visible, .modes button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def rows(review: Review) -> int:
    return len(review.records.store.read_all(limit=10_000))


def try_out(page: Page, line: str) -> None:
    page.get_by_role("textbox", name="Type a move").fill(line)
    page.get_by_role("button", name="Try it").click()


@pytest.mark.prints("422")  # A move is refused.
def test_other_moves_are_tried_out_stepped_through_discarded_and_kept_as_a_fork(review: Review) -> None:
    match = review.records.match(review.match)
    before = rows(review)
    page = review.go(at=6, mode="Explore")
    tries, strip = page.locator(".tries"), page.locator(".strip")
    expect(page.locator(".explored-record .target").first).to_be_visible()
    try_out(page, "c: 9 blue > 2")
    expect(page.locator(".explored-record .message")).to_contain_text("(C-TAKE")
    state = match.frames[5].state
    moves = [move for move in match.game.legal_moves(state) if move != match.frames[6].event]
    try_out(page, match.game.write(moves[0]))
    expect(tries).to_contain_text("1 trial move")
    expect(page.locator(".move.tried")).to_have_count(1)
    expect(strip).to_have_attribute("aria-valuenow", "6")
    expect(strip).to_have_attribute("aria-valuemax", "6")
    page.locator(".explored-record .target").first.click()
    press(page, "ArrowLeft")
    assert now(page) == 5
    expect(page.locator(".explored-record .target").first).to_be_visible()
    try_out(page, match.game.write(moves[-1]))
    expect(strip).to_have_attribute("aria-valuenow", "6")  # It stands in for the first one, which was left at 5.
    expect(page.locator(".move.tried .says")).to_have_count(1)
    assert rows(review) == before

    page.get_by_role("button", name="Discard").click()
    expect(strip).to_have_attribute("aria-valuemax", str(len(match.frames) - 1))
    assert now(page) == 5
    press(page, "Home")
    page.get_by_role("button", name="Let the app draw").click()
    expect(tries).to_have_text("1 trial move from the start")
    expect(page.locator(".explored-record .target").first).to_be_visible()
    press(page, "b")
    expect(page.locator(".notice")).to_contain_text("leave Explore")
    assert rows(review) == before

    page.get_by_role("button", name="Save as a separate match").click()
    page.get_by_role("link", name="Fork 1").click()
    expect(page).not_to_have_url(re.compile(f"match={match.id}"))
    expect(page.locator(".move")).to_have_count(2)
    fork = review.records.match(page.url.split("match=")[1].split("&")[0])
    assert (fork.parent, fork.now.version) == (match.id, match.version + 3)
    page.get_by_role("link", name="The match of which this one is a fork").click()
    expect(page).to_have_url(re.compile(f"match={match.id}&at=1$"))


def test_notes_and_a_bookmark_written_at_once_are_all_kept_in_their_order(review: Review) -> None:
    page = review.go()
    page.locator(".editor").evaluate(
        """(form) => {
            for (const text of ["one", "two", "two"]) {  // The last one is the second half of a double click.
                form.querySelector(".words").value = text;
                form.requestSubmit();
            }
        }"""
    )
    press(page, "b")
    expect(page.locator(".move.current .note")).to_have_count(3)
    assert [(note.text, note.bookmark) for note in review.notes()] == [("one", False), ("two", False), ("", True)]
    press(page, "b", "b", "g", "5", "b")
    expect(page.locator(".move.current .glyph")).to_have_text("?")
    expect(page.locator(".move.current .bookmark-sign")).to_have_count(0)
    assert [(note.text, note.glyph) for note in review.notes()] == [("one", "?"), ("two", None)]


def test_a_line_is_kept_with_the_move_tried_just_before(review: Review) -> None:
    match = review.records.match(review.match)
    page = review.go(at=6, mode="Explore")
    expect(page.locator(".explored-record .target").first).to_be_visible()
    state = match.frames[5].state
    first = next(move for move in match.game.legal_moves(state) if move != match.frames[6].event)
    second = next(match.game.legal_moves(match.game.evolve(state, first)))
    try_out(page, match.game.write(first))
    expect(page.locator(".tries")).to_contain_text("1 trial move")
    expect(page.locator(".explored-record .waiting")).to_have_count(0)
    page.get_by_role("textbox", name="Type a move").fill(match.game.write(second))
    page.locator(".replay").evaluate(
        """(root) => {
            root.querySelector(".explored-record").shadowRoot.querySelector(".line").requestSubmit();
            for (let times = 0; times < 2; times += 1) root.querySelector("[data-command=keepLine]").click();
        }"""
    )
    expect(page.get_by_role("link", name="Fork 1")).to_be_visible()
    expect(page.locator(".tries")).to_contain_text("nothing is saved")
    (fork,) = [id for id in review.records.ids() if review.records.match(id).parent == match.id]
    assert [entry.event for entry in review.records.match(fork).log[-2:]] == [first, second]


def test_the_replay_of_an_open_match_follows_it_and_readers_stay_where_they_are(review: Review) -> None:
    def more() -> None:
        match = review.records.match(review.match)
        review.records.record(match.id, match.game.choose(match.now.state, Random(1)))

    page = review.go(mode="Review")
    moves = page.locator(".move")
    expect(moves).to_have_count(61)
    expect(page.get_by_role("link", name="Table")).to_be_visible()
    words = page.get_by_label("Note, in Markdown")
    words.fill("half a thought")
    page.locator(".log").evaluate("log => { log.scrollTop = 40; }")
    more()
    expect(moves).to_have_count(62)
    expect(words).to_have_value("half a thought")
    expect(words).to_be_focused()
    assert (now(page), page.locator(".log").evaluate("log => log.scrollTop")) == (5, 40)
    page.locator(".strip").focus()
    assert press(page, "End") == 61
    more()
    expect(page.locator(".strip")).to_have_attribute("aria-valuenow", "62")
    review.records.take_back(review.match)
    expect(page.locator(".strip")).to_have_attribute("aria-valuenow", "61")


def test_a_line_is_kept_by_a_reload_and_discard_counts_while_an_entry_is_on_its_way(review: Review) -> None:
    match = review.records.match(review.match)
    before = rows(review)
    page = review.go(at=6, mode="Explore")
    tries = page.locator(".tries")
    moves = [move for move in match.game.legal_moves(match.frames[5].state) if move != match.frames[6].event]
    try_out(page, match.game.write(moves[0]))
    expect(tries).to_contain_text("1 trial move")
    page.reload()
    expect(tries).to_contain_text("1 trial move")
    expect(page.locator(".move.tried")).to_have_count(1)

    held: list[Route] = []
    page.route(
        "**/explore",
        lambda route: held.append(route) if 'entry":{' in str(route.request.post_data) else route.continue_(),
    )
    page.locator(".move .row").nth(5).click()
    expect(page.locator(".explored-record .target").first).to_be_visible()
    with page.expect_request("**/explore"):
        try_out(page, match.game.write(moves[-1]))
    page.get_by_role("button", name="Discard").click()
    expect(page.locator(".move.tried")).to_have_count(0)
    with page.expect_response("**/explore"):
        held[0].continue_()
    settled(page)
    expect(page.locator(".move.tried")).to_have_count(0)
    expect(tries).to_have_text("Play another move from here; nothing is saved.")
    page.unroute("**/explore")
    assert rows(review) == before


def test_two_readers_see_each_others_notes_and_new_moves_without_a_reload(browser: Browser, review: Review) -> None:
    page = review.go()
    with browser.new_context() as context:
        other = review._replace(page=context.new_page()).go()
        keep(page, "from the first")
        expect(other.locator(".move.current .note")).to_contain_text("from the first")
        match = review.records.match(review.match)
        review.records.record(match, match.game.choose(match.now.state, Random(1)))
        for each in (page, other):
            expect(each.locator(".move")).to_have_count(len(match.frames) + 1)
            assert now(each) == 5
