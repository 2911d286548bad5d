"""Lists of plays as people type them: dates, games, players and winners in a line, or in lines of their own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import MatchClosed
from importers.imported_play import UnreadableFile
from importers.tables import textlist
from tests.importers.imported import assert_answered, kept


def read(words, day_first=None):
    reading = textlist.read(words.encode(), day_first)
    for play in reading.plays:
        kept(play)
    return reading


def one(words):
    (play,) = read(words).plays
    return play


def told(play):
    """Date, game, players, points, winners; None for what is not known."""
    points = next((event.points for event in play.events if isinstance(event, PointsNoted)), None)
    winners = play.events[-1].seats if isinstance(play.events[-1], WinnersNamed) else None
    return (play.played_on, play.options.get("title"), [player.name for player in play.players], points, winners)


PAIR = ["Jitka", "Jarda"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2024-12-31: Jitka 52, Jarda 47", ("2024-12-31", None, PAIR, (52, 47), None)),
        ("31. 12. 2024, Azul, Jitka: 52; Jarda: 47", ("2024-12-31", "Azul", PAIR, (52, 47), None)),
        ("Azul 31.12.2024: Jitka 52,5, Jarda 47*", ("2024-12-31", "Azul", PAIR, (52.5, 47), (1,))),
        ("- Dec 31, 2024 Azul - Jitka 52 - Jarda 47", ("2024-12-31", "Azul", PAIR, (52, 47), None)),
        ("út 31.12.2024 Azul: 1. Jitka 52 / 2. Jarda 47", ("2024-12-31", "Azul", PAIR, (52, 47), (0,))),
        ("31. prosince 2024\tAzul\tJitka\t52\tJarda\t47", ("2024-12-31", "Azul", PAIR, (52, 47), None)),
        ("2024-12-31 7 Wonders: Jitka - 52, Jarda-47", ("2024-12-31", "7 Wonders", PAIR, (52, 47), None)),
        ("2024-12-31 Azul: Jitka -5, Jarda 0", ("2024-12-31", "Azul", PAIR, (-5, 0), None)),
        ("2024-12-31 Azul: Jitka 52 b., Jarda 47 bodů", ("2024-12-31", "Azul", PAIR, (52, 47), None)),
        ("2024-12-31: Jitka 5, Jan 47", ("2024-12-31", None, ["Jitka", "Jan"], (5, 47), None)),
        ("Jitka 52, Jarda 47, 2024-12-31", ("2024-12-31", None, PAIR, (52, 47), None)),
        ("2024-12-31 Azul: Jitka (52), Jarda (47)", ("2024-12-31", "Azul", PAIR, (52, 47), None)),
        ("2024-12-31: Jitka 52 Jarda 47", ("2024-12-31", None, PAIR, (52, 47), None)),
        ("2024-12-31: Jitka 52 vs Jarda 47", ("2024-12-31", None, PAIR, (52, 47), None)),
        ("2024-12-31 Azul: Jitka won, Jarda", ("2024-12-31", "Azul", PAIR, None, (0,))),
        ("2024-12-31 Azul: Jitka, Jarda 47 vyhrál", ("2024-12-31", "Azul", PAIR, (None, 47), (1,))),
        ("2024-12-31 Azul: Jitka*, Jarda*", ("2024-12-31", "Azul", PAIR, None, (0, 1))),
        ("2024-12-31 Azul: Jitka 5, Jarda 4; winner: Jarda", ("2024-12-31", "Azul", PAIR, (5, 4), (1,))),
        ("2024-12-31 Azul: Jitka 5, Jarda 4, vítěz: nikdo", ("2024-12-31", "Azul", PAIR, (5, 4), ())),
        ("2024-12-31 Hanabi: Jitka 20", ("2024-12-31", "Hanabi", ["Jitka"], (20,), None)),
    ],
)
def test_a_line_is_a_play(line, expected):
    assert told(one(line)) == expected
    assert textlist.recognizes(f"{line}\n2024-11-11: A 1, B 2\n".encode())


def test_minutes_and_a_remark():
    play = one("2024-12-31 Azul: Jitka 5, Jarda 4, 75 min (u babičky)")
    assert (play.minutes, play.provenance.comment) == (75, "u babičky")


def test_headings_name_the_date_and_the_game_of_the_lines_below():
    words = """# Azul
