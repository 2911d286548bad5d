"""Notes in a real browser: written, marked on the boards, changed, withdrawn, seen by others at once."""

from random import Random

from playwright.sync_api import Browser, expect

from eventstore.matches.notes import Mark
from tests.browser.conftest import settled
from tests.browser.review.reviewing import Review, keep, shown
from tests.browser.test_replay import now, press


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
    page.locator(".move.current").get_by_role("button", name="Delete").click()
    expect(page.locator(".note")).to_have_count(0)
    assert review.notes() == ()
    assert now(page) == 5
    assert page.locator(".replay").evaluate("(root, before) => root === before", root)


def test_several_people_write_each_name_is_remembered_and_notes_of_others_are_changed_only_behind_their_names(
    review: Review,
) -> None:
    review.records.note(review.match, 6, "I disagree", author="Anna")
    page = review.go()
    page.get_by_label("Your name").fill("Ben")
    keep(page, "as it should be")
    notes = page.locator(".move.current .note")
    expect(notes.locator("cite")).to_have_text(["Anna", "Ben"])
    page.reload()
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.get_by_label("Your name")).to_have_value("Ben")
    anna = notes.filter(has_text="I disagree")
    expect(anna.get_by_role("button", name="Delete")).to_have_count(0)
    anna.get_by_role("button", name="Anna").click()
    anna.get_by_role("button", name="Delete the note of Anna").click()
    expect(anna).to_have_count(0)
    assert [note.author for note in review.notes()] == ["Ben"]


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


def test_every_button_of_the_editor_is_large_enough_for_a_finger(review: Review) -> None:
    review.page.set_viewport_size({"width": 360, "height": 740})
    page = review.go()
    for button in page.locator(".editor button:visible, .modes button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


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


def test_the_replay_of_an_open_match_follows_it_and_readers_stay_where_they_are(review: Review) -> None:
    def more() -> None:
        match = review.records.match(review.match)
        review.records.record(match.id, match.game.choose(match.now.state, Random(1)))

    page = review.go(mode="Review")
    moves = page.locator(".move")
    steps = len(shown(review.records.match(review.match)))
    expect(moves).to_have_count(steps)
    expect(page.get_by_role("link", name="Table")).to_be_visible()
    words = page.get_by_label("Note, in Markdown")
    words.fill("half a thought")
    page.locator(".log").evaluate("log => { log.scrollTop = 40; }")
    more()
    expect(moves).to_have_count(steps + 1)
    expect(words).to_have_value("half a thought")
    expect(words).to_be_focused()
    assert (now(page), page.locator(".log").evaluate("log => log.scrollTop")) == (5, 40)
    page.locator(".strip").focus()
    assert press(page, "End") == steps
    more()
    expect(page.locator(".strip")).to_have_attribute("aria-valuenow", str(steps + 1))
    review.records.take_back(review.match)
    expect(page.locator(".strip")).to_have_attribute("aria-valuenow", str(steps))


def test_two_readers_see_each_others_notes_and_new_moves_without_a_reload(browser: Browser, review: Review) -> None:
    page = review.go()
    with browser.new_context() as context:
        other = review._replace(page=context.new_page()).go()
        keep(page, "from the first")
        expect(other.locator(".move.current .note")).to_contain_text("from the first")
        match = review.records.match(review.match)
        review.records.record(match, match.game.choose(match.now.state, Random(1)))
        for each in (page, other):
            expect(each.locator(".move")).to_have_count(len(shown(match)) + 1)
            assert now(each) == 5
