"""Whether a store still holds what was written, and whether today's engine still makes of it what it made then.

Three findings are told apart: *tampered* rows (chain or version is not what it was), *damaged* rows (nobody changed
them, but they cannot be read), and matches whose *rules changed* (today's engine refuses an event or computes another
table). Nothing is ever mended here.

Rows cut off the end of a stream leave no trace in it, nor does a stream that is gone: only a `head` that was kept
somewhere else tells.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import repeat
from multiprocessing import get_context
from typing import Any, Final, Literal

from pydantic import ValidationError

from core import games
from core.entries import RECORD_EVENTS, Entry, Forked, MatchDescribed, MatchStarted
from eventstore import access, codec, damage, notes, people
from eventstore.damage import Finding
from eventstore.match import MATCHES, Match, Refused, UnknownMatch, grow
from eventstore.people import People, PersonForgotten
from eventstore.records import Records
from eventstore.sqlite import SqliteStore
from eventstore.store import Damaged, Store, StoredEvent, chained

__all__ = ["Finding", "Report", "check", "head", "is_head", "refuse_no_head", "reopened", "verify"]


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

    def add(self, other: "Report") -> None:
        """Take in what was found in other streams."""
        self.matches += other.matches
        self.events += other.events
        self.tampered += other.tampered
        self.damaged += other.damaged
        self.rules_changed += other.rules_changed


class _Found(Exception):
    """What ends the check of a stream, since what follows a finding makes no sense."""

    def __init__(self, kind: Literal["damaged", "rules_changed"], version: int, sentence: str) -> None:
        super().__init__(sentence)
        self.kind, self.version, self.sentence = kind, version, sentence


_CLASSES: Final = {notes.stream(""): notes.EVENTS, people.STREAM: people.EVENTS, access.STREAM: access.EVENTS}
"""Classes of the streams that are no matches, by what their names start with."""


CHUNK: Final = 200
"""How many streams are checked at a time: enough that to open the store for them does not count."""

WORTH_IT: Final = 2_000
"""From how many streams on it pays to start further processes."""


def verify(
    records: Records,
    match: str | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    *,
    reopen: Callable[[], Store] | None = None,
    workers: int = 1,
) -> Report:
    """Check every stream, or those of one match. `progress` is told the streams done and their number.

    With `reopen`, which must open the same store in another process, and more than one of `workers`, a large store is
    checked by so many processes at once; what is found is the same, in the same order.
    """
    report = Report()
    if match is None and isinstance(records.store, SqliteStore):
        report.damaged += damage.in_file(records.store)
    try:
        if match:
            names = [name for name in (MATCHES + match, notes.stream(match)) if name in records.store.streams(name)]
        else:
            names = list(records.store.streams())
    except Damaged:
        report.damaged.append(Finding("", 0, "The names of its matches cannot be read any more, so none was checked."))
        return report
    chunks = [names[start : start + CHUNK] for start in range(0, len(names), CHUNK)]
    progress(0, len(names))
    if reopen and workers > 1 and len(names) >= WORTH_IT:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            _gather(report, pool.map(reopened, repeat(reopen), chunks), progress, len(names))
    else:
        _gather(report, (check(records, chunk) for chunk in chunks), progress, len(names))
    return report


def _gather(report: Report, found: Iterator[Report], progress: Callable[[int, int], None], total: int) -> None:
    for done, one in enumerate(found, start=1):
        report.add(one)
        progress(min(done * CHUNK, total), total)


def reopened(reopen: Callable[[], Store], names: Sequence[str]) -> Report:
    """`check` in a process of its own."""
    store = reopen()
    try:
        return check(Records(store), names)
    finally:
        store.close()


def check(records: Records, names: Sequence[str]) -> Report:
    """Check the streams of these names."""
    report, seals = Report(), _seals(records)
    for name in names:
        _check(records, name, report, seals)
    return report


def head(store: Store, until: int | None = None) -> str:
    """A word that stands for every row there is: the last position, and a digest of all streams and their last chains.

    Kept outside the store, it tells later whether any row or stream of then is gone or another one: `until`, the
    position in front of it, asks for the head as of then, whatever was recorded since. Rows that are redacted keep
    their chain, so a head outlives them. A copy of the rows in another kind of store has other positions.
    """
    last, digest = 0, sha256()
    for name in sorted(store.streams()):
        rows = [row for row in store.read(name) if until is None or row.position <= until]
        if rows:
            last = max(last, rows[-1].position)
            digest.update(f"{name}\0{len(rows)}\0{rows[-1].version}\0{rows[-1].chain!r}\n".encode())
    return f"{last if until is None else until}-{digest.hexdigest()[:32]}"


def is_head(store: Store, before: str) -> bool:
    """Whether all that a former `head` stands for is still there. Raises ValueError for what is no head."""
    refuse_no_head(before)
    return head(store, int(before.partition("-")[0])) == before


def refuse_no_head(word: str) -> None:
    """Raise ValueError for what is no head."""
    if not re.fullmatch(r"\d+-[0-9a-f]{32}", word):
        raise ValueError(f"{word!r} is not a head as `partie verify --head` prints it.")


def _seals(records: Records) -> dict[str, dict[int, str]]:
    """The rows that were changed because they named somebody who is forgotten, and what they must be now."""
    seals = dict[str, dict[int, str]]()
    try:
        rows = records.store.read(people.STREAM)
    except Damaged:  # The check of the stream itself says so.
        return seals
    for row in rows:
        if row.type == PersonForgotten.__name__:
            try:
                told = codec.decode_row((PersonForgotten,), row)
            except ValueError:  # The check of the stream itself says so.
                continue
            for stream, rows in told.rows.items():
                seals.setdefault(stream, {}).update({int(version): digest for version, digest in rows.items()})
    return seals


def _check(records: Records, name: str, report: Report, all_seals: Mapping[str, Mapping[int, str]]) -> None:
    told = name.removeprefix(MATCHES)
    try:
        rows = records.store.read(name)
    except Damaged:
        report.damaged.append(Finding(told, damage.unreadable(records.store, name), damage.UNREADABLE))
        return
    is_match = name.startswith(MATCHES)
    if not rows:
        report.tampered.append(Finding(told, 1, "All its events are gone."))
        return
    if is_match:
        report.matches += 1
        report.events += len(rows)
    if version := damage.unlike(rows):
        report.damaged.append(Finding(told, version, f"Event {version} holds a value of a wrong kind."))
        return
    seals = all_seals.get(name, {})
    redacted = {row.version for row in rows if seals.get(row.version) == people.seal(row.data, row.chain)}
    if version := chained(rows, redacted):
        report.tampered.append(Finding(told, version, _tampering(rows, version)))
        return
    try:
        if is_match:
            _replay(records, told, rows, compare=not _is_reworded(records, rows, all_seals))
        else:
            classes = next(classes for start, classes in _CLASSES.items() if name.startswith(start))
            _decoded(classes, rows)
    except _Found as found:
        findings = report.damaged if found.kind == "damaged" else report.rules_changed
        findings.append(Finding(told, found.version, found.sentence))
    except Damaged:
        report.damaged.append(Finding(told, 1, "What it needs of the match it goes on from cannot be read any more."))


def _tampering(rows: Sequence[StoredEvent], version: int) -> str:
    if rows[version - 1].version != version:
        return f"Event {version} is missing, or another stands in its place."
    return f"Event {version} is not what was written: its chain does not fit."


def _decoded(classes: tuple[type[Any], ...], rows: Sequence[StoredEvent], offset: int = 0) -> list[Entry]:
    entries = []
    for row in rows:
        try:
            event = codec.decode_row(classes, row)
        except ValidationError as error:
            raise _Found("damaged", offset + row.version, f"{row.type}: {codec.sentence(error)}.") from None
        except codec.NotAnEvent as error:
            raise _Found("damaged", offset + row.version, str(error)) from None
        entries.append(Entry(offset + row.version, event))
    return entries


def _is_reworded(records: Records, rows: Sequence[StoredEvent], seals: Mapping[str, Mapping[int, str]]) -> bool:
    """Whether the header of the match, or of one it goes on from, was redacted.

    The witnesses of before are of options with the former title, which nobody knows any more.
    """
    headers = {row.version for row in rows if row.type in (MatchStarted.__name__, MatchDescribed.__name__)}
    if headers & seals.get(rows[0].stream, {}).keys():
        return True
    if rows[0].type != Forked.__name__:
        return False
    (begun,) = _decoded(RECORD_EVENTS, rows[:1])
    parent = records.store.read(begun.event.stream)
    return bool(parent) and _is_reworded(records, parent, seals)


def _replay(records: Records, id: str, rows: Sequence[StoredEvent], *, compare: bool) -> None:
    """Record the match once more, without writing, and compare. A fork is recorded from its parent's header on."""
    log, offset = _inherited(records, rows[0])
    try:
        started: MatchStarted = log[0].event if log else codec.decode_row(RECORD_EVENTS, rows[0])
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
        if compare and row.witness not in (None, now.witness):
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
