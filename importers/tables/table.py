"""Tables of plays (CSV, TSV, spreadsheets): a row for each player (long), a row for each play (wide), or separate
tables of plays and scores (relational: the sheets of a workbook, or several CSV files in a ZIP).

The meanings of the columns are guessed, shown and can be corrected (`mapping`); a mapping that a person confirmed is
kept for the next table with the same header. A blank cell is not zero. If a column has places and no column has
winners, the players in first place won. Rows of totals are left out.
"""

from collections.abc import Collection, Iterator, Sequence
from collections.abc import Mapping as Fields
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from core.folding import folded
from core.games.scoresheet import PointsNoted
from core.messages import ForCommands, Message, message
from core.record_events import MatchClosed
from importers.imported_play import ImportedPlay, ImportProblem, ImportReport, UnreadableFile
from importers.tables import cells, confidence, dates, encodings, headers, json_tables, layout, rows
from importers.tables.cells import Part
from importers.tables.confidence import Confidence
from importers.tables.languages import plain
from importers.tables.layout import joined, with_names
from importers.tables.mapping import Mapping, TableColumn
from importers.tables.play_builder import RawPlay, build_plays

KEY: Final = "table"

_KNOWN_HEADERS: Final = 3
"""Different known headers that make a text a table, whatever its columns hold."""

_SAMPLE: Final = 100_000
"""Bytes of a text that are examined to detect a table."""

_OF_KIND: Final = frozenset(("date", "game", "player", "points", "score"))
"""Meanings of columns that make another table one of the same kind."""

_ROWS: Final = 50
_FIRST_COLUMNS: Final = 3
"""Rows and columns of another table of the file that are searched for dates."""


def recognizes(data: bytes) -> bool:
    """True if the content is a table, also one whose columns hold something else; `read` refuses that one."""
    if data.startswith(cells.PACKED):
        return cells.holds_tables(data)
    if json_tables.is_json(data):
        return _is_json_of_plays(data)
    if cells.is_markup(data):
        return False
    start = data[:_SAMPLE].rpartition(b"\n")[0] or data
    if cells.is_table(start):
        return True
    try:
        guessed = guess(start)
    except UnreadableFile:
        return False
    known = {headers.meaning(column.header) for column in guessed.columns} - {None}
    has_dates = "date" in guessed.meanings()
    return len(known) >= _KNOWN_HEADERS or (guessed.has_players() and bool(known or has_dates))


def _is_json_of_plays(data: bytes) -> bool:
    try:
        refuse_unnamed(data, guess(data))
    except UnreadableFile:
        return False
    return True


def parts(data: bytes, encoding: str = "", delimiter: str = "") -> tuple[Part, ...]:
    """The tables of a file, turned so that their headers are in a row. Raises UnreadableFile."""
    if json_tables.is_json(data):
        return with_names(json_tables.parts(data))
    return tuple(map(layout.upright, cells.parts(data, encoding, delimiter)))


_read: Final[dict[tuple[bytes, str, str], tuple[Part, ...]]] = {}
"""The tables of the file that is read, as they were detected and as a mapping names them: both steps need them."""


def _parts(data: bytes, encoding: str, delimiter: str) -> tuple[Part, ...]:
    found = _read.get((data, encoding, delimiter))
    if found is None:
        _read.clear()
        found = parts(data, encoding, delimiter)
        written = {(part.encoding, part.delimiter) for part in found}
        _read.update({(data, *each): found for each in ((encoding, delimiter), *written) if len(written) == 1})
    return found


def forget() -> None:
    """Free the tables of the last file."""
    _read.clear()


@dataclass(frozen=True, slots=True)
class TableRead:
    """A table read by a mapping: the plays, and how sure the mapping is."""

    mapping: Mapping
    report: ImportReport
    confidence: Confidence


def guess(data: bytes) -> Mapping:
    """The mapping that explains the table best. Raises UnreadableFile."""
    try:
        return guesses(data)[0]
    finally:
        forget()


def guesses(data: bytes, sheet: str | None = None) -> list[Mapping]:
    """The mapping that explains the table best, and others that explain it about as well and give other plays.

    `sheet` is the name of one of several tables; without it, the one is taken that is the most surely of plays. Raises
    UnreadableFile.
    """
    tables = _parts(data, "", "")
    if sheet is not None:
        return confidence.best(_named(tables, sheet)).mappings
    if together := joined(tables):
        return [replace(mapping, shape="relational") for mapping in confidence.best(together).mappings]
    best = max(map(confidence.best, tables), key=lambda one: one.percent)
    first, *rivals = map(_with_game, best.mappings)
    encoded = encodings.candidates(data)[1 : 1 + encodings.MAX_OTHERS] if encodings.called(first.encoding) else ()
    return [first, *(other for one in encoded if (other := _in_encoding(data, first, one))), *rivals]


