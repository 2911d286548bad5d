"""The commands that answer questions: a year, what to play, what rests, progress, and the cost of a play."""

from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from tests.recorded import records_in
from tests.viewer.commands.terminal import Terminal


@pytest.fixture(scope="module")
def partie(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """Anna loses five times at Kettle Race and then wins five times; Ben once won at Go, which took an hour."""
    path = tmp_path_factory.mktemp("questions") / "partie.db"
    records = records_in(path)
    for day in range(10):
        points, won = ((9, 1), 0) if day >= 5 else ((1, 9), 1)
        facts = {"played_on": f"2026-0{1 + day // 5}-{1 + day:02}", "options": {"title": "Kettle Race"}, "minutes": 30}
        records.start(scoresheet, ("Anna", "Ben"), PointsNoted("final", points), WinnersNamed((won,)), **facts)
    facts = {"played_on": "2025-12-31", "options": {"title": "Go"}, "minutes": 60}
    records.start(scoresheet, ("Anna", "Ben"), PointsNoted("final", (1, 2)), WinnersNamed((1,)), **facts)
    records.store.close()
    return Terminal(path)


def test_a_year_and_the_year_of_a_person(partie: Terminal, tmp_path: Path) -> None:
    told = partie.json("stats", "year", "2026")
    assert (told["plays"], told["before"], told["minutes"], told["months"][:3]) == (10, 1, 300, [5, 5, 0])
    assert [game["label"] for game in told["new"]] == ["Kettle Race"]
    assert (told["challenges"]["done"], told["challenges"]["h_index"]) == (10, 1)
    assert partie.json("stats", "year", "2026", "--person", "Anna")["wins"] == 5
    heads = ["year            2026", "plays           10", "year before     1"]
    assert partie("stats", "year", "2026", "--person", "Anna").splitlines()[:3] == heads
    empty = Terminal(tmp_path / "empty.db")
    assert (empty.json("stats", "year", "2026")["plays"], empty.json("stats", "rested")) == (0, [])


def test_what_to_play_fits_the_people_and_the_time(partie: Terminal) -> None:
    assert [one["game"] for one in partie.json("stats", "next", "Anna", "Ben", "--minutes", "45")] == ["Kettle Race"]
    assert {one["game"] for one in partie.json("stats", "next", "Anna", "Ben")} == {"Kettle Race", "Go"}
    assert "so many people" in partie("stats", "next", "Anna")
    (rested,) = partie.json("stats", "rested")
    assert (rested["game"], rested["played_on"]) == ("Kettle Race", "2026-02-10")


def test_getting_better_is_told_in_words(partie: Terminal) -> None:
    told = partie.json("stats", "progress", "Anna", "kettle race")
    assert (told["verdict"], told["change"]) == ("better", 1)
    assert partie("stats", "progress", "Anna", "Kettle Race").startswith("better than before (10 plays)")
    assert partie("stats", "progress", "Ben", "Go").strip() == "too few plays to tell (1 plays)"


def test_the_cost_of_a_play_falls_with_every_play(partie: Terminal) -> None:
    assert "No price is noted" in partie("stats", "cost")
    partie("price", "kettle race", "20", "--currency", "EUR")
    (cost,) = partie.json("stats", "cost")
    told = [cost[name] for name in ("game", "price", "currency", "each", "hour")]
    assert told == ["Kettle Race", 20, "EUR", 2, 4]
    partie("price", "Kettle Race")
    assert partie.json("stats", "cost") == []
    assert "no match of a game called 'Chess'" in partie("price", "Chess", "3", code=1)
    assert "from 0 to" in partie("price", "Go", "--", "-3", code=1)
    assert "0 tampered, 0 damaged" in partie("verify")
