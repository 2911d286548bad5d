"""BG Stats: every play, seat, score, winner and minute of real exports, and what single plays may look like."""

import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.entries import MatchClosed
from core.games.scoresheet import PointsNoted, WinnersNamed
from importers import bgstats
from importers.play import Play, Player, Reading, Unreadable
from tests.imported import kept
from tests.mangled import mangled_bytes, mangled_values

SAMPLES = sorted((Path(__file__).parent / "samples/bgstats").iterdir())


def sample(name: str) -> bytes:
    return next(path for path in SAMPLES if path.name.startswith(name)).read_bytes()


# Whole files, counted a second time


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
            if re.fullmatch(r"-?\d+(\.\d+)?([+-]\d+(\.\d+)?)*", text):
                scores[who].append(sum(map(float, re.findall(r"[+-]?[\d.]+", text))))
                totals["scored"] += 1
            elif text:
                totals["malformed"] += 1
    means = {who: round(sum(known) / len(known), 6) for who, known in scores.items()}
    return {**totals, "wins": +wins, "means": means, "points": round(sum(map(sum, scores.values())), 6)}


def imported(reading: Reading) -> dict[str, Any]:
    """The same of what the importer made of it, folded as a record would be."""
    totals: Counter[str] = Counter(plays=len(reading.plays))
    wins: Counter[str] = Counter()
    scores: defaultdict[str, list[float]] = defaultdict(list)
    for play in reading.plays:
        match = kept(play)
        totals["minutes"] += match.minutes or 0
        for seat, (player, score) in enumerate(zip(play.players, match.scores, strict=True)):
            totals["seats"] += 1
            who = player.accounts[0].removeprefix("bgstats:") if player.accounts else ""
            wins[who] += match.outcome is not None and seat in match.outcome.winners
            if score is not None:
                scores[who].append(score)
                totals["scored"] += 1
            elif play.told.seats[seat].score:
                totals["malformed"] += 1
    means = {who: round(sum(known) / len(known), 6) for who, known in scores.items()}
    return {**totals, "wins": +wins, "means": means, "points": round(sum(map(sum, scores.values())), 6)}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_everything_in_an_export_is_counted_twice_and_agrees(path: Path) -> None:
    data = path.read_bytes()
    assert bgstats.recognizes(data)
    reading = bgstats.read(data)
    assert imported(reading) == counted(data)
    assert reading == bgstats.read(data)
    assert len({play.told.source for play in reading.plays}) == len(reading.plays)
    ids = {f"bgstats:{play['uuid'].lower()}" for play in json.loads(data)["plays"]}
    assert {play.told.source for play in reading.plays} == ids
    assert [play.played_on for play in reading.plays] == sorted(play.played_on or "" for play in reading.plays)


def test_problems_are_the_malformed_scores_and_sheets_and_nothing_else() -> None:
    problems = [problem for path in SAMPLES for problem in bgstats.read(path.read_bytes()).problems]
    assert len([problem for problem in problems if "has no score" in problem.message]) == 10
    assert len([problem for problem in problems if "score sheet cannot be used" in problem.message]) == 3
    assert len(problems) == 13
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


# Single plays


def export(*seats: dict[str, Any], games: dict[str, Any] | None = None, **play: Any) -> bytes:
    """An export of one play of game 1 by players 1, 2, 3 ... in seat order, unless a seat says otherwise."""
    rows = [{"playerRefId": number, "score": "", "winner": False} | seat for number, seat in enumerate(seats, 1)]
    return json.dumps(
        {
            "games": [{"id": 1, "uuid": "G1", "name": "Kettle Race", "bggId": 7} | (games or {})],
            "players": [
                {"id": 1, "uuid": "AA-1", "name": "Jitka", "isAnonymous": False, "bggUsername": "JitkaB"},
                {"id": 2, "uuid": "aa-2", "name": " Jarda ", "isAnonymous": False, "bggUsername": ""},
                {"id": 3, "uuid": "AA-3", "name": "Jarda", "isAnonymous": False},
                {"id": 9, "uuid": "AA-9", "name": "Anonymous player", "isAnonymous": True},
            ],
            "locations": [{"id": 5, "uuid": "L", "name": "Brno"}],
            "tags": [{"id": 6, "uuid": "T", "name": "league"}],
            "plays": [
                {"uuid": "3C9682F4", "gameRefId": 1, "playDate": "2026-11-20 19:30:05", "playerScores": rows} | play
            ],
        }
    ).encode()


def one(data: bytes) -> Play:
    (play,) = bgstats.read(data).plays
    kept(play)
    return play


def won(play: Play) -> tuple[int, ...] | None:
    last = play.events[-1]
    return last.seats if isinstance(last, WinnersNamed) else None


