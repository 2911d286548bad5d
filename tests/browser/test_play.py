"""The page of a play in a real browser: a match of which only points are known."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.games import scoresheet
from core.record_events import DetailsNoted, Role, SeatDetails
from eventstore.matches.repository import MatchRepository
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import arrived, settled
from tests.browser.layout import misplaced
from tests.patience import until
from tests.recorded import records_in

LONG = ("Ana", "Bartoloměj Kratochvíl-Novotný", "Konstantin-Alexandru Popescu")
EIGHT = (*LONG, "Dana", "Eva", "Filip", "Gita", "Hana")
FIELDS = ("Fields", "Pastures", "Grain", "House and family", "Cards", "Unused spaces and more")
PLAYS = ("sheet", "rounds", "final", "together", "teams", "eight", "open", "unknown")
LISTS = ("", "people", "game", "game?game=7+Wonders+of+the+World")
SIZES = ((360, 740), (390, 844), (768, 1024), (1366, 768), (1440, 900))


@pytest.fixture(scope="module")
def records(store: Path) -> Iterator[MatchRepository]:
    records = records_in(store)
    with closing(records.store):
        fill(records)
        yield records


def fill(records: MatchRepository) -> None:
    def play(id: str, names: tuple[str, ...], *lines: str, more: tuple[object, ...] = (), **options: object) -> None:
        events = map(scoresheet.parse, lines)
        records.start(
            scoresheet, names, *events, *more, options=options, played_on="2026-11-21", place="Brno", id=id, minutes=130
        )

    sheet = [f"{label}: {4 + row} {3 - row} {row * row}" for row, label in enumerate(FIELDS)]
    seats = SeatDetails(started=True), SeatDetails(roles=(Role("Orcs", "faction"),)), SeatDetails(new=True)
    play("earlier", LONG, "final: 30 49 12", "wins 1", title="Agricola")
    play("sheet", LONG, *sheet, more=(DetailsNoted(seats=seats), scoresheet.parse("wins 0")), title="Agricola")
    rounds = [f"Round {n}: {10 * (n % 3)} {20 - n} {n}" for n in range(1, 6)]
    play("rounds", LONG, *rounds, "wins 1", title="Skull King")
    play("final", LONG, "final: 58 51 44", "wins 0", title="Kingdomino")
    play("together", LONG, "wins 0 1 2", title="The Crew", cooperative=True)
    play("teams", EIGHT[:4], "final: 3 - 5 -", "wins 2 3", title="Tichu", teams=((0, 1), (2, 3)))
    play("eight", EIGHT, *(f"{label}: 1 2 3 4 5 6 7 8" for label in FIELDS), "wins 7", title="7 Wonders of the World")
    play("open", LONG, "Fields: 4 9 7", title="Agricola")
    play("unknown", LONG, "wins nobody", title="Cluedo")


def show(page: Page, address: str, id: str) -> None:
    page.goto(f"{address}/replay?match={id}")
    expect(page.locator(".play p.answer")).to_be_visible()


def test_a_match_without_moves_is_a_page_and_no_film(page: Page, address: str) -> None:
    show(page, address, "sheet")
    expect(page.get_by_role("heading", name="Agricola")).to_be_visible()
    expect(page.locator(".play .when").first).to_have_text("Sat, Nov 21, 2026·Brno·2 h 10 min")
    expect(page.locator(".stand .seat").first).to_contain_text("Ana")
    expect(page.locator(".stand .pt").first).to_have_text("39")
    expect(page.locator(".stand .rl").first).to_have_text("start player · first win")
    expect(page.locator(".sheet thead th")).to_have_text(["", "Ana", LONG[2], LONG[1]])
    for name in ("Play", "Review", "Guess", "Explore"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    expect(page.locator(".replay, .strip")).to_have_count(0)
    page.locator(".mini").click()
    arrived(page, f"{address}/replay?match=earlier")
    expect(page.locator(".stand .pt").first).to_have_text("49")


@pytest.mark.parametrize("path", [*(f"replay?match={id}" for id in PLAYS), *LISTS])
def test_long_names_and_many_people_fit_every_screen_and_are_for_everybody(page: Page, address: str, path: str) -> None:
    page.goto(f"{address}/{path}")
    expect(page.locator(".play .answer, a.row, tbody tr").first).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert misplaced(page) == [], width
    if path.endswith(("sheet", "rounds", "eight", "together")):
        assert_accessible(page)
        page.emulate_media(color_scheme="dark")
        assert_accessible(page)


def test_a_menu_at_the_foot_of_a_phone_opens_above_its_button(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 780})
    show(page, address, "rounds")
    more = page.locator("details.more > summary:visible")
    more.evaluate("(each) => each.scrollIntoView({ block: 'end' })")
    more.click()
    expect(page.locator("details.more > .menu:visible")).to_be_in_viewport(ratio=1)


def test_the_stepper_shows_how_things_stood(page: Page, address: str) -> None:
    show(page, address, "rounds")
    expect(page.locator(".stepper output span:visible")).to_have_text("after round 5")
    expect(page.get_by_role("button", name="Next round")).to_be_disabled()
    back = page.get_by_role("button", name="Round before")
    back.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".stepper output span:visible")).to_have_text("after round 3")
    expect(page.locator(".after")).to_have_text(
        "Bartoloměj Kratochvíl-Novotný 54, Ana 30, Konstantin-Alexandru Popescu 6"
    )
    expect(page.locator(".sheet tr.later")).to_have_count(2)


def test_a_note_is_written_changed_and_deleted_in_place(page: Page, address: str, records: MatchRepository) -> None:
    show(page, address, "final")
    page.get_by_role("button", name="Add a note").click()
    expect(page.get_by_label("Note")).to_be_focused()
    page.keyboard.type("With the **bigger** table")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".note strong")).to_have_text("bigger")
    page.locator(".note").get_by_role("button", name="Edit").click()
    page.get_by_label("Note").fill("Next time at Ben's")
    page.keyboard.press("Escape")
    expect(page.locator(".note")).to_contain_text("bigger")
    page.locator(".note").get_by_role("button", name="Edit").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".note")).to_have_count(0)
    until(lambda: records.notes("final") == ())


def test_what_comes_next_is_one_tap_away(page: Page, address: str, records: MatchRepository) -> None:
    show(page, address, "teams")
    page.get_by_role("button", name="Share", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("button", name="Picture").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    more = page.get_by_label("More").locator("visible=true")
    more.click()
    expect(page.get_by_role("link", name="Edit details")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Edit details")).to_be_hidden()
    more.click()
    page.get_by_role("button", name="Delete this match").click()
    settled(page)
    page.get_by_role("button", name="Delete", exact=True).click()
    until(lambda: records.match("teams").withdrawal is not None)
    show(page, address, "final")
    page.get_by_role("link", name="Same again").click()
    arrived(page, re.compile("/new"))
    expect(page.get_by_text("Kingdomino").first).to_be_visible()
    page.goto(f"{address}/replay?match=open")
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
