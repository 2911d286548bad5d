"""Choosing people: one key, one person, and namesakes are two people."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.people import Player
from tests.browser.conftest import arrived, choose, idle, serving
from tests.recorded import records_in

LAST, FIRST, BUSY = (Player("Dorota", (f"bgg:dorota{number}",)) for number in range(3))
"""Namesakes: the first two play once each, the third three times."""


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    store = tmp_path_factory.mktemp("namesakes") / "matches.db"
    records = records_in(store)
    for day, player in enumerate((BUSY, BUSY, BUSY, FIRST, LAST), start=1):
        options = {"title": f"Game {day}"}
        records.start(
            scoresheet,
            (player, Player("Anna")),
            PointsNoted("Points", (day, 9)),
            WinnersNamed((1,)),
            played_on=f"2026-01-0{day}",
            options=options,
        )
    with serving(store) as address:
        yield address


def test_namesakes_are_told_apart_in_the_filter_and_their_addresses(page: Page, address: str) -> None:
    page.goto(address)
    titles = page.locator("a.card .title")
    expect(titles).to_have_count(5)
    tags = page.locator("[data-tag-index]")
    addresses = []
    for name, games in (("Dorota, 1 play (2)", ["Game 4"]), ("Dorota, 3 plays", ["Game 3", "Game 2", "Game 1"])):
        choose(page, "People", name)
        arrived(page, re.compile(r"\?person=\w+$"))
        expect(titles).to_have_text(games)
        expect(tags).to_have_text([name])
        assert "Dorota" not in page.url
        addresses.append(page.url)
        page.keyboard.press("Escape")
        idle(page)
        page.get_by_role("combobox", name="People").press("Backspace")
        expect(titles).to_have_count(5)
    assert addresses[0] != addresses[1]
    page.go_back()
    expect(titles).to_have_count(3)
    expect(tags).to_have_text(["Dorota, 3 plays"])
    page.goto(addresses[0])
    expect(titles).to_have_text(["Game 4"])


def test_an_older_address_with_names_selects_the_same_people(page: Page, address: str) -> None:
    page.goto(f"{address}/?person=anna&person=Dorota")
    expect(page.locator("a.card .title")).to_have_text(["Game 5"])
    expect(page.locator("[data-tag-index]")).to_have_text(["Anna", "Dorota, 1 play (1)"])
    page.goto(f"{address}/?person=Nobody")
    expect(page.get_by_text("“Nobody”, which is not known here")).to_be_visible()
    expect(page.locator("a.card .title")).to_have_count(5)


@pytest.mark.parametrize(("path", "box", "key"), [("person", "Person", "person"), ("people", "Person", "who")])
def test_each_namesake_has_an_own_page(page: Page, address: str, path: str, box: str, key: str) -> None:
    addresses = set()
    for name in ("Dorota, 1 play (1)", "Dorota, 1 play (2)", "Dorota, 3 plays"):
        page.goto(f"{address}/{path}")
        choose(page, box, name)
        arrived(page, re.compile(rf"{key}=\w+$"))
        addresses.add(page.url)
    assert len(addresses) == 3


def test_enter_picks_one_person_and_never_several_in_a_filter(page: Page, site: str) -> None:
    page.goto(site)
    people = page.get_by_test_id("stMultiSelect")
    tags = people.locator("[data-tag-index]")
    expect(people).to_be_visible()
    idle(page)
    people.get_by_role("combobox").press_sequentially("n")
    expect(page.get_by_role("option").nth(1)).to_be_visible()
    expect(page.get_by_role("option", name="Select")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(tags).to_have_count(1)
    idle(page)
    expect(tags).to_have_count(1)


@pytest.mark.parametrize("path", ["new", "pair"])
def test_enter_takes_the_name_as_typed_once(page: Page, site: str, path: str) -> None:
    page.goto(f"{site}/{path}")
    search = page.get_by_role("searchbox")
    pressed = page.locator(".person[aria-pressed=true]")
    expect(search).to_be_visible()
    idle(page)
    if page.get_by_role("button", name="Clear", exact=True).count():  # The people of the last match.
        page.get_by_role("button", name="Clear", exact=True).click()
    search.fill("ben")
    search.press("Enter")
    expect(pressed).to_have_count(1)
    search.fill("ben")
    search.press("Enter")
    expect(page.get_by_text("ben is chosen already.")).to_be_visible()
    idle(page)
    search.fill("")
    expect(pressed).to_have_count(1)


def test_a_finger_that_rests_on_a_name_while_the_page_runs_still_taps_it(page: Page, site: str) -> None:
    page.goto(f"{site}/pair")
    names = page.locator(".person")
    expect(names.nth(2)).to_be_visible()
    idle(page)
    names.nth(0).click()
    box = names.nth(1).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(page).to_have_url(re.compile("people="))
    page.keyboard.press("r")  # A run that changes nothing.
    idle(page)
    page.mouse.up()
    expect(page.locator(".person[aria-pressed=true]")).to_have_count(2)


def test_a_person_taken_by_a_key_keeps_the_focus(page: Page, site: str) -> None:
    page.goto(f"{site}/new")
    chip = page.locator(".person").first
    expect(chip).to_be_visible()
    idle(page)
    was = chip.get_attribute("aria-pressed")
    chip.focus()
    page.keyboard.press("Enter")
    expect(chip).to_have_attribute("aria-pressed", "false" if was == "true" else "true")
    idle(page)
    expect(chip).to_be_focused()
