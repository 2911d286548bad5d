"""Files of Board Game Arena: replay logs of Azul and Azul: Summer Pavilion move by move, all else by its result.

1. The moves are imported only if the rules agree with every score in the log; otherwise the result is imported, and the
   first difference is reported as a problem. If all scores agree and only the named winners differ, the moves are
   imported, and the difference is reported.
2. The time of a packet, which has a time zone, is the time of its events; the first one is the start of the match. The
   day is the day in that zone; near midnight the players' local day may differ.
3. Undone moves were never confirmed: they are left out, and `more` holds their number.
4. A log that stops early becomes a match closed as incomplete. Without rules for its game nothing of it is known.
5. After a concession, or when a player left, the moves up to there are imported and the match is closed as agreed if
   the points at that time give the same winners; otherwise only the result is imported.
6. Such a result has points only if one of them is neither 0 nor 1: the platform writes 1 to 0, or 0 to 0, where the
   points do not decide.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, Final

from core.games import scoresheet
from core.messages import message
from core.record_events import MatchClosed, MatchImported, SeatImported
from eventstore import codec
from importers import scoresheet_events, text
from importers.imported_play import LISTED, NAMED, ImportedPlay, ImportProblem, ImportReport, Player, UnreadableFile
from importers.logs import bga_azul, bga_envelope, bga_games, bga_pavilion
from importers.logs.bga_log import (
    GONE,
    MAX_TITLE_LENGTH,
    Arguments,
    Disagreement,
    Log,
    Number,
    Ranked,
    arguments_of,
    parse,
)
from importers.logs.bga_verifier import ReplayVerifier

KEY: Final = "bga"

_CHANNEL: Final = re.compile(rb'"channel"\s*:\s*"\\?/(table|player)\\?/')

MAX_SITTING_MINUTES: Final = 24 * 60
"""Maximum minutes from the first packet to the last for a match in one sitting; a longer one was turn-based."""

MAX_SCORE_LENGTH: Final = 40
"""Maximum characters of a score or a color that are copied from the log."""

AZUL: Final = {"title": "Azul", "bgg_id": 230802}
MASTER_CHOCOLATIER: Final = {"title": "Azul: Master Chocolatier", "bgg_id": 363247}
SUMMER_PAVILION: Final = {"title": "Azul: Summer Pavilion", "bgg_id": 287954}
"""Score sheet options of the games with rules, for matches of which only the result is imported."""

GAMES: Final = {"azul": AZUL, "azulsummerpavilion": SUMMER_PAVILION}
"""The same by the platform's own names of games."""

FORMAL: Final = frozenset((None, 0, 1))
"""Points of a result that the players did not reach: 1 for a winner and 0 for another player, or 0 for all."""

_FOLLOWERS: Final[Mapping[str, Callable[[Log], ReplayVerifier[Any, Any]]]] = {
    "chocolatier": bga_azul.follow,
    "pavilion": bga_pavilion.follow,
}
"""By the game that the log is of."""

_TITLED: Final[Mapping[str, Mapping[str, object]]] = {"pavilion": SUMMER_PAVILION}
"""Score sheet options of the games that need no further look at the log."""

UNDOING: Final = ("undoTakeTiles", "undoSelectLine", "undoPlayTile")


def recognizes(data: bytes) -> bool:
    """True if the file looks like packets or lists of the platform, its pages or its errors; it is not parsed."""
    is_log = _CHANNEL.search(data) is not None
    return is_log or bga_games.recognizes(data) or bga_envelope.is_page(data) or bga_envelope.is_other(data)


def read(data: bytes, title: str = "") -> ImportReport:
    """The matches of a file: one of a log, many of a list of games. `title` names the game where the file does not.

    Raises UnreadableFile for a file that is neither.
    """
    plays: dict[str, ImportedPlay] = {}
    problems: list[ImportProblem] = []
    logs, given = _logs(data, problems), text.line(title)
    has_names = len({log.game for log in logs if log.game}) > 1
    for log in logs:
        play, others = _read_log(log, log.game or given if has_names else given or log.game)
        if play and plays.setdefault(play.provenance.source, play) is not play:
            others.append(
                ImportProblem(play.where, message("The file holds the same match twice; the first one is kept."))
            )
        problems += others
    named = message("The file names its games itself, so they are not called {title}.", title=given)
    return ImportReport(tuple(plays.values()), tuple(problems), (named,) if has_names and given else ())


