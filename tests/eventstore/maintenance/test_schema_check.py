"""`verify` names every object of the schema that is foreign, missing or changed, and says what to do."""

import zlib
from contextlib import closing
from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance.backup import restore
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.database import read_model_db
from eventstore.readmodels.index import MatchIndex
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from eventstore.store.open_store import open_store
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import UnusableStore
from eventstore.store.store_url import is_file
from tests.eventstore.reviews.reviewed import made_up, short_azacru
from tests.eventstore.store.test_foreign_schema import POSTGRES, SQLITE, run
from tests.stores import KINDS, change, empty
from tests.viewer.commands.terminal import Terminal

pytestmark = pytest.mark.slow

FOREIGN = {
    "sqlite": {
        SQLITE["an insert ignored"]: ("The trigger x on events is not Partie's", "`DROP TRIGGER x`"),
        'CREATE TRIGGER "a b" AFTER DELETE ON blobs BEGIN SELECT 1; END': ("The trigger a b", '`DROP TRIGGER "a b"`'),
        "CREATE VIEW x AS SELECT 1": ("The view x is not Partie's", "`DROP VIEW x`"),
        "CREATE TABLE x (y)": ("The table x is not Partie's", "`DROP TABLE x`"),
        "CREATE UNIQUE INDEX x ON events (position, data)": ("The index x on events is not", "`DROP INDEX x`"),
        "DROP TRIGGER events_refuse_delete": ("The trigger events_refuse_delete on events is missing", "`partie copy`"),
        "DROP INDEX events_by_source": ("The index events_by_source on events is missing", "`partie copy`"),
        "DROP INDEX events_by_source; CREATE INDEX events_by_source ON events (source, stream)": (
            "The index events_by_source on events is not as Partie created it",
            "`partie copy`",
        ),
        "ALTER TABLE events ADD COLUMN more TEXT": ("The table events is not as Partie created it", "`partie copy`"),
        SQLITE["the name of a trigger of Partie"]: ("events_refuse_update on events is not as Partie", "`partie copy`"),
        "CREATE TRIGGER x AFTER INSERT ON matches BEGIN SELECT 1; END": ("x on matches is not", "`partie rebuild`"),
        "DROP INDEX matches_by_game": ("The index matches_by_game on matches is missing", "`partie rebuild`"),
        "DROP TABLE tags; CREATE VIEW tags AS SELECT 1 AS tag, 2 AS match": ("The view tags", "`partie rebuild`"),
    },
    "postgres": {
        POSTGRES["an insert ignored"]: ("The trigger x on events is not Partie's", "`DROP TRIGGER x ON events`"),
        POSTGRES["a rule"]: ("The rule x on shards is not Partie's", "`DROP RULE x ON shards`"),
        POSTGRES["row security"]: ("The table events is not as Partie created it", "`partie copy`"),
        POSTGRES["a table that inherits"]: ("The table x on events is not Partie's", "`DROP TABLE x`"),
        "CREATE POLICY x ON events": ("The policy x on events is not Partie's", "`DROP POLICY x ON events`"),
        "CREATE VIEW x AS SELECT * FROM events": ("The view x on events is not Partie's", "`DROP VIEW x`"),
        "ALTER TABLE events ADD CONSTRAINT x CHECK (version < 9)": ("The constraint x on events", "DROP CONSTRAINT x`"),
        "CREATE UNIQUE INDEX x ON events (recorded_at, position)": ("The index x on events is not", "`DROP INDEX x`"),
        "DROP TRIGGER events_refuse_truncate ON events": (
            "events_refuse_truncate on events is missing",
            "`partie copy`",
        ),
        "ALTER TABLE blobs DISABLE TRIGGER USER": ("blobs_refuse_change on blobs is not as Partie", "`partie copy`"),
        "DROP INDEX one_event_a_source": ("The index one_event_a_source on events is missing", "`partie copy`"),
        "ALTER TABLE events ADD COLUMN more text": ("The table events is not as Partie created it", "`partie copy`"),
        "ALTER TABLE events ALTER COLUMN data DROP NOT NULL": ("The table events is not as Partie", "`partie copy`"),
        "ALTER TABLE blobs SET UNLOGGED": ("The table blobs is not as Partie created it", "`partie copy`"),
        "CREATE OR REPLACE FUNCTION partie_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'": (
            "The function partie_refuse is not as Partie created it",
            "`partie copy`",
        ),
    },
}


