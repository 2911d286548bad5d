"""The level of a policy is the same against weak and strong opponents, and tells one policy from another.

`ladder_matches.json` holds what players of the ladder lost in reviewed matches, by key of the game: two rungs, and the
points that each lost in ten choices.
"""

import json
from pathlib import Path
from random import Random

import pytest

from eventstore.statistics.intervals import Mean
from eventstore.statistics.levels import Rung, ladder, levels, played_like

RECORDED: dict[str, list[tuple[Rung, Rung, float, float]]] = json.loads(
    (Path(__file__).parent / "ladder_matches.json").read_text()
)

TRIES = 100
MATCHES = 40
OPPONENTS: tuple[Rung, ...] = ("careless", "choose", "quick", "normal")


def known(game: str, own: Rung, opponent: Rung) -> list[tuple[float, float]]:
    """What the one and the other lost in their recorded matches."""
    rows = RECORDED[game]
    return [(one, two) for *pair, one, two in rows if pair == [own, opponent]] + [
        (two, one) for *pair, one, two in rows if pair == [opponent, own]
    ]


def level_of(game: str, own: Rung, opponents: tuple[Rung, ...], rng: Random) -> Mean:
    """The level of one who plays like `own`, where the opponents also play each other."""
    matches = []
    others = [rung for rung in opponents if rung != own]
    for number in range(MATCHES):
        opponent = others[number % len(others)]
        one, two = rng.choice(known(game, own, opponent))
        matches.append({"me": one, opponent: two})
    for one_rung in OPPONENTS:
        for other in OPPONENTS:
            if one_rung < other:
                matches += [dict(zip((one_rung, other), row, strict=True)) for row in known(game, one_rung, other)]
    return levels(matches)["me"]


@pytest.mark.parametrize("game", RECORDED)
@pytest.mark.parametrize("own", ["careless", "choose", "quick"])
def test_a_policy_has_one_level_against_weak_and_strong_opponents(game: str, own: Rung) -> None:
    against_weak = level_of(game, own, ("careless", "choose"), Random(1))
    against_strong = level_of(game, own, ("quick", "normal"), Random(1))
    assert against_weak.low is not None
    assert against_strong.low is not None
    assert max(against_weak.low, against_strong.low) < min(against_weak.high or 0, against_strong.high or 0)


@pytest.mark.parametrize("game", RECORDED)
def test_forty_matches_tell_careless_from_simple_play(game: str) -> None:
    right = 0
    for number in range(TRIES):
        rng = Random(number)
        careless, simple = (level_of(game, own, OPPONENTS, rng) for own in ("careless", "choose"))
        middle = (ladder()[game]["careless"] + ladder()[game]["choose"]) / 2
        right += (careless.value or 0) > middle > (simple.value or 0)
    assert right >= 95


def test_differences_within_matches_make_the_levels_not_how_hard_a_match_was() -> None:
    easy, hard = [{"a": 1.0, "b": 3.0}] * 30, [{"a": 21.0, "b": 23.0}] * 30
    found = levels(easy + hard)
    assert (found["b"].value or 0) - (found["a"].value or 0) == pytest.approx(2, abs=0.1)
    assert found["a"].low is not None
    assert (found["a"].value or 0) - found["a"].low < 0.1, "every match says the same"


def test_rungs_are_those_within_the_interval_or_beside_it() -> None:
    rungs: dict[Rung, float] = {"careless": 50.0, "choose": 30.0, "quick": 12.0, "normal": 8.0}

    def like(low: float, high: float) -> tuple[Rung, Rung] | None:
        return played_like(Mean(9, (low + high) / 2, low, high, few=False), rungs)

    assert like(25, 35) == ("choose", "choose")
    assert like(5, 20) == ("quick", "normal")
    assert like(35, 40) == ("careless", "choose")
    assert (like(60, 70), like(1, 2)) == (None, None), "nothing is claimed beyond the ladder"
    assert played_like(Mean(2, 30.0, 1.0, 59.0, few=True), rungs) is None
