"""Groups the rows of a table into plays by the meanings of its columns; cells stay unparsed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from core.messages import message
from importers import dates, headers, layout
from importers.cell_values import listed, name_and_points, points_listed, unstarred
from importers.cells import Part, TableRow
from importers.headers import Meaning
from importers.mapping import Mapping
from importers.play_builder import RawPlay, RawSeat

_SHARED: Final[tuple[Meaning, ...]] = ("play", "date", "game", "time", "place")
"""Meanings whose cells are equal in all rows of one play; a row without the first three continues the row above."""

_WORDED: Final[tuple[Meaning, ...]] = (*_SHARED, "player", "other")
"""Columns in which the word for a total may occur."""


@dataclass(slots=True)
class RowsRead:
    """The plays of a table, and the places of the rows that are left out: totals, and rows without a play."""

    plays: list[RawPlay] = field(default_factory=list)
    totals: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def raw_plays(part: Part, mapping: Mapping) -> RowsRead:
    places: dict[Meaning, list[int]] = defaultdict(list)
    for place, column in enumerate(mapping.columns):
        places[column.meaning].append(place)
    read = RowsRead()
    rows = _of_plays(part, mapping, places, read)
    read.plays = [row.play() for row in rows] if mapping.shape == "wide" else _grouped(rows)
    for raw in read.plays:
        raw.game = raw.game or mapping.game
        raw.date = raw.date or layout.date_of(part.name)
    return read


def _of_plays(part: Part, mapping: Mapping, places: dict[Meaning, list[int]], read: RowsRead) -> Iterator["_RowReader"]:
    """The rows of plays; the places of others are added to `read`, but for repetitions of the header."""
    header = part.rows[mapping.header_row - 1].cells if mapping.header_row else ()
    for row in part.rows[mapping.header_row :]:
        held = _RowReader(row, _where(part, row.line), mapping, places)
        if row.cells == header:
            continue
        if held.is_total:
            read.totals.append(held.where)
        elif held.is_no_play:
            read.others.append(held.where)
        else:
            yield held


def _where(part: Part, line: int) -> str:
    if part.is_turned:
        return message("column {number}", number=line)
    if part.name:
        return message("{table}, row {number}", table=part.name, number=line)
    return message("line {number}", number=line)


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

    @property
    def is_no_play(self) -> bool:
        """Whether the row has neither a player nor a game nor a date: a heading, a legend, units below the header."""
        id, date, game, *_ = self.shared
        if id or game or any(self._all("player")) or any(self._all("points")):
            return False
        return bool(date) and dates.within(date) is None and not any(map(str.isdigit, date))

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
        score = self._one("score")
        if score and self._wide and raw.seats and not any(seat.score for seat in raw.seats):
            raw.unread = score
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
        players = listed(self._one("player"))
        scores = points_listed(self._one("score"), len(players)) or [""] * len(players)
        for player, score in zip(players, scores, strict=True):
            bare, starred = unstarred(player)
            name, points = name_and_points(bare)
            name, marked = unstarred(name)
            yield RawSeat(name, points or score, "*" if starred or marked else "")

    def _seat(self, index: int, of: int) -> RawSeat:
        """The player of one player column; a meaning with `of` columns has one column for each player."""

        def cell(meaning: Meaning) -> str:
            cells = self._all(meaning)
            if meaning == "score" and len(cells) < of:
                cells = points_listed(cells[0], of) if cells else []
            return cells[index] if len(cells) == of else self._one(meaning) if of == 1 else ""

        score, starred = unstarred(cell("score"))
        name, marked = unstarred(cell("player"))
        seat = RawSeat(name, score, cell("winner") or ("*" if starred or marked else ""))
        seat.order, seat.rank, seat.team = cell("seat"), cell("rank"), cell("team")
        seat.color, seat.role = cell("color"), cell("role")
        seat.started, seat.new = cell("started"), cell("new")
        seat.rank = seat.rank or self._place_of(index)
        if not self._wide:
            seat.parts = dict(self._titled("points"))
        return seat

    def _place_of(self, index: int) -> str:
        """The place in the header of a player column: `2nd`."""
        place = headers.place(self._mapping.columns[self._places["player"][index]].header)
        return str(place or "")
