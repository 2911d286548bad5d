"""BoardGameGeek: every play, seat, score, winner and minute of saved lists, and what single plays may look like."""

import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import MatchClosed, SeatImported
from importers.apps import bgg
from importers.imported_play import ImportedPlay, ImportReport, Player, UnreadableFile
from importers.reading import Read
from tests import TESTS
from tests.eventstore.store.mangled import ODD, mangled_bytes
from tests.importers.imported import assert_answered, imported, kept, summed, the_play

SAMPLES = sorted((TESTS / "samples/bgg").iterdir())


def counted(data: bytes) -> dict[str, Any]:
    """What a list holds, counted without any of the importer's code."""
    totals: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    scores: defaultdict[str, list[float]] = defaultdict(list)
    for play in ElementTree.fromstring(data).iter("play"):
        times = int(play.attrib["quantity"])
        totals["plays"] += times
        totals["minutes"] += int(play.attrib["length"])
        players = [seat.attrib for seat in play.iter("player")]
        recorded = {seat["score"] for seat in players} - {""} != {"0"}
        for seat in players:
            who = seat["username"] or seat["name"]
            totals["seats"] += times
            wins[who] += int(seat["win"])
            if recorded and re.fullmatch(r"-?\d+(\.\d+)?", seat["score"]):
                totals["scored"] += 1
                scores[who].append(float(seat["score"]))
            elif seat["score"]:
                totals["malformed"] += 1
    return summed(totals, wins, scores)


def who(player: Player) -> str:
    return player.accounts[0].removeprefix("bgg:") if player.accounts else player.name


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_everything_in_a_list_is_counted_twice_and_agrees(path: Path) -> None:
    data = path.read_bytes()
    assert bgg.recognizes(data)
    reading = bgg.read(data)
    assert imported(reading, who) == counted(data)
    assert reading == bgg.read(data)
    assert not reading.problems
    assert len({play.provenance.source for play in reading.plays}) == len(reading.plays)
    days = [play.played_on or "" for play in reading.plays]
    assert days == sorted(days)
    total = ElementTree.fromstring(data).attrib["total"]
    (remark,) = reading.remarks
    assert remark.startswith(f"The file holds 100 of {total} plays")


@pytest.mark.slow
def test_pages_pasted_together_are_one_list_and_their_overlap_counts_once() -> None:
    pages = [path.read_bytes() for path in SAMPLES]
    together = b"This XML file does not appear to have any style.\n" + b"\n\n".join(pages) + pages[0] + b" copied today"
    reading = bgg.read(together)
    assert {play.provenance.source for play in reading.plays} == {
        play.provenance.source for page in pages for play in bgg.read(page).plays
    }
    assert len(reading.plays) == sum(len(bgg.read(page).plays) for page in pages)
    assert not reading.problems
    assert len(reading.remarks) == 4


def xml(
    *seats: dict[str, str], inside: str = "", item: str = '<item name="Azul" objectid="230802"/>', **play: str
) -> bytes:
    """A list of one play."""
    told = {"id": "81839750", "date": "2024-02-24", "quantity": "1", "length": "0", "location": ""} | play
    players = "".join(f"<player {attributes(seat)}/>" for seat in seats)
    return (
        f'<?xml version="1.0" encoding="utf-8"?><plays username="jitka" userid="1" total="1" page="1">'
        f"<play {attributes(told)}>{item}{inside}{f'<players>{players}</players>' if seats else ''}</play></plays>"
    ).encode()


def attributes(values: dict[str, str]) -> str:
    return " ".join(f"{name}={quoteattr(value)}" for name, value in values.items())


def one(data: bytes) -> ImportedPlay:
    return the_play(bgg.read(data))


def test_a_play_keeps_what_the_site_knew() -> None:
    seats = (
        {
            "username": "JitkaB",
            "name": "Jitka",
            "score": "62",
            "win": "1",
            "new": "1",
            "startposition": "1",
            "color": "red",
        },
        {
            "username": "",
            "name": "Jarda ",
            "score": "41.5",
            "win": "0",
            "new": "0",
            "startposition": "2",
            "rating": "8",
        },
        {"username": "mia", "name": "", "score": "", "win": "0"},
        {"username": "", "name": ""},
    )
    more = {"incomplete": "0", "nowinstats": "1", "length": "45", "location": "Brno"}
    play = one(xml(*seats, inside="<comments>fine\nday #bgstats</comments>", **more))
    assert (play.where, play.provenance.source) == ("play 81839750", "bgg:81839750")
    assert play.players == (Player("Jitka", ("bgg:jitkab",)), Player("Jarda"), Player("mia", ("bgg:mia",)), Player())
    assert play.events == (PointsNoted("final", (62, 41.5, None, None)), WinnersNamed((0,)))
    assert (play.options, play.minutes) == ({"title": "Azul", "bgg_id": 230802}, 45)
    assert (play.played_on, play.started_at, play.place) == ("2024-02-24", None, "Brno")
    assert play.provenance.comment == "fine\nday #bgstats"
    assert play.provenance.seats[:2] == (
        SeatImported("62", winner=True, started=True, new=True, color="red"),
        SeatImported("41.5", winner=False, started=False, new=False),
    )
    assert play.provenance.more == {"nowinstats": "1", "startposition": "1 | 2 |  | ", "rating": " | 8 |  | "}