def test_a_play_keeps_what_the_app_knew() -> None:
    seats = (
        {"score": "62+18", "winner": True, "startPlayer": True, "newPlayer": False, "rank": 1, "startPosition": "1"},
        {"score": "41", "winner": False, "newPlayer": True, "rank": 0, "role": "Wizard", "team": "Red"},
    )
    more = {"rounds": 5, "ignored": True, "manualWinner": False, "entryDate": "2026-11-21 08:00:00"}
    ties = {"locationRefId": 5, "bggId": 81839750, "tags": [{"tagRefId": 6}], "expansionPlays": [{"gameRefId": 1}]}
    play = one(export(*seats, durationMin=45, board="Long\u00a0(30)", comments="fine\r\nday\0", **more, **ties))
    assert play.where == "play 3c9682f4"
    assert play.players == (
        Player("Jitka", ("bgstats:aa-1", "bgg:jitkab")),
        Player("Jarda", ("bgstats:aa-2",)),
    )
    assert (play.played_on, play.started_at, play.minutes) == ("2026-11-20", None, 45)
    assert (play.place, play.tags, play.copies) == ("Brno", ("league",), ("bgg:81839750",))
    assert play.options == {"title": "Kettle Race", "bgg_id": 7}
    assert play.events == (PointsNoted("final", (80, 41)), WinnersNamed((0,)))
    told = play.told
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
    [
        ((True, False), (0,)),
        ((True, True), (0, 1)),
        ((False, False), ()),
        ((None, True), (1,)),
        ((None, None), None),
    ],
)
def test_winners_are_who_was_flagged_and_never_worked_out(
    flags: tuple[bool | None, ...], winners: tuple[int, ...] | None
) -> None:
    play = one(export(*({"score": str(10 * seat), "winner": flag} for seat, flag in enumerate(flags))))
    assert won(play) == winners
    assert (play.events[-1] == MatchClosed("incomplete")) == (winners is None)
    assert tuple(seat.winner for seat in play.told.seats) == flags


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
    reading = bgstats.read(export({"score": None}, {"score": "0"}, {"score": "27+"}))
    (play,) = reading.plays
    assert play.events[0] == PointsNoted("final", (None, 0, None))
    assert [seat.score for seat in play.told.seats] == [None, "0", "27+"]
    assert [problem.message for problem in reading.problems] == ["Jarda has no score: '27+' is not a number of points."]
    assert one(export({"score": None}, {"score": ""}, {"score": " "})).events == (WinnersNamed(()),)


def test_the_anonymous_player_may_sit_on_several_seats_and_is_nobody() -> None:
    play = one(export({"playerRefId": 9, "anonymousName": "Uncle"}, {"playerRefId": 9}, {"playerRefId": 1}))
    assert play.players[:2] == (Player(), Player())
    assert [seat.alias for seat in play.told.seats] == ["Uncle", "", ""]


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
    assert (play.played_on, play.started_at, play.told.more) == (played_on, None, more)
    assert bool(bgstats.read(data).problems) == ("playDate" in more)


def test_what_is_not_in_the_file_is_told_and_the_rest_goes_on() -> None:
    ties = {"locationRefId": 99, "expansionPlays": [{"gameRefId": 98}]}
    reading = bgstats.read(export({"playerRefId": 97, "score": "5"}, {"winner": True}, **ties))
    assert [problem.message for problem in reading.problems] == [
        "Player 97 is not in the file; the seat is nobody's.",
        "Expansion 98 is not in the file.",
        "Location 99 is not in the file.",
    ]
    assert one(export({"playerRefId": 97})).players == (Player(),)
    lost = bgstats.read(export({"winner": True}, gameRefId=96))
    assert (lost.plays, [problem.message for problem in lost.problems]) == (
        (),
        ["The play was not read: its game 96 is not in the file."],
    )


def test_one_bad_play_does_not_stop_the_others() -> None:
    content = json.loads(export({"winner": True}))
    good = content["plays"][0]
    content["plays"] = [None, good | {"uuid": ""}, good | {"uuid": "B", "playerScores": 7}, good, good]
    content["plays"] += [good | {"uuid": "C", "playerScores": [{"playerRefId": 9}] * 101}]
    content["players"].append({"id": "x"})
    reading = bgstats.read(json.dumps(content).encode())
    assert [play.told.source for play in reading.plays] == ["bgstats:3c9682f4"]
    assert [problem.where for problem in reading.problems] == [
        "player 5 of 5",
        "play 1 of 6",
        "play 2 of 6",
        "play 3 of 6",
        "play 3c9682f4",
        "play c",
    ]


def test_both_dialects_say_the_same() -> None:
    compact = json.loads(export({"score": None, "winner": True}, {"score": "4"}))
    pretty = json.loads(json.dumps(compact).replace("null", '""').replace("3C9682F4", "3c9682f4").replace("AA-", "aa-"))
    for table in ("locations", "tags"):
        assert pretty.pop(table)
    pretty["about"] = "A play that was shared."
    slashes = json.dumps(pretty, indent=2, ensure_ascii=False).replace("/", r"\/").encode("utf-8-sig")
    assert bgstats.recognizes(slashes)
    assert bgstats.read(slashes) == bgstats.read(json.dumps(compact).encode())


# Score sheets


def sheet(*rows: dict[str, Any], **more: Any) -> str:
    """A sheet of one group; cells belong to players 1 and 2."""
    return json.dumps({"version": 1, "groups": [{"templateId": "1", "rows": rows}], **more})


