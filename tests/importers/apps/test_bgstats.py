"""BG Stats: every play, seat, score, winner and minute of real exports, and files that are none."""

import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.scoresheet import PointsNoted, WinnersNamed
from importers.apps import bgstats
from importers.imported_play import Player, UnreadableFile
from importers.reading import ImportOptions
from importers.reading import read as read_foreign
from tests import TESTS
from tests.eventstore.store.mangled import mangled_bytes, mangled_values
from tests.importers.apps.bgstats_exports import AZUL, export, sheet, won
from tests.importers.imported import assert_answered, imported, summed

SAMPLES = sorted((TESTS / "samples/bgstats").iterdir())


def sample(name: str) -> bytes:
    return next(path for path in SAMPLES if path.name.startswith(name)).read_bytes()


def counted(data: bytes) -> dict[str, Any]:
    """What an export holds, counted without any of the importer's code."""
    export = json.loads(data)
    people = {row["id"]: row for row in export["players"]}
    totals: Counter[str] = Counter(plays=len(export["plays"]))
    wins: Counter[str] = Counter()
    scores: defaultdict[str, list[float]] = defaultdict(list)
    for play in export["plays"]:
        totals["minutes"] += play["durationMin"]
        for seat in play["playerScores"]:
            totals["seats"] += 1
            person = people[seat["playerRefId"]]
            who = "" if person["isAnonymous"] else person["uuid"].lower()
            wins[who] += seat["winner"]
            text = seat["score"] or ""
            if re.fullmatch(r"-?\d+(\.\d*)?([+-]\d+(\.\d*)?)*[+-]?", text):
                scores[who].append(sum(map(float, re.findall(r"[+-]?[\d.]+", text.rstrip("+-")))))
                totals["scored"] += 1
            elif text:
                totals["malformed"] += 1
    return summed(totals, wins, scores)


def who(player: Player) -> str:
    return player.accounts[0].removeprefix("bgstats:") if player.accounts else ""


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_everything_in_an_export_is_counted_twice_and_agrees(path: Path) -> None:
    data = path.read_bytes()
    assert bgstats.recognizes(data)
    reading = bgstats.read(data)
    assert imported(reading, who) == counted(data)
    assert reading == bgstats.read(data)
    assert len({play.provenance.source for play in reading.plays}) == len(reading.plays)
    ids = {f"bgstats:{play['uuid'].lower()}" for play in json.loads(data)["plays"]}
    assert {play.provenance.source for play in reading.plays} == ids
    assert [play.played_on for play in reading.plays] == sorted(play.played_on or "" for play in reading.plays)


@pytest.mark.slow
def test_problems_are_the_malformed_scores_and_nothing_else() -> None:
    problems = [problem for path in SAMPLES for problem in bgstats.read(path.read_bytes()).problems]
    assert len([problem for problem in problems if "has no score" in problem.message]) == 1
    assert len([problem for problem in problems if "ends in an operator" in problem.message]) == 8
    assert len(problems) == 9
    assert all(re.fullmatch("play [0-9a-f-]{36}", problem.where) for problem in problems)


def test_sheets_give_points_by_category_or_by_round() -> None:
    reading = bgstats.read(sample("d-"))
    in_lines = [play for play in reading.plays if len(play.events) > 2]
    sheets = [json.loads(play.get("scoresheet") or "{}") for play in json.loads(sample("d-"))["plays"]]
    rows = [[row for part in sheet.get("groups", sheet.get("rounds", [])) for row in part["rows"]] for sheet in sheets]
    several = [lines for lines in rows if sum(any(row["scores"].values()) for row in lines) > 1]
    malformed = sum("sheet cannot be used" in problem.message for problem in reading.problems)
    assert len(in_lines) == len(several) - malformed > 90
    rounds = next(play for play in in_lines if play.options["bgg_id"] == 257614)
    assert rounds.events == (
        PointsNoted("Round 1: Arrangement", (9, 9)),
        PointsNoted("Round 2: Arrangement", (10, 7)),
        PointsNoted("Round 3: Arrangement", (6, 5)),
        WinnersNamed((0,)),
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b"[]", "not a BG Stats export"),
        (b"{}", "games: missing"),
        (b'{"games": [], "players": [], "plays": {}}', "plays: Input should be a valid tuple"),
        (b'{"games": [], "players": [], "plays": [NaN]}', "NaN is not a number"),
        (b'{"games":' + b"[" * 100_000, "cannot be read"),
        (b'{"games": [' + b"9" * 5000 + b"]}", "cannot be read"),
    ],
)
def test_a_file_that_is_something_else_is_refused_in_a_sentence(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message) as refused:
        bgstats.read(data)
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")


def test_only_exports_are_recognized() -> None:
    assert bgstats.recognizes(export())
    assert not bgstats.recognizes(b"<plays><games><players>")
    assert not bgstats.recognizes(b'{"partie": 1, "game": "azacru", "players": []}')
    assert not bgstats.recognizes(b"")


def test_a_table_with_the_field_names_of_the_app_is_read_by_them() -> None:
    table = (
        b"bggId,game,playDateYmd,durationMin,location,player,score,winner\n"
        b"230802,Azul,20240501,40,Brno,Ann,52,true\n230802,Azul,20240501,40,Brno,Ben,47,false\n"
        b"230802,Azul,20240502,35,Brno,Ann,40,false\n230802,Azul,20240502,35,Brno,Ben,47,true\n"
    )
    plays = read_foreign(table, ImportOptions()).reading.plays
    assert [(play.played_on, play.minutes, play.place) for play in plays] == [
        ("2024-05-01", 40, "Brno"),
        ("2024-05-02", 35, "Brno"),
    ]
    assert [play.options for play in plays] == [{"title": "Azul", "bgg_id": 230802}] * 2
    assert [won(play) for play in plays] == [(0,), (1,)]


FULL = export(
    {"score": "45", "winner": True, "metaData": '{"scoreUuid":"aa-1"}', "role": "x", "team": "0"},
    {"score": "1.5", "metaData": "{}", "anonymousName": "y", "team": "1"},
    scoresheet=sheet(*AZUL),
    usesTeams=True,
    durationMin=9,
    locationRefId=5,
    expansionPlays=[{"gameRefId": 1}],
    tags=[{"tagRefId": 6}],
)


@given(mangled_bytes(FULL) | mangled_values(json.loads(FULL)) | st.binary())
def test_whatever_the_bytes_a_record_can_keep_what_was_read(data: bytes) -> None:
    bgstats.recognizes(data)
    assert_answered(bgstats.read, data)
