"""All matches as one file of scripts: an empty store that reads it holds the same matches."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from core import record as records_of
from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import Entry, MatchDescribed, PointsAdjusted
from eventstore.formats import script, script_import
from eventstore.formats.script import Script
from eventstore.matches.match import Match
from eventstore.matches.notes import Mark, NoteWritten
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from importers.apps import bgstats
from importers.ingest import record_plays
from tests import TESTS
from tests.recorded import FOUR, record, records_in

SAMPLE = TESTS / "samples" / "bgstats" / "d-formulas-560-plays.json"


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> MatchRepository:
    """Matches of every depth, changed, commented, forked and imported."""
    records = records_in(tmp_path_factory.mktemp("archive") / "matches.db")
    match = record(records, "moves", chocolatier, FOUR, 3, events=30, tags=("a b", "c"), started_at="2026-11-20T18:00Z")
    records.take_back(match.id)
    now = records.match(match.id).now
    records.correct(match.id, now.version, now.version, [now.event], "to see\nwhether it stays")
    records.describe(match.id, MatchDescribed(players=("Ben", "Zoë", "Cleo", "Dora"), title='"so" \u2028'))
    records.record(match.id, PointsAdjusted(1, -2.5, "late"), times=["2026-11-20T18:30:00Z"])
    records.note(match.id, 4, "line one\nline two", "!?", "Ben", marks=[Mark("0/wall/1/1")], bookmark=True)
    fork = records.fork(match.id, 8)
    records.note(fork.id, 9, "what if")
    records.fork(fork.id, 5)
    records.start(scoresheet, ("Anna", "somebody"), PointsNoted("final", (1, None)), WinnersNamed((0,)))
    plays = bgstats.read(SAMPLE.read_bytes()).plays[:60]
    assert {kept.what for kept in record_plays(records, plays)} == {"new"}
    return records


def archived(records: MatchRepository, *ids: str) -> bytes:
    out = io.BytesIO()
    assert script.write_all(records, ids or records.ids(), out) == ()
    return out.getvalue()


def read(content: bytes, path: Path) -> MatchRepository:
    copy = records_in(path)
    for found in script.read(io.BytesIO(content)):
        assert isinstance(found, Script)
        assert script_import.import_script(copy, found).what == "new"
    return copy


def as_told(records: MatchRepository, match: Match) -> list[Entry]:
    """The log with names for people, whose ids are each store's own."""
    header = replace(match.log[0].event, players=tuple(map(match.people.name, match.log[0].event.players)))
    return [match.log[0]._replace(event=header)] + [
        entry._replace(event=script.named(match, entry.event)) for entry in match.log[1:]
    ]


def test_an_empty_store_gets_the_same_matches(lived_in: MatchRepository, tmp_path: Path) -> None:
    copy = read(archived(lived_in), tmp_path / "copy.db")
    assert list(copy.ids()) == list(lived_in.ids())
    for id in lived_in.ids():
        before, after = lived_in.match(id), copy.match(id)
        assert as_told(copy, after) == as_told(lived_in, before)
        assert (after.names, after.parent, after.offset) == (before.names, before.parent, before.offset)
        assert (after.sources, after.options, after.state) == (before.sources, before.options, before.state)
        assert after.now == before.now._replace(event=after.now.event)
        assert records_of.imports(after.log) == records_of.imports(before.log)
        assert [_words(note) for note in copy.notes(id)] == [_words(note) for note in lived_in.notes(id)]
    assert sorted(copy.people().current_names().values()) == sorted(lived_in.people().current_names().values())


def _words(note: NoteWritten) -> NoteWritten:
    return replace(note, id="")


def test_what_was_imported_is_known_again_and_a_second_reading_adds_nothing(
    lived_in: MatchRepository, tmp_path: Path
) -> None:
    copy = read(archived(lived_in), tmp_path / "copy.db")
    plays = bgstats.read(SAMPLE.read_bytes()).plays[:60]
    assert {kept.what for kept in record_plays(copy, plays)} == {"unchanged"}
    again = [found for found in script.read(io.BytesIO(archived(lived_in))) if isinstance(found, Script)]
    assert {script_import.import_script(copy, found).what for found in again} == {"unchanged"}


def test_a_fork_alone_is_a_match_of_its_own(lived_in: MatchRepository, tmp_path: Path) -> None:
    (fork,) = [id for id in lived_in.ids() if lived_in.match(id).parent == "moves"]
    copy = read(archived(lived_in, fork), tmp_path / "copy.db")
    assert copy.match(fork).parent is None
    assert copy.match(fork).now.scores == lived_in.match(fork).now.scores


def test_a_fork_whose_parent_went_on_elsewhere_stands_alone(lived_in: MatchRepository, tmp_path: Path) -> None:
    (fork,) = [id for id in lived_in.ids() if lived_in.match(id).parent == "moves"]
    copy = records_in(tmp_path / "copy.db")
    record(copy, "moves", chocolatier, FOUR, 4, events=30)
    (found,) = script.read(io.BytesIO(archived(lived_in, fork)))
    assert isinstance(found, Script)
    match = script_import.import_script(copy, found).match
    assert (match.parent, match.now.scores) == (None, lived_in.match(fork).now.scores)


def test_a_refused_move_of_a_fork_is_told_with_its_line(tmp_path: Path) -> None:
    records = records_in(tmp_path / "matches.db")
    record(records, "moves", chocolatier, FOUR, 3, events=20)
    fork = records.fork("moves", 12)
    records.record(fork.id, PointsAdjusted(0, 3, "for the cake"))
    text = archived(records, "moves", fork.id).replace(b'"seat":0,"points":3', b'"seat":7,"points":3')
    copy = records_in(tmp_path / "copy.db")
    parent, child = (found for found in script.read(io.BytesIO(text)) if isinstance(found, Script))
    script_import.import_script(copy, parent)
    with pytest.raises(script.ScriptError, match=f"line {child.lines[-1]}: There is no seat 7"):
        script_import.import_script(copy, child)
    kept = script_import.import_script(copy, child, keep_valid=True)
    assert (kept.match.parent, kept.match.state) == ("moves", "closed")
    assert kept.problem is not None


def test_matches_come_in_the_order_they_were_recorded(lived_in: MatchRepository) -> None:
    assert isinstance(lived_in.store, SqliteStore)
    assert list(MatchIndex(lived_in.store, lived_in).ids()) == list(lived_in.ids())
