"""Details of a play, and other facts of the app it came from, in its report."""

from pathlib import Path

from core.games import scoresheet
from core.record_events import DetailsNoted, MatchImported, Role, SeatDetails, SeatImported
from tests.recorded import records_in
from viewer.boards.scene import Json
from viewer.pages.report.parts import details, origins

IMPORTED = MatchImported(
    "bgstats:1",
    comment="<b>close</b>",
    variant="Grey side",
    expansions=("Joker tiles",),
    seats=(SeatImported("62+18+1", started=True), SeatImported("47", team="B", role="Miner／Baker", new=True)),
)


def facts(*texts: tuple[str, str]) -> Json:
    rows = [["li", {}, [["b", {}, [name]], " ", text]] for name, text in texts]
    return ["ul", {"class": "origin"}, rows]


def test_what_an_app_told_is_shown_once_as_details_or_as_from_the_app(tmp_path: Path) -> None:
    match = records_in(tmp_path / "a.db").start(scoresheet, ["Anna", "Ben"], IMPORTED, MatchImported("bgg:7"))
    told = facts(("Comment:", "<b>close</b>"), ("Anna:", "score in the file: 62+18+1"))
    assert origins(match) == [["h2", {}, ["From BG Stats"]], told]
    assert details(match) == [
        ["h2", {}, ["Details"]],
        facts(
            ("Variant:", "Grey side"),
            ("Expansions:", "Joker tiles"),
            ("Anna:", "start player"),
            ("Ben:", "role Miner, role Baker, team B, first time playing"),
        ),
    ]


def test_details_that_were_noted_replace_the_imported_ones(tmp_path: Path) -> None:
    seats = (SeatDetails((Role("Orcs", "faction"),), color="red", handicap="-5"), SeatDetails(rank=2))
    noted = DetailsNoted((), seats, counted=False, uncounted="aborted", series="Cup", number=3)
    match = records_in(tmp_path / "a.db").start(scoresheet, ["Anna", "Ben"], IMPORTED, noted)
    assert details(match)[1] == facts(
        ("Not counted in statistics:", "it was aborted"),
        ("Series:", "Cup, match 3"),
        ("Variant:", "Grey side"),
        ("Anna:", "faction Orcs, color red, handicap -5"),
        ("Ben:", "rank 2"),
    )


def test_one_team_of_all_players_says_nothing_and_nothing_is_shown_where_nothing_is_known(tmp_path: Path) -> None:
    seats = (SeatImported(team="0"), SeatImported(team="0"))
    records = records_in(tmp_path / "a.db")
    assert details(records.start(scoresheet, ["Anna", "Ben"], MatchImported("bgstats:2", seats=seats))) == []
    assert details(records.start(scoresheet, ["Anna", "Ben"])) == []
