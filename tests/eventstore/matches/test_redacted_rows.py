"""Redacted rows: the changes that a forged redaction can hide from verification and from a head."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.access.access import Access
from eventstore.codec import row as new_row
from eventstore.maintenance.heads import head, is_head, redacted_since
from eventstore.maintenance.verification import verify
from eventstore.matches import people
from eventstore.matches.people import PersonForgotten
from eventstore.matches.repository import MatchRepository
from eventstore.store import redaction
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import CHAINED_BYTES, Append, NewEvent, Store, StoredEvent, hashed_data
from tests.recorded import record, records_in
from tests.stores import change

AT = "2026-11-22T10:00:00.000Z"

Forge = Callable[[str, str], str]
"""Makes other data of a row's type and data."""


@pytest.fixture
def records(tmp_path: Path) -> Iterator[MatchRepository]:
    """Two matches, a note, a token, and Zoe who was forgotten rightly."""
    records = records_in(tmp_path / "a.db")
    record(records, "azul", chocolatier, ("Anna", "Ben"), 5, events=6)
    lines = [PointsNoted(label, (1, 2)) for label in "abc"]
    records.start(scoresheet, ["Anna", "Zoe"], *lines, id="sheet", place="At Anna's", played_on="2026-11-20")
    records.start(scoresheet, ["Anna", "Zoe"], *lines, id="other", place="At Anna's", played_on="2026-11-20")
    records.note("sheet", 2, "Zoe saw it")
    Access(records.store, "local", lambda: AT).make_token("viewer")
    (zoe,) = records.people().named("Zoe")
    records.people_repository.forget(zoe)
    assert verify(records).is_whole
    yield records
    records.store.close()


def replace_field(name: str, value: object) -> Forge:
    return lambda type, data: json.dumps(json.loads(data) | {name: value}, ensure_ascii=False, separators=(",", ":"))


def forged(records: MatchRepository, stream: str, version: int, forge: Forge) -> None:
    """What somebody with the file does: change a row, and append an event that lists it as redacted."""
    row = records.store.read(stream)[version - 1]
    data = forge(row.type, row.data)
    overwrite(records.store, row, data, row.row_hash[:CHAINED_BYTES])
    append_digest(records.store, row, digest_of(row, data))


def digest_of(row: StoredEvent, data: str) -> str:
    had = hashed_data(NewEvent(row.type, row.data), row.row_hash[CHAINED_BYTES:]).digest
    return redaction.redaction_digest(had or redaction.digest(()), row.type, data)


def overwrite(store: Store, row: StoredEvent, data: str, chain: bytes) -> None:
    assert isinstance(store, SqliteStore)
    values = f"data = '{data.replace(chr(39), chr(39) * 2)}', chain = x'{chain.hex()}'"
    change(store.path, f"UPDATE events SET {values} WHERE position = {row.position}", triggers=False)


def append_digest(store: Store, row: StoredEvent, digest: str) -> None:
    forgotten = PersonForgotten("0", {row.stream: {str(row.version): digest}})
    store.append(
        Append(people.STREAM, [new_row(forgotten)], expected_version=len(store.read(people.STREAM)), by="x", at=AT)
    )


@pytest.mark.parametrize(
    ("stream", "version", "forge"),
    [
        ("matches/sheet", 2, replace_field("points", [9, 2])),
        ("matches/sheet", 2, replace_field("label", "somebody")),
        ("matches/azul", 3, replace_field("color", "somebody")),
        ("matches/sheet", 1, replace_field("played_on", "1999-01-01")),
        ("matches/sheet", 1, replace_field("players", ["somebody", "x"])),
        ("matches/sheet", 1, replace_field("place", "At Eve's")),
        ("matches/sheet", 1, replace_field("title", "At somebody's")),
        ("notes/sheet", 1, replace_field("about", 3)),
        ("notes/sheet", 1, replace_field("text", "Ben saw it")),
        ("access", 1, replace_field("role", "recorder")),
        ("people", 1, replace_field("name", "Eve")),
        ("people", 1, replace_field("person", "eve")),
    ],
)
def test_a_forged_redaction_of_what_names_nobody_is_found(
    records: MatchRepository, stream: str, version: int, forge: Forge
) -> None:
    forged(records, stream, version, forge)
    assert [(one.match, one.version) for one in verify(records).tampered] == [
        (stream.removeprefix("matches/"), version)
    ]


