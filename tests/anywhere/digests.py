"""Answers of a store, each as a digest of its text: what every computer gives the same of.

Runs in CPython and, by `run.mjs`, in Pyodide; it needs the standard library alone.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore import codec
from eventstore.access.grants import LOCAL
from eventstore.answers.context import RequestContext
from eventstore.answers.host import AnswerHost
from eventstore.answers.values import Request
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.person import person_statistics
from eventstore.store.sqlite_exclusive import ExclusiveStore
from viewer.answers.dispatch import answer
from viewer.components.live.payload import payload, preview
from viewer.locale import language
from viewer.pages.game.head import TABS
from viewer.pages.person.head import TABS as PERSON_TABS
from viewer.pages.trees import tree
from viewer.texts.match_sentences import sentences
from viewer.texts.rule_texts import rule_address

_TABLES = ("matches", "results", "seats", "tags", "play_counts", "bookmarks")


def digests(file: Path) -> dict[str, str]:
    """A digest by the name of each answer. The store gets its read tables, and a match more.

    For a process of its own, as answers about matches are kept by their ids, and dates are written in a way of its own.
    """
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
    yield from _asked(records, index)
    yield from _trees(store, [*sorted(records.ids()), "nothing"], sorted(names))
    store.close()


def _asked(records: MatchRepository, index: MatchIndex) -> Iterator[tuple[str, object]]:
    """What the parts of pages ask: reads, a refusal of each kind, writes."""
    numbers = count(1)
    own = {"now": lambda: "2026-11-20T20:00:00.000Z", "new_id": lambda: f"new{next(numbers)}"}
    texts: dict[str, Any] = {"translate": language.translate, "rule_page": rule_address}
    host = AnswerHost(records, index, tokens_required=False, **texts, **own)
    context = RequestContext(host, LOCAL)
    for tongue in language.LANGUAGES:
        for method, path, body, headers in _ASKED:
            sent = {"Content-Type": "application/json", "Accept-Language": tongue, **headers}
            found = answer(context, Request.to(method, path, sent, json.dumps(body).encode() if body else b""))
            yield f"answer {tongue} {method} {path} {body} {headers}", found


_LINE: Final = {"type": "PointsNoted", "label": "Late", "points": [1, 0.1]}
_START: Final = {"game": "scoresheet", "players": ["Anna", "Zoë"], "options": {"title": "Kettle"}, "events": [_LINE]}
_ASKED: Final[Sequence[tuple[str, str, Mapping[str, object], Mapping[str, str]]]] = (
    ("GET", "/api/games", {}, {}),
    ("GET", "/api/matches?person=Anna&limit=3", {}, {}),
    ("GET", "/api/matches?limit=many", {}, {}),
    ("GET", "/api/people", {}, {}),
    ("GET", "/api/matches/recorded", {}, {}),
    ("GET", "/api/matches/nobody", {}, {}),
    ("GET", "/api/matches/recorded/log", {}, {}),
    ("GET", "/api/matches/recorded/feed?after=1", {}, {}),
    ("GET", "/api/matches/recorded/text", {}, {}),
    ("GET", "/view/matches/recorded/live", {}, {}),
    ("GET", "/view/matches/recorded/replay", {}, {}),
    ("GET", "/view/matches/recorded/live/preview?event={}", {}, {}),
    ("POST", "/api/matches", _START, {"Idempotency-Key": "key-of-start"}),
    ("POST", "/api/matches", {**_START, "minutes": 1.5}, {}),
    ("POST", "/api/matches/recorded/events", {"events": [_LINE]}, {}),
    ("POST", "/api/matches/recorded/events", {"events": [_LINE]}, {"If-Match": '"1"'}),
    ("POST", "/view/matches/recorded/entries", {"line": "nonsense"}, {}),
    ("POST", "/api/matches/recorded/edits", {"kind": "points", "row": 2, "seat": 0, "points": 7, "dry_run": True}, {}),
    ("POST", "/api/matches/recorded/edits", {"kind": "points", "row": 2}, {}),
    ("POST", "/api/matches/recorded/notes", {"about": 2, "text": "good"}, {"Idempotency-Key": "key-of-note"}),
)


def _trees(store: ExclusiveStore, matches: list[str], people: list[str]) -> Iterator[tuple[str, object]]:
    """The everyday pages, with dates as no language writes them: Babel is not everywhere."""
    language.write_dates(lambda day, pattern, tongue: f"{day} {pattern} {tongue}")
    asked: list[tuple[str, dict[str, str]]] = [(path, {}) for path in (".", "people", "game", "new")]
    asked += [(".", {"q": words}) for words in ("anna 2026", "nobody at all", "friday")]
    asked += [(page, {"match": id}) for id in matches for page in ("replay", "table")]
    asked += [("replay", {"match": id, "mode": "details"}) for id in matches]
    asked += [("replay", {"match": id, "share": "1"}) for id in matches]
    asked += [("new", {"again": id}) for id in matches]
    asked += [
        ("game", {"game": title, "tab": tab}) for title in ("Azul", "Kettle Race") for tab in (*TABS, "board", "edit")
    ]
    asked += [("person", {"person": id, "tab": tab}) for id in people for tab in (*PERSON_TABS, "edit")]
    for tongue in language.LANGUAGES:
        language.set_language(tongue)
        for path, address in asked if tongue == language.ENGLISH else asked[:5]:
            drawn = tree(path, store, LOCAL, {key: [value] for key, value in address.items()})
            yield f"tree {path} {address} {tongue}", json.dumps(drawn)


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
