"""Requests that append to the log of a match, or create a fork of it, in whatever form they and their answers are."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypedDict

from core.json_values import Bounds
from eventstore.answers.bodies import JsonObject
from eventstore.answers.content import MatchResponse
from eventstore.answers.context import Id, Key, RequestContext
from eventstore.answers.parameters import InDocument, InHeader, MadeBy
from eventstore.answers.problems import StaleVersion
from eventstore.answers.representations import decode_events, match_content
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository, Preconditions
from eventstore.store.store import Conflict
from eventstore.store.stream_state import retry_on_conflict

ExpectedVersion: TypeAlias = Annotated[
    Annotated[str, Bounds(pattern=r'^"[0-9]{1,9}"$')] | None,
    InHeader("If-Match"),
    InDocument(
        "The expected version of the match, as in its ETag. If it is not the newest version, nothing is "
        "written and the response is 412 with the current match.",
        ('"12"',),
    ),
]

EventReader: TypeAlias = Callable[[MatchRepository], Sequence[Any]]
"""Makes the events of a request, which may depend on the present table. Raises InvalidInput for what is no event."""


@dataclass(frozen=True)
class WriteRequest:
    """A write to match `id` by a principal with the recorder role; `preconditions` hold its headers."""

    context: RequestContext
    id: str
    preconditions: Preconditions

    def decode_events(self, objects: Sequence[JsonObject]) -> list[Any]:
        """Events of a request, decoded for the game of the match."""
        return decode_events(self.context.host.game_of(self.id), objects)

    def content(self, match: Match) -> MatchResponse:
        return match_content(self.context, match)

    def record(self, events: EventReader, times: Sequence[str | None] | None = None) -> Match:
        """The match after the events, all or none of which are recorded; see `append`."""
        return self.append(lambda matches: matches.record(self.id, *events(matches), times=times, **self.preconditions))

    def apply(self, write: Callable[[MatchRepository], Match]) -> MatchResponse:
        """The match after `write` as a response body; see `append`."""
        return self.content(self.append(write))

    def append(self, write: Callable[[MatchRepository], Match]) -> Match:
        """The match after `write`, which passes the preconditions on. Without an expected version it is retried.

        Raises StaleVersion unless the expected version is the newest.
        """
        matches = self.context.records
        try:
            if self.preconditions["expected_version"] is None:
                match = retry_on_conflict(lambda: write(matches))
            else:
                match = write(matches)
        except Conflict:
            now = matches.match(self.id)
            raise StaleVersion(self.content(now), now.version) from None
        self.context.host.notify(self.id)
        return match


def _write_request(context: RequestContext, id: Id, key: Key = None, expected: ExpectedVersion = None) -> WriteRequest:
    version = int(expected.strip('"')) if expected else None
    preconditions = Preconditions(expected_version=version, idempotency_key=context.idempotency_key(key))
    return WriteRequest(context, id, preconditions)


Write: TypeAlias = Annotated[WriteRequest, MadeBy(_write_request)]


class NewFork(TypedDict):
    """Keyword arguments of `MatchRepository.fork`: the id of the new match, and the idempotency key."""

    new: str | None
    idempotency_key: str | None


def _new_fork(context: RequestContext, id: Id, key: Key = None) -> NewFork:
    """Raises NotAllowed unless the principal may read the match and create matches."""
    context.require_role("viewer", id)
    context.require_role("recorder")
    return NewFork(new=context.new_id(key), idempotency_key=context.idempotency_key(key))


Fork: TypeAlias = Annotated[NewFork, MadeBy(_new_fork)]
