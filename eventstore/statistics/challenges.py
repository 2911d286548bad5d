"""Progress in the two challenges that players count: ten games ten times, and the H-index."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from eventstore.statistics.overview import Count, h_index

TEN: Final = 10
"""Games and plays of each in the challenge 10 x 10."""


@dataclass(frozen=True, slots=True)
class ChallengeStep:
    """A game of a challenge: `plays` so far, and how many are `missing`."""

    game: str
    plays: int
    missing: int


@dataclass(frozen=True, slots=True)
class Challenges:
    """`ten` are the ten most played games, `done` of the 100 plays of 10 x 10 are played.

    `next_h` are the games that lack plays for the next H-index, which needs `missing_h` plays in all; `untried` of the
    games it needs were not played at all.
    """

    ten: tuple[ChallengeStep, ...]
    done: int
    h_index: int
    next_h: tuple[ChallengeStep, ...]
    untried: int
    missing_h: int

    @property
    def finished(self) -> int:
        """The number of games that were played ten times."""
        return sum(not step.missing for step in self.ten)

    @property
    def nearest(self) -> ChallengeStep | None:
        """The game that lacks the fewest plays of the ten."""
        return next((step for step in self.ten if step.missing), None)


def challenges(games: Sequence[Count]) -> Challenges:
    """`games` are sorted by plays, most first."""
    ten = tuple(ChallengeStep(game.label, game.plays, max(TEN - game.plays, 0)) for game in games[:TEN])
    index = h_index([game.plays for game in games])
    goal = index + 1
    needed = games[:goal]
    lacking = tuple(ChallengeStep(game.label, game.plays, goal - game.plays) for game in needed if game.plays < goal)
    untried = goal - len(needed)
    return Challenges(
        ten=ten,
        done=sum(TEN - step.missing for step in ten),
        h_index=index,
        next_h=lacking,
        untried=untried,
        missing_h=sum(step.missing for step in lacking) + untried * goal,
    )