def _in_encoding(data: bytes, mapping: Mapping, encoding: str) -> Mapping | None:
    """The mapping with its headers in another encoding; None if the text is no such table there."""
    with suppress(UnreadableFile):
        for part in parts(data, encoding, mapping.delimiter):
            titles = layout.headers_at(part.rows, mapping.header_row)
            if part.name == mapping.part and len(titles) <= len(mapping.columns):
                titles += [""] * (len(mapping.columns) - len(titles))
                pairs = zip(titles, mapping.columns, strict=True)
                held = tuple(TableColumn(title, column.meaning) for title, column in pairs)
                return replace(mapping, encoding=encoding, columns=held)
    return None


def _named(tables: Sequence[Part], name: str) -> Part:
    for part in tables:
        if part.name == name:
            return part
    there = ", ".join(part.name for part in tables) or message("none with names")
    raise UnreadableFile(message("There is no table {name!r} in this file; there are {there}.", name=name, there=there))


def _with_game(mapping: Mapping) -> Mapping:
    """The mapping with the sheet's name as the game if no column has it."""
    return mapping if "game" in mapping.meanings() else replace(mapping, game=layout.game_of(mapping.part))


def read(data: bytes, given: Mapping | None = None) -> ImportReport:
    """The plays of a file, by the given or the guessed mapping.

    Raises UnreadableFile if the given mapping does not fit or has no players, or if no header supports the guess.
    """
    if given is None:
        given = guess(data)
        refuse_unnamed(data, given)
    return read_by(data, given).report


def refuse_unnamed(data: bytes, guessed: Mapping) -> None:
    """Raises UnreadableFile for a guess that no header supports."""
    confidence.refuse_unnamed(guessed, _fitting(_parts(data, guessed.encoding, guessed.delimiter), guessed))


def read_by(data: bytes, given: Mapping, *, alone: bool = False, has_rivals: bool = False) -> TableRead:
    """The plays of a file by a mapping; of `alone`, only those of the table that it is for.

    `has_rivals` as in `confidence.of_table`. Raises UnreadableFile if the mapping does not fit or has no players.
    """
    tables = _parts(data, given.encoding, given.delimiter)
    part = _fitting(tables, given)
    if not given.has_players():
        confidence.refuse_unnamed(given, part)
    alike = [(part, given)] if alone or given.shape == "relational" else _alike(tables, part, given)
    plays, totals, others = list[RawPlay](), list[str](), list[str]()
    for one, mapping in alike:
        raw_plays = rows.raw_plays(one, mapping)
        plays += raw_plays.plays
        totals += raw_plays.totals
        others += raw_plays.others
    result = build_plays(plays, KEY, given.day_first, given.decimal, year_first=given.year_first, wins=given.wins)
    amiss = [ImportProblem(part.name, part.amiss)] if part.amiss else []
    read = [one for one, _ in alike]
    remarks = (*_remarks(tables, read, given, totals, others), *undecided(result.plays, given))
    report = ImportReport(tuple(result.plays), (*amiss, *result.problems), remarks)
    left = () if alone or given.shape == "relational" else _left_doubts(tables, read)
    doubts = (*encodings.doubts(data, given.encoding), *left, *(doubt for one in read for doubt in one.doubts))
    sure = confidence.of_table(given, plays, result.plays, has_rivals=has_rivals and not doubts, of_file=doubts)
    return TableRead(given, report, sure)


def undecided(plays: Sequence[ImportedPlay], given: Mapping) -> Iterator[Message]:
    """The games whose plays have points and no winners, where nobody has said yet who wins."""
    said = {folded(title) for title, _ in given.wins}
    titles = dict.fromkeys(str(play.options.get("title", "")) for play in plays if has_no_winner(play))
    left = [title or message("no game") for title in titles if "" not in said and folded(title) not in said]
    if left:
        yield message(
            "Who won is not known of the plays of {titles}{how}.",
            titles=", ".join(left[:5]) + (", …" if len(left) > 5 else ""),
            how=ForCommands("; say it with --wins most or fewest, or TITLE=most for one game"),
        )


def has_no_winner(play: ImportedPlay) -> bool:
    """True if a play has points, and nothing says who won."""
    return any(isinstance(event, PointsNoted) for event in play.events) and isinstance(play.events[-1], MatchClosed)


def _alike(tables: Sequence[Part], part: Part, given: Mapping) -> list[tuple[Part, Mapping]]:
    """The table, and those of the same kind: a sheet for each year or game, tables under headings of a text."""
    least = min(confidence.THRESHOLD, confidence.best(part).percent) if len(tables) > 1 else 0
    pairs = [(one, given if one is part else _mapping_of(one, given, least)) for one in tables]
    return [(one, mapping) for one, mapping in pairs if mapping]


