"""What the library shows, without a browser: cards, the line of the lead, many matches as one file."""

import io
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
from eventstore.store.sqlite import SqliteStore
from tests.recorded import FOUR, record, records_in
from viewer import match_table, settings
from viewer.markdown import escape
from viewer.match_cards import card
from viewer.match_report import lead


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


def test_the_line_of_the_lead_is_that_of_the_winner(records: MatchRepository) -> None:
    assert lead(sheet(records, (3, 5), (7, 1), won=0)) == [0, -2, 4, 4]
    assert lead(sheet(records, (3, 5), (7, 1), won=1, lowest_wins=True)) == [0, -2, 4, 4]
    assert lead(sheet(records, (3, 5), won=1)) == [], "points came only once"


def test_a_card_tells_a_match_and_says_when_it_cannot_be_drawn(records: MatchRepository) -> None:
    record(
        records, "four", chocolatier, FOUR, 3, played_on="2026-11-18", place="Brno", tags=["home"], title="A *night*"
    )
    (row,) = library(records).matches()
    shown = card(records, row, "light")
    assert (shown.title, shown.facts) == ("A *night*", "Azul: Master Chocolatier  ·  Nov 18, 2026  ·  Brno  ·  home")
    assert [player.won for player in shown.players].count(True) == 1
    assert shown.picture.startswith("data:image/svg+xml;base64,")
    assert shown.lead[-1] > 0
    assert shown.state == ""
    gone = card(records_in(Path(settings.store_address()).with_name("other.db")), row, "dark")
    assert (gone.picture, gone.lead) == ("", [])


def test_what_is_picked_or_all_that_fits_becomes_one_file(records: MatchRepository) -> None:
    one, two = sheet(records, (3, 5), won=1), sheet(records, (9, 5), won=0)
    record(records, "open", chocolatier, FOUR[:2], 5, events=3)
    records.note(two.id, 2, "hm")

    def read(file: bytes) -> dict[str, int]:
        scripts = list(script.read(io.BytesIO(file)))
        assert all(isinstance(each, Script) and each.problem is None for each in scripts)
        return {each.header["id"]: len(each.notes) for each in scripts if isinstance(each, Script)}

    assert read(match_table.scripts(LOCAL, [two.id], {})) == {two.id: 1}
    assert read(match_table.scripts(LOCAL, [], {"game": "Kettle Race"})) == {one.id: 0, two.id: 1}
    assert len(read(match_table.scripts(LOCAL, [], {}))) == 3


@pytest.mark.parametrize(
    ("text", "label"),
    [("*a* _b_ [c](d)", r"\*a\* \_b\_ \[c\]\(d\)"), ("Brno · 2", "Brno · 2"), ("`$x$`", r"\`\$x\$\`")],
)
def test_labels_show_text_as_it_is(text: str, label: str) -> None:
    assert escape(text) == label
