"""A check that the rows of a match can be decoded, and that today's rules accept them and compute the same states."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from core import games, record
from core.absent_game import AbsentGame
from core.json_text import WrongShape
from core.record_events import RECORD_EVENTS, Entry, Forked, MatchDescribed, MatchEnded, MatchStarted
from eventstore import codec
from eventstore.matches.match import MATCHES, Match, Refused, UnknownMatch, apply_events
from eventstore.matches.match_reader import MatchReader
from eventstore.matches.people import People
from eventstore.store.store import StoredEvent

_MAX_FAILURE: Final = 200
"""Maximum characters of the message of a defect."""


class CheckFailed(Exception):
    """The first finding of a stream. It ends the check of the stream: all later findings would follow from it."""

    def __init__(self, kind: Literal["damaged", "rules_changed", "not_checked"], version: int, sentence: str) -> None:
        super().__init__(sentence)
        self.kind, self.version, self.sentence = kind, version, sentence


class ComputedAnew(CheckFailed):
    """Today's rules accept all events, and compute another state or result."""


def replayed(
    matches: MatchReader, id: str, rows: Sequence[StoredEvent], redactions: Mapping[str, Mapping[int, str]]
) -> Match:
    """Apply all events again by today's rules, without writing, and compare the state digests.

    A fork begins with the header and the events that it reads from its parent.
    """
    log, offset, parent = _inherited(matches, rows[0])
    try:
        started: MatchStarted = log[0].event if log else codec.decode_row(RECORD_EVENTS, rows[0])
        game = games.find_or_absent(started.game, started.package, started.rules)
        if isinstance(game, AbsentGame):
            raise CheckFailed("not_checked", 1, game.sentence)
        options = codec.decode_options(game, started.options)
    except ValueError as error:
        raise CheckFailed("damaged", 1, str(error)) from None
    log += decoded(RECORD_EVENTS + game.EVENTS, rows, offset)
    sources = tuple(row.source for row in rows if row.source)
    header = Match(id, game, options, tuple(log[:1]), People(), offset, sources, parent)
    events, times = [entry.event for entry in log[1:]], [entry.happened_at for entry in log[1:]]
    try:
        match, new_rows = apply_events(header, events, times)
    except Refused as refused:
        version = log[1 + refused.index].version
        raise CheckFailed("rules_changed", version, f"Today's rules refuse event {version}: {refused}") from None
    except ValueError as error:  # Today's rules no longer allow this number of seats or these options.
        raise CheckFailed("rules_changed", 1, str(error)) from None
    except Exception as error:
        version = log[_first_failing(header, events, times)].version
        sentence = f"Today's rules fail at event {version} ({failure(error)})."
        raise CheckFailed("rules_changed", version, sentence) from error
    compares = not _is_reworded(matches, rows, redactions)
    for row, now in zip(rows[1:], new_rows[len(log) - len(rows) :], strict=True):
        if compares and row.state_digest not in (None, now.state_digest):
            version = offset + row.version
            sentence = f"After event {version} today's rules compute another table{_compared(match)}."
            raise ComputedAnew("rules_changed", version, sentence)
    if difference := _compared(match):
        raise ComputedAnew("rules_changed", log[-1].version, f"Today's rules compute another result{difference}.")
    return match


def _compared(match: Match) -> str:
    """The difference of the kept result from today's, to end a sentence; empty: there is none, or it is equal.

    The sentence with the reason is not compared: its words may change.
    """
    kept, now = record.kept_result(match.log), record.ended(match.game, match.now, match.options)
    if kept is None or (now and (kept.scores, kept.ranks, kept.winners) == (now.scores, now.ranks, now.winners)):
        return ""
    if now is None:
        return f": {_points(kept)} then, and no end by today's rules"
    if kept.scores != now.scores:
        return f": {_points(kept)} then, {_points(now)} by today's rules"
    return f": {_won(kept)} then, {_won(now)} by today's rules"


def _points(result: MatchEnded) -> str:
    return " : ".join("?" if points is None else str(points) for points in result.scores)


def _won(result: MatchEnded) -> str:
    return f"ranks {', '.join(map(str, result.ranks))}"


def failure(error: Exception) -> str:
    """A defect of a game in a few words."""
    return f"{type(error).__name__}: {error}"[:_MAX_FAILURE]


def _first_failing(header: Match, events: Sequence[Any], times: Sequence[str | None]) -> int:
    """The number of events after which the rules fail with another error than a refusal, from 1; by bisection."""

    def fails(count: int) -> bool:
        try:
            apply_events(header, events[:count], times[:count])
        except (Refused, ValueError):
            return False
        except Exception:
            return True
        return False

    return bisect_left(range(len(events)), True, lo=1, key=fails)


def _inherited(matches: MatchReader, first: StoredEvent) -> tuple[list[Entry], int, str | None]:
    """For a fork the entries it reads from its parent, the version up to which it reads, and the parent's id.

    For another match no entries, 0 and None.
    """
    (begun,) = decoded(RECORD_EVENTS, [first])
    if isinstance(begun.event, MatchStarted):
        return [], 0, None
    if not isinstance(begun.event, Forked):
        raise CheckFailed("damaged", 1, "The match does not begin with its header.")
    parent, version = begun.event.stream.removeprefix(MATCHES), begun.event.version
    try:
        return list(matches.match(parent, until=version).log), version, parent
    except (UnknownMatch, ValueError) as error:
        why = str(error).splitlines()[0]
        raise CheckFailed("damaged", version + 1, f"The match it goes on from cannot be read: {why}") from None


def decoded(classes: tuple[type[Any], ...], rows: Sequence[StoredEvent], offset: int = 0) -> list[Entry]:
    entries = []
    for row in rows:
        try:
            event = codec.decode_row(classes, row)
        except WrongShape as error:
            raise CheckFailed("damaged", offset + row.version, f"{row.type}: {error}.") from None
        except codec.NotAnEvent as error:
            raise CheckFailed("damaged", offset + row.version, str(error)) from None
        entries.append(Entry(offset + row.version, event, row.happened_at))
    return entries


def _is_reworded(
    matches: MatchReader, rows: Sequence[StoredEvent], redactions: Mapping[str, Mapping[int, str]]
) -> bool:
    """True if the header of the match, or of one that it was forked from, was redacted.

    Then state digests are not compared: earlier ones cover options with the former title, which is lost.
    """
    headers = {row.version for row in rows if row.type in (MatchStarted.__name__, MatchDescribed.__name__)}
    if headers & redactions.get(rows[0].stream, {}).keys():
        return True
    if rows[0].type != Forked.__name__:
        return False
    (begun,) = decoded(RECORD_EVENTS, rows[:1])
    parent = matches.store.read(begun.event.stream)
    return bool(parent) and _is_reworded(matches, parent, redactions)
