"""A proposed replacement of recorded events: parsed from lines of notation and checked; nothing is written here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, Final, Literal, TypeAlias

from core import corrections, record, record_rules
from core.game import AnyGame, Refusal, facts_of
from core.record import Frame, Invalidated
from core.record_events import Corrected, Entry
from eventstore.formats.notation import parse_event, write_event
from eventstore.matches.match import Match
from viewer.boards import board_of
from viewer.locale.language import gettext, translate

MAX_EVENTS: Final = 4000
"""Maximum number of legal moves listed, because a hidden hand allows very many; other moves can be typed."""

MAX_TRIED_EVENTS: Final = 8000
"""Maximum number of later events checked for the sort order of the moves; more would take too long."""

CorrectionKind: TypeAlias = Literal["other", "before", "after", "never", "range", "back"]
"""The kind of change: another move was made, one was omitted before or after, it never happened, several were wrong;
or the players took it back."""


class InvalidLine(ValueError):
    """A line is not notation; the message names the line if there are several."""


@dataclass(frozen=True)
class Proposal:
    """The effective events as proposed: `entries`, whose new entries have versions above the match's."""

    match: Match
    entries: tuple[Entry, ...]

    @property
    def table(self) -> tuple[Entry, ...]:
        """The current effective events."""
        return effective(self.match)

    @cached_property
    def difference(self) -> corrections.Difference:
        return corrections.difference(self.table, self.entries)

    @property
    def is_new(self) -> bool:
        return bool(self.difference.was or self.difference.became)

    @cached_property
    def broken(self) -> tuple[Invalidated, ...]:
        """Entries of `entries` that would be illegal, in table order."""
        entries = (self._start, *self.entries)
        return record.fold(self.match.game, entries, self.match.options, refuse=record_rules.refusal).invalidated

    @cached_property
    def lasting(self) -> int:
        """Number of entries of `entries` before the first illegal one."""
        versions = [entry.version for entry in self.entries]
        return versions.index(self.broken[0].version) if self.broken else len(versions)

    @cached_property
    def preview(self) -> Match:
        """The match up to the first illegal entry; its log holds the effective entries only."""
        match = replace(self.match, log=(self._start, *self.entries[: self.lasting]))
        if self.broken or facts_of(match.game).settled is None:
            return match
        # A stated result may follow a correction: the real log, with the correction, says so.
        new = (row._replace(version=self.match.version + 1 + n) for n, row in enumerate(self.rows("")))
        corrected = record.fold(match.game, (*self.match.log, *new), match.options).frames
        frames = zip(match.frames, corrected, strict=True)
        return match.with_log(match.log, [frame._replace(state=real.state) for frame, real in frames])

    @property
    def _start(self) -> Entry:
        return Entry(1, self.match.header, self.match.log[0].happened_at)

    def is_written_here(self, version: int) -> bool:
        """Whether a version exists in this proposal only."""
        return version > self.match.version

    @property
    def replaced(self) -> set[int]:
        """Versions that would be replaced, including a neighbor of an insertion that is written again."""
        rows = self.rows("")
        if not rows or not isinstance(correction := rows[0].event, Corrected):
            return set()
        versions = [entry.version for entry in self.table]
        return set(versions[versions.index(correction.since) : versions.index(correction.until) + 1])

    def rows(self, why: str) -> tuple[Entry, ...]:
        """The entries to append to the record; see `core.corrections.correction_for`."""
        return corrections.correction_for(self.table, self.entries, why)


def effective(match: Match) -> tuple[Entry, ...]:
    return record.effective_entries(match.log)


def proposed(match: Match, first: int, last: int, kind: CorrectionKind, lines: str) -> Proposal:
    """Replace the entries `first` to `last` (indexes in the table, from 0) by `lines`, or insert beside `first`.

    Raises InvalidLine.
    """
    table = effective(match)
    events = read_lines(match, "" if kind == "never" else lines)
    if kind == "before":
        first, last = first, first - 1
    elif kind == "after":
        first, last = first + 1, first
    elif kind != "range":
        last = first
    replaced = table[first : last + 1]
    # A move that replaces another keeps its time.
    times = [entry.happened_at for entry in replaced] if len(replaced) == len(events) else [None] * len(events)
    new = (Entry(match.version + 1 + n, event, time) for n, (event, time) in enumerate(zip(events, times, strict=True)))
    return Proposal(match, (*table[:first], *new, *table[last + 1 :]))


