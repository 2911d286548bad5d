"""The access rights of a store: tokens, pairing codes and logins, and the events that change them.

A token is shown once, when it is created; the store keeps only digests of tokens, pairing codes and login names.
"""

import hashlib
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from core.errors import InvalidInput, PartieError
from core.messages import message
from eventstore import codec
from eventstore.access.grants import (
    EVENTS,
    SEPARATOR,
    STREAM,
    DevicePaired,
    DeviceRenamed,
    DeviceRenewed,
    Event,
    Grants,
    LoginAllowed,
    LoginRevoked,
    PairingMade,
    Principal,
    Role,
    Token,
    TokenMade,
    TokenRevoked,
    Visibility,
    VisibilityChosen,
    fold_grants,
    joined,
)
from eventstore.matches.event_stream import EventStream
from eventstore.store.clock import later
from eventstore.store.store import Store, StoredEvent

PAIRING_TIME: Final = timedelta(minutes=10)
"""Validity of a pairing code."""

DEVICE_TIME: Final = timedelta(days=180)
"""Time without use after which a paired device ends, and the cookie with a token."""

RENEWAL_TIME: Final = timedelta(days=30)
"""Time until the use of a device prolongs its validity again, so that it writes a row a month."""

MAX_DEVICE_NAME: Final = 60

_seen: Final = dict[str, str]()
"""Time of the last request with each token, by its id, in this process."""


def last_seen() -> dict[str, str]:
    """Time of the last request with each token that was used in this process, by its id."""
    return dict(_seen)


