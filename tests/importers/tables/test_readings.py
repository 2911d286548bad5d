"""Whole readings of tables, lists and JSON: what is called sure is right; what was misread once is right or asked."""

import re

import pytest

from core.games.scoresheet import RanksNamed
from importers.imported_play import UnreadableFile
from importers.reading import ImportOptions, read
from tests import ROOT, TESTS
from tests.importers.corpus_check import CORPUS, found, manifest, outcome
from tests.importers.tables.test_foreign_tables import told

SAMPLES = TESTS / "samples" / "tables"

MISREAD = {
    "01-username-and-name.json": [
        "2024-01-01 Azul: Ann 51*, Ben 41",
        "2024-01-02 Azul: Ann 52*, Ben 42",
        "2024-01-03 Azul: Ann 53*, Ben 43",
    ],
    "05-matrix-one-bad-cell.csv": [
        "2024-01-01 Azul: Ann 51, Ben 42, Cy 33 ?",
        "2024-01-02 Azul: Ann 52, Ben 41, Cy 33 ?",
        "2024-01-03 Azul: Ann 52, Ben 41, Cy ?",
    ],
    "13-list-with-goal.txt": [
        "2024-01-01 None: Ann 10, Ben 8, Cy 7, Di 5, Ed 4, Flo 3 ?",
        "2024-01-02 None: Ben 13, Ann 8, Cy 7, Di 5, Ed 4, Flo 3 ?",
    ],
    "17-podium-only.csv": ["2024-01-01 Azul: Ann 50*, Ben 45, Cy 44, Di 40"],
    "24-javascript-dates.csv": ["2024-02-20 Azul: Ann 5, Ben 4 ?", "2024-02-06 Azul: Ann 5, Ben 4 ?"],
    "33-age-is-not-points.csv": ["2024-01-01 Azul: Ann, Ben ?"],
    "42-winner-object.json": ["2024-01-01 Azul: Ann 40, Ben 50*", "2024-01-02 Azul: Ann 40, Ben 50*"],
    "46-nested-plays.json": ["2024-01-01 Azul: Ann 5, Ben 4 ?", "2024-01-02 Azul: Ann 5, Ben 6 ?"],
}
"""Files that were misread once, and what they are."""

ASKED = {
    "03-three-players-two-scores.csv": "Not every column of players has a column of points.",
    "08-game-id-long.csv": "No column names the game.",
    "15-list-game-1.txt": "The titles number the games, such as 'Game 1'; they do not name them.",
    "21-winner-only.json": "Only the winners are named; the other players are unknown.",
    "40-winner-only.csv": "Only the winners are named; the other players are unknown.",
    "49-sorted-by-person.csv": "Only the order of the rows separates several plays.",
}
"""Files that leave something open, and the first doubt."""


@pytest.mark.parametrize("name", MISREAD)
def test_a_file_that_was_misread_is_right(name: str) -> None:
    reading = read((SAMPLES / name).read_bytes(), ImportOptions())
    assert [told(play) for play in reading.reading.plays] == MISREAD[name]
    assert not reading.confidence.asks


def test_columns_of_places_are_the_ranks_of_their_players() -> None:
    reading = read((SAMPLES / "44-winner-2nd-3rd.csv").read_bytes(), ImportOptions())
    assert [[player.name for player in play.players] for play in reading.reading.plays] == [
        ["Ann", "Ben", "Cy"],
        ["Ben", "Ann", "Cy"],
    ]
    assert [play.events for play in reading.reading.plays] == [(RanksNamed((1, 2, 3)),)] * 2
    assert not reading.confidence.asks


@pytest.mark.parametrize("name", ASKED)
def test_a_file_that_leaves_something_open_is_asked_about(name: str) -> None:
    reading = read((SAMPLES / name).read_bytes(), ImportOptions())
    assert reading.confidence.asks
    assert reading.confidence.doubts[0] == ASKED[name]


@pytest.mark.parametrize("name", ["10-own-tables-matches.csv", "12-plays-hours.csv"])
def test_counts_and_hours_are_no_players(name: str) -> None:
    with pytest.raises(UnreadableFile, match="No column holds players"):
        read((SAMPLES / name).read_bytes(), ImportOptions())


