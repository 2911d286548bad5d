"""One request that appends to the log of a match, with its expected version and its idempotency key."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from fastapi import Depends, Header, Response

from eventstore.matches.match import Match
from eventstore.service.context import Context, Id, Key, RequestContext
from eventstore.service.errors import Stale
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
        description="The version that was seen, as ETag gave it: nothing is written when the match has moved on.",
        examples=['"12"'],
    ),
]


@dataclass(frozen=True)
class WriteRequest:
    """A write by a principal with the recorder role; `expected_version` is the expected version, None: any version."""

    visit: RequestContext
    id: str
    after: int | None
    command: str | None
    response: Response

    def events(self, told: Sequence[JsonObject]) -> list[Any]:
        """Events of a request, decoded for the game of the match."""
        return decode_events(self.visit.house.game_of(self.id), told)

    def done(self, write: Callable[..., Match], *told: object, **more: object) -> MatchResponse:
        """The match after this method of `MatchRepository`. Raises Stale unless the expected version is the newest."""
        records = self.visit.records

        def written() -> Match:
            return write(records, self.id, *told, expected_version=self.after, idempotency_key=self.command, **more)

        try:
            match = retry_on_conflict(written) if self.after is None else written()
        except Conflict:
            now = records.match(self.id)
            raise Stale(match_response(self.visit, now, self.response), now.version) from None
        return match_response(self.visit, match, self.response)


def _change(visit: Context, id: Id, response: Response, key: Key = None, seen: ExpectedVersion = None) -> WriteRequest:
    visit.require_role("recorder", id)
    return WriteRequest(visit, id, int(seen.strip('"')) if seen else None, visit.idempotency_key(key), response)


Write: TypeAlias = Annotated[WriteRequest, Depends(_change)]
