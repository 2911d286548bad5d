"""Parses the tables of a BG Stats export, row by row, without interpreting them.

Rows reference each other by `id`; 0 or a missing reference is None. Null, an empty text and a missing field mean the
same: versions of the app have written all three.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic.alias_generators import to_camel

from core.messages import Message, message
from eventstore.codec import sentence
from importers.imported_play import ImportProblem, UnreadableFile
from importers.optional_fields import validated

MAX_INTEGER: Final = 2**53
"""Largest integer that other programs (JSON numbers as doubles) keep exactly."""

Number = Annotated[int, Field(ge=-MAX_INTEGER, le=MAX_INTEGER)]
Uuid = Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True, pattern=r"^[0-9A-Za-z_-]{1,64}$")]


class ExportRow(BaseModel):
    """A row of any table; other fields are ignored."""

    model_config = ConfigDict(frozen=True, coerce_numbers_to_str=True, alias_generator=to_camel)


class Named(ExportRow):
    """A location or a tag."""

    id: Number
    name: str | None = None


class Game(Named):
    """A game with its owner's settings."""

    bgg_id: Number | None = None
    cooperative: bool | None = None
    highest_wins: bool | None = None


class Person(Named):
    """A player; one special row stands for all anonymous players."""

    uuid: Uuid | None = None
    is_anonymous: bool | None = None
    bgg_username: str | None = None


class SeatRow(ExportRow):
    """One player of one play. `score` is text; `rank` 0 is unknown; `meta_data` is JSON."""

    player_ref_id: Number
    score: str | None = None
    winner: bool | None = None
    new_player: bool | None = None
    start_player: bool | None = None
    start_position: str | None = None
    rank: Annotated[int, Field(ge=0, le=MAX_INTEGER)] | None = None
    team: str | None = None
    role: str | None = None
    team_role: str | None = None
    anonymous_name: str | None = None
    meta_data: str | None = None


class GameRef(ExportRow):
    """An expansion used in a play."""

    game_ref_id: Number


class TagRef(ExportRow):
    """A tag of a play."""

    tag_ref_id: Number


class PlayRow(ExportRow):
    """One play. `play_date` is a local time without zone, `duration_min` 0 is unknown, `scoresheet` is JSON."""

    uuid: Uuid
    game_ref_id: Number
    location_ref_id: Number | None = None
    play_date: str | None = None
    entry_date: str | None = None
    duration_min: Number | None = None
    rounds: Number | None = None
    rating: Number | None = None
    scoring_setting: Number | None = None
    uses_teams: bool | None = None
    ignored: bool | None = None
    manual_winner: bool | None = None
    board: str | None = None
    comments: str | None = None
    bgg_id: Number | None = None
    scoresheet: str | None = None
    expansion_plays: tuple[GameRef, ...] | None = None
    tags: tuple[TagRef, ...] | None = None
    player_scores: tuple[SeatRow, ...] | None = None


class _Tables(ExportRow):
    """The whole file, its rows not validated yet."""

    games: tuple[object, ...]
    players: tuple[object, ...]
    plays: tuple[object, ...]
    locations: tuple[object, ...] | None = None
    tags: tuple[object, ...] | None = None


@dataclass(frozen=True, slots=True)
class Export:
    """An export: its tables by id, its plays in file order, and problems for the invalid rows."""

    games: Mapping[int, Game]
    people: Mapping[int, Person]
    locations: Mapping[int, Named]
    tags: Mapping[int, Named]
    plays: Sequence[PlayRow]
    problems: Sequence[ImportProblem]


_AnyRow = TypeVar("_AnyRow", bound=ExportRow)


def read(data: bytes) -> Export:
    """The tables of an export. Raises UnreadableFile if the file is not an export."""
    try:
        tables = _Tables.model_validate(json.loads(data.decode("utf-8-sig"), parse_constant=no_number))
    except UnicodeDecodeError:
        raise UnreadableFile(message("This is not a BG Stats export: the file is not UTF-8 text.")) from None
    except ValidationError as error:
        raise UnreadableFile(message("This is not a BG Stats export: {error}.", error=sentence(error))) from None
    except json.JSONDecodeError as error:
        broken = message("The file is not JSON: {error} in line {line}.", error=error.msg, line=error.lineno)
        raise UnreadableFile(broken) from None
    except (RecursionError, ValueError) as error:
        why = "a number has too many digits" if "digits" in str(error) else str(error).rstrip(".")
        raise UnreadableFile(message("The JSON cannot be read: {error}.", error=why)) from None
    problems: list[ImportProblem] = []
    return Export(
        {row.id: row for row in _rows(message("game"), Game, tables.games, problems)},
        {row.id: row for row in _rows(message("player"), Person, tables.players, problems)},
        {row.id: row for row in _rows(message("location"), Named, tables.locations or (), problems)},
        {row.id: row for row in _rows(message("tag"), Named, tables.tags or (), problems)},
        _rows(message("play"), PlayRow, tables.plays, problems),
        problems,
    )


def _rows(kind: Message, model: type[_AnyRow], rows: Sequence[object], problems: list[ImportProblem]) -> list[_AnyRow]:
    good = []
    for number, row in enumerate(rows, 1):
        where = message("{kind} {number} of {all}", kind=kind, number=number, all=len(rows))
        reported: list[str] = []
        try:
            good.append(validated(model, row, reported.append, seats="playerScores"))
        except ValidationError as error:
            problems.append(ImportProblem(where, message("{error}.", error=sentence(error))))
        problems += [ImportProblem(where, words, kept=True) for words in reported]
    return good


def no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number.")
