"""The page of imports: what would come of files, what came, and files to take away."""

import csv
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.access.grants import LOCAL
from eventstore.maintenance import bulk
from eventstore.readmodels.index import MatchIndex
from importers.files import MAX_MEGABYTES, MAX_SAMPLE, FileImport, Progress, importing
from importers.preview import Preview
from importers.reading import ImportOptions
from importers.summary import Summary
from tests import TESTS
from tests.importers.tables.tables import workbook
from tests.recorded import fill, records_in
from viewer import settings
from viewer.pages.imports import export
from viewer.pages.imports.answers import usual_rule
from viewer.pages.imports.page import read_files
from viewer.pages.imports.uploads import ReadingChoice, Upload

BGSTATS = (TESTS / "samples" / "bgstats" / "a-android-79-plays.json").read_bytes()
CLUB = b"date,game,player,score\n2024-04-03,Azul,Jitka,9\n2024-04-03,Azul,Jarda,8\n"


def given(name: str, content: bytes) -> Upload:
    return Upload(name, blake2b(content).hexdigest(), content)


def dry_run(store: str, files: Sequence[Upload], choices: Mapping[str, ReadingChoice], progress: Progress) -> Preview:
    with importing(store, [file.name for file in files], dry_run=True) as tried:
        return read_files(tried, files, choices, progress)


def import_files(
    store: str, files: Sequence[Upload], choices: Mapping[str, ReadingChoice], progress: Progress
) -> Preview:
    with importing(store, [file.name for file in files]) as imported:
        return read_files(imported, files, choices, progress)


def counts(preview: Preview) -> tuple[int, int, int, int]:
    summary = preview.summary
    return summary.new, summary.changed, summary.unchanged, summary.refused


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.mark.slow
def test_what_is_tried_is_what_comes_and_nothing_before(store: Path) -> None:
    export, club = given("export.json", BGSTATS), given("club.csv", CLUB)
    progress: list[tuple[int, int]] = []
    preview = dry_run(str(store), [export, club], {}, lambda done, of: progress.append((done, of)))
    assert not store.exists()
    assert counts(preview) == (80, 0, 0, 0)
    assert progress == [(done, 79) for done in range(1, 80)] + [(1, 1)]
    assert [(source.file, source.format) for source in preview.summary.sources] == [
        ("export.json", "bgstats"),
        ("club.csv", "table"),
    ]
    assert len(preview.first) == MAX_SAMPLE + 1
    assert (preview.first[-1].players, preview.first[-1].scores) == (("Jitka", "Jarda"), (9, 8))
    assert import_files(str(store), [export, club], {}, lambda done, of: None) == preview
    again = dry_run(str(store), [export], {}, lambda done, of: None)
    assert counts(again) == (0, 0, 79, 0)
    assert again.brings == 0


def test_what_is_first_shown_is_new(store: Path) -> None:
    import_files(str(store), [given("club.csv", CLUB)], {}, lambda done, of: None)
    more = CLUB + b"2024-05-04,Azul,Jitka,1\n2024-05-04,Azul,Jarda,2\n"
    preview = dry_run(str(store), [given("club.csv", more)], {}, lambda done, of: None)
    assert counts(preview) == (1, 0, 1, 0)
    assert [row.played_on for row in preview.first] == ["2024-05-04"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 20, "This is a picture"),
        (b"<!doctype html><html><body><table><tr><td>player</td></tr></table></body></html>", "web page"),
        (BGSTATS[: len(BGSTATS) // 2], "JSON"),
        (BGSTATS + b"\n" + CLUB, "JSON"),
        (b'{"partie": 1, "game": "scoresheet", "players": ["A"]}\n{"type":"WinnersNa', "line 2"),
    ],
    ids=["empty", "photo", "html", "truncated", "two formats at once", "a script cut off"],
)
def test_a_bad_file_is_refused_in_a_sentence_and_the_others_are_read(
    store: Path, content: bytes, sentence: str
) -> None:
    bad, club = given("bad", content), given("club.csv", CLUB)
    preview = import_files(str(store), [bad, club], {}, lambda done, of: None)
    assert counts(preview) == (1, 0, 0, 1)
    (problem,) = preview.summary.problems
    assert problem.file == "bad"
    assert sentence in f"{problem.where}: {problem.message}"


@pytest.mark.slow
def test_a_file_that_is_too_large_is_not_taken_in(store: Path) -> None:
    large = given("large.json", b"[" + b" " * (MAX_MEGABYTES * 1_000_000))
    preview = dry_run(str(store), [large], {}, lambda done, of: None)
    assert preview.summary.problems[0].message.startswith("The file is larger than 100 MB")


