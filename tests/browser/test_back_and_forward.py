"""Back and Forward in a real browser: every page is left and returned to, with its filter, and none bounces."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from tests.browser.conftest import arrived, filter_by, idle, serving, settled
from tests.recorded import FOUR, fill, records_in


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A list that is not shown whole at first."""
    store = tmp_path_factory.mktemp("history") / "matches.db"
    records = records_in(store)
    fill(records)
    for number in range(50):
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


def in_menu(name: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.get_by_role("navigation").locator("summary").click()
        page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()

    return go


def heading(name: str) -> Callable[[Page], Locator]:
    return lambda page: page.get_by_role("heading", name=name, exact=True)


def card(place: str) -> Callable[[Page], None]:
    return lambda page: page.locator("a.row", has_text=place).click()


def asked(question: str) -> Callable[[Page], Locator]:
    return lambda page: page.locator(".q", has_text=question)


def replay_of(title: str) -> Callable[[Page], Locator]:
    return lambda page: page.locator(".replay .title", has_text=title)


FOUR_SIT = "Anna – Ben – Cleo – Dora"
WALK = (
    Stop(
        lambda page: filter_by(page, "Game", "Azul: Master Chocolatier"),
        "/?game=Azul",
        lambda page: page.locator("a.row", has_text="Brno"),
    ),
    Stop(card("Brno"), "/replay?match=four", replay_of(FOUR_SIT)),
    Stop(link("Report of this match"), "/report?match=four", heading("Key moments")),
    Stop(link("Replay"), "/replay?match=four", replay_of(FOUR_SIT)),
    Stop(link("Correct the record"), "mode=correct", lambda page: page.get_by_role("link", name="The play")),
    Stop(link("People"), "/people", heading("People")),
    Stop(link("Games"), "/game", heading("Games")),
    Stop(link("Insights"), "/insights", asked("Who plays most")),
    Stop(link("Which game takes longest?"), "/insights?", asked("At which game does a play take longest")),
    Stop(in_menu("Overview"), "/overview", asked("What was played")),
    Stop(in_menu("Import and export"), "/imports", heading("Import and export")),
    Stop(link("Plays"), "/", heading("Plays")),
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
    page.get_by_role("button", name="Show more").click()
    last = page.locator("a.row").nth(40)
    words = last.inner_text()
    last.click()
    arrived(page, re.compile("/replay"))
    page.go_back()
    arrived(page, re.compile("person="))
    expect(page.locator("a.row").nth(40)).to_have_text(re.compile(r"\s*".join(map(re.escape, words.split()))))