def test_a_list_without_a_winner_does_not_know_who_won() -> None:
    play = one(xml({"name": "A", "score": "5", "win": "0"}, {"name": "B", "score": "3", "win": "0"}))
    assert play.events == (PointsNoted("final", (5, 3)), MatchClosed("incomplete"))
    assert [seat.winner for seat in play.provenance.seats] == [None, None]


@pytest.mark.parametrize(
    ("scores", "points", "problems"),
    [
        (("0", "0"), None, 0),
        (("0", ""), None, 0),
        (("", ""), None, 0),
        (("0", "7"), (0, 7), 0),
        (("-3", "21,7"), (-3, 21.7), 0),
        (("49-46ish", "49-46"), None, 2),
        (("49+2", "12"), (None, 12), 1),
    ],
)
def test_scores_are_free_text(scores: tuple[str, ...], points: tuple[float, ...] | None, problems: int) -> None:
    data = xml(*({"name": "A", "score": score, "win": "1"} for score in scores))
    play = one(data)
    assert play.events == (*([PointsNoted("final", points)] if points else []), WinnersNamed((0, 1)))
    assert [seat.score for seat in play.provenance.seats] == [score or None for score in scores]
    assert len(bgg.read(data).problems) == problems


def test_people_of_one_name_are_never_one_seat() -> None:
    play = one(xml({"name": "Eva", "username": "a"}, {"name": "Eva"}, {"name": "Eva"}))
    assert play.players == (Player("Eva", ("bgg:a",)), Player("Eva"), Player("Eva"))


def test_several_matches_in_one_play_have_points_for_one_of_them() -> None:
    plays = bgg.read(xml({"name": "A", "score": "5", "win": "1"}, quantity="3", length="90")).plays
    assert [kept(play).minutes for play in plays] == [90, None, None]
    assert [play.provenance.source for play in plays] == ["bgg:81839750", "bgg:81839750/2", "bgg:81839750/3"]
    assert [play.players for play in plays] == [(Player("A"),)] * 3
    assert plays[0].events == (PointsNoted("final", (5,)), WinnersNamed((0,)))
    assert plays[1].events == plays[2].events == (MatchClosed("incomplete"),)
    assert [play.provenance.more for play in plays] == [{"quantity": "3"}] * 3
    assert len(bgg.read(xml(quantity="4")).plays) == 4
    too_many = bgg.read(xml({"name": "A"}, quantity="100000"))
    assert (len(too_many.plays), len(too_many.problems)) == (1, 1)


def test_a_play_without_players_is_a_match_that_is_over() -> None:
    play = one(xml())
    assert (play.players, play.events) == ((), ())


@pytest.mark.parametrize(
    ("date", "played_on", "problems"),
    [
        ("2024-02-00", "2024-02", 0),
        ("2024-00-00", "2024", 0),
        ("0000-00-00", None, 0),
        ("", None, 0),
        ("2023-02-29", None, 1),
        ("24. 2. 2024", None, 1),
        ("2024-00-05", None, 1),
    ],
)
def test_a_date_is_kept_as_far_as_it_is_known(date: str, played_on: str | None, problems: int) -> None:
    play = one(xml(date=date))
    assert play.played_on == played_on
    assert len(bgg.read(xml(date=date)).problems) == problems
    assert play.provenance.more.get("date") == (date if problems else None)


def test_plays_of_a_day_are_in_the_order_of_their_ids() -> None:
    first, second, earlier = xml(id="99"), xml(id="100"), xml(id="101", date="2024-02-23")
    reading = bgg.read(second + first + earlier)
    assert [play.provenance.source for play in reading.plays] == ["bgg:101", "bgg:99", "bgg:100"]


def test_one_bad_play_does_not_stop_the_others() -> None:
    bad = (xml(id="x"), xml(id="2", item='<item objectid="?"/>'), xml(id="3", item=""), xml(*[{}] * 101, id="4"))
    reading = bgg.read(b"".join((*bad, xml(id="5"), xml(id="5", length="3"))))
    assert [play.provenance.source for play in reading.plays] == ["bgg:5"]
    assert [problem.where for problem in reading.problems] == [
        *("play 1 of 6", "play 2 of 6", "play 3 of 6", "play 5", "play 4")
    ]


