"""Who may look at what and who may record: the stream `access`, with tokens, logins and which matches are open to all.

A token is told once, when it is made; the store keeps its digest alone, as it does of the name somebody logs in by.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import scrypt, sha256
from hmac import compare_digest
from typing import Final, Literal, TypeAlias

from core.game import Refusal, fact
from core.phrase import Phrase, phrase
from eventstore import codec
from eventstore.idempotency import KeyReused
from eventstore.match import Refused
from eventstore.store import Store
from eventstore.stream_state import StreamState, retry_on_conflict

STREAM: Final = "access"

COOKIE: Final = "partie_token"
"""Where a browser keeps a token: not every one tells a password again when it opens a socket."""

Role: TypeAlias = Literal["viewer", "annotator", "recorder"]
ROLES: Final[tuple[Role, ...]] = ("viewer", "annotator", "recorder")
"""Each may do what those before it may: look, write notes, record."""

Visibility: TypeAlias = Literal["private", "unlisted", "public"]
"""Who sees a match without a token: nobody, whoever knows its id, or everybody, in lists too."""


@fact
@dataclass(frozen=True, slots=True)
class TokenMade:
    """Whoever tells the text with this SHA-256 `digest` has the role, in one `match` or in all, until `expires`."""

    id: str
    digest: str
    role: Role
    match: str | None = None
    expires: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class TokenRevoked:
    """The token opens nothing any more."""

    id: str


@fact
@dataclass(frozen=True, slots=True)
class LoginAllowed:
    """Whom an identity provider knows by the name with this `digest` has the role, in one `match` or in all.

    It takes the place of what the same name was allowed before.
    """

    id: str
    digest: str
    role: Role
    match: str | None = None


@fact
@dataclass(frozen=True, slots=True)
class LoginRevoked:
    """Whoever logs in by that name is anybody again."""

    id: str


@fact
@dataclass(frozen=True, slots=True)
class VisibilityChosen:
    """Who sees the match without a token from now on."""

    match: str
    visibility: Visibility


Event: TypeAlias = TokenMade | TokenRevoked | LoginAllowed | LoginRevoked | VisibilityChosen
EVENTS: Final = (TokenMade, TokenRevoked, LoginAllowed, LoginRevoked, VisibilityChosen)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who asks for something. `by` is the word for the log; without a `role` it is just anybody.

    `match` is the only match a token is for, None: all. `secret` is known to nobody outside of this machine.
    """

    by: str
    role: Role | None = None
    match: str | None = None
    secret: bytes = field(default=b"", repr=False)

    def may(self, role: Role, match: str | None = None) -> bool:
        """Whether this one may do what the role does with a match; None: with the whole store."""
        allowed = self.role is not None and ROLES.index(self.role) >= ROLES.index(role)
        return allowed and self.match in (None, match)


_ONE: Final[Mapping[Role, Phrase]] = {
    "viewer": phrase("a viewer"),
    "annotator": phrase("an annotator"),
    "recorder": phrase("a recorder"),
}


class NotAllowed(Refused):
    """Who asks may not do what the `role` does, with a match or, where None, with the whole store."""

    def __init__(self, visitor: Visitor, role: Role, match: str | None = None) -> None:
        if visitor.role is None:
            sentence = phrase("A token or a login is needed for this.")
        elif match is not None:
            sentence = phrase("Only {role} may do this.", role=_ONE[role])
        else:
            sentence = phrase("Only {role} of the whole store may do this.", role=_ONE[role])
        super().__init__(Refusal("R-ROLE", sentence))
        self.visitor = visitor


@dataclass(frozen=True, slots=True)
class Grants:
    """What is granted as of a version of the stream: tokens and logins that still open something, by their ids, and
    the matches that are not private.
    """

    tokens: Mapping[str, TokenMade] = field(default_factory=dict)
    logins: Mapping[str, LoginAllowed] = field(default_factory=dict)
    open: Mapping[str, Visibility] = field(default_factory=dict)

    def visibility(self, match: str) -> Visibility:
        return self.open.get(match, "private")

    def sees(self, visitor: Visitor, match: str) -> bool:
        """Whether this one may know of the match at all."""
        return visitor.may("viewer", match) or match in self.open

    def finds(self, visitor: Visitor) -> tuple[str, ...] | None:
        """The matches this one finds in lists; None: all."""
        if visitor.may("viewer"):
            return None
        public = [match for match, visibility in self.open.items() if visibility == "public"]
        return tuple(dict.fromkeys(([visitor.match] if visitor.match else []) + public))


LOCAL: Final = Visitor("local", "recorder", secret=b"local")
"""Whoever sits at this machine."""

