"""Moves as taps: every legal move can be tapped, no two alike, at places of the board; draws tapped in as dealt."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from core.game import CHANCE, AnyGame
from core.games import azacru, chocolatier, pavilion, schokoly
from tests.boards import play
from viewer.boards import Board, Drawable, Spotted, Tappable, board_of
from viewer.boards.draws import Draws, draws_to_json
from viewer.table.branches import MOST, branch, following, rest

CASES = [
    pytest.param(chocolatier, 2, {}, id="chocolatier"),
    pytest.param(chocolatier, 3, {"special_displays": True, "edition": "azul"}, id="special displays"),
    pytest.param(chocolatier, 2, {"wall": "free"}, id="free wall"),
    pytest.param(pavilion, 2, {}, id="pavilion"),
    pytest.param(azacru, 2, {}, id="azacru"),
    pytest.param(schokoly, 3, {"swaps": True}, id="schokoly"),
]
NAMES = ("Anna", "Ben", "Cleo", "Dora")


def states_of(game: AnyGame, seats: int, options: dict[str, Any], every: int = 5) -> Iterator[Any]:
    match = play(game, seats, game.Options(**options), seed=7, limit=90)
    yield from match.states[::every]


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_different_moves_differ_in_their_taps(game: AnyGame, seats: int, options: dict[str, Any]) -> None:
    board = board_of(game)
    assert isinstance(board, Tappable)
    for state in states_of(game, seats, options):
        moves = list(game.legal_moves(state))
        told = {tuple(sorted(taps)) if taps[0].startswith("+") else taps for taps in map_taps(board, state, moves)}
        assert len(told) == len(moves)


def map_taps(board: Tappable, state: Any, moves: list[Any]) -> list[tuple[str, ...]]:
    return [board.taps(state, move) for move in moves]


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_places_to_tap_are_on_the_board(game: AnyGame, seats: int, options: dict[str, Any]) -> None:
    board = board_of(game)
    assert isinstance(board, Tappable)
    for state in states_of(game, seats, options):
        places = places_on(board, state, seats)
        for move in game.legal_moves(state):
            for tap in board.taps(state, move):
                place = tap.removeprefix("+")
                assert place.startswith("=") or any(f"{id}/".startswith(f"{place}/") for id in places), tap


def places_on(board: Board, state: Any, seats: int) -> set[str]:
    """Ids of places and, so that a search is quick, of all that contain them."""
    ids = {shape.id for panel in board.scene(state, NAMES[:seats]).panels for shape in panel.shapes}
    if isinstance(board, Spotted):
        ids |= {shape.id for shapes in board.spots(state).values() for shape in shapes}
    return {"/".join(parts[:length]) for id in ids if (parts := id.split("/")) for length in range(1, len(parts) + 1)}


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_tapping_leads_to_the_move_and_little_is_sent_on_the_way(
    game: AnyGame, seats: int, options: dict[str, Any]
) -> None:
    board, rng = board_of(game), Random(3)
    assert isinstance(board, Tappable)
    for state in states_of(game, seats, options, every=11):
        moves = list(game.legal_moves(state))
        if not moves:
            continue
        wanted = rng.choice(moves)
        taps = board.taps(state, wanted)
        within: tuple[str, ...] = ()
        for tap in taps:
            offered = branch(game, board, state, within)
            assert len(offered.moves) <= MOST
            next_taps = {each for known, _ in offered.moves for each in following(rest(known, within) or ())}
            assert tap in next_taps | set(offered.openings)
            within = (*within, tap)
        assert (taps, wanted) in branch(game, board, state, within).moves


def test_kept_tiles_are_tapped_in_any_order() -> None:
    taps = ("=Pass", "+0/hand/red", "+0/hand/red", "+0/hand/blue")
    assert rest(taps, ("=Pass", "+0/hand/blue", "+0/hand/red")) == ("+0/hand/red",)
    assert rest(taps, ("=Pass", "+0/hand/blue", "+0/hand/blue")) is None
    assert rest(taps, ("+0/hand/blue",)) is None
    assert following(("+a", "+b", "+a")) == ("+a", "+b")


@pytest.mark.parametrize(
    ("game", "seats", "options"), [case for case in CASES if case.values[0] in (chocolatier, pavilion)]
)
def test_a_deal_can_be_tapped_in(game: AnyGame, seats: int, options: dict[str, Any]) -> None:
    board, rng, dealt = board_of(game), Random(5), 0
    assert isinstance(board, Drawable)
    for state in states_of(game, seats, options, every=1):
        if game.turn(state) != CHANCE:
            continue
        event = game.deal(state, rng)
        tapped = taps_of_deal(board.draws(state), event)
        assert board.drawn(state, tapped) == event
        assert game.refusal(state, board.drawn(state, tapped)) is None
        assert draws_to_json(board.draws(state))["slots"]
        dealt += 1
    assert dealt > 1


def taps_of_deal(draws: Draws, event: Any) -> list[tuple[str, ...]]:
    """What a person would tap who sees this outcome."""
    handfuls = iter(getattr(event, "displays", None) or [event.tiles])
    gold = iter(getattr(event, "specials", ()))
    tapped: list[tuple[str, ...]] = []
    side = ""
    for slot in draws.slots:
        if slot.pool == "displays":
            display, kind, color = next(gold)
            side = f"{kind} {color}" if color else kind
            tapped.append((str(display),))
        elif slot.pool == "gold sides":
            tapped.append((side,))
        elif slot.needs:
            tapped.append((event.extra,) if event.extra else ())
        else:
            tapped.append(tuple(next(handfuls)))
    return tapped


def test_taps_that_do_not_fit_the_slots_are_told() -> None:
    state = chocolatier.setup(2, chocolatier.Options())
    with pytest.raises(ValueError, match="5 places are filled, not 1"):
        board_of(chocolatier).drawn(state, [("red",)])  # type: ignore[attr-defined]
