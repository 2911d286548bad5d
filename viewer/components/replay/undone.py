"""Events that were taken back or corrected, with their former position in the match."""

from collections.abc import Mapping, Sequence
from typing import Final, TypedDict

from core import record_rules
from core.corrections import Change, steps
from core.record import effective_entries, initial_frame, next_frame
from core.record_events import Corrected, Entry, MatchDescribed, MatchStarted
from core.record_rules import MAX_EVENTS
from eventstore import codec
from eventstore.matches.match import Match
from viewer.locale.language import gettext
from viewer.locale.plain_text import plain
from viewer.texts.match_sentences import sentence

MAX_FOLDS: Final = 4 * MAX_EVENTS
"""Maximum events that are folded again for sentences: each correction of an early event may need all later ones."""


class _Description(TypedDict):
    seat: int | None
    round: int
    says: str


class UndoneJson(_Description):
    """`after` is the version of the effective event before it."""

    at: int
    after: int
    why: str


def undone(match: Match) -> list[UndoneJson]:
    """Sentences describe the table at that time; the notation is used instead where the current rules refuse an event
    before it, and after `MAX_FOLDS`.
    """
    table = _EarlierTable(match)
    rows = list[UndoneJson]()
    for entry, change, entries in steps(match.log):
        if isinstance(entry.event, MatchDescribed) and entry.event.options is not None:
            table.restart(entry.event)
        if change is not None:
            table.extend(entries[: change.place + len(change.was)])
            rows += [
                {
                    "at": entry.version,
                    "after": table.anchors[change.place],
                    **table.description(change.place + offset, entry),
                    "why": _why(match, change),
                }
                for offset, entry in enumerate(change.was)
            ]
            table.cut(change.place)
    return rows


class _EarlierTable:
    """The effective entries as they were before a change: their frames, and what still stands before each of them.

    Continued from one change to the next, so that entries that both have are folded once.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._stands = {entry.version for entry in effective_entries(match.log)}
        self._folds = 0
        self.anchors = [1]
        """By place: the version of the last effective event before it, 1 for the start."""
        started: MatchStarted = match.log[0].event
        self._start(started.options, len(started.players))

    def _start(self, options: Mapping[str, object], seats: int) -> None:
        game = self._match.game
        self._frames = [initial_frame(game, self._match.log, codec.decode_options(game, options), seats)]

    def restart(self, described: MatchDescribed) -> None:
        """Other options, which are noted only while no event is effective."""
        seats = len(self._frames[0].scores) if described.players is None else len(described.players)
        self._start(described.options or {}, seats)

    def extend(self, entries: Sequence[Entry]) -> None:
        for entry in entries[len(self.anchors) - 1 :]:
            self.anchors.append(entry.version if entry.version in self._stands else self.anchors[-1])
        for entry in entries[len(self._frames) - 1 :]:
            self._folds += 1
            if self._folds > MAX_FOLDS or record_rules.refusal(self._match.game, self._frames[-1], entry.event):
                return
            self._frames.append(next_frame(self._match.game, self._frames[-1], entry))

    def description(self, place: int, entry: Entry) -> _Description:
        if place + 1 < len(self._frames):
            frame = self._frames[place + 1]
            return {"seat": frame.seat, "round": frame.round, "says": sentence(self._match, self._frames, place + 1)}
        game, event = self._match.game, entry.event
        says = plain(game.write(event)) if isinstance(event, game.EVENTS) else type(event).__name__
        return {"seat": None, "round": 0, "says": says}

    def cut(self, place: int) -> None:
        del self.anchors[place + 1 :], self._frames[place + 1 :]


def _why(match: Match, change: Change) -> str:
    why = plain(change.event.why or "").strip()
    if isinstance(change.event, Corrected):
        return gettext("corrected: {why}", why=why) if why else gettext("corrected")
    if match.offset < change.version <= match.offset + 2 and change.event.since <= match.offset:
        return gettext("where it was forked from")
    return gettext("taken back: {why}", why=why) if why else gettext("taken back")