def _logs(data: bytes, problems: list[ImportProblem]) -> list[Log]:
    """The logs in a file, or the rows of a list; what cannot be read is appended to `problems`."""
    if not _CHANNEL.search(data) and bga_games.recognizes(data):
        rows, others = bga_games.read(data)
        problems += others
        return list(rows)
    logs = []
    for opened in bga_envelope.open_logs(data):
        try:
            logs.append(parse(opened))
        except UnreadableFile as error:
            problems.append(ImportProblem("", str(error)))
    if not logs:
        raise UnreadableFile(problems[0].message)
    return logs


def _read_log(log: Log, title: str) -> tuple[ImportedPlay | None, list[ImportProblem]]:
    problems = list(log.problems)
    game = _game(log)
    play = None
    if game:
        try:
            play, others = _replayed(log, game)
            problems += others
        except Disagreement as parted:
            why = (
                message("The moves are not imported, only the result: {why}.", why=parted.sentence)
                if log.result
                else message("Nothing is imported, as the log has no result: {why}.", why=parted.sentence)
            )
            problems.append(ImportProblem(log.where(parted.notice), why))
    if play is None and log.result:
        play, more = _sheet(log, log.result, game, title)
        problems += more
    elif game is None:
        problems.append(ImportProblem(log.where(), message("The log stops before the result, so nothing is imported.")))
    return play, problems


class _Tile(Arguments):
    star: Number | None = None
    line: Number | None = None


class _FirstFill(Arguments):
    factories: list[list[_Tile]]


def _game(log: Log) -> str | None:
    """The key of the game, detected by the tiles of the first fill: the log does not name it."""
    fill = next((notice for notice in log.notices if notice.type == "factoriesFilled"), None)
    if fill is None:
        return None
    try:
        tile = next(chain(*arguments_of(_FirstFill, fill).factories), _Tile())
    except Disagreement:
        return None
    return "pavilion" if tile.star is not None else "chocolatier" if tile.line is not None else None


# Move by move


def _replayed(log: Log, game: str) -> tuple[ImportedPlay, list[ImportProblem]]:
    """The whole match, or the moves until a player left: from then on turns are skipped or played by the platform."""
    try:
        return _moves(log, game)
    except Disagreement:
        if not log.is_cut_short:
            raise
    return _moves(log.until_left(), game)


def _moves(log: Log, game: str) -> tuple[ImportedPlay, list[ImportProblem]]:
    """The match move by move, and a problem if the result of the log has other winners than the rules."""
    verifier = _FOLLOWERS[game](log)
    close, other_winners = _close(log, verifier)
    times = (*verifier.times, *(log.notices[-1].time for _ in close))
    options = codec.encode_options(verifier.options)
    events = (*verifier.events, *close)
    return _play(log, verifier.order, events, times, game=game, options=options, starter=0), other_winners


def _close(log: Log, verifier: ReplayVerifier[Any, Any]) -> tuple[tuple[MatchClosed, ...], list[ImportProblem]]:
    """The closing event of a match that its rules did not end, and a problem if the log names other winners.

    Raises Disagreement for different points, and for different winners of a match that was cut short.
    """
    if log.result is None:
        return () if verifier.is_over else (MatchClosed("incomplete"),), []
    last = log.notices[-1]
    seated = {verifier.seat(last, ranked.player): ranked for ranked in log.result}
    scores = verifier.scores()
    if verifier.is_over:
        for seat, ranked in seated.items():
            if ranked.points is not None:
                verifier.check(last, seat, ranked.points, scores[seat])
        outcome = verifier.game.outcome(verifier.state)
        ours = set(outcome.winners if outcome else ())
    elif log.is_cut_short:
        ours = {seat for seat, points in enumerate(scores) if points == max(scores)}
    else:
        raise Disagreement(last, message("the moves stop before the match is over"))
    winners = {seat for seat, ranked in seated.items() if ranked.rank == 1}
    if not winners or winners == ours:
        return () if verifier.is_over else (MatchClosed("agreed"),), []
    if not verifier.is_over:
        raise Disagreement(last, message("the winners in the result are not those with the winning points"))
    named = message(
        "The moves and all points agree, but the result of the log names {theirs} as winner, the rules {ours}; "
        "the match is imported move by move.",
        theirs=_names(verifier, winners),
        ours=_names(verifier, ours),
    )
    return (), [ImportProblem(log.where(last), named)]


def _names(verifier: ReplayVerifier[Any, Any], seats: set[int]) -> str:
    return ", ".join(verifier.name(seat) for seat in sorted(seats)) or "-"


# By the result


