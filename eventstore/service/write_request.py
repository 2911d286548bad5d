"""One request that appends to the log of a match, with its expected version and its idempotency key."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypedDict

from fastapi import Depends, Header, Response
from starlette.concurrency import run_in_threadpool

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.service.context import Context, Id, Key, RequestContext
from eventstore.service.errors import StaleVersion
from eventstore.service.requests import JsonObject
from eventstore.service.responses import MatchResponse
from eventstore.service.serializers import decode_events, match_response
from eventstore.store.store import Conflict
from eventstore.store.stream_state import retry_on_conflict

ExpectedVersion: TypeAlias = Annotated[
    str | None,
    Header(
        alias="If-Match",
        pattern=r'^"[0-9]{1,9}"$',
        description="The expected version of the match, as in its ETag. If it is not the newest version, nothing is "
        "written and the response is 412 with the current match.",
        examples=['"12"'],
    ),
]


class Preconditions(TypedDict):
    """Keyword arguments of every writing method of `MatchRepository`."""

    expected_version: int | None
    idempotency_key: str | None


@dataclass(frozen=True)
class WriteRequest:
    """A write to match `id` by a principal with the recorder role; `preconditions` hold its headers."""

    context: RequestContext
    id: str
    preconditions: Preconditions
    response: Response

    def decode_events(self, objects: Sequence[JsonObject]) -> list[Any]:
        """Events of a request, decoded for the game of the match."""
        return decode_events(self.context.state.game_of(self.id), objects)

    def apply(self, write: Callable[[MatchRepository], Match]) -> MatchResponse:
        """The match after `write` as a response body; see `append`."""
        return match_response(self.context, self.append(write), self.response)

    def append(self, write: Callable[[MatchRepository], Match]) -> Match:
        """The match after `write`, which passes the preconditions on. Without an expected version it is retried.

        Raises StaleVersion unless the expected version is the newest.
        """
        records = self.context.records
        try:
            if self.preconditions["expected_version"] is None:
                match = retry_on_conflict(lambda: write(records))
            else:
                match = write(records)
        except Conflict:
            now = records.match(self.id)
            raise StaleVersion(match_response(self.context, now, self.response), now.version) from None
        self.context.state.feed.notify(self.id)
        return match


async def _write_request(
    context: Context, id: Id, response: Response, key: Key = None, expected: ExpectedVersion = None
) -> WriteRequest:
    if not context.principal.has_role("recorder", id):
        await run_in_threadpool(context.require_role, "recorder", id)  # Which refusal it is, the store knows.
    version = int(expected.strip('"')) if expected else None
    preconditions = Preconditions(expected_version=version, idempotency_key=context.idempotency_key(key))
    return WriteRequest(context, id, preconditions, response)


Write: TypeAlias = Annotated[WriteRequest, Depends(_write_request)]
