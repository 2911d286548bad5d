"""Who sits at the tables: the stream `people`, the only place where names stand.

Logs hold person ids, so a person can be renamed, merged or forgotten without touching a match.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from core.game import fact

STREAM: Final = "people"


@fact
@dataclass(frozen=True, slots=True)
class PersonNamed:
    """A person got a name, the first one or another one."""

    person: str
    name: str


Event: TypeAlias = PersonNamed
EVENTS: Final = (PersonNamed,)

People: TypeAlias = dict[str, str]
"""Names by person id."""


def known(events: Iterable[Event]) -> People:
    """Everybody by the name they have now."""
    return {event.person: event.name for event in events}


def tidy(name: str) -> str:
    """A name as it is kept: outer and double spaces gone. Raises ValueError for one that is empty or unprintable."""
    name = " ".join(name.split())
    if not name or len(name) > 100 or not name.isprintable():
        raise ValueError(f"{name[:40]!r} is not a name: 1 to 100 printable characters are wanted.")
    return name


def find(people: People, name: str) -> str | None:
    """The id of the person with this name, upper and lower case alike; the first one where several share it."""
    wanted = name.casefold()
    return next((person for person, known_name in people.items() if known_name.casefold() == wanted), None)