def restoring(match: Match, version: int) -> Proposal | Refusal:
    """The table with the change at `version` reverted."""
    entries = corrections.reverted(match.log, version)
    if isinstance(entries, Refusal):
        return entries
    known = {entry.version for entry in effective(match)}
    fresh = iter(range(match.version + 1, match.version + 1 + len(entries)))
    return Proposal(
        match, tuple(entry if entry.version in known else entry._replace(version=next(fresh)) for entry in entries)
    )


def read_lines(match: Match, lines: str) -> list[Any]:
    """Parse lines of notation as events; empty lines are skipped. Raises InvalidLine."""
    lined = [line for line in lines.splitlines() if line.strip()]
    events = []
    for number, line in enumerate(lined, start=1):
        try:
            events.append(parse_event(match, line))
        except ValueError as error:
            why = translate(str(error))
            if len(lined) > 1:
                why = gettext("Line {number}: {error}", number=number, error=why)
            raise InvalidLine(why) from None
    return events


def written(match: Match, entries: Sequence[Entry]) -> str:
    """Entries as lines of notation."""
    return "\n".join(write_event(match, entry.event) for entry in entries)


def moves(match: Match, frame: Frame) -> dict[str, str]:
    """The legal moves after `frame`: sentences by notation; empty on a turn of chance."""
    if not isinstance(frame.turn, int):
        return {}
    game: AnyGame = match.game
    board = board_of(game)
    found = islice(game.legal_moves(frame.state), MAX_EVENTS)
    return {game.write(event): board.sentence(frame.state, event, match.names) for event in found}


def fitting_first(match: Match, first: int, kind: CorrectionKind, offered: Mapping[str, str]) -> dict[str, str]:
    """Sort moves that keep all later events legal to the front; the sentences of the others say so."""
    if len(offered) * (len(effective(match)) - first) > MAX_TRIED_EVENTS:
        return dict(offered)
    fit = {
        line: sentence for line, sentence in offered.items() if _fits(proposed(match, first, first, kind, line), first)
    }
    if not fit or len(fit) == len(offered):
        return dict(offered)
    others = [line for line in offered if line not in fit]
    return fit | {line: gettext("{move} - later moves would be illegal", move=offered[line]) for line in others}


def _fits(proposal: Proposal, first: int) -> bool:
    """Whether all entries from index `first` on are legal; earlier ones are not checked."""
    before, rest = proposal.match.frames[first : first + 1], proposal.entries[first:]
    return not record.continued(proposal.match.game, before, rest, refuse=record_rules.refusal).invalidated


@dataclass(frozen=True, slots=True)
class Longer:
    """A longer correction: `lines` replace the entries at indexes `first` to `last` of the table."""

    first: int
    last: int
    lines: str


def up_to_what_breaks(proposal: Proposal) -> Longer:
    """The same proposal extended to the last entry that would become illegal; these moves are entered again."""
    end = [entry.version for entry in proposal.entries].index(proposal.broken[-1].version) + 1
    return _longer(proposal, end, proposal.entries[:end])


def without_the_rest(proposal: Proposal) -> Longer:
    """The same proposal without the first illegal entry and all after it."""
    return _longer(proposal, len(proposal.entries), proposal.entries[: proposal.lasting])


def _longer(proposal: Proposal, end: int, replacement: Sequence[Entry]) -> Longer:
    """Replace the table up to where `entries` has reached `end` by `replacement`, from the first difference on."""
    place = proposal.difference.place
    until = max(end, place + len(proposal.difference.became))
    last = len(proposal.table) - (len(proposal.entries) - until) - 1
    first = min(place, last)  # At the end of the record, the correction also covers the entry before.
    return Longer(first, last, written(proposal.match, replacement[first:]))