@pytest.mark.parametrize(("kind", "sql"), [(kind, sql) for kind in KINDS for sql in FOREIGN[kind]])
def test_a_foreign_missing_or_changed_object_is_named_with_its_remedy(
    kind: str, sql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    address = empty(kind, tmp_path)
    with closing(open_store(address)) as store:
        records = MatchRepository(store)
        records.start(scoresheet, ["Anna", "Ben"], PointsNoted("a", (1, 2)))
        MatchIndex(store, records).catch_up()
        assert verify(records).is_whole
        run(address, sql)
        report = verify(records)
        subject, remedy = FOREIGN[kind][sql]
        assert any(subject in one.sentence and remedy in one.sentence for one in report.schema), report.schema
        assert not report.is_whole
        assert report.tampered == report.rules_changed == []


def test_a_rebuild_makes_read_tables_without_foreign_objects(tmp_path: Path) -> None:
    partie = Terminal(tmp_path / "a.db")
    partie.new("scoresheet", "--player", "Anna", "--player", "Ben")
    endless = "WITH RECURSIVE e (n) AS (SELECT 1 UNION ALL SELECT n FROM e) SELECT n AS id FROM e"
    for sql in (
        "CREATE TRIGGER x BEFORE INSERT ON matches BEGIN SELECT RAISE(IGNORE); END; DELETE FROM matches",
        "DROP INDEX matches_by_game; DROP TABLE tags",
        f"DROP TABLE matches; CREATE VIEW matches AS {endless}",
        f"DROP TABLE projections; CREATE VIEW projections AS {endless}",
    ):
        partie("list")
        run(str(partie.store), sql)
        partie("rebuild")
        assert len(partie.json("list")) == 1
        partie("verify")


def test_verify_prints_the_object_and_exits_with_3(tmp_path: Path) -> None:
    partie = Terminal(tmp_path / "a.db")
    id = partie.new("scoresheet", "--player", "Anna", "--player", "Ben")
    run(str(partie.store), SQLITE["an insert ignored"])
    told = partie("verify", code=3)
    assert "schema changed: the store: The trigger x on events is not Partie's." in told
    assert "0 tampered, 0 damaged, 0 rules changed, 1 schema changed" in told
    assert [one["sentence"] for one in partie.json("verify", code=3)["schema"]]
    assert "is not written to" in partie("withdraw", id, code=1)
    assert len(partie.json("list")) == 1
    assert id in partie("show", id)


def test_a_file_with_views_is_neither_merged_nor_restored_nor_opened(tmp_path: Path) -> None:
    partie, other = Terminal(tmp_path / "a.db"), Terminal(tmp_path / "b.db")
    for each in (partie, other):
        each.new("scoresheet", "--player", "Anna", "--player", "Ben")
    endless = "WITH RECURSIVE e (n) AS (SELECT 1 UNION ALL SELECT n FROM e) SELECT n AS id, n AS name FROM e"
    run(str(other.store), f"PRAGMA foreign_keys=OFF; DROP TABLE streams; CREATE VIEW streams AS {endless}")
    for words in (
        ("merge", other.store),
        ("restore", other.store, "--force"),
        ("copy", "--from", other.store, "--to", "c.db"),
    ):
        assert "is not read: its tables are missing or replaced" in partie(*words, code=1)
    for words in (("list",), ("backup", tmp_path / "d.db"), ("rebuild",)):
        assert "is not read: its tables are missing or replaced" in other(*words, code=1)
    assert "is not read: its tables are missing or replaced" in other("verify", code=3)
    assert len(partie.json("list")) == 1


def test_a_store_with_foreign_objects_is_not_merged_and_not_restored(tmp_path: Path) -> None:
    partie, other = Terminal(tmp_path / "a.db"), Terminal(tmp_path / "b.db")
    for each in (partie, other):
        each.new("scoresheet", "--player", "Anna", "--player", "Ben")
    run(str(other.store), "ALTER TABLE events ADD COLUMN more TEXT AS (hex(zeroblob(400000000)))")
    assert "is not whole and was not merged" in partie("merge", other.store, code=1)
    with pytest.raises(UnusableStore, match="is not whole and was not restored"):
        restore(other.store, tmp_path / "c.db")


def test_a_copy_of_the_rows_has_the_right_schema_again(tmp_path: Path) -> None:
    partie = Terminal(tmp_path / "a.db")
    partie.new("scoresheet", "--player", "Anna", "--player", "Ben")
    run(str(partie.store), "DROP TRIGGER events_refuse_delete; DROP INDEX events_by_source")
    run(str(partie.store), SQLITE["an insert ignored"])
    partie("verify", code=3)
    partie("copy", "--to", tmp_path / "b.db")
    assert "1 matches" in Terminal(tmp_path / "b.db")("verify")


def test_a_changed_version_of_the_people_is_found(records: MatchRepository) -> None:
    records.start(scoresheet, ["Anna", "Ben"], PointsNoted("a", (1, 2)))
    index = MatchIndex(records.store, records)
    index.catch_up()
    records.start(scoresheet, ["Zoe", "Ben"], PointsNoted("a", (1, 2)))
    assert verify(records).is_whole, "tables that are behind the log"
    index.catch_up()
    for people in ("people - 1", "0", "people + 1", "999"):
        with read_model_db(records.store).transaction() as connection:
            connection.execute(f"UPDATE projections SET people = {people}")
        assert ["stream of people" in one.sentence for one in verify(records).damaged] == [True], people
        index.rebuild()
        assert verify(records).is_whole


def test_a_bookmark_of_a_match_without_notes_is_found(records: MatchRepository) -> None:
    match = records.start(scoresheet, ["Anna", "Ben"])
    MatchIndex(records.store, records).catch_up()
    assert isinstance(records.store, SqliteStore)
    run(str(records.store.path), f"INSERT INTO bookmarks VALUES ('{match.id}', '{{}}', 1, 0)")
    assert ["bookmarks" in one.sentence for one in verify(records).damaged] == [True]


@pytest.mark.parametrize("column", ["review", "seats"])
def test_a_changed_review_is_not_shown_and_is_named(records: MatchRepository, column: str) -> None:
    match, reviews = short_azacru(records), ReviewRepository(records.store)
    MatchIndex(records.store, records).catch_up()
    key = review_key(records.store, match.id, "quick")
    reviews.keep(key, match.version, made_up(key.seed))
    assert verify(records).is_whole
    assert isinstance(records.store, SqliteStore)
    ((content,),) = records.store.query(f"SELECT {column} FROM reviews")
    text = zlib.decompress(content).decode() if column == "review" else content
    changed = text.replace("1.25", "7.25")
    assert changed != text
    with records.store.transaction() as connection:
        value = zlib.compress(changed.encode()) if column == "review" else changed
        connection.execute(f"UPDATE reviews SET {column} = ?", (value,))
    assert [(one.match, "review" in one.sentence) for one in verify(records).damaged] == [(match.id, True)]
    if column == "review":
        assert (reviews.review(key), reviews.object(key), reviews.has(key)) == (None, None, False)
    else:
        assert reviews.seats("quick") == {}
    reviews.keep(key, match.version, made_up(key.seed))
    assert reviews.review(key) == made_up(key.seed)
    assert verify(records).is_whole


def test_reviews_of_an_older_format_are_replaced(records: MatchRepository) -> None:
    match, reviews = short_azacru(records), ReviewRepository(records.store)
    assert isinstance(records.store, SqliteStore)
    with records.store.transaction() as connection:
        connection.execute("CREATE TABLE reviews (match TEXT NOT NULL, review BLOB NOT NULL) STRICT")
    assert verify(records).is_whole
    key = review_key(records.store, match.id, "quick")
    assert reviews.review(key) is None
    reviews.keep(key, match.version, made_up(key.seed))
    assert reviews.review(key) == made_up(key.seed)
    assert verify(records).is_whole


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stream", ["matches/tea", "photos/nothing", "people"])
def test_contents_that_belong_to_no_photo_are_found(
    kind: str, stream: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    address = empty(kind, tmp_path)
    with closing(open_store(address)) as store:
        records = MatchRepository(store)
        records.start(scoresheet, ["Anna", "Ben"], id="tea")
        if is_file(address):
            change(address, f"INSERT OR IGNORE INTO streams (name) VALUES ('{stream}')")
            number = f"(SELECT id FROM streams WHERE name = '{stream}')"
            change(address, f"INSERT INTO blobs (stream, digest, content) VALUES ({number}, 'abc', x'00')")
        else:
            run(address, f"INSERT INTO blobs VALUES (3, '{stream}', 'abc', '\\x00')")
        assert ["to no photo" in one.sentence for one in verify(records).damaged] == [True]
