"""BG Stats: the "push" link, by which other apps hand one play to it (`bgstats://app.bgstatsapp.com/createPlay.html`).

The link holds the play as JSON in `data=`. It is read as a link with the scheme `bgstats` or `https`, as a link to the
page of this program (`/import?play=`), and as the bare JSON; a text may hold one link on each line.

- A play is identified by `sourceName` and `sourcePlayId`, without them by its content.
- `playDate` is the start in UTC. Midnight and noon stand for the day alone.
- Apps must state `winner` for every player: if nobody has won and there are neither points nor ranks, the result is
  unknown. If nobody has won, but ranks are given, the players of rank 1 have.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, time
from hashlib import blake2b
from typing import Annotated, Any, Final
from urllib.parse import unquote, unquote_plus

from pydantic import AliasChoices, BeforeValidator, Field, ValidationError

from core.game import Points
from core.games import scoresheet
from core.messages import message
from core.record_events import MatchImported, SeatImported
from eventstore.codec import sentence
from importers import numbers, scoresheet_events
from importers.bgstats_file import MAX_INTEGER, ExportRow, Number, no_number
from importers.imported_play import OWN, ImportedPlay, ImportProblem, ImportReport, Player, UnreadableFile
from importers.optional_fields import validated
from importers.text import ProblemSink, block, line, name

KEY: Final = "bgstats-push"

MAX_JSON_BYTES: Final = 1_000_000
"""Bytes of a bare play; a larger JSON is another format."""

MAX_DECODINGS: Final = 4
"""How often a text is decoded: a link to our page may hold a link, which holds encoded JSON."""

_LINK: Final = re.compile(
    r"bgstats:/|https?://(?:www\.)?app\.bgstatsapp\.com/|https?://[^\s/?#]+/(?:[^\s?#]*/)?imports?\?", re.IGNORECASE
)
_DATA: Final = re.compile(r"[?&](?:data|play)=")
_OWN_ID: Final = re.compile(r"[\w-]{1,40}", re.ASCII)
_SIGNS: Final = ("sourceName", "sourcePlayId", "playDate")
"""Fields of which a bare play has one."""

_Optional = BeforeValidator(lambda value: None if value == "" else value)
"""Apps write an empty text for a missing number."""


class _Game(ExportRow):
    name: str | None = None
    bgg_id: Annotated[Number | None, _Optional] = None
    highest_wins: bool | None = None
    no_points: bool | None = None
    source_game_id: str | None = None


class _Seat(ExportRow):
    name: str | None = None
    score: str | None = None
    winner: bool | None = None
    start_player: bool | None = None
    rank: Annotated[int, Field(ge=0, le=MAX_INTEGER)] | None = None
    role: str | None = None
    team: str | None = None
    source_player_id: str | None = None


class _Play(ExportRow):
    source_name: str | None = None
    source_play_id: str | None = None
    play_date: Annotated[str | None, Field(validation_alias=AliasChoices("playDate", "date"))] = None
    duration_min: Annotated[
        Annotated[float, Field(ge=-MAX_INTEGER, le=MAX_INTEGER)] | None,
        _Optional,
        Field(validation_alias=AliasChoices("durationMin", "duration")),
    ] = None
    location: str | None = None
    comments: str | None = None
    board: str | None = None
    game: dict[str, Any]
    players: tuple[_Seat, ...]


def recognizes(data: bytes) -> bool:
    start = data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start.startswith(b"{"):
        return bool(_LINK.match(start.decode("utf-8", "replace")))
    if len(data) > MAX_JSON_BYTES or b'"game"' not in data or b'"players"' not in data:
        return False
    try:
        play = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(play.get("game"), dict) and isinstance(play.get("players"), list) and any(map(play.get, _SIGNS))


def read(data: bytes) -> ImportReport:
    """The plays in the order of the text. Raises UnreadableFile if a single link or JSON holds none."""
    try:
        texts = list(_texts(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise UnreadableFile(message("The link for BG Stats is not UTF-8 text.")) from None
    plays: dict[str, ImportedPlay] = {}
    problems: list[ImportProblem] = []
    for number, text in enumerate(texts, 1):
        where = message("link {number} of {all}", number=number, all=len(texts)) if len(texts) > 1 else ""
        reported: list[str] = []
        try:
            play = _play(_content(text), reported.append)
        except UnreadableFile as error:
            if len(texts) == 1:
                raise
            problems.append(ImportProblem(where, str(error)))
            continue
        problems += [ImportProblem(where or play.where, words, kept=True) for words in reported]
        plays[play.provenance.source] = play
    return ImportReport(tuple(plays.values()), tuple(problems))


def _texts(whole: str) -> Iterator[str]:
    """The links of a text, one of each line that starts with one; bare JSON is one text."""
    if not _LINK.match(whole.lstrip()):
        yield whole
        return
    lines: list[str] = []
    for text in whole.strip().splitlines():
        if _LINK.match(text.lstrip()):
            if lines:
                yield "\n".join(lines)
            lines = []
        lines.append(text)
    yield "\n".join(lines)


def _content(text: str) -> Mapping[str, Any]:
    """The JSON object of a link or of bare JSON. Raises UnreadableFile."""
    for _ in range(MAX_DECODINGS):
        text = text.strip()
        if text.startswith("{"):
            return _object(text)
        if text[:3].upper() == "%7B":
            text = unquote_plus(text)
        elif _LINK.match(text) and (found := _DATA.search(text)):
            text = text[found.end() :]
            if not text.startswith("{"):  # Encoded, so that an ampersand begins the next parameter.
                text = unquote_plus(text.partition("&")[0])
        else:
            break
    raise UnreadableFile(message("The link holds no play: after “data=” must come the play as JSON."))


def _object(text: str) -> Mapping[str, Any]:
    """JSON as it is, or partly encoded by a browser."""
    for written in (text, unquote(text)):
        try:
            found: Mapping[str, Any] = json.JSONDecoder(parse_constant=no_number).raw_decode(written)[0]
        except (ValueError, RecursionError):
            continue
        return found
    raise UnreadableFile(message("The play in the link is not JSON, as it is cut off or damaged; copy the whole link."))


def _play(content: Mapping[str, Any], report: ProblemSink) -> ImportedPlay:
    try:
        row = validated(_Play, content, report, seats="players")
        game = validated(_Game, row.game, report)
    except ValidationError as error:
        raise UnreadableFile(message("The link holds no play of BG Stats: {error}.", error=sentence(error))) from None
    if len(row.players) not in scoresheet.SEATS:
        raise UnreadableFile(
            message("The play was not read: {number} players are too many for a score sheet.", number=len(row.players))
        )
    source = _source(row, game)
    totals = _points(row.players, game, report)
    won = _won(row.players, game, totals)
    more = dict(_more(row, game))
    started = _started(row, more, report)
    options = scoresheet_events.options(
        line(game.name),
        game.bgg_id,
        won=won,
        points=totals,
        lowest_wins=game.highest_wins is False,
        teams=[line(seat.team) for seat in row.players],
    )
    seats = tuple(map(_seat, row.players))
    return ImportedPlay(
        where=message("play {id}", id=line(row.source_play_id)[:40] or source.partition(":")[2]),
        provenance=MatchImported(source, comment=block(row.comments), variant=line(row.board), seats=seats, more=more),
        players=tuple(Player(name(seat.name, report)) for seat in row.players),
        events=scoresheet_events.events(scoresheet_events.final(totals), won, [seat.rank for seat in seats], options),
        options=options,
        played_on=started.date().isoformat() if started else None,
        started_at=f"{started:%Y-%m-%dT%H:%M:%SZ}" if started and started.time() not in (time(0), time(12)) else None,
        minutes=numbers.minutes(round(row.duration_min or 0), report),
        place=line(row.location) or None,
    )


def _source(row: _Play, game: _Game) -> str:
    app, id = line(row.source_name), line(row.source_play_id)
    if app == "Partie" and _OWN_ID.fullmatch(id):  # A link that this program made.
        return f"{OWN}:{id}"
    identity = [app, id] if app and id else [row.model_dump(exclude={"game"}), game.model_dump()]
    text = json.dumps(identity, sort_keys=True)
    return f"{KEY}:{blake2b(text.encode(), digest_size=10).hexdigest()}"


def _points(seats: Sequence[_Seat], game: _Game, report: ProblemSink) -> tuple[Points, ...]:
    """Points by seat; None for all in a game without points, where apps write 0."""
    if game.no_points and all(line(seat.score) in ("", "0") for seat in seats):
        return (None,) * len(seats)
    noted: list[Points] = []
    for seat in seats:
        try:
            noted.append(numbers.points(line(seat.score)))
        except ValueError as error:
            who: str = line(seat.name)[:30] or message("Somebody")
            report(message("{name} has no score: {why}", name=who, why=str(error)))
            noted.append(None)
    return tuple(noted)


def _won(seats: Sequence[_Seat], game: _Game, totals: Sequence[Points]) -> list[bool] | None:
    if not any(seat.winner for seat in seats):
        if any(seat.rank == 1 for seat in seats):
            return [seat.rank == 1 for seat in seats]
        says_nothing = not game.no_points and all(points is None for points in totals)
        if seats and (says_nothing or all(seat.winner is None for seat in seats)):
            return None
    return [bool(seat.winner) for seat in seats]


def _seat(seat: _Seat) -> SeatImported:
    return SeatImported(
        score=line(seat.score) or None,
        winner=seat.winner,
        started=seat.start_player,
        rank=seat.rank or None,
        team=line(seat.team),
        role=line(seat.role),
    )


def _more(row: _Play, game: _Game) -> Iterator[tuple[str, str]]:
    """Non-empty values without a field of their own; values by seat are joined by bars."""
    fields = {
        "sourceName": line(row.source_name),
        "sourcePlayId": line(row.source_play_id),
        "sourceGameId": line(game.source_game_id),
    }
    yield from ((field, value) for field, value in fields.items() if value)
    ids = [line(seat.source_player_id) for seat in row.players]
    if any(ids) and ids != [line(seat.name) for seat in row.players]:
        yield "sourcePlayerId", " | ".join(ids)


def _started(row: _Play, more: dict[str, str], report: ProblemSink) -> datetime | None:
    """The start in UTC; an unreadable one is written to `more`."""
    written = line(row.play_date)
    try:
        moment = datetime.fromisoformat(written) if written else None
        return moment and (moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        report(message("{written!r} is not a date; the play is kept without one.", written=written[:40]))
        more["playDate"] = written
        return None
