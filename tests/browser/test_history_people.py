"""Pages of people in a real browser: one person, people head to head, and what may become of everybody."""

import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import arrived, idle, settled
from tests.patience import patience
from tests.recorded import record, records_in

ANNA, BEN, ZOE = "Anna", "Ben", "**Zoe** <img src=x onerror=\"document.title='hit'\">"
POINTS = ((10, 3, 1), (4, 9, 2), (8, 5, 6), (7, 7, 0), (9, 2, 8), (6, 8, 1))
"""Of Anna, Ben and Zoe, match by match; in the last one Anna led until the last round."""


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


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("heading", level=1).wait_for(timeout=patience(60_000))  # The app may have just started.


def test_everybody_is_listed_searched_and_sorted_without_a_mouse(page: Page, address: str) -> None:
    opened(page, f"{address}/people")
    table = page.get_by_role("table", name="People")
    names = table.locator("tbody .called")
    expect(names.first).to_have_text("Anna")
    row = table.get_by_role("row").filter(has_text="Anna")
    expect(row).to_contain_text("7")
    expect(row.get_by_role("img", name="4 of the last 7 won")).to_be_visible()
    page.get_by_role("columnheader", name="Name").get_by_role("button").press("Enter")
    expect(page.get_by_role("columnheader", name="Name")).to_have_attribute("aria-sort", "ascending")
    expect(names).to_have_count(7)
    expect(names.nth(1)).to_have_text("Anna")  # After the stars of the odd name.
    page.get_by_role("searchbox", name="Find a person").fill("maly")
    expect(names).to_have_text(["Honza Maly", "Honza Malý"])
    page.get_by_role("searchbox", name="Find a person").fill("nobody at all")
    expect(page.get_by_text("Nobody has this name.")).to_be_visible()
    page.get_by_role("searchbox", name="Find a person").fill("anna")
    table.get_by_role("link", name="Anna").press("Enter")
    arrived(page, re.compile(r"/person\?person="))
    page.go_back()
    expect(page.get_by_role("columnheader", name="Name")).to_have_attribute("aria-sort", "ascending")
    assert page.title() != "hit"


