"""Parses a saved replay log of Board Game Arena, of any game: the players, the announcements, the result.

The text of a log is translated, so only the arguments of its announcements are read. Numbers are JSON numbers or text,
and an empty mapping is an empty list.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import takewhile
from typing import Annotated, Final, NamedTuple, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)
from pydantic.alias_generators import to_camel

from core.messages import message
from importers import text
from importers.imported_play import ImportProblem, UnreadableFile
from importers.logs import bga_envelope
from importers.logs.bga_envelope import RawLog

GAME_END: Final = (99, "99")
"""The game state that announces the result, the same for every game of the platform."""

GONE: Final = ("playerConcedeGame", "gameResultNeutralized")
"""Announcements that a player conceded, and that the result does not count as one left."""

_TABLE: Final = re.compile("/table/t([0-9]{1,20})")
_SCORE: Final = re.compile("[+-]?[0-9]{1,15}")
_SECONDS: Final = re.compile("[0-9]{1,10}")

MAX_TITLE_LENGTH: Final = 200

Id = Annotated[str, StringConstraints(max_length=20, pattern=r"^[0-9]+$")]

Number = Annotated[int, Field(ge=-(10**9), le=10**9)]
"""Any number in a log that is not an id; the limit is far above any real score."""


def _none_is_empty(value: object) -> object:
    return {} if value == [] else value


PhpMapping = BeforeValidator(_none_is_empty)
"""For mappings: the platform writes an empty one as `[]`."""


class Arguments(BaseModel):
    """The arguments of one type of announcement; unused ones are ignored."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, coerce_numbers_to_str=True, frozen=True)


class _Announcement(BaseModel):
    type: str
    args: JsonValue = None


class _Packet(BaseModel):
    model_config = ConfigDict(coerce_numbers_to_str=True)

    channel: str | None = None
    table_id: str | None = None
    move_id: str | None = None
    time: str | None = None
    data: list[_Announcement]

    @property
    def table(self) -> str | None:
        """The id of the table; None for a message to one player. Old pages do not name the channel."""
        named = _TABLE.fullmatch(f"/table/t{self.table_id}" if self.channel is None else self.channel)
        return named and named[1]


class _Person(BaseModel):
    model_config = ConfigDict(coerce_numbers_to_str=True)

    id: Id
    name: str = ""


_PEOPLE: Final = TypeAdapter(list[_Person])


class Notice(NamedTuple):
    """One announcement. `move` is the platform's move number, `time` is ISO 8601 UTC."""

    type: str
    args: Mapping[str, JsonValue]
    move: str
    time: str | None


class Ranked(Arguments):
    """A player in the result, which is sorted best first. The platform's field names are in lower case here."""

    model_config = ConfigDict(alias_generator=None)

    player: Id
    name: str = ""
    color: str = ""
    score: str | None = None
    score_aux: str | None = None
    rank: Number | None = None
    zombie: Number | None = None
    concede: Number | None = None

    @property
    def points(self) -> int | None:
        """None without a score, or with one that is not a number."""
        written = (self.score or "").strip()
        return int(written) if _SCORE.fullmatch(written) else None


class _GameEnd(Arguments):
    result: list[Ranked]


class _Speaker(Arguments):
    player_id: Id
    player_name: str


@dataclass(frozen=True, slots=True)
class Log:
    """The log of one table. `people` are names by player id, in the platform's order of players if the log has it.

    `result` is None if the log stops before the end of the match. `game` is the name of the game, or empty: only pages,
    extensions and lists write it. `is_row` is true for the row of a list, which has no moves.
    """

    table: str
    people: Mapping[str, str]
    notices: tuple[Notice, ...]
    result: tuple[Ranked, ...] | None
    problems: tuple[ImportProblem, ...]
    game: str = ""
    is_row: bool = False

    @property
    def is_cut_short(self) -> bool:
        """True if a player conceded or left: the match may have ended early, with points that are a formality."""
        gone = any(ranked.concede or ranked.zombie for ranked in self.result or ())
        return gone or any(map(_says_gone, self.notices))

    def until_left(self) -> "Log":
        """The log without the moves since a player left; the result stays."""
        played = tuple(takewhile(lambda notice: not _says_gone(notice), self.notices))
        return replace(self, notices=(*played, self.notices[-1]))

    def where(self, notice: Notice | None = None) -> str:
        """The place of an announcement, or of the whole table, for problem reports."""
        if notice and notice.move:
            return message("table {table}, move {move}", table=self.table, move=notice.move)
        return message("table {table}", table=self.table)


