"""Matches of a game that is not installed: nothing of them is lost, nothing is claimed, and nothing changes."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core import games
from core.record import kept_result
from core.record_events import MatchDescribed, MatchEnded, PointsAdjusted
from eventstore.formats.script import write_script, write_text
from eventstore.maintenance import backup, merging
from eventstore.maintenance.copying import copy
from eventstore.maintenance.verification import verify
from eventstore.matches.match import MATCHES, Refused
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.database import read_model_db
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.matches.test_kept_results import imported
from tests.eventstore.service.client import service
from tests.packages import PIG, installed, write_package
from tests.recorded import record, records_in
from tests.viewer.commands.terminal import Terminal

SENTENCE = "Without its game: install partie-pig."


@pytest.fixture
def package(tmp_path: Path) -> Path:
    write_package(tmp_path / "site", "pig", PIG)
    return tmp_path / "site"


@pytest.fixture
def records(tmp_path: Path, package: Path) -> Iterator[MatchRepository]:
    """A finished and an open match of the package's game, recorded while it was installed."""
    records = records_in(tmp_path / "matches.db")
    with installed(package):
        pig = games.find("pig")
        record(records, "won", pig, ("Anna", "Ben"), 3, played_on="2026-11-20", place="Brno")
        record(records, "open", pig, ("Anna", "Ben"), 3, events=5)
    yield records
    records.store.close()


def read_rows(records: MatchRepository) -> list[tuple[Any, ...]]:
    """All rows of the read tables, as they are stored."""
    MatchIndex(records.store, records).catch_up()
    assert isinstance(records.store, SqliteStore)
    return [
        row
        for table in ("matches", "seats", "tags", "facts", "results")
        for row in records.store.query(f"SELECT * FROM {table} ORDER BY 1, 2")
    ]


def test_the_header_names_the_package(records: MatchRepository) -> None:
    assert records.match("won").header.package == "partie-pig"
    assert records.start(games.find("azacru"), ["Anna", "Ben"]).header.package is None


def test_a_finished_match_is_listed_and_counted_with_its_kept_result(records: MatchRepository) -> None:
    index = MatchIndex(records.store, records)
    rows = {row.id: row for row in index.matches()}
    won = records.match("won")
    kept = kept_result(won.log)
    assert kept
    row = rows["won"]
    assert (row.game, row.package, row.missing, row.state) == ("pig", "partie-pig", True, "finished")
    assert (row.players, row.played_on, row.place) == (("Anna", "Ben"), "2026-11-20", "Brno")
    assert (row.scores, row.winners, row.result) == (kept.scores, kept.winners, kept)
    assert (rows["open"].state, rows["open"].scores, rows["open"].result) == ("open", None, None)
    (played,) = index.played()
    assert [seat.won for seat in played.seats] == [seat in kept.winners for seat in (0, 1)]


def test_it_is_exported_and_comes_in_byte_for_byte(records: MatchRepository, package: Path, tmp_path: Path) -> None:
    with installed(package):
        texts = [write(records.match(id)) for id in ("won", "open") for write in (write_script,)]
    without = [write_script(records.match(id)) for id in ("won", "open")]
    assert without == texts
    other = records_in(tmp_path / "other.db")
    assert [imported(other, text).what for text in (*texts, *texts)] == ["new", "new", "unchanged", "unchanged"]
    assert imported(other, write_text(records.match("won"))).what == "unchanged"
    assert [write_script(other.match(id)) for id in ("won", "open")] == texts
    assert other.match("won").outcome == records.match("won").outcome
    with installed(package):
        assert other.match("won").now.scores == records.match("won").now.scores
        report = verify(other)
        assert (report.damaged, report.rules_changed, report.not_checked) == ([], [], [])


def test_nothing_is_recorded_on_it_that_changes_the_play(records: MatchRepository) -> None:
    match = records.match("open")
    before = records.store.read(MATCHES + "open")
    for write in (
        lambda: records.take_back("open"),
        lambda: records.close("open", "abandoned"),
        lambda: records.correct("open", 2, 2, [], "x"),
        lambda: records.record("open", PointsAdjusted(0, 3, "x")),
        lambda: records.record("open", match.log[1].event),
    ):
        with pytest.raises(Refused, match=r"install partie-pig\. \(R-GAME\)"):
            write()
    assert records.store.read(MATCHES + "open") == before


def test_the_record_goes_on_without_the_game(records: MatchRepository, package: Path) -> None:
    records.describe("won", MatchDescribed(place="Praha"))
    records.note("won", 3, "lucky")
    records.withdraw("won")
    records.restore("won")
    records.people_repository.rename(records.match("won").header.players[0], "Zoe")
    match = records.match("won")
    assert (match.place, match.names[0], [note.text for note in records.notes("won")]) == ("Praha", "Zoe", ["lucky"])
    assert {row.state_digest for row in records.store.read(MATCHES + "won")[-3:]} == {None}
    with installed(package):
        assert not verify(records).rules_changed
        assert verify(records).is_whole
        assert records.match("won").outcome


