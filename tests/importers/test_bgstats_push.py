"""The push link of BG Stats: every form of it is the same play, read as the app that wrote it means it."""

import json
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import chocolatier
from core.games.scoresheet import PointsNoted, RanksNamed, WinnersNamed
from core.record_events import MatchClosed
from importers import bgstats_push, recognition
from importers.imported_play import ImportedPlay, Player, UnreadableFile
from importers.reading import Read
from tests.eventstore.store.mangled import mangled_bytes
from tests.importers.bgstats_exports import export
from tests.importers.imported import assert_answered, the_play
from tests.shared import recorded
from viewer.components.share import bgstats as share

LINK = "bgstats://app.bgstatsapp.com/createPlay.html?data="
WEB = "https://app.bgstatsapp.com/createPlay.html?data="
ANN = {"name": "Ann", "score": 47.5, "winner": True, "startPlayer": True, "rank": 1, "sourcePlayerId": "a1"}
BEN = {"name": "Ben", "score": 36, "winner": False, "startPlayer": False, "rank": 2, "sourcePlayerId": "b2"}


def push(*players: dict[str, Any], game: dict[str, Any] | None = None, **play: Any) -> str:
    """The JSON of a play; a value of None leaves its field out."""
    told = {
        "sourceName": "Score & more",
        "sourcePlayId": "2222427",
        "playDate": "2026-11-20 19:16:58",
        "game": {"name": "Roll + 100% <b>", "bggId": 132531, "highestWins": True, "noPoints": False} | (game or {}),
        "players": list(players or (ANN, BEN)),
    } | play
    return json.dumps({name: value for name, value in told.items() if value is not None}, ensure_ascii=False)


def one(text: str) -> ImportedPlay:
    assert recognition.recognized(text.encode()) is bgstats_push
    return the_play(bgstats_push.read(text.encode()))


def won(play: ImportedPlay) -> tuple[int, ...] | None:
    last = play.events[-1]
    return last.seats if isinstance(last, WinnersNamed) else None


