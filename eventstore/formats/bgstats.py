"""Matches as an export of BG Stats (`BGStatsExport.json`), which that app and our importer can read.

- A play keeps its id from the app if it was imported from there; otherwise its id is derived from the match id.
- Only matches that are over are written: the app has no others. `winner` is null if the winner is unknown.
- The winners are the recorded ones, never computed; points by round or category are in the score sheet of the play.
- Roles, teams, expansions, ranks and the like are those that count here, imported or noted since.
- Data without a field in BG Stats (moves, notes, rulings; color, handicap, scenario, difficulty, series) is not in the
  file.
"""

import json
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, BinaryIO, Final, TypeAlias
from uuid import UUID, uuid5

from core import record
from core.game import Points
from core.imported_details import BAR, ROLE_SEPARATOR, TEAM_ROLE
from core.record_events import MatchImported, SeatImported
from eventstore.formats import readable
from eventstore.matches.match import Match
from eventstore.matches.people import SOMEBODY, People
from eventstore.matches.repository import MatchRepository
from eventstore.statistics import extract
from eventstore.statistics.plays import PlayedMatch, SeatResult

_OURS: Final = UUID("3b0f5a3e-5d1c-5d0f-8a52-1f6d4b8c7e90")
"""UUID namespace of the ids that are made here, so that the same object always has the same id."""

_NO_TIME: Final = "10:00"
"""The time that the app writes for a play that has only a date."""

_APP: Final = "bgstats:"
_BGG: Final = "bgg:"

_IMPORTED_FIELDS: Final = ("entryDate", "rounds", "rating", "scoringSetting", "manualWinner")
"""Fields of a play that the import keeps under the names of the app and the export writes back."""

_START_POSITION: Final = "startPosition"
"""The same for a field of a seat."""

Json: TypeAlias = dict[str, Any]
Table: TypeAlias = dict[Hashable, Json]


def write(matches: MatchRepository, ids: Iterable[str], file: BinaryIO) -> tuple[str, ...]:
    """Write the matches with these ids that are over; returns the ids of those that cannot be replayed."""
    left_out: list[str] = []
    tables = _NumberedRows(matches.people())
    file.write(b'{"plays":[')
    parted = b"\n"
    for match in readable(matches, ids, left_out):
        if match.state != "open":
            file.write(parted + _encoded(_play(match, tables)))
            parted = b",\n"
    file.write(b"\n]")
    for name, rows in tables.rows().items():
        file.write(f',\n"{name}":'.encode() + _encoded(rows))
    file.write(b"}\n")
    return tuple(left_out)


@dataclass(slots=True)
class _NumberedRows:
    """The rows that plays refer to, by identity; numbered from 1 in the order of their first use."""

    people: People
    games: Table = field(default_factory=dict)
    players: Table = field(default_factory=dict)
    locations: Table = field(default_factory=dict)
    tags: Table = field(default_factory=dict)

    def rows(self) -> dict[str, list[Json]]:
        tables = {"games": self.games, "players": self.players, "locations": self.locations, "tags": self.tags}
        return {name: list(table.values()) for name, table in tables.items()}

    def game(self, played: PlayedMatch) -> int:
        row = self._game(played.game, played.bgg_id)
        # A match whose winners contradict the rule of its game does not say how it is won; the others do.
        row["cooperative"] |= played.cooperative
        row["highestWins"] &= not played.lowest_wins
        row["noPoints"] &= all(result.score is None for result in played.seats)
        row["usesTeams"] |= any(result.team is not None for result in played.seats)
        return int(row["id"])

    def expansion(self, name: str) -> int:
        row = self._game(name, None)
        row |= {"isExpansion": 1, "isBaseGame": 0, "noPoints": False}
        return int(row["id"])

    def _game(self, name: str, bgg_id: int | None) -> Json:
        flags = {"cooperative": False, "highestWins": True, "noPoints": True, "usesTeams": False}
        kind = {"isExpansion": 0, "isBaseGame": 1}
        return _row(self.games, (name, bgg_id), "game", name, bggId=bgg_id or 0, bggName=name, **flags, **kind)

    def player(self, person: str) -> int:
        id = self.people.one(person)
        row = _row(self.players, id, "player", self.people.name(id), isAnonymous=id == SOMEBODY)
        accounts = self.people.accounts_of(id)
        row |= {"uuid": _id_of(_APP, accounts) or row["uuid"], "bggUsername": _id_of(_BGG, accounts) or ""}
        return int(row["id"])

    def location(self, name: str) -> int:
        return int(_row(self.locations, name, "location", name)["id"])

    def tag(self, name: str) -> int:
        return int(_row(self.tags, name, "tag", name)["id"])


def _row(table: Table, key: Hashable, kind: str, name: str, **more: object) -> Json:
    return table.setdefault(key, {"id": len(table) + 1, "uuid": _uuid(kind, key), "name": name} | more)


