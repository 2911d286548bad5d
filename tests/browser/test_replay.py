"""The replay in a real browser: keys, one cursor for everything, the address, pieces that know when they came."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import settled

Opened = Callable[..., Page]


def now(page: Page) -> int:
    """The step the page stands at, as the strip says."""
    return int(page.locator(".strip").get_attribute("aria-valuenow") or -1)


def press(page: Page, *keys: str) -> int:
    for key in keys:
        page.keyboard.press(key)
    return now(page)


def test_keys_step_turn_round_and_jump(open_replay: Opened) -> None:
    page = open_replay(at=1)
    assert now(page) == 0
    assert press(page, "ArrowRight") == 1
    assert press(page, "j", "j") == 3
    assert press(page, "ArrowLeft", "k") == 1
    assert press(page, "Shift+ArrowRight") == 2
    assert press(page, "Shift+ArrowLeft") == 1
    second = press(page, "ArrowDown")
    assert "Round 2" in (page.locator(".strip").get_attribute("aria-valuetext") or "")
    assert press(page, "ArrowDown") > second
    assert press(page, "ArrowUp") == second
    last = press(page, "End")
    assert last == int(page.locator(".strip").get_attribute("aria-valuemax") or 0)
    assert press(page, "5") == round(last / 2)
    assert press(page, "0") == 0
    assert press(page, "ArrowLeft") == 0
    assert press(page, "Home", "End", "ArrowRight") == last


def test_boards_list_strip_chart_and_voice_share_one_cursor(open_replay: Opened) -> None:
    page = open_replay(at=1)
    for step in (1, 2, 40):
        while now(page) < step:
            page.keyboard.press("ArrowRight")
        current = page.locator(".move.current")
        assert page.locator(".move").all()[step].evaluate("(row, now) => row === now", current.element_handle())
        says = current.locator(".row .says").inner_text()
        assert says in (page.locator(".strip").get_attribute("aria-valuetext") or "")
        left = "now => now.style.left"
        assert page.locator(".strip .now").evaluate(left) == page.locator(".plot .now").evaluate(left)
    expect(page.locator("[aria-live=polite].voice")).to_contain_text(says)
    page.locator(".plot").click(position={"x": 5, "y": 60})
    assert now(page) <= 2
    page.locator(".move .row").nth(20).click()
    assert now(page) == 20


def test_the_ends_of_the_lines_carry_the_final_points_and_the_cursor_those_of_the_step(open_replay: Opened) -> None:
    page = open_replay("two")
    final, here = page.locator(".line-end b"), page.locator(".plot .here")
    ends = final.all_inner_texts()
    assert here.all_text_contents() == ends
    expect(here.first).to_be_hidden()  # The ends of the lines say the same.
    press(page, "Home")
    expect(here).to_have_text(["0", "0"])
    expect(here.first).to_be_visible()
    assert final.all_inner_texts() == ends
    page.get_by_role("button", name="Guess").click()
    expect(final.first).to_be_hidden()


def test_stepping_back_undoes_every_change_of_the_boards(open_replay: Opened) -> None:
    page = open_replay(at=1)

    def table() -> str:
        pieces = page.locator(".panel svg > g:first-child > *")
        positions = pieces.evaluate_all(
            "all => all.map(e => e.dataset.id + e.tagName + (e.getAttribute('href') ?? '') + e.textContent)"
        )
        return json.dumps(sorted(positions))

    first = table()
    press(page, *["ArrowRight"] * 15)
    fifteenth = table()
    assert fifteenth != first
    press(page, "End", "Home")
    assert table() == first
    page.locator(".move .row").nth(15).click()
    assert table() == fifteenth


def test_stepping_leaves_no_trail_in_the_history_and_a_reload_keeps_the_step(open_replay: Opened) -> None:
    page = open_replay(at=12)
    length = page.evaluate("history.length")
    assert now(page) == 11
    press(page, *["ArrowRight"] * 19)
    expect(page).to_have_url(re.compile("at=30$"))  # One of the steps is the scoring of a round.
    settled(page)  # Python has the version by now; its response must not touch the address either.
    assert page.evaluate("history.length") == length
    expect(page).to_have_url(re.compile("at=30$"))
    page.reload()
    page.locator(".row[aria-current=step]").wait_for(state="attached")
    assert now(page) == 30


def test_back_after_a_jump_returns_to_where_one_was_and_touches_no_other_page(open_replay: Opened) -> None:
    page = open_replay(at=1)
    length = page.evaluate("history.length")
    press(page, "ArrowRight", "ArrowRight")
    page.locator(".move .row").nth(20).click()
    page.locator(".plot").click(position={"x": 5, "y": 60})
    beginning = now(page)
    press(page, "ArrowRight", "End")
    assert page.evaluate("history.length") == length + 3
    for step in (beginning + 1, 20, 2):
        page.go_back()
        expect(page.locator(".strip")).to_have_attribute("aria-valuenow", str(step))
    settled(page)
    assert now(page) == 2
    expect(page).to_have_url(re.compile("at=3$"))
    drag_along_the_timeline(page)
    assert now(page) > 2
    assert page.evaluate("history.length") == length + 1, "one jump"
    page.go_back()
    expect(page.locator(".strip")).to_have_attribute("aria-valuenow", "2")
    page.locator(".move .row").nth(20).click()
    settled(page)
    page.get_by_role("link", name="Report of this match").click()
    page.get_by_role("heading", name="Key moments").wait_for()
    page.go_back()
    expect(page.locator(".strip")).to_have_attribute("aria-valuenow", "20")
    page.go_forward()
    page.get_by_role("heading", name="Key moments").wait_for()
    settled(page)
    assert "at=" not in page.url


def drag_along_the_timeline(page: Page) -> None:
    box = page.locator(".strip").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10, steps=10)
    page.mouse.up()


def test_a_link_to_no_move_of_this_match_opens_where_it_stands(open_replay: Opened) -> None:
    for nonsense in ("99999", "<b>"):
        page = open_replay("two", nonsense)
        assert now(page) == int(page.locator(".strip").get_attribute("aria-valuemax") or -1)
        expect(page.locator(".notice")).to_contain_text("not in this match")


def test_a_click_on_a_piece_goes_to_the_move_that_put_it_there(open_replay: Opened) -> None:
    page = open_replay("two")
    piece = page.locator("[data-id$='/tile'][data-id*='/wall/']").first
    id = piece.get_attribute("data-id")
    piece.click()
    assert now(page) < int(page.locator(".strip").get_attribute("aria-valuemax") or 0)
    assert page.locator(f"[data-id='{id}']").count() == 1
    press(page, "ArrowLeft")
    assert page.locator(f"[data-id='{id}']").count() == 0


def test_what_the_last_event_brought_is_shown_at_its_cells(open_replay: Opened) -> None:
    page = open_replay(at=1)
    press(page, "ArrowDown", "ArrowDown", "ArrowLeft")
    stages = page.locator(".move.current .stage")
    assert stages.count() > 1
    gains = [text for text in stages.locator(".change").all_inner_texts() if text != "0"]
    floats = page.locator(".effects .float")
    expect(floats).to_have_count(len(gains))  # They are drawn with the next frame.
    assert sorted(floats.all_text_contents()) == sorted(gains)
    press(page, "Home")
    expect(page.locator(".effects > *")).to_have_count(0)


def test_holding_p_peeks_at_the_position_before_and_space_plays_and_stops(open_replay: Opened) -> None:
    page = open_replay(at=20)
    turn, position = page.locator("[data-id='center/turn']"), now(page)
    here = turn.text_content()
    page.keyboard.down("p")
    assert turn.text_content() != here
    assert now(page) == position
    page.keyboard.up("p")
    assert turn.text_content() == here
    press(page, "Home", *"++++", " ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".move.current .when")).to_have_text(re.compile(r"R1\.[2-9]"))
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    rest = now(page)
    settled(page)
    assert now(page) == rest


def test_keys_are_left_alone_while_help_is_open_and_count_right_after(open_replay: Opened) -> None:
    page = open_replay(at=5)
    help = page.get_by_role("dialog", name="Keys")
    page.keyboard.press("?")
    expect(help).to_be_visible()
    assert press(page, "ArrowRight") == 4
    page.keyboard.press("Escape")
    expect(help).to_be_hidden()
    assert press(page, "ArrowRight") == 5
    page.keyboard.press("?")
    help.evaluate(
        """help => {
            const focused = help.getRootNode().activeElement;
            help.close();
            focused.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true }));
        }"""
    )
    assert now(page) == 6


AT_REST = """() => {
    const root = [...document.querySelectorAll("*")].find((e) => e.shadowRoot?.querySelector(".log")).shadowRoot;
    const was = window.was;
    window.was = root.querySelector(".log").scrollTop;
    return was === window.was;
}"""


def test_the_list_keeps_the_current_row_in_view_until_the_reader_scrolls_away(open_replay: Opened) -> None:
    page = open_replay(at=1)
    press(page, "End")
    expect(page.locator(".move.current")).to_be_in_viewport()
    page.locator(".log").hover()
    page.mouse.wheel(0, -5000)
    expect(page.get_by_role("button", name="To the current move")).to_be_visible()
    page.wait_for_function(AT_REST)
    scrolled = page.locator(".log").evaluate("log => log.scrollTop")
    press(page, "ArrowLeft")
    settled(page)
    assert page.locator(".log").evaluate("log => log.scrollTop") == scrolled
    page.get_by_role("button", name="To the current move").click()
    assert page.locator(".log").evaluate("log => log.scrollTop") > scrolled


def test_c_goes_to_the_next_note(open_replay: Opened) -> None:
    page = open_replay("odd", 1)
    assert press(page, "c") == 4
    page.keyboard.press("c")
    expect(page.locator(".notice")).to_contain_text("no note")


def test_boards_follow_the_theme_of_the_page(page: Page, open_replay: Opened) -> None:
    open_replay("two")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        expect(page.locator(".replay")).to_have_class(re.compile(f"partie-{scheme}"))
        ink = page.locator(".title").evaluate("title => getComputedStyle(title).color")
        brightness = sum(int(part) for part in re.findall(r"\d+", ink)[:3]) / 3
        assert (brightness > 128) == (scheme == "dark")


def test_a_phone_shows_one_board_which_stays_in_sight_and_the_rest_behind_tabs(page: Page, open_replay: Opened) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_replay(at=20)
    boards = page.locator(".seats .panel")
    expect(boards.locator("visible=true")).to_have_count(1)
    list_top = (page.locator(".log").bounding_box() or {"y": 10**6})["y"]
    assert list_top < 844
    page.locator(".log").evaluate("log => log.scrollIntoView({ block: 'end' })")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
        assert fits_above_the_controls(page)
    page.get_by_role("button", name="Notes", exact=True).click()
    expect(page.locator(".no-notes")).to_be_visible()
    expect(page.locator(".move").locator("visible=true")).to_have_count(0)
    page.get_by_role("button", name="Boards", exact=True).click()
    expect(boards.locator("visible=true")).to_have_count(4)
    assert len({round((board.bounding_box() or {"x": -1})["x"]) for board in boards.all()}) == 1


def fits_above_the_controls(page: Page) -> bool:
    board = page.locator(".seats .focus svg").bounding_box()
    controls = page.locator(".dock").bounding_box()
    assert board is not None
    assert controls is not None
    return board["y"] >= -1 and board["y"] + board["height"] <= controls["y"] + 1


def test_at_a_zoom_of_200_percent_the_whole_board_of_the_acting_seat_fits(page: Page, open_replay: Opened) -> None:
    page.set_viewport_size({"width": 640, "height": 400})
    for match in ("four", "two"):
        open_replay(match, 20)
        for _ in range(3):
            page.keyboard.press("ArrowRight")
            page.locator(".seats .focus").evaluate("board => board.scrollIntoView()")
            assert fits_above_the_controls(page)
