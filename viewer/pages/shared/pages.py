"""The other pages for a page: their addresses, the rights of the reader, its own name, a page in its place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import streamlit as st

from eventstore.access.grants import NotAllowed, Principal, Role
from viewer.locale.language import gettext

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
    """Every page by its name, for one principal.

    Pages link to each other, so each run builds all of them before it shows one.
    """

    principal: Principal
    matches: st.Page = field(init=False)
    new: st.Page = field(init=False)
    table: st.Page = field(init=False)
    replay: st.Page = field(init=False)
    report: st.Page = field(init=False)
    overview: st.Page = field(init=False)
    game: st.Page = field(init=False)
    insights: st.Page = field(init=False)
    imports: st.Page = field(init=False)
    templates: st.Page = field(init=False)
    twice: st.Page = field(init=False)
    year: st.Page = field(init=False)
    suggest: st.Page = field(init=False)
    person: st.Page = field(init=False)
    pair: st.Page = field(init=False)
    training: st.Page = field(init=False)
    people: st.Page = field(init=False)
    keeping: st.Page = field(init=False)
    login: st.Page = field(init=False)

    def has_role(self, role: Role, match: str | None = None) -> bool:
        """True if the principal has the role for a match, or for the whole store."""
        return self.principal.has_role(role, match)

    def require_role(self, role: Role, match: str | None = None) -> None:
        """Raises NotAllowed if the principal does not have the role."""
        if not self.has_role(role, match):
            raise NotAllowed(self.principal, role, match)

    def details_link(self, match: str) -> None:
        """Show the link to where roles, teams, expansions and the like are edited."""
        details = {"match": match, "mode": "details"}
        st.page_link(self.replay, label=gettext("Edit details"), icon=":material/list_alt:", query_params=details)

    def offers(self, name: str) -> bool:
        """True if the principal may see a page."""
        return name not in NEEDS or self.has_role(NEEDS[name])


def name_page(*parts: str) -> None:
    """Name the page in the title of the window and in the history by the parts that are not empty."""
    name = ", ".join(part for part in parts if part)
    # In Czech, *Plays* is *Partie*.
    st.set_page_config(page_title=name if name == "Partie" else f"{name} - Partie")


def error_page(title: str, sentence: str) -> None:
    """One sentence in place of a page that cannot be shown.

    `title` must be trusted text (Markdown); `sentence` may hold anything and is shown as plain text.
    """
    with st.container(width=620):
        st.subheader(title, anchor=False)
        st.text(sentence)
