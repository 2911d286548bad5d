"""Matches that the rules make equal have one representative; others keep their own."""

from random import Random

import pytest

from core.games import azacru
from core.games.azacru import ChevronMoved, Options
from core.games.azacru.events import Event
from core.games.azacru.state import SIDES
from core.games.azacru.symmetry import SYMMETRIES, canonical


def moves(seats: int, options: Options, seed: int, number: int) -> list[Event]:
    rng, state, events = Random(seed), azacru.setup(seats, options), list[Event]()
    while azacru.turn(state) is not None and len(events) < number:
        events.append(rng.choice(list(azacru.legal_moves(state))))
        state = azacru.evolve(state, events[-1])
    return events


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_representative_can_be_played_and_has_the_same_points_all_along(seats: int) -> None:
    for seed in range(6):
        options = Options(tuple(Random(seed).sample(SIDES[seats], seats)))
        events = moves(seats, options, seed, 40)
        other, moved = canonical(seats, options, events)
        one, two = azacru.setup(seats, options), azacru.setup(seats, other)
        for event, equal in zip(events, moved, strict=True):
            assert azacru.refusal(two, equal) is None
            one, two = azacru.evolve(one, event), azacru.evolve(two, equal)
            assert azacru.scores(one) == azacru.scores(two)
        assert sum(1 for _ in azacru.legal_moves(one)) == sum(1 for _ in azacru.legal_moves(two))


def test_two_players_who_changed_sides_played_the_same_match_turned_by_half() -> None:
    turned = next(each for each in SYMMETRIES if each == (False, 2))
    events = moves(2, Options(), 1, 30)
    assert canonical(2, Options(), events) == (Options(("A", "B")), tuple(events))
    assert canonical(2, Options(("B", "A")), [turned.event(event) for event in events]) == canonical(
        2, Options(), events
    )


def test_a_mirror_swaps_left_and_right() -> None:
    start, event = Options(("c", "b", "a")), ChevronMoved(0, "e9", "d8", "left")
    assert canonical(3, start, [event]) == (Options(("c", "a", "b")), (ChevronMoved(0, "e9", "f8", "right"),))


def test_the_seat_that_begins_matters_with_three_players() -> None:
    starts = {
        canonical(3, Options(sides), ())[0].sides for sides in (("a", "b", "c"), ("b", "a", "c"), ("c", "a", "b"))
    }
    assert len(starts) == 2


def test_the_two_sides_of_two_players_are_not_symmetric_in_themselves() -> None:
    first = {canonical(2, Options(), [event])[1] for event in azacru.legal_moves(azacru.setup(2, Options()))}
    assert len(first) == sum(1 for _ in azacru.legal_moves(azacru.setup(2, Options())))