2024-12-31: Jitka 52, Jarda 47
2025-01-01: Jitka 1, Jarda 2

3 March 2025
Catan: Jitka 10, Jarda 8
Hanabi
Jitka 20
Jarda 20
Jitka 21
Jarda 21

Jana 7
"""
    reading = read(words)
    assert [told(play)[:4] for play in reading.plays] == [
        ("2024-12-31", "Azul", PAIR, (52, 47)),
        ("2025-01-01", "Azul", PAIR, (1, 2)),
        ("2025-03-03", "Catan", PAIR, (10, 8)),
        ("2025-03-03", "Hanabi", PAIR, (20, 20)),
        ("2025-03-03", "Hanabi", PAIR, (21, 21)),
        ("2025-03-03", "Hanabi", ["Jana"], (7,)),
    ]
    assert reading.problems == ()


def test_a_line_that_cannot_be_read_is_a_problem_and_the_rest_goes_on():
    words = "Dear all,\nthis is what we played:\n2024-12-31: Jitka 52, Jarda 47\n2025-01-01: nobody was here\n"
    words += "2025-02-30: Jitka 1, Jarda 2\n2025-03-01: 7 Wonders Jitka 5 and Jarda 47\n"
    reading = read(words)
    assert [play.played_on for play in reading.plays] == ["2024-12-31", None]
    wheres = [problem.where for problem in reading.problems]
    assert wheres == ["line 1", "line 6", "line 4", "line 5"]
    assert reading.plays[1].provenance.more == {"date": "2025-02-30"}


def test_a_day_that_may_be_a_month_is_asked_for():
    words = "3/4/2024: Jitka 1, Jarda 2\n2024-12-31: Jitka 1, Jarda 2\n"
    asked = read(words)
    assert [play.played_on for play in asked.plays] == ["2024-12-31"]
    assert "whether the day or the month comes first" in asked.problems[0].message
    assert read(words, day_first=False).plays[0].played_on == "2024-03-04"
    assert read(words + "31/1/2024: Jitka 1, Jarda 2\n").plays[0].played_on == "2024-04-03"


def test_points_unknown_zero_and_winners_unknown():
    play = one("2024-12-31: Jitka 0, Jarda")
    assert play.events == (PointsNoted("final", (0, None)), MatchClosed("incomplete"))


def test_a_play_is_known_again_when_its_points_or_its_line_change():
    def sources(words):
        return [play.provenance.source for play in read(words).plays]

    before = sources("2024-12-31 Azul: Jitka 52, Jarda 47\n")
    assert sources("Azul\n31.12.2024 Jarda 48; Jitka 52*\n") == before
    twice = sources("2024-12-31 Azul: Jitka 52, Jarda 47\n" * 2)
    assert twice[0] == before[0]
    assert len(set(twice)) == 2
    assert before[0].startswith("textlist:")


@pytest.mark.parametrize("data", [b"", b"hello\nworld\n", b"\0\1", b"\xff\xfe\0", b"{}", b"<plays/>", b"Version 2\n"])
def test_what_is_no_list_is_refused(data):
    assert not textlist.recognizes(data)
    with pytest.raises(UnreadableFile):
        textlist.read(data)


LINES = st.lists(
    st.sampled_from("2024-12-31 3/4/24 Azul: Jitka Jarda 52 -5 1. * won , ; / ( ) : - \t # 9999999999 vs".split(" "))  # noqa: SIM905
    | st.text(max_size=4),
    max_size=12,
).map(" ".join)


@given(st.lists(LINES, max_size=6))
def test_whatever_the_lines_they_are_read_or_refused(lines):
    data = "\n".join(lines).encode("utf-8", "replace")
    textlist.recognizes(data)
    assert_answered(textlist.read, data)


@given(st.binary(max_size=200))
def test_whatever_the_bytes_they_are_read_or_refused(data):
    textlist.recognizes(data)
    assert_answered(textlist.read, data)
