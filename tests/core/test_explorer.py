"""Features of a match agree with its tables and its points."""

from random import Random
from typing import Any

import pytest

from core.explorer import FEATURES
from core.game import CHANCE, Gain
from core.games import chocolatier, find, pavilion


def whole(key: str, seats: int, seed: int, **options: object) -> tuple[list[Any], list[Gain]]:
    """All states of a simulated match, and all its gains."""
    game, rng = find(key), Random(seed)
    states, gains = [game.setup(seats, game.Options(**options))], list[Gain]()
    while (turn := game.turn(states[-1])) is not None:
        event = game.deal(states[-1], rng) if turn == CHANCE else game.choose(states[-1], rng)
        gains += [gain for step in game.story(states[-1], event) for gain in step.gains]
        states.append(game.evolve(states[-1], event))
    return states, gains


@pytest.mark.parametrize("key", FEATURES)
def test_every_seat_has_the_same_features_in_whole_numbers(key: str) -> None:
    first, *others = FEATURES[key](*whole(key, 3, 1))
    assert all(each.keys() == first.keys() for each in others)
    assert all(value is None or (isinstance(value, int) and value >= 0) for value in first.values())


def test_azul_walls_rows_and_the_round_of_the_first_column() -> None:
    for seed, wall in ((1, "colored"), (2, "free")):
        states, gains = whole("chocolatier", 2, seed, wall=wall)
        for seat, found in enumerate(FEATURES["chocolatier"](states, gains)):
            tiles = states[-1].boards[seat].wall
            full = [column for column in zip(*tiles, strict=True) if None not in column]
            assert (found["columns"], found["rounds"]) == (len(full), states[-1].round)
            assert found["rows"] == sum(None not in row for row in tiles)
            rounds = [
                state.round
                for state in states
                if any(None not in column for column in zip(*state.boards[seat].wall, strict=True))
            ]
            assert found["first_column"] == (rounds[0] if rounds else None)
            points = {"rows": 2, "columns": 7, "colors": 10}
            assert all(
                points[name] * (found[name] or 0)
                == sum(gain.points for gain in gains if (gain.seat, gain.source) == (seat, name))
                for name in points
            )
            floor = [gain for gain in gains if (gain.seat, gain.source) == (seat, "floor")]
            assert found["floor_loss"] == -sum(gain.points for gain in floor)
            assert (found["floor_tiles"] or 0) >= (1 if found["floor_loss"] else 0)
    assert chocolatier.outcome(states[-1]) is not None


def test_summer_pavilion_stars_and_lost_points() -> None:
    states, gains = whole("pavilion", 2, 3)
    for seat, found in enumerate(FEATURES["pavilion"](states, gains)):
        assert found["stars"] == sum(None not in star for star in states[-1].boards[seat].stars)
        assert (found["first_star"] is None) == (found["stars"] == 0)
        losses = [gain.points for gain in gains if gain.seat == seat and gain.points < 0]
        assert found["lost_points"] == -sum(losses)
    assert pavilion.turn(states[-1]) is None
