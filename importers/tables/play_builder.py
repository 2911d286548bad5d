"""Plays of tables and lists as text, and their conversion to the plays of an importer.

A play of a table has no id at a source. Its identity is the date, the game, the set of players, the table's id if there
is one, and its index among equal plays of the file. So an added row is a new play, and a corrected score changes the
play recorded before.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Final, TypeVar, cast

from core.folding import folded
from core.game import Points
from core.games import scoresheet
from core.games.scoresheet import FINAL, PointsNoted
from core.messages import message
from core.ranking import ranks_of_seats, sides_of
from core.record_events import MatchImported, SeatImported
from importers import scoresheet_events, text
from importers.imported_play import ImportedPlay, ImportProblem, Player
from importers.tables import cell_values, dates
from importers.tables.cell_values import Decimal
from importers.tables.headers import Meaning
from importers.tables.mapping import Wins
from importers.text import ProblemSink

MAX_TITLE_LENGTH: Final = 200

_ORDER: Final = re.compile("[0-9]{1,3}")
_BGG_ID: Final = re.compile("[0-9]{1,9}")
_BETWEEN_EXPANSIONS: Final = re.compile("[;,]")

_Read = TypeVar("_Read")


@dataclass(slots=True)
class RawSeat:
    """The cells of one player, unparsed.

    `order` is the seat number, `account` an id beside the name, `parts` are points by round or category; `is_of_round`
    if they come from rows of their own.
    """

    name: str = ""
    score: str = ""
    won: str = ""
    rank: str = ""
    team: str = ""
    color: str = ""
    role: str = ""
    started: str = ""
    new: str = ""
    order: str = ""
    account: str = ""
    parts: dict[str, str] = field(default_factory=dict)
    is_of_round: bool = False

    def set(self, meaning: Meaning, cell: str) -> None:
        """Set the value of a column of this meaning."""
        if meaning == "winner":
            self.won = self.won or cell
        else:
            setattr(self, "order" if meaning == "seat" else meaning, cell)


@dataclass(slots=True)
class RawPlay:
    """The cells of one play, unparsed.

    `winners` are names or accounts, `id` is the table's own id, `more` has the other values by column name. `unread`
    are points in one cell that are not those of all players. `line` is that of its first row; `is_apart` if other rows
    stand between its own, `is_repeated` if another play has the same id or date, game and place, `is_mixed` if only the
    order of the rows tells it from that one. `is_unsure` if a result may be that of either side.
    """

    where: str
    date: str = ""
    time: str = ""
    game: str = ""
    bgg: str = ""
    place: str = ""
    minutes: str = ""
    variant: str = ""
    expansions: str = ""
    id: str = ""
    winners: str = ""
    unread: str = ""
    comments: list[str] = field(default_factory=list)
    seats: list[RawSeat] = field(default_factory=list)
    more: dict[str, list[str]] = field(default_factory=dict)
    line: int = 0
    is_apart: bool = False
    is_mixed: bool = False
    is_repeated: bool = False
    is_unsure: bool = False


@dataclass(slots=True)
class BuiltPlays:
    """The plays of a file, and their problems."""

    plays: list[ImportedPlay] = field(default_factory=list)
    problems: list[ImportProblem] = field(default_factory=list)


def build_plays(
    raw_plays: Sequence[RawPlay],
    key: str,
    day_first: bool | None = None,
    decimal: Decimal = None,
    *,
    year_first: bool = False,
    wins: Sequence[tuple[str, Wins]] = (),
) -> BuiltPlays:
    """Converts raw plays to plays of the importer with this key.

    A play with an ambiguous date is left out while `day_first` is None: a wrong guess would be recorded permanently.
    """
    result = BuiltPlays()
    rules = {folded(title): rule for title, rule in wins}
    alike, alike_as_written = Counter[str](), Counter[str]()
    dated = any(raw.date for raw in raw_plays)
    undecided: list[ImportProblem] = []
    for raw in raw_plays:

        def report(sentence: str, where: str = raw.where) -> None:
            result.problems.append(ImportProblem(where, sentence))

        if len(raw.seats) not in scoresheet.SEATS:
            report(message("{number} players are too many for one match; it is left out.", number=len(raw.seats)))
            continue
        if dated and not raw.date:
            report(message("It has no date, but other plays here have one."))
        if raw.unread:
            report(message("{written!r} is not the points of each player; it is not read.", written=raw.unread[:40]))
        raw.seats = _in_seat_order(raw.seats)
        try:
            day = _day(raw, day_first, year_first, report)
        except dates.AmbiguousDate as error:
            undecided.append(ImportProblem(raw.where, str(error)))
            continue
        as_written = _identity(raw, day, text.decomposed_line)
        same = _identity(raw, day, text.line) if "\\u" in as_written else as_written  # An escape: not ASCII alone.
        sources = _source(key, same, alike), _source(key, as_written, alike_as_written)
        rule = rules.get(folded(text.line(raw.game)), rules.get(""))
        result.plays.append(_play(raw, *sources, day, decimal, rule, report))
    if undecided:
        first = undecided[0]
        summary = message("{why} Plays left out for this reason: {number}.", why=first.message, number=len(undecided))
        result.problems.insert(0, ImportProblem(first.where, summary))
    return result


def _in_seat_order(seats: list[RawSeat]) -> list[RawSeat]:
    """The seats sorted by number if all have different numbers, else in the given order."""
    orders = {int(seat.order) for seat in seats if _ORDER.fullmatch(seat.order)}
    return sorted(seats, key=lambda seat: int(seat.order)) if len(orders) == len(seats) else seats


def _day(raw: RawPlay, day_first: bool | None, year_first: bool, report: ProblemSink) -> dates.Day | None:
    if not raw.date:
        return None
    try:
        return dates.parse(raw.date, day_first, year_first=year_first)
    except dates.AmbiguousDate:
        raise
    except ValueError as error:
        report(message("{why} The play has no date.", why=str(error)))
        return None


def _identity(raw: RawPlay, day: dates.Day | None, line: Callable[[str], str]) -> str:
    names = sorted(line(seat.name)[: text.MAX_NAME_LENGTH].casefold() for seat in raw.seats)
    return json.dumps([day.date if day else line(raw.date), line(raw.game).casefold(), names, line(raw.id)])


def _source(key: str, identity: str, alike: Counter[str]) -> str:
    """The id of the next play with this identity; `alike` counts them."""
    alike[identity] += 1
    return f"{key}:{blake2b(f'{identity} {alike[identity]}'.encode(), digest_size=10).hexdigest()}"


def _name(seat: RawSeat) -> str:
    return text.line(seat.name)[: text.MAX_NAME_LENGTH]


def _play(
    raw: RawPlay,
    source: str,
    former: str,
    day: dates.Day | None,
    decimal: Decimal,
    rule: Wins | None,
    report: ProblemSink,
) -> ImportedPlay:
    for name in (text.line(seat.name) for seat in raw.seats):
        if len(name) > text.MAX_NAME_LENGTH:
            report(message("The name {name}… is shortened.", name=name[:30]))
    points = [_points(seat, decimal, report) for seat in raw.seats]
    teams = [text.line(seat.team) for seat in raw.seats]
    flags = _flags(raw, report)
    seats = tuple(_imported_seat(seat, flag, report) for seat, flag in zip(raw.seats, flags, strict=True))
    won = _winners(seats)
    if won is None and rule in ("most", "fewest"):
        won = _winners_by_points(points, teams, fewest=rule == "fewest")
    minutes = _parsed(cell_values.minutes, raw.minutes, "", report)
    options = scoresheet_events.options(
        text.line(raw.game)[:MAX_TITLE_LENGTH],
        _bgg_id(raw, report),
        won=won,
        points=points,
        teams=teams,
        lowest_wins=won is not None and rule == "fewest",
    )
    lines = _lines(raw.seats, points, decimal, report)
    provenance = MatchImported(
        source,
        comment=text.block("\n".join(dict.fromkeys(raw.comments))),
        variant=text.line(raw.variant),
        expansions=tuple(filter(None, map(text.line, _BETWEEN_EXPANSIONS.split(raw.expansions)))),
        seats=seats,
        more=_more(raw, day, minutes),
    )
    return ImportedPlay(
        raw.where,
        provenance,
        tuple(_player(_name(seat)) for seat in raw.seats),
        scoresheet_events.events(lines, won, [seat.rank for seat in seats], options),
        options=options,
        played_on=day.date if day else None,
        minutes=minutes,
        place=text.line(raw.place) or None,
        former_source=former if former != source else "",
    )


def _points(seat: RawSeat, decimal: Decimal, report: ProblemSink) -> Points:
    """The points of a seat; a remark behind them is reported, and stays in the text of the score."""
    bare, remark = cell_values.without_remark(text.line(seat.score))
    points = _parsed(lambda score: cell_values.points(score, decimal), bare, seat.name, report)
    if remark and points is not None:
        name, words = text.line(seat.name)[:30], remark[:40]
        report(
            message(
                "{name}: the points are {points}; the remark {remark!r} is not read.",
                name=name,
                points=bare,
                remark=words,
            )
        )
    return points


def _parsed(reader: Callable[[str], _Read], written: str, whose: str, report: ProblemSink) -> _Read | None:
    """The text parsed by `reader`; None if it is blank, or if it raises ValueError, whose reason `report` gets."""
    if not written:
        return None
    try:
        return reader(text.line(written))
    except ValueError as error:
        report(message("{name}: {why}", name=text.line(whose)[:30], why=str(error)) if whose else str(error))
        return None


_seat_imported = lru_cache(maxsize=4096)(SeatImported)
_player = lru_cache(maxsize=4096)(Player)
"""Seats and players that repeat are one value in memory."""


def _imported_seat(seat: RawSeat, flag: bool | None, report: ProblemSink) -> SeatImported:
    return _seat_imported(
        score=text.line(seat.score) or None,
        winner=flag,
        started=_parsed(cell_values.flag, seat.started, seat.name, report),
        new=_parsed(cell_values.flag, seat.new, seat.name, report),
        rank=_parsed(cell_values.place, seat.rank, seat.name, report),
        team=text.line(seat.team),
        role=text.line(seat.role),
        color=text.line(seat.color),
    )


def _flags(raw: RawPlay, report: ProblemSink) -> list[bool | None]:
    """True if each seat won, by flags or by the winners' names or accounts; None if neither is given."""
    names = [_name(seat) for seat in raw.seats]
    marked = [text.line(seat.won) for seat in raw.seats]
    if by_name := text.line(", ".join(raw.winners.splitlines())):
        named = _parsed(lambda winners: _named(winners, raw.seats), by_name, "", report)
        if named is not None or not any(marked):
            return [*named] if named is not None else [None] * len(names)
    try:
        return [cell_values.flag(mark) for mark in marked]
    except ValueError:
        pass
    try:
        return [*cell_values.winners(", ".join(dict.fromkeys(filter(None, marked))), names)]
    except ValueError:
        return [_parsed(cell_values.flag, seat.won, seat.name, report) for seat in raw.seats]


