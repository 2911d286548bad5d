"""What an importer read, as the matches it would become, and their totals."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from core import games, record, record_events, record_rules
from core.game import Outcome, Points
from core.readable import is_readable
from core.record_events import Entry, MatchStarted
from eventstore import codec
from importers.imported_play import ImportedPlay, ImportReport, Player, UnreadableFile


@dataclass(frozen=True)
class Imported:
    """The match a play makes; `scores` by seat, None where nobody noted any."""

    names: tuple[str, ...]
    scores: tuple[Points, ...]
    outcome: Outcome | None
    minutes: int | None
    options: Any


def kept(play: ImportedPlay) -> Imported:
    """The play folded as the record would. Fails for what a record or a store would refuse."""
    game = games.find(play.game)
    assert len(play.players) in game.SEATS
    options = codec.decode_options(game, dict(play.options))
    if play.played_on is not None:
        assert len(play.played_on) in (4, 7, 10)
        assert date.fromisoformat(play.played_on + "-01-01"[: 10 - len(play.played_on)])
    assert play.started_at is None or datetime.fromisoformat(play.started_at).tzinfo
    assert play.minutes is None or play.minutes > 0
    assert len(play.times) in (0, len(play.events))
    names = tuple(player.name for player in play.players)
    for player in play.players:
        assert player.is_anonymous or not player.name or (len(player.name) <= 100 and is_readable(player.name))
        assert all(account == account.lower() for account in player.accounts)
    started = MatchStarted(game.KEY, names, codec.encode_options(options), play.played_on, place=play.place)
    log = [Entry(1, started)]
    frame = record.initial_frame(game, log, options)
    for event in (*play.events, play.provenance):
        aside = isinstance(event, record_events.META_EVENTS)
        assert (record_rules.meta_refusal(log, event) if aside else record_rules.refusal(game, frame, event)) is None
        assert "\0" not in codec.encode_data(event).encode().decode()
        log.append(Entry(len(log) + 1, event))
        frame = frame if aside else record.next_frame(game, frame, log[-1])
    codec.encode_data(started).encode()
    return Imported(names, frame.scores, record.outcome(game, frame, options), play.minutes, options)


def the_play(reading: ImportReport) -> ImportedPlay:
    """The only one that was read; a record can keep it."""
    (play,) = reading.plays
    kept(play)
    return play


def assert_answered(read: Callable[[bytes], ImportReport], data: bytes) -> None:
    """Whatever it is, it is read, every time the same, as plays that a record can keep, or refused in a sentence."""
    try:
        reading, refused = read(data), ""
    except UnreadableFile as refusal:
        reading, refused = ImportReport(()), str(refusal)
    if refused:
        assert re.fullmatch(r"\S.*\.", refused)
        return
    assert reading == read(data)
    assert len({play.provenance.source for play in reading.plays}) == len(reading.plays)
    assert all(problem.message.encode() for problem in reading.problems)
    for play in reading.plays:
        kept(play)


def imported(reading: ImportReport, who: Callable[[Player], str]) -> dict[str, Any]:
    """Plays, minutes, seats, wins and points of everything read, folded as a record would; `who` names a player."""
    totals = Counter(plays=len(reading.plays))
    wins, scores = Counter[str](), defaultdict[str, list[float]](list)
    for play in reading.plays:
        match = kept(play)
        totals["minutes"] += match.minutes or 0
        told = [seat.score for seat in play.provenance.seats] or [None] * len(play.players)
        for seat, (player, score, text) in enumerate(zip(play.players, match.scores, told, strict=True)):
            totals["seats"] += 1
            wins[who(player)] += match.outcome is not None and seat in match.outcome.winners
            if score is not None:
                totals["scored"] += 1
                scores[who(player)].append(score)
            elif text:
                totals["malformed"] += 1
    return summed(totals, wins, scores)


def summed(totals: Counter[str], wins: Counter[str], scores: Mapping[str, list[float]]) -> dict[str, Any]:
    means = {who: round(sum(known) / len(known), 6) for who, known in scores.items()}
    return {**+totals, "wins": +wins, "means": means, "points": round(sum(map(sum, scores.values())), 6)}
