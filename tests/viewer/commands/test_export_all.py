"""`partie export-all`: what it writes where, and that nothing is written over by mistake."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from eventstore.formats import tables
from eventstore.store.sqlite import SqliteStore
from eventstore.store.sqlite_schema import refusing_trigger
from tests.recorded import fill, records_in
from tests.viewer.commands.terminal import Result, run


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exported") / "matches.db"
    fill(records_in(path))
    return path


def partie(store: Path, *words: object, code: int = 0) -> Result:
    result = run(store, *words, columns=200)
    assert result.code == code, result.output
    return result


def test_an_archive_is_imported_again_as_the_same_matches(store: Path, tmp_path: Path) -> None:
    archive, copy = tmp_path / "new folder" / "all.partie.jsonl", tmp_path / "copy.db"
    assert partie(store, "export-all", archive).output == f"4 matches written to {archive}\n"
    partie(copy, "import", archive)
    assert partie(copy, "list", "--json").output == partie(store, "list", "--json").output
    assert [path.name for path in archive.parent.iterdir()] == [archive.name]


@pytest.mark.slow
def test_only_what_is_wanted_is_written(store: Path, tmp_path: Path) -> None:
    words = ("--as", "bgstats", "--person", "Cleo", "--since", "2026-09", "--until", "2026-10")
    partie(store, "export-all", tmp_path / "BGStatsExport.json", *words)
    file = json.loads((tmp_path / "BGStatsExport.json").read_bytes())
    assert [game["name"] for game in file["games"]] == ["Kettle Race"]
    partie(store, "export-all", tmp_path / "tables", "--as", "tables", "--game", "Kettle Race")
    assert sorted(path.name for path in (tmp_path / "tables").iterdir()) == sorted(tables.FILES)
    assert pq.read_table(tmp_path / "tables" / "matches.parquet")["match"].to_pylist() == ["sheet"]


def test_what_is_there_is_kept_unless_it_is_forced(store: Path, tmp_path: Path) -> None:
    (tmp_path / "seats.csv").write_text("mine")
    refused = partie(store, "export-all", tmp_path, "--as", "tables", code=1)
    assert refused.output == f"{tmp_path / 'seats.csv'} already exists; --force overwrites it.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["seats.csv"]
    partie(store, "export-all", tmp_path, "--as", "tables", "--force")
    assert (tmp_path / "seats.csv").read_text() != "mine"
    partie(store, "export-all", tmp_path, code=1)


def test_a_damaged_match_is_left_out_and_told(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    fill(records_in(path))
    store = SqliteStore(path)
    store.database.conn.execute("DROP TRIGGER events_refuse_update")
    store.database.conn.execute("UPDATE events SET data = '{}' WHERE type = 'PointsNoted'")
    store.database.conn.execute(refusing_trigger("events", "UPDATE"))
    store.close()
    for form, number in (("archive", 3), ("tables", 3), ("bgstats", 2)):
        told = partie(path, "export-all", tmp_path / form, "--as", form, code=1).output
        assert f"{number} matches written to {tmp_path / form}\n" in told
        assert "Match sheet cannot be read and was left out; `partie verify sheet` shows the reason." in told
