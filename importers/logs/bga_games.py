"""Lists of a person's games on Board Game Arena (`getGames`): every table with its people, points and ranks.

A row has the same source id as the replay log of its table. It is read as a log without moves, so that the rules for
points and winners are those of logs. Ratings are not kept.
"""

import re
from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from core.messages import message
from importers import text
from importers.imported_play import ImportProblem, UnreadableFile
from importers.logs.bga_envelope import NEITHER, documents, lists
from importers.logs.bga_log import GONE, MAX_TITLE_LENGTH, Id, Log, Notice, Ranked, moment

_NO_VALUE: Final = ("", "-", "null", "undefined")
_RANK: Final = re.compile("[0-9]{1,9}")
_PLAYERS: Final = re.compile(rb'"players"\s*:\s*"[0-9]')
_KEYS: Final = (b'"table_id"', b'"game_name"', b'"player_names"')


class _TableRow(BaseModel):
    """A table; lists of its players are texts with commas, in the same order."""

    model_config = ConfigDict(coerce_numbers_to_str=True)

    table_id: Id
    game_name: str
    players: str
    player_names: str
    scores: str | None = None
    ranks: str | None = None
    start: str | None = None
    end: str | None = None
    concede: str | None = None
    normalend: str | None = None


def recognizes(data: bytes) -> bool:
    return all(key in data for key in _KEYS) and _PLAYERS.search(data) is not None


def read(data: bytes) -> tuple[tuple[Log, ...], tuple[ImportProblem, ...]]:
    """The tables of all pages in a file, each once, and the rows that are left out. Raises UnreadableFile."""
    logs: dict[str, Log] = {}
    problems: list[ImportProblem] = []
    rows = [row for page, _ in lists(documents(data), _is_row) for row in page]
    if not rows:
        raise UnreadableFile(NEITHER)
    for number, raw in enumerate(rows, 1):
        where = message("record {number}", number=number)
        try:
            row = _TableRow.model_validate(raw)
            log = _log(row)
        except ValidationError as error:
            field = text.line(".".join(map(str, error.errors()[0]["loc"] or ("table_id",))))[:60]
            problems.append(ImportProblem(where, message("The field {field} cannot be read.", field=field)))
        except ValueError as error:
            problems.append(ImportProblem(where, str(error)))
        else:
            logs.setdefault(log.table, log)
    return tuple(logs.values()), tuple(problems)


def _is_row(item: JsonValue) -> bool:
    return isinstance(item, dict) and "player_names" in item


def _log(row: _TableRow) -> Log:
    """The table as a log of its start and its end. Raises ValueError with a sentence."""
    ids, names = row.players.split(","), row.player_names.split(",")
    if len(ids) != len(names) or len(set(ids)) < len(ids):
        raise ValueError(message("The players of table {table} and their names do not match.", table=row.table_id))
    if not row.end:
        raise ValueError(message("The match at table {table} is not over.", table=row.table_id))
    scores, ranks = _by_player(row.scores, ids), _by_player(row.ranks, ids)
    result = tuple(
        Ranked(player=player, name=name, score=score, rank=int(rank) if rank and _RANK.fullmatch(rank) else None)
        for player, name, score, rank in zip(ids, names, scores, ranks, strict=True)
    )
    problems = tuple(
        ImportProblem(
            message("table {table}", table=row.table_id),
            message("The field {field} does not have a value for each player; it is left out.", field=field),
        )
        for field, values in (("scores", scores), ("ranks", ranks))
        if getattr(row, field) and values == [None] * len(ids)
    )
    conceded, neutralized = GONE
    end = conceded if row.concede == "1" else neutralized if row.normalend == "0" else "gameEnd"
    notices = (Notice("start", {}, "", moment(row.start)), Notice(end, {}, "", moment(row.end)))
    people = {
        player: text.line(name)[: text.MAX_NAME_LENGTH] or player for player, name in zip(ids, names, strict=True)
    }
    return Log(
        row.table_id, people, notices, result, problems, text.line(row.game_name)[:MAX_TITLE_LENGTH], is_row=True
    )


def _by_player(values: str | None, players: Sequence[str]) -> Sequence[str | None]:
    """The values of a field, one for each player; None for all if there are not as many."""
    found = [None if value in _NO_VALUE else value for value in map(str.strip, (values or "").split(","))]
    return found if len(found) == len(players) else [None] * len(players)
