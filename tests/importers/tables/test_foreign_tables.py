"""Tables and lists of other programs and purposes: read right to the seat, refused in one sentence, or asked about."""

from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook

from core.games.scoresheet import PointsNoted, WinnersNamed
from core.messages import for_commands
from importers import reading as foreign
from importers.imported_play import ImportedPlay, UnreadableFile
from importers.reading import ImportOptions, Read
from importers.tables import table
from tests.importers.imported import kept
from tests.importers.tables.foreign_lists import LISTS
from tests.importers.tables.foreign_tables import TABLES
from tests.importers.tables.foreign_texts import ASKED, REFUSED
from tests.importers.test_unsupported import zipped
from tests.viewer.commands.terminal import Terminal
from tests.viewer.commands.test_import import imported

READ = {**TABLES, **LISTS}


def read(words: str, **options: object) -> Read:
    found = foreign.read(words.encode(), ImportOptions(**options))  # type: ignore[arg-type]
    for play in found.reading.plays:
        kept(play)
    return found


def told(play: ImportedPlay) -> str:
    """`2026-01-05 Azul: Anna 52*, Ben 47`; a question mark without known winners."""
    match = kept(play)
    points = next((event.points for event in play.events if isinstance(event, PointsNoted)), match.scores)
    winners = next((event.seats for event in play.events if isinstance(event, WinnersNamed)), None)
    seats = [
        f"{name}{'' if score is None else f' {score}'}{'*' if seat in (winners or ()) else ''}"
        for seat, (name, score) in enumerate(zip(match.names, points, strict=True))
    ]
    return f"{play.played_on} {play.options.get('title')}: {', '.join(seats)}{'' if winners is not None else ' ?'}"


