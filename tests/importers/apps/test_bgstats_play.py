"""BG Stats: what single plays may look like."""

import json
from typing import Any

import pytest

from core.games.scoresheet import PointsNoted, RanksNamed, WinnersNamed
from core.record_events import MatchClosed
from importers.apps import bgstats
from importers.imported_play import Player
from importers.reading import Read
from tests.importers.apps.bgstats_exports import export, one, won
from tests.importers.imported import the_play


def test_a_play_keeps_what_the_app_knew() -> None:
    seats = (
        {"score": "62+18", "winner": True, "startPlayer": True, "newPlayer": False, "rank": 1, "startPosition": "1"},
        {"score": "41", "winner": False, "newPlayer": True, "rank": 0, "role": "Wizard", "team": "Red"},
    )
    more = {"rounds": 5, "ignored": True, "manualWinner": False, "entryDate": "2026-11-21 08:00:00"}
    ties = {"locationRefId": 5, "bggId": 81839750, "tags": [{"tagRefId": 6}], "expansionPlays": [{"gameRefId": 1}]}
    play = one(export(*seats, durationMin=45, board="Long\u00a0(30)", comments="fine\r\nday\0", **more, **ties))
    assert play.where == "play 3c9682f4"
    assert play.players == (Player("Jitka", ("bgstats:aa-1", "bgg:jitkab")), Player("Jarda", ("bgstats:aa-2",)))
    assert (play.played_on, play.started_at, play.minutes) == ("2026-11-20", None, 45)
    assert (play.place, play.tags, play.copies) == ("Brno", ("league",), ("bgg:81839750",))
    assert play.options == {"title": "Kettle Race", "bgg_id": 7}
    assert play.events == (PointsNoted("final", (80, 41)), WinnersNamed((0,)))
    told = play.provenance
    assert (told.source, told.comment, told.variant) == ("bgstats:3c9682f4", "fine\nday", "Long (30)")
    assert told.expansions == ("Kettle Race",)
    assert told.seats[0].score == "62+18"
    assert (told.seats[0].started, told.seats[0].new, told.seats[0].rank) == (True, False, 1)
    assert (told.seats[1].new, told.seats[1].rank, told.seats[1].role, told.seats[1].team) == (
        True,
        None,
        "Wizard",
        "Red",
    )
    assert told.more == {
        "entryDate": "2026-11-21 08:00:00",
        "rounds": "5",
        "ignored": "true",
        "startPosition": "1 | ",
        "time": "19:30",
    }


@pytest.mark.parametrize(
    ("flags", "winners"),
    [((True, False), (0,)), ((True, True), (0, 1)), ((False, False), ()), ((None, True), (1,)), ((None, None), None)],
)
def test_winners_are_who_was_flagged_and_never_worked_out(
    flags: tuple[bool | None, ...], winners: tuple[int, ...] | None
) -> None:
    play = one(export(*({"score": str(10 * seat), "winner": flag} for seat, flag in enumerate(flags))))
    assert won(play) == winners
    assert (play.events[-1] == MatchClosed("incomplete")) == (winners is None)
    assert tuple(seat.winner for seat in play.provenance.seats) == flags


@pytest.mark.parametrize(
    ("game", "flags", "teams", "options"),
    [
        ({"cooperative": True}, (True, True, True), None, {"cooperative": True}),
        ({"cooperative": True}, (False, False, False), "AAA", {"cooperative": True}),
        ({"cooperative": True}, (True, False, False), None, {}),
        ({"cooperative": True}, (True, False, False), "ABB", {"teams": ((1, 2),)}),
        ({}, (True, False, True), "010", {"teams": ((0, 2),)}),
        ({}, (True, False, False), "010", {}),
        ({}, (True, False, True), " 0 ", {}),
        ({"highestWins": False}, (False, True, False), None, {"lowest_wins": True}),
        ({"highestWins": False}, (False, True, True), None, {}),
        ({"highestWins": False}, (False, False, False), None, {"lowest_wins": True}),
    ],
)
def test_the_ways_to_win_never_contradict_the_winners(
    game: dict[str, Any], flags: tuple[bool, ...], teams: str | None, options: dict[str, Any]
) -> None:
    seats = [{"winner": flag, "score": str(score)} for flag, score in zip(flags, (7, 5, 9), strict=True)]
    for seat, team in zip(seats, teams or "", strict=False):
        seat["team"] = team
    play = one(export(*seats, games=game, usesTeams=bool(teams)))
    assert play.options == {"title": "Kettle Race", "bgg_id": 7} | options
    assert won(play) == tuple(seat for seat, flag in enumerate(flags) if flag)


