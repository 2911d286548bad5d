"""Parses the tables of a BG Stats export, row by row, without interpreting them, and the score sheets of its plays.

Rows reference each other by `id`; 0 or a missing reference is None. Null, an empty text and a missing field mean the
same: versions of the app have written all three.

A sheet is JSON in a text field: groups (or rounds) of rows, each row with cells by seat; cells may be missing. It gives
points by category or by round, if they add up to the scores. A row marked as negative is subtracted.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic.alias_generators import to_camel

from core.game import Points
from core.games.scoresheet import FINAL, PointsNoted
from core.messages import Message, message
from importers import text
from importers.apps.optional_fields import sentence, validated
from importers.imported_play import ImportProblem, UnreadableFile
from importers.text import line

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


class BgStatsGame(Named):
    """A game with its owner's settings."""

    bgg_id: Number | None = None
    cooperative: bool | None = None
    highest_wins: bool | None = None


class BgStatsPerson(Named):
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

    games: Mapping[int, BgStatsGame]
    people: Mapping[int, BgStatsPerson]
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
        {row.id: row for row in _rows(message("game"), BgStatsGame, tables.games, problems)},
        {row.id: row for row in _rows(message("player"), BgStatsPerson, tables.players, problems)},
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


class _Line(ExportRow):
    template_id: str | None = None
    label: str | None = None
    scores: dict[str, str | None]
    negative: bool | None = None


class _ExportGroup(ExportRow):
    label: str | None = None
    rows: tuple[_Line, ...]


class _Sheet(ExportRow):
    groups: tuple[_ExportGroup, ...] | None = None
    rounds: tuple[_ExportGroup, ...] | None = None


class _Account(ExportRow):
    score_uuid: str | None = None


@dataclass(frozen=True, slots=True)
class Categories:
    """The lines of a sheet; `written` has by label the original cells of lines with sums (`11+12 | 7`)."""

    lines: tuple[PointsNoted, ...]
    written: Mapping[str, str]


def column(meta_data: str | None) -> str:
    """The id of a seat's cells, in lower case; empty if `meta_data` has none."""
    try:
        return (_Account.model_validate_json(meta_data or "{}").score_uuid or "").lower()
    except ValidationError:
        return ""


def categories(sheet_text: str, columns: Sequence[str], totals: Sequence[Points]) -> Categories:
    """The non-empty lines of a sheet. `columns` are the ids of the cells by seat, `totals` the scores by seat.

    Raises ValueError, with a sentence, for a sheet that is invalid or does not add up to the scores.
    """
    try:
        sheet = _Sheet.model_validate_json(sheet_text)
    except ValidationError as error:
        raise ValueError(message("The score sheet cannot be read: {error}.", error=sentence(error))) from None
    lines: list[PointsNoted] = []
    written: dict[str, str] = {}
    for label, row in _labeled(sheet):
        cells = {who.lower(): line(cell) for who, cell in row.scores.items()}
        try:
            noted = [text.points(cells.pop(column, "")) for column in columns]
        except ValueError as error:
            unused = message("The score sheet cannot be used: {label}: {why}", label=label, why=str(error))
            raise ValueError(unused) from None
        if any(number is not None for number in noted):
            sign = -1 if row.negative else 1
            lines.append(PointsNoted(label, tuple(number if number is None else sign * number for number in noted)))
        if any(cells.values()) or not all(map(_is_plain, row.scores.values())):
            written[label] = " | ".join(line(cell) for cell in row.scores.values())
    if lines:
        _check(lines, columns, totals)
    return Categories(tuple(lines), written)


def _labeled(sheet: _Sheet) -> Iterator[tuple[str, _Line]]:
    """Every line with a unique label: the group's label if there are several groups, then the row's."""
    taken, again = {FINAL}, defaultdict[str, int](lambda: 1)
    for name, groups in (("", sheet.groups or ()), ("Round", sheet.rounds or ())):
        for number, group in enumerate(groups, 1):
            heading = line(group.label) or (f"{name} {number}" if name else "")
            for place, row in enumerate(group.rows, 1):
                title = line((row.label or row.template_id or "").replace("{row}", str(place))) or f"Line {place}"
                label = f"{heading}: {title}" if heading and len(groups) > 1 else title
                unique = label
                while unique in taken:
                    again[label] += 1
                    unique = f"{label} ({again[label]})"
                taken.add(unique)
                yield unique, row


def _is_plain(cell: str | None) -> bool:
    try:
        text.number(cell)
    except ValueError:
        return False
    return True


def _check(lines: Sequence[PointsNoted], columns: Sequence[str], totals: Sequence[Points]) -> None:
    if len(set(columns)) < len(columns):
        raise ValueError(message("The score sheet cannot be used: two seats share the same cells."))
    for seat, total in enumerate(totals):
        cells = [number for noted in lines if (number := noted.points[seat]) is not None]
        if total is not None and (not cells or abs(sum(cells) - total) > 1e-6):
            raise ValueError(
                message(
                    "The score sheet adds up to {sum}, but the score is {total}.",
                    sum=round(sum(cells), 6),
                    total=total,
                )
            )
