"""Whether a store still holds what was written, and whether today's engine still makes of it what it made then.

Three findings are told apart: *tampered* rows (chain or version is not what it was), *damaged* rows (nobody changed
them, but they cannot be read), and matches whose *rules changed* (today's engine refuses an event or computes another
table). Nothing is ever mended here. Rows cut off the end of a stream leave no trace in it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pydantic import ValidationError

from core import games
from core.record import RECORD_EVENTS, Entry, Forked, MatchStarted
from eventstore import codec, notes, people
from eventstore.people import People, PersonForgotten
from eventstore.records import MATCHES, Match, Records, Refused, UnknownMatch, grow
from eventstore.store import StoredEvent, UnusableStore, chained


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a stream from a version on. `match` is the match's id, else the stream's name."""

    match: str
    version: int
    sentence: str


@dataclass(slots=True)
class Report:
    """`events` counts rows of matches; people and notes are checked too, but not counted."""

    matches: int = 0
    events: int = 0
    tampered: list[Finding] = field(default_factory=list)
    damaged: list[Finding] = field(default_factory=list)
    rules_changed: list[Finding] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether every row is as it was written; changed rules leave a store whole."""
        return not (self.tampered or self.damaged)


class _Found(Exception):
    """What ends the check of a stream, since what follows a finding makes no sense."""

    def __init__(self, kind: Literal["damaged", "rules_changed"], version: int, sentence: str) -> None:
        super().__init__(sentence)
        self.kind, self.version, self.sentence = kind, version, sentence


_CLASSES: Final = {notes.stream(""): notes.EVENTS, people.STREAM: people.EVENTS}
"""Classes of the streams that are no matches, by what their names start with."""


def verify(
    records: Records, match: str | None = None, progress: Callable[[int, int], None] = lambda done, of: None
) -> Report:
    """Check every stream, or those of one match. `progress` is told the streams done and their number."""
    names = [MATCHES + match, notes.stream(match)] if match else list(records.store.streams())
    report, seals = Report(), _seals(records)
    for done, name in enumerate(names):
        progress(done, len(names))
        _check(records, name, report, seals.get(name, {}))
    progress(len(names), len(names))
    return report


def _seals(records: Records) -> dict[str, dict[int, str]]:
    """The rows that were changed because they named somebody who is forgotten, and what they must be now."""
    seals = dict[str, dict[int, str]]()
    for row in records.store.read(people.STREAM):
        if row.type == PersonForgotten.__name__:
            try:
                told = codec.decode_data((PersonForgotten,), row.type, row.data)
            except ValueError:  # The check of the stream itself says so.
                continue
            for stream, rows in told.rows.items():
                seals.setdefault(stream, {}).update({int(version): digest for version, digest in rows.items()})
    return seals


def _check(records: Records, name: str, report: Report, seals: Mapping[int, str]) -> None:
    told = name.removeprefix(MATCHES)
    try:
        rows = records.store.read(name)
    except UnusableStore as error:
        report.damaged.append(Finding(told, 1, str(error)))
        return
    is_match = name.startswith(MATCHES)
    if is_match:
        report.matches += 1
        report.events += len(rows)
    redacted = {row.version for row in rows if seals.get(row.version) == people.seal(row.data, row.chain)}
    if version := chained(rows, redacted):
        report.tampered.append(Finding(told, version, _tampering(rows, version)))
        return
    try:
        if is_match:
            _replay(records, told, rows)
        else:
            classes = next(classes for start, classes in _CLASSES.items() if name.startswith(start))
            _decoded(classes, rows)
    except _Found as found:
        findings = report.damaged if found.kind == "damaged" else report.rules_changed
        findings.append(Finding(told, found.version, found.sentence))


def _tampering(rows: Sequence[StoredEvent], version: int) -> str:
    if rows[version - 1].version != version:
        return f"Event {version} is missing, or another stands in its place."
    return f"Event {version} is not what was written: its chain does not fit."


def _decoded(classes: tuple[type[Any], ...], rows: Sequence[StoredEvent], offset: int = 0) -> list[Entry]:
    entries = []
    for row in rows:
        try:
            event = codec.decode_data(classes, row.type, row.data)
        except ValidationError as error:
            raise _Found("damaged", offset + row.version, f"{row.type}: {codec.sentence(error)}.") from None
        except codec.NotAnEvent as error:
            raise _Found("damaged", offset + row.version, str(error)) from None
        entries.append(Entry(offset + row.version, event))
    return entries


def _replay(records: Records, id: str, rows: Sequence[StoredEvent]) -> None:
    """Record the match once more, without writing, and compare. A fork is recorded from its parent's header on."""
    log, offset = _inherited(records, rows[0])
    try:
        started: MatchStarted = log[0].event if log else codec.decode_data(RECORD_EVENTS, rows[0].type, rows[0].data)
        game = games.find(started.game)
        options = codec.decode_options(game, started.options)
    except ValueError as error:
        raise _Found("damaged", 1, str(error)) from None
    log += _decoded(RECORD_EVENTS + game.EVENTS, rows, offset)
    header, events = Match(id, game, options, tuple(log[:1]), People()), [entry.event for entry in log[1:]]
    try:
        _, grown = grow(header, events, None)
    except Refused as refused:
        version = log[1 + refused.index].version
        raise _Found("rules_changed", version, f"Today's rules refuse event {version}: {refused}") from None
    except ValueError as error:  # The rules no longer know such a table.
        raise _Found("rules_changed", 1, str(error)) from None
    for row, now in zip(rows[1:], grown[len(log) - len(rows) :], strict=True):
        if row.witness not in (None, now.witness):
            version = offset + row.version
            raise _Found("rules_changed", version, f"After event {version} today's rules compute another table.")


def _inherited(records: Records, first: StoredEvent) -> tuple[list[Entry], int]:
    """What a fork reads from its parent and up to which version; nothing for a match that is none."""
    (begun,) = _decoded(RECORD_EVENTS, [first])
    if isinstance(begun.event, MatchStarted):
        return [], 0
    if not isinstance(begun.event, Forked):
        raise _Found("damaged", 1, "The match does not begin with its header.")
    parent, version = begun.event.stream.removeprefix(MATCHES), begun.event.version
    try:
        return list(records.match(parent, until=version).log), version
    except (UnknownMatch, ValueError) as error:
        why = str(error).splitlines()[0]
        raise _Found("damaged", version + 1, f"The match it goes on from cannot be read: {why}") from None
