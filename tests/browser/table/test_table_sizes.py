"""The table at every size: lit places are in view after the first tap, texts are legible, nothing is cut."""

from typing import Any

import pytest
from playwright.sync_api import Page

from core.game import AnyGame
from core.games import azacru, chocolatier, pavilion, schokoly
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import TWO_FRAMES
from tests.recorded import FOUR, record
from tests.viewer.boards.boards import play

GAMES: list[tuple[AnyGame, int, int]] = [
    (chocolatier, 4, 22),
    (chocolatier, 2, 30),
    (pavilion, 2, 5),
    (pavilion, 4, 9),
    (azacru, 2, 9),
    (azacru, 4, 12),
    (schokoly, 2, 14),
    (schokoly, 4, 20),
]
"""Game, seats, and the number of events after which the table is looked at."""

PHONES = [(360, 740), (390, 844)]
LAPTOPS = [(1366, 768), (1440, 900)]

IN_VIEW = """(root) => {
    const bottom = root.querySelector(".dock").getBoundingClientRect().top;
    return [...root.querySelectorAll(".target")].filter((target) => {
        const box = target.getBoundingClientRect();
        return box.width && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= bottom;
    }).length;
}"""
"""The lit places that are whole in the window and not under the dock."""

SMALLEST = """(root) => [...root.querySelectorAll(".surface text")].map((text) => {
    const scale = text.getScreenCTM();
    if (!text.getBoundingClientRect().width) return 99;
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(scale.a, scale.b);
}).reduce((least, size) => Math.min(least, size), 99)"""
"""The size of the smallest text of the boards as rendered."""

CUT = """(root) => [...root.querySelectorAll(".surface figure")].filter((figure) => {
    const { left, right, width } = figure.getBoundingClientRect();
    return width && (left < 0 || right > innerWidth || figure.scrollWidth > figure.clientWidth + 1);
}).length + Number(document.documentElement.scrollWidth > innerWidth)"""


def opened(page: Page, address: str, kind: str, match: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/live/{match}" if kind == "live" else f"{address}/table?match={match}")
    page.locator(".live-record[data-version]").wait_for()
    page.locator(".target, .chip").first.wait_for()


def measured(page: Page, how: str) -> float:
    page.evaluate(TWO_FRAMES)
    return float(page.locator(".live-record").evaluate(how))


def tap_first(page: Page) -> None:
    (page.locator(".target > .hit") if page.locator(".target").count() else page.locator(".chip")).first.click()


@pytest.mark.parametrize(("game", "seats", "events"), GAMES, ids=[f"{game.KEY}-{seats}" for game, seats, _ in GAMES])
def test_after_the_first_tap_a_lit_place_is_in_view_and_the_dock_is_low(
    page: Page, address: str, records: MatchRepository, game: AnyGame, seats: int, events: int
) -> None:
    match = record(records, f"{game.KEY}-{seats}", game, FOUR[:seats], 3, events=events).id
    is_small = seats == 2  # One component draws the table of both pages: each is seen at a phone and a laptop.
    for size, kind in ((PHONES[is_small], "live"), (LAPTOPS[is_small], "table")):
        opened(page, address, kind, match, size)
        for _ in range(2):
            least = 11 if size in PHONES else 9
            assert measured(page, SMALLEST) >= least, size
            tap_first(page)
            lit = page.locator(".target").count()
            assert lit == 0 or measured(page, IN_VIEW) > 0, size
            if not lit:
                break
        if size in LAPTOPS:
            assert page.locator(".dock").bounding_box()["height"] <= 96  # type: ignore[index]
            boards = page.locator(".boards .panel").evaluate_all("all => all.map((one) => one.getBoundingClientRect())")
            assert all(box["top"] >= 0 and box["bottom"] <= size[1] - 90 for box in boards)
            assert measured(page, CUT) == 0


@pytest.fixture(scope="module")
def placing(records: MatchRepository) -> list[str]:
    """Matches of Summer Pavilion in which somebody places from hands of various sizes."""
    return [hand(records, seed, tiles) for seed, tiles in ((5, 99), (7, 99), (8, 6), (9, 2))]


def hand(records: MatchRepository, seed: int, tiles: int) -> str:
    """A match up to the largest hand of at most so many tiles from which somebody places."""
    played = play(pavilion, 2, pavilion.Options(), seed, 400)
    match = records.start(pavilion, FOUR[:2], *played.events, id=f"whole-{seed}")
    best = max(
        (frame for frame in match.frames if 0 < held(match, frame) <= tiles), key=lambda frame: held(match, frame)
    )
    events = [entry.event for entry in match.log[1:] if entry.version <= best.version]
    return records.start(pavilion, FOUR[:2], *events, id=f"hand-{seed}").id


def held(match: Match, frame: Any) -> int:
    state = frame.state
    return sum(state.boards[state.seat].hand) if state.phase == "place" else 0


@pytest.mark.parametrize(("kind", "size"), [("live", PHONES[0]), ("table", PHONES[1])])
def test_who_places_on_a_phone_sees_the_own_board_and_nothing_is_cut(
    page: Page, address: str, placing: list[str], size: tuple[int, int], kind: str
) -> None:
    for match in placing:
        opened(page, address, kind, match, size)
        board = page.locator(".seats .mine")
        assert measured(page, CUT) == 0, match
        for at in range(page.locator(".target").count()):
            box, dock = board.bounding_box(), page.locator(".dock").bounding_box()
            assert box is not None
            assert dock is not None
            assert box["y"] >= 0
            assert dock["y"] - box["y"] > 150
            page.locator(".target > .hit").nth(at).click()
            assert measured(page, CUT) == 0, (match, at)
            assert page.locator(".target").count() == 0 or measured(page, IN_VIEW) == page.locator(".target").count()
            page.get_by_role("button", name="Back", exact=True).click()
