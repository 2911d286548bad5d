"""A match that went on in two stores: both lines are kept until a person says with which one it goes on.

That line records `MatchJoined`, and the other one is withdrawn; where both are to be matches of their own, both record
`MatchSplit` too. All name the pair by the id of its fork, which is the same in every store, also where the other line
has it.
"""

from collections.abc import Mapping
from functools import partial
from itertools import combinations

from core import record
from core.record_events import RECORD_EVENTS, MatchJoined, MatchSplit, MatchWithdrawn
from eventstore.matches.match import DERIVED, MATCHES, Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import DAMAGED
from eventstore.store.stream_state import retry_on_conflict


class TwoEnds:
    """Two lines of a match that both go on; they are the same up to the version `shared`.

    The line of this store is the first one, where one of them is.
    """

    def __init__(self, matches: MatchRepository, lines: tuple[Match, Match], parting: Match) -> None:
        self._matches, self.lines = matches, lines
        self.pair, self.shared = parting.id, parting.offset

    def last_recorded(self, line: Match) -> tuple[str, str]:
        """The time of the last row of a line, and its author."""
        row = self._matches.store.read(MATCHES + line.id)[-1]
        return row.recorded_at, row.recorded_by

    def more(self, line: Match) -> int:
        """The number of entries of a line that the other one does not have."""
        new = (frame.event for frame in line.frames if frame.version > self.shared)
        return sum(not isinstance(event, RECORD_EVENTS) for event in new)

    @property
    def proposed(self) -> Match:
        """The longer line; of equals the one that was recorded later."""
        return max(self.lines, key=lambda line: (self.more(line), self.last_recorded(line)))

    def other(self, chosen: str) -> Match:
        return next(line for line in self.lines if line.id != chosen)

    def go_on(self, chosen: str) -> None:
        """Go on with one of the two. Raises as `MatchRepository.record`."""
        retry_on_conflict(partial(self._go_on, chosen))

    def _go_on(self, chosen: str) -> None:
        first, other = (self._matches.match(id) for id in (chosen, self.other(chosen).id))
        with self._matches.store.one_commit():
            if self.pair not in record.joined(first.log):
                self._matches.record(first, MatchJoined(self.pair))
            if not other.withdrawal:
                self._matches.record(other, MatchWithdrawn(into=self.pair))

    def keep_both(self) -> None:
        """The two lines are two matches from now on, which both count. Raises as `MatchRepository.record`."""
        for line in self.lines:
            retry_on_conflict(partial(self._keep, line.id))
        self._matches.told_apart.tell_apart(*_names(self.pair))

    def _keep(self, id: str) -> None:
        line = self._matches.match(id)
        joined = [] if self.pair in record.joined(line.log) else [MatchJoined(self.pair)]
        self._matches.record(line, *joined, MatchSplit(self.pair))


def open_ends(matches: MatchRepository, index: MatchIndex) -> list[TwoEnds]:
    """The matches of which a person has to choose a line, one question for each, the last recorded first."""
    parents, families, found = index.parents(), dict[str, list[str]](), list[TwoEnds]()
    for fork in filter(DERIVED.fullmatch, parents):
        root = _path(parents, fork)[-1]
        families.setdefault(root, [root]).append(fork)
    apart = matches.told_apart.pairs() if families else frozenset()
    for ids in families.values():
        rows = (row for row in map(index.row, ids) if row and not row.withdrawn and row.state != DAMAGED)
        lines = [matches.match(row.id) for row in rows]
        pairs = (TwoEnds(matches, pair, _parting(matches, parents, *pair)) for pair in combinations(lines, 2))
        found += [pair for pair in pairs if frozenset(_names(pair.pair)) not in apart][:1]
    return sorted(found, key=lambda ends: max(map(ends.last_recorded, ends.lines)), reverse=True)


def _path(parents: Mapping[str, str], id: str) -> list[str]:
    """The lines that a line goes on from, itself first."""
    path = [id]
    while path[-1] in parents and parents[path[-1]] not in path:
        path.append(parents[path[-1]])
    return path


def _parting(matches: MatchRepository, parents: Mapping[str, str], one: Match, other: Match) -> Match:
    """The fork with which two lines part."""
    paths = [_path(parents, line.id) for line in (one, other)]
    common = next(id for id in paths[0] if id in paths[1])
    forks = [path[path.index(common) - 1] for path in paths if path[0] != common]
    return min(map(matches.match, forks), key=lambda fork: (fork.offset, fork.id))


def _names(pair: str) -> tuple[str, str]:
    """A pair as two plays, by names that are the same in every store."""
    named = DERIVED.fullmatch(pair)
    return named[1] if named else pair, pair
