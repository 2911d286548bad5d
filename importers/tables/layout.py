"""The layout of the tables of a file: the row or column of headers, what the name of a table says about its plays, and
relational tables, which are joined (plays, scores of their players, names by id).
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from core.messages import message
from importers.tables import dates, headers
from importers.tables.cells import Part, TableRow
from importers.tables.header_words import GENERIC_TABLES
from importers.tables.headers import Meaning
from importers.tables.languages import months, plain

_HEADER_WITHIN: Final = 20
"""Rows from the top that are searched for the header row."""

_JSON_KEY: Final = re.compile(r"[a-z]+(?:[A-Z][a-z]+|_[a-z]+)+")

_ENOUGH: Final = 2
"""Known headers that make a row or a column the headers of a table."""

_MAX_TURNED: Final = 200
"""Rows of a table that may be turned: its headers are few."""


def upright(part: Part) -> Part:
    """The table with its headers in a row: turned if the first column holds the headers and no row does."""
    if not part.rows or len(part.rows) > _MAX_TURNED or any(_known(row.cells) >= _ENOUGH for row in part.rows):
        return part
    titles = [row.cells[0] for row in part.rows]
    if _known(titles) < _ENOUGH or not any(headers.meaning(title) in ("game", "date") for title in titles):
        return part
    columns = zip_longest(*(row.cells for row in part.rows), fillvalue="")
    rows = tuple(TableRow(number, cells) for number, cells in enumerate(columns, 1))
    return replace(part, rows=rows, is_turned=True)


def _known(titles: list[str] | tuple[str, ...]) -> int:
    """The number of different meanings in these headers."""
    return len({headers.meaning(title) for title in titles} - {None, "other", "ignore"})


def game_of(name: str) -> str:
    """The game in the name of a sheet or in a heading, without a date; empty for names like `Sheet 1` and `2026`."""
    rest = name
    if within := dates.within(name):
        rest = " ".join(filter(None, (within[0].strip(" -–—,:("), within[2].strip(" -–—,:)"))))
    words = [word for word in plain(rest).split() if not word.isdecimal()]
    telling = [word for word in words if not (word in GENERIC_TABLES or headers.meaning(word) or word in months())]
    if telling and _JSON_KEY.fullmatch(rest):
        return " ".join(telling).capitalize()  # A key of JSON: `wingspanGames`.
    return rest if telling else ""


def date_of(name: str) -> str:
    """The date in the name of a sheet or in a heading, or empty."""
    dated = dates.within(name)
    return dated[1] if dated else ""


_NAMED: Final = ("player", "game", "place")
"""Meanings whose ids may have names in another table."""

_NAMES: Final = frozenset(("name", "title", "nazev", "jmeno", "nume", "titel", "titul"))


@dataclass(frozen=True, slots=True)
class _PartTable:
    """One of the tables: the meanings of its headers, and the index of its own id column; None without one."""

    part: Part
    meanings: tuple[Meaning | None, ...]
    own_id: int | None

    def column(self, meaning: Meaning) -> int | None:
        return next((index for index, held in enumerate(self.meanings) if held == meaning), None)

    @property
    def id_of_play(self) -> int | None:
        """Index of the column with the play's id; some tables call a play a game."""
        called_game = (index for index, title in enumerate(self.titles) if plain(title) == "game id")
        reference = self.column("play")
        return next(called_game, None) if reference is None else reference

    @property
    def titles(self) -> tuple[str, ...]:
        return self.part.rows[0].cells


def joined(parts: Sequence[Part]) -> Part | None:
    """One table with a row for each player of each play; None if the parts cannot be joined.

    A play without scores is kept as a row without a player.
    """
    tables = [_table(part) for part in parts]
    scores = next((table for table in tables if _is_of_scores(table)), None)
    plays = next((table for table in tables if table is not scores and _is_of_plays(table)), None)
    if scores is None or plays is None:
        return None
    id_of_play, reference = plays.id_of_play if plays.own_id is None else plays.own_id, scores.id_of_play
    if id_of_play is None or reference is None:
        return None
    names = dict(_names(table) for table in tables if table is not scores and table is not plays)
    rows, lost = _rows(plays, id_of_play, scores, reference, names)
    warning = message(
        "Rows of {table} left out because they belong to no play: {number}.", table=scores.part.name, number=lost
    )
    amiss = warning if lost else ""
    remarks = (*scores.part.remarks, *_unread(tables, plays, scores))
    return Part(scores.part.name, rows, scores.part.delimiter, scores.part.encoding, amiss, remarks)


