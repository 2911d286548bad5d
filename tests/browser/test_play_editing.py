"""Values of a play that are edited where they stand, on a phone and on a desktop, by taps and by keys."""

from collections.abc import Iterator
from contextlib import closing
from itertools import count

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from core.games import scoresheet
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import settled
from tests.patience import until

_numbers = count()
SHEET = ("Fields: 4 3 2", "Grain: 2 1 4", "Unused spaces: 0 -1 -2", "House: 22 19 21", "wins 0")


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    size = {"width": 360, "height": 740}
    with closing(browser.new_context(viewport=size, has_touch=True, is_mobile=True)) as context:  # type: ignore[arg-type]
        yield context.new_page()


def started(records: MatchRepository, kind: str) -> str:
    """The id of a play with categories (`sheet`), or with final points (`final`) after an earlier one of its game."""
    id = f"{kind}{next(_numbers)}"

    def start(id: str, names: tuple[str, ...], *lines: str) -> None:
        events, options = map(scoresheet.parse, lines), {"title": f"Game of {id.partition('-')[0]}"}
        records.start(scoresheet, names, *events, options=options, id=id, played_on="2026-11-22", place="Home")

    if kind == "sheet":
        start(id, ("Eliška", "Šárka", "Ana"), *SHEET)
    else:
        start(id, ("Ben", "Ana", "Marek"), "final: 58 51 44", "wins 0")
        start(f"{id}-earlier", ("Ben", "Ana", "Marek"), "final: 48 60 49", "wins 1")
    return id


def value(page: Page, kind: str, row: int | None = None, seat: int | None = None) -> Locator:
    """The value with this label; lines are given by their version."""
    named = "".join(f',"{name}":{number}' for name, number in (("row", row), ("seat", seat)) if number is not None)
    return page.locator(f"""[data-edit='{{"kind":"{kind}"{named}}}']""")


def after(records: MatchRepository, id: str, version: int) -> Match:
    """The match, once it has this version."""
    until(lambda: records.match(id).version == version)
    return records.match(id)


def winners(match: Match) -> tuple[int, ...]:
    return match.outcome.winners if match.outcome else ()


def test_a_score_is_corrected_from_the_first_page_with_three_taps_and_the_digits(
    phone: Page, address: str, records: MatchRepository
) -> None:
    final = started(records, "final")
    phone.goto(address)
    phone.locator(f"a[href$='match={final}']").first.tap()
    value(phone, "points", 2, 1).tap()
    pad = phone.get_by_role("dialog", name="Ana, points")
    for digit in "61":
        pad.get_by_role("button", name=digit, exact=True).tap()
    expect(pad.get_by_text("Ana then wins by 3, not Ben. Ana's record here was 60.")).to_be_visible()
    expect(pad.locator("s")).to_have_text("51")
    field, keys = phone.locator(".in-place").bounding_box(), pad.bounding_box()
    assert field
    assert keys
    assert field["y"] + field["height"] <= keys["y"]
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(phone)
    pad.get_by_role("button", name="Save").tap()
    expect(phone.get_by_text("Saved. Ana: 51 to 61.")).to_be_visible()
    expect(phone.locator(".seat.w")).to_contain_text("Ana")
    match = after(records, final, 7)
    assert (winners(match), match.outcome and match.outcome.why) == ((1,), "Most points.")
    assert match.log[4].event.why == "Ana: 51 to 61"


def test_undo_restores_the_former_value_and_history_is_one_tap_away(
    phone: Page, address: str, records: MatchRepository
) -> None:
    final = started(records, "final")
    phone.goto(f"{address}/replay?match={final}")
    value(phone, "points", 2, 1).tap()
    phone.keyboard.type("61")
    phone.keyboard.press("Enter")
    told = phone.locator(".told")
    expect(told.get_by_role("link", name="History")).to_have_attribute("href", f"replay?match={final}&mode=history")
    told.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_text("Undone.")).to_be_visible()
    expect(phone.locator(".seat.w")).to_contain_text("Ben")
    assert winners(after(records, final, 10)) == (0,)


def test_next_saves_and_goes_on_and_leave_changes_nothing(phone: Page, address: str, records: MatchRepository) -> None:
    sheet = started(records, "sheet")
    phone.goto(f"{address}/replay?match={sheet}")
    value(phone, "points", 3, 2).tap()  # The columns are in the order of the ranks: Eliška, Ana, Šárka.
    pad = phone.locator(".number-pad")
    leave = pad.get_by_role("button", name="Leave")
    pad.get_by_role("button", name="2", exact=True).tap()
    expect(pad.get_by_text("Ana comes to 23 and stays second. Eliška still wins.")).to_be_visible()
    pad.get_by_role("button", name="Next").tap()
    expect(phone.get_by_role("dialog", name="Šárka, Grain")).to_be_visible()
    assert after(records, sheet, 10).now.scores == (28, 22, 23)
    held = list[Route]()
    phone.route("**/edits", lambda route: held.append(route))
    with phone.expect_request("**/edits"):
        pad.get_by_role("button", name="Negative").tap()
    expect(phone.locator(".in-place")).to_have_text("−1")
    leave.tap()
    with phone.expect_response("**/edits"):
        held.pop().continue_()  # What would follow is told after the value was left.
    settled(phone)
    expect(pad).to_be_hidden()
    expect(phone.get_by_text("Saved. Ana, Grain: 4 to 2.")).to_be_visible()
    assert records.match(sheet).version == 10


