"""The records of each game, of all its plays or of those of a person, as queries."""

from collections.abc import Collection, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from eventstore.readmodels.dimensions import SEATS
from eventstore.readmodels.seats import Seats
from eventstore.statistics.records import KINDS, Kind, Record

_REACHED: Final = (
    "SELECT p.moment AS moment, max(p.game) AS game, max(CASE WHEN {is_own} THEN r.merit END) AS points,"
    " CASE WHEN max(p.margin) > 0 AND max(CASE WHEN {is_own} THEN r.won END) = 1 THEN max(p.margin) END AS margin,"
    " CASE WHEN count(r.merit) = max(p.seats) AND max(p.seats) > 1 THEN sum(r.merit) END AS total,"
    " CASE WHEN count(r.won) > 0 THEN max(p.minutes) END AS longest,"
    f" CASE WHEN count(r.won) > 0 THEN 0 - max(p.minutes) END AS shortest FROM p {SEATS} GROUP BY p.moment"
)
"""SQL of what each play reached in each kind of record, NULL where it does not count; the most is the record. A moment
is of one play, and grouping by it alone is the fastest."""


class _Holder(NamedTuple):
    """A play that holds a record, and its seats among those asked for: who, the merit, and whether the seat won."""

    match: str
    played_on: str | None
    lowest_wins: bool
    seats: Sequence[tuple[str, float | None, bool]]

    def holder(self, kind: Kind, value: float) -> str | None:
        """The id, as recorded; None for a record of all together."""
        if kind == "points":
            return next((person for person, merit, _ in self.seats if merit == value), None)
        return next((person for person, _, won in self.seats if won), None) if kind == "margin" else None


def records(seats: Seats) -> tuple[Record, ...]:
    """As `Record`: of every game, games with the most plays first; of a person only the bests of this person."""
    kinds = [kind for kind in KINDS if kind != "total" or seats.own is None]
    most = ", ".join(f"max({kind}) AS {kind}, count({kind}) AS n_{kind}" for kind in kinds)
    first = ", ".join(
        f"max(g.{kind}), max(n_{kind}), min(CASE WHEN m.{kind} = g.{kind} THEN moment END)" for kind in kinds
    )
    games = seats.query(
        f", m AS ({_REACHED.format(is_own=seats.is_own)}),"
        f" g AS (SELECT game, count(*) AS plays, {most} FROM m GROUP BY game)"
        f" SELECT max(plays), g.game, {first} FROM g JOIN m ON m.game = g.game GROUP BY g.game"
    )
    found = [
        (kind, game, *row[place : place + 3])
        for _, game, *row in sorted(games, key=lambda row: (-row[0], row[1]))
        for place, kind in zip(range(0, 3 * len(kinds), 3), kinds, strict=True)
    ]
    plays = _plays(seats, {moment for *_, moment in found if moment})
    return tuple(
        _record(seats, kind, game, value, n, plays[moment])
        for kind, game, value, n, moment in found
        if moment in plays  # Not withdrawn since it was found.
    )


def _record(seats: Seats, kind: Kind, game: str, value: float, n: int, play: _Holder) -> Record:
    holder = play.holder(kind, value)
    is_fewest = kind == "shortest" or (kind in ("points", "total") and play.lowest_wins)
    person = None if holder is None else seats.population.people.one(holder)
    return Record(kind, game, 0 - value if is_fewest else value, play.match, play.played_on, person, n)


def _plays(seats: Seats, moments: Collection[str]) -> dict[str, _Holder]:
    """The plays of these moments."""
    rows: list[tuple[Any, ...]] = seats.at(moments).query(
        f"SELECT p.moment, p.match, p.played_on, p.lowest, r.person, r.merit, r.won FROM p {SEATS}"
        f" WHERE {seats.is_own} ORDER BY p.moment, r.seat"
    )
    return {
        moment: _Holder(match, played_on, bool(lowest), [(person, merit, bool(won)) for *_, person, merit, won in own])
        for (moment, match, played_on, lowest), own in groupby(rows, key=itemgetter(0, 1, 2, 3))
    }