def with_names(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The tables with the names of players, games and places in place of ids that another table has names for."""
    if len(parts) < 2:
        return tuple(parts)
    tables = [_table(part) for part in parts]
    names: dict[Meaning, dict[str, str]] = {}
    for meaning, found in (_names(table) for table in tables if not table.part.is_nested):
        if meaning in _NAMED and found:
            names[meaning] = found
    return tuple(_resolved(table, names) if names else table.part for table in tables)


def _resolved(table: _PartTable, names: Mapping[Meaning, dict[str, str]]) -> Part:
    """The table with names for ids, in the columns all of whose ids have names."""
    by_column = {}
    for index, meaning in enumerate(table.meanings):
        of = names.get("player" if meaning == "winner" else meaning, {}) if meaning else {}
        ids = {_at(row.cells, index) for row in table.part.rows[1:]} - {""}
        if ids and ids <= of.keys():
            by_column[index] = of
    rows = [
        TableRow(line, tuple(by_column.get(index, {}).get(cell, cell) for index, cell in enumerate(cells)))
        for line, cells in table.part.rows[1:]
    ]
    return replace(table.part, rows=(table.part.rows[0], *rows)) if by_column else table.part


def _unread(tables: Sequence[_PartTable], plays: _PartTable, scores: _PartTable) -> Iterator[str]:
    """A sentence for the tables that are neither joined nor hold names for their ids."""
    meant = {"player" if held == "winner" else held for held in (*plays.meanings, *scores.meanings)}
    others = [table for table in tables if table is not scores and table is not plays]
    unread = [table.part.name for table in others if _names(table)[0] not in meant - {None}]
    if unread:
        yield message("These tables were not read: {tables}.", tables=", ".join(unread))


def _table(part: Part) -> _PartTable:
    titles = part.rows[0].cells
    own = next((index for index, title in enumerate(titles) if plain(title) in ("id", "nr", "no")), None)
    meanings = tuple(None if index == own else _meaning(title) for index, title in enumerate(titles))
    return _PartTable(part, meanings, own)


def _meaning(title: str) -> Meaning | None:
    """The meaning of a header; the id of a player stands for the player, whose name another table has."""
    held = headers.meaning(title)
    return "player" if held == "account" and headers.is_id(title) else held


def _is_of_scores(table: _PartTable) -> bool:
    return table.id_of_play is not None and table.column("player") is not None


def _is_of_plays(table: _PartTable) -> bool:
    has_id = table.own_id is not None or table.id_of_play is not None
    return has_id and table.column("player") is None and table.column("date") is not None


def _names(table: _PartTable) -> tuple[Meaning | None, dict[str, str]]:
    """The meaning of the names in a table (players, for example), and the names by id."""
    ids = (index for index, title in enumerate(table.titles) if plain(title).endswith("id"))
    own = next(ids, 0) if table.own_id is None else table.own_id
    titled = (index for index, title in enumerate(table.titles) if plain(title) in _NAMES)
    place = next(titled, next((index for index in range(len(table.titles)) if index != own), own))
    meaning = headers.meaning(table.part.name) or (None if own == table.own_id else _meaning(table.titles[own]))
    return meaning, {_at(row.cells, own): _at(row.cells, place) for row in table.part.rows[1:] if _at(row.cells, place)}


def _rows(
    plays: _PartTable, id_of_play: int, scores: _PartTable, reference: int, names: dict[Meaning | None, dict[str, str]]
) -> tuple[tuple[TableRow, ...], int]:
    """The header and the joined rows in the order of the plays, and the number of scores without a play."""
    of_plays = [index for index in range(len(plays.titles)) if index != id_of_play]
    of_scores = [index for index in range(len(scores.titles)) if index not in (reference, scores.own_id)]
    by_play: dict[str, list[TableRow]] = {}
    for row in scores.part.rows[1:]:
        by_play.setdefault(_at(row.cells, reference), []).append(row)

    def joint() -> Iterator[TableRow]:
        titles = [plays.titles[index] for index in of_plays] + [scores.titles[index] for index in of_scores]
        yield TableRow(1, ("play id", *titles))
        for play in plays.part.rows[1:]:
            id = _at(play.cells, id_of_play)
            about = [_named(play, index, plays, names) for index in of_plays]
            for row in by_play.pop(id, [TableRow(play.line, ())]):
                yield TableRow(row.line, (id, *about, *(_named(row, index, scores, names) for index in of_scores)))

    rows = tuple(joint())
    return rows, sum(map(len, by_play.values()))


def _named(row: TableRow, index: int, table: _PartTable, names: dict[Meaning | None, dict[str, str]]) -> str:
    """The cell, or the name if it is an id of another table; the id of a winner is a player's id."""
    cell, meaning = _at(row.cells, index), table.meanings[index]
    if meaning == "winner" and plain(table.titles[index]).endswith("id"):
        meaning = "player"
    return names.get(meaning, {}).get(cell, cell) if meaning else cell


def header_row_of(part: Part) -> int:
    """The first row with two known headers, else with one, else the first row; counted from 1.

    Of two header rows the second one. 0 without a header: no row has a known header, and the first row holds dates or
    numbers.
    """
    rows = part.rows
    meanings_by_row = [{headers.meaning(cell) for cell in row.cells} - {None} for row in rows[:_HEADER_WITHIN]]
    counts = [len(meanings) if len(row.cells) > 1 else 0 for meanings, row in zip(meanings_by_row, rows, strict=False)]
    enough = min(2, max(counts))
    if not enough and any(cell[:1].isdigit() for cell in rows[0].cells):
        return 0
    found = 1 + next(index for index, number in enumerate(counts) if number >= enough)
    return found + (found < len(rows) and _go_on(rows[found - 1].cells, rows[found].cells))


def _go_on(header: Sequence[str], below: Sequence[str]) -> bool:
    """True if the row below a header goes on with it: `Points`, `Rank` below `Anna`, or `Anna`, `Ben` below `Points`.

    A first row of plays has a date or a game, or digits.
    """
    of_play = [index for index, title in enumerate(header) if headers.meaning(title) in ("date", "game")]
    is_bare = all(plain(_at(below, index)) in ("", plain(header[index])) for index in of_play)
    further = [title for index, title in enumerate(below) if title and title != _at(header, index)]
    is_header = len({*further}) < len(further) or any(headers.meaning(title) for title in further)
    return bool(of_play) and is_bare and is_header and not any(char.isdigit() for title in further for char in title)


def headers_at(rows: Sequence[TableRow], header_row: int) -> list[str]:
    """The headers; repeated ones with the cell above them, which often spans several: `Anna` over `Points`, `Rank`.

    A blank one has the cell above it, as has a unit (`min` below `Length`).
    """
    titles = list(rows[header_row - 1].cells) if header_row else []
    above = rows[header_row - 2].cells if header_row > 1 else ()
    goes_on = header_row > 1 and _go_on(above, titles)
    titles += [""] * (len(above) - len(titles)) * goes_on
    repeated = {title for title, times in Counter(filter(None, titles)).items() if times > 1}
    name = ""
    for index, title in enumerate(titles):
        name = _at(above, index) or name
        if title in repeated:
            titles[index] = f"{name} {title}".strip()
        elif goes_on and (not title or headers.meaning(_at(above, index)) == headers.meaning(title) is not None):
            titles[index] = _at(above, index)
    return titles


def _at(cells: Sequence[str], index: int) -> str:
    return cells[index] if index < len(cells) else ""