def row(label: str, *cells: str | None, **more: Any) -> dict[str, Any]:
    return {
        "label": label,
        "templateId": label.lower(),
        "scores": dict(zip(("aa-1", "AA-2"), cells, strict=True)),
        **more,
    }


AZUL = (
    {"templateId": "scoretrack", "label": "Score track", "scores": {"aa-1": "41", "other": "38"}},
    {"templateId": "horizontallines", "scores": {"AA-1": "4", "Other": "2"}},
    {"templateId": "verticallines", "label": "", "scores": {"AA-1": "", "OTHER": "7"}},
    {"templateId": "Completedcolors", "label": "Completed colors", "scores": {}},
)


def test_a_sheet_becomes_points_by_category_joined_by_the_seats_own_ids() -> None:
    other = {"score": "47", "winner": True, "metaData": '{"scoreUuid":"OTHER"}'}
    play = one(export({"score": "45"}, other, scoresheet=sheet(*AZUL)))
    assert play.events == (
        PointsNoted("Score track", (41, 38)),
        PointsNoted("horizontallines", (4, 2)),
        PointsNoted("verticallines", (None, 7)),
        WinnersNamed((1,)),
    )


def test_losses_are_subtracted_and_sums_in_cells_kept_as_they_were() -> None:
    lines = sheet(row("Goals", "10+15", "7"), row("Errors", "3", "0", negative=True), row("Blank", "", None))
    play = one(export({"score": "22"}, {"score": "7"}, scoresheet=lines))
    assert play.events[:2] == (PointsNoted("Goals", (25, 7)), PointsNoted("Errors", (-3, 0)))
    assert play.told.more["scoresheet Goals"] == "10+15 | 7"
    assert "scoresheet Errors" not in play.told.more


def test_every_line_has_a_name_of_its_own() -> None:
    cells = {"scores": {"aa-1": "1", "aa-2": "2"}}
    group = {"label": "Season", "rows": [{"label": "{row}.", **cells}, {"label": "{row}.", **cells}]}
    bare = {"rows": [{"label": "final", **cells}, {**cells}, {"label": "Season: 1.", **cells}]}
    text = json.dumps({"groups": [group, bare], "rounds": [{"rows": [{"label": "A", **cells}]}] * 2})
    play = one(export({"score": "7"}, {"score": "14"}, scoresheet=text))
    labels = [event.label for event in play.events if isinstance(event, PointsNoted)]
    assert labels == [
        *("Season: 1.", "Season: 2.", "final (2)", "Line 2", "Season: 1. (2)"),
        *("Round 1: A", "Round 2: A"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (sheet(row("Goals", "10", "7")), "The score sheet adds up to 10, not to the score of 22."),
        (sheet(row("Goals", "22", "7."), row("More", "", "")), "Goals: '7.' is not a number of points."),
        (sheet(row("Goals", "", "7")), "The score sheet adds up to 0, not to the score of 22."),
        ('{"groups": 3}', "The score sheet cannot be read: groups: Input should be a valid array."),
        ("[" * 100_000, "The score sheet cannot be read"),
    ],
)
def test_a_sheet_that_cannot_be_trusted_leaves_the_total_and_its_own_text(text: str, message: str) -> None:
    (problem,) = bgstats.read(export({"score": "22"}, {"score": "7"}, scoresheet=text)).problems
    assert message in problem.message
    play = one(export({"score": "22"}, {"score": "7"}, scoresheet=text))
    assert play.events[0] == PointsNoted("final", (22, 7))
    assert play.told.more["scoresheet"] == text


def test_two_seats_that_share_cells_cannot_use_them() -> None:
    seats = ({"playerRefId": 1, "score": "5"}, {"playerRefId": 1, "score": "5"})
    lines = json.dumps({"groups": [{"rows": [{"label": "Goals", "scores": {"aa-1": "5"}}]}]})
    reading = bgstats.read(export(*seats, scoresheet=lines))
    assert reading.plays[0].events[0] == PointsNoted("final", (5, 5))
    assert len(reading.problems) == 1


# Bad files


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b"[]", "no BG Stats export"),
        (b"{}", "games: missing"),
        (b'{"games": [], "players": [], "plays": {}}', "plays: Input should be a valid tuple"),
        (b'{"games": [], "players": [], "plays": [NaN]}', "NaN is not a number"),
        (b'{"games":' + b"[" * 100_000, "cannot be read"),
        (b'{"games": [' + b"9" * 5000 + b"]}", "cannot be read"),
    ],
)
def test_a_file_that_is_something_else_is_refused_in_a_sentence(data: bytes, message: str) -> None:
    with pytest.raises(Unreadable, match=message) as refused:
        bgstats.read(data)
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")


def test_only_exports_are_recognized() -> None:
    assert bgstats.recognizes(export())
    assert not bgstats.recognizes(b"<plays><games><players>")
    assert not bgstats.recognizes(b'{"partie": 1, "game": "azacru", "players": []}')
    assert not bgstats.recognizes(b"")


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
    try:
        reading = bgstats.read(data)
    except Unreadable:
        return
    for play in reading.plays:
        kept(play)
    assert all(problem.message.encode() for problem in reading.problems)