def _sheet(
    log: Log, result: Sequence[Ranked], game: str | None, given: str
) -> tuple[ImportedPlay | None, list[ImportProblem]]:
    order = tuple(log.people)
    if len(order) not in scoresheet.SEATS:
        many = message("{number} players are too many for a score sheet.", number=len(order))
        return None, [ImportProblem(log.where(), many)]
    ranked = {each.player: each for each in result}
    seated = [ranked.get(player) for player in order]
    problems = [
        ImportProblem(
            log.where(), message("The score “{score}” is not a number.", score=text.line(each.score)[:MAX_SCORE_LENGTH])
        )
        for each in result
        if each.score and each.points is None
    ]
    stated = tuple(None if each is None else each.points for each in seated)
    points = (None,) * len(stated) if log.is_cut_short and FORMAL.issuperset(stated) else stated
    won = [bool(each and each.rank == 1) for each in seated]
    # All first with 0 points: either a shared victory or a match that all lost together.
    has_winners = any(won) and not (all(won) and set(stated) == {0})
    ranks = [each.rank if each else None for each in seated]
    events = scoresheet_events.events(scoresheet_events.final(points), won if has_winners else None, ranks)
    times = (log.notices[-1].time,) * len(events)
    return _play(log, order, events, times, options=_titled(log, game, given)), problems


def _titled(log: Log, game: str | None, given: str) -> dict[str, object]:
    """The game of a score sheet: detected by the log, or `given`, or unknown."""
    if game is not None and game in _TITLED:
        return dict(_TITLED[game])
    if game is None:
        return dict(GAMES.get(given, {"title": given[:MAX_TITLE_LENGTH]} if given else {}))
    gold = any(notice.type == "specialFactories" for notice in log.notices)
    return dict(MASTER_CHOCOLATIER if gold else AZUL)


def _play(
    log: Log,
    order: Sequence[str],
    events: tuple[object, ...],
    times: tuple[str | None, ...],
    *,
    game: str = scoresheet.KEY,
    options: dict[str, object],
    starter: int | None = None,
) -> ImportedPlay:
    started, minutes = _sitting(log)
    return ImportedPlay(
        where=log.where(),
        provenance=_provenance(log, order, starter),
        players=tuple(Player(log.people[player], (f"{KEY}:{player}",)) for player in order),
        events=events,
        game=game,
        options=options,
        times=times,
        played_on=started and started[:10],
        started_at=started,
        minutes=minutes,
    )


def _provenance(log: Log, order: Sequence[str], starter: int | None) -> MatchImported:
    ranked = {each.player: each for each in log.result or ()}
    started = [None if starter is None else seat == starter for seat in range(len(order))]
    seats = tuple(_seat(ranked.get(player), first) for player, first in zip(order, started, strict=True))
    counted = Counter(notice.type for notice in log.notices if notice.type in (GONE if log.is_row else UNDOING))
    more = {kind: str(number) for kind, number in counted.items()} | _named(log)
    for field in ("score_aux", "zombie", "concede"):
        values = [text.line(str(getattr(ranked.get(player), field, None) or 0))[:MAX_SCORE_LENGTH] for player in order]
        if set(values) != {"0"}:
            more[field] = ", ".join(values)
    return MatchImported(f"{KEY}:{log.table}", seats=seats, more=more)


def _named(log: Log) -> dict[str, str]:
    """The name of the game as the file has it, which also marks the row of a list."""
    name = str(_titled(log, None, log.game).get("title", ""))
    if log.is_row:
        return {LISTED: name}
    return {NAMED: name} if name and _game(log) is None else {}


def _seat(ranked: Ranked | None, started: bool | None) -> SeatImported:
    if ranked is None:
        return SeatImported(started=started)
    return SeatImported(
        score=None if ranked.score is None else text.line(ranked.score)[:MAX_SCORE_LENGTH],
        winner=None if ranked.rank is None else ranked.rank == 1,
        started=started,
        rank=ranked.rank,
        color=text.line(ranked.color)[:MAX_SCORE_LENGTH],
    )


def _sitting(log: Log) -> tuple[str | None, int | None]:
    """The start of the match, and its length in minutes if it was played in one sitting."""
    times = [notice.time for notice in log.notices if notice.time]
    if not times:
        return None, None
    first, last = datetime.fromisoformat(min(times)), datetime.fromisoformat(max(times))
    minutes = round((last - first).total_seconds() / 60)
    return min(times), minutes if 0 < minutes <= MAX_SITTING_MINUTES else None
