"""Pages of people in a real browser: one person, people head to head, and what may become of everybody."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import arrived, idle, serving
from tests.recorded import record, records_in

ANNA, BEN, ZOE = "Anna", "Ben", "**Zoe** <img src=x onerror=\"document.title='hit'\">"
POINTS = ((10, 3, 1), (4, 9, 2), (8, 5, 6), (7, 7, 0), (9, 2, 8), (6, 8, 1))
"""Of Anna, Ben and Zoe, match by match; in the last one Anna led until the last round."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("history") / "matches.db"


@pytest.fixture(scope="module")
def records(store: Path) -> MatchRepository:
    records = records_in(store)
    records.people_repository.seat(
        [Player("Honza Malý"), Player("Honza Maly"), Player("Petra Nová"), Player("Petra Novák")]
    )
    for place, points in enumerate(POINTS):
        won = tuple(seat for seat in range(3) if points[seat] == max(points))
        sheet = [PointsNoted("final", points), WinnersNamed(won)]
        if place == len(POINTS) - 1:
            sheet[:1] = [PointsNoted("Round 1", (5, 0, 1)), PointsNoted("Round 2", (1, 8, 0))]
        day = str(date(2026, 11, 1) + timedelta(days=place))
        names = (ANNA, BEN, ZOE)
        records.start(scoresheet, names, *sheet, options={"title": "Kettle Race"}, played_on=day, id=f"race{place}")
    record(records, "whole", chocolatier, (ANNA, BEN), 5, played_on="2026-11-12")
    return records


@pytest.fixture(scope="module")
def site(browser: Browser, records: MatchRepository, store: Path) -> Iterator[str]:
    with serving(store) as address:
        yield address


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("heading", level=1).wait_for(timeout=60_000)  # The app may have just started.


def test_a_person_is_told_and_every_figure_leads_to_its_matches(
    page: Page, site: str, records: MatchRepository
) -> None:
    anna = records.people().named(ANNA)[0]
    opened(page, f"{site}/person?person={anna}")
    expect(page.locator("dl.figures .value").first).to_have_text("7")
    expect(page.locator(".ribbon li")).to_have_count(7)
    expect(page.locator(".ribbon .won")).to_have_count(4)
    expect(page.get_by_role("link", name="Nov 1, 2026, Kettle Race, won, place 1 of 3")).to_be_visible()
    expect(page.get_by_text("Share of wins by game.")).to_be_visible()
    expect(page.get_by_role("heading", name="Records")).to_be_visible()
    record = page.get_by_role("row", name="Kettle Race Best points").get_by_role("link")
    expect(record).to_have_attribute("href", re.compile("match=race0&at=3"))
    assert_accessible(page)
    mark = page.locator(".st-key-chart-by-players .scatterlayer .trace").first.locator("path.point").nth(1)
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".st-key-chart-by-players .hoverlayer .hovertext")).to_be_attached()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    listed = page.locator(".st-key-by-players-matches").get_by_role("link")
    expect(listed).to_have_count(6)
    page.get_by_role("link", name=f"Head to head with {ZOE[:7]}").first.click()
    arrived(page, re.compile(f"/pair.*people={anna}(,|%2C)"))
    expect(page.get_by_role("heading", name="Head to head")).to_be_visible()
    expect(page.locator("dl.figures .value")).to_have_text(["6", "0"])
    assert page.title() != "hit"


def test_people_are_chosen_and_their_address_can_be_sent(page: Page, site: str, records: MatchRepository) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    opened(page, f"{site}/pair")
    expect(page.get_by_text("Choose two or more people.")).to_be_visible()
    for name in (ANNA, BEN, ZOE):  # Without a pause: a tap is not undone by the address that follows an earlier one.
        page.get_by_role("group", name="Two to six people").get_by_role("button", name=name, exact=True).click()
    expect(page.locator("dl.figures .value")).to_have_text(["3", "2", "0"])
    expect(page.get_by_text("How often each of them finished before all the others")).to_be_visible()
    page.reload()
    expect(page.locator("dl.figures .value")).to_have_text(["3", "2", "0"])
    page.get_by_role("radio", name="Points").click()
    expect(page.get_by_text("the sum of the points above the mean")).to_be_visible()
    expect(page.get_by_text("Ben was 5 behind after round 1 and won (Nov 6, 2026).")).to_be_visible()
    idle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(page)
    page.get_by_role("link", name="Show this moment").click()
    expect(page).to_have_url(re.compile(r"/replay\?match=race5&at=2"))


def test_people_are_merged_told_apart_renamed_linked_and_forgotten(page: Page, site: str, store: Path) -> None:
    opened(page, f"{site}/people")
    expect(page.get_by_role("heading", name="One person or two?")).to_be_visible()
    assert_accessible(page)
    page.locator(".st-key-suggested-0").get_by_role("button", name="One person").click()
    expect(page.get_by_text("They are now one person: Honza Mal")).to_be_visible()
    page.locator(".st-key-suggested-0").get_by_role("button", name="Two people").click()
    expect(page.get_by_text("you will not be asked again")).to_be_visible()
    expect(page.get_by_role("heading", name="One person or two?")).to_have_count(0)
    idle(page)  # A run would close the list again.
    page.get_by_role("combobox", name="Person").fill("Zoe")
    page.get_by_role("option", name="Zoe").click()
    page.get_by_label("Account in another app").fill("bgg:Zoe77")
    page.get_by_role("button", name="Link").click()
    expect(page.get_by_text("Linked: BoardGameGeek: zoe77")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Zora")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_text("is now called Zora")).to_be_visible()
    page.get_by_text("Forget this person").click()
    forget = page.get_by_role("button", name="Forget", exact=True)
    expect(forget).to_be_disabled()
    page.get_by_text("I want to forget Zora permanently.").click()
    expect(forget).to_be_enabled()
    assert_accessible(page)
    forget.click()
    expect(page.get_by_text("The store no longer contains the name or an account")).to_be_visible()
    left = store.read_bytes() + store.with_name("matches.db-wal").read_bytes()
    assert b"Zora" not in left
    assert b"zoe77" not in left
    assert b"onerror" not in left
