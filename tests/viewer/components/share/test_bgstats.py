"""The link for BG Stats: its address, what it tells, and its QR code."""

import io
import json
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import pytest
import resvg_py
import zxingcpp
from PIL import Image

from core.game import AnyGame, facts_of
from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import DetailsNoted, MatchClosed, SeatDetails
from eventstore.matches.match import Match
from eventstore.matches.people import People
from eventstore.matches.repository import MatchRepository
from tests.recorded import FOUR, record
from tests.shared import HARMFUL, KINDS, recorded
from viewer.components.share.bgstats import ADDRESS, link
from viewer.pairing import qr_code


def play_of(match: Match) -> dict[str, Any]:
    """The play that the app reads out of the link."""
    address, data = link(match).split("?data=")
    assert f"{address}?data=" == ADDRESS == "https://app.bgstatsapp.com/createPlay.html?data="
    play: dict[str, Any] = json.loads(unquote(data))
    return play


@pytest.mark.parametrize("kind", KINDS)
def test_everybody_is_told_whether_they_won_and_began(toy_game: AnyGame, kind: str) -> None:
    match = recorded(kind)
    players = play_of(match)["players"]
    won = match.outcome.winners if match.outcome else ()
    assert [player["name"] for player in players] == list(match.names)
    assert [player["winner"] for player in players] == [seat in won for seat in range(len(players))]
    starts = facts_of(match.game).has_start_player  # Of a sheet nobody knows who started.
    assert [player["startPlayer"] for player in players] == [starts and seat == 0 for seat in range(len(players))]
    assert [player.get("score") for player in players] == list(match.now.scores)
    assert len({player["sourcePlayerId"] for player in players}) == len(players)


def test_the_play_names_its_source_and_its_game() -> None:
    play = play_of(recorded("chocolatier"))
    assert (play["sourceName"], play["sourcePlayId"]) == ("Partie", "chocolatier")
    assert play["game"] == {
        "name": "Azul: Master Chocolatier",
        "sourceGameId": "chocolatier:Azul: Master Chocolatier",
        "bggId": 363247,
        "highestWins": True,
        "noPoints": False,
    }


def test_what_is_not_known_is_left_out(toy_game: AnyGame) -> None:
    play = play_of(recorded("pig"))
    assert not {"playDate", "durationMin", "location"} & set(play)
    assert "bggId" not in play["game"]
    assert None not in play.values()
    assert "score" not in play_of(recorded("sheet"))["players"][1]


def test_times_are_utc_durations_minutes_and_a_day_without_a_time_is_noon(records: MatchRepository) -> None:
    sheet = (PointsNoted("final", (3, 4)), WinnersNamed((1,)))
    began, ended = "2026-11-20T00:30:00+01:00", ("2026-11-19T23:59:00Z", "2026-11-20T00:14:40Z")
    match = records.start(scoresheet, FOUR[:2], *sheet, started_at=began, times=ended, place="Brno")
    play = play_of(match)
    assert (play["playDate"], play["durationMin"], play["location"]) == ("2026-11-19 23:30:00", 45, "Brno")
    for day, date in (("2026-11-20", "2026-11-20 12:00:00"), ("2026-11", None), ("2026", None)):
        match = record(records, f"on{day}", chocolatier, FOUR[:2], 1, events=2, played_on=day)
        assert play_of(match).get("playDate") == date


def test_who_began_who_won_and_by_what_is_told_as_it_was_noted(records: MatchRepository) -> None:
    noted = DetailsNoted(seats=(SeatDetails(), SeatDetails(started=True)))
    match = records.start(scoresheet, ["Anna", "Ben"], noted, WinnersNamed((0,)))
    assert [player["startPlayer"] for player in play_of(match)["players"]] == [False, True]
    lines = (PointsNoted("final", (3, 4)), WinnersNamed((0,)))
    match = records.start(scoresheet, FOUR[:2], *lines, options={"lowest_wins": True})
    assert play_of(match)["game"]["highestWins"] is False
    assert [player["rank"] for player in play_of(match)["players"]] == [1, 2]
    record(records, "x", chocolatier, FOUR[:2], 1, events=9)
    match = records.record("x", MatchClosed("abandoned"))
    assert [(player["winner"], "rank" in player) for player in play_of(match)["players"]] == [(False, False)] * 2


def test_names_survive_the_address() -> None:
    assert [player["name"] for player in play_of(recorded("harmful"))["players"]] == list(HARMFUL)
    assert link(recorded("harmful")).isascii()
    assert not set(link(recorded("harmful"))) & set(" \"'<>&#")


def test_the_qr_code_holds_the_whole_link_or_is_refused() -> None:
    match = recorded("chocolatier")
    link_of_play = link(match)
    assert len(link_of_play) > 858  # Bytes that version 20 holds at the lowest error correction.
    png = bytes(resvg_py.svg_to_bytes(svg_string=qr_code.svg(link_of_play)))
    (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)).convert("L"))
    assert code.text == link_of_play
    long = replace(match, people=People(dict.fromkeys(match.people.names, "Ö" * 150)))
    with pytest.raises(ValueError, match="Data too large"):
        qr_code.svg(link(long))
