"""`partie stats`: figures that agree with a count of the exported file by other means."""

import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from tests import TESTS
from tests.recorded import records_in
from tests.viewer.commands.terminal import Terminal

EXPORT = TESTS / "samples" / "bgstats" / "b-ios-217-plays.json"


@pytest.fixture(scope="module")
def partie(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    terminal = Terminal(tmp_path_factory.mktemp("stats") / "partie.db")
    terminal("import", EXPORT)
    return terminal


@pytest.fixture(scope="module")
def export() -> Any:
    """The file without the plays that the app ignores: they are not in statistics."""
    whole = json.loads(EXPORT.read_text("utf-8"))
    return whole | {"plays": [play for play in whole["plays"] if not play["ignored"]]}


def points(score: str | None) -> float | None:
    """A score of this file: a number, or terms to add and to subtract."""
    return sum(map(float, filter(None, score.replace("-", "+-").split("+")))) if score else None


@pytest.mark.slow
def test_plays_wins_and_points_of_everybody_agree_with_the_file(partie: Terminal, export: Any) -> None:
    known = {player["id"]: player["uuid"].lower() for player in export["players"] if not player["isAnonymous"]}
    plays, wins, scores = Counter[str](), Counter[str](), defaultdict[str, list[float]](list)
    for play in export["plays"]:
        for seat in play["playerScores"]:
            if uuid := known.get(seat["playerRefId"]):
                plays[uuid] += 1
                wins[uuid] += seat["winner"]
                if (score := points(seat["score"])) is not None:
                    scores[uuid].append(score)
    people = {row["accounts"][0].partition(":")[2]: row for row in partie.json("people")}
    assert {uuid: row["plays"] for uuid, row in people.items() if row["plays"]} == plays
    for uuid, _ in plays.most_common(6):
        figures = partie.json("stats", "person", people[uuid]["id"])
        won = sum(own["wins"] for own in (figures, figures["cooperative"], figures["solo"]))
        assert (figures["plays"], won, figures["scored"]) == (plays[uuid], wins[uuid], len(scores[uuid]))
        assert list(figures["rating"]["line"][0]) == ["match", "value", "low", "high"]
        assert figures["mean_points"] == pytest.approx(fmean(scores[uuid]) if scores[uuid] else None)


def test_a_game_is_found_by_its_title_and_narrowed(partie: Terminal, export: Any) -> None:
    titles = {game["id"]: game["name"] for game in export["games"]}
    played = Counter(titles[play["gameRefId"]] for play in export["plays"])
    title, plays = played.most_common(1)[0]
    figures = partie.json("stats", "game", title.upper())
    assert (figures["game"], figures["plays"]) == (title, plays)
    for seats, count in figures["players"].items():
        assert partie.json("stats", "game", title, "--seats", seats)["plays"] == count
    assert plays == sum(row["title"] == title and row["counted"] for row in partie.json("list"))
    since = sorted(play["playDate"] for play in export["plays"] if titles[play["gameRefId"]] == title)[plays // 2][:10]
    later = [play for play in export["plays"] if titles[play["gameRefId"]] == title and play["playDate"] >= since]
    assert partie.json("stats", "game", title, "--since", since)["plays"] == len(later)
    output = partie("stats", "game", title)
    assert output.splitlines()[0] == title
    assert all(len(line) <= 80 for line in output.splitlines())


def test_values_stand_alone_and_on_demand_with_how_sure_they_are(partie: Terminal, export: Any) -> None:
    first, second, *_ = partie.json("people")
    titles = {game["id"]: game["name"] for game in export["games"]}
    game = titles[export["plays"][0]["gameRefId"]]
    for words in (("pair", first["id"], second["id"]), ("game", game), ("person", first["id"])):
        output, more = partie("stats", *words), partie("stats", *words, "--sure")
        assert not re.search(r"%\)|, n \d|\bof  ", output)
        assert re.search(r"\d+% \(\d+–\d+%\) +\d", more)
        assert all(len(line) <= 80 for line in (*output.splitlines(), *more.splitlines()))
    assert output.startswith(f"{first['name']}\nplays           {first['plays']}\nknown           0 by moves, ")
    assert len(output.splitlines()) < 100
    assert "There are score sheets of many games" in partie("stats", "game", "scoresheet", code=1)


def test_simulated_matches_are_counted_on_request_once_there_are_others(tmp_path: Path) -> None:
    partie = Terminal(tmp_path / "partie.db")
    records = records_in(tmp_path / "partie.db")
    sheet = (PointsNoted("final", (9, 1)), WinnersNamed((0,)))
    robots = {"options": {"title": "Kettle Race"}, "id": "demo-scoresheet-1"}
    records.start(scoresheet, ("Anna", "Robo Bert"), *sheet, **robots)
    assert partie.json("stats", "game", "Kettle Race")["plays"] == 1
    assert partie("stats", "game", "Kettle Race").count("All matches in this store are simulated.") == 1
    records.start(scoresheet, ("Anna", "Ben"), *sheet, options={"title": "Kettle Race"})
    for words in (["stats", "game", "Kettle Race"], ["stats", "person", "Anna"]):
        assert partie.json(*words)["plays"] == 1
        assert "Simulated matches are not counted" in partie(*words)
        assert partie.json(*words, "--simulated")["plays"] == 2
    assert partie.json("stats", "pair", "Anna", "Robo Bert")["plays"] == 0
    assert partie.json("stats", "pair", "Anna", "Robo Bert", "--simulated")["plays"] == 1
    for more, plays in (([], 1), (["--simulated"], 2)):
        assert {row["name"]: row["plays"] for row in partie.json("people", *more)}["Anna"] == plays
    assert len(partie.json("list")) == 2
