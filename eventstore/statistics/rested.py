"""Games that were not played for long."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rested:
    """A game and the last day on which it was played, `days` ago; `last` is the match of that day."""

    game: str
    plays: int
    played_on: str
    days: int
    last: str