def _named(winners: str, seats: Sequence[RawSeat]) -> list[bool]:
    accounts, teams = (
        [text.line(one) for one in held] for held in zip(*((s.account, s.team) for s in seats), strict=True)
    )
    if all(accounts):
        with suppress(ValueError):
            return cell_values.winners(winners, accounts)
    if folded(winners) in map(folded, teams):
        return [folded(team) == folded(winners) for team in teams]
    return cell_values.winners(winners, [_name(seat) for seat in seats])


def _winners(seats: Sequence[SeatImported]) -> list[bool] | None:
    """The winners by the flags of the seats, else the seats in first place; None if unknown.

    Ranks may be those of the podium alone: seats without one did not win.
    """
    if not seats or any(seat.winner is not None for seat in seats):
        return [bool(seat.winner) for seat in seats]
    return [seat.rank == 1 for seat in seats] if any(seat.rank == 1 for seat in seats) else None


def _winners_by_points(points: Sequence[Points], teams: Sequence[str], *, fewest: bool) -> list[bool] | None:
    """The winners by the points of the sides; None unless those of all sides are known."""
    allied = scoresheet_events.options("", None, teams=teams).get("teams", ())
    sheet = scoresheet.Options(lowest_wins=fewest, teams=cast(tuple[tuple[int, ...], ...], allied))
    sides = sides_of(len(points), sheet.teams)
    if not sides or any(all(points[seat] is None for seat in side) for side in sides):
        return None
    return [rank == 1 for rank in ranks_of_seats(points, scoresheet.FACTS, sheet)]