def test_a_play_says_itself_how_it_was_scored() -> None:
    fewest = one(export({"score": "3", "winner": True}, {"score": "4"}, scoringSetting=2))
    most = one(export({"score": "4", "winner": False}, {"score": "3"}, scoringSetting=1, games={"highestWins": False}))
    assert fewest.options["lowest_wins"] is True
    assert "lowest_wins" not in most.options


def test_missing_zero_and_malformed_scores_are_three_things() -> None:
    reading = bgstats.read(export({"score": None}, {"score": "0"}, {"score": "0--3"}))
    (play,) = reading.plays
    assert play.events[0] == PointsNoted("final", (None, 0, None))
    assert [seat.score for seat in play.provenance.seats] == [None, "0", "0--3"]
    assert [problem.message for problem in reading.problems] == [
        "Jarda has no score: '0--3' is not a number of points."
    ]
    assert one(export({"score": None}, {"score": ""}, {"score": " "})).events == (WinnersNamed(()),)


def test_a_score_that_ends_in_an_operator_is_the_sum_so_far_and_is_told() -> None:
    reading = bgstats.read(export({"score": "86+84+"}, {"score": "27+"}))
    assert reading.plays[0].events[0] == PointsNoted("final", (170, 27))
    assert [seat.score for seat in reading.plays[0].provenance.seats] == ["86+84+", "27+"]
    assert reading.problems[0].message == "Jitka: '86+84+' ends in an operator and was read as 170."


def test_the_anonymous_player_may_sit_on_several_seats_and_is_nobody() -> None:
    play = one(export({"playerRefId": 9, "anonymousName": "Uncle"}, {"playerRefId": 9}, {"playerRefId": 1}))
    assert play.players[:2] == (Player(), Player())
    assert [seat.alias for seat in play.provenance.seats] == ["Uncle", "", ""]


def test_an_account_that_several_players_share_names_none_of_them() -> None:
    data = json.loads(export({}, {}, {}))
    for player, user in zip(data["players"], ("Family", " family", "jarda"), strict=False):
        player["bggUsername"] = user
    players = one(json.dumps(data).encode()).players
    assert [player.accounts for player in players] == [
        ("bgstats:aa-1",),
        ("bgstats:aa-2",),
        ("bgstats:aa-3", "bgg:jarda"),
    ]


def test_a_play_without_players_is_a_match_that_is_over() -> None:
    play = one(export())
    assert (play.players, play.events) == ((), ())


@pytest.mark.parametrize(
    ("date", "played_on", "more"),
    [
        ("2026-11-20 10:00:00", "2026-11-20", {}),
        ("2026-11-20 11:00:02", "2026-11-20", {}),
        ("2026-11-20 10:01:00", "2026-11-20", {"time": "10:01"}),
        ("2026-11-20", "2026-11-20", {}),
        ("", None, {}),
        (None, None, {}),
        ("2026-02-30 20:00:00", None, {"playDate": "2026-02-30 20:00:00"}),
        ("yesterday", None, {"playDate": "yesterday"}),
    ],
)
def test_a_date_is_kept_as_far_as_it_is_known(date: str | None, played_on: str | None, more: dict[str, str]) -> None:
    data = export({"winner": True}, playDate=date)
    play = one(data)
    assert (play.played_on, play.started_at, play.provenance.more) == (played_on, None, more)
    assert bool(bgstats.read(data).problems) == ("playDate" in more)


def test_what_is_not_in_the_file_is_told_and_the_rest_goes_on() -> None:
    ties = {"locationRefId": 99, "expansionPlays": [{"gameRefId": 98}]}
    reading = bgstats.read(export({"playerRefId": 97, "score": "5"}, {"winner": True}, **ties))
    assert [problem.message for problem in reading.problems] == [
        "Player 97 is not in the file; the player of this seat is unknown.",
        "Expansion 98 is not in the file.",
        "The location 99 is not in the file.",
    ]
    assert one(export({"playerRefId": 97})).players == (Player(),)
    unknown = bgstats.read(export({"winner": True}, gameRefId=96))
    assert [play.options for play in unknown.plays] == [{}]
    assert [problem.message for problem in unknown.problems] == [
        "The game 96 of the play is not in the file, so the game is unknown."
    ]