def _play(match: Match, tables: _NumberedRows) -> Json:
    played = extract.played(match, order=0)
    imported = record.imports(match.log)
    # A fork has the imported data of its parent in its log, but is no play of that app.
    own = next(
        (provenance for source, provenance in imported.items() if source.startswith(_APP) and source in match.sources),
        None,
    )
    provenance = own or imported.get(record.primary_source(match.log) or "") or MatchImported("")
    bgg_id = _id_of(_BGG, match.known_sources) or ""
    sheet = _sheet(match)
    return {
        "uuid": own.source.removeprefix(_APP) if own else _uuid("play", match.id),
        "gameRefId": tables.game(played),
        "locationRefId": tables.location(played.place) if played.place else 0,
        "playDate": _date(match, provenance),
        "durationMin": played.minutes or 0,
        "usesTeams": any(result.team is not None for result in played.seats),
        "ignored": match.details.counted is False,
        "board": match.details.variant,
        "comments": provenance.comment or match.header.title or "",
        "bggId": int(bgg_id) if bgg_id.isascii() and bgg_id.isdecimal() else 0,
        "expansionPlays": [{"gameRefId": tables.expansion(name)} for name in match.details.expansions or ()],
        "tags": [{"tagRefId": tables.tag(name)} for name in played.tags],
        "scoresheet": json.dumps(sheet, ensure_ascii=False) if sheet else "",
        "playerScores": [_seat(match, seat, result, provenance, tables) for seat, result in enumerate(played.seats)],
    } | {name: _value(own.more[name]) for name in _IMPORTED_FIELDS if own and name in own.more}


def _seat(match: Match, seat: int, result: SeatResult, provenance: MatchImported, tables: _NumberedRows) -> Json:
    imported_seat = provenance.seats[seat] if seat < len(provenance.seats) else SeatImported()
    noted_rank = (match.details.seats or ())[seat].rank
    positions = provenance.more.get(_START_POSITION, "").split(BAR)
    team_roles = [role.name for role in result.roles if role.kind == TEAM_ROLE]
    return {
        "playerRefId": tables.player(result.person),
        "score": None if result.score is None else _number(result.score),
        "winner": result.won,
        "startPlayer": bool(result.started),
        "newPlayer": bool(result.new),
        # The app itself writes 0 where it knows no rank.
        "rank": noted_rank or (0 if provenance.source.startswith(_APP) else result.rank or 0),
        "seatOrder": 0,
        "team": result.team_name or ("" if result.team is None else f"Team {result.team + 1}"),
        "role": ROLE_SEPARATOR.join(role.name for role in result.roles if role.kind != TEAM_ROLE),
        "teamRole": ROLE_SEPARATOR.join(team_roles),
        "anonymousName": imported_seat.alias,
        "metaData": json.dumps({"scoreUuid": _column(match, seat)}),
        _START_POSITION: positions[seat] if len(positions) == len(match.header.players) else "",
    }


def _sheet(match: Match) -> Json | None:
    """Points by source (rounds or categories of a score sheet); None if they do not add up to the final points."""
    if extract.depth(match) == "final":
        return None
    lines: dict[str, dict[int, float]] = {}
    sums: list[Points] = [None] * len(match.now.scores)
    for gain in (gain for steps in match.stories for step in steps for gain in step.gains):
        line = lines.setdefault(gain.source, {})
        line[gain.seat] = line.get(gain.seat, 0) + gain.points
        sums[gain.seat] = (sums[gain.seat] or 0) + gain.points
    if tuple(sums) != match.now.scores:
        return None
    rows = [
        {"label": source, "scores": {_column(match, seat): _number(points) for seat, points in line.items()}}
        for source, line in lines.items()
    ]
    return {"groups": [{"label": "", "rows": rows}]}


def _date(match: Match, provenance: MatchImported) -> str | None:
    """Local date and time at the place of the match; None if the day is unknown."""
    day, time = match.header.played_on or "", provenance.more.get("time")
    if match.header.started_at:
        began = datetime.fromisoformat(match.header.started_at)
        day, time = day or str(began.date()), time or began.strftime("%H:%M")
    return f"{day} {time or _NO_TIME}:00" if len(day) == len("2026-11-20") else None


def _number(points: float) -> str:
    return format(Decimal(repr(points)), "f")


def _value(text: str) -> str | int | bool:
    return True if text == "true" else int(text) if text.isascii() and text.isdecimal() else text


def _id_of(app: str, accounts: Iterable[str]) -> str | None:
    """The first account or source of this app, without the prefix of the app."""
    return next((account.removeprefix(app) for account in accounts if account.startswith(app)), None)


def _column(match: Match, seat: int) -> str:
    return _uuid("seat", (match.id, seat))


def _uuid(kind: str, key: Hashable) -> str:
    return str(uuid5(_OURS, f"{kind} {key}"))


def _encoded(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