def test_a_bad_field_beside_the_result_is_told_and_the_play_is_read() -> None:
    seats = {"name": "A", "score": "5", "win": "1", "rating": "?"}, {"name": "B", "startposition": "-9"}
    reading = bgg.read(xml(*seats, length="-5", quantity="many"))
    (play,) = reading.plays
    assert (kept(play).minutes, kept(play).scores) == (None, (5, None))
    assert play.provenance.more == {"startposition": " | -9", "rating": "? | "}
    assert [problem.message for problem in reading.problems] == [
        "quantity: 'many' is not possible here and is left out.",
        "length: '-5' is not possible here and is left out.",
    ]
    assert not any(map(Read(bgg.KEY, reading).is_loss, reading.problems))


def test_a_list_that_breaks_off_keeps_what_came_before() -> None:
    data = SAMPLES[2].read_bytes()
    reading = bgg.read(data[: len(data) // 2])
    assert 40 < len(reading.plays) < 60
    assert reading.plays == bgg.read(data).plays[-len(reading.plays) :]
    (problem,) = reading.problems
    assert problem.message.startswith(f"The XML is incomplete; {len(reading.plays)} plays were read")


BOMB = '<!DOCTYPE plays [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no <plays>"),
        (b"<html><body>plays</body></html>", "no <plays>"),
        (b"\xff\xfe<plays/>", "not UTF-8"),
        (b"<plays><play id='1'><title>Hamlet</title></play></plays>", "no play in it names the game"),
        (b"<plays><play id='1'><item name='Hamlet'/></play></plays>", "no play in it names the game"),
        (b"<plays", "no <plays>"),
        (b"<plays>", "no play in it names the game"),
        (BOMB.encode() + xml(inside="<comments>&b;</comments>"), "the XML defines a document type"),
        (b"<plays>" + BOMB.encode() + b"</plays>", "no play in it names the game"),
        (b"<plays>" + b"<play>" * 50_000, "no play in it names the game"),
    ],
)
def test_a_file_that_is_something_else_is_refused_in_a_sentence(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message) as refused:
        bgg.read(data)
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")


def test_an_entity_is_never_expanded() -> None:
    outside = '<!DOCTYPE plays [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    for trick in (BOMB, outside):
        data = xml(inside="<comments>&x;&b;</comments>").replace(b"?><plays", f"?>{trick}<plays".encode())
        with pytest.raises(UnreadableFile):
            bgg.read(data)
    cut_off = bgg.read(xml(id="1") + xml(inside="<comments>&b;</comments>"))
    assert [play.provenance.source for play in cut_off.plays] == ["bgg:1"]
    assert "undefined entity" in cut_off.problems[0].message


def test_an_empty_list_is_read_and_says_nothing() -> None:
    empty = b'<plays username="x" total="0" page="1" termsofuse="https://boardgamegeek.com/xmlapi/termsofuse"></plays>'
    assert bgg.recognizes(empty)
    assert bgg.read(empty) == ImportReport(())


def test_only_lists_of_plays_are_recognized() -> None:
    assert bgg.recognizes(xml())
    assert bgg.recognizes(b'<plays username="u" userid="5" total="1"><play id="77"><players/></play></plays>')
    assert not bgg.recognizes(b"<plays><play><title>Hamlet</title></play></plays>")
    assert not bgg.recognizes(b'{"text": "<plays objectid"}')
    assert not bgg.recognizes(b"")


FULL = xml({"name": "A", "score": "5", "win": "1", "username": "Å"}, {"name": "B", "score": "x"}, quantity="2") + xml(
    inside="<comments>one</comments>", id="7"
)


@st.composite
def swapped(draw: st.DrawFn) -> bytes:
    """A play with odd values in its attributes."""
    fields = ("id", "date", "quantity", "length", "location", "name", "score", "win", "username", "objectid", "color")
    words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"])) | ODD.map(str).filter(str.isprintable)
    values = {field: draw(words) for field in draw(st.sets(st.sampled_from(fields)))}
    item = f"<item {attributes({'name': 'x', 'objectid': values.get('objectid', '1')})}/>"
    return xml(values, item=item, **values)


@given(mangled_bytes(FULL) | swapped() | st.binary())
def test_whatever_the_bytes_a_record_can_keep_what_was_read(data: bytes) -> None:
    bgg.recognizes(data)
    assert_answered(bgg.read, data)
