"""Points against a seat are not drawn in the green of points for it: in the replay and at the table."""

import re

from playwright.sync_api import Locator, Page, expect

from core.games import pavilion
from eventstore.matches.repository import MatchRepository
from tests.browser.table.taps import TWO, at_table, tap
from tests.recorded import record

FOR_THE_SEAT = "rgb(23, 112, 90)"
AGAINST_THE_SEAT = "rgb(184, 29, 49)"


def test_points_that_rise_from_the_boards_are_green_or_red(page: Page, address: str, records: MatchRepository) -> None:
    record(records, "whole", pavilion, TWO, 4, events=60)
    page.goto(f"{address}/replay?match=whole&at=9")
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