def test_one_bad_play_does_not_stop_the_others() -> None:
    content = json.loads(export({"winner": True}))
    good = content["plays"][0]
    content["plays"] = [None, good | {"uuid": ""}, good | {"uuid": "B", "playerScores": 7}, good, good]
    content["plays"] += [good | {"uuid": "C", "playerScores": [{"playerRefId": 9}] * 101}]
    content["players"].append({"id": "x"})
    reading = bgstats.read(json.dumps(content).encode())
    assert [play.provenance.source for play in reading.plays] == ["bgstats:3c9682f4"]
    assert [problem.where for problem in reading.problems] == [
        *("player 5 of 5", "play 1 of 6", "play 2 of 6", "play 3 of 6", "play 3c9682f4", "play c")
    ]


def test_a_bad_field_beside_the_result_is_told_and_the_play_is_read() -> None:
    seats = {"score": "5", "winner": True, "rank": "first", "startPosition": []}, {"score": "4", "rank": -3}
    ties: dict[str, Any] = {"expansionPlays": [{"gameRefId": "x"}], "tags": 7}
    games = {"bggId": "seven"}
    reading = bgstats.read(export(*seats, games=games, durationMin=-5, rating=7.5, **ties))
    play = the_play(reading)
    assert play.events == (PointsNoted("final", (5, 4)), WinnersNamed((0,)))
    assert (play.minutes, play.options, play.provenance.seats[0].rank) == (None, {"title": "Kettle Race"}, None)
    assert [problem.message for problem in reading.problems] == [
        "bggId: 'seven' is not possible here and is left out.",
        "rating: '7.5' is not possible here and is left out.",
        "expansionPlays: 'x' is not possible here and is left out.",
        "tags: '7' is not possible here and is left out.",
        "startPosition of player 1: '[]' is not possible here and is left out.",
        "rank of player 1: 'first' is not possible here and is left out.",
        "rank of player 2: '-3' is not possible here and is left out.",
        "-5 minutes is not a possible duration; the duration is not kept.",
    ]
    assert not any(map(Read(bgstats.KEY, reading).is_loss, reading.problems))


def test_both_dialects_say_the_same() -> None:
    compact = json.loads(export({"score": None, "winner": True}, {"score": "4"}))
    pretty = json.loads(json.dumps(compact).replace("null", '""').replace("3C9682F4", "3c9682f4").replace("AA-", "aa-"))
    for table in ("locations", "tags"):
        assert pretty.pop(table)
    pretty["about"] = "A play that was shared."
    slashes = json.dumps(pretty, indent=2, ensure_ascii=False).replace("/", r"\/").encode("utf-8-sig")
    assert bgstats.recognizes(slashes)
    assert bgstats.read(slashes) == bgstats.read(json.dumps(compact).encode())


def test_ranks_are_the_result_of_a_play_without_points_if_they_say_more_than_the_winners() -> None:
    def ranked(*ranks: int, **game: Any) -> tuple[object, ...]:
        return one(export(*({"rank": rank, "winner": rank == 1} for rank in ranks), games=game)).events

    assert ranked(2, 1, 3) == (RanksNamed((2, 1, 3)),)
    assert ranked(1, 3, 0) == (RanksNamed((1, 3, None)),)
    assert ranked(2, 1, 2) == (WinnersNamed((1,)),)
    assert ranked(2, 3, 2, cooperative=True) == (WinnersNamed(()),)
    scored = export({"rank": 2, "score": "5"}, {"rank": 1, "winner": True, "score": "7"}, {"rank": 3, "score": "5"})
    assert one(scored).events == (PointsNoted("final", (5, 7, 5)), WinnersNamed((1,)))
    other = export({"rank": 1}, {"rank": 2, "winner": True}, {"rank": 3})
    assert one(other).events == (WinnersNamed((1,)),), "the winners are the players' own record"
