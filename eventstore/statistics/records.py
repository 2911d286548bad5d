"""The records of each game, with the match of each record."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

Kind: TypeAlias = Literal["points", "margin", "total", "longest", "shortest"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Record:
    """The best points of a seat, the biggest margin of a winner, the most points of all seats together, or the time.

    `value` is in points, or in minutes for `longest` and `shortest`. In games where the fewest points win, the best
    points and totals are the fewest. `n` matches were compared; of equal ones the first holds the record. `person` is
    None for a record of all seats together.
    """

    kind: Kind
    game: str
    value: float
    match: str
    played_on: str | None
    person: str | None
    n: int
