"""Verification distinguishes tampering, damage and changed rules, with match, version and sentence."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from core.record_events import MatchDescribed
from eventstore.codec import encode_data
from eventstore.digests import state_digest
from eventstore.maintenance.findings import Finding, Report
from eventstore.maintenance.passes import Processes, place_of, start_processes
from eventstore.maintenance.verification import verify
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Append, NewEvent
from tests.recorded import record, records_in
from tests.viewer.conformance import toy_game as pig
from tests.viewer.conformance.toy_game import DieRolled, Held


@pytest.fixture
def records(tmp_path: Path) -> Iterator[MatchRepository]:
    """A store with a long match, a sheet with every change there is, its fork, notes and people."""
    records = records_in(tmp_path / "a.db")
    record(records, "azul", chocolatier, ("Anna", "Ben"), 5)
    records.start(scoresheet, ["Anna", "Ben"], *(PointsNoted(label, (1, 2)) for label in "abc"), id="sheet")
    records.correct("sheet", 3, 3, [PointsNoted("b", (5, 5))], "misread")
    records.take_back("sheet")
    records.describe("sheet", MatchDescribed(players=("Ben", "Zoe")))
    fork = records.fork("sheet", 2)
    records.record(fork.id, PointsNoted("other", (7, 7)))
    records.note("sheet", 2, "hm", "!?")
    yield records
    assert isinstance(records.store, SqliteStore)
    records.store.close()


def change(records: MatchRepository, sql: str, *values: object) -> None:
    """Change the file with SQL, without the triggers, as a database tool can."""
    assert isinstance(records.store, SqliteStore)
    with records.store.transaction() as connection:
        for trigger in ("events_refuse_update", "events_refuse_delete"):
            connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        connection.execute(sql, values)


def append_unchecked(records: MatchRepository, id: str, event: str, data: str) -> int:
    """Append a row that the rules never see, with a valid chain."""
    stream = MATCHES + id
    after = len(records.store.read(stream))
    (row,) = records.store.append(
        Append(stream, [NewEvent(event, data)], expected_version=after, by="x", at="2026-11-20T18:30:00Z")
    )
    return row.version


def whole(report: Report) -> bool:
    return not (report.tampered or report.damaged or report.rules_changed)


def test_what_was_recorded_is_whole(records: MatchRepository) -> None:
    calls: list[tuple[int, int]] = []
    report = verify(records, progress=lambda done, of: calls.append((done, of)))
    assert whole(report)
    assert report.is_whole
    streams = list(records.store.streams())
    assert report.matches == 3
    assert report.events == sum(len(records.store.read(name)) for name in streams if name.startswith(MATCHES))
    assert calls[0] == (0, len(streams))
    assert calls[-1] == (len(streams), len(streams))


def test_checking_changes_nothing(records: MatchRepository) -> None:
    before = records.store.read_all(limit=10**6)
    verify(records)
    assert records.store.read_all(limit=10**6) == before


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("UPDATE events SET data = replace(data, ':', ': ') WHERE position = 12", "not what was written"),
        ("UPDATE events SET recorded_at = '1999' WHERE position = 12", "not what was written"),
        ("DELETE FROM events WHERE position = 12", "is missing"),
        ("UPDATE events SET data = 'no JSON' WHERE position = 12", "not what was written"),
        ("UPDATE events SET data = char(31) WHERE position = 12", "not what was written"),
    ],
)
def test_a_changed_row_is_tampering(records: MatchRepository, sql: str, sentence: str) -> None:
    version = records.store.read_all(limit=12)[11].version
    change(records, sql)
    report = verify(records)
    assert [(one.match, one.version) for one in report.tampered] == [("azul", version)]
    assert sentence in report.tampered[0].sentence
    assert report.damaged == report.rules_changed == []
    assert not report.is_whole


@pytest.mark.parametrize(("stream", "expected"), [("people", "people"), ("notes/sheet", "notes/sheet")])
def test_notes_and_people_are_checked_too(records: MatchRepository, stream: str, expected: str) -> None:
    change(records, "UPDATE events SET data = '{}' WHERE stream = (SELECT id FROM streams WHERE name = ?)", stream)
    assert [one.match for one in verify(records).tampered] == [expected]


def test_a_row_that_cannot_be_read_is_damage(records: MatchRepository) -> None:
    version = append_unchecked(records, "sheet", "PointsNoted", '{"label":3}')
    report = verify(records)
    assert [(one.match, one.version) for one in report.damaged] == [("sheet", version)]
    assert report.damaged[0].sentence.startswith("PointsNoted: label: Input should be a valid string")
    append_unchecked(records, "azul", "Castled", "{}")
    assert [one.match for one in verify(records).damaged] == ["azul", "sheet"]


def test_a_match_that_begins_wrongly_is_damage(records: MatchRepository) -> None:
    header = '{"game":"chess","players":[]}'
    for id, event, data in (
        ("chess", "MatchStarted", header),
        ("headless", "TakenBack", '{"since":2}'),
        ("orphan", "Forked", '{"stream":"matches/gone","version":2}'),
        ("options", "MatchStarted", '{"game":"chocolatier","players":["a","b"],"options":{"wall":"green"}}'),
    ):
        append_unchecked(records, id, event, data)
    report = verify(records)
    assert [(one.match, one.sentence) for one in report.not_checked] == [
        ("chess", "Without its game: no installed package brings chess.")
    ]
    assert {one.match: (one.version, one.sentence[:40]) for one in report.damaged} == {
        "headless": (1, "The match does not begin with its header"),
        "orphan": (3, "The match it goes on from cannot be read"),
        "options": (1, "options: wall: Input should be 'colored'"),
    }


def test_an_event_that_the_rules_refuse_is_told_by_rule(records: MatchRepository) -> None:
    version = append_unchecked(records, "sheet", "PointsNoted", encode_data(PointsNoted("a", (1, 1))))
    report = verify(records)
    (found,) = report.rules_changed
    assert (found.match, found.version) == ("sheet", version)
    assert "N-LABEL-1" in found.sentence
    assert report.is_whole


def test_a_title_without_the_name_of_somebody_forgotten_is_no_change_of_rules(records: MatchRepository) -> None:
    line = PointsNoted("a", (1, 2))
    race = records.start(scoresheet, ["Jitka", "Ben"], line, options={"title": "Jitka's Race"}, id="race")
    records.start(scoresheet, ["Jitka", "Ben"], id="other")
    records.describe("other", MatchDescribed(options={"title": "Race of Jitka"}))
    records.record("other", line)
    fork = records.fork("race", 2)
    records.record(fork.id, PointsNoted("b", (1, 2)))
    records.people_repository.forget(race.header.players[0])
    assert records.match("race").game_title == "somebody's Race"
    records.record("race", PointsNoted("b", (1, 2)))
    assert whole(verify(records))
    append_unchecked(records, "race", "PointsNoted", encode_data(line))
    assert [found.match for found in verify(records).rules_changed] == ["race"]


def test_an_engine_that_counts_otherwise_is_noticed(
    tmp_path: Path, toy_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = records_in(tmp_path / "pig.db")
    id = records.start(pig, ["Anna", "Ben"], DieRolled(4), Held(0), DieRolled(3), Held(1)).id
    assert whole(verify(records))
    evolve = pig.evolve
    monkeypatch.setattr(
        pig,
        "evolve",
        lambda state, event: replace(evolve(state, event), round=99) if event == Held(0) else evolve(state, event),
    )
    assert verify(records).rules_changed == [Finding(id, 3, "After event 3 today's rules compute another table.")]


@pytest.mark.parametrize("error", [KeyError("pips"), RecursionError(), AssertionError("no"), ZeroDivisionError()])
def test_a_match_on_which_its_game_fails_hides_no_other_finding(
    tmp_path: Path, toy_game: Any, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    records = records_in(tmp_path / "pig.db")
    first = records.start(pig, ["Anna", "Ben"], DieRolled(4), Held(0), DieRolled(6), Held(1)).id
    other = records.start(pig, ["Anna", "Ben"], DieRolled(4), Held(0), id="zz").id
    fork = records.fork(first, 4).id
    library = MatchIndex(records.store, records)
    library.catch_up()
    evolve = pig.evolve

    def failing(state: Any, event: Any) -> Any:
        if event == DieRolled(6):
            raise error
        return evolve(state, event)

    monkeypatch.setattr(pig, "evolve", failing)
    change(records, "UPDATE events SET recorded_at = '1999' WHERE stream = (SELECT max(stream) FROM events) - 1")
    report = verify(records)
    assert [(one.match, one.version) for one in report.rules_changed] == [(first, 4), (fork, 4)]
    assert type(error).__name__ in report.rules_changed[0].sentence
    assert [one.match for one in report.tampered] == [other]
    assert [one.match for one in verify(records, first).rules_changed] == [first]
    library.rebuild()
    assert {row.id: row.state for row in library.matches()} == {first: "damaged", fork: "damaged", other: "open"}
    assert library.played() == ()


def test_notes_that_cannot_be_read_hide_no_other_finding_and_no_list(records: MatchRepository) -> None:
    records.note("azul", 1, "hm", bookmark=True)
    records.store.append(
        Append("notes/sheet", [NewEvent("NoteWritten", "{}")], expected_version=1, by="x", at="2026-11-20T18:30:00Z")
    )
    library = MatchIndex(records.store, records)
    assert len(library.matches()) == 3
    assert [row.id for row, _ in library.bookmarks()] == ["azul"]
    library.rebuild()
    assert [one.match for one in verify(records).damaged] == ["notes/sheet"]


def test_a_match_without_events_is_tampering(records: MatchRepository) -> None:
    change(records, "DELETE FROM events WHERE stream = (SELECT id FROM streams WHERE name = 'matches/azul')")
    assert (
        verify(records).tampered == verify(records, "azul").tampered == [Finding("azul", 1, "All its events are gone.")]
    )


@pytest.mark.slow
def test_several_processes_find_the_same_in_the_same_order(
    records: MatchRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Processes, "least_parts", 1)
    monkeypatch.setattr("eventstore.maintenance.verification.CHUNK_SIZE", 2)
    append_unchecked(records, "sheet", "PointsNoted", '{"label":3}')
    change(records, "UPDATE events SET recorded_at = '1999' WHERE position = 12")
    records.people_repository.forget(records.people().named("Zoe")[0])
    calls: list[tuple[int, int]] = []
    assert isinstance(records.store, SqliteStore)
    with start_processes(2) as pool:
        workers = Processes(pool, 2, place_of(records.store, str(records.store.path)))
        report = verify(records, progress=lambda done, of: calls.append((done, of)), workers=workers)
    assert report == verify(records)
    assert (len(report.tampered), len(report.damaged)) == (1, 1)
    assert calls == [(0, 5), (2, 5), (4, 5), (5, 5)]


def test_one_match_can_be_checked_alone(records: MatchRepository) -> None:
    append_unchecked(records, "azul", "Castled", "{}")
    report = verify(records, "sheet")
    assert (whole(report), report.matches) == (True, 1)
    assert not whole(verify(records, "azul"))


def test_a_damaged_file_is_told_stream_by_stream(records: MatchRepository) -> None:
    change(records, "UPDATE events SET data = CAST(x'ff' AS TEXT) WHERE type = 'WinnersNamed' OR position = 12")
    assert {one.match for one in verify(records).damaged} | {one.match for one in verify(records).tampered} == {"azul"}


def test_the_state_digest_covers_state_and_scores() -> None:
    first = state_digest((1, 2), (3, None))
    assert len({first, state_digest((1, 3), (3, None)), state_digest((1, 2), (3, 0))}) == 3
    assert first == state_digest((1, 2), [3, None])