@pytest.mark.parametrize("path", ["people", "game"])
def test_a_list_fits_a_phone_and_its_order_is_chosen_from_a_menu(page: Page, address: str, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.emulate_media(color_scheme="dark")
    opened(page, f"{address}/{path}")
    page.get_by_role("combobox", name="Sort").select_option("Last played first")
    expect(page.locator("tbody tr").first).to_contain_text("Azul" if path == "game" else "Anna")
    assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= 360


def test_a_person_is_answered_first_and_only_the_open_tab_is_there(
    page: Page, address: str, records: MatchRepository
) -> None:
    anna = records.people().named(ANNA)[0]
    opened(page, f"{address}/person?person={anna}")
    expect(page.get_by_text("Anna wins 4 of 7 plays")).to_be_visible()
    expect(page.locator(".fig b")).to_have_text(["7", "4", re.compile(r"\+\d+")])
    expect(page.get_by_text("3 more plays make it 10")).to_be_visible()
    expect(page.locator(".row")).to_have_count(7)
    expect(page.locator(".row .me").first).to_contain_text("Anna")
    expect(page.get_by_role("img", name="Plays in the twelve months: 7 on 7 days")).to_be_visible()
    expect(page).to_have_title(re.compile("^Anna"))
    assert page.locator(".stPlotlyChart").count() == 0
    tabs = page.get_by_role("navigation", name="Anna")
    tabs.get_by_role("link", name="Games").click()
    arrived(page, re.compile("tab=games"))
    expect(page.get_by_role("table", name="Games").locator("tbody tr")).to_have_count(2)
    expect(page.get_by_role("heading", name="Where the points come from")).to_be_visible()
    expect(page.locator(".row")).to_have_count(0)
    assert_accessible(page)
    tabs.get_by_role("link", name="Progress").click()
    arrived(page, re.compile("tab=progress"))
    expect(page.get_by_role("img", name=re.compile("^Rating ")).first).to_be_visible()
    page.get_by_text("Records", exact=True).click()
    record = page.get_by_role("row", name="Kettle Race Best points").get_by_role("link")
    expect(record).to_have_attribute("href", re.compile("match=race0&at=4"))
    tabs.get_by_role("link", name="Opponents").click()
    arrived(page, re.compile("tab=opponents"))
    zoe = page.get_by_role("row").filter(has_text="Zoe")
    expect(zoe).to_contain_text("6")
    zoe.get_by_role("link", name="Head to head").click()
    arrived(page, re.compile(f"/pair.*people={anna}(,|%2C)"))
    assert page.title() != "hit"


def test_head_to_head_answers_before_anything_is_asked(page: Page, address: str, records: MatchRepository) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    opened(page, f"{address}/pair")
    expect(page.locator("h1")).to_have_text(re.compile("Anna.*and.*Ben.*who is ahead"))
    expect(page.locator(".answer")).to_have_text(re.compile("leads|level"))
    expect(page.get_by_text("7 plays together")).to_be_visible()
    expect(page).to_have_title(re.compile("^Anna and Ben"))
    page.get_by_role("button", name="Add a person", exact=True).click()
    page.get_by_role("dialog", name="Add a person").get_by_role("link", name=ZOE).click()
    arrived(page, re.compile("people="))
    expect(page.locator(".seat .pt")).to_have_text(["3", "2", "0"])
    expect(page.locator(".answer")).to_have_text("Anna finished before all the others most often, 3 times.")
    page.reload()
    expect(page.locator(".seat .pt")).to_have_text(["3", "2", "0"])
    page.get_by_role("link", name="Points", exact=True).click()
    arrived(page, re.compile("counted=points"))
    expect(page.get_by_text("Points above the mean of the others, added up.")).to_be_visible()
    expect(page.get_by_text("Ben was 5 behind after round 1 and won (Nov 6, 2026).")).to_be_visible()
    assert page.locator(".stPlotlyChart").count() == 0
    assert page.title() != "hit"
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(page)
    page.get_by_role("link", name="All 6 plays").click()
    expect(page.locator("a.row")).to_have_count(6)
    page.go_back()
    page.get_by_role("link", name="Show this moment").click()
    expect(page).to_have_url(re.compile(r"/replay\?match=race5&at=2"))


def test_head_to_head_of_one_person_is_beside_the_most_frequent_companion(page: Page, address: str) -> None:
    opened(page, f"{address}/person")
    opened(page, f"{address}/pair?people=nobody")
    expect(page.get_by_text("“nobody”, which is not known here")).to_be_visible()
    expect(page.locator(".seat")).to_have_count(2)


def test_people_are_added_merged_told_apart_renamed_linked_and_forgotten(page: Page, address: str, store: Path) -> None:
    opened(page, f"{address}/people")
    page.get_by_text("Add a person").click()
    page.get_by_role("textbox", name="Name").fill("Filip")
    page.get_by_role("textbox", name="Name").press("Enter")
    expect(page.get_by_text("Filip is added.")).to_be_visible()
    expect(page.get_by_role("link", name="Filip")).to_be_visible()
    page.get_by_text("One person or two?").click()
    page.locator(".st-key-suggested-0").get_by_role("button", name="One person").click()
    expect(page.get_by_text("They are now one person: Honza Mal")).to_be_visible()
    idle(page)
    if not page.locator(".st-key-suggested-0").is_visible():
        page.get_by_text("One person or two?").click()
    page.locator(".st-key-suggested-0").get_by_role("button", name="Two people").click()
    expect(page.get_by_text("you will not be asked again")).to_be_visible()
    expect(page.get_by_text("One person or two?")).to_have_count(0)
    page.get_by_role("link", name=re.compile("Zoe")).first.click()
    arrived(page, re.compile(r"/person\?person="))
    page.get_by_role("link", name="Edit").click()
    arrived(page, re.compile("tab=edit"))
    page.get_by_label("Account in another app").fill("bgg:Zoe77")
    page.get_by_role("button", name="Link").click()
    expect(page.get_by_text("Linked: BoardGameGeek: zoe77")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Zora")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_text("is now called Zora")).to_be_visible()
    idle(page)
    page.get_by_text("Forget this person").click()
    forget = page.get_by_role("button", name="Forget", exact=True)
    expect(forget).to_be_disabled()
    idle(page)  # A fold that opens asks for a run, in which a tap may be lost.
    page.get_by_text("I want to forget Zora permanently.").click()
    expect(forget).to_be_enabled()
    assert_accessible(page)
    forget.click()
    expect(page.get_by_text("The store no longer contains the name or an account")).to_be_visible()
    left = store.read_bytes() + store.with_name("matches.db-wal").read_bytes()
    assert b"Zora" not in left
    assert b"zoe77" not in left
    assert b"onerror" not in left


AZUL = "Azul: Master Chocolatier"


def test_a_game_is_told_and_shows_its_board_and_its_records(page: Page, site: str) -> None:
    page.goto(f"{site}/game?game={AZUL}")
    expect(page.get_by_role("heading", level=1)).to_have_text(AZUL)
    expect(page.locator(".fig b").first).to_have_text("1")
    tabs = page.get_by_role("navigation", name=AZUL)
    tabs.get_by_role("link", name="Board").click()
    arrived(page, re.compile("tab=board"))
    board = page.locator("img.board-map")
    expect(board).to_have_attribute("alt", re.compile("^In percent of 4 boards; most often row"))
    assert board.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") > 300
    assert_accessible(page)
    page.get_by_role("link", name="How many points").click()
    arrived(page, re.compile("map=points"))
    expect(board).to_have_attribute("alt", re.compile("^Mean points when a space is filled; most row"))
    tabs.get_by_role("link", name="Points").click()
    arrived(page, re.compile("tab=points"))
    page.get_by_text("Records", exact=True).click()
    page.get_by_role("region", name=re.compile("Records")).get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"/replay\?match=four&at="))