def test_of_a_text_that_a_forged_redaction_changed_a_head_tells(records: MatchRepository) -> None:
    before = head(records.store)
    forged(records, "matches/sheet", 1, replace_field("place", "At somebody's"))
    report = verify(records)
    assert report.is_whole
    assert report.redacted == 3
    assert is_head(records.store, before)
    assert [(one.stream, one.version) for one in redacted_since(records.store, before)] == [("matches/sheet", 1)]
    assert head(records.store).split("-")[1] == "3"


def test_a_redacted_row_is_not_changed_a_second_time(records: MatchRepository) -> None:
    (row,) = records.store.read("notes/sheet")
    assert json.loads(row.data)["text"] == "somebody saw it"
    overwrite(records.store, row, row.data.replace("saw it", "cheated"), row.row_hash)
    assert [one.match for one in verify(records).tampered] == ["notes/sheet"]


def test_a_redaction_of_a_row_that_is_not_there_is_found(records: MatchRepository) -> None:
    (row,) = records.store.read("notes/sheet")
    for missing in (row._replace(version=2), row._replace(stream="matches/gone"), row._replace(version=0)):
        append_digest(records.store, missing, "x")
    report = verify(records)
    last = len(records.store.read(people.STREAM))
    assert [(one.match, one.version) for one in report.tampered] == [("people", last + n) for n in (-2, -1, 0)]
    assert "which there is not" in report.tampered[0].sentence


def test_two_redacted_rows_that_changed_places_are_found(records: MatchRepository) -> None:
    anna = records.match("sheet").header.players[0]
    records.people_repository.forget(anna)
    assert verify(records).is_whole
    one, other = (records.store.read(f"matches/{id}")[0] for id in ("sheet", "other"))
    overwrite(records.store, one, other.data, other.row_hash)
    overwrite(records.store, other, one.data, one.row_hash)
    assert {found.match for found in verify(records).tampered} == {"sheet", "other"}


def test_a_forged_digest_is_found(records: MatchRepository) -> None:
    row = records.store.read("matches/sheet")[0]
    data = row.data.replace("At Anna's", "At somebody's")
    overwrite(records.store, row, data, row.row_hash[:CHAINED_BYTES])
    append_digest(records.store, row, redaction.redaction_digest("0" * 64, row.type, data))
    assert [one.match for one in verify(records).tampered] == ["sheet"]


def test_without_the_event_that_lists_them_redacted_rows_are_found(records: MatchRepository) -> None:
    assert isinstance(records.store, SqliteStore)
    change(records.store.path, "DELETE FROM events WHERE type = 'PersonForgotten'", triggers=False)
    assert [one.match for one in verify(records).tampered] == ["people", "notes/sheet"]


def test_a_row_that_was_redacted_for_two_people_stays_chained(records: MatchRepository) -> None:
    records.note("sheet", 2, "Anna and Ben: Anna-Maria saw it")
    for name in ("Anna", "Ben"):
        (person,) = records.people().named(name)
        records.people_repository.forget(person)
    assert records.notes("sheet")[1].text == "somebody and somebody: somebody-Maria saw it"
    report = verify(records)
    assert report.is_whole
    rows = records.store.read("notes/sheet")
    overwrite(records.store, rows[1], rows[1].data.replace('"about":2', '"about":3'), rows[1].row_hash)
    assert [one.match for one in verify(records).tampered] == ["notes/sheet"]


def test_the_salt_is_deleted_with_the_text(records: MatchRepository) -> None:
    (note,) = records.store.read("notes/sheet")
    assert len(note.row_hash) == CHAINED_BYTES
    assert len(records.store.read("matches/sheet")[0].row_hash) == CHAINED_BYTES + 16
    assert len(records.store.read("matches/sheet")[1].row_hash) == CHAINED_BYTES
