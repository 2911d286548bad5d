"""The rows of the read tables, folded from the log; the only side effect is reading, so any process may do it."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from core.errors import GameFails
from core.folding import folded
from core.game import Points
from core.json_types import json_type
from core.json_values import JsonType
from core.record import imports, witness
from core.record_events import MatchEnded
from eventstore import codec
from eventstore.matches import notes, photos
from eventstore.matches.match import MATCHES, Match
from eventstore.matches.match_reader import MatchReader
from eventstore.matches.notes import NoteWritten
from eventstore.matches.simulated import is_simulated
from eventstore.matches.unreadable import UNREADABLE, log_defect
from eventstore.readmodels.play_tables import PlayRows, moment_of, play, storable
from eventstore.readmodels.search import people_bits
from eventstore.readmodels.text_tables import MatchText, shown_texts
from eventstore.statistics import extract
from eventstore.statistics.plays import PlayedMatch, PlayedSeat
from eventstore.store.read_ahead import read_ahead
from eventstore.store.store import CHAINED_BYTES, StoredEvent, StreamChange, UnusableStore

_NOTES: Final = json_type(NoteWritten)
_PLAYED: Final = json_type(PlayedMatch)
_DETAILS: Final = json_type(tuple[PlayedSeat, ...])

_Value = TypeVar("_Value")

_NUL: Final = r"\u0000"
_NULS: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")
"""NUL in JSON, not the same letters after a backslash of the text."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match as lists show it. `depth` is `moves`, `rounds` or `final`; `state` is `open`, `finished`,
    `closed`, or `damaged` for a match that cannot be read or listed (`partie verify` says why).

    `game` is the game's key, `game_title` its display name. `events` counts rows of the log, the header included.
    `options` are the game's, `parent` is the match it was forked from. Statistics leave out a match that is not
    `counted`; lists leave out `withdrawn` matches too. `result` is that of today's rules. `package` is the
    distribution that brought the game, `rules` the number of its rules; of a match whose game is `missing`, title,
    people, date and the result that was kept when it ended are known.
    """

    id: str
    game: str
    game_title: str
    title: str | None
    players: tuple[str, ...]
    scores: tuple[Points, ...] | None
    winners: tuple[int, ...]
    played_on: str | None
    place: str | None
    tags: tuple[str, ...]
    depth: str
    events: int
    version: int
    state: str
    sources: tuple[str, ...]
    parent: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    counted: bool = True
    withdrawn: bool = False
    result: MatchEnded | None = None
    package: str | None = None
    rules: int = 1
    missing: bool = False


_ROWS: Final = json_type(MatchRow)

MATCH_COLUMNS: Final = (
    "id",
    "recorded",
    "game",
    "game_title",
    "folded_title",
    "bgg_id",
    "played_on",
    "seats",
    "place",
    "folded_place",
    "depth",
    "state",
    "row",
    "played",
    "details",
    "chain",
    "counted",
    "withdrawn",
    "moment",
    "parent",
    "title",
    "missing",
    "rules",
    "version",
    "sources",
    "people_bits",
)
"""The columns of the table of matches.