def digest(token: str) -> str:
    """The stored digest of a token. A token is long and random, so a plain hash of it cannot be reversed."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=1000)
def login_digest(name: str) -> str:
    """The stored digest of a login name, regardless of letter case; slow to compute, as such names can be guessed."""
    normalized = name.strip().casefold().encode("utf-8", "surrogatepass")
    # Not in the Python of a browser, where nobody logs in.
    return hashlib.scrypt(normalized, salt=b"partie login", n=1 << 14, r=8, p=1, dklen=16).hex()


class Access:
    """The grants in `store`; `by` and `now` as for `MatchRepository`."""

    def __init__(self, store: Store, by: str, now: Callable[[], str]) -> None:
        self._by, self._now = by, now
        self._grants = EventStream(
            store, STREAM, EVENTS, fold_grants, Grants(), by=by, now=now, decode=_decode, by_wall_clock=True
        )

    def grants(self) -> Grants:
        """The grants as of now, those of other programs included."""
        return self._grants.read()

    def principal_of(self, tokens: str) -> Principal | None:
        """The principal of a token, or of several as a cookie holds them; None: each is invalid, revoked or expired."""
        return joined(map(self._principal, tokens.split(SEPARATOR)))

    def time_left(self, tokens: str) -> timedelta:
        """Time left until the last of these tokens expires, one of them valid, at most `DEVICE_TIME`."""
        now, granted = self._now(), self.grants().tokens
        longest = later(now, DEVICE_TIME)
        ends = [granted[_id(token)].expires or longest for token in tokens.split(SEPARATOR) if _id(token) in granted]
        return datetime.fromisoformat(min(max(ends), longest)) - datetime.fromisoformat(now)

    def _principal(self, token: str) -> Principal | None:
        id = _id(token)
        grant = self.grants().tokens.get(id)
        token_digest = digest(token)
        # Compared even if there is no such token, so that the response time reveals nothing.
        same = compare_digest(token_digest, grant.digest if grant else digest(""))
        if grant is None or not same or (grant.expires is not None and grant.expires <= self._now()):
            return None
        _seen[id] = self._now()
        if self._is_due(grant):
            self._renew(id)
        return Principal(f"token {id}", grant.role, grant.match, token_digest.encode())

    def _is_due(self, token: Token) -> bool:
        """Whether a use of this token is to prolong it: of a device, and not as long as it may be."""
        if token.device is None or token.expires is None or token.expires == token.limit:
            return False
        return token.expires < later(self._now(), DEVICE_TIME - RENEWAL_TIME)

    def _renew(self, id: str) -> None:
        with suppress(PartieError):  # Where nothing can be written, the device goes on all the same.
            self._grants.write(
                lambda grants: [DeviceRenewed(id)] if id in grants.tokens and self._is_due(grants.tokens[id]) else [],
                by=f"token {id}",
            )

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

    def make_pairing(self, role: Role, match: str | None = None) -> str:
        """A new pairing code, which one device can exchange for a token within `PAIRING_TIME`."""
        id, expires = secrets.token_hex(4), later(self._now(), PAIRING_TIME)
        code = f"{id}_{secrets.token_urlsafe(12)}"
        self._write(lambda grants: PairingMade(id, digest(code), role, expires, match, self._by))
        return code

    def pairing_of(self, code: str) -> PairingMade | None:
        """The pairing of a code; None: unknown, used up, expired or revoked."""
        return self._valid(code, self.grants())

    def pair(self, code: str, device: str) -> str | None:
        """The token of a device that has this pairing code; None: the code is unknown, used up, expired or revoked.

        Of several devices with one code only the first gets a token.
        """
        id = secrets.token_hex(4)
        token = f"partie_{id}_{secrets.token_urlsafe(32)}"

        def paired(grants: Grants) -> Event:
            if (pairing := self._valid(code, grants)) is None:
                raise _InvalidCode
            return DevicePaired(pairing.id, id, digest(token), device)

        try:
            self._write(paired, by=f"token {id}")
        except _InvalidCode:
            return None
        return token

    def _valid(self, code: str, grants: Grants) -> PairingMade | None:
        pairing = grants.pairings.get(code.partition("_")[0])
        same = compare_digest(digest(code), pairing.digest if pairing else digest(""))
        return pairing if pairing and same and pairing.expires > self._now() else None

    def revoke(self, id: str) -> None:
        """Raises InvalidInput when there is no such token."""

        def revoked(grants: Grants) -> Event:
            if id not in grants.tokens:
                raise InvalidInput(message("There is no token {id!r}.", id=id))
            return TokenRevoked(id)

        self._write(revoked)

    def rename(self, id: str, device: str) -> None:
        """Give a paired device another name. Raises InvalidInput when there is no such device, or no name."""

        def renamed(grants: Grants) -> Event:
            if id not in grants.tokens or grants.tokens[id].device is None:
                raise InvalidInput(message("There is no token {id!r}.", id=id))
            if not device.strip():
                raise InvalidInput(message("Enter a name."))
            return DeviceRenamed(id, device.strip()[:MAX_DEVICE_NAME])

        self._write(renamed)

    def set_visibility(self, match: str, visibility: Visibility, *, idempotency_key: str | None = None) -> None:
        """Set the visibility of a match. Whether the match exists is not checked."""
        self._write(lambda grants: VisibilityChosen(match, visibility), idempotency_key)

    def _write(
        self, make: Callable[[Grants], Event], idempotency_key: str | None = None, by: str | None = None
    ) -> None:
        self._grants.write(lambda grants: (make(grants),), idempotency_key, by=by)


def revoke_again(restored: Store, former: Store, now: Callable[[], str]) -> None:
    """Revoke in a store restored from a backup what the `former` store in its place had revoked since."""
    access, was = Access(restored, "local", now), Access(former, "local", now).grants()
    made = (_decode(row)[0] for row in former.read(STREAM))
    known = {event.id for event in made if isinstance(event, TokenMade | DevicePaired | LoginAllowed)}
    for id in sorted(known - was.tokens.keys() - was.logins.keys()):
        if id in access.grants().tokens:
            access.revoke(id)
        elif id in access.grants().logins:
            access.revoke_login(id)


def _id(token: str) -> str:
    return token.removeprefix("partie_").partition("_")[0]


def _decode(row: StoredEvent) -> tuple[Event, str]:
    """The event of a row, and the time when a device that it pairs or renews ends; empty for other events."""
    event: Event = codec.decode_row(EVENTS, row)
    return event, later(row.recorded_at, DEVICE_TIME) if isinstance(event, DevicePaired | DeviceRenewed) else ""


class _InvalidCode(Exception):
    """Ends the write of a pairing."""
