"""Roles and visibility: the stream `access` holds tokens, logins, and the matches that are visible without a token.

A token is shown once, when it is created; the store keeps only digests of tokens and of login names.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import scrypt, sha256
from hmac import compare_digest
from typing import Final, Literal, TypeAlias

from core.errors import InvalidInput
from core.game import Refusal, fact
from core.messages import Message, message
from eventstore import codec
from eventstore.matches.idempotency import KeyReused
from eventstore.matches.match import Refused
from eventstore.store.store import Store
from eventstore.store.stream_state import StreamState, retry_on_conflict

STREAM: Final = "access"

COOKIE: Final = "partie_token"
"""Cookie that holds a token: some browsers do not send a password again when they open a WebSocket."""

Role: TypeAlias = Literal["viewer", "annotator", "recorder"]
ROLES: Final[tuple[Role, ...]] = ("viewer", "annotator", "recorder")
"""Each role includes the rights of those before it: to read, to write notes, to record."""

Visibility: TypeAlias = Literal["private", "unlisted", "public"]
"""Access to a match without a token: none, by its id only, or by its id and in lists."""


@fact
@dataclass(frozen=True, slots=True)
class TokenMade:
    """A token with this SHA-256 `digest` has the role, in one `match` or in all, until `expires` (None: no end)."""

    id: str
    digest: str
    role: Role
    match: str | None = None
    expires: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class TokenRevoked:
    """The token is no longer valid."""

    id: str


@fact
@dataclass(frozen=True, slots=True)
class LoginAllowed:
    """A login whose name has this `digest`, confirmed by an identity provider, has the role in one `match` or in all.

    It replaces the former role of the same name.
    """

    id: str
    digest: str
    role: Role
    match: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class LoginRevoked:
    """The login has no role any more."""

    id: str


@fact
@dataclass(frozen=True, slots=True)
class VisibilityChosen:
    """The visibility of the match from now on."""

    match: str
    visibility: Visibility


Event: TypeAlias = TokenMade | TokenRevoked | LoginAllowed | LoginRevoked | VisibilityChosen
EVENTS: Final = (TokenMade, TokenRevoked, LoginAllowed, LoginRevoked, VisibilityChosen)


@dataclass(frozen=True, slots=True)
class Principal:
    """The principal of a request. `by` is its name in the log; without a `role` it is anonymous.

    `match` is the only match that its token is for, None: all. `secret` must never leave this machine.
    """

    by: str
    role: Role | None = None
    match: str | None = None
    secret: bytes = field(default=b"", repr=False)

    def has_role(self, role: Role, match: str | None = None) -> bool:
        """Whether the principal has the role for a match; None: for the whole store."""
        allowed = self.role is not None and ROLES.index(self.role) >= ROLES.index(role)
        return allowed and self.match in (None, match)


_ROLE_NAMES: Final[Mapping[Role, Message]] = {
    "viewer": message("viewer"),
    "annotator": message("annotator"),
    "recorder": message("recorder"),
}


class NotAllowed(Refused):
    """The principal lacks the `role` for a match or, where None, for the whole store."""

    def __init__(self, principal: Principal, role: Role, match: str | None = None) -> None:
        if principal.role is None:
            sentence = message("Authentication is required: log in or send a token.")
        elif match is not None:
            sentence = message("This requires the role {role}.", role=_ROLE_NAMES[role])
        else:
            sentence = message("This requires the role {role} for the whole store.", role=_ROLE_NAMES[role])
        super().__init__(Refusal("R-ROLE", sentence))
        self.principal = principal


@dataclass(frozen=True, slots=True)
class Grants:
    """The grants as of a version of the stream: tokens and logins that are not revoked, by their ids, and the matches
    that are not private.
    """

    tokens: Mapping[str, TokenMade] = field(default_factory=dict)
    logins: Mapping[str, LoginAllowed] = field(default_factory=dict)
    visibilities: Mapping[str, Visibility] = field(default_factory=dict)

    def visibility(self, match: str) -> Visibility:
        return self.visibilities.get(match, "private")

    def can_see(self, principal: Principal, match: str) -> bool:
        """Whether the principal may know that the match exists."""
        return principal.has_role("viewer", match) or match in self.visibilities

    def listed_matches(self, principal: Principal) -> tuple[str, ...] | None:
        """The matches that lists show to the principal; None: all."""
        if principal.has_role("viewer"):
            return None
        public = [match for match, visibility in self.visibilities.items() if visibility == "public"]
        return tuple(dict.fromkeys(([principal.match] if principal.match else []) + public))


LOCAL: Final = Principal("local", "recorder", secret=b"local")
"""The user of this machine."""

ANONYMOUS: Final = Principal("anybody")


class Access:
    """The grants in `store`; `by` and `now` as for `MatchRepository`."""

    def __init__(self, store: Store, by: str, now: Callable[[], str]) -> None:
        self._store, self._by, self._now = store, by, now
        self._grants = StreamState(store, STREAM, partial(codec.decode_row, EVENTS), fold_grants, Grants())

    def grants(self) -> Grants:
        """The grants as of now, those of other programs included."""
        return self._grants.read()[1]

    def principal_of(self, token: str) -> Principal | None:
        """The principal of a token; None: invalid, revoked or expired token."""
        id, _, _ = token.removeprefix("partie_").partition("_")
        grant = self.grants().tokens.get(id)
        token_digest = digest(token)
        # Compared even if there is no such token, so that the response time reveals nothing.
        same = compare_digest(token_digest, grant.digest if grant else digest(""))
        if grant is None or not same or (grant.expires is not None and grant.expires <= self._now()):
            return None
        return Principal(f"token {id}", grant.role, grant.match, token_digest.encode())

    def principal_of_login(self, name: str) -> Principal | None:
        """The principal of a login name that an identity provider has confirmed; None: it has no role."""
        name_digest = login_digest(name)
        grant = next((login for login in self.grants().logins.values() if login.digest == name_digest), None)
        if grant is None:
            return None
        return Principal(f"login {grant.id}", grant.role, grant.match, name_digest.encode())

    def allow_login(self, name: str, role: Role, match: str | None = None) -> None:
        """Give a role to a login name: an e-mail address or another name of the identity provider."""
        if not name.strip():
            raise InvalidInput(message("Enter a login name."))
        self._write(lambda grants: LoginAllowed(secrets.token_hex(4), login_digest(name), role, match))

    def revoke_login(self, name: str) -> None:
        """`name` is the name of the login, or its id. Raises InvalidInput when there is no such login."""

        def revoked(grants: Grants) -> Event:
            name_digest = login_digest(name)
            for login in grants.logins.values():
                if name == login.id or name_digest == login.digest:
                    return LoginRevoked(login.id)
            raise InvalidInput(message("There is no login {id!r}.", id=name))

        self._write(revoked)

    def make_token(self, role: Role, match: str | None = None, expires: str | None = None) -> str:
        """A new token, which cannot be read again later. `expires` is ISO 8601 UTC in the format of `now`."""
        id = secrets.token_hex(4)
        token = f"partie_{id}_{secrets.token_urlsafe(32)}"
        self._write(lambda grants: TokenMade(id, digest(token), role, match, expires))
        return token

    def revoke(self, id: str) -> None:
        """Raises InvalidInput when there is no such token."""

        def revoked(grants: Grants) -> Event:
            if id not in grants.tokens:
                raise InvalidInput(message("There is no token {id!r}.", id=id))
            return TokenRevoked(id)

        self._write(revoked)

    def set_visibility(self, match: str, visibility: Visibility, *, idempotency_key: str | None = None) -> None:
        """Set the visibility of a match. Whether the match exists is not checked."""
        self._write(lambda grants: VisibilityChosen(match, visibility), idempotency_key)

    def _write(self, make: Callable[[Grants], Event], idempotency_key: str | None = None) -> None:
        def write() -> None:
            version, grants = self._grants.read()
            row = codec.row(make(grants))
            (stored,) = self._store.append(
                STREAM, (row,), expected_version=version, by=self._by, at=self._now(), idempotency_key=idempotency_key
            )
            if (stored.type, stored.data) != (row.type, row.data):
                raise KeyReused

        retry_on_conflict(write)


def fold_grants(events: Iterable[Event], before: Grants = Grants()) -> Grants:
    """The grants after `events` are applied to those of `before`."""
    tokens, logins, visible = dict(before.tokens), dict(before.logins), dict(before.visibilities)
    for event in events:
        match event:
            case TokenMade(id):
                tokens[id] = event
            case TokenRevoked(id):
                tokens.pop(id, None)
            case LoginAllowed(id, name_digest):
                logins = {other: login for other, login in logins.items() if login.digest != name_digest} | {id: event}
            case LoginRevoked(id):
                logins.pop(id, None)
            case VisibilityChosen(match, "private"):
                visible.pop(match, None)
            case VisibilityChosen(match, visibility):
                visible[match] = visibility
    return Grants(tokens, logins, visible)


def digest(token: str) -> str:
    """The stored digest of a token. A token is long and random, so a plain hash of it cannot be reversed."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=1000)
def login_digest(name: str) -> str:
    """The stored digest of a login name, regardless of letter case; slow to compute, as such names can be guessed."""
    normalized = name.strip().casefold().encode("utf-8", "surrogatepass")
    return scrypt(normalized, salt=b"partie login", n=1 << 14, r=8, p=1, dklen=16).hex()