def test_points_are_typed_on_a_desktop_and_tab_goes_on(page: Page, address: str, records: MatchRepository) -> None:
    sheet = started(records, "sheet")
    page.goto(f"{address}/replay?match={sheet}")
    value(page, "points", 3, 2).focus()
    page.keyboard.press("Enter")
    field = page.get_by_role("textbox", name="Ana, Grain")
    expect(field).to_be_focused()
    page.keyboard.type("12+7")
    expect(page.get_by_text("Ana, Grain: 4 to 12+7.")).to_be_visible()
    expect(page.get_by_text("Ana then wins by 12, not Eliška.")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name="Šárka, Grain")).to_be_focused()
    assert winners(after(records, sheet, 10)) == (2,)
    expect(page.locator(".seat.w")).to_contain_text("Ana")
    page.keyboard.type("four")
    expect(page.get_by_text("Write points as a number or a sum")).to_be_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_role("textbox")).to_have_count(0)
    assert records.match(sheet).version == 10


def test_people_places_dates_and_categories_are_edited_in_place(
    page: Page, address: str, records: MatchRepository
) -> None:
    sheet = started(records, "sheet")
    page.goto(f"{address}/replay?match={sheet}")
    value(page, "place").click()
    page.get_by_role("combobox", name="Place").fill("At Ana's")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved. Place: At Ana's.")).to_be_visible()
    value(page, "date").click()
    page.get_by_label("Date", exact=True).fill("2026-11-21")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved. Date: Nov 21, 2026.")).to_be_visible()
    value(page, "category", 3).click()
    page.get_by_role("textbox", name="Category").fill("Corn")
    page.keyboard.press("Enter")
    expect(value(page, "category", 11)).to_have_text("Corn")
    value(page, "name", seat=2).click()
    page.get_by_role("combobox", name="Who sat here").fill("Jana")
    expect(page.get_by_text("Jana then sat here, not Ana. Nobody of this name has played yet.")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved. Jana in place of Ana.")).to_be_visible()
    page.get_by_role("link", name="History").click()
    for words in ("Place: Home", "Place: At Ana's", "Players: Eliška, Šárka and Jana", "Category: Grain to Corn"):
        expect(page.get_by_text(words).first).to_be_visible()
    match = records.match(sheet)
    assert (match.header.place, match.header.played_on, match.names) == (
        "At Ana's",
        "2026-11-21",
        ("Eliška", "Šárka", "Jana"),
    )


def test_a_winner_is_ticked_against_the_points_and_given_back(
    page: Page, address: str, records: MatchRepository
) -> None:
    final = started(records, "final")
    page.goto(f"{address}/replay?match={final}")
    value(page, "winner", seat=0).click()
    boxes = page.get_by_role("group", name="Who won?")
    expect(boxes.get_by_role("button", name="Ben")).to_have_attribute("aria-pressed", "true")
    boxes.get_by_role("button", name="Ben").click()
    boxes.get_by_role("button", name="Marek").click()
    expect(page.get_by_text("Marek then wins, not Ben.")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".seat.w")).to_contain_text("Marek")
    assert winners(after(records, final, 7)) == (2,)
    value(page, "winner", seat=2).click()
    boxes.get_by_role("button", name="By the points").click()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".seat.w")).to_contain_text("Ben")


def test_a_change_by_somebody_else_takes_no_focus_and_no_press(
    page: Page, address: str, records: MatchRepository
) -> None:
    sheet = started(records, "sheet")
    page.goto(f"{address}/replay?match={sheet}")
    value(page, "points", 3, 2).focus()
    records.correct(sheet, 2, 2, [scoresheet.parse("Fields: 4 3 5")], "by another device")
    expect(value(page, "points", 9, 2)).to_have_text("5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Ana, Grain")).to_be_focused()
    page.keyboard.press("Escape")
    value(page, "points", 3, 1).hover()
    page.mouse.down()
    records.correct(sheet, 9, 9, [scoresheet.parse("Fields: 4 3 2")], "back again")
    expect(value(page, "points", 12, 2)).to_have_text("2")
    page.mouse.up()
    expect(page.get_by_role("textbox", name="Šárka, Grain")).to_be_focused()


@pytest.mark.prints("412 (Precondition Failed)")
def test_a_change_by_somebody_else_is_told_and_nothing_is_lost(
    page: Page, address: str, records: MatchRepository
) -> None:
    final = started(records, "final")
    page.goto(f"{address}/replay?match={final}")
    value(page, "points", 2, 1).click()
    records.correct(final, 2, 2, [scoresheet.parse("final: 58 52 44")], "by another device")
    page.keyboard.type("61")
    expect(page.get_by_text("This value was changed in the meantime; here is the present one.")).to_be_visible()
    expect(value(page, "points", 6, 1)).to_have_text("52")
    assert records.match(final).version == 7
