"""Points of a schokoly table (S-SCORE): the largest group of a color, and the neutral groups it touches most."""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from core.game import Outcome
from core.games.schokoly.faces import COLORS
from core.games.schokoly.state import Card, Place, State
from core.games.schokoly.table import view
from core.messages import message
from core.ranking import competition_ranks

NEUTRAL_GROUP: Final = 6
"""Minimum number of pieces of a neutral group that counts (S-SCORE-3)."""

Group: TypeAlias = tuple[Place, ...]
"""Pieces of one color connected along edges (S-SCORE-1); the piece at the oldest place comes first."""


class CardTally(NamedTuple):
    """The pieces that count for a seat; one point for each piece."""

    largest: Group
    neutral: tuple[Group, ...] = ()

    def neutral_points(self) -> int:
        return sum(len(group) for group in self.neutral)

    def points(self) -> int:
        return len(self.largest) + self.neutral_points()


def groups(colors: dict[Place, int]) -> list[tuple[int, Group]]:
    """Every group with its color; `colors` are the pieces visible from above."""
    left = dict(colors)
    color_groups = []
    for start, color in colors.items():
        if start not in left:
            continue
        del left[start]
        reached = [start]
        for x, y in reached:
            for near in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
                if left.get(near) == color:
                    del left[near]
                    reached.append(near)
        color_groups.append((color, tuple(reached)))
    return color_groups


def edges(colors: dict[Place, int], group: Group, color: int) -> int:
    """The number of edges between a group and pieces of `color`."""
    return sum(colors.get(near) == color for x, y in group for near in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)))


def neutral_color(colors: tuple[int | None, ...]) -> int | None:
    """The color without a seat; None with three players, and before two colors are named (S-COLOUR-1)."""
    free = set(range(len(COLORS))) - set(colors)
    return free.pop() if len(free) == 1 else None


@lru_cache(maxsize=64)
def tallies(cards: tuple[Card, ...], colors: tuple[int | None, ...]) -> tuple[CardTally, ...]:
    """The counting pieces of each seat; none for a seat without a color."""
    seen = view(cards).colors
    color_groups = groups(seen)
    neutral = neutral_color(colors)
    won: dict[int, list[Group]] = {color: [] for color in range(len(COLORS))}
    for color, group in color_groups:
        if color == neutral and len(group) >= NEUTRAL_GROUP:
            first, second = (color for color in range(len(COLORS)) if color != neutral)
            lead = edges(seen, group, first) - edges(seen, group, second)
            if lead:
                won[first if lead > 0 else second].append(group)
    return tuple(
        CardTally(()) if color is None else CardTally(_largest(color_groups, color), tuple(won[color]))
        for color in colors
    )


def _largest(color_groups: list[tuple[int, Group]], color: int) -> Group:
    """The first of the largest groups, in the order of their oldest pieces."""
    return max((group for other, group in color_groups if other == color), key=len, default=())


def scores(state: State) -> tuple[int, ...]:
    """Points by seat for the current table; partners have the same."""
    return tuple([tally.points() for tally in tallies(state.cards, state.colors)])


def outcome(state: State) -> Outcome | None:
    """The most points win; a tie is shared (S-END-2)."""
    if state.phase != "over":
        return None
    points = scores(state)
    best = max(points)
    sides = dict(zip(state.colors, points, strict=True))
    rank_of = dict(zip(sides, competition_ranks([*sides.values()]), strict=True))
    ranks = tuple([rank_of[color] for color in state.colors])
    winners = tuple([seat for seat, rank in enumerate(ranks) if rank == 1])
    if len({state.colors[seat] for seat in winners}) > 1:
        return Outcome(winners, ranks, message("Equal on {best} points: the victory is shared.", best=best))
    return Outcome(winners, ranks, message("Most points: {best}.", best=best))
