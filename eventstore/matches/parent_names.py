"""Hides which match a fork was made from: the id of an unlisted match is the access to it."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from core.record_events import Entry, Forked
from eventstore.matches.match import MATCHES, Match

MayName = Callable[[str], bool]
"""Whether the match with this id may be named to a reader."""


def hide_parents(entries: Iterable[Entry], may_name: MayName) -> tuple[Entry, ...]:
    """The entries; a `Forked` from a match that may not be named has an empty `stream`."""
    return tuple(
        entry._replace(event=Forked("", entry.event.version))
        if isinstance(entry.event, Forked) and not may_name(entry.event.stream.removeprefix(MATCHES))
        else entry
        for entry in entries
    )


def hide_parent(match: Match, may_name: MayName) -> Match:
    """The match without the names of parents, its own and theirs, that may not be named."""
    if match.parent is None:
        return match
    parent = match.parent if may_name(match.parent) else None
    return replace(match, log=hide_parents(match.log, may_name), parent=parent, earlier=match.known)
