"""Answers of a store, each as a digest of its text: what every computer gives the same of.

Runs in CPython and, by `run.mjs`, in Pyodide; it needs the standard library and sqlite-utils alone.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore import codec
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.person import person_statistics
from eventstore.store.sqlite_exclusive import ExclusiveStore
from tests.eventstore.maintenance.meeting import Device
from viewer.components.live.payload import payload, preview
from viewer.locale import language
from viewer.texts.match_sentences import sentences

_TABLES = ("matches", "results", "seats", "tags", "play_counts", "bookmarks")


def digests(file: Path) -> dict[str, str]:
    """A digest by the name of each answer. The store gets its read tables, and a match more."""
    return {name: sha256(repr(answer).encode()).hexdigest()[:16] for name, answer in _answers(file)}


def _answers(file: Path) -> Iterator[tuple[str, object]]:
    # A browser has no shared memory: there, a store has a journal only if it is open once.
    store = ExclusiveStore(file)
    records = MatchRepository(store, now=lambda: "2026-11-20T20:00:00.000Z", new_id=lambda: "recorded")
    for id in sorted(records.ids()):
        yield from _of_match(records, records.match(id))
    noted = records.start(scoresheet, ("Anna", "Zoë"), PointsNoted("Final", (3, 4.5)), id="recorded")
    yield "chain", [row.hash for row in store.read(f"match/{records.record(noted, WinnersNamed((1,))).id}")]
    index = MatchIndex(store, records)
    yield "list", index.matches()
    yield "plays", index.played(with_uncounted=True)
    names = records.people().current_names()
    for person in sorted(names):
        yield f"person {names[person]}", person_statistics(index.counted().population(), person, names)
    database = index._database
    for table in _TABLES:
        yield f"table {table}", sorted(map(repr, database.query(f"SELECT * FROM {table}")))
    home = ExclusiveStore(file.with_name("home.db"))
    Device(store, file.with_name("known.json"), by="local").meet(home)
    yield "exchange", [row[1:6] for name in sorted(home.streams()) for row in home.read(name)]
    home.close()
    store.close()


def _of_match(records: MatchRepository, last: Match) -> Iterator[tuple[str, object]]:
    """The live page of every version; of every event the text, what it would change now, and why it is refused."""
    for version in range(1, last.version + 1):
        yield f"payload {last.id} {version}", json.dumps(payload(records.match(last.id, until=version)))
    for tongue in language.LANGUAGES:
        language.set_language(tongue)
        yield f"page {last.id} {tongue}", json.dumps(payload(last))
        yield f"sentences {last.id} {tongue}", sentences(last)
    language.set_language(language.ENGLISH)
    for entry in last.log:
        text = codec.encode_event(entry.event)
        yield f"event {last.id} {entry.version}", text
        if isinstance(entry.event, last.game.EVENTS):
            yield f"preview {last.id} {entry.version}", json.dumps(preview(last, text))
            yield f"refusal {last.id} {entry.version}", last.game.refusal(last.now.state, entry.event)
