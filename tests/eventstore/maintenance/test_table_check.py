"""The check of the read tables finds every difference from the log, and no other."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from core.record_events import DetailsNoted, SeatDetails
from eventstore.maintenance.backup import backup
from eventstore.maintenance.table_check import CUT_OFF
from eventstore.maintenance.verification import verify
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import projector
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.person import person_statistics
from eventstore.store.postgres import PostgresStore
from eventstore.store.sqlite import SqliteStore
from tests.recorded import record, records_in
from tests.stores import change

pytestmark = pytest.mark.slow


@pytest.fixture
def records(tmp_path: Path) -> Iterator[MatchRepository]:
    """Matches of both kinds, a fork, notes and a bookmark, all in the read tables."""
    records = records_in(tmp_path / "a.db")
    fill(records)
    yield records
    records.store.close()


def fill(records: MatchRepository) -> None:
    record(records, "azul", chocolatier, ("Anna", "Ben"), 5, tags=("x", "y"), place="Brno")
    records.start(scoresheet, ["Anna", "Ben"], PointsNoted("a", (1, 2)), PointsNoted("b", (3, 4)), id="sheet")
    MatchIndex(records.store, records).catch_up()
    records.record("sheet", PointsNoted("c", (5, 6)))
    records.fork("azul", 9)
    records.note("sheet", 2, "again", bookmark=True)
    records.record("azul", DetailsNoted(seats=(SeatDetails(color="red", team="Red"), SeatDetails())))
    bring_ratings_forward(records)


def bring_ratings_forward(records: MatchRepository) -> None:
    index = MatchIndex(records.store, records)
    person_statistics(index.population(), next(iter(records.people().names)), {})


def test_tables_that_are_right_are_found_right(records: MatchRepository) -> None:
    assert verify(records).is_whole
    records.record("sheet", PointsNoted("d", (5, 6)))
    assert verify(records).is_whole, "of what changed since, the tables claim nothing"


def test_a_match_that_came_in_two_pages_of_the_log_is_listed_by_its_first_event(
    records: MatchRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projector, "BATCH_SIZE", 7)
    MatchIndex(records.store, records).rebuild()
    assert verify(records).is_whole


DAMAGE = [
    ("UPDATE matches SET place = 'Praha' WHERE id = 'azul'", "azul"),
    ("UPDATE matches SET state = 'open' WHERE id = 'azul'", "azul"),
    ("UPDATE matches SET recorded = recorded + 1 WHERE id = 'sheet'", "sheet"),
    ("UPDATE matches SET row = replace(row, '\"scores\":[', '\"scores\":[9') WHERE id = 'azul'", "azul"),
    ("UPDATE matches SET played = '' WHERE id = 'azul'", "azul"),
    ("UPDATE matches SET details = '[]' WHERE id = 'azul'", "azul"),
    ("DELETE FROM matches WHERE id = 'sheet'", "sheet"),
    ("UPDATE seats SET person = 'x' WHERE match = 'azul' AND seat = 0", "azul"),
    ("DELETE FROM seats WHERE match = 'sheet'", "sheet"),
    ("INSERT INTO tags VALUES ('z', 'z', 'azul')", "azul"),
    ("DELETE FROM tags WHERE tag = 'x' AND match = 'azul'", "azul"),
    ("UPDATE facts SET value = 'blue' WHERE kind = 'color'", "azul"),
    ("UPDATE bookmarks SET note = replace(note, 'again', 'never')", "sheet"),
    ("UPDATE bookmarks SET position = 1", "sheet"),
    ("UPDATE texts SET text = 'never'", "sheet"),
    ("DELETE FROM words", "sheet"),
    ("UPDATE plays SET minutes = 1 WHERE match = 'azul'", "azul"),
    ("UPDATE results SET rank = 7 WHERE match = 'azul' AND seat = 0", "azul"),
    ("UPDATE sources SET place = place + 9 WHERE match = 'azul' AND seat = 0", "azul"),
    ("UPDATE source_values SET seats = seats + 1", ""),
    ("DELETE FROM play_counts WHERE kind = 'day'", ""),
    ("UPDATE seat_counts SET seats = seats + 1", ""),
    ("UPDATE person_games SET wins = wins + 1", ""),
    ("UPDATE ratings SET mean = mean + 1", ""),
    ("DELETE FROM ratings WHERE match = 'azul'", ""),
    ("INSERT INTO tags VALUES ('z', 'z', 'gone')", ""),
    ("UPDATE projections SET people = 1000", ""),
]
"""A change of the read tables, and the match that it damages."""


def test_what_the_tables_say_else_than_the_log_is_damage(records: MatchRepository) -> None:
    assert isinstance(records.store, SqliteStore)
    for sql, match in DAMAGE:
        change(records.store.path, sql)
        report = verify(records)
        # A changed row may also no longer fit the counts, which are no row of one match.
        assert [one.match for one in report.damaged if one.match or not match] == [match], sql
        assert "`partie rebuild` makes them anew." in report.damaged[0].sentence
        assert not report.tampered
        MatchIndex(records.store, records).rebuild()
        bring_ratings_forward(records)
        assert verify(records).is_whole, sql


def test_a_log_that_was_cut_off_behind_what_the_tables_have_seen_is_found(records: MatchRepository) -> None:
    assert isinstance(records.store, SqliteStore)
    last = records.store.read_all(limit=10**6)[-1]
    change(records.store.path, f"DELETE FROM events WHERE position = {last.position}", triggers=False)
    assert CUT_OFF in verify(records).tampered


def test_lists_of_a_log_that_was_cut_off_are_made_anew(records: MatchRepository) -> None:
    assert isinstance(records.store, SqliteStore)
    library = MatchIndex(records.store, records)
    change(records.store.path, "DELETE FROM events WHERE position > 81", triggers=False)
    listed = {row.id for row in library.matches()}
    assert listed == set(records.ids()) != set()


def test_a_database_that_was_cut_off_is_found(postgres: PostgresStore, database: str) -> None:
    records = MatchRepository(postgres)
    fill(records)
    records.record("sheet", PointsNoted("d", (5, 6)))  # The last row of its shard, wherever the fork is.
    MatchIndex(records.store, records).catch_up()
    assert verify(records).is_whole
    with psycopg.connect(database) as connection:
        connection.execute("ALTER TABLE events DISABLE TRIGGER USER")
        connection.execute("DELETE FROM events WHERE stream = %s AND version = 5", (MATCHES + "sheet",))
    assert CUT_OFF in verify(records).tampered


def test_a_copy_with_wrong_tables_says_so_when_it_is_checked(records: MatchRepository, tmp_path: Path) -> None:
    assert isinstance(records.store, SqliteStore)
    change(records.store.path, "UPDATE matches SET place = 'Praha' WHERE id = 'azul'")
    backup(records.store, tmp_path / "b.db")
    copied = records_in(tmp_path / "b.db")
    assert [one.match for one in verify(copied).damaged] == ["azul"]
    copied.store.close()