ANYBODY: Final = Visitor("anybody")


class Access:
    """The grants in `store`; `by` and `now` as for `Records`."""

    def __init__(self, store: Store, by: str, now: Callable[[], str]) -> None:
        self._store, self._by, self._now = store, by, now
        self._grants = StreamState(store, STREAM, EVENTS, granted, Grants())

    def grants(self) -> Grants:
        """As of now, whichever program granted it."""
        return self._grants.read()[1]

    def visitor(self, token: str) -> Visitor | None:
        """Who tells this token; None: it opens nothing, or no longer."""
        id, _, _ = token.removeprefix("partie_").partition("_")
        known = self.grants().tokens.get(id)
        told = digest(token)
        # Compared whether or not there is such a token, so that the time it takes tells nothing.
        same = compare_digest(told, known.digest if known else digest(""))
        if known is None or not same or (known.expires is not None and known.expires <= self._now()):
            return None
        return Visitor(f"token {id}", known.role, known.match, told.encode())

    def logged_in(self, name: str) -> Visitor | None:
        """Whom an identity provider vouches for by this name; None: nobody who was let in."""
        told = login_digest(name)
        known = next((one for one in self.grants().logins.values() if one.digest == told), None)
        return None if known is None else Visitor(f"login {known.id}", known.role, known.match, told.encode())

    def allow_login(self, name: str, role: Role, match: str | None = None) -> None:
        """Let in whoever logs in by this name, an e-mail address or what else the provider calls them."""
        if not name.strip():
            raise ValueError(phrase("A login is a name by which somebody logs in."))
        self._write(lambda grants: LoginAllowed(secrets.token_hex(4), login_digest(name), role, match))

    def revoke_login(self, name: str) -> None:
        """`name` is that of the login, or its id. Raises ValueError when nobody is let in by it."""

        def revoked(grants: Grants) -> Event:
            told = login_digest(name)
            for login in grants.logins.values():
                if name == login.id or told == login.digest:
                    return LoginRevoked(login.id)
            raise ValueError(phrase("There is no login {id!r}.", id=name))

        self._write(revoked)

    def make_token(self, role: Role, match: str | None = None, expires: str | None = None) -> str:
        """A new token, told this once. `expires` is ISO 8601 UTC as `now` writes it."""
        id = secrets.token_hex(4)
        token = f"partie_{id}_{secrets.token_urlsafe(32)}"
        self._write(lambda grants: TokenMade(id, digest(token), role, match, expires))
        return token

    def revoke(self, id: str) -> None:
        """Raises ValueError when there is no such token."""

        def revoked(grants: Grants) -> Event:
            if id not in grants.tokens:
                raise ValueError(phrase("There is no token {id!r}.", id=id))
            return TokenRevoked(id)

        self._write(revoked)

    def show(self, match: str, visibility: Visibility, *, command: str | None = None) -> None:
        """Choose who sees a match without a token; it is not looked up."""
        self._write(lambda grants: VisibilityChosen(match, visibility), command)

    def _write(self, make: Callable[[Grants], Event], command: str | None = None) -> None:
        def write() -> None:
            version, grants = self._grants.read()
            row = codec.row(make(grants))
            (done,) = self._store.append(STREAM, (row,), after=version, by=self._by, at=self._now(), command=command)
            if (done.type, done.data) != (row.type, row.data):
                raise KeyReused

        retry_on_conflict(write)


def granted(events: Iterable[Event], before: Grants = Grants()) -> Grants:
    """The grants after `events`, which follow those of `before`."""
    tokens, logins, shown = dict(before.tokens), dict(before.logins), dict(before.open)
    for event in events:
        match event:
            case TokenMade(id):
                tokens[id] = event
            case TokenRevoked(id):
                tokens.pop(id, None)
            case LoginAllowed(id, named):
                logins = {other: login for other, login in logins.items() if login.digest != named} | {id: event}
            case LoginRevoked(id):
                logins.pop(id, None)
            case VisibilityChosen(match, "private"):
                shown.pop(match, None)
            case VisibilityChosen(match, visibility):
                shown[match] = visibility
    return Grants(tokens, logins, shown)


def digest(token: str) -> str:
    """What is kept of a token. It is long and random, so a plain hash of it cannot be turned back."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=1000)
def login_digest(name: str) -> str:
    """What is kept of the name of a login, upper and lower case alike: slow to make, as such names can be guessed."""
    told = name.strip().casefold().encode("utf-8", "surrogatepass")
    return scrypt(told, salt=b"partie login", n=1 << 14, r=8, p=1, dklen=16).hex()
