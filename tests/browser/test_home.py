"""The home page explains itself: first steps, the match to go on with, all destinations, robots put away."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import arrived, serving, settled
from tests.recorded import records_in

PHONE = {"width": 360, "height": 740}
DESTINATIONS = ("Matches", "People", "Games", "Insights", "Overview", "Import")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.fixture
def empty(browser: Browser, store: Path) -> Iterator[str]:
    with serving(store) as address:
        yield address


def sheet(records: MatchRepository, id: str, names: tuple[str, ...], *, is_over: bool = True) -> None:
    lines = [PointsNoted("final", (9, 1)), WinnersNamed((0,))] if is_over else []
    title = {"title": "Kettle Race" if not id.startswith("demo-") else "Robot Race"}
    records.start(scoresheet, names, *lines, options=title, id=id, played_on="2026-11-01")


def test_an_empty_store_teaches_the_first_steps(page: Page, empty: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(empty)
    expect(page.get_by_text("Partie records matches of tabletop games")).to_be_visible()
    expect(page.get_by_role("heading", name="No matches yet")).to_be_visible()
    settled(page)
    assert "partie " not in page.get_by_test_id("stMain").inner_text(), "no command for a terminal"
    steps = page.locator(".st-key-first-steps")
    steps.get_by_role("link", name="Import").click()
    arrived(page, re.compile("/imports"))
    expect(page.get_by_role("heading", name="Import and export")).to_be_visible()
    page.go_back()
    arrived(page, f"{empty}/")
    steps.get_by_role("link", name="New match").click()
    arrived(page, re.compile("/new"))
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    page.go_back()
    arrived(page, f"{empty}/")
    steps.get_by_role("button", name="Try the demo matches").click()
    expect(page.locator("a.card").first).to_be_visible(timeout=120_000)
    page.get_by_role("link", name="Overview").click()
    expect(page.get_by_text("All matches here are simulated.")).to_be_visible()
    expect(page.get_by_role("heading", name="When")).to_be_visible()


def test_the_newest_open_match_goes_on_at_the_table(page: Page, empty: str, store: Path) -> None:
    records = records_in(store)
    sheet(records, "open", ("Anna", "Ben"), is_over=False)
    sheet(records, "over", ("Anna", "Cleo"))
    page.goto(empty)
    page.get_by_role("link", name="Go on").click()
    expect(page).to_have_url(re.compile(r"/table\?match=open"))


def test_simulated_matches_are_put_away_and_shown_again(page: Page, empty: str, store: Path) -> None:
    records = records_in(store)
    sheet(records, "demo-scoresheet-1", ("Robo Ada", "Robo Bert"))
    sheet(records, "own", ("Anna", "Ben"))
    page.goto(empty)
    expect(page.locator("a.card")).to_have_count(2)
    page.get_by_role("button", name="Put them away").click()
    expect(page.locator("a.card")).to_have_count(1)
    expect(page.locator("a.card .name")).to_have_text(["Anna", "Ben"])
    page.reload()
    expect(page.locator("a.card")).to_have_count(1)
    page.goto(f"{empty}/new")
    expect(page.locator(".person .person-name")).to_have_text(["Anna", "Ben"])  # The robots are not offered.
    expect(page.locator(".person-seat .person-name")).to_have_text([re.compile("Ben"), re.compile("Anna")])
    page.goto(f"{empty}/overview")
    expect(page.get_by_test_id("stMetric").first).to_contain_text("1")
    page.goto(f"{empty}/replay?match=demo-scoresheet-1")
    expect(page.locator(".row[aria-current=step]")).to_be_attached()
    page.goto(empty)
    page.get_by_role("button", name="Show them").click()
    expect(page.locator("a.card")).to_have_count(2)
    page.goto(f"{empty}/overview")
    expect(page.get_by_test_id("stMetric").first).to_contain_text("1")


def test_every_destination_is_in_reach_of_a_thumb(page: Page, site: str) -> None:
    page.set_viewport_size(PHONE)
    for language in ("en", "cs", "ro"):
        page.goto(f"{site}/?lang={language}")
        links = page.locator(".st-key-navigation").get_by_role("link")
        expect(links).to_have_count(len(DESTINATIONS))
        settled(page)
        for link in links.all():
            assert_in_reach(link.bounding_box())
        assert_in_reach(page.locator(".st-key-language select").bounding_box())


def assert_in_reach(box: object) -> None:
    assert isinstance(box, dict)
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    assert box["height"] >= 43.9
