"""Groups the rows of a table into plays by the meanings of its columns; cells stay unparsed."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from core.messages import message
from importers import headers
from importers.cell_values import SPACE_BEFORE, listed, name_and_points, unstarred
from importers.cells import Part, TableRow
from importers.headers import Meaning
from importers.mapping import Mapping
from importers.play_builder import RawPlay, RawSeat

_SHARED: Final[tuple[Meaning, ...]] = ("play", "date", "game", "time", "place")
"""Meanings whose cells are equal in all rows of one play; a row without the first three continues the row above."""

_WORDED: Final[tuple[Meaning, ...]] = (*_SHARED, "player", "other")
"""Columns in which the word for a total may occur."""


def raw_plays(part: Part, mapping: Mapping) -> tuple[list[RawPlay], list[str]]:
    """The plays of a table, and the places of the rows of totals, which are left out."""
    places: dict[Meaning, list[int]] = defaultdict(list)
    for place, column in enumerate(mapping.columns):
        places[column.meaning].append(place)
    totals: list[str] = []
    rows = _without_totals(part, mapping, places, totals)
    plays_read = [row.play() for row in rows] if mapping.shape == "wide" else _grouped(rows)
    for raw in plays_read:
        raw.game = raw.game or mapping.game
    return plays_read, totals


def _without_totals(
    part: Part, mapping: Mapping, places: dict[Meaning, list[int]], totals: list[str]
) -> Iterator["_RowReader"]:
    """The rows of plays; the places of the others are added to `totals`."""
    for row in part.rows[mapping.header_row :]:
        where = (
            message("{table}, row {number}", table=part.name, number=row.line)
            if part.name
            else message("line {number}", number=row.line)
        )
        held = _RowReader(row, where, mapping, places)
        if held.is_total:
            totals.append(where)
        else:
            yield held


def _grouped(rows: Iterable["_RowReader"]) -> list[RawPlay]:
    """The plays of a table with a row for each player.

    Rows are grouped by the id of the play; without one by date, time, game and place, until a player is repeated.
    """
    groups: list[RawPlay] = []
    latest: dict[tuple[str, ...], tuple[RawPlay, set[str]]] = {}
    above: tuple[str, ...] = ()
    for row in rows:
        if not any(row.shared[:3]) and above:
            row.shared = above
        above = row.shared
        key = tuple(word.casefold() for word in (above[:1] if above[0] else above))
        play = row.play()
        names = {seat.name.casefold() for seat in play.seats if seat.name}
        raw, seated = latest.get(key, (play, set()))
        if raw is play or (not above[0] and names & seated):
            latest[key] = play, names
            groups.append(play)
        else:
            _add(raw, play)
            seated |= names
    return groups


def _add(raw: RawPlay, further: RawPlay) -> None:
    """Merge another row of the same play: its players, and the values missing in the rows above."""
    raw.seats += further.seats
    raw.comments += further.comments
    raw.bgg = raw.bgg or further.bgg
    raw.minutes = raw.minutes or further.minutes
    raw.variant = raw.variant or further.variant
    raw.expansions = raw.expansions or further.expansions
    for header, cells in further.more.items():
        raw.more.setdefault(header, []).extend(cells)


class _RowReader:
    """One row: `places` are column indexes by meaning, `shared` are its cells of `_SHARED`."""

    __slots__ = ("_cells", "_mapping", "_places", "_wide", "shared", "where")

    def __init__(self, row: TableRow, where: str, mapping: Mapping, places: dict[Meaning, list[int]]) -> None:
        self._cells = row.cells + ("",) * (len(mapping.columns) - len(row.cells))
        self._mapping = mapping
        self._places = places
        self._wide = mapping.shape == "wide"
        self.where = where
        self.shared = tuple(self._one(meaning) for meaning in _SHARED)

    def _all(self, meaning: Meaning) -> list[str]:
        """The cells of this meaning from left to right, including blank ones."""
        return [self._cells[place] for place in self._places[meaning]]

    def _one(self, meaning: Meaning) -> str:
        return next(filter(None, self._all(meaning)), "")

    def _titled(self, meaning: Meaning) -> Iterator[tuple[str, str]]:
        """The header and the cell of each column of this meaning whose cell is not blank."""
        for place in self._places[meaning]:
            if self._cells[place]:
                yield self._mapping.columns[place].header, self._cells[place]

    @property
    def is_total(self) -> bool:
        """Whether the row adds up other rows: it has a word for a total, or is a play with nothing but points."""
        if self._wide and not any(self.shared) and any(self._places[meaning] for meaning in _SHARED):
            return True
        if headers.plain(self._one("date")) not in {"", *headers.TOTALS}:
            return False
        words = (cell for meaning in _WORDED for cell in self._all(meaning))
        return any(headers.plain(word) in headers.TOTALS for word in words)

    def play(self) -> RawPlay:
        """The play with the data of this row alone."""
        id, date, game, time, place = self.shared
        raw = RawPlay(self.where, date, time, game, self._one("bgg"), place, self._one("minutes"))
        raw.id, raw.variant, raw.expansions = id, self._one("variant"), self._one("expansions")
        raw.comments = list(filter(None, self._all("comment")))
        raw.seats = list(self._seats())
        for header, cell in self._titled("other"):
            raw.more.setdefault(header or "?", []).append(cell)
        winners = self._all("winner")
        if self._wide and (len(winners) == 1 or len(winners) != len(self._all("player"))):
            raw.winners = ", ".join(filter(None, winners))
        return raw

    def _seats(self) -> Iterator[RawSeat]:
        """The players of the player columns, then of the columns that have a player as their header."""
        of = len(self._all("player"))
        if self._wide and of == 1:
            yield from self._list()
            return
        for index in range(of):
            seat = self._seat(index, of)
            if seat.name or seat.score:
                yield seat
        for header, cell in self._titled("points") if self._wide else ():
            score, starred = unstarred(cell)
            yield RawSeat(headers.player(header), score, "*" if starred else "")

    def _list(self) -> Iterator[RawSeat]:
        """The players listed in one cell, with points in the same cell or in a list of the same length."""
        players, scores = listed(self._one("player")), re.split(rf"{SPACE_BEFORE}[,;:&/\n-]\s*", self._one("score"))
        for index, player in enumerate(players):
            name, points = name_and_points(unstarred(player)[0])
            behind = points or (scores[index] if len(scores) == len(players) else "")
            yield RawSeat(unstarred(name)[0], behind, "*" if "*" in player else "")

    def _seat(self, index: int, of: int) -> RawSeat:
        """The player of one player column; a meaning with `of` columns has one column for each player."""

        def cell(meaning: Meaning) -> str:
            cells = self._all(meaning)
            return cells[index] if len(cells) == of else self._one(meaning) if of == 1 else ""

        score, starred = unstarred(cell("score"))
        name, marked = unstarred(cell("player"))
        seat = RawSeat(name, score, cell("winner") or ("*" if starred or marked else ""))
        seat.order, seat.rank, seat.team = cell("seat"), cell("rank"), cell("team")
        seat.color, seat.role = cell("color"), cell("role")
        seat.started, seat.new = cell("started"), cell("new")
        if not self._wide:
            seat.parts = dict(self._titled("points"))
        return seat