def _more(raw: RawPlay, day: dates.Day | None, minutes: int | None) -> dict[str, str]:
    values = {name: "; ".join(dict.fromkeys(cells)) for name, cells in raw.more.items()}
    values["time"] = raw.time or (day.time if day else "")
    values["date"] = "" if day else raw.date
    values["minutes"] = "" if minutes or raw.minutes == "0" else raw.minutes
    return {text.line(name): text.block(value) for name, value in values.items() if text.block(value)}


def _lines(
    seats: Sequence[RawSeat], totals: Sequence[Points], decimal: Decimal, report: ProblemSink
) -> tuple[PointsNoted, ...]:
    """Points by round or category if they add up to the totals, else the totals."""
    parts = []
    for label in dict.fromkeys(label for seat in seats for label in seat.parts):
        written = [seat.parts.get(label, "") for seat in seats]
        points = [_parsed(lambda part: cell_values.points(part, decimal), part, label, report) for part in written]
        if any(noted is not None for noted in points):
            parts.append(PointsNoted(text.line(label), tuple(points)))
    labels = {part.label for part in parts}
    if not parts or len(labels) < len(parts) or labels & {FINAL, ""}:
        return scoresheet_events.final(totals)
    for seat, total in enumerate(totals):
        added = sum(part.points[seat] or 0 for part in parts)
        # Floating-point sums of tenths differ slightly from their total.
        if total is not None and abs(added - total) > 1e-6:
            report(
                message(
                    "{name}: the parts add up to {sum}, the total is {total}; the total is kept.",
                    name=_name(seats[seat])[:30],
                    sum=f"{added:.12g}",
                    total=total,
                )
            )
            return scoresheet_events.final(totals)
    return tuple(parts)


def _bgg_id(raw: RawPlay, report: ProblemSink) -> int | None:
    if raw.bgg and not _BGG_ID.fullmatch(raw.bgg):
        report(message("{written!r} is not the number of a game at BoardGameGeek.", written=text.line(raw.bgg)[:40]))
        return None
    return int(raw.bgg or 0) or None
