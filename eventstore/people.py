"""Who sits at the tables: the stream `people`, the only place where names stand.

Logs hold person ids, so a person can be renamed, merged or forgotten without touching a match.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final, TypeAlias

from core.game import fact
from core.phrase import phrase

STREAM: Final = "people"

SOMEBODY: Final = "somebody"
"""The name of a person of whom no name is kept, and the id of whoever sits on an anonymous seat."""


@fact
@dataclass(frozen=True, slots=True)
class PersonNamed:
    """A person got a name, the first one or another one."""

    person: str
    name: str


@fact
@dataclass(frozen=True, slots=True)
class AccountLinked:
    """The person is the one another app knows by this id (`bgstats:<uuid>`, `bgg:<username>`)."""

    person: str
    account: str


@fact
@dataclass(frozen=True, slots=True)
class PeopleMerged:
    """Two ids are one person: `person` goes by the name of `into` from now on."""

    person: str
    into: str


@fact
@dataclass(frozen=True, slots=True)
class PersonSplit:
    """The last merge of `person` into somebody else was wrong."""

    person: str


@fact
@dataclass(frozen=True, slots=True)
class PeopleToldApart:
    """The two are not one person, however alike they look: nobody is to suggest it again."""

    person: str
    other: str


@fact
@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """The names and accounts of a person are gone from the store for ever; the matches stay.

    `rows` are the rows whose text named the person, by stream and version, each with its seal (see `redaction`): so
    `verify` knows them from rows that somebody tampered with. `accounts` are digests of the accounts, so
    the next import does not bring the name back.
    """

    person: str
    rows: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    accounts: tuple[str, ...] = ()


Event: TypeAlias = PersonNamed | AccountLinked | PeopleMerged | PersonSplit | PeopleToldApart | PersonForgotten
EVENTS: Final = (PersonNamed, AccountLinked, PeopleMerged, PersonSplit, PeopleToldApart, PersonForgotten)


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat on a seat, as somebody tells it.

    `accounts` name the person for certain (`bgstats:<uuid>`, `bgg:<username>`), the teller's own account first; lower
    case throughout. An anonymous player is nobody in particular and has neither name nor account.
    """

    name: str = ""
    accounts: tuple[str, ...] = ()

    @property
    def is_anonymous(self) -> bool:
        return not self.accounts and self.name.casefold() in ("", SOMEBODY)


@dataclass(frozen=True, slots=True)
class People:
    """Everybody there is, as of a version of the stream.

    `names` are by the ids they were given to, merged ones included, `former` the names these ids had before; `merged`
    tells into whom. `accounts` give the person of every account, `hidden` of the digest of every account of somebody
    forgotten. `apart` are pairs of ids that are two people for certain. `redactions` counts the events that took names
    out of the log: what was read of it before holds until then.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    former: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    merged: Mapping[str, str] = field(default_factory=dict)
    accounts: Mapping[str, str] = field(default_factory=dict)
    hidden: Mapping[str, str] = field(default_factory=dict)
    apart: frozenset[frozenset[str]] = frozenset()
    redactions: int = 0

    def one(self, id: str) -> str:
        """The id that stands for the person with this id: itself, or the one it was merged into."""
        while id in self.merged:
            id = self.merged[id]
        return id

    def ids(self, person: str) -> tuple[str, ...]:
        """All ids that stand for the same person."""
        one = self.one(person)
        return (one, *(id for id in self.merged if self.one(id) == one))

    def name(self, id: str) -> str:
        return self.names.get(self.one(id), SOMEBODY)

    def everybody(self) -> dict[str, str]:
        """The name of every person, each once, in the order they came."""
        return {id: name for id, name in self.names.items() if id not in self.merged}

    def named(self, name: str) -> tuple[str, ...]:
        """Who goes by this name, upper and lower case alike, and then who went by it; several people may share one."""
        wanted = name.casefold()
        now = [id for id, known in self.names.items() if known.casefold() == wanted]
        before = [id for id, names in self.former.items() if wanted in map(str.casefold, names)]
        return tuple(dict.fromkeys(map(self.one, now + before)))

    def among(self, ids: Collection[str]) -> "People":
        """Those with these ids alone, by the names they go by now: neither former names nor accounts."""
        return People({id: self.name(id) for id in map(self.one, ids) if self.one(id) in self.names})

    def as_called_now(self) -> "People":
        """The same people by the names they go by now alone."""
        return People(self.everybody(), merged=self.merged)

    def accounts_of(self, person: str) -> tuple[str, ...]:
        ids = self.ids(person)
        return tuple(account for account, id in self.accounts.items() if id in ids)

    def known(self, player: Player) -> str | None:
        """The person who is meant, as far as the store can tell; None: somebody new.

        An account decides. A name alone means whoever has it, with an account only who has no account of that app yet
        and shares the name with nobody else.
        """
        if player.is_anonymous:
            return SOMEBODY
        for account in player.accounts:
            if found := self.accounts.get(account) or self.hidden.get(digest(account)):
                return self.one(found)
        namesakes = self.named(player.name)
        if not player.accounts:
            return namesakes[0] if namesakes else None
        apps = {app_of(account) for account in player.accounts}
        free = [one for one in namesakes if not apps & {app_of(account) for account in self.accounts_of(one)}]
        return free[0] if len(free) == 1 else None


def app_of(account: str) -> str:
    return account.partition(":")[0]


def digest(account: str) -> str:
    """What is kept of an account of somebody forgotten: enough to know it again, not to read it."""
    return blake2b(account.encode(), digest_size=12, person=b"partie account").hexdigest()


def known(events: Iterable[Event], before: People = People()) -> People:
    """Everybody after `events`, which follow what `before` knows."""
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


def tidy(name: str) -> str:
    """A name as it is kept: outer and double spaces gone. Raises ValueError for one that is empty or unprintable."""
    name = " ".join(name.split())
    if not name or len(name) > 100 or not name.isprintable():
        raise ValueError(phrase("{name!r} is not a name: 1 to 100 printable characters are wanted.", name=name[:40]))
    return name
