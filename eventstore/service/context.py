"""The context of one request: its principal, the rights of the principal, and the idempotency key."""

import binascii
import hmac
from base64 import b64decode
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final, TypeAlias

from fastapi import Depends, Header, HTTPException, Path, Request, Security
from fastapi.security import HTTPBearer
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from core.messages import message
from eventstore.access.grants import ANONYMOUS, COOKIE, LOCAL, NotAllowed, Principal, Role, joined
from eventstore.matches.match import Match, UnknownMatch, no_match
from eventstore.matches.repository import MatchRepository
from eventstore.service.errors import EnteredByAnother
from eventstore.service.rate_limit import client_address
from eventstore.service.state import AppState, app_state
from eventstore.store.store import UnusableStore

CHALLENGE: Final = {"WWW-Authenticate": 'Basic realm="Partie", charset="UTF-8"'}
"""Makes a browser show its password dialog: the token is the password, with any user name."""

NO_STORE: Final = "no-store"
"""Cache-Control of a response of which a browser keeps no copy."""

PRINCIPAL: Final = "Partie-Principal"
"""Header with the name of a principal, as the log has it: of a response, and of the sender of a waiting request."""

BEARER: Final = {"WWW-Authenticate": 'Bearer realm="Partie"'}
"""The challenge for the scripts of a page."""

Id: TypeAlias = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$", examples=["5e1f09a2c4"])]
Key: TypeAlias = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[!-~]{8,100}$",
        description="A random word for each write. A repeated request with the same key writes nothing "
        "and gets the first response again.",
        examples=["b1f0a1d2-6f6a-4a53-9a3e-2f7f3e1b9c55"],
    ),
]
_bearer = HTTPBearer(auto_error=False, description="A token from `partie token new`.")


@dataclass(frozen=True)
class RequestContext:
    """One request of the `principal`; its share of what is bounded is counted for `client`.

    That is the name of the principal, without a token the address, and empty where no tokens are required.
    """

    state: AppState
    principal: Principal
    client: str

    @cached_property
    def records(self) -> MatchRepository:
        return self.state.repository_for(self.principal)

    def can_see(self, id: str) -> bool:
        return self.state.access.grants().can_see(self.principal, id)

    def may_list(self, id: str) -> bool:
        """True if lists show the match to the principal, so that other matches may name it."""
        listed = self.state.access.grants().listed_matches(self.principal)
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
        visibility = "private" if id is None else self.state.access.grants().visibility(id)
        return public if visibility == "public" or not self.state.tokens_required else NO_STORE

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


def authenticate(state: AppState, connection: HTTPConnection) -> Principal:
    """The principal of a request. A valid token is never refused, however many wrong ones came from its address.

    Raises HTTPException for an invalid token: 401, or 429 after too many failures of its address.
    """
    if not state.tokens_required:
        return LOCAL
    token = token_of(connection)
    login = None if "authorization" in connection.headers else state.login_of(connection)
    principal = joined(
        (
            state.access.principal_of(token) if token is not None else None,
            state.access.principal_of_login(login) if login else None,
        )
    )
    if principal is None and token is not None:
        require_attempts_left(state, connection)
        state.failures.record(connection)
        raise HTTPException(401, message("Invalid or revoked token."), CHALLENGE)
    return principal or ANONYMOUS


def challenge(connection: HTTPConnection) -> Mapping[str, str]:
    """A script of a page shows the error itself: it gets no challenge for which the browser would ask a password."""
    return BEARER if connection.headers.get("sec-fetch-dest") == "empty" else CHALLENGE


def require_attempts_left(state: AppState, connection: HTTPConnection) -> None:
    """Raise HTTPException 429 if this address has had too many failures."""
    if seconds := state.failures.retry_after_s(connection):
        sentence = message("Too many failures; wait {seconds} seconds.", seconds=seconds)
        raise HTTPException(429, sentence, {"Retry-After": str(seconds)})


def token_of(connection: HTTPConnection) -> str | None:
    """The token of a request: a bearer token, the password of any user name, or those in the cookie of a browser."""
    authorization = connection.headers.get("authorization")
    if authorization is None:
        return connection.cookies.get(COOKIE)
    scheme, _, credentials = authorization.partition(" ")
    if scheme.lower() != "basic":
        return credentials.strip()
    try:
        return b64decode(credentials).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return ""


async def _request_context(
    request: Request, _: Annotated[object, Security(_bearer)] = None
) -> AsyncIterator[RequestContext]:
    state = app_state(request)
    async with _turn(state, request):
        # Without tokens the store is not asked, and a change of threads would only take time.
        principal = await run_in_threadpool(_principal, state, request) if state.tokens_required else LOCAL
        request.state.principal = principal
        if request.headers.get(PRINCIPAL, principal.by) != principal.by:
            raise EnteredByAnother(principal)
        yield RequestContext(state, principal, _client(state, request, principal))


def _client(state: AppState, request: Request, principal: Principal) -> str:
    if not state.tokens_required:
        return ""
    return client_address(request) if principal.role is None else principal.by


def _turn(state: AppState, request: Request) -> AbstractAsyncContextManager[None]:
    """A turn for a request without a token; none is needed with one, and where tokens are not required."""
    is_known = not state.tokens_required or token_of(request) is not None or state.login_of(request) is not None
    return nullcontext() if is_known else state.strangers.turn(request)


def _principal(state: AppState, request: Request) -> Principal:
    id = request.path_params.get("id")
    principal = authenticate(state, request).acting(id)
    if principal is ANONYMOUS and id is not None and state.access.grants().visibility(id) != "public":
        # Ids of unlisted matches are secrets. All but public ids are refused, so that the response reveals nothing.
        require_attempts_left(state, request)
    return principal


def can_still_see(request: Request, id: str) -> bool:
    """True if the principal of the request is still valid and still sees this match."""
    try:
        return app_state(request).access.grants().can_see(authenticate(app_state(request), request), id)
    except (HTTPException, UnusableStore):
        return False


Context: TypeAlias = Annotated[RequestContext, Depends(_request_context, scope="function")]
