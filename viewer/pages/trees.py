"""The everyday pages as values, for a browser without a server: the same functions that Streamlit shows on a desk."""

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, tzinfo
from types import MappingProxyType
from typing import Any, Final
from weakref import WeakKeyDictionary

from eventstore.access.grants import Principal
from eventstore.matches.match_reader import RecentMatches
from eventstore.store.store import Store
from viewer.boards.svg import Theme
from viewer.pages import table
from viewer.pages.game import page as game
from viewer.pages.home import page as home
from viewer.pages.new_match import page as new_match
from viewer.pages.people import page as people
from viewer.pages.person import page as person
from viewer.pages.replay import page as replay
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.session import Session, session_of
from viewer.pages.shared.showing import Show, show_page
from viewer.surface.tree import Drawn, Event, drawn

SHOWS: Final[Mapping[str, Show]] = {
    "matches": home.show,
    "new": new_match.show,
    "table": table.show,
    "replay": replay.show,
    "game": game.show,
    "people": people.show,
    "person": person.show,
}
"""The everyday pages."""

_recent: Final = WeakKeyDictionary[Store, RecentMatches]()


def tree(
    path: str,
    store: Store,
    principal: Principal,
    address: Mapping[str, Sequence[str]],
    *,
    state: MutableMapping[str, Any] | None = None,
    events: Sequence[Event] = (),
    theme: Theme = "light",
    zone: tzinfo = UTC,
    pages: Pages | None = None,
    own: Mapping[str, Show] = MappingProxyType({}),
) -> Drawn:
    """The page at a path (`.` is Plays) with the parameters of its address, as `viewer.surface.tree` says.

    `pages` are the others as the host knows them, `own` its pages in place of those here. Raises NotAllowed.
    """
    pages, recent = pages or Pages(principal), _recent.setdefault(store, RecentMatches())
    for each in fields(Pages):
        if not each.init:
            setattr(pages, each.name, "." if each.name == "matches" else each.name)

    @contextmanager
    def sessions(other: Principal | None) -> Iterator[Session]:
        yield session_of(store, other or principal, recent)

    def show() -> None:
        name = "matches" if path == "." else path
        show_page(name, {**SHOWS, **own}[name], session_of(store, principal, recent), pages)

    return drawn(
        show,
        path=path,
        address=address,
        sessions=sessions,
        state={} if state is None else state,
        events=events,
        theme=theme,
        zone=zone,
    )