def test_a_check_tells_what_it_could_not_check(records: MatchRepository, package: Path) -> None:
    report = verify(records)
    assert [(one.match, one.sentence) for one in report.not_checked] == [("won", SENTENCE), ("open", SENTENCE)]
    assert (report.is_whole, report.rules_changed) == (True, [])
    with installed(package):
        assert verify(records).not_checked == []


def test_uninstalled_used_and_installed_again_nothing_has_changed(records: MatchRepository, package: Path) -> None:
    with installed(package):
        before = read_rows(records)
    log = list(records.store.read_all(limit=10**6))
    assert all(row.missing for row in MatchIndex(records.store, records).matches())
    assert read_rows(records) == before, "rows that were folded with the game stay"
    MatchIndex(records.store, records).rebuild()
    assert read_rows(records) != before
    with installed(package):
        assert read_rows(records) == before
    assert list(records.store.read_all(limit=10**6)) == log


def test_it_is_backed_up_copied_and_merged(records: MatchRepository, package: Path, tmp_path: Path) -> None:
    assert isinstance(records.store, SqliteStore)
    saved = tmp_path / "backup.db"
    backup.backup(records.store, saved)
    copied = records_in(tmp_path / "copy.db")
    copy(records.store, copied.store)
    merged = records_in(tmp_path / "merged.db")
    merging.merge(merged.store, records.store)
    for path in (saved, tmp_path / "copy.db", tmp_path / "merged.db"):
        other = records_in(path)
        assert write_script(other.match("won")) == write_script(records.match("won"))
        assert verify(other).is_whole
        with installed(package):
            assert not verify(other).rules_changed


def test_the_service_says_which_package_is_missing(package: Path, tmp_path: Path) -> None:
    with service(tmp_path / "served") as client:
        with installed(package):
            pig, records = games.find("pig"), client.app_state.records
            record(records, "won", pig, ("Anna", "Ben"), 3)
            record(records, "open", pig, ("Anna", "Ben"), 3, events=5)
        listed = {row["id"]: row for row in client.get("/api/matches")["matches"]}
        assert (listed["won"]["state"], listed["won"]["players"]) == ("finished", ["Anna", "Ben"])
        assert client.get("/api/matches/won")["scores"] == listed["won"]["scores"]
        assert client.get("/api/matches/open/moves")["moves"] == []
        assert '"type":"DieRolled"' in client("GET", "/api/matches/won/script").text
        tag = client("GET", "/api/matches/open").headers["ETag"]
        moves = {"events": [{"type": "Held", "seat": 0}]}
        refused = client.refused(422, "POST", "/api/matches/open/events", moves, if_match=tag)
        assert SENTENCE in refused["detail"]
        assert client("GET", "/api/matches/won/review").status_code == 422


def test_a_closed_match_without_its_game_and_points_has_no_winner(records: MatchRepository, package: Path) -> None:
    with installed(package):
        records.close(records.match("open"), "agreed")
    log = [entry for entry in records.match("open").log if not isinstance(entry.event, MatchEnded)]
    unknown = replace(records.match("open").game, kept=None)
    outcome = replace(records.match("open"), game=unknown, log=tuple(log)).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ranks) == ((), (1, 1))


def test_a_long_event_of_an_unknown_game_comes_in_whole(tmp_path: Path) -> None:
    words = ["word " * 30] * 150
    event = json.dumps({"type": "StoryTold", "words": words}, separators=(",", ":"))
    text = f'{{"partie": 1, "game": "tales", "id": "t1", "options": {{}}, "players": ["Anna"]}}\n{event}\n'
    (tmp_path / "t.partie.jsonl").write_text(text, "utf-8")
    partie = Terminal(tmp_path / "m.db")
    partie("import", tmp_path / "t.partie.jsonl")
    assert partie("export", "t1") == text


def test_a_match_listed_before_its_game_was_installed_is_not_damaged(records: MatchRepository, package: Path) -> None:
    MatchIndex(records.store, records).catch_up()
    with installed(package):
        assert verify(records).damaged == []
        MatchIndex(records.store, records).catch_up()
        assert isinstance(records.store, SqliteStore)
        with read_model_db(records.store).transaction() as connection:
            connection.execute("UPDATE matches SET place = 'Praha' WHERE id = 'won'")
        assert [finding.match for finding in verify(records).damaged] == ["won"]


def test_the_next_turn_of_a_match_without_its_game_is_not_claimed(records: MatchRepository, tmp_path: Path) -> None:
    records.start(games.find_or_absent("azacru", rules=9), ["Anna", "Ben"], rules=9, id="later")
    partie = Terminal(tmp_path / "matches.db")
    reasons = {"open": SENTENCE, "later": "Without its game: rules 9 of Azacru need a newer Partie."}
    for id, reason in reasons.items():
        assert reason in partie("show", id)
        assert reason in partie("legal", id)
        assert "chance" not in partie("show", id)
        assert partie.json("show", id)["turn"] is None
