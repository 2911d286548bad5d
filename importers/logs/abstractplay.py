"""Game records of Abstract Play: Azacru move by move, every other game by its results.

The site names seats a, b, c, d in the order of play. For two players it turns the board by 90 degrees: its a3 is g1
here. Partie's rules check every move, the scores and the winners. A record that disagrees with them is imported by its
results, with its moves as text. A resigned match keeps its moves if its points give the same winners as the site.
"""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from core import record, record_events, record_rules
from core.game import Points, Seat
from core.games import azacru
from core.games.azacru.events import ChevronMoved, Event, Passed
from core.games.azacru.state import SIDES, Side
from core.messages import message
from core.record import Frame
from core.record_events import Entry, MatchClosed, MatchImported, MatchStarted, SeatImported
from importers import scoresheet_events, text
from importers.apps.optional_fields import sentence
from importers.imported_play import ImportedPlay, ImportProblem, ImportReport, Player, UnreadableFile

KEY: Final = "abstractplay"

_BGG_ID: Final = 21065

_MOVE: Final = re.compile(r"([a-i])([1-9])-([a-i])([1-9])([<>^*]?)")
_TURNED: Final[dict[str, Literal["left", "right"] | None]] = {"": None, "^": None, "*": None, "<": "left", ">": "right"}
"""The turn by the last sign of a move; `*`: the player could have turned the chevron, and chose nothing."""

_GIVEN_UP: Final = {
    "resign": MatchClosed("agreed"),
    "timeout": MatchClosed("agreed"),
    "draw": MatchClosed("agreed"),
    "abandoned": MatchClosed("abandoned"),
}
"""Words that replace a last move, and the close reason of the match."""

_TIME: Final = re.compile(r"(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-](0\d|1[0-4]):[0-5]\d)")


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class _Game(_Model):
    name: Annotated[str, Field(min_length=1)]
    variants: tuple[str, ...] | None = None


class _Site(_Model):
    name: str | None = None
    gameid: str | int | None = None


class _Player(_Model):
    name: str
    userid: str | int | None = None
    score: float | None = None
    result: float | None = None
    is_ai: bool | None = None


class _Header(_Model):
    game: _Game
    site: _Site
    started: Annotated[str, Field(alias="date-start")]
    ended: Annotated[str | None, Field(alias="date-end")] = None
    event: str | None = None
    round: str | None = None
    unrated: bool | None = None
    players: Annotated[tuple[_Player, ...], Field(min_length=1, max_length=100)]


class _Cell(_Model):
    move: str
    sequence: int | None = None


class _Record(_Model):
    header: _Header
    moves: tuple[tuple[_Cell | str | None, ...], ...]


_RECORD: Final = TypeAdapter(_Record)


class _Disagreement(Exception):
    """The reason why the moves are not imported, as a sentence."""


def recognizes(data: bytes) -> bool:
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[") and all(
        name in data for name in (b'"header"', b'"site"', b'"date-start"', b'"moves"')
    )


def read(data: bytes) -> ImportReport:
    """The records of a file: one, or a list. A record without an id of the site gets one from its players and dates."""
    try:
        document: object = json.loads(data)
    except (ValueError, RecursionError):
        raise UnreadableFile(message("The file is not JSON, or the JSON is incomplete.")) from None
    plays: dict[str, ImportedPlay] = {}
    problems: list[ImportProblem] = []
    for number, entry in enumerate(document if isinstance(document, list) else [document], 1):
        where = message("record {number}", number=number)
        try:
            game = _RECORD.validate_python(entry)
        except ValidationError as error:
            problems.append(ImportProblem(where, message("{error}.", error=text.line(sentence(error)))))
            continue
        play, sentences = _play(game, where)
        if plays.setdefault(play.provenance.source, play) is not play:
            sentences = (message("The file holds the same match twice; the first one is kept."),)
        problems += [ImportProblem(where, sentence) for sentence in sentences]
    if not plays:
        if not problems:
            raise UnreadableFile(message("The list is empty."))
        raise UnreadableFile(message("No game record could be read. {why}", why=problems[0].message))
    return ImportReport(tuple(plays.values()), tuple(problems))


def _play(game: _Record, where: str) -> tuple[ImportedPlay, tuple[str, ...]]:
    """The play with its moves if the rules agree with them, else with its results; and sentences about its problems."""
    header, title = game.header, text.line(game.header.game.name)
    seats = _seats(header)
    won = [seat.winner for seat in seats]
    points = [_points(player.score) for player in header.players]
    problems, more = _long_names(header), _more(header)
    kind, options = "scoresheet", scoresheet_events.options(title, _BGG_ID if title == azacru.TITLE else None)
    events: tuple[object, ...] = scoresheet_events.events(scoresheet_events.final(points), None if None in won else won)
    if title == azacru.TITLE:
        try:
            sides = _sides(len(seats))
            events = tuple(_agreed(game, sides, points, won))
            kind, options = azacru.KEY, {"sides": sides}
        except _Disagreement as disagreement:
            problems.append(message("{why} Only the result of the match is kept.", why=str(disagreement)))
    if kind == "scoresheet" and game.moves:
        more["moves"] = "\n".join(" ".join(text.line(move) for _, move in _turns(row)) for row in game.moves)
    if not _is_time(header.started):
        written = text.line(header.started)[:40]
        problems.append(message("The start time {written!r} is not valid and is left out.", written=written))
        more["date-start"] = text.line(header.started)
    variant = ", ".join(text.line(name) for name in header.game.variants or ())
    played_on, started_at = (header.started[:10], header.started) if _is_time(header.started) else (None, None)
    provenance = MatchImported(f"{KEY}:{_id(header)}", variant=variant, seats=seats, more=more)
    people = tuple(_person(player) for player in header.players)
    play = ImportedPlay(where, provenance, people, events, kind, options, played_on=played_on, started_at=started_at)
    return play, tuple(problems)