FORMS = {
    "of the app": LINK + quote(push(), safe=""),
    "of the web": WEB + quote(push(), safe=""),
    "of a form": WEB + quote_plus(push()) + "&utm_source=x",
    "not encoded": LINK + push(),
    "encoded by a browser": LINK + push().replace(" ", "%20").replace('"', "%22"),
    "of our page": "http://127.0.0.1:8501/import?play=" + quote(LINK + quote(push(), safe=""), safe=""),
    "of our page with JSON": "https://example.org/club/imports?play=" + quote(push(), safe=""),
    "with lines around": "\n\n  " + LINK + quote(push(), safe="") + " \r\n",
    "without a link": "\ufeff" + json.dumps(json.loads(push()), indent=2),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_the_link_is_the_same_play(form: str) -> None:
    assert one(FORMS[form]) == one(push())


def test_a_play_keeps_what_the_app_tells() -> None:
    more = {"location": "Brno", "comments": "close\r\nplay", "board": "Map 2", "durationMin": 35.6}
    told = one(push(ANN, BEN | {"role": "Wizard", "team": "Red"}, **more))
    assert told.players == (Player("Ann"), Player("Ben"))
    assert told.events == (PointsNoted("final", (47.5, 36)), WinnersNamed((0,)))
    assert told.options == {"title": "Roll + 100% <b>", "bgg_id": 132531}
    assert (told.played_on, told.started_at) == ("2026-11-20", "2026-11-20T19:16:58Z")
    assert (told.minutes, told.place) == (36, "Brno")
    app = told.provenance
    assert (app.comment, app.variant) == ("close\nplay", "Map 2")
    assert [(seat.score, seat.winner, seat.started, seat.rank) for seat in app.seats] == [
        ("47.5", True, True, 1),
        ("36", False, False, 2),
    ]
    assert (app.seats[1].role, app.seats[1].team) == ("Wizard", "Red")
    assert app.more == {"sourceName": "Score & more", "sourcePlayId": "2222427", "sourcePlayerId": "a1 | b2"}


def test_a_play_is_known_by_its_app_and_id_or_else_by_its_content() -> None:
    def source(**play: Any) -> str:
        return one(push(**play)).provenance.source

    assert source() == source(comments="corrected", players=[BEN])
    assert len({source(), source(sourcePlayId="1"), source(sourceName="Other"), source(sourcePlayId=None)}) == 4
    nameless = {"sourcePlayId": None, "sourceName": None}
    assert source(**nameless) == source(**nameless) != source(**nameless, comments="another")
    assert source(sourcePlayId=7) == source(sourcePlayId="7")


@pytest.mark.parametrize(
    ("flags", "ranks", "scores", "game", "winners"),
    [
        ((True, True), (1, 1), (3, 3), {}, (0, 1)),
        ((False, False), (0, 0), (3, 2), {}, ()),  # Nobody won: it is not for us to add.
        ((False, False), (2, 1), (3, 2), {}, (1,)),  # A rank of 1 is stated, and winners are not.
        ((None, None), (None, None), (3, 2), {}, None),
        ((False, False), (None, None), (None, None), {}, None),  # Apps must state a winner, also before the play.
        ((False, False), (None, None), (0, 0), {"noPoints": True}, ()),  # A game that is won or lost.
    ],
)
def test_winners_are_the_stated_ones(
    flags: tuple[Any, ...], ranks: tuple[Any, ...], scores: tuple[Any, ...], game: dict[str, Any], winners: Any
) -> None:
    fields = zip(flags, ranks, scores, strict=True)
    play = one(push(*[{"winner": flag, "rank": rank, "score": score} for flag, rank, score in fields], game=game))
    assert won(play) == winners
    assert winners is not None or play.events[-1] == MatchClosed("incomplete")


def test_ranks_alone_are_a_result() -> None:
    players = [{"name": name, "winner": name == "A", "rank": rank} for name, rank in zip("ABC", (1, 2, 3), strict=True)]
    assert one(push(*players)).events == (RanksNamed((1, 2, 3)),)


def test_where_the_fewest_points_win_the_play_says_so() -> None:
    play = one(push(ANN | {"winner": False}, BEN | {"winner": True}, game={"highestWins": False, "bggId": ""}))
    assert play.options == {"title": "Roll + 100% <b>", "lowest_wins": True}


@pytest.mark.parametrize(
    ("date", "day", "moment"),
    [
        ("2026-11-20", "2026-11-20", None),
        ("2026-11-20 12:00:00", "2026-11-20", None),
        ("2026-11-20T00:30:00+01:00", "2026-11-19", "2026-11-19T23:30:00Z"),
        ("2026-11-20T19:30:00.000Z", "2026-11-20", "2026-11-20T19:30:00Z"),
        ("0001-01-01T00:00:00+10:00", None, None),
        ("last Friday", None, None),
    ],
)
def test_dates_are_utc_and_noon_is_the_day_alone(date: str, day: str | None, moment: str | None) -> None:
    play = one(push(playDate=date))
    assert (play.played_on, play.started_at) == (day, moment)
    assert play.provenance.more.get("playDate") == (None if day else date)
    assert len(bgstats_push.read(push(playDate=date).encode()).problems) == (not day)


def test_a_bad_field_beside_the_result_is_told_and_the_play_is_read() -> None:
    bad = push(ANN | {"rank": "first", "score": "5+"}, BEN | {"score": "many"}, durationMin=-5, location=[1])
    reading = bgstats_push.read(bad.encode())
    assert the_play(reading).events == (PointsNoted("final", (5, None)), WinnersNamed((0,)))
    assert [problem.message for problem in reading.problems] == [
        "location: '[1]' is not possible here and is left out.",
        "rank of player 1: 'first' is not possible here and is left out.",
        "Ben has no score: 'many' is not a number of points.",
        "-5 minutes is not a possible duration; the duration is not kept.",
    ]
    assert not any(map(Read(bgstats_push.KEY, reading).is_loss, reading.problems))


def test_each_line_may_hold_a_link_and_a_bad_one_does_not_stop_the_others() -> None:
    links = [WEB + quote(push(sourcePlayId=str(number)), safe="") for number in (1, 2, 1)]
    reading = bgstats_push.read("\n".join([*links, WEB + "%7B"]).encode())
    assert [play.where for play in reading.plays] == ["play 1", "play 2"]
    (problem,) = reading.problems
    assert (problem.where, problem.kept) == ("link 4 of 4", False)


def test_our_own_link_names_the_match_it_was_made_of() -> None:
    assert one(share.link(recorded(chocolatier.KEY))).provenance.source == "partie:chocolatier"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LINK, "holds no play: after “data=”"),
        ("https://app.bgstatsapp.com/addPlay.html?gameId=7", "holds no play: after “data=”"),
        (LINK + quote(push(), safe="")[:200], "cut off or damaged"),
        (LINK + quote(push(score=float("nan")), safe=""), "cut off or damaged"),
        (LINK + '{"players": []}', "game: missing"),
        (LINK + push(players={}), "players: Input should be a valid tuple"),
        (LINK + push(players=[None]), "players.0: Input should be a valid dictionary"),
        (LINK + push(*[ANN] * 101), "101 players are too many"),
        (LINK + '{"game":' + "[" * 100_000, "cut off or damaged"),
    ],
)
def test_a_link_without_a_play_is_refused_in_a_sentence(text: str, message: str) -> None:
    assert bgstats_push.recognizes(text.encode())
    with pytest.raises(UnreadableFile, match=message) as refused:
        bgstats_push.read(text.encode())
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")


def test_only_links_and_their_json_are_recognized() -> None:
    others = (
        b"",
        b"bgstats 5, Ben 4",
        b"https://example.org/?data=7",
        b'{"game": "Azul", "players": ["Ann"], "playDate": "2026-11-20"}',
        b'{"game": {}, "players": [1]}',
        b'{"game": {}, "players": [1], "playDate": ',
        export(),
    )
    assert [data for data in others if bgstats_push.recognizes(data)] == []


@given(mangled_bytes(push().encode()) | mangled_bytes(FORMS["of the app"].encode()) | st.binary())
def test_whatever_it_is_it_is_answered(data: bytes) -> None:
    bgstats_push.recognizes(data)
    assert_answered(bgstats_push.read, data)
