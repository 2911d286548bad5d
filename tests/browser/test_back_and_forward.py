"""Back and Forward in a real browser: every page is left and returned to, with its filter, and none bounces."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from tests.browser.conftest import arrived, choose, idle, serving, settled
from tests.recorded import FOUR, fill, records_in


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A library of two pages."""
    store = tmp_path_factory.mktemp("history") / "matches.db"
    records = records_in(store)
    fill(records)
    for number in range(30):
        records.start(scoresheet, FOUR[:2], PointsNoted("Round 1", (number, 7)), played_on="2026-08-01")
    with serving(store) as address:
        yield address


class Stop(NamedTuple):
    """How a page is reached from the one before, its address, and what it shows."""

    go: Callable[[Page], None]
    address: str
    shows: Callable[[Page], Locator]


def link(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("link", name=name, exact=True).first.click()


def heading(name: str) -> Callable[[Page], Locator]:
    return lambda page: page.get_by_role("heading", name=name, exact=True)


def card(place: str) -> Callable[[Page], None]:
    return lambda page: page.locator("a.card", has_text=place).click()


def option(box: str, name: str) -> Callable[[Page], None]:
    return lambda page: choose(page, box, name)


def replay_of(title: str) -> Callable[[Page], Locator]:
    return lambda page: page.locator(".replay .title", has_text=title)


FOUR_SIT = "Anna – Ben – Cleo – Dora"
WALK = (
    Stop(
        option("Game", "Azul: Master Chocolatier"), "/?game=Azul", lambda page: page.locator("a.card", has_text="Brno")
    ),
    Stop(card("Brno"), "/replay?match=four", replay_of(FOUR_SIT)),
    Stop(link("Report of this match"), "/report?match=four", heading("Key moments")),
    Stop(link("Replay"), "/replay?match=four", replay_of(FOUR_SIT)),
    Stop(link("Correct"), "/correct?", lambda page: page.get_by_role("link", name="Replay")),
    Stop(link("People"), "/people", heading("People")),
    Stop(link("Games"), "/game", heading("Game")),
    Stop(link("Insights"), "/insights", heading("Insights")),
    Stop(option("Question", "Which game takes longest?"), "/insights?", heading("Insights")),
    Stop(link("Overview"), "/overview", heading("Overview")),
    Stop(link("Import"), "/imports", heading("Import and export")),
    Stop(link("Matches"), "/", heading("Matches")),
    Stop(link("New match"), "/new", heading("New match")),
)


def test_every_page_is_left_by_back_and_returned_to_by_forward(page: Page, address: str) -> None:
    page.goto(address)
    idle(page)
    was = [page.url]
    length = page.evaluate("history.length")
    for place, stop in enumerate(WALK, 1):
        stop.go(page)
        arrived(page, re.compile(re.escape(stop.address)))
        expect(stop.shows(page)).to_be_visible()
        assert page.evaluate("history.length") == length + place, f"{stop.address}: one entry for each click"
        was.append(page.url)
    for place in reversed(range(1, len(WALK))):
        page.go_back()
        returned(page, was[place], WALK[place - 1])
    for place in range(2, len(WALK) + 1):
        page.go_forward()
        returned(page, was[place], WALK[place - 1])


def returned(page: Page, address: str, stop: Stop) -> None:
    """It is this page, with its address, and both stay: none bounces."""
    arrived(page, address)
    expect(stop.shows(page)).to_be_visible()
    settled(page)
    expect(page).to_have_url(address)
    expect(stop.shows(page)).to_be_visible()


def test_back_leads_to_the_page_of_the_library_that_one_came_from(page: Page, address: str) -> None:
    page.goto(f"{address}/?person=Ben")
    page.get_by_role("button", name="Page 2", exact=True).click()
    arrived(page, re.compile("page=2"))
    last = page.locator("a.card").last
    title = last.locator(".facts").inner_text()
    last.click()
    page.locator(".row[aria-current=step]").wait_for(state="attached")
    page.go_back()
    arrived(page, re.compile("page=2&person=Ben|person=Ben&page=2"))
    expect(page.locator("a.card").last.locator(".facts")).to_have_text(title)
    expect(page.locator("a.card")).to_have_count(9)


def test_a_question_of_insights_is_one_entry_and_back_asks_the_question_before(page: Page, address: str) -> None:
    page.goto(f"{address}/insights")
    value = page.get_by_role("combobox", name="Value", exact=True)
    expect(value).to_have_value("Wins above chance")
    length = page.evaluate("history.length")
    option("Question", "Which game takes longest?")(page)
    expect(value).to_have_value("Minutes per match")
    arrived(page, re.compile("metric=minutes"))
    assert page.evaluate("history.length") == length + 1
    page.go_back()
    expect(value).to_have_value("Wins above chance")
    expect(page).to_have_url(f"{address}/insights")
    page.go_forward()
    expect(value).to_have_value("Minutes per match")
    expect(page).to_have_url(re.compile("metric=minutes"))
