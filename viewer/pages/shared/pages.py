"""The other pages for a page: their addresses, the rights of the reader, its own name, a page in its place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from eventstore.access.grants import NotAllowed, Principal, Role
from viewer import surface
from viewer.locale.language import gettext
from viewer.surface.host import host

NEEDS: Final[Mapping[str, Role]] = {
    "new": "recorder",
    "templates": "recorder",
    "twice": "recorder",
    "imports": "viewer",
    "people": "recorder",
    "keeping": "recorder",
    "overview": "viewer",
    "game": "viewer",
    "insights": "viewer",
    "year": "viewer",
    "suggest": "viewer",
    "person": "viewer",
    "pair": "viewer",
    "training": "recorder",
}
"""The role for the whole store that a page requires; the other pages need access to their match only."""


@dataclass(slots=True)
class Pages:
    """Every page by its name, as its host knows it, for one principal.

    Pages link to each other, so each run builds all of them before it shows one.
    """

    principal: Principal
    file: Path | None = None
    """The file of the store, where its host keeps backups of it."""
    stand: Any = ""
    """The line of a phone about where its plays are, as an element; empty elsewhere."""
    only_here: frozenset[str] = frozenset()
    """The matches that are on this phone and not yet at its home."""
    matches: Any = field(init=False)
    new: Any = field(init=False)
    table: Any = field(init=False)
    replay: Any = field(init=False)
    report: Any = field(init=False)
    overview: Any = field(init=False)
    game: Any = field(init=False)
    insights: Any = field(init=False)
    imports: Any = field(init=False)
    templates: Any = field(init=False)
    twice: Any = field(init=False)
    year: Any = field(init=False)
    suggest: Any = field(init=False)
    person: Any = field(init=False)
    pair: Any = field(init=False)
    training: Any = field(init=False)
    people: Any = field(init=False)
    keeping: Any = field(init=False)
    login: Any = field(init=False)

    def has_role(self, role: Role, match: str | None = None) -> bool:
        """True if the principal has the role for a match, or for the whole store."""
        return self.principal.has_role(role, match)

    def require_role(self, role: Role, match: str | None = None) -> None:
        """Raises NotAllowed if the principal does not have the role."""
        if not self.has_role(role, match):
            raise NotAllowed(self.principal, role, match)

    def details_link(self, match: str) -> None:
        """Show the link to where roles, teams, expansions and the like are edited."""
        surface.link(self.replay, gettext("Edit details"), ":material/list_alt:", match=match, mode="details")

    def offers(self, name: str) -> bool:
        """True if the principal may see a page."""
        return name not in NEEDS or self.has_role(NEEDS[name])


def name_page(*parts: str) -> None:
    """Name the page in the title of the window and in the history by the parts that are not empty."""
    name = ", ".join(part for part in parts if part)
    # In Czech, *Plays* is *Partie*.
    host().name(name if name == "Partie" else f"{name} - Partie")


def error_page(title: str, sentence: str) -> None:
    """One sentence in place of a page that cannot be shown."""
    with surface.container(width=620):
        surface.subheader(title)
        surface.text(sentence)
