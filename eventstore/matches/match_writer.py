"""Applies new events to a match by the rules, creates the people whom they name, and appends the rows to the store."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from core import record, record_rules
from core.record_events import MatchClosed, MatchDescribed, MatchEnded, MatchRestored, MatchSplit, MatchWithdrawn
from eventstore.matches.imports import BatchWriter
from eventstore.matches.match import MATCHES, Match, Refused, apply_events
from eventstore.matches.people import Player, normalized_name
from eventstore.matches.people_repository import PeopleRepository
from eventstore.store.store import Append, NewEvent, Store, StoredEvent

_ALWAYS_ACCEPTED: Final = (MatchClosed, MatchEnded, MatchWithdrawn, MatchRestored, MatchSplit)
"""A full match can still be closed, keep its result and be withdrawn, brought back, and split from another one."""


class MatchWriter:
    """Writes to the match streams of `store`, and what it writes into the `batch` of an import.

    A name means a person in `people`. With `newcomers` it means a player of the same match, or a new person there.
    """

    def __init__(
        self,
        store: Store,
        people: PeopleRepository,
        newcomers: PeopleRepository | None,
        batch: BatchWriter | None,
        *,
        by: str,
        now: Callable[[], str],
    ) -> None:
        self._store, self._people, self._newcomers, self._batch = store, people, newcomers, batch
        self._by, self._now = by, now

    def apply(
        self,
        match: Match,
        events: Sequence[Any],
        times: Sequence[str | None] | None = None,
        *,
        allows_repeats: bool = False,
    ) -> tuple[Match, list[NewEvent]]:
        """`apply_events`, with people created for the names in a new header; a refused call creates no people.

        An end of the match is followed by its result.

        Raises Refused for more events than a match may hold, for a text that cannot be stored, and for an event that
        only older versions recorded; stored rows are never refused by these limits.
        """
        described = [len(event.players or ()) for event in events if isinstance(event, MatchDescribed)]
        seats = max(len(match.header.players), *described, 0)
        room = max(record_rules.max_entries(seats) - len(match.log), 0)
        if len(events) > room and not isinstance(events[room], _ALWAYS_ACCEPTED):
            raise Refused(record_rules.too_long(seats), room)
        for index, event in enumerate(events):
            if why := record_rules.text_refusal(event):
                raise Refused(why, index)
        after, rows = apply_events(match, events, times)
        for index, event in enumerate(events):
            if why := record_rules.refusal_of_new(match.game, event):
                raise Refused(why, index)
            if isinstance(event, MatchEnded) and not match.missing:
                before, _ = apply_events(match, events[:index], times and times[:index])
                if why := record_rules.result_refusal(before.now):
                    raise Refused(why, index)
        seated = tuple(self._seated(match, event, allows_repeats=allows_repeats) for event in events)
        if seated != tuple(events):
            after, rows = apply_events(match, seated, times)
            after = after.with_people(self._people.people())
        return _with_result(after, rows)

    def seat(self, match: Match, players: Sequence[Player], *, allows_repeats: bool) -> tuple[str, ...]:
        """The ids of these players of a match, in order; unknown players are created.

        Raises InvalidInput if a person would sit on several seats, and on more than now, unless it `allows_repeats`.
        """
        once = None if allows_repeats else match.header.players
        if self._newcomers is None:
            return self._people.seat(players, once=once)
        self.append(match.id, (), match.version - match.offset)  # Checks the right to record before people are created.
        met = {id for entry in match.log for id in getattr(entry.event, "players", None) or ()}
        return self._newcomers.seat(players, met, once=once)

    def append(
        self, id: str, rows: Sequence[NewEvent], expected_version: int, idempotency_key: str | None = None
    ) -> tuple[StoredEvent, ...]:
        """Append rows to a match; under a repeated key, returns the rows of the earlier call and appends nothing."""
        if self._batch and rows:
            self._batch.announce(id, expected_version)
        stored = self._store.append(
            Append(
                MATCHES + id,
                rows,
                expected_version=expected_version,
                by=self._by,
                at=self._now(),
                idempotency_key=idempotency_key,
            )
        )
        if self._batch and stored:
            self._batch.record(id, stored)
        return stored

    def _seated(self, match: Match, event: object, *, allows_repeats: bool) -> object:
        if not isinstance(event, MatchDescribed) or event.players is None:
            return event
        players = [player_of(name) for name in event.players]
        return replace(event, players=self.seat(match, players, allows_repeats=allows_repeats))


def _with_result(match: Match, rows: list[NewEvent]) -> tuple[Match, list[NewEvent]]:
    """The match and its new rows with the result, if it has ended and its result is not kept yet."""
    result = None if match.withdrawal or match.missing else record.ended(match.game, match.now, match.options)
    if result is None or record.kept_result(match.log):
        return match, rows
    kept, added = apply_events(match, (result,), None)
    return kept, rows + added


def player_of(player: str | Player) -> Player:
    return player if isinstance(player, Player) else Player(normalized_name(player))
