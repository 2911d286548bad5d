"""The context of one request: its principal, and the rights of the principal."""

import hmac
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final, TypeAlias

from core.json_values import Bounds
from core.messages import message
from eventstore.access.grants import NotAllowed, Principal, Role
from eventstore.answers.host import AnswerHost
from eventstore.answers.parameters import InDocument, InHeader
from eventstore.matches.match import Match, UnknownMatch, no_match
from eventstore.matches.repository import MatchRepository

NO_STORE: Final = "no-store"
"""Cache-Control of a response of which a browser keeps no copy."""

Name: TypeAlias = Annotated[str, Bounds(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Id: TypeAlias = Annotated[Name, InDocument(examples=("5e1f09a2c4",))]
Key: TypeAlias = Annotated[
    Annotated[str, Bounds(pattern=r"^[!-~]{8,100}$")] | None,
    InHeader("Idempotency-Key"),
    InDocument(
        "A random word for each write. A repeated request with the same key writes nothing "
        "and gets the first response again.",
        ("b1f0a1d2-6f6a-4a53-9a3e-2f7f3e1b9c55",),
    ),
]
Known: TypeAlias = Annotated[Annotated[str, Bounds(max_length=1000)] | None, InHeader("If-None-Match")]


@dataclass(frozen=True)
class RequestContext:
    """One request of the `principal`; its share of what is bounded is counted for `client`.

    That is the name of the principal, without a token the address, and empty where no tokens are required.
    """

    host: AnswerHost
    principal: Principal
    client: str = ""

    @cached_property
    def records(self) -> MatchRepository:
        return self.host.repository_for(self.principal)

    def can_see(self, id: str) -> bool:
        return self.host.access.grants().can_see(self.principal, id)

    def may_list(self, id: str) -> bool:
        """True if lists show the match to the principal, so that other matches may name it."""
        listed = self.host.access.grants().listed_matches(self.principal)
        return listed is None or id in listed

    def match(self, id: str, at: int | None = None) -> Match:
        """The match as of version `at`. Raises UnknownMatch also for a match that is hidden from the principal."""
        match = self.records.match(id, until=at)
        if at is not None and match.version != at:
            raise UnknownMatch(message("Match {id} has no event {about}.", id=id, about=at))
        return match

    def cache_control(self, id: str | None, public: str = "private, no-cache") -> str:
        """Cache-Control of a response about a match, None: about several; a browser keeps no copy unless it is public.

        Where no tokens are required nobody ever logs out, and the value is `public` for every match.
        """
        visibility = "private" if id is None else self.host.access.grants().visibility(id)
        return public if visibility == "public" or not self.host.tokens_required else NO_STORE

    def require_role(self, role: Role, id: str | None = None) -> None:
        """Require a role for the match, or for the whole store. Raises NotAllowed, UnknownMatch for a hidden match."""
        if self.principal.has_role(role, id):
            return
        if id is not None and not self.can_see(id):
            raise no_match(id)
        raise NotAllowed(self.principal, role, id)

    def idempotency_key(self, key: str | None) -> str | None:
        """The idempotency key as the log stores it, per principal: equal keys of two principals are different keys."""
        return key and f"{self.principal.by} {key}"

    def new_id(self, key: str | None) -> str | None:
        """The id of a match created under this key: always the same, and not predictable by other principals."""
        return key and hmac.digest(self.principal.secret, key.encode(), "sha256").hex()[:12]
