"""Choosing people: one key, one person, and namesakes are two people."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.people import Player
from tests.browser.conftest import arrived, filter_by, idle, serving
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
    titles = page.locator("a.row .t")
    expect(titles).to_have_count(5)
    tags = page.locator("a.chip")
    addresses = []
    for name, games in (("Dorota, 1 play (2)", ["Game 4"]), ("Dorota, 3 plays", ["Game 3", "Game 2", "Game 1"])):
        filter_by(page, "People", name)
        arrived(page, re.compile(r"\?person=\w+$"))
        expect(titles).to_have_text(games)
        expect(tags).to_have_text(["Dorota"])
        assert "Dorota" not in page.url
        addresses.append(page.url)
        tags.click()
        expect(titles).to_have_count(5)
    assert addresses[0] != addresses[1]
    page.go_back()
    expect(titles).to_have_count(3)
    expect(tags).to_have_text(["Dorota"])
    page.goto(addresses[0])
    expect(titles).to_have_text(["Game 4"])


def test_each_namesake_has_an_own_page(page: Page, address: str) -> None:
    page.goto(f"{address}/people")
    links = page.get_by_role("link", name="Dorota", exact=True)
    expect(links).to_have_count(3)
    assert len({link.get_attribute("href") for link in links.all()}) == 3
    links.first.click()
    arrived(page, re.compile(r"person=\w+$"))
    expect(page.locator("a.row .t")).to_have_text(["Game 3", "Game 2", "Game 1"])


def test_a_finger_that_rests_on_a_name_while_the_page_runs_still_taps_it(page: Page, site: str) -> None:
    page.goto(f"{site}/new")
    name = page.locator(".people .pp").nth(2)
    expect(name).to_be_visible()
    idle(page)
    was = name.get_attribute("aria-pressed")
    box = name.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.keyboard.press("r")  # A run that changes nothing.
    idle(page)
    page.mouse.up()
    expect(name).to_have_attribute("aria-pressed", "false" if was == "true" else "true")


def test_a_person_taken_by_a_key_keeps_the_focus(page: Page, site: str) -> None:
    page.goto(f"{site}/new")
    chip = page.locator(".people .pp").first
    expect(chip).to_be_visible()
    idle(page)
    was = chip.get_attribute("aria-pressed")
    chip.focus()
    page.keyboard.press("Enter")
    expect(chip).to_have_attribute("aria-pressed", "false" if was == "true" else "true")
    idle(page)
    expect(chip).to_be_focused()
