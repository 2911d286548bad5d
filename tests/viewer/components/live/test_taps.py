"""Draws tapped in as they were dealt, and taps in any order; for laws of taps see `viewer/conformance`."""

from random import Random
from typing import Any

import pytest

from core.game import CHANCE, AnyGame
from core.games import chocolatier, pavilion
from tests.viewer.boards.boards import play
from viewer.boards import Drawable, board_of
from viewer.boards.chance_input import Draws, draws_to_json
from viewer.components.live.taps import following, rest


def test_kept_tiles_are_tapped_in_any_order_and_what_does_not_fit_the_slots_is_told() -> None:
    taps = ("=Pass", "+0/hand/red", "+0/hand/red", "+0/hand/blue")
    assert rest(taps, ("=Pass", "+0/hand/blue", "+0/hand/red")) == ("+0/hand/red",)
    assert rest(taps, ("=Pass", "+0/hand/blue", "+0/hand/blue")) is None
    assert rest(taps, ("+0/hand/blue",)) is None
    assert following(("+a", "+b", "+a")) == ("+a", "+b")
    state = chocolatier.setup(2, chocolatier.Options())
    with pytest.raises(ValueError, match="Fill 5 places, not 1"):
        board_of(chocolatier).drawn(state, [("red",)])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        (chocolatier, 2, {}),
        (chocolatier, 3, {"special_displays": True, "edition": "azul"}),
        (chocolatier, 2, {"wall": "free"}),
        (pavilion, 2, {}),
    ],
    ids=["chocolatier", "special displays", "free wall", "pavilion"],
)
def test_a_deal_can_be_tapped_in(game: AnyGame, seats: int, options: dict[str, Any]) -> None:
    board, rng, dealt = board_of(game), Random(5), 0
    assert isinstance(board, Drawable)
    for state in play(game, seats, game.Options(**options), seed=7, limit=90).states:
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
    """The taps of a person who sees this outcome."""
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
