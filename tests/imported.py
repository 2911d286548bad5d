"""What an importer read, as the match it would become."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from core import entries, games, record
from core.entries import Entry, MatchStarted
from core.game import Outcome, Points
from eventstore import codec
from importers.play import Play


@dataclass(frozen=True)
class Imported:
    """The match a play makes; `scores` by seat, None where nobody noted any."""

    names: tuple[str, ...]
    scores: tuple[Points, ...]
    outcome: Outcome | None
    minutes: int | None
    options: Any


def kept(play: Play) -> Imported:
    """The play folded as the record would. Fails for what a record or a store would refuse."""
    game = games.find(play.game)
    assert len(play.players) in game.SEATS
    options = codec.decode_options(game, dict(play.options))
    if play.played_on is not None:
        assert len(play.played_on) in (4, 7, 10)
        assert date.fromisoformat(play.played_on + "-01-01"[: 10 - len(play.played_on)])
    assert play.started_at is None or datetime.fromisoformat(play.started_at).tzinfo
    assert play.minutes is None or play.minutes > 0
    names = tuple(player.name for player in play.players)
    for player in play.players:
        assert player.is_anonymous or not player.name or (len(player.name) <= 100 and player.name.isprintable())
        assert all(account == account.lower() for account in player.accounts)
    started = MatchStarted(game.KEY, names, codec.encode_options(options), play.played_on, place=play.place)
    log = [Entry(1, started)]
    frame = record.start(game, log, options)
    for event in (*play.events, play.told):
        aside = isinstance(event, entries.ASIDES)
        assert (record.refused_change(log, event) if aside else record.refusal(game, frame, event)) is None
        assert "\0" not in codec.encode_data(event).encode().decode()
        log.append(Entry(len(log) + 1, event))
        frame = frame if aside else record.after(game, frame, log[-1])
    codec.encode_data(started).encode()
    return Imported(names, frame.scores, record.outcome(game, frame), play.minutes, options)