def test_columns_are_wished_by_their_place_whatever_their_headers_say(store: Path) -> None:
    table = given("rounds.csv", b"date;player;1;2\n2024-04-03;Jitka;5;9\n2024-04-03;Jarda;4;8\n")
    choices = {table.digest: ReadingChoice(ImportOptions([(3, "ignore"), (4, "score")], game="Azul"))}
    preview = dry_run(str(store), [table], choices, lambda done, of: None)
    assert [row.scores for row in preview.first] == [(9, 8)]


def test_a_sheet_of_a_workbook_is_wished_by_name(store: Path) -> None:
    book = given("b", workbook(One=[["player", "score"], ["A", 1]], Two=[["player", "score"], ["B", 2], ["C", 3]]))
    preview = dry_run(
        str(store), [book], {book.digest: ReadingChoice(ImportOptions(sheet="Two"), 0)}, lambda done, of: None
    )
    assert {name for row in preview.first for name in row.players} == {"B", "C"}


def test_a_file_that_asks_is_left_out_until_its_reading_is_chosen_and_is_not_asked_about_again(store: Path) -> None:
    def preview(file: Upload, choice: ReadingChoice) -> Preview:
        return import_files(str(store), [file], {file.digest: choice}, lambda done, of: None)

    doubtful = given("scores.csv", b"player;points\nJitka;52\nJarda;47\n")
    asked = preview(doubtful, ReadingChoice())
    (view,) = asked.files
    assert (view.asks, len(view.doubts), [row.scores for row in view.readings[0].rows]) == (True, 2, [(52, 47)])
    assert (counts(asked), asked.summary.problems, asked.first) == ((0, 0, 0, 0), [], ())
    taken = preview(doubtful, ReadingChoice(reading=0))
    assert (counts(taken), taken.files[0].is_chosen) == ((1, 0, 0, 0), True)
    again = preview(given("more.csv", b"Player;Points\nJitka;60\nMia;47\n"), ReadingChoice())
    assert (counts(again), again.files[0].asks, len(again.files[0].confirmed_on)) == ((1, 0, 0, 0), False, 10)
    unfit = preview(given("unfit.csv", b"Player;Points\nJitka;won\nMia;lost\n"), ReadingChoice())
    assert (counts(unfit), unfit.files[0].asks) == ((0, 0, 0, 0), True)


def test_who_wins_is_proposed_from_the_last_play_of_a_title_else_from_its_sheet(store: Path) -> None:
    records = records_in(store)
    golf = {"title": "Golf", "lowest_wins": True}
    records.start(scoresheet, ["Ann", "Ben"], PointsNoted("final", (70, 72)), WinnersNamed((0,)), options=golf)
    index = MatchIndex(records.store, records)
    proposals = {title: usual_rule(title, index) for title in ("golf", "Wingspan", "Kettle Race")}
    assert proposals == {
        "golf": "fewest points in your last play",
        "Wingspan": "most points by its sheet",
        "Kettle Race": "",
    }


@pytest.mark.slow
def test_everything_can_be_taken_away_in_every_form(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(records_in(store))
    monkeypatch.setenv(settings.VARIABLE, str(store))
    scripts = export.written(LOCAL, "archive", {})
    summary = Summary()
    with bulk.dry_run(str(store.with_name("empty.db"))) as records:
        everything = given("all", scripts).opened()
        FileImport(records, summary).read("all", everything)
        assert {*records.ids()} == {"four", "two", "odd", "sheet"}
    plays = json.loads(export.written(LOCAL, "bgstats", {"person": "Dora"}))["plays"]
    assert [len(play["playerScores"]) for play in plays] == [4]
    with zipfile.ZipFile(io.BytesIO(export.written(LOCAL, "csv", {}))) as zipped:
        assert {*zipped.namelist()} == {f"{name}.csv" for name in ("matches", "seats", "events", "points", "people")}
        rows = [*csv.DictReader(zipped.read("matches.csv").decode("utf-8-sig").splitlines())]
    assert {row["match"] for row in rows} == {"four", "two", "odd", "sheet"}
    with zipfile.ZipFile(io.BytesIO(export.written(LOCAL, "parquet", {"game": "Kettle Race"}))) as zipped:
        seats = pq.read_table(io.BytesIO(zipped.read("seats.parquet")))
    assert seats["name"].to_pylist() == ["Anna", "Ben", "Cleo"]
