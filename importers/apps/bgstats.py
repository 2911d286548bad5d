"""BG Stats: the app's export (`BGStatsExport.json`) and a single shared play (`.bgsplay`), to score sheets.

- The winner flags are the players' own record: with flags that are all false the match has no winner; only a play
  without any flags has unknown winners. Winners are never computed from the points.
- The time of a play has no time zone, so it is kept as `time` (`HH:MM`) in `more`. If only the date was entered, the
  app writes exactly 10:00 or 11:00, plus seconds for the order; that is not read as a time.
- Formulas are evaluated to one sum: nothing marks their terms as categories.
- Fields that change independently of the play (synchronization time, pictures, copy of the game) are dropped.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from pydantic.alias_generators import to_camel

from core.game import Points
from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from core.messages import message
from core.record_events import MatchImported, SeatImported
from importers import scoresheet_events, text
from importers.apps import bgstats_file
from importers.apps.bgstats_file import BgStatsGame, BgStatsPerson, Export, PlayRow, SeatRow
from importers.imported_play import ImportedPlay, ImportProblem, ImportReport, Player
from importers.scoresheet_events import Flags
from importers.text import ProblemSink, block, line, name

KEY: Final = "bgstats"

MOST_POINTS_WIN: Final = 1
FEWEST_POINTS_WIN: Final = 2
"""The scoring mode of a play in which the fewest points win; it overrides the one of the game."""

_DATE: Final = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]([0-9]{2}:[0-9]{2})(?::.*)?)?")


def recognizes(data: bytes) -> bool:
    start = data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith(b"{") and all(key in data for key in (b'"games"', b'"players"', b'"plays"'))


def read(data: bytes) -> ImportReport:
    """The plays, earliest first. Raises UnreadableFile."""
    file = _full_names(bgstats_file.read(data))
    problems = list(file.problems)
    plays: dict[str, ImportedPlay] = {}
    for row in sorted(file.plays, key=lambda row: row.play_date or ""):
        where = message("play {id}", id=row.uuid)
        if row.uuid in plays:
            problems.append(ImportProblem(where, message("The file holds this play twice; the earlier one is read.")))
            continue
        reported: list[str] = []
        if play := _play(row, file, reported.append):
            plays[row.uuid] = play
        problems += [ImportProblem(where, sentence) for sentence in reported]
    return ImportReport(tuple(plays.values()), tuple(problems))


def _play(row: PlayRow, file: Export, report: ProblemSink) -> ImportedPlay | None:
    game, seats = file.games.get(row.game_ref_id), row.player_scores or ()
    if game is None:
        report(message("The game {id} of the play is not in the file, so the game is unknown.", id=row.game_ref_id))
        game = BgStatsGame(id=row.game_ref_id)
    if len(seats) not in scoresheet.SEATS:
        report(
            message(
                "The play was not read: {number} players are too many for a score sheet.",
                number=len(seats),
            )
        )
        return None
    players = tuple(_player(seat, file, report) for seat in seats)
    totals = tuple(_points(seat, player, report) for seat, player in zip(seats, players, strict=True))
    won = None if seats and all(seat.winner is None for seat in seats) else [seat.winner for seat in seats]
    more = dict(_more(row, seats))
    played_on = _played_on(row, more, report)
    lines = _lines(row, file, totals, more, report)
    options = _options(row, game, won, totals)
    imported_seats = tuple(map(_seat, seats))
    return ImportedPlay(
        where=message("play {id}", id=row.uuid),
        provenance=MatchImported(
            source=f"{KEY}:{row.uuid}",
            comment=block(row.comments),
            variant=line(row.board),
            expansions=tuple(_expansions(row, file, report)),
            seats=imported_seats,
            more=more,
        ),
        players=players,
        events=scoresheet_events.events(lines, won, [seat.rank for seat in imported_seats], options),
        options=options,
        played_on=played_on,
        minutes=text.minutes(row.duration_min or 0, report),
        place=_place(row, file, report),
        tags=tuple(line(file.tags[ref.tag_ref_id].name) for ref in row.tags or () if ref.tag_ref_id in file.tags),
        copies=(f"bgg:{row.bgg_id}",) if row.bgg_id and row.bgg_id > 0 else (),
    )


def _options(row: PlayRow, game: BgStatsGame, won: Flags | None, totals: Sequence[Points]) -> dict[str, object]:
    fewest = game.highest_wins is False and row.scoring_setting != MOST_POINTS_WIN
    return scoresheet_events.options(
        line(game.name),
        game.bgg_id,
        won=won,
        points=totals,
        lowest_wins=fewest or row.scoring_setting == FEWEST_POINTS_WIN,
        cooperative=bool(game.cooperative),
        teams=[line(seat.team) for seat in row.player_scores or ()] if row.uses_teams else [],
    )


def _player(seat: SeatRow, file: Export, report: ProblemSink) -> Player:
    person = file.people.get(seat.player_ref_id)
    if person is None:
        report(message("Player {id} is not in the file; the player of this seat is unknown.", id=seat.player_ref_id))
    if person is None or person.is_anonymous:
        return Player()
    accounts = {KEY: person.uuid, "bgg": _username(person)}
    return Player(name(person.name, report), tuple(f"{app}:{account}" for app, account in accounts.items() if account))


def _full_names(file: Export) -> Export:
    """The file without BoardGameGeek user names shared by several players (a family): they do not identify a player."""
    owners = Counter(map(_username, file.people.values()))
    people = {
        id: person if owners[_username(person)] == 1 else person.model_copy(update={"bgg_username": None})
        for id, person in file.people.items()
    }
    return replace(file, people=people)


def _username(person: BgStatsPerson) -> str:
    return line(person.bgg_username).lower()


def _points(seat: SeatRow, player: Player, report: ProblemSink) -> Points:
    name, written = player.name or message("Somebody"), line(seat.score)
    try:
        points = text.points(written)
    except ValueError as error:
        report(message("{name} has no score: {why}", name=name, why=str(error)))
        return None
    if written.endswith(text.OPERATORS):
        sentence = message(
            "{name}: {written!r} ends in an operator and was read as {points}.",
            name=name,
            written=written[:40],
            points=points,
        )
        report(sentence)
    return points


def _lines(
    row: PlayRow, file: Export, totals: Sequence[Points], more: dict[str, str], report: ProblemSink
) -> tuple[PointsNoted, ...]:
    """Points by category if there is a consistent score sheet, else the final points."""
    seats = row.player_scores or ()
    if row.scoresheet and seats:
        people = [file.people.get(seat.player_ref_id) for seat in seats]
        columns = [
            bgstats_file.column(seat.meta_data) or (person.uuid if person else None) or ""
            for seat, person in zip(seats, people, strict=True)
        ]
        try:
            categories_ = bgstats_file.categories(row.scoresheet, columns, totals)
        except ValueError as error:
            report(message("{why} The scores are kept; the score sheet is kept as text only.", why=str(error)))
            more["scoresheet"] = block(row.scoresheet)
        else:
            more |= {f"scoresheet {label}": cells for label, cells in categories_.written.items()}
            if categories_.lines:
                return categories_.lines
    return scoresheet_events.final(totals)


def _seat(seat: SeatRow) -> SeatImported:
    return SeatImported(
        score=line(seat.score) or None,
        winner=seat.winner,
        started=seat.start_player,
        new=seat.new_player,
        rank=seat.rank if seat.rank and seat.rank > 0 else None,
        team=line(seat.team),
        role=line(seat.role),
        alias=line(seat.anonymous_name),
    )


def _more(row: PlayRow, seats: Sequence[SeatRow]) -> Iterator[tuple[str, str]]:
    """Non-empty values without a field of their own; values by seat are joined by bars."""
    for field in ("entry_date", "rounds", "rating", "scoring_setting", "manual_winner", "ignored"):
        if value := getattr(row, field):
            yield to_camel(field), "true" if value is True else line(str(value))
    by_seat = {
        "startPosition": [line(seat.start_position) for seat in seats],
        "teamRole": [line(seat.team_role) for seat in seats],
    }
    for field, values in by_seat.items():
        if any(values):
            yield field, " | ".join(values)


def _played_on(row: PlayRow, more: dict[str, str], report: ProblemSink) -> str | None:
    """The date; the time of day is written to `more`."""
    text = line(row.play_date)
    if not text:
        return None
    match = _DATE.fullmatch(text)
    try:
        day = date.fromisoformat(match[1] if match else text)
    except ValueError:
        report(message("{written!r} is not a date; the play is kept without one.", written=text[:40]))
        more["playDate"] = text
        return None
    if match and match[2] not in (None, "10:00", "11:00"):
        more["time"] = match[2]
    return day.isoformat()


def _place(row: PlayRow, file: Export, report: ProblemSink) -> str | None:
    if not row.location_ref_id:
        return None
    if row.location_ref_id not in file.locations:
        report(message("The location {id} is not in the file.", id=row.location_ref_id))
        return None
    return line(file.locations[row.location_ref_id].name) or None


def _expansions(row: PlayRow, file: Export, report: ProblemSink) -> Iterator[str]:
    for expansion in row.expansion_plays or ():
        if game := file.games.get(expansion.game_ref_id):
            yield line(game.name)
        else:
            report(message("Expansion {id} is not in the file.", id=expansion.game_ref_id))
