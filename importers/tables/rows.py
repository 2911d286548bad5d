"""Groups the rows of a table into plays by the meanings of its columns; cells stay unparsed."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.messages import message
from importers.tables import layout
from importers.tables.cells import Part
from importers.tables.mapping import Mapping
from importers.tables.play_builder import RawPlay
from importers.tables.row_reader import Columns, RowReader


@dataclass(slots=True)
class RowsRead:
    """The plays of a table, and the places of the rows that are left out: totals, and rows without a play."""

    plays: list[RawPlay] = field(default_factory=list)
    totals: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def raw_plays(part: Part, mapping: Mapping) -> RowsRead:
    read = RowsRead()
    rows = _of_plays(part, mapping, read)
    if mapping.shape == "wide" and "round" not in mapping.meanings():
        read.plays = [row.play() for row in rows]
    else:
        read.plays = _grouped(rows, has_rounds="round" in mapping.meanings())
    for raw in read.plays:
        raw.where = _where(part, raw.line)
        raw.game = raw.game or mapping.game
        raw.date = raw.date or layout.date_of(part.name)
    return read


def _of_plays(part: Part, mapping: Mapping, read: RowsRead) -> Iterator[RowReader]:
    """The rows of plays; the places of others are added to `read`, but for repetitions of the header."""
    header = part.rows[mapping.header_row - 1].cells if mapping.header_row else ()
    columns = Columns(part, mapping)
    for row in part.rows[mapping.header_row :]:
        if row.cells == header:
            continue
        held = RowReader(row, columns)
        if held.is_total:
            read.totals.append(_where(part, row.line))
        elif held.is_no_play:
            read.others.append(_where(part, row.line))
        else:
            yield held


def _where(part: Part, line: int) -> str:
    if part.is_turned:
        return message("column {number}", number=line)
    if part.name:
        return message("{table}, row {number}", table=part.name, number=line)
    return message("line {number}", number=line)


@dataclass(slots=True)
class _Group:
    """A play, and what of it is taken: its players, or with rounds each round of a player. `last` is its last row."""

    play: RawPlay
    taken: set[tuple[str, str]]
    last: int


def _grouped(rows: Iterator[RowReader], *, has_rounds: bool) -> list[RawPlay]:
    """The plays of a table with a row for each player, or for each round.

    Rows are grouped by the id of the play; without one by date, time, game and place, until a player is repeated. If
    the plays that this gives have different players, the rows may be sorted by player: then the first row of each
    player is of the first play, the second of the second.
    """
    by_key: dict[tuple[str, ...], list[tuple[RowReader, int]]] = {}
    above: tuple[str, ...] = ()
    for number, row in enumerate(rows):
        if not any(row.shared[:3]) and above:
            row.shared = above
        above = row.shared
        by_key.setdefault(row.key, []).append((row, number))
    plays: list[_Group] = []
    for key in list(by_key):
        members = by_key.pop(key)  # The rows of a large table are freed as its plays are made.
        groups = _split(members, by_player=False)
        if len(groups) > 1 and not _are_alike(groups, has_rounds=has_rounds):
            again = _split(members, by_player=True)
            groups = again if _are_alike(again, has_rounds=has_rounds) else groups
            for group in groups:
                group.play.is_mixed = not key[0]
        elif len(groups) > 1 and key[0]:
            groups[0].play.is_mixed = True  # An id with a player twice.
        for group in groups:
            group.play.is_repeated = len(groups) > 1
        plays += groups
    plays.sort(key=lambda group: group.play.line)
    return [group.play for group in plays]


def _split(rows: Sequence[tuple[RowReader, int]], *, by_player: bool) -> list[_Group]:
    """The plays of rows: one ends before the row that repeats one of its players.

    With `by_player`, each row is of the first play that does not have its player yet.
    """
    groups: list[_Group] = []
    next_of: dict[tuple[str, str], int] = defaultdict(int)
    for row, number in rows:
        play = row.play()
        seats = row.taken(play)
        if by_player:
            place = max((next_of[seat] for seat in seats), default=0)
            next_of.update(dict.fromkeys(seats, place + 1))
        else:
            place = len(groups) - bool(groups and seats.isdisjoint(groups[-1].taken))
        if place >= len(groups):
            groups.append(_Group(play, seats, number))
        else:
            _join(groups[place], play, seats, number)
    return groups


def _join(group: _Group, play: RawPlay, seats: set[tuple[str, str]], number: int) -> None:
    _add(group.play, play)
    group.taken |= seats
    group.play.is_apart |= number != group.last + 1
    group.last = number


def _are_alike(groups: Sequence[_Group], *, has_rounds: bool) -> bool:
    """True if all plays have the same players, so that their order alone tells them apart."""
    return all(group.taken == groups[0].taken for group in groups) or has_rounds


def _add(raw: RawPlay, further: RawPlay) -> None:
    """Merge another row of the same play: its players, and the values missing in the rows above."""
    has_rounds = any(seat.is_of_round for seat in further.seats)
    seated = {seat.name.casefold(): seat for seat in raw.seats if seat.name and has_rounds}
    for seat in further.seats:
        if known := seated.get(seat.name.casefold()):
            if known.won and seat.won and known.won != seat.won:
                raw.is_mixed = raw.is_apart = True  # Each round has a winner: the rounds may be plays.
            known.parts |= seat.parts
            known.score = known.score or seat.score
            known.won, known.rank = known.won or seat.won, known.rank or seat.rank
        else:
            raw.seats.append(seat)
    raw.comments += further.comments
    for name in ("winners", "bgg", "minutes", "variant", "expansions"):
        setattr(raw, name, getattr(raw, name) or getattr(further, name))
    for header, cells in further.more.items():
        raw.more.setdefault(header, []).extend(cells)