def _id(header: _Header) -> str:
    if named := text.line(str(header.site.gameid or "")):
        return named[:100]
    identity = [header.game.name, header.started, header.ended, *(player.name for player in header.players)]
    return blake2b(json.dumps(identity).encode(), digest_size=10).hexdigest()


def _person(player: _Player) -> Player:
    account = text.line(str(player.userid or "")).lower()[:100]
    return Player(text.line(player.name)[: text.MAX_NAME_LENGTH], (f"{KEY}:{account}",) if account else ())


def _long_names(header: _Header) -> list[str]:
    names = [text.line(player.name) for player in header.players]
    return [
        message("The name {name}… is shortened.", name=name[:30]) for name in names if len(name) > text.MAX_NAME_LENGTH
    ]


def _seats(header: _Header) -> tuple[SeatImported, ...]:
    """The winners have the highest result, if it is above 0; they are unknown when one result is missing."""
    results = [player.result for player in header.players if player.result is not None]
    best = max(results) if len(results) == len(header.players) else None
    return tuple(
        SeatImported(
            score=None if player.score is None else f"{player.score:.15g}",
            winner=None if best is None else player.result == best > 0,
            role="AI" if player.is_ai else "",
        )
        for player in header.players
    )


def _points(score: float | None) -> Points:
    if score is None or not abs(score) <= record_events.MAX_POINTS:
        return None
    return int(score) if score == int(score) else score


def _more(header: _Header) -> dict[str, str]:
    fields = {
        "site": header.site.name,
        "date-end": header.ended,
        "event": header.event,
        "round": header.round,
        "unrated": "true" if header.unrated else None,
    }
    return {name: text.line(value) for name, value in fields.items() if value}


def _is_time(written: str) -> bool:
    """True if the text is a timestamp with a UTC offset and an existing calendar day."""
    if not _TIME.fullmatch(written):
        return False
    try:
        return bool(datetime.fromisoformat(written))
    except ValueError:
        return False


# The moves of Azacru


def _sides(seats: int) -> tuple[Side, ...]:
    if seats not in SIDES:
        raise _Disagreement(message("Azacru cannot be played with {seats} players.", seats=seats))
    return tuple(sorted(SIDES[seats]))


def _agreed(
    game: _Record, sides: tuple[Side, ...], points: Sequence[Points], won: Sequence[bool | None]
) -> Iterator[object]:
    """The events of the match. Raises _Disagreement unless it ends with the site's result."""
    started = MatchStarted(azacru.KEY, ("",) * len(sides), {"sides": sides})
    options = azacru.Options(sides)
    frame = record.initial_frame(azacru, [Entry(1, started)], options)
    for number, row in enumerate(game.moves, 1):
        for seat, move in _turns(row):
            event = _event(frame, seat, move)
            if event is None:
                continue
            if why := record_rules.refusal(azacru, frame, event):
                stated = text.line(move)[:20] or message("no move")
                raise _Disagreement(
                    message("Round {number}, {move}: {why}", number=number, move=stated, why=why.reason)
                )
            frame = record.next_frame(azacru, frame, Entry(frame.version + 1, event))
            yield event
    if any(stated is not None and stated != counted for stated, counted in zip(points, frame.scores, strict=True)):
        raise _Disagreement(
            message(
                "The site counts {theirs} markers, the rules give {ours}.",
                theirs=_listed(points),
                ours=_listed(frame.scores),
            )
        )
    outcome = record.outcome(azacru, frame, options)
    if outcome is None:
        raise _Disagreement(message("The moves stop before the end of the match."))
    if None not in won and outcome.winners != tuple(seat for seat, flag in enumerate(won) if flag):
        raise _Disagreement(message("The winners on the site are not the winners by the rules."))


def _listed(points: Sequence[Points]) -> str:
    return ", ".join("?" if number is None else str(number) for number in points)


def _turns(row: Sequence[_Cell | str | None]) -> list[tuple[Seat, str]]:
    """The moves of a round in the order of play; the text is empty for a seat without a move."""
    cells = [cell if isinstance(cell, _Cell) else _Cell(move=cell or "") for cell in row]
    made = [(cell.sequence or seat + 1, seat, cell.move) for seat, cell in enumerate(cells)]
    return [(seat, move) for _, seat, move in sorted(made)]


def _event(frame: Frame, seat: Seat, move: str) -> Event | MatchClosed | None:
    """The event of a cell; None if the seat had no turn. Raises _Disagreement."""
    word = "".join(move.split()).lower()
    if not word:
        # The site may omit a pass that the rules force.
        forced = frame.turn == seat and Passed(seat) in azacru.legal_moves(frame.state)
        return Passed(seat) if forced else None
    if word in _GIVEN_UP:
        return _GIVEN_UP[word]
    if word == "pass":
        return Passed(seat)
    moves = _MOVE.fullmatch(word)
    if moves is None:
        raise _Disagreement(message("{move!r} is not a move of Azacru.", move=text.line(move)[:40]))
    turned = len(frame.scores) == 2
    start, end = (_field(moves[file], int(moves[file + 1]), turned) for file in (1, 3))
    return ChevronMoved(seat, start, end, _TURNED[moves[5]])


def _field(file: str, rank: int, turned: bool) -> str:
    """Partie's name of a field of the site's board, which is `turned` by 90 degrees for two players."""
    return f"{'ihgfedcba'[rank - 1]}{'abcdefghi'.index(file) + 1}" if turned else f"{file}{rank}"