`row` is the `MatchRow`, `recorded` the position of the first event. `played` and `details` are JSON, empty for a
damaged match. `chain` is that of `ReviewKey`.
"""

_RECORDED: Final = MATCH_COLUMNS.index("recorded")
_STATE: Final = MATCH_COLUMNS.index("state")

DAMAGED: Final = "damaged"
"""The state of a match that cannot be read or listed."""


class ListedSeat(NamedTuple):
    """A row of the table of seats. Lists leave out `hidden` matches: 1 are simulated ones, 2 withdrawn ones.

    `moment` is that of `play_tables.moment_of`.
    """

    person: str
    match: str
    seat: int
    hidden: int
    moment: str


class ProjectionRow(NamedTuple):
    """A match as it is written to the read tables, in plain values: another process hands them over at little cost.

    `columns` are the values of `MATCH_COLUMNS`, `tags` without repetitions. `facts`
    are the details the match can be found by: pairs of a kind of `filters.FACTS` and a value. `play` are the rows of a
    match that statistics count. `comments` are those of other apps.
    """

    id: str
    version: int
    columns: tuple[str | int | None, ...]
    seats: tuple[ListedSeat, ...] = ()
    tags: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    play: PlayRows | None = None
    comments: tuple[MatchText, ...] = ()

    @property
    def recorded(self) -> int:
        """The position of the first event."""
        position = self.columns[_RECORDED]
        assert isinstance(position, int)
        return position

    @property
    def is_damaged(self) -> bool:
        return self.columns[_STATE] == DAMAGED


class Remarks(NamedTuple):
    """The present content of a stream of notes or of photos: its texts, and its bookmarks as JSON.

    `position` is that of the row that last changed them.
    """

    position: int
    texts: tuple[MatchText, ...] = ()
    bookmarks: tuple[str, ...] = ()


class ProjectionBatch(NamedTuple):
    """The rows of the read tables for some streams: matches, and the remarks of streams of notes and photos by name."""

    matches: tuple[ProjectionRow, ...] = ()
    remarks: Mapping[str, Remarks] = MappingProxyType({})


def fold(
    records: MatchReader, streams: Iterable[StreamChange], written: Mapping[str, str] = MappingProxyType({})
) -> ProjectionBatch:
    """The rows of the read tables for these streams, from the log of `records`; only matches and notes have any.

    Matches whose row is `written` already are left out: those with this chain, by id.
    """
    records, changed = records.with_known_people(), [*streams]
    matches, remarks = list[ProjectionRow](), dict[str, Remarks]()
    all_rows = read_ahead(records.store, [stream for stream, _, _ in changed])
    for (stream, first, last), rows in zip(changed, all_rows, strict=True):
        if stream.startswith(MATCHES):
            id = stream.removeprefix(MATCHES)
            if not rows or written.get(id) != _chain(rows):
                matches.append(_of_stream(records, id, rows, rows[0].position if rows else first))
        elif stream.startswith((notes.STREAMS, photos.STREAMS)):
            remarks[stream] = _remarks(records, stream, last)
    return ProjectionBatch(tuple(matches), remarks)


def _remarks(matches: MatchReader, stream: str, last: int) -> Remarks:
    """The remarks of a stream; none where it cannot be read (`partie verify` says why)."""
    try:
        return remarks_of(stream, last, matches.store.read(stream))
    except UNREADABLE:
        return Remarks(last)
    except UnusableStore:
        raise
    except Exception as error:  # A change of a note that there is not.
        log_defect("Reading the notes of a match", error)
        return Remarks(last)


def remarks_of(stream: str, last: int, rows: Sequence[StoredEvent]) -> Remarks:
    """The remarks of a stream of notes or photos with these rows, the last one at this position."""
    if stream.startswith(photos.STREAMS):
        shown = photos.showing(codec.decode_row(photos.EVENTS, row) for row in rows)
        return Remarks(last, shown_texts([(photo.about, photo.caption) for photo in shown]))
    written = notes.showing(codec.decode_row(notes.EVENTS, row) for row in rows)
    texts = shown_texts([(note.about, note.text) for note in written])
    return Remarks(last, texts, tuple(_NOTES.text(note, whole=True) for note in written if note.bookmark))


def projection_row(match: Match, rows: Sequence[StoredEvent]) -> ProjectionRow:
    """The row of a match with these rows in the log."""
    recorded, chain = rows[0].position, _chain(rows)
    by_seat, details = _storable(_DETAILS, extract.details(match))  # First, as its stories give the frames too.
    played, text = _storable(_PLAYED, extract.played(match, recorded), whole=False)
    row, row_text = _storable(_ROWS, match_row(match))
    columns = _columns(row, row_text, recorded, storable(played.bgg_id), text, details, chain)
    tags = tuple(dict.fromkeys(row.tags))
    hidden = 2 if row.withdrawn else int(is_simulated(row.id, row.parent))
    moment = moment_of(row.played_on, recorded, row.id)
    seats = tuple(ListedSeat(person, row.id, seat, hidden, moment) for seat, person in enumerate(row.players))
    known = imports(match.log).values() if match.sources else ()
    comments = shown_texts([(None, text) for text in dict.fromkeys(imported.comment for imported in known)])
    return ProjectionRow(
        row.id, row.version, columns, seats, tags, _facts(played), play(match, played, by_seat), comments
    )


def _chain(rows: Sequence[StoredEvent]) -> str:
    return rows[-1].row_hash[:CHAINED_BYTES].hex()


def _columns(
    row: MatchRow,
    row_text: str,
    recorded: int,
    bgg_id: int | None = None,
    played: str = "",
    details: str = "",
    chain: str = "",
) -> tuple[str | int | None, ...]:
    """The values of `MATCH_COLUMNS`."""
    return (
        row.id,
        recorded,
        row.game,
        row.game_title,
        folded(row.game_title),
        bgg_id,
        row.played_on,
        len(row.players),
        row.place,
        row.place and folded(row.place),
        row.depth,
        row.state,
        row_text,
        played,
        details,
        chain,
        int(row.counted),
        int(row.withdrawn),
        moment_of(row.played_on, recorded, row.id),
        row.parent,
        row.title,
        int(row.missing),
        row.rules,
        row.version,
        json.dumps(row.sources),
        people_bits(row.players),
    )


def _storable(kind: JsonType, value: _Value, *, whole: bool = True) -> tuple[_Value, str]:
    """A value and its JSON, as every database can hold it: with U+FFFD in place of NUL, which old matches may have."""
    text = kind.text(value, whole=whole)
    if _NUL not in text:
        return value, text
    value = kind.of_text(_NULS.sub(r"\1\\ufffd", text))
    return value, kind.text(value, whole=whole)


def _facts(played: PlayedMatch) -> tuple[tuple[str, str], ...]:
    """Pairs of a kind of `filters.FACTS` and a value, without repetitions, in their order in the table."""
    facts = {("expansion", name) for name in played.expansions}
    facts |= {("role", role.name) for seat in played.seats for role in seat.roles}
    facts |= {(kind, text) for seat in played.seats for kind, text in (("team", seat.team_name), ("color", seat.color))}
    facts |= {(kind, getattr(played, kind)) for kind in ("scenario", "variant", "difficulty", "series")}
    return tuple(sorted((fact for fact in facts if fact[1]), key=lambda fact: (fact[0], fact[1].encode())))


def _of_stream(matches: MatchReader, id: str, rows: Sequence[StoredEvent] | None, recorded: int) -> ProjectionRow:
    """`rows` are those of `read_ahead`; `recorded` is a position of the match, used when they cannot be read."""
    try:
        rows = matches.store.read(MATCHES + id) if rows is None else rows
        match = matches.match_of(id, rows)
        try:
            return projection_row(match, rows)
        except GameFails as error:
            return projection_row(matches.match_of(id, rows, failure=error.why), rows)
    except UNREADABLE:
        return damaged_row(id, recorded)
    except UnusableStore:
        raise
    except Exception as error:  # A defect, or an event that today's rules refuse: the others are listed.
        log_defect("Listing a match", error)
        return damaged_row(id, recorded)


def damaged_row(id: str, recorded: int) -> ProjectionRow:
    """The row of a match that cannot be read, or not written to the tables."""
    row = MatchRow(id, "", "", None, (), None, (), None, None, (), "moves", 0, 0, DAMAGED, ())
    return ProjectionRow(id, row.version, _columns(row, _ROWS.text(row, whole=True), recorded))


def match_row(match: Match) -> MatchRow:
    """The list row of a match, with person ids in place of names."""
    outcome = match.outcome
    scores = match.now.scores
    return MatchRow(
        id=match.id,
        game=match.game.KEY,
        game_title=match.game_title,
        title=match.header.title,
        players=match.header.players,
        scores=None if all(points is None for points in scores) else scores,
        winners=outcome.winners if outcome else (),
        played_on=match.header.played_on,
        place=match.place,
        tags=match.header.tags,
        depth=extract.depth(match),
        events=len(match.log) - match.offset,
        version=match.version,
        state=match.state,
        sources=match.known_sources,
        parent=match.parent,
        options=codec.encode_options(match.options),
        counted=match.details.counted is not False,
        withdrawn=match.withdrawal is not None,
        result=witness(match.now, outcome) if outcome else None,
        package=match.header.package,
        rules=match.header.rules,
        missing=match.missing is not None,
    )
