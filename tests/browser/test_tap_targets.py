"""Every target of the table is large enough for a finger on a narrow phone, in all games and phases."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from core.game import AnyGame
from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from eventstore.matches.repository import MatchRepository
from tests.recorded import FOUR, record

FINGER = 44
"""The least width and height of a target, in pixels."""

MOMENTS: list[tuple[AnyGame, int, dict[str, Any], tuple[int, ...]]] = [
    (chocolatier, 2, {}, (0, 1, 9, 400)),
    (chocolatier, 4, {"edition": "azul"}, (6,)),
    (chocolatier, 3, {"special_displays": True}, (0, 7)),
    (chocolatier, 2, {"wall": "free"}, (28,)),
    (pavilion, 2, {}, (0, 5, 40, 60)),
    (pavilion, 4, {"board": "variant"}, (9, 60)),
    (azacru, 2, {}, (0, 40)),
    (azacru, 4, {}, (33,)),
    (schokoly, 2, {}, (0, 1, 14)),
    (schokoly, 3, {"swaps": True}, (12, 20)),
    (scoresheet, 4, {}, (0,)),
]
"""Game, seats, options, and the numbers of events after which the table is measured."""


@pytest.mark.parametrize(
    ("game", "seats", "options", "moments"),
    MOMENTS,
    ids=[" ".join([game.KEY, str(seats), *options]) for game, seats, options, _ in MOMENTS],
)
def test_every_target_has_room_for_a_finger(
    page: Page,
    address: str,
    records: MatchRepository,
    game: AnyGame,
    seats: int,
    options: dict[str, Any],
    moments: tuple[int, ...],
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for events in moments:
        id = "-".join([game.KEY, str(seats), *options, str(events)])
        record(records, id, game, FOUR[:seats], 3, options=options, events=events)
        page.goto(f"{address}/table?match={id}")
        page.locator(".live-record[data-version]").wait_for()
        assert small_targets(page) == [], id
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        while page.locator(".chip, .hit").count() and not can_confirm(page):
            places = page.locator(".hit")
            taps = places if places.count() else page.locator(".chip")
            taps.nth(taps.count() // 2).click()
            page.locator(".chip, .hit, [data-command=confirm]:enabled").first.wait_for()
            assert small_targets(page) == [], id
    page.get_by_role("button", name="More").click()
    assert small_targets(page) == []


@pytest.mark.prints("422")
def test_a_message_shows_beside_the_footer_and_leaves_confirm_free(
    page: Page, address: str, records: MatchRepository
) -> None:
    record(records, "told", chocolatier, FOUR[:2], 3, events=1)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{address}/table?match=told")
    line = page.get_by_role("textbox", name="Type a move")
    line.fill("A: 2 brown > 9")
    line.press("Enter")
    message = page.locator(".live-record .message")
    expect(message).to_contain_text("There is no brown tile")
    expect(message).to_be_in_viewport(ratio=1)
    for _ in range(2):
        page.locator(".hit").first.click()
    expect(message).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator(".live-record")).to_have_attribute("data-version", "3")


def test_the_whole_board_of_azacru_is_in_sight(page: Page, address: str, records: MatchRepository) -> None:
    record(records, "whole", azacru, FOUR, 3, events=0)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}/table?match=whole")
    for corner in ("a1", "a9", "i1", "i9"):
        expect(page.locator(f".shared [data-id='{corner}']")).to_be_in_viewport(ratio=1)


def can_confirm(page: Page) -> bool:
    button = page.locator("[data-command=confirm]")
    return button.is_visible() and button.is_enabled()


def small_targets(page: Page) -> list[object]:
    """Name, width and height of the targets that are too small, and of those that lie over another one."""
    return page.evaluate(SMALL, FINGER)


SMALL = """(finger) => {
    const root = document.querySelector(".live-record") ?? [...document.querySelectorAll("*")]
        .flatMap(({ shadowRoot }) => shadowRoot ? [shadowRoot.querySelector(".live-record")] : []).find(Boolean);
    const inLabel = ".winner input, .depth input";  // The label is the target.
    const shown = [...root.querySelectorAll(".hit, button, a, input, select, textarea, summary, .winner, .depth label")]
        .filter((one) => one.getClientRects().length && !one.matches(inLabel))
        .filter((one) => !root.querySelector("dialog[open]") || one.closest("dialog[open]"));
    const nameOf = (one) => one.parentElement.dataset.tap ?? `${one.className} ${one.textContent.slice(0, 30)}`;
    const small = shown.map((one) => [nameOf(one), one.getBoundingClientRect()])
        .filter(([, { width, height }]) => width && Math.min(width, height) < finger - 0.1)
        .map(([name, { width, height }]) => [name, width, height]);
    const hits = [...root.querySelectorAll(".hit")]
        .map((one) => [one.parentElement.dataset.tap, one.getBoundingClientRect()]);
    const over = hits.flatMap(([tap, one], at) => hits.slice(0, at)
        .filter(([other, two]) => other !== tap && Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1
            && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1)
        .map(([other]) => [tap, other]));
    return [...small, ...over];
}"""