@pytest.mark.parametrize("kind", REFUSED)
def test_a_table_of_something_else_is_refused_in_one_sentence(kind: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read(REFUSED[kind])
    sentence = str(refused.value)
    assert "--" not in sentence
    assert "--column" in for_commands(refused.value.args[0]) or sentence.startswith("Unsupported file")


@pytest.mark.parametrize("kind", ASKED)
def test_a_doubtful_reading_is_asked_about_with_its_reasons(kind: str) -> None:
    found = read(ASKED[kind])
    assert found.reading.plays
    assert found.confidence.asks
    assert any("Confidence in this reading" in sentence for sentence in found.described())
    assert set(found.confidence.doubts) <= set(found.described())


@pytest.mark.parametrize("kind", READ)
def test_plays_of_other_programs_are_right_to_the_seat(kind: str) -> None:
    words, expected = READ[kind]
    found = read(words)
    assert [told(play) for play in found.reading.plays] == expected
    assert not found.confidence.asks
    assert any(sentence.startswith("The first match: ") for sentence in found.described())


def test_flags_force_what_no_header_supports() -> None:
    weights = REFUSED["body weights"]
    assert [told(play) for play in read(weights, game="Weights").reading.plays] == [
        "2026-01-05 Weights: Anna 61.2, Ben 80.1 ?",
        "2026-01-06 Weights: Anna 61.0, Ben 80.3 ?".replace("61.0", "61"),
    ]
    stated = read(ASKED["scorers"], columns=[("Goals", "score")])
    assert (stated.confidence.percent, len(stated.reading.plays)) == (100, 1)
    bare = "2026-01-05;Azul;Anna;52\n2026-01-05;Azul;Ben;47\n"
    with pytest.raises(UnreadableFile, match="No column holds players"):
        read(bare)
    columns = [(1, "date"), (2, "game"), (3, "player"), (4, "score")]
    found = read(bare, columns=columns, shape="long")
    assert [told(play) for play in found.reading.plays] == ["2026-01-05 Azul: Anna 52, Ben 47 ?"]


def test_ids_ratios_counts_and_metadata_are_neither_people_nor_games() -> None:
    found = read(TABLES["NemeStats"][0])
    assert found.mapping
    held = {column.header: column.meaning for column in found.mapping.columns}
    assert held == {
        "nemestatsId": "play",
        "datePlayed": "date",
        "bggName": "game",
        "player": "player",
        "rank": "rank",
        "points": "score",
        "gameRefId": "other",
        "MaxPlayers": "other",
        "number_players": "other",
        "SB Win Ratio": "other",
    }


def test_what_is_dropped_is_told() -> None:
    together = read('Date,Game,Players,Result\n2026-01-05,Pandemic,"Anna, Ben",win\n')
    assert [problem.message for problem in together.reading.problems] == [
        "The result 'win' does not say who won; the winners are unknown."
    ]
    remark = read("Date;Game;Player;Points\n2026-01-05;Azul;Anna;52 (tie-break)\n2026-01-05;Azul;Ben;52\n")
    assert [told(play) for play in remark.reading.plays] == ["2026-01-05 Azul: Anna 52, Ben 52 ?"]
    assert [problem.message for problem in remark.reading.problems] == [
        "Anna: the points are 52; the remark 'tie-break' is not read."
    ]


def test_files_of_a_zip_that_were_not_read_are_told() -> None:
    related = {
        "plays__csv": b"id,date,game\n1,2024-01-01,Azul\n",
        "scores__csv": b"play_id,player,score\n1,Jitka,52\n1,Jarda,47\n",
        "wishlist__csv": b"id,title\n1,Catan\n",
        "photo__png": b"PNG",
    }
    reading = table.read(zipped(**related))
    assert len(reading.plays) == 1
    assert reading.remarks[:-1] == (
        "Files of the ZIP that were not read: photo.png.",
        "These tables were not read: wishlist.",
    )


def test_rows_without_a_play_and_points_of_nobody_are_told() -> None:
    legend = read("Date;Game;Player;Points\nJanuary;;;\n05.01.2026;Azul;Anna;52\n05.01.2026;Azul;Ben;47\n")
    assert legend.reading.remarks[:-1] == ("Left out, as they name neither a player nor a game: line 2.",)
    best = read('Date,Game,Players,Winner,Score\n2026-01-05,Azul,"Anna, Ben, Eva",Ben,52\n')
    assert [told(play) for play in best.reading.plays] == ["2026-01-05 Azul: Anna, Ben*, Eva"]
    assert [problem.message for problem in best.reading.problems] == [
        "'52' is not the points of each player; it is not read."
    ]


def test_sheets_with_the_same_header_are_one_table_unless_one_is_chosen() -> None:
    book = Workbook()
    book.active.title = "Azul"
    for sheet, rows in ((book.active, [("2026-01-05", 52, 47)]), (book.create_sheet("Catan"), [("2026-01-06", 8, 10)])):
        for row in (("Date", "Anna", "Ben"), *rows):
            sheet.append(row)
    file = BytesIO()
    book.save(file)
    both = foreign.read(file.getvalue(), ImportOptions())
    assert [told(play) for play in both.reading.plays] == [
        "2026-01-05 Azul: Anna 52, Ben 47 ?",
        "2026-01-06 Catan: Anna 8, Ben 10 ?",
    ]
    assert len(foreign.read(file.getvalue(), ImportOptions(sheet="Azul", game="Azul")).reading.plays) == 1


def test_the_same_problem_of_many_lines_is_one_entry(partie: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "plays.csv"
    rows = [f"2026-01-{day:02},Azul,Anna,won\n2026-01-{day:02},Azul,Ben,a{day}\n" for day in range(1, 29)]
    file.write_text("date,game,player,points\n" + "".join(rows), encoding="utf-8")
    problems = imported(partie, file, "--column", "points=score")["problems"]
    told = [(problem["where"], problem["message"]) for problem in problems]
    assert told[0] == ("28 lines, the first is line 2", "Anna: 'won' is not a number of points.")
    assert told[1] == ("line 2", "Ben: 'a1' is not a number of points.")
    assert told[4][0] == "25 lines, the first is line 8"
    assert told[4][1] == "the same problem with other values: Ben: 'a4' is not a number of points."
    assert len(told) == 5
