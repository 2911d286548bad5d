"""One request that appends to the log of a match, with its expected version and its idempotency key."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from fastapi import Depends, Header, Response

from eventstore.match import Match
from eventstore.service.answers import Standing
from eventstore.service.problems import Stale
from eventstore.service.telling import events, standing
from eventstore.service.visit import Id, Key, Visit, Visiting
from eventstore.service.wishes import Told
from eventstore.store import Conflict
from eventstore.stream_state import retry_on_conflict

Seen: TypeAlias = Annotated[
    str | None,
    Header(
        alias="If-Match",
        pattern=r'^"[0-9]{1,9}"$',
        description="The version that was seen, as ETag gave it: nothing is written when the match has moved on.",
        examples=['"12"'],
    ),
]


@dataclass(frozen=True)
class Change:
    """A write by a principal with the recorder role; `after` is the expected version, None: any version."""

    visit: Visit
    id: str
    after: int | None
    command: str | None
    response: Response

    def events(self, told: Sequence[Told]) -> list[Any]:
        """Events of a request, decoded for the game of the match."""
        return events(self.visit.house.game_of(self.id), told)

    def done(self, write: Callable[..., Match], *told: object, **more: object) -> Standing:
        """The match after this method of `Records`. Raises Stale if the expected version is not the newest one."""
        records = self.visit.records

        def written() -> Match:
            return write(records, self.id, *told, after=self.after, command=self.command, **more)

        try:
            match = retry_on_conflict(written) if self.after is None else written()
        except Conflict:
            now = records.match(self.id)
            raise Stale(standing(self.visit, now, self.response), now.version) from None
        return standing(self.visit, match, self.response)


def _change(visit: Visiting, id: Id, response: Response, key: Key = None, seen: Seen = None) -> Change:
    visit.need("recorder", id)
    return Change(visit, id, int(seen.strip('"')) if seen else None, visit.command(key), response)


Changing: TypeAlias = Annotated[Change, Depends(_change)]
