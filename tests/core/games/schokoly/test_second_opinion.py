"""A second opinion that knows nothing of the engine: it lays squares on a grid and joins neighbors of a color."""

from dataclasses import replace
from random import Random
from typing import TypeAlias

import pytest

from core.games import schokoly
from core.games.schokoly import Options
from core.games.schokoly.events import CardLaid
from core.games.schokoly.faces import PIECES
from core.games.schokoly.state import State
from tests.core.games.test_golden import ENDS, golden
from tests.viewer.boards.boards import play

Grid: TypeAlias = dict[tuple[int, int], str]


def seen_from_above(state: State) -> Grid:
    grid: Grid = {}
    for card in sorted(state.cards, key=lambda card: card.stacked):
        for place, piece in zip(card.places(), card.face.replace("/", ""), strict=True):
            grid[place] = piece
    return grid


def near(place: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = place
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def joined(grid: Grid, color: str) -> list[set[tuple[int, int]]]:
    """The groups of a color: single pieces, joined as long as two of them touch."""
    groups = [{place} for place, piece in grid.items() if piece == color]
    for place in list(grid):
        touching = [group for group in groups if any(beside in group for beside in (place, *near(place)))]
        if grid[place] == color and len(touching) > 1:
            groups = [group for group in groups if group not in touching] + [set().union(*touching)]
    return groups


def second_opinion(state: State) -> tuple[int, ...]:
    grid, letters = seen_from_above(state), [None if color is None else "wmd"[color] for color in state.colors]
    points = [0 if letter is None else max(map(len, joined(grid, letter)), default=0) for letter in letters]
    if len(state.hands) == 3 or None in letters:
        return tuple(points)
    (neutral,) = set("wmd") - {letter for letter in letters if letter}
    for group in joined(grid, neutral):
        edges = [grid.get(beside) for place in group for beside in near(place)]
        shares = [edges.count(letter) for letter in letters]
        if len(group) >= 6 and shares[0] != shares[1]:
            points = [own + len(group) * (share == max(shares)) for own, share in zip(points, shares, strict=True)]
    return tuple(points)


def may_lie(state: State, event: CardLaid) -> bool:
    """Place and colors only, by walking around the card."""
    grid, (x, y) = seen_from_above(state), (event.x, event.y)
    card = dict(zip([(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)], event.face.replace("/", ""), strict=True))
    if not state.cards:
        return (x, y) == (0, 0) and not event.stacked
    outside = [(piece, beside) for place, piece in card.items() for beside in near(place) if beside not in card]
    contacts = [(piece, grid.get(beside)) for piece, beside in outside]
    if not any(piece == other for piece, other in contacts):
        return False
    if not event.stacked:
        return not set(card) & set(grid) and sum(other is not None for _, other in contacts) >= 2
    below = [lying for lying in state.cards if set(lying.places()) & set(card)]
    covered = sum(len(set(lying.places()) & set(card)) for lying in below)
    return covered == 4 and len(below) >= 2 and all(lying.counter is None and not lying.stacked for lying in below)


@pytest.mark.parametrize("name", [name for name in ENDS if name.startswith("schokoly")])
def test_the_second_opinion_agrees_with_the_golden_matches(name: str) -> None:
    state, _ = golden(name)
    assert second_opinion(state) == schokoly.scores(state)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_second_opinion_agrees_on_random_tables(seats: int) -> None:
    rng = Random(seats)
    for seed in range(3):
        for state in play(schokoly, seats, Options(), seed=seed).states[3::6]:
            assert second_opinion(state) == schokoly.scores(state)
            # Everybody may hold anything and has a counter, so that only place and colors are asked.
            bare = replace(state, phase="lay", mover=0, counters=(1,) * seats, unseen=None, hands=(4,) * seats)
            for _ in range(150):
                x, y, stacked = rng.randint(-7, 7), rng.randint(-7, 7), rng.random() < 0.5
                event = CardLaid(0, rng.choice(tuple(PIECES)), x, y, stacked)
                assert (schokoly.refusal(bare, event) is None) == may_lie(state, event), event
