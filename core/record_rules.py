"""The entries that the record of a match accepts, whatever its game: refusals, limits, illegal effective events.

1. A correction must leave every later effective event legal; a `fold` that asks `refusal` lists those it makes illegal.
2. A closed match accepts no more events until the close is taken back, a withdrawn one none but its return.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import chain
from typing import Final

from core.absent_game import AbsentGame
from core.game import AnyGame, Points, Refusal, facts_of
from core.messages import message
from core.record import Frame, effective_entries, header, joined
from core.record_events import (
    MAX_POINTS,
    META_EVENTS,
    Corrected,
    DetailsNoted,
    Entry,
    Forked,
    MatchClosed,
    MatchDescribed,
    MatchEnded,
    MatchImported,
    MatchJoined,
    MatchRestored,
    MatchSplit,
    MatchStarted,
    NewerEvent,
    PointsAdjusted,
    ScoresClaimed,
    TakenBack,
    UnreadEvent,
)
from core.storable_text import unstorable

MAX_EVENTS: Final = 5_000
"""Maximum number of events of a match, including those no longer effective."""

MAX_SCORES: Final = 40_000
"""Maximum of events times seats of a match: after each event every seat has a score."""

MAX_TEXT: Final = 20_000
"""Maximum characters of a text in a new event: some texts, such as the title of a sheet, are a part of every state."""

MAX_ITEMS: Final = 200
"""Maximum items of a list in a new event: a deck, tags, expansions."""


def withdrawal_refusal(event: object, *, withdrawn: bool) -> Refusal | None:
    """Reason why a match that is `withdrawn`, or not, refuses `event`; None: it does not."""
    if withdrawn and not isinstance(event, MatchRestored):
        return Refusal("R-WITHDRAWN", "The match is deleted; bring it back before you change it.")
    if not withdrawn and isinstance(event, MatchRestored):
        return Refusal("R-WITHDRAWN", "The match is not deleted.")
    return None


def absence_refusal(game: AnyGame, event: object) -> Refusal | None:
    """Reason why a match without its game cannot take this event; None: it can, as the play stays as it is."""
    if not isinstance(game, AbsentGame):
        return None
    reseats = isinstance(event, MatchDescribed) and event.options is not None
    changes = isinstance(event, TakenBack | Corrected | Forked) or not isinstance(event, META_EVENTS)
    return Refusal("R-GAME", game.sentence) if changes or reseats else None


def max_entries(seats: int) -> int:
    """Maximum number of entries of a log with so many seats; older logs may exceed it."""
    return min(MAX_EVENTS, MAX_SCORES // max(seats, 1))


def too_long(seats: int) -> Refusal:
    """The refusal for a log that is full."""
    most = f"{max_entries(seats):,}"
    return Refusal("R-SIZE", message("A match with {seats} seats holds at most {most} events.", seats=seats, most=most))


def refusal_of_new(game: AnyGame, event: object) -> Refusal | None:
    """Reason why a new event, or the header of a new match, holds too much, or what the game no longer records.

    Stored events are not refused by it: what an older version or another store recorded stays legal. A game states its
    reasons in `GameFacts.refusal_of_new`. Data of another app are kept unchanged and enter no state, so they may be
    longer.
    """
    if isinstance(event, game.EVENTS) and (refusal := facts_of(game).refusal_of_new(event)):
        return refusal
    is_kept = isinstance(event, MatchImported | UnreadEvent)  # Of another program, or of a game that is not there.
    why = None if is_kept else _excess(event)
    return Refusal("R-SIZE", why) if why else None


def text_refusal(event: object) -> Refusal | None:
    """Reason why a new event, or the header of a new match, holds a text that cannot be stored; None: it holds none.

    Not asked of the data of another app that nothing reads.
    """
    why = unstorable(json.loads(event.data) if isinstance(event, UnreadEvent) else event)
    if why and isinstance(event, MatchImported):
        why = unstorable(replace(event, more={}))
    return Refusal("R-TEXT", why) if why else None


def _excess(value: object) -> str | None:
    """The first reason, in the order of its fields, why a value holds too much; None: it does not."""
    if value is None:
        return None
    if isinstance(value, str):
        if len(value) <= MAX_TEXT:
            return None
        return message("A text holds at most {most} characters, not {number}.", most=MAX_TEXT, number=len(value))
    if isinstance(value, int | float):
        if -MAX_POINTS <= value <= MAX_POINTS:
            return None
        return message("Numbers are between {least} and {most}.", least=-MAX_POINTS, most=MAX_POINTS)
    items: Iterable[object] = ()
    if is_dataclass(value):
        items = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, Mapping | Sequence):
        if len(value) > MAX_ITEMS:
            return message("A list holds at most {most} items, not {number}.", most=MAX_ITEMS, number=len(value))
        items = chain.from_iterable(value.items()) if isinstance(value, Mapping) else value
    return next(filter(None, map(_excess, items)), None)


def refusal(game: AnyGame, frame: Frame, event: object) -> Refusal | None:
    """Reason why `event` cannot be the next entry after `frame`; None: it can.

    For events of the game, rulings and the close; `meta_refusal` checks take-backs and corrections.
    """
    if isinstance(frame.event, MatchClosed):
        return Refusal("R-CLOSED", "The match is closed; take back the closing to continue.")
    if isinstance(event, PointsAdjusted):
        if not 0 <= event.seat < len(frame.scores):
            return Refusal("R-SEAT", message("There is no seat {seat} at this table.", seat=event.seat))
        return _points_refusal(event.points)
    if isinstance(event, MatchClosed):
        return Refusal("R-OVER", "The match has ended by its rules.") if frame.turn is None else None
    if not isinstance(event, game.EVENTS) or isinstance(event, NewerEvent):
        return Refusal(
            "R-EVENT", message("{event} is not an event of {game}.", event=type(event).__name__, game=game.TITLE)
        )
    return game.refusal(frame.state, event)


def meta_refusal(log: Sequence[Entry], change: object, frames: Sequence[Frame] | None = None) -> Refusal | None:
    """Reason why the record refuses this entry about itself; None: it accepts it.

    Not checked: the consequences of a correction, and the presence of the entries it announces. With the `frames` of
    the log, most entries are checked without reading the whole log.
    """
    if isinstance(change, TakenBack):
        return _take_back_refusal(log, change)
    if isinstance(change, Corrected):
        return _correction_refusal(log, change)
    if isinstance(change, ScoresClaimed | MatchDescribed | DetailsNoted):
        seats = len(frames[0].scores if frames else header(log).players)
        if isinstance(change, ScoresClaimed):
            return _claim_refusal(change, seats)
        if isinstance(change, DetailsNoted):
            return _details_refusal(change, seats)
        if change.options is not None and (len(frames) > 1 if frames else effective_entries(log)):
            return Refusal("R-OPTIONS", "Options can be changed only while no event is in effect.")
        if change.players is not None and len(change.players) != seats and change.options is None:
            return _seats_refusal(seats, len(change.players))
        return None
    if isinstance(change, MatchJoined | MatchSplit):
        return _join_refusal(log, change)
    if isinstance(change, MatchEnded):
        return _end_refusal(change, len(frames[0].scores) if frames else len(header(log).players))
    if isinstance(change, MatchStarted):
        return Refusal("R-STARTED", "The match has started already.")
    if isinstance(change, Forked) and change.version != log[-1].version:
        forked, last = change.version, log[-1].version
        return Refusal(
            "R-FORK", message("A fork of version {version} cannot follow version {last}.", version=forked, last=last)
        )
    return None


def _join_refusal(log: Sequence[Entry], change: MatchJoined | MatchSplit) -> Refusal | None:
    is_joined = change.match in joined(log)
    if isinstance(change, MatchSplit) and not is_joined:
        return Refusal("R-JOIN", message("Match {id} is not joined to this one.", id=change.match))
    if isinstance(change, MatchJoined) and is_joined:
        return Refusal("R-JOIN", message("Match {id} is joined to this one already.", id=change.match))
    if isinstance(change, MatchJoined) and change.count < 0:
        return Refusal("R-JOIN", "The number of entries taken over is 0 or more.")
    return None


def result_refusal(frame: Frame) -> Refusal | None:
    """Reason why a new result cannot follow this frame; None: it can. A stored one may follow another end than today's.

    The result itself is not compared: it may be of earlier rules, and `partie verify` says how it differs.
    """
    if frame.turn is not None:
        return Refusal("R-END", "The match has not ended, so it has no result.")
    return None


def _end_refusal(change: MatchEnded, seats: int) -> Refusal | None:
    if not len(change.scores) == len(change.ranks) == seats or any(not 0 <= seat < seats for seat in change.winners):
        return _seats_refusal(seats, max(len(change.scores), len(change.ranks)))
    return next(filter(None, map(_points_refusal, change.scores)), None)


def _take_back_refusal(log: Sequence[Entry], change: TakenBack) -> Refusal | None:
    table = _effective_versions(log)
    if not table:
        return Refusal("R-STANDS", "There is nothing to take back yet.")
    if change.since not in table:
        return Refusal("R-STANDS", message("There is no event {since} to take back.", since=change.since))
    return None


def _correction_refusal(log: Sequence[Entry], change: Corrected) -> Refusal | None:
    table, since, until = _effective_versions(log), change.since, change.until
    if since not in table or until not in table or change.count < 0:
        why = message("Events {since} to {until} are not in effect in this match.", since=since, until=until)
        return Refusal("R-STANDS", why)
    if table.index(since) > table.index(until):
        return Refusal("R-STANDS", message("Event {since} is not before event {until}.", since=since, until=until))
    return None


def _claim_refusal(change: ScoresClaimed, seats: int) -> Refusal | None:
    if (given := len(change.scores)) != seats:
        why = message("{seats} seats need {seats} scores, not {given}.", seats=seats, given=given)
        return Refusal("R-SEAT", why)
    return next(filter(None, map(_points_refusal, change.scores)), None)


def _details_refusal(change: DetailsNoted, seats: int) -> Refusal | None:
    if change.seats is not None and len(change.seats) != seats:
        return _seats_refusal(seats, len(change.seats))
    numbers = (change.number, *(seat.rank for seat in change.seats or ()))
    wrong = [number for number in numbers if number is not None and not 0 < number < 1_000_000]
    if wrong:
        return Refusal("R-PLACE", message("A place is a number from 1 on, not {number}.", number=wrong[0]))
    return None


def _seats_refusal(seats: int, given: int) -> Refusal:
    return Refusal("R-SEAT", message("This match has {seats} seats, not {given}.", seats=seats, given=given))


def _points_refusal(points: Points) -> Refusal | None:
    # In this form NaN is refused too: every comparison with it is false.
    if points is None or -MAX_POINTS <= points <= MAX_POINTS:
        return None
    return Refusal(
        "R-POINTS", message("Points are numbers between {least} and {most}.", least=-MAX_POINTS, most=MAX_POINTS)
    )


def _effective_versions(log: Sequence[Entry]) -> list[int]:
    return [entry.version for entry in effective_entries(log)]
