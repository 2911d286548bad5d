"""Roles and visibility: the stream `access` holds tokens, pairings of devices, logins, and the matches that are visible
without a token.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from core.game import Refusal, fact
from core.messages import Message, message
from eventstore.matches.match import Refused

STREAM: Final = "access"

COOKIE: Final = "partie_token"
"""Cookie that holds tokens: some browsers do not send a password again when they open a WebSocket."""

SEPARATOR: Final = "."
"""Between the tokens of a cookie; a token has none."""

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
class PairingMade:
    """A pairing code with this SHA-256 `digest` gives one device a token of this role, in one `match` or in all.

    `by` is the principal that made it; the device loses its token when that token or login is revoked.
    """

    id: str
    digest: str
    role: Role
    expires: str
    match: str | None = None
    by: str = "local"


@fact
@dataclass(frozen=True, slots=True)
class DevicePaired:
    """The `device` has exchanged the code of `pairing`, which is used up, for a token with this id and `digest`."""

    pairing: str
    id: str
    digest: str
    device: str


@fact
@dataclass(frozen=True, slots=True)
class DeviceRenamed:
    """The paired device whose token has this id is called `device` from now on."""

    id: str
    device: str


@fact
@dataclass(frozen=True, slots=True)
class DeviceRenewed:
    """The paired device whose token has this id was in use, and stays paired as if it had been paired now."""

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


Event: TypeAlias = (
    TokenMade
    | TokenRevoked
    | PairingMade
    | DevicePaired
    | DeviceRenamed
    | DeviceRenewed
    | LoginAllowed
    | LoginRevoked
    | VisibilityChosen
)
EVENTS: Final = (
    TokenMade,
    TokenRevoked,
    PairingMade,
    DevicePaired,
    DeviceRenamed,
    DeviceRenewed,
    LoginAllowed,
    LoginRevoked,
    VisibilityChosen,
)


@dataclass(frozen=True, slots=True)
class Principal:
    """The principal of a request. `by` is its name in the log; without a `role` it is anonymous.

    `match` is the only match that its token is for, None: all. `secret` must never leave this machine. `others` are
    the further tokens and logins of the same browser; their rights count as well.
    """

    by: str
    role: Role | None = None
    match: str | None = None
    secret: bytes = field(default=b"", repr=False)
    others: tuple["Principal", ...] = ()

    @property
    def each(self) -> tuple["Principal", ...]:
        """The principal and its `others`."""
        return (self, *self.others)

    def has_role(self, role: Role, match: str | None = None) -> bool:
        """True if the principal has the role for a match; None: for the whole store."""
        return any(one._rank(match) > ROLES.index(role) for one in self.each)

    def acting(self, match: str | None) -> "Principal":
        """The same rights, named by the token or login with the highest role for a match; None: for the whole store."""
        first = max(self.each, key=lambda one: one._rank(match))  # The principal itself if several are equal.
        if first is self:
            return self
        return replace(first, others=tuple(replace(one, others=()) for one in self.each if one is not first))

    def _rank(self, match: str | None) -> int:
        """0 without a role of its own for the match, else 1 and more."""
        return 1 + ROLES.index(self.role) if self.role is not None and self.match in (None, match) else 0


def joined(principals: Iterable[Principal | None]) -> Principal | None:
    """One principal, the first one, with the rights of all of them; None for none."""
    each = [replace(one, others=()) for principal in principals if principal for one in principal.each]
    return replace(each[0], others=tuple(each[1:])) if each else None


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
class Token:
    """A token that is not revoked. `device` is the name of the device that was paired, None: made by a command.

    `by` is the principal that gave it, see `PairingMade`. A device that is not used ends at `expires`; all that a token
    gave end with its `limit`, None: without one.
    """

    id: str
    digest: str
    role: Role
    match: str | None
    expires: str | None
    device: str | None = None
    by: str = "local"
    limit: str | None = None


@dataclass(frozen=True, slots=True)
class Grants:
    """The grants as of a version of the stream: tokens, logins and pairings that are neither revoked nor used up, by
    their ids, and the matches that are not private.
    """

    tokens: Mapping[str, Token] = field(default_factory=dict)
    pairings: Mapping[str, PairingMade] = field(default_factory=dict)
    logins: Mapping[str, LoginAllowed] = field(default_factory=dict)
    visibilities: Mapping[str, Visibility] = field(default_factory=dict)

    def visibility(self, match: str) -> Visibility:
        return self.visibilities.get(match, "private")

    def can_see(self, principal: Principal, match: str) -> bool:
        """True if the principal may know that the match exists."""
        return principal.has_role("viewer", match) or match in self.visibilities

    def listed_matches(self, principal: Principal) -> tuple[str, ...] | None:
        """The matches that lists show to the principal; None: all."""
        if principal.has_role("viewer"):
            return None
        public = [match for match, visibility in self.visibilities.items() if visibility == "public"]
        return tuple(dict.fromkeys([one.match for one in principal.each if one.match] + public))

    def is_granted(self, by: str) -> bool:
        """True if a principal, as the log names it, still has its token or its login; others always have access."""
        kind, _, id = by.partition(" ")
        return id in self.tokens if kind == "token" else id in self.logins if kind == "login" else True


LOCAL: Final = Principal("local", "recorder", secret=b"local")
"""The user of this machine."""

ANONYMOUS: Final = Principal("anybody")


def fold_grants(events: Iterable[tuple[Event, str]], before: Grants = Grants()) -> Grants:
    """The grants after `events`, each with the end of a device that it pairs or renews, are applied to `before`."""
    tokens, pairings = dict(before.tokens), dict(before.pairings)
    logins, visible = dict(before.logins), dict(before.visibilities)
    for event, device_end in events:
        match event:
            case TokenMade(id, token_digest, role, match, expires):
                tokens[id] = Token(id, token_digest, role, match, expires, limit=expires)
            case TokenRevoked(id):
                tokens.pop(id, None)
            case PairingMade(id):
                pairings[id] = event
            case DevicePaired(pairing, id, token_digest, device):
                if made := pairings.pop(pairing, None):
                    giver = tokens.get(made.by.removeprefix("token "))
                    limit = giver.limit if giver else None
                    expires = min(device_end, limit or device_end)
                    tokens[id] = Token(id, token_digest, made.role, made.match, expires, device, made.by, limit)
            case DeviceRenewed(id) if id in tokens:
                tokens[id] = replace(tokens[id], expires=min(device_end, tokens[id].limit or device_end))
            case DeviceRenamed(id, device) if id in tokens:
                tokens[id] = replace(tokens[id], device=device)
            case LoginAllowed(id, name_digest):
                logins = {other: login for other, login in logins.items() if login.digest != name_digest} | {id: event}
            case LoginRevoked(id):
                logins.pop(id, None)
            case VisibilityChosen(match, "private"):
                visible.pop(match, None)
            case VisibilityChosen(match, visibility):
                visible[match] = visibility
    return _without_revoked(Grants(tokens, pairings, logins, visible))


def _without_revoked(grants: Grants) -> Grants:
    """The grants without those given by a token or login that was revoked, and what these gave in turn."""
    tokens = {id: token for id, token in grants.tokens.items() if grants.is_granted(token.by)}
    pairings = {id: pairing for id, pairing in grants.pairings.items() if grants.is_granted(pairing.by)}
    if len(tokens) == len(grants.tokens):
        return replace(grants, pairings=pairings)
    return _without_revoked(replace(grants, tokens=tokens, pairings=pairings))
