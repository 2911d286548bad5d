"""The people who play: the stream `people`, the only place that stores names.

Match logs contain person ids, so renaming, merging or erasing a person does not change a match.
"""

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from itertools import chain
from typing import Final, TypeAlias

from core.errors import InvalidInput
from core.folding import folded
from core.game import fact
from core.messages import message
from core.readable import JOINERS, is_readable
from eventstore.store import redaction

STREAM: Final = "people"

SOMEBODY: Final = redaction.SOMEBODY
"""The name of a person without a stored name, and the id of the player of an anonymous seat."""


@fact
@dataclass(frozen=True, slots=True)
class PersonNamed:
    """A person was named or renamed."""

    person: str
    name: str


@fact
@dataclass(frozen=True, slots=True)
class AccountLinked:
    """The person has this account in another app (`bgstats:<uuid>`, `bgg:<username>`)."""

    person: str
    account: str


@fact
@dataclass(frozen=True, slots=True)
class PeopleMerged:
    """Two ids are one person: `person` has the name of `into` from now on."""

    person: str
    into: str


@fact
@dataclass(frozen=True, slots=True)
class PersonSplit:
    """The last merge of `person` into another person was wrong and is undone."""

    person: str


@fact
@dataclass(frozen=True, slots=True)
class PeopleToldApart:
    """The two are different people, however similar their names: no merge is suggested again."""

    person: str
    other: str


@fact
@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """The names and accounts of a person were erased from the store permanently; the matches stay.

    `rows` are the rows whose text named the person, by stream and version, each with its redaction digest (see
    `redaction`): `verify` uses it to distinguish them from manipulated rows. `accounts` are digests of the accounts, so
    that the next import does not restore the name.
    """

    person: str
    rows: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    accounts: tuple[str, ...] = ()


Event: TypeAlias = PersonNamed | AccountLinked | PeopleMerged | PersonSplit | PeopleToldApart | PersonForgotten
EVENTS: Final = (PersonNamed, AccountLinked, PeopleMerged, PersonSplit, PeopleToldApart, PersonForgotten)


@dataclass(frozen=True, slots=True)
class Player:
    """The player of a seat, as given by a caller or an import.

    `accounts` identify the person with certainty (`bgstats:<uuid>`, `bgg:<username>`), the account of the importing
    source first; all in lower case. An anonymous player has neither name nor account. `id` is that of a known person,
    for a caller who chose among namesakes.
    """

    name: str = ""
    accounts: tuple[str, ...] = ()
    id: str = ""

    @property
    def is_anonymous(self) -> bool:
        return not self.accounts and self.name.casefold() in ("", SOMEBODY)


