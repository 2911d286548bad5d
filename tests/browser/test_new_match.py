"""Beginning a match in a real browser: game and options, people and seats, how closely it is recorded, once more."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from core.games import azacru, chocolatier, schokoly, scoresheet
from core.games.scoresheet import PointsNoted, TemplateChosen, WinnersNamed
from core.games.scoresheet.shipped import shipped_for
from core.record_events import Role
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import arrived, idle, serving, settled
from tests.recorded import ODD_NAMES, records_in


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("new") / "matches.db"


@pytest.fixture(scope="module")
def records(store: Path) -> MatchRepository:
    return records_in(store)


@pytest.fixture(scope="module")
def address(browser: Browser, store: Path, records: MatchRepository) -> Iterator[str]:
    with serving(store) as address:
        yield address


def open_page(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}/new")
    page.get_by_role("button", name="Start the match").wait_for()


def seat(page: Page, *names: str) -> None:
    people = page.get_by_role("searchbox", name="Names, known or new")
    expect(people).to_be_visible()
    if page.get_by_role("button", name="Clear").count():  # The people of the last match.
        page.get_by_role("button", name="Clear").click()
        expect(page.get_by_text(re.compile(r"^1\.  "))).to_have_count(0)
    for name in names:
        people.fill(name)
        people.press("Enter")
        expect(page.get_by_text(re.compile(rf"\d\.  {re.escape(name)}"))).to_be_visible()
    idle(page)


def start(page: Page) -> str:
    page.get_by_role("button", name="Start the match").click()
    page.locator(".live-record[data-version]").wait_for()
    return page.url.split("match=")[1].split("&")[0]


def test_options_seats_and_date_are_what_was_chosen(page: Page, address: str, records: MatchRepository) -> None:
    open_page(page, address)
    page.get_by_role("radio", name="Azul", exact=True).click()
    page.get_by_role("radio", name="Free").click()
    page.get_by_text("Special displays").click()
    seat(page, "Anna", "Ben")
    page.get_by_role("button", name="Add a guest").click()
    expect(page.get_by_text("3.  Guest 1")).to_be_visible()
    page.get_by_role("button", name="Move seat 3 up").click()
    expect(page.get_by_text("2.  Guest 1")).to_be_visible()
    page.get_by_text("Date and place").click()
    page.get_by_role("textbox", name="Place").fill("Brno")
    page.get_by_role("textbox", name="Place").press("Enter")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    match = records.match(start(page))
    assert match.names == ("Anna", "Guest 1", "Ben")
    assert match.options == chocolatier.Options("azul", "free", True)
    assert match.header.place == "Brno"
    assert match.header.played_on is not None


def test_the_start_player_can_be_drawn(page: Page, address: str) -> None:
    open_page(page, address)
    seat(page, "Anna", "Ben", "Cleo")
    firsts = set()
    for _ in range(40):
        page.get_by_role("button", name="Draw the start player").click()
        settled(page)
        firsts.add(page.get_by_text(re.compile(r"^1\.  ")).inner_text())
        if len(firsts) > 1:
            break
    assert len(firsts) > 1


def test_points_only_make_a_score_sheet_with_the_name_of_the_game(
    page: Page, address: str, records: MatchRepository
) -> None:
    open_page(page, address)
    page.get_by_role("radio", name="Azacru").click()
    page.get_by_role("radio", name="Final points").click()
    seat(page, "Anna", "Ben")
    match = records.match(start(page))
    assert (match.game, match.names) == (scoresheet, ("Anna", "Ben"))
    assert match.options.title == azacru.TITLE
    expect(page.get_by_role("radio", name="Final points")).to_be_checked()
    page.get_by_label("Anna").first.fill("31")
    page.get_by_label("Ben").first.fill("40")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name=re.compile("Ben wins"))).to_be_visible()


def test_a_known_title_and_four_known_people_take_twelve_taps_and_the_digits(
    page: Page, address: str, records: MatchRepository
) -> None:
    one, other = Player("Dorota", ("bgg:one",)), Player("Dorota", ("bgg:other",))
    final = (PointsNoted("final", (1, 2, 3, 4)), WinnersNamed((3,)))
    for day in (1, 2):
        people = ("Hugo", "Iva", "Jan", one)
        records.start(scoresheet, people, *final, options={"title": "Nine Hills"}, played_on=f"2031-01-0{day}")
    records.start(
        scoresheet, ("Kai", "Leo", "Mia", other), *final, options={"title": "Ten Hills"}, played_on="2032-01-01"
    )
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(address)
    taps = 0

    def tap(role: Literal["button", "link", "radio"], name: str | re.Pattern[str]) -> None:
        nonlocal taps
        page.get_by_role(role, name=name, exact=isinstance(name, str)).click()
        taps += 1

    tap("link", "New match")
    expect(page.get_by_role("radio", name="Ten Hills")).to_be_checked()
    tap("radio", "Nine Hills")
    tap("button", "Clear")
    for name in ("Dorota, 2 plays", "Hugo", "Iva", "Jan"):
        tap("button", name)
    tap("button", "Start the match")
    for place, points in enumerate(("52", "12+7", "−3", "52")):
        if place:
            tap("button", "Next")
        for key in points:
            page.get_by_role("group", name="Number pad").get_by_role("button", name=key, exact=True).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    tap("button", "Save")
    expect(page.get_by_role("heading", name=re.compile("Dorota and Jan win"))).to_be_visible()
    assert taps <= 12
    match = records.match(page.url.split("match=")[1].split("&")[0])
    assert match.now.scores == (52, 19, -3, 52)
    assert records.people().accounts_of(match.header.players[0]) == ("bgg:one",)
    stored = records.store.read(f"matches/{match.id}")
    assert [row.type for row in stored] == ["MatchStarted", "PointsNoted", "WinnersNamed"]
    assert stored[1].idempotency_key == stored[2].idempotency_key, "one write"


def test_what_the_rules_do_not_allow_is_told_and_nothing_begins(
    page: Page, address: str, records: MatchRepository
) -> None:
    before = len(list(records.ids()))
    open_page(page, address)
    page.set_viewport_size({"width": 360, "height": 1500})  # Nothing scrolls between a press and its release.
    page.get_by_role("radio", name="Azacru").click()
    settled(page)  # The depths of a game with rules take the place of those of a score sheet.
    page.get_by_role("radio", name="Every move").click()
    seat(page, "Anna")
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_text("is for 2 to 4 players, not 1.")).to_be_visible()
    page.get_by_role("radio", name="Schokoly").click()
    page.get_by_text("Swaps").click()
    seat(page, "Anna", "Ben")
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_text("Only three players swap cards")).to_be_visible()
    assert len(list(records.ids())) == before


def test_the_last_table_is_remembered_and_starts_again_with_one_tap_one_seat_on(
    page: Page, address: str, records: MatchRepository
) -> None:
    records.start(schokoly, ODD_NAMES, options={"deck": "48"}, played_on="2099-01-01", id="last")
    records.start(azacru, ("Robo Ada", "Robo Bert"), played_on="2099-01-02", id="demo-azacru-1")
    page.goto(address)
    page.get_by_role("link", name="New match").click()
    again = page.get_by_role("button", name=re.compile("Same again"))
    expect(again).to_contain_text('**Zoe** "Z" ')
    expect(page.get_by_role("radio", name="Schokoly")).to_be_checked()
    expect(page.get_by_role("radio", name="48")).to_be_checked()
    expect(page.get_by_text(re.compile(r"^2\.  <script>"))).to_be_visible()
    entries = page.evaluate("history.length")
    again.dblclick()
    page.locator(".live-record[data-version]").wait_for()
    match = records.match(page.url.split("match=")[1])
    assert match.names == (ODD_NAMES[1], ODD_NAMES[0])
    assert match.options == schokoly.Options("48")
    settled(page)
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    arrived(page, f"{address}/new")
    page.get_by_role("button", name=re.compile("Same again")).click()
    page.locator(".live-record[data-version]").wait_for()
    assert not page.url.endswith(match.id), "another match"
    assert len([id for id in records.ids() if records.match(id).game is schokoly]) == 3, "two clicks, one match"


def test_a_finished_match_leads_to_the_next_one_like_it(page: Page, address: str, records: MatchRepository) -> None:
    """Its game, options and people, and how closely it was recorded, whatever was played since."""
    sheet = (PointsNoted("final", (31, 40)), WinnersNamed((1,)))
    records.start(scoresheet, ("Anna", "Ben"), *sheet, options={"title": "Azul"}, played_on="2020-01-01", id="points")
    page.goto(f"{address}/table?match=points")
    page.get_by_role("link", name="Same again").click()
    expect(page.get_by_role("radio", name="Azul", exact=True)).to_be_checked()
    expect(page.get_by_role("radio", name="Final points")).to_be_checked()
    match = records.match(start(page))
    assert match.names == ("Ben", "Anna")
    assert match.options.title == "Azul"


def test_enter_in_the_field_for_people_selects_one(page: Page, address: str, records: MatchRepository) -> None:
    for name in ("Rita", "Ritva", "Margarita"):
        records.start(azacru, (name, "Zeno"), played_on="2000-01-01")
    open_page(page, address)
    seat(page, "Anna", "Ben")
    settled(page)
    people = page.get_by_role("searchbox", name="Names, known or new")
    people.fill("Rit")
    expect(page.locator(".person:not(.add)")).to_have_count(3)
    expect(page.get_by_role("button", name="Add Rit", exact=True)).to_be_visible()
    people.fill("rita")
    people.press("Enter")
    expect(page.get_by_text("3.  Rita")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^4\.  "))).to_have_count(0)


def test_roles_that_the_sheet_names_and_places_without_points_are_recorded(
    page: Page, address: str, records: MatchRepository
) -> None:
    options = {"title": "Terraforming Mars"}
    template = TemplateChosen(shipped_for("Terraforming Mars", None))
    records.start(scoresheet, ("Anna", "Ben"), template, options=options, played_on="2099-12-31")
    open_page(page, address)
    expect(page.get_by_role("radio", name="Terraforming Mars")).to_be_checked()
    seat(page, "Anna", "Ben")
    page.get_by_role("textbox", name="Corporation of Ben").fill("Ecoline")
    page.get_by_role("textbox", name="Corporation of Ben").press("Enter")
    idle(page)
    anna, ben = records.match(start(page)).details.seats or ()
    assert (anna.roles, ben.roles) == ((), (Role("Ecoline", "Corporation"),))
    open_page(page, address)
    page.get_by_role("radio", name="Final points").click()
    seat(page, "Anna", "Ben")
    page.get_by_text("Places without points").click()
    for name, place in (("Anna", "2"), ("Ben", "1")):
        page.get_by_role("spinbutton", name=name).fill(place)
        page.get_by_role("spinbutton", name=name).press("Enter")
        idle(page)
    page.get_by_role("button", name="Save the places").click()
    page.wait_for_url("**/report?match=*")
    match = records.match(page.url.split("match=")[1])
    assert (match.state, match.outcome and match.outcome.winners) == ("finished", (1,))


def test_a_whole_number_is_asked_for_in_a_field(page: Page, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    records = records_in(store)
    with serving(store, Path(__file__).parent / "with_toy_game.py") as address:
        open_page(page, address)
        page.get_by_role("radio", name="Pig").click()
        target = page.get_by_role("spinbutton", name="Target")
        expect(target).to_have_value("100")
        target.fill("0")
        target.press("Enter")
        seat(page, "Anna", "Ben")
        page.get_by_role("button", name="Start the match").click()
        refusal = page.get_by_text("The target is at least one point.")
        expect(refusal).to_be_visible()
        page.keyboard.press("r")  # Run the page again with nothing changed.
        idle(page)
        expect(refusal).to_be_visible()
        target.fill("30")
        target.press("Enter")
        expect(refusal).to_have_count(0)
        idle(page)
        stored = records.store.read(f"matches/{start(page)}")[0]
        assert json.loads(stored.data)["options"] == {"target": 30}
        page.goto(f"{address}/new")
        expect(target).to_have_value("30")
