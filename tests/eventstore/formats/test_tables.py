"""All matches as tables: the values of the cells, equal in CSV and Parquet."""

import csv
import io
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import ScoresClaimed
from eventstore.formats import tables
from eventstore.formats.cells import harmless
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from eventstore.statistics import extract
from tests.recorded import FOUR, record, records_in


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> MatchRepository:
    records = records_in(tmp_path_factory.mktemp("tables") / "matches.db")
    record(records, "moves", chocolatier, FOUR, 3, played_on="2026-11-18", place="Brno", tags=("home", "late"))
    lines = (PointsNoted("=SUM(A1)", (0, None, 2.5)), PointsNoted("Round 2", (4, None, -1)), WinnersNamed((0,)))
    names = (Player("@Zoe; x", ("bgg:zoe", "bgstats:1")), "Bén", "Anna")
    records.start(scoresheet, names, *lines, id="sheet", options={"title": "Kettle Race", "bgg_id": 7})
    records.record("sheet", ScoresClaimed((4, None, 2)))
    records.take_back("sheet", 4)
    return records


Written = dict[str, list[dict[str, object]]]


def written(records: MatchRepository) -> tuple[Written, dict[str, list[dict[str, str]]]]:
    """The rows of every table as Parquet and as CSV tell them."""
    files = {name: io.BytesIO() for name in tables.FILES}
    assert tables.write(records, records.ids(), files) == ()
    plain = {
        name: list(csv.DictReader(io.StringIO(files[f"{name}.csv"].getvalue().decode("utf-8-sig"))))
        for name in tables.SCHEMAS
    }
    return {name: pq.read_table(files[f"{name}.parquet"]).to_pylist() for name in tables.SCHEMAS}, plain


@pytest.mark.slow
def test_both_forms_say_the_same(records: MatchRepository) -> None:
    parquet, plain = written(records)
    for name, rows in parquet.items():
        assert [list(row) for row in plain[name]] == [list(row) for row in rows]
        assert rows, name
        for row, cells in zip(rows, plain[name], strict=True):
            assert cells == {column: _cell(value, cells[column]) for column, value in row.items()}


def _cell(value: object, written: str) -> str:
    """What CSV should hold for a value; a whole number of points may stand without its fraction."""
    if isinstance(value, float):
        return written if float(written) == value else str(value)
    return str(harmless(value))  # type: ignore[arg-type]


def test_a_row_a_match_a_seat_and_a_source(records: MatchRepository) -> None:
    parquet, _ = written(records)
    moves, sheet = parquet["matches"]
    match = records.match("moves")
    expected = {"match": "moves", "rules": "chocolatier", "bgg_id": 363247, "played_on": "2026-11-18", "place": "Brno"}
    expected |= {"tags": "home | late", "depth": "moves", "state": "finished", "seats": 4, "parent": None}
    assert expected.items() <= moves.items()
    assert {
        "game": "Kettle Race",
        "bgg_id": 7,
        "depth": "rounds",
        "state": "open",
        "events": 7,
    }.items() <= sheet.items()
    seats = [row for row in parquet["seats"] if row["match"] == "moves"]
    assert [row["name"] for row in seats] == list(match.names)
    assert [row["score"] for row in seats] == list(match.now.scores)
    assert [row["won"] for row in seats] == [seat in match.outcome.winners for seat in range(4)]  # type: ignore[union-attr]
    by_source = {(row["seat"], row["source"]): row["points"] for row in parquet["points"] if row["match"] == "moves"}
    for seat, details in enumerate(extract.details(match)):
        assert {source: points for (at, source), points in by_source.items() if at == seat} == details.sources


def test_unknown_is_empty_and_never_zero(records: MatchRepository) -> None:
    parquet, plain = written(records)
    sheet = [row for row in parquet["seats"] if row["match"] == "sheet"]
    assert [(row["score"], row["won"], row["rank"]) for row in sheet] == [
        (4, None, None),
        (None,) * 3,
        (1.5, None, None),
    ]
    assert [row["score"] for row in plain["seats"] if row["match"] == "sheet"] == ["4", "", "1.5"]


def test_events_tell_whether_they_stand(records: MatchRepository) -> None:
    parquet, _ = written(records)
    expected = [(row["type"], row["stands"], row["round"]) for row in parquet["events"] if row["match"] == "sheet"]
    assert expected == [
        ("MatchStarted", None, None),
        ("PointsNoted", True, 1),
        ("PointsNoted", True, 2),
        ("WinnersNamed", False, None),
        ("MatchEnded", None, None),
        ("ScoresClaimed", None, None),
        ("TakenBack", None, None),
    ]


def test_nothing_is_a_formula_or_ends_its_cell(records: MatchRepository) -> None:
    _, plain = written(records)
    assert [row["name"] for row in plain["people"]][-2:] == ["'@Zoe; x", "Bén"]
    assert [row["accounts"] for row in plain["people"]][-2:] == ["bgg:zoe | bgstats:1", ""]
    assert "'=SUM(A1)" in {row["source"] for row in plain["points"]}


def test_tables_larger_than_a_group_and_empty_ones(
    records: MatchRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, _ = written(records)
    monkeypatch.setattr(tables, "BATCH_SIZE", 2)
    assert written(records)[0] == whole
    nothing = written(records_in(tmp_path / "empty.db"))
    assert nothing == ({name: [] for name in tables.SCHEMAS}, {name: [] for name in tables.SCHEMAS})
