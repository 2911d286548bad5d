"""Families of forks: all lines of one match, with their notes and photos. A merge needs them together: notes alone
would be placed on the wrong one of two lines.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from core.record_events import Forked
from eventstore import codec
from eventstore.matches.match import DERIVED, MATCHES
from eventstore.store.store import StoredEvent


class Families:
    """`parents` maps each fork to the match that it was forked from."""

    def __init__(self, parents: Mapping[str, str]) -> None:
        self._parents = parents

    def root(self, match: str) -> str:
        """The match that all of a family began with."""
        seen = {match}
        while (parent := self._parents.get(match)) is not None and parent not in seen:
            match = parent
            seen.add(match)
        return match

    def before(self, match: str) -> tuple[str, ...]:
        """The match, and those that its line goes on from, by its first row or by its name."""
        seen, left = dict[str, None](), [match]
        while left:
            one = left.pop()
            if one not in seen:
                seen[one] = None
                named = DERIVED.fullmatch(one)
                left += [other for other in (self._parents.get(one), named and named[1]) if other]
        return tuple(seen)

    @cached_property
    def _forks(self) -> Mapping[str, list[str]]:
        forks = dict[str, list[str]]()
        for fork in self._parents:
            forks.setdefault(self.root(fork), []).append(fork)
        return forks

    def of(self, match: str) -> tuple[str, ...]:
        """The matches of its family, that one first which all began with."""
        root = self.root(match)
        return (root, *self._forks.get(root, ()))


def parents_in(streams: Mapping[str, tuple[StoredEvent, ...]]) -> dict[str, str]:
    """The parents of the forks among these streams, which a stranger may have sent."""
    return dict(_parents(streams.items()))


def _parents(streams: Iterable[tuple[str, tuple[StoredEvent, ...]]]) -> Iterator[tuple[str, str]]:
    for name, rows in streams:
        if name.startswith(MATCHES) and rows[0].type == Forked.__name__:
            try:
                parent = codec.decode_row((Forked,), rows[0]).stream
            except ValueError:  # Reported by the check of the stream.
                continue
            yield name.removeprefix(MATCHES), parent.removeprefix(MATCHES)