def test_the_bad_cell_and_the_number_in_front_are_told() -> None:
    bad = read((SAMPLES / "05-matrix-one-bad-cell.csv").read_bytes(), ImportOptions())
    assert [problem.message for problem in bad.reading.problems] == ["Cy: '33f' is not a number of points."]
    goal = read((SAMPLES / "13-list-with-goal.txt").read_bytes(), ImportOptions())
    assert [play.provenance.comment for play in goal.reading.plays] == ["10", "13"]


def test_the_game_that_is_given_is_the_game() -> None:
    reading = read((SAMPLES / "08-game-id-long.csv").read_bytes(), ImportOptions(game="Azul"))
    assert [told(play) for play in reading.reading.plays] == [
        "2024-01-01 Azul: Ann 5*, Ben 4",
        "2024-01-02 Azul: Ann 5, Ben 7*",
    ]
    assert not reading.confidence.asks


def test_categories_and_rounds_are_those_of_their_seat() -> None:
    texts = read((SAMPLES / "19-scores-as-texts.json").read_bytes(), ImportOptions(game="Wingspan"))
    lines = {event.label: event.points for event in texts.reading.plays[0].events[:2]}  # type: ignore[attr-defined]
    assert lines == {"birds": (49, 40), "eggs": (6, 5)}
    rounds = read((SAMPLES / "51-long-rounds.csv").read_bytes(), ImportOptions())
    (play,) = rounds.reading.plays
    lines = {event.label: event.points for event in play.events[:2]}  # type: ignore[attr-defined]
    assert lines == {"1": (20, -10), "2": (40, 30)}


def test_the_other_reading_of_a_file_is_shown_beside_the_first() -> None:
    words = b"Date,Game,Player,Round,Points,Winner\n"
    for day in ("01", "02"):
        for number, (one, two) in enumerate([("Ann", "Ben"), ("Ben", "Ann")], 1):
            words += f"2024-01-{day},Azul,{one},{number},5,yes\n2024-01-{day},Azul,{two},{number},3,no\n".encode()
    reading = read(words, ImportOptions())
    assert reading.confidence.asks
    assert reading.others
    assert {len(reading.reading.plays), *(len(other.reading.plays) for other in reading.others)} == {2, 4}


def examples() -> list[str]:
    """The examples of the page about tables and lists."""
    page = (ROOT / "docs" / "tables.md").read_text("utf-8")
    return re.findall(r"```(?:csv|json|text)\n(.*?)```", page, flags=re.DOTALL)


@pytest.mark.parametrize("example", examples())
def test_the_examples_of_the_documentation_are_read_without_a_question(example: str) -> None:
    reading = read(example.encode(), ImportOptions())
    assert not reading.confidence.asks, reading.confidence.doubts
    for play in reading.reading.plays:
        assert play.played_on
        assert play.options["title"]
        assert {player.name for player in play.players} <= {"Anna", "Ben", "Cyril", "Jitka", "Jarda", "Míša"}
        assert len(play.players) > 1
        assert any(seat.score or seat.winner or seat.rank for seat in play.provenance.seats) or play.events


@pytest.mark.slow
def test_of_the_readings_called_sure_at_least_99_of_100_are_right() -> None:
    """Asking too often would be no way out: most of the clear files are read without a question."""
    sure, right, clear, asked = 0, 0, 0, 0
    wrong = []
    for folder in sorted(path for path in CORPUS.iterdir() if path.is_dir()):
        for name, entry in manifest(folder).items():
            asks, plays = found((folder / name).read_bytes())
            result = outcome(entry, asks, plays)
            clear += entry["verdict"] == "plays"
            asked += entry["verdict"] == "plays" and asks
            sure += not asks
            right += not asks and result == "right"
            if result == "wrong":
                wrong.append(f"{folder.name}/{name}")
    print(f"readings: {sure} called sure, {right} of them right; {asked} of {clear} clear files asked about")
    assert right >= 0.99 * sure, wrong
    assert asked <= 0.15 * clear
