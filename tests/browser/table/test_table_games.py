"""The table of every game in a real browser: recorded by taps of its own, drawn anew only where it changed."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from core import games
from core.game import AnyGame
from core.games import azacru, chocolatier, pavilion, schokoly
from eventstore.matches.repository import MatchRepository
from tests.browser.table.taps import TWO, at_table, confirm, tap
from tests.packages import BIDS, installed, write_package
from tests.recorded import record
from tests.viewer.boards.boards import play


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


BOARDS = """() => [...document.querySelectorAll(".surface figure svg")].map((board) =>
    [board.getAttribute("viewBox"), board.getAttribute("aria-label"), board.firstElementChild.innerHTML])"""


@pytest.mark.parametrize("game", [chocolatier, pavilion, azacru, schokoly], ids=lambda game: game.KEY)
def test_boards_that_follow_a_match_are_those_of_a_new_page(
    page: Page, address: str, records: MatchRepository, game: AnyGame
) -> None:
    events = play(game, 2, game.Options(), 4, 20).events
    match = records.start(game, TWO, *events[:4]).id
    page.goto(f"{address}/live/{match}")
    for event in events[4:]:
        version = records.record(match, event).version
        expect(page.locator(".live-record")).to_have_attribute("data-version", str(version))
    followed = page.evaluate(BOARDS)
    page.reload()
    expect(page.locator(".live-record")).to_have_attribute("data-version", str(version))
    assert followed == page.evaluate(BOARDS)
    assert sum(len(pieces) for _, _, pieces in followed) > 1000  # They are not empty.


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


def test_a_choice_among_a_hundred_is_a_number_field(
    phone: Page, address: str, records: MatchRepository, tmp_path: Path
) -> None:
    write_package(tmp_path, "odds", BIDS)
    with installed(tmp_path):
        records.start(games.find("odds"), TWO, id="odds")
        at_table(phone, address, "odds")
        fields = phone.locator(".list").get_by_role("spinbutton")
        expect(fields).to_have_count(2)
        expect(phone.locator(".list button:visible")).to_have_count(0)
        fields.last.fill("101")
        expect(phone.locator(".list button:visible")).to_have_count(0)
        fields.last.fill("57")
        fields.last.press("Enter")
        confirm(phone)
        assert records.match("odds").now.event.fingers == 57


FOR_THE_SEAT = "rgb(23, 112, 90)"
AGAINST_THE_SEAT = "rgb(184, 29, 49)"


def test_points_that_rise_from_the_boards_are_green_or_red(page: Page, address: str, records: MatchRepository) -> None:
    record(records, "risen", pavilion, TWO, 4, events=60)
    page.goto(f"{address}/replay?match=risen&at=9")
    floats = page.locator(".effects .float")
    expect(floats).to_have_text(["−1"])
    assert painted(floats, "fill") == [AGAINST_THE_SEAT]
    page.locator(".row", has_text=re.compile(r"places .*\+")).first.click()
    expect(floats.first).to_have_text(re.compile(r"\+"))
    assert {*painted(floats, "fill")} == {FOR_THE_SEAT}


def test_a_move_that_costs_points_is_not_green_at_the_table(page: Page, address: str, records: MatchRepository) -> None:
    record(records, "token", pavilion, TWO, 4, events=7)
    at_table(page, address, "token")
    tap(page, "center/red")
    brings = page.locator(".preview .brings")
    expect(brings).to_have_text("−1")
    assert painted(brings, "color") == [AGAINST_THE_SEAT]
    floats = page.locator(".effects .float")
    expect(floats.first).to_have_text("−1")
    assert {*painted(floats, "fill")} == {AGAINST_THE_SEAT}


def painted(all: Locator, part: str) -> list[str]:
    colors: list[str] = all.evaluate_all("(all, part) => all.map((one) => getComputedStyle(one)[part])", part)
    return colors
