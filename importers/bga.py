"""Replay logs saved from Board Game Arena: Azul and Azul: Summer Pavilion move by move, any other game by its result.

1. The moves are imported only if the rules agree with every score in the log; otherwise the result is imported, and the
   first difference is reported as a problem. If all scores agree and only the named winners differ, the moves are
   imported, and the difference is reported.
2. The time of a packet, which has a time zone, is the time of its events; the first one is the start of the match. The
   day is the day in that zone; near midnight the players' local day may differ.
3. Undone moves were never confirmed: they are left out, and `more` holds their number.
4. A log that stops early becomes a match closed as incomplete. Without rules for its game nothing of it is known.
5. After a concession the points are a formality (1 to 0). The moves are imported and the match is closed as agreed if
   the points at that time give the same winners; otherwise only the winners are imported.
"""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import Any, Final

from core.games import scoresheet
from core.messages import message
from core.record_events import MatchClosed, MatchImported, SeatImported
from eventstore import codec
from importers import bga_azul, bga_pavilion, scoresheet_events, text
from importers.bga_log import Arguments, Disagreement, Log, Number, Ranked, arguments_of, parse
from importers.bga_verifier import ReplayVerifier
from importers.imported_play import ImportedPlay, ImportProblem, ImportReport, Player

KEY: Final = "bga"

_CHANNEL: Final = re.compile(rb'"channel"\s*:\s*"\\?/(table|player)\\?/')

MAX_NAME_LENGTH: Final = 24 * 60
"""Maximum minutes from the first packet to the last for a match in one sitting; a longer one was turn-based."""

MAX_TITLE_LENGTH: Final = 200

MAX_SCORE_LENGTH: Final = 40
"""Maximum characters of a score or a color that are copied from the log."""

AZUL: Final = {"title": "Azul", "bgg_id": 230802}
MASTER_CHOCOLATIER: Final = {"title": "Azul: Master Chocolatier", "bgg_id": 363247}
SUMMER_PAVILION: Final = {"title": "Azul: Summer Pavilion", "bgg_id": 287954}
"""Score sheet options of the games with rules, for matches of which only the result is imported."""

UNDOING: Final = ("undoTakeTiles", "undoSelectLine", "undoPlayTile")


def recognizes(data: bytes) -> bool:
    """Whether the file looks like packets of the platform; it is not parsed."""
    return _CHANNEL.search(data) is not None


def read(data: bytes, title: str = "") -> ImportReport:
    """The one match of a log. `title` names its game if it is none with rules: a log does not name it.

    Raises UnreadableFile for a file that is not a log of the platform.
    """
    log = parse(data)
    problems = list(log.problems)
    game = _game(log)
    play = None
    if game:
        try:
            play, others = _moves(log, game)
            problems += others
        except Disagreement as parted:
            why = (
                message("The moves are not imported, only the result: {why}.", why=parted.sentence)
                if log.result
                else message("Nothing is imported, as the log has no result: {why}.", why=parted.sentence)
            )
            problems.append(ImportProblem(log.where(parted.notice), why))
    if play is None and log.result:
        play, more = _sheet(log, log.result, game, text.line(title))
        problems += more
    elif game is None:
        problems.append(ImportProblem(log.where(), message("The log stops before the result, so nothing is imported.")))
    return ImportReport((play,) if play else (), tuple(problems))


class _Tile(Arguments):
    star: Number | None = None
    line: Number | None = None


class _Filled(Arguments):
    factories: list[list[_Tile]]


def _game(log: Log) -> str | None:
    """The key of the game, detected by the tiles of the first fill: the log does not name it."""
    fill = next((notice for notice in log.notices if notice.type == "factoriesFilled"), None)
    if fill is None:
        return None
    try:
        tile = next(chain(*arguments_of(_Filled, fill).factories), _Tile())
    except Disagreement:
        return None
    return "pavilion" if tile.star is not None else "chocolatier" if tile.line is not None else None


# Move by move


def _moves(log: Log, game: str) -> tuple[ImportedPlay, list[ImportProblem]]:
    """The match move by move, and a problem if the result of the log has other winners than the rules."""
    verifier: ReplayVerifier[Any, Any] = bga_azul.follow(log) if game == "chocolatier" else bga_pavilion.follow(log)
    close, other_winners = _close(log, verifier)
    times = (*verifier.times, *(log.notices[-1].time for _ in close))
    options = codec.encode_options(verifier.options)
    events = (*verifier.events, *close)
    return _play(log, verifier.order, events, times, game=game, options=options, starter=0), other_winners


def _close(log: Log, verifier: ReplayVerifier[Any, Any]) -> tuple[tuple[MatchClosed, ...], list[ImportProblem]]:
    """The closing event of a match that its rules did not end, and a problem if the log names other winners.

    Raises Disagreement for different points, and for different winners of a match that a player conceded.
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
    elif log.is_conceded:
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
    points = tuple(None if each is None or log.is_conceded else each.points for each in seated)
    won = [bool(each and each.rank == 1) for each in seated]
    # All first with 0 points: either a shared victory or a match that all lost together.
    has_winners = any(won) and not (all(won) and set(points) == {0})
    ranks = [each.rank if each else None for each in seated]
    events = scoresheet_events.events(scoresheet_events.final(points), won if has_winners else None, ranks)
    times = (log.notices[-1].time,) * len(events)
    title = None if game or given else f"Board Game Arena {log.table}"
    options: dict[str, object] = {"title": given[:MAX_TITLE_LENGTH]} if given and not game else _titled(log, game)
    return _play(log, order, events, times, options=options, title=title), problems


def _titled(log: Log, game: str | None) -> dict[str, object]:
    if game == "pavilion":
        return dict(SUMMER_PAVILION)
    if game is None:
        return {}
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
    title: str | None = None,
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
        title=title,
    )


def _provenance(log: Log, order: Sequence[str], starter: int | None) -> MatchImported:
    ranked = {each.player: each for each in log.result or ()}
    started = [None if starter is None else seat == starter for seat in range(len(order))]
    seats = tuple(_seat(ranked.get(player), first) for player, first in zip(order, started, strict=True))
    undone = Counter(notice.type for notice in log.notices if notice.type in UNDOING)
    more = {kind: str(number) for kind, number in undone.items()}
    for field in ("score_aux", "zombie", "concede"):
        values = [text.line(str(getattr(ranked.get(player), field, None) or 0))[:MAX_SCORE_LENGTH] for player in order]
        if set(values) != {"0"}:
            more[field] = ", ".join(values)
    return MatchImported(f"{KEY}:{log.table}", seats=seats, more=more)


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
    """When the match started, and its length in minutes if it was played in one sitting."""
    times = [notice.time for notice in log.notices if notice.time]
    if not times:
        return None, None
    first, last = datetime.fromisoformat(min(times)), datetime.fromisoformat(max(times))
    minutes = round((last - first).total_seconds() / 60)
    return min(times), minutes if 0 < minutes <= MAX_NAME_LENGTH else None
