"""Matches as tidy tables for spreadsheets and data frames, each as CSV and as Parquet.

- `matches`: one row per match. Tags, sources and expansions are separated by ` | `, `options` are JSON. Statistics
  leave out a match that is not `counted`.
- `seats`: one row per seat, from 0 in turn order; `won`, `rank`, `started` and `new` are empty if unknown. Roles are
  separated by ` | `, a role of a known kind is `kind: name`; `team` is a number, `team_name` the players' name for it.
- `events`: one row per event of the log; `stands` is empty for events about the record, false for events that were
  taken back or corrected. Only effective events have `round` and `seat`.
- `points`: signed points of a seat by source, for matches recorded in enough detail.
- `people`: one row per person; `accounts` are their ids in other apps.

`match`, `person` and `seat` join the tables. A cell without a value is empty, never 0.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO, Final, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from core.record_events import META_EVENTS
from eventstore import codec
from eventstore.formats import readable
from eventstore.formats.cells import Cell, harmless
from eventstore.matches.match import Match
from eventstore.matches.people import People
from eventstore.matches.repository import MatchRepository
from eventstore.statistics import extract

TableRow: TypeAlias = tuple[Cell, ...]

TEXT, NUMBER, COUNT, TRUTH = pa.string(), pa.float64(), pa.int64(), pa.bool_()

SCHEMAS: Final[Mapping[str, pa.Schema]] = {
    name: pa.schema(columns)
    for name, columns in {
        "matches": [
            ("match", TEXT), ("game", TEXT), ("rules", TEXT), ("bgg_id", COUNT), ("title", TEXT), ("played_on", TEXT),
            ("place", TEXT), ("tags", TEXT), ("depth", TEXT), ("state", TEXT), ("minutes", COUNT), ("seats", COUNT),
            ("cooperative", TRUTH), ("lowest_wins", TRUTH), ("options", TEXT), ("events", COUNT), ("parent", TEXT),
            ("sources", TEXT), ("expansions", TEXT), ("scenario", TEXT), ("variant", TEXT), ("difficulty", TEXT),
            ("series", TEXT), ("number", COUNT), ("counted", TRUTH),
        ],
        "seats": [
            ("match", TEXT), ("seat", COUNT), ("person", TEXT), ("name", TEXT), ("team", COUNT), ("score", NUMBER),
            ("rank", COUNT), ("won", TRUTH), ("started", TRUTH), ("roles", TEXT), ("team_name", TEXT), ("color", TEXT),
            ("new", TRUTH), ("handicap", TEXT),
        ],
        "events": [
            ("match", TEXT), ("version", COUNT), ("type", TEXT), ("stands", TRUTH), ("round", COUNT), ("seat", COUNT),
            ("happened_at", TEXT), ("data", TEXT),
        ],
        "points": [("match", TEXT), ("seat", COUNT), ("source", TEXT), ("points", NUMBER)],
        "people": [("person", TEXT), ("name", TEXT), ("accounts", TEXT)],
    }.items()
}  # fmt: skip
"""The columns of every table, by table name."""

FILES: Final = tuple(f"{name}.{form}" for name in SCHEMAS for form in ("csv", "parquet"))
"""The files that `write` fills."""

BATCH_SIZE: Final = 20_000
"""Rows in memory before they are written, and so the size of a row group in the Parquet file."""

BAR: Final = " | "


def write(matches: MatchRepository, ids: Iterable[str], files: Mapping[str, BinaryIO]) -> tuple[str, ...]:
    """Write these matches into all `FILES`, given by name; returns the ids of those that cannot be replayed."""
    tables = {
        name: _OpenTable(schema, files[f"{name}.csv"], files[f"{name}.parquet"]) for name, schema in SCHEMAS.items()
    }
    people = matches.people()
    tables["people"].add(_people(people))
    left_out: list[str] = []
    for match in readable(matches, ids, left_out):
        tables["matches"].add([_match(match)])
        tables["seats"].add(_seats(match, people))
        tables["events"].add(_events(match))
        tables["points"].add(_points(match))
    for table in tables.values():
        table.end()
    return tuple(left_out)


class _OpenTable:
    """One table that is being written to its two files."""

    def __init__(self, schema: pa.Schema, plain: BinaryIO, parquet: BinaryIO) -> None:
        # Spreadsheets need the byte order mark. Quoted, as a name with ; would end its cell if ; is the separator.
        self._text = io.TextIOWrapper(plain, "utf-8-sig", newline="")
        self._csv = csv.writer(self._text, quoting=csv.QUOTE_NONNUMERIC)
        self._csv.writerow(schema.names)
        self._schema = schema
        self._parquet = pq.ParquetWriter(parquet, schema, compression="zstd")
        self._rows: list[TableRow] = []

    def add(self, rows: Iterable[TableRow]) -> None:
        self._rows += rows
        if len(self._rows) >= BATCH_SIZE:
            self._flush()

    def end(self) -> None:
        self._flush()
        self._parquet.close()
        self._text.detach()  # The caller closes the files.

    def _flush(self) -> None:
        self._csv.writerows([harmless(cell) for cell in row] for row in self._rows)
        self._text.flush()
        if self._rows:
            columns = zip(self._schema, zip(*self._rows, strict=True), strict=True)
            cells = [pa.array(column, type=field.type) for field, column in columns]
            self._parquet.write_batch(pa.record_batch(cells, schema=self._schema))
        self._rows = []


def _match(match: Match) -> TableRow:
    played = extract.played(match, order=0)
    return (
        match.id, played.game, played.key, played.bgg_id, match.header.title, played.played_on, played.place,
        BAR.join(played.tags), played.depth, played.state, played.minutes, len(played.seats), played.cooperative,
        played.lowest_wins, json.dumps(codec.encode_options(match.options), ensure_ascii=False), len(match.log),
        match.parent, BAR.join(match.known_sources), BAR.join(played.expansions), played.scenario, played.variant,
        played.difficulty, played.series, played.number, played.counted,
    )  # fmt: skip


def _seats(match: Match, people: People) -> Iterator[TableRow]:
    for seat, result in enumerate(extract.played(match, order=0).seats):
        who = (people.one(result.person), people.name(result.person))
        roles = BAR.join(f"{role.kind}: {role.name}" if role.kind else role.name for role in result.roles)
        facts = (roles, result.team_name, result.color, result.new, result.handicap)
        yield match.id, seat, *who, result.team, result.score, result.rank, result.won, result.started, *facts


def _events(match: Match) -> Iterator[TableRow]:
    frames = {frame.version: frame for frame in match.frames}
    for entry in match.log:
        frame = frames.get(entry.version)
        stands = None if isinstance(entry.event, META_EVENTS) else frame is not None
        place = (frame.round, frame.seat) if frame and stands else (None, None)
        cells = (codec.name_of(entry.event), stands, *place, entry.happened_at, codec.encode_data(entry.event))
        yield match.id, entry.version, *cells


def _points(match: Match) -> Iterator[TableRow]:
    for seat, details in enumerate(extract.details(match)):
        for source, points in details.sources.items():
            yield match.id, seat, source, points


def _people(people: People) -> Iterator[TableRow]:
    for person, name in people.current_names().items():
        yield person, name, BAR.join(people.accounts_of(person))
