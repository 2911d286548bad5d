"""Events in the log of a score sheet: the template, what is written, noted points, named winners, named ranks."""

from dataclasses import dataclass
from typing import TypeAlias

from core.game import Points, Seat, fact
from core.sheet_template import Template


@fact
@dataclass(frozen=True, slots=True)
class PointsNoted:
    """The points of one round, one category or the whole match, one number per seat; None: not noted."""

    label: str
    points: tuple[Points, ...]


@fact
@dataclass(frozen=True, slots=True)
class WinnersNamed:
    """The winners stated by the players, independent of the points; empty: no winner. Ends the match."""

    seats: tuple[Seat, ...]


@fact
@dataclass(frozen=True, slots=True)
class TemplateChosen:
    """The categories of the sheet, before the first line. Points are noted as statements all the same."""

    template: Template


@fact
@dataclass(frozen=True, slots=True)
class EntriesWritten:
    """The texts that were written for a line: `12+7`, `3` meeples; one per seat, empty: nothing."""

    label: str
    entries: tuple[str, ...]


@fact
@dataclass(frozen=True, slots=True)
class RanksNamed:
    """The ranks stated by the players where no points are known, one per seat, 1 for the best; None: not known.

    Equal ranks are shared; the seats of rank 1 win. Ends the match.
    """

    ranks: tuple[int | None, ...]


Event: TypeAlias = PointsNoted | WinnersNamed | RanksNamed | TemplateChosen | EntriesWritten