def _mapping_of(part: Part, given: Mapping, least: int) -> Mapping | None:
    """The mapping for another table with the same headers, or whose own reading is of the same kind and as sure.

    A game that was the name of the given table is now that of this one. None for a table of something else.
    """
    header_row = layout.header_row_of(part)
    game = layout.game_of(part.name) if given.game == layout.game_of(given.part) else given.game
    renamed = replace(given, part=part.name, game=game, header_row=header_row)
    titles = [*map(plain, layout.headers_at(part.rows, header_row))]
    known = {plain(column.header): column for column in given.columns}
    if titles and titles == [*known]:
        return renamed
    percent, (own, *_) = confidence.best(part)
    columns = tuple(known.get(plain(column.header), column) for column in own.columns)
    meanings, own_meanings = ({*one} & _OF_KIND for one in (given.meanings(), (column.meaning for column in columns)))
    is_of_kind = given.shape == own.shape and meanings == own_meanings and "date" in meanings
    return replace(renamed, columns=columns) if is_of_kind and percent >= least else None


def _left_doubts(tables: Sequence[Part], read: Sequence[Part]) -> Iterator[Message]:
    """Tables that seem to have plays, too, and are not read."""
    left = [one.name for one in tables if one not in read and _has_dates(one)]
    if left:
        yield message("{tables} may have plays, too, and are not read.", tables=", ".join(left[:5]))


def _has_dates(part: Part) -> bool:
    """True if most rows below the header have a date."""
    rows = part.rows[layout.header_row_of(part) :][:_ROWS]
    return 2 * sum(any(map(dates.is_date, row.cells[:_FIRST_COLUMNS])) for row in rows) > len(rows)


def _fitting(tables: Sequence[Part], given: Mapping) -> Part:
    part = joined(tables) if given.shape == "relational" else None
    part = part or next((part for part in tables if part.name == given.part), None)
    if part is None:
        raise UnreadableFile(message("There is no table called {name!r} in this file.", name=given.part))
    header = part.rows[given.header_row - 1 : given.header_row] if given.header_row else part.rows[:1]
    if not header or len(header[0].cells) > len(given.columns):
        raise UnreadableFile(message("The columns of the file differ from the mapping."))
    return part


def _remarks(
    tables: Sequence[Part], read: Sequence[Part], given: Mapping, totals: Sequence[str], others: Sequence[str]
) -> Iterator[str]:
    if totals:
        yield message("Left out as totals: {rows}.", rows=_shortened(totals))
    if others:
        yield message("Left out, as they name neither a player nor a game: {rows}.", rows=_shortened(others))
    if name := encodings.called(given.encoding):
        yield message("The text is not UTF-8; it was read as {encoding}.", encoding=name)
    for part in read:
        yield from part.remarks
    names = [part.name for part in read]
    others = [other.name for other in tables if other.name not in names]
    if given.shape != "relational" and others:
        left = ", ".join(others)
        if len(names) > 1:
            yield message("Only {tables} were read, not {others}.", tables=", ".join(names), others=left)
        else:
            yield message("Only {table} was read, not {others}.", table=names[0], others=left)


def _shortened(places: Sequence[str]) -> str:
    return ", ".join(places[:10]) + (", …" if len(places) > 10 else "")


_ADAPTER: Final = TypeAdapter(Mapping)


def header_of(mapping: Mapping) -> tuple[str, ...]:
    """The header under which the mapping of a table is kept; empty for a table without headers."""
    titles = tuple(plain(column.header) for column in mapping.columns)
    return titles if any(titles) else ()


def encoded(mapping: Mapping) -> dict[str, Any]:
    """The mapping as JSON."""
    fields: dict[str, Any] = _ADAPTER.dump_python(mapping, mode="json")
    return fields


def adapted(fields: Fields[str, object], guessed: Mapping) -> Mapping | None:
    """The confirmed mapping for a table that is guessed as `guessed`; None for one of a release that wrote others.

    What only the cells tell is taken from the guess: the place and form of the table, the order in its dates.
    """
    try:
        confirmed = _ADAPTER.validate_python(fields)
    except ValidationError:
        return None
    day_first = confirmed.day_first if guessed.day_first is None else guessed.day_first
    confirmed = replace(confirmed, day_first=day_first, decimal=guessed.decimal or confirmed.decimal)
    if header_of(confirmed) != header_of(guessed):  # Another table of the file was chosen.
        return confirmed
    meanings = zip(guessed.columns, confirmed.columns, strict=True)
    columns = tuple(TableColumn(column.header, known.meaning) for column, known in meanings)
    game = guessed.game or confirmed.game  # A sheet may name it.
    return replace(
        guessed, columns=columns, shape=confirmed.shape, day_first=day_first, decimal=confirmed.decimal, game=game,
        undated=confirmed.undated, wins=confirmed.wins,
    )  # fmt: skip


def templates(sure: Confidence) -> tuple[str, ...]:
    """The doubts without the values in them."""
    return tuple(doubt.template if isinstance(doubt, Message) else doubt for doubt in sure.doubts)


def fits(read: TableRead, settled: Collection[str]) -> bool:
    """True if a table that was read with a confirmed mapping is sure, but for the doubts `settled` with it."""
    plays, problems = read.report.plays, read.report.problems
    is_sure = not read.confidence.asks or set(settled).issuperset(templates(read.confidence))
    return bool(plays) and len(problems) <= len(plays) / 2 and is_sure
