"""The level of a policy is the same against weak and strong opponents, and tells one policy from another.

`ladder_matches.json` holds what players of the ladder lost in reviewed matches, by key of the game: two rungs, and the
points that each lost in ten choices.
"""

import json
from collections.abc import Collection, Iterable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from eventstore.statistics.intervals import Mean
from eventstore.statistics.levels import Rung, levels, played_like

RECORDED: dict[str, list[tuple[Rung, Rung, float, float]]] = json.loads(
    (Path(__file__).parent / "ladder_matches.json").read_text()
)

TRIES = 100
MATCHES = 40
OPPONENTS: Final[tuple[Rung, ...]] = ("careless", "choose", "quick", "normal")


def matches(game: str, rungs: Iterable[Rung] = OPPONENTS) -> list[dict[str, float]]:
    """The recorded matches with one of the rungs at least."""
    return [{one: lost, other: given} for one, other, lost, given in RECORDED[game] if {one, other} & {*rungs}]


def under_another_name(own: Rung, found: Iterable[dict[str, float]]) -> list[dict[str, float]]:
    return [{"me" if rung == own else rung: lost for rung, lost in one.items()} for one in found]


def level_against(game: str, own: Rung, opponents: Collection[Rung]) -> Mean:
    """The level of somebody who plays like `own` against these opponents; all others play each other."""
    mine = [one for one in matches(game, {own}) if {*one} & {*opponents} - {own}]
    return levels(under_another_name(own, mine) + [one for one in matches(game) if own not in one])["me"]


@pytest.mark.parametrize("game", RECORDED)
@pytest.mark.parametrize("own", OPPONENTS)
def test_a_policy_has_one_level_against_weak_and_strong_opponents(game: str, own: Rung) -> None:
    weak, strong = (level_against(game, own, half) for half in (OPPONENTS[:2], OPPONENTS[2:]))
    assert weak.low is not None
    assert strong.low is not None
    assert max(weak.low, strong.low) < min(weak.high or 0, strong.high or 0)


@pytest.mark.parametrize("game", RECORDED)
def test_forty_matches_tell_careless_from_simple_play(game: str) -> None:
    right = 0
    for number in range(TRIES):
        rng = Random(number)
        careless, simple = (
            levels(
                under_another_name(own, rng.choices(matches(game, {own}), k=MATCHES))
                + [one for one in matches(game) if own not in one]
            )["me"]
            for own in ("careless", "choose")
        )
        right += (careless.value or 0) > (simple.value or 0)
    assert right >= 95


def test_differences_within_matches_make_the_levels_not_how_hard_a_match_was() -> None:
    easy, hard = [{"a": 1.0, "b": 3.0}] * 30, [{"a": 21.0, "b": 23.0}] * 30
    found = levels(easy + hard)
    assert (found["b"].value or 0) - (found["a"].value or 0) == pytest.approx(2, abs=0.1)
    assert found["a"].low is not None
    assert found["a"].low > 0


def test_rungs_are_those_within_the_interval_or_beside_it() -> None:
    rungs: dict[Rung, float] = {"careless": 50.0, "choose": 30.0, "quick": 12.0, "normal": 8.0}

    def like(low: float, high: float) -> tuple[Rung, Rung] | None:
        return played_like(Mean(9, (low + high) / 2, low, high, few=False), rungs)

    assert like(25, 35) == ("choose", "choose")
    assert like(5, 20) == ("quick", "normal")
    assert like(35, 40) == ("careless", "choose")
    assert (like(60, 70), like(1, 2)) == (None, None), "nothing is claimed beyond the ladder"
    assert like(10, 55) is None, "three rungs say nothing"
    assert played_like(Mean(2, 30.0, 1.0, 59.0, few=True), rungs) is None
