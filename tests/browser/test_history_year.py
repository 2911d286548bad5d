"""The pages that answer a question in a real browser: a year in review, what to play; and an empty store."""

import re
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.repository import MatchRepository
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import arrived, serving, settled
from tests.browser.test_history_people import opened
from tests.recorded import records_in

LAST = date.today().year - 2
"""The newest year with plays; the years after it have none."""

TITLES = ("Azul", "Azul", "Go", "Kettle Race: the Very Long Title of a Game", "<b>Chess</b>")


@pytest.fixture(scope="module")
def records(store: Path) -> MatchRepository:
    records = records_in(store)
    for place, title in enumerate(TITLES * 3):
        year, month = LAST - place % 2, 1 + place % 3
        names = ("Anna", "Ben") if place % 5 else ("Anna", "Ben", "Cilka")
        points = tuple(float(n) for n in range(len(names)))
        records.start(
            scoresheet,
            names,
            PointsNoted("final", points),
            WinnersNamed((len(names) - 1,)),
            options={"title": title},
            played_on=f"{year}-{month:02}-0{1 + place // 3}",
            minutes=30 + place,
            place="Home",
            id=f"m{place}",
        )
    return records


def test_a_year_in_review_is_the_newest_with_plays_and_answers_first(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    opened(page, f"{address}/year")
    expect(page.locator("h1")).to_have_text(re.compile(rf"{LAST}.*in review, .*everybody"))
    expect(page.locator(".answer")).to_contain_text("8 plays of 4 games, 1 more than the year before.")
    expect(page).to_have_title(re.compile(f"^{LAST} in review"))
    expect(page.get_by_role("img", name=re.compile("Plays by month: "))).to_be_visible()
    expect(page.locator(".bars").first.get_by_role("link")).to_have_count(4)
    expect(page.locator("svg.picture")).to_have_attribute("aria-label", re.compile(f"{LAST} in review: 8 plays"))
    assert page.locator(".stPlotlyChart").count() == 0
    settled(page)
    assert_accessible(page)
    page.get_by_role("link", name=str(LAST - 1), exact=True).first.click()
    arrived(page, re.compile(f"year={LAST - 1}"))
    expect(page.locator(".answer")).to_contain_text("7 plays")
    page.get_by_role("button", name="everybody").click()
    page.get_by_role("dialog", name="Person").get_by_role("link", name="Cilka").click()
    arrived(page, re.compile("person="))
    expect(page.locator(".answer")).to_contain_text("Cilka won")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")
    page.go_back()
    expect(page.locator("h1")).to_contain_text("everybody")


def test_a_suggestion_comes_before_a_question(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, f"{address}/suggest")
    expect(page.locator("h1")).to_have_text(re.compile("What shall .*Anna and Ben.* play in .*any time"))
    expect(page.locator(".answer")).to_contain_text("Try <b>Chess</b>: both know it")
    settled(page)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="any time").click()
    page.get_by_role("dialog", name="Time").get_by_role("link", name="20 minutes", exact=True).click()
    arrived(page, re.compile("time=20"))
    expect(page.locator(".answer")).to_contain_text("No game was played by so many people in that time.")
    page.go_back()
    expect(page.locator("h1")).to_contain_text("any time")
    page.locator("a.pp", has_text="Cilka").click()
    arrived(page, re.compile("people="))
    expect(page.locator("h1")).to_contain_text("Anna, Ben and Cilka")
    page.get_by_role("button", name="Anna, Ben and Cilka").press("Enter")
    page.get_by_role("dialog", name="Who is at the table").get_by_role("link", name="2 people").press("Enter")
    arrived(page, re.compile("players=2"))
    expect(page.locator("a.fit").first).to_contain_text("plays")


def test_an_empty_store_says_how_to_begin(page: Page, browser: Browser, tmp_path: Path) -> None:
    records_in(tmp_path / "empty.db")
    with serving(tmp_path / "empty.db") as address:
        for path in ("year", "suggest", "pair", "insights", "overview"):
            opened(page, f"{address}/{path}")
            expect(page.locator(".nothing svg").first).to_be_visible()
            assert_accessible(page)
            page.get_by_role("link", name="New match").last.click()
            arrived(page, re.compile("/new"))
        page.goto("about:blank")