@dataclass(frozen=True)
class People:
    """All people, as of a version of the stream.

    `names` are by id, including merged ids, `former` the earlier names of these ids; `merged` maps a merged id to the
    id it was merged into. `accounts` map every account to its person, `hidden` the digest of every account of an erased
    person to that person. `apart` are pairs of ids of different people. `redactions` counts the events that erased
    names from the log: cached rows are valid until it changes.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    former: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    merged: Mapping[str, str] = field(default_factory=dict)
    accounts: Mapping[str, str] = field(default_factory=dict)
    hidden: Mapping[str, str] = field(default_factory=dict)
    apart: frozenset[frozenset[str]] = frozenset()
    redactions: int = 0

    def one(self, id: str) -> str:
        """The id of the person with this id: the id itself, or the one it was merged into."""
        while id in self.merged:
            id = self.merged[id]
        return id

    def ids(self, person: str) -> tuple[str, ...]:
        """All ids of the same person, the current one first."""
        one = self.one(person)
        return (one, *(id for id in self.merged if self.one(id) == one))

    def name(self, id: str) -> str:
        return self.names.get(self.one(id), SOMEBODY)

    def current_names(self) -> dict[str, str]:
        """Names by id, each person once, in the order in which they were added."""
        return {id: name for id, name in self.names.items() if id not in self.merged}

    def named(self, name: str) -> tuple[str, ...]:
        """Ids of the people with this name, then of those who had it earlier; ignores case. May be several."""
        return self._named.get(name_key(name), ())

    @cached_property
    def _named(self) -> Mapping[str, tuple[str, ...]]:
        """`named` of every name, in the form for comparisons: an import asks for thousands."""
        found: dict[str, dict[str, None]] = {}
        former = ((id, name) for id, names in self.former.items() for name in names)
        for id, name in chain(self.names.items(), former):
            found.setdefault(name_key(name), {})[self.one(id)] = None
        return {key: tuple(ids) for key, ids in found.items()}

    def found(self, word: str) -> tuple[str, ...]:
        """Ids of the people whom this word of a filter means: by id, else by a name of now or earlier, folded."""
        if self.one(word) in self.names:
            return (self.one(word),)
        key = folded(word)
        now = [id for id, current_name in self.names.items() if folded(current_name) == key]
        before = [id for id, names in self.former.items() if key in map(folded, names)]
        return tuple(dict.fromkeys(map(self.one, now + before)))

    def among(self, ids: Collection[str]) -> "People":
        """Only the people with these ids, with their current names, without former names and accounts."""
        return People({id: self.name(id) for id in map(self.one, ids) if self.one(id) in self.names})

    def as_called_now(self) -> "People":
        """The same people with only their current names."""
        return People(self.current_names(), merged=self.merged)

    def knows(self, account: str) -> bool:
        """True if the account is that of a person, also of one who was erased."""
        return any(key in accounts for key in (account, digest(account)) for accounts in (self.accounts, self.hidden))

    def accounts_of(self, person: str) -> tuple[str, ...]:
        ids = self.ids(person)
        return tuple(account for account, id in self.accounts.items() if id in ids)

    def match_player(self, player: Player) -> str | None:
        """The id of the person that this player is; None: a new person.

        A known id decides, then a known account. A name without an account means the first person with that name. A
        name with an unknown account means the only person with that name who has no account of that app yet.
        """
        if player.id in self.names:
            return self.one(player.id)
        if player.is_anonymous:
            return SOMEBODY
        for account in player.accounts:
            if owner := self.accounts.get(account) or self.hidden.get(digest(account)):
                return self.one(owner)
        namesakes = self.named(player.name)
        if not player.accounts:
            return namesakes[0] if namesakes else None
        apps = {app_of(account) for account in player.accounts}
        free = [one for one in namesakes if not apps & {app_of(account) for account in self.accounts_of(one)}]
        return free[0] if len(free) == 1 else None


def app_of(account: str) -> str:
    return account.partition(":")[0]


def digest(account: str) -> str:
    """Digest of an account of an erased person: it is recognized again, but cannot be read."""
    return blake2b(account.encode(), digest_size=12, person=b"partie account").hexdigest()


def fold_people(events: Iterable[Event], before: People = People()) -> People:
    """Fold: all people after `events`, starting from `before`."""
    names, former, merged = dict(before.names), dict(before.former), dict(before.merged)
    accounts, hidden, apart = dict(before.accounts), dict(before.hidden), set(before.apart)
    redactions = before.redactions
    for event in events:
        match event:
            case PersonNamed(person, name):
                if person in names:
                    former[person] = (*former.get(person, ()), names[person])
                names[person] = name
            case AccountLinked(person, account):
                accounts[account] = person
            case PeopleMerged(person, into):
                merged[person] = into
            case PersonSplit(person):
                merged.pop(person, None)
            case PeopleToldApart(person, other):
                apart.add(frozenset((person, other)))
            case PersonForgotten(person, _, digests):
                names.pop(person, None)
                former.pop(person, None)
                accounts = {account: id for account, id in accounts.items() if id != person}
                hidden |= dict.fromkeys(digests, person)
                redactions += 1
    return People(names, former, merged, accounts, hidden, frozenset(apart), redactions)


def name_key(name: str) -> str:
    """A name in the form for comparisons: without case and joiners, letters and accents composed (Unicode NFC)."""
    if name.isascii():
        return name.lower()
    seen = "".join(letter for letter in name if letter not in JOINERS)
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", seen).casefold())


def normalized_name(name: str) -> str:
    """A name in NFC with spaces normalized. Raises InvalidInput if it is empty, unprintable or over 100 characters."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not name or len(name) > 100 or not is_readable(name):
        raise InvalidInput(message("{name!r} is not a valid name; use 1 to 100 printable characters.", name=name[:40]))
    return name