class Disagreement(Exception):
    """The log contradicts itself or Partie's rules; `notice` is the place."""

    def __init__(self, notice: Notice | None, sentence: str) -> None:
        super().__init__(sentence)
        self.notice, self.sentence = notice, sentence


_Asked = TypeVar("_Asked", bound=Arguments)


def arguments_of(model: type[_Asked], notice: Notice) -> _Asked:
    """The validated arguments of an announcement. Raises Disagreement if they do not fit `model`."""
    try:
        return model.model_validate(notice.args)
    except ValidationError as error:
        place = text.line(".".join(str(part) for part in error.errors()[0]["loc"]))[:60]
        kind = text.line(notice.type)[:60]
        unread = message("the entry “{type}” of the log cannot be read ({place})", type=kind, place=place)
        raise Disagreement(notice, unread) from None


def _says_gone(notice: Notice) -> bool:
    """True if the announcement says that a player conceded or left. The turn of a late player may be skipped too."""
    skipped = notice.type == "skipTurnOfPlayer" and bool(notice.args.get("zombie"))
    return skipped or notice.type in GONE


def parse(opened: RawLog) -> Log:
    """The log of one table. Raises UnreadableFile for packets of no table, or of several tables."""
    packets = {number: packet for number, raw in enumerate(opened.packets, start=1) if (packet := _packet(raw))}
    tables = {packet.table for packet in packets.values() if packet.table}
    if not tables:
        raise UnreadableFile(message("This is not a replay log: it has no message to a table."))
    if len(tables) > 1:
        raise UnreadableFile(
            message("The file holds the logs of {number} tables; import the log of one table.", number=len(tables))
        )
    table = tables.pop()
    sentences: list[str] = [
        message("Packet {number} cannot be read.", number=number)
        for number in range(1, len(opened.packets) + 1)
        if number not in packets
    ]
    notices = tuple(
        Notice(
            reported.type,
            reported.args if isinstance(reported.args, dict) else {},
            text.line(packet.move_id)[:20],
            moment(packet.time),
        )
        for packet in packets.values()
        if packet.table
        for reported in packet.data
    )
    result = None
    try:
        result = _result(notices)
    except Disagreement as unclear:
        sentences.append(message("The result is left out: {why}.", why=unclear.sentence))
    people = _people(opened.players, notices, result or (), sentences)
    where = message("table {table}", table=table)
    problems = tuple(ImportProblem(where, sentence) for sentence in sentences)
    return Log(table, people, notices, result, problems, opened.game[:MAX_TITLE_LENGTH])


def _packet(raw: JsonValue) -> _Packet | None:
    try:
        return _Packet.model_validate(raw)
    except ValidationError:
        return None


def moment(seconds: str | None) -> str | None:
    """An epoch time in seconds as ISO 8601 UTC; None if it is missing or impossible."""
    if seconds is None or not _SECONDS.fullmatch(seconds):
        return None
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _result(notices: Sequence[Notice]) -> tuple[Ranked, ...] | None:
    for notice in reversed(notices):
        if notice.type == "gameStateChange" and notice.args.get("id") in GAME_END:
            inner = notice.args.get("args")
            result = arguments_of(_GameEnd, notice._replace(args=inner if isinstance(inner, dict) else {})).result
            if not result or len({ranked.player for ranked in result}) < len(result):
                raise Disagreement(notice, message("it is empty or lists a player twice"))
            return tuple(result)
    return None


def _people(
    listed: JsonValue, notices: Sequence[Notice], result: Sequence[Ranked], sentences: list[str]
) -> dict[str, str]:
    """Names by player id, from the file's list, else from the announcements; problems are appended to `sentences`."""
    people: dict[str, str] = {}
    try:
        people = {person.id: person.name for person in _PEOPLE.validate_python(bga_envelope.people(listed) or [])}
    except ValidationError:
        sentences.append(message("The list of players cannot be read."))
    if not people:
        for notice in notices:
            with suppress(ValidationError):
                speaker = _Speaker.model_validate(notice.args)
                people.setdefault(speaker.player_id, speaker.player_name)
    for ranked in result:
        people.setdefault(ranked.player, ranked.name)
    return {player: text.name(name, sentences.append) or player for player, name in people.items()}
