"""The home page, without a browser: rows of plays, and many matches as one file."""

import io
import json
from pathlib import Path

import pytest

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.access.grants import LOCAL
from eventstore.formats import script
from eventstore.formats.script import Script
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.search_hits import TextHit
from eventstore.store.sqlite import SqliteStore
from tests.recorded import FOUR, record, records_in
from viewer import settings
from viewer.boards.scene import Json
from viewer.pages.home import page
from viewer.pages.home.finding import snippet
from viewer.pages.shared.play_rows import play_rows
from viewer.pages.trees import tree
from viewer.texts.markdown import escape


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MatchRepository:
    path = tmp_path / "matches.db"
    monkeypatch.setenv(settings.VARIABLE, str(path))
    return records_in(path)


def library(records: MatchRepository) -> MatchIndex:
    assert isinstance(records.store, SqliteStore)
    return MatchIndex(records.store, records)


def sheet(records: MatchRepository, *lines: tuple[int, int], won: int, lowest_wins: bool = False) -> Match:
    noted = [PointsNoted(f"Round {number}", line) for number, line in enumerate(lines, start=1)]
    options = {"title": "Kettle Race", "lowest_wins": lowest_wins}
    return records.start(scoresheet, ("Anna", "Ben"), *noted, WinnersNamed((won,)), options=options)


def row_of(records: MatchRepository, id: str) -> str:
    """The row of a match as text."""
    index = library(records)
    return str(play_rows(index, records, [row for row in index.matches() if row.id == id]))


def test_a_row_has_the_people_by_rank_and_the_board_of_a_match_with_moves(records: MatchRepository) -> None:
    options = {"title": "Catan"}
    records.start(
        scoresheet, FOUR[:3], PointsNoted("final", (3, 9, 5)), WinnersNamed((1,)), options=options, id="catan",
        played_on="2026-11-18", place="Brno",
    )  # fmt: skip
    record(records, "azul", chocolatier, FOUR, 3, title="A *night*")
    text = row_of(records, "catan")
    assert text.index("Ben") < text.index("Cleo") < text.index("Anna")
    assert ["span", {"class": "d"}, ["Nov 18 · Brno"]] in parts_of(records, "catan")
    azul = row_of(records, "azul")
    assert "em board" in azul
    assert "A *night*" in azul
    assert "Azul: Master Chocolatier" in azul


def parts_of(records: MatchRepository, id: str) -> list[Json]:
    """All elements of the row of a match."""
    index, parts = library(records), list[Json]()

    def walk(part: Json) -> None:
        parts.append(part)
        if isinstance(part, list):
            for child in part[2] if isinstance(part[2], list) else []:
                walk(child)

    for part in play_rows(index, records, [row for row in index.matches() if row.id == id]):
        walk(part)
    return parts


def test_people_who_win_together_are_one_side(records: MatchRepository) -> None:
    options = {"title": "The Crew", "cooperative": True}
    records.start(scoresheet, FOUR[:3], WinnersNamed((0, 1, 2)), options=options, id="crew")
    text = row_of(records, "crew")
    assert "Won together" in text
    assert "Anna, Ben, Cleo" in text


def test_a_found_note_names_its_round_unless_it_is_about_the_whole_play(records: MatchRepository) -> None:
    match = sheet(records, (1, 2), (3, 4), won=1)
    hits = {about: TextHit("note", about, ()) for about in (1, 3, match.version)}
    said = [snippet(records, match.id, hit)[2][0] for hit in hits.values()]
    assert said == ["", "Note at round 2: ", ""]


def test_a_simulated_match_is_called_as_its_game(records: MatchRepository) -> None:
    options = {"title": "Kettle Race"}
    records.start(scoresheet, ("Robo Ada",), options=options, id="demo-scoresheet-1", title="Simulated match 1")
    text = row_of(records, "demo-scoresheet-1")
    assert "Kettle Race" in text
    assert "Simulated match" not in text
    assert "simulated" in text


def test_all_that_fits_becomes_one_file(records: MatchRepository) -> None:
    one, two = sheet(records, (3, 5), won=1), sheet(records, (9, 5), won=0)
    record(records, "open", chocolatier, FOUR[:2], 5, events=3)
    records.note(two.id, 2, "hm")

    def read(file: bytes) -> dict[str, int]:
        scripts = list(script.read(io.BytesIO(file)))
        assert all(isinstance(each, Script) and each.problem is None for each in scripts)
        return {each.header["id"]: len(each.notes) for each in scripts if isinstance(each, Script)}

    assert read(page.matches_as_scripts(LOCAL, {"search": "kettle"})) == {one.id: 0, two.id: 1}
    assert len(read(page.matches_as_scripts(LOCAL, {}))) == 3


@pytest.mark.parametrize(
    ("text", "label"),
    [("*a* _b_ [c](d)", r"\*a\* \_b\_ \[c\]\(d\)"), ("Brno · 2", "Brno · 2"), ("`$x$`", r"\`\$x\$\`")],
)
def test_labels_show_text_as_it_is(text: str, label: str) -> None:
    assert escape(text) == label


def test_a_page_without_rows_says_why(tmp_path: Path) -> None:
    records = records_in(tmp_path / "b.db")

    def says(words: str, **address: str) -> bool:
        drawn = tree(".", records.store, LOCAL, {name: [value] for name, value in address.items()})
        return words in json.dumps(drawn["nodes"])

    records.start(scoresheet, ("Anna", "Ben"), id="open", options={"title": "Catan"}, place="Home")
    assert says("No other plays yet. The one that is being played stands above.")
    assert says("Remove a filter to see more.", state="finished")
    records.withdraw("open")
    assert says("All plays are deleted; a filter shows them.")
