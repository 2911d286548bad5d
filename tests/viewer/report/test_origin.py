"""What the app a match came from knew of it can be read in its report."""

from pathlib import Path

from core.games import scoresheet
from core.record_events import MatchImported, SeatImported
from tests.recorded import records_in
from viewer.report.origin import origins


def test_all_an_app_told_can_be_read_and_nothing_is_shown_where_it_told_nothing(tmp_path: Path) -> None:
    imported = MatchImported(
        "bgstats:1",
        comment="<b>close</b>",
        variant="Grey side",
        expansions=("Joker tiles",),
        seats=(SeatImported("62+18+1", started=True), SeatImported("47", team="B", role="Miner", new=True)),
    )
    match = records_in(tmp_path / "a.db").start(scoresheet, ["Anna", "Ben"], imported, MatchImported("bgg:7"))
    heading, facts = origins(match)
    assert heading == ["h2", {}, ["From BG Stats"]]
    assert facts == [
        "ul",
        {"class": "origin"},
        [
            ["li", {}, [["b", {}, [name]], " ", text]]
            for name, text in (
                ("Comment:", "<b>close</b>"),
                ("Variant:", "Grey side"),
                ("Expansions:", "Joker tiles"),
                ("Anna:", "start player, score in the file: 62+18+1"),
                ("Ben:", "team B, role Miner, first time playing"),
            )
        ],
    ]
