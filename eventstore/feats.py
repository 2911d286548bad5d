"""Records that a match broke when it was played, among the matches of its kind before it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.game import Points, Seat
from eventstore.projections import MatchRow

FEWEST_BEFORE: Final = 5
"""Matches of a kind that must have been played before anything counts as a record."""

Kind: TypeAlias = Literal["points", "margin", "total"]


@dataclass(frozen=True, slots=True)
class Feat:
    """The best points of one seat, the biggest margin of a single winner, or the most points of all seats together.

    `value` is what this match made of it, `before` the best of the `matches` played until then; `seat` is whose points
    or margin it is. Where the fewest points win, the best points and totals are the fewest.
    """

    kind: Kind
    value: float
    before: float
    matches: int
    seat: Seat | None


def feats(row: MatchRow, older: Iterable[MatchRow], *, fewest: bool = False) -> tuple[Feat, ...]:
    """What nothing among `older`, the matches played before this one, had reached; all kinds of matches may be there.

    Only finished matches of the same game, options and number of players are compared, with `fewest` where those win.
    """
    if row.state != "finished":
        return ()
    compared = [other for other in older if _alike(row, other)]
    found = []
    for kind, measure in _MEASURES.items():
        sign = -1 if fewest and kind != "margin" else 1
        before = [value for other in compared if (value := measure(_merits(other, fewest), other.winners)) is not None]
        own = measure(_merits(row, fewest), row.winners)
        if own is not None and len(before) >= FEWEST_BEFORE and own > max(before):
            seat = _whose(kind, row, fewest)
            found.append(Feat(kind, sign * own, sign * max(before), len(before), seat))
    return tuple(found)


def _alike(row: MatchRow, other: MatchRow) -> bool:
    return other.state == "finished" and _kind(row) == _kind(other)


def _kind(row: MatchRow) -> tuple[str, Mapping[str, object], int]:
    return row.game, row.options, len(row.players)


def _merits(row: MatchRow, fewest: bool) -> tuple[Points, ...]:
    """Points by seat, more being better."""
    scores = row.scores or ()
    return tuple(None if points is None else -points for points in scores) if fewest else scores


def _whose(kind: Kind, row: MatchRow, fewest: bool) -> Seat | None:
    merits = _merits(row, fewest)
    return {"points": merits.index(_most(merits, ())), "margin": next(iter(row.winners), None), "total": None}[kind]


def _most(merits: tuple[Points, ...], winners: tuple[Seat, ...]) -> float | None:
    return max((points for points in merits if points is not None), default=None)


def _margin(merits: tuple[Points, ...], winners: tuple[Seat, ...]) -> float | None:
    """A single winner's lead over the best of the others; None where points do not tell."""
    if len(winners) != 1 or not merits or (own := merits[winners[0]]) is None:
        return None
    others = _most(tuple(points for seat, points in enumerate(merits) if seat not in winners), winners)
    return None if others is None else own - others


def _total(merits: tuple[Points, ...], winners: tuple[Seat, ...]) -> float | None:
    known = [points for points in merits if points is not None]
    return sum(known) if len(known) == len(merits) > 1 else None


_MEASURES: Final[Mapping[Kind, Callable[[tuple[Points, ...], tuple[Seat, ...]], float | None]]] = {
    "points": _most,
    "margin": _margin,
    "total": _total,
}
"""What is compared, from merits and winners; None where a match does not tell."""
