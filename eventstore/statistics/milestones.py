"""The next round number of plays that a person or a game reaches."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, Literal, TypeAlias

from eventstore.statistics.tally import Tally

MilestoneKind: TypeAlias = Literal["plays", "wins", "game"]

_FIRST: Final = (10, 25, 50, 100, 250, 500)


@dataclass(frozen=True, slots=True)
class Milestone:
    """`done` of `goal` plays or wins, or plays of one `game`, which is empty for the other kinds."""

    kind: MilestoneKind
    game: str
    done: int
    goal: int

    @property
    def missing(self) -> int:
        return self.goal - self.done


def next_goal(done: int) -> int:
    """The next round number above `done`: 10, 25, 50, 100, 250, 500, 1000, then every further 500."""
    return next(goal for goal in _goals() if goal > done)


def _goals() -> Iterator[int]:
    yield from _FIRST
    yield from count(1000, 500)


def of_person(plays: int, wins: int, games: Iterable[Tally]) -> Milestone | None:
    """The milestone with the fewest plays missing, of equal ones the highest goal; None without a play."""
    if not plays:
        return None
    candidates = [_milestone("plays", plays), _milestone("wins", wins)]
    candidates += [_milestone("game", game.plays, game.label) for game in games]
    return nearest(candidates)


def nearest(candidates: Sequence[Milestone]) -> Milestone:
    return min(candidates, key=lambda one: (one.missing, -one.goal))


def of_game(plays: int) -> Milestone:
    return _milestone("plays", plays)


def _milestone(kind: MilestoneKind, done: int, game: str = "") -> Milestone:
    return Milestone(kind, game, done, next_goal(done))
