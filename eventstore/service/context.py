"""The context of a request that came by HTTP: its principal, after its tokens and its address."""

import binascii
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from fastapi import Depends, HTTPException, Path, Request, Security
from fastapi.security import HTTPBearer
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from core.messages import message
from eventstore.access.grants import ANONYMOUS, COOKIE, LOCAL, Principal, joined
from eventstore.answers import context as answers
from eventstore.answers.problems import CHALLENGE, PRINCIPAL, EnteredByAnother
from eventstore.service.rate_limit import client_address
from eventstore.service.state import AppState, app_state
from eventstore.store.store import UnusableStore


@dataclass(frozen=True)
class ServerContext(answers.RequestContext):
    """A request to a server, with its limits and queues."""

    host: AppState


Id: TypeAlias = Annotated[answers.Id, Path(examples=["5e1f09a2c4"])]
_bearer = HTTPBearer(auto_error=False, description="A token from `partie token new`.")


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


async def request_context(
    request: Request, _: Annotated[object, Security(_bearer)] = None
) -> AsyncIterator[ServerContext]:
    state = app_state(request)
    async with _turn(state, request):
        # Without tokens the store is not asked, and a change of threads would only take time.
        principal = await run_in_threadpool(_principal, state, request) if state.tokens_required else LOCAL
        request.state.principal = principal
        if request.headers.get(PRINCIPAL, principal.by) != principal.by:
            raise EnteredByAnother(principal)
        yield ServerContext(state, principal, _client(state, request, principal))


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


Context: TypeAlias = Annotated[ServerContext, Depends(request_context, scope="function")]
