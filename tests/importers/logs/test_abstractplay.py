"""Azacru records of Abstract Play: the board and seats of the site, agreement with our rules, and invalid records."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import azacru
from core.games.azacru.events import ChevronMoved, Passed
from core.games.azacru.state import SIDES
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import MatchClosed
from importers.imported_play import ImportedPlay, UnreadableFile
from importers.logs import abstractplay
from tests.importers.imported import assert_answered, kept

NAMES = ("Jitka", "Jarda", "Míša", "Jana")


def site_field(field, seats):
    """Our field on the site's board: ours (8 - y, x) is its (x, y)."""
    if seats > 2:
        return field
    x, y = int(field[1]) - 1, 8 - "abcdefghi".index(field[0])
    return f"{'abcdefghi'[x]}{y + 1}"


def played(seats, seed=1):
    """A match by our engine on the site's seats: events and the last state."""
    state = azacru.setup(seats, azacru.Options(tuple(sorted(SIDES[seats]))))
    rng, events = Random(seed), []
    while azacru.turn(state) is not None:
        event = rng.choice(list(azacru.legal_moves(state)))
        state = azacru.evolve(state, event)
        events.append(event)
    return events, state


def site_move(event, seats):
    if isinstance(event, Passed):
        return "pass"
    sign = {None: "", "left": "<", "right": ">"}[event.turned]
    return f"{site_field(event.start, seats)}-{site_field(event.end, seats)}{sign}"


def game_record(seats, events, scores, results, gameid="g1", **header):
    moves = [site_move(event, seats) for event in events]
    people = [
        {"name": NAMES[seat], "userid": f"U-{seat}", "score": scores[seat], "result": results[seat]}
        for seat in range(seats)
    ]
    told = {
        "game": {"name": "Azacru"},
        "site": {"name": "Abstract Play", "gameid": gameid},
        "date-start": "2026-02-19T18:00:00.000Z",
        "date-end": "2026-02-21T09:12:44.120Z",
        "date-generated": "2026-02-22T00:00:00.000Z",
        "players": people,
    }
    return {"header": told | header, "moves": [moves[i : i + seats] for i in range(0, len(moves), seats)]}


def finished(seats, seed=1, **header):
    events, state = played(seats, seed)
    won = azacru.outcome(state).winners
    results = [int(seat in won) for seat in range(seats)]
    return game_record(seats, events, azacru.scores(state), results, **header), events


def read_one(told) -> tuple[ImportedPlay, list[str]]:
    reading = abstractplay.read(json.dumps(told).encode())
    assert len(reading.plays) == 1
    return reading.plays[0], [problem.message for problem in reading.problems]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_comes_over_move_by_move(seats):
    told, events = finished(seats)
    play, problems = read_one(told)
    assert (play.game, play.events, problems) == ("azacru", tuple(events), [])
    assert play.options == {"sides": tuple("AB" if seats == 2 else "abcd"[:seats])}
    assert [player.name for player in play.players] == list(NAMES[:seats])
    assert play.players[1].accounts == ("abstractplay:u-1",)
    assert play.provenance.source == "abstractplay:g1"
    assert (play.played_on, play.started_at) == ("2026-02-19", "2026-02-19T18:00:00.000Z")
    match = kept(play)
    assert list(match.scores) == [player["score"] for player in told["header"]["players"]]
    assert [seat in match.outcome.winners for seat in range(seats)] == [seat.winner for seat in play.provenance.seats]


def test_the_board_for_two_is_turned_by_a_quarter():
    # The site's first player starts on a3, e1, i3, i9; our side A on g1, i5, g9, a9.
    ours = {field: site_field(field, 2) for field in ("g1", "i5", "g9", "a9")}
    assert ours == {"g1": "a3", "i5": "e1", "g9": "i3", "a9": "i9"}
    told = game_record(2, [], (1, 0), (1, 0))
    told["moves"] = [["a3-b4", "resign"]]
    play, problems = read_one(told)
    assert play.events == (ChevronMoved(0, "g1", "f2"), MatchClosed("agreed")), problems


def test_cells_may_be_objects_and_forced_passes_may_be_missing():
    told, events = finished(4, seed=3)
    passes = [index for index, event in enumerate(events) if isinstance(event, Passed)]
    for index in passes:
        told["moves"][index // 4][index % 4] = None
    told["moves"][0] = [
        {"sequence": seat + 1, "move": move.upper().replace("-", " - "), "result": [{"type": "move"}]}
        for seat, move in enumerate(told["moves"][0])
    ]
    told["moves"][1] = [
        None if move is None else f"{move}^".replace("<^", "<").replace(">^", ">") for move in told["moves"][1]
    ]
    play, problems = read_one(told)
    assert passes
    assert (play.events, problems) == (tuple(events), [])


@pytest.mark.parametrize("seats", [2, 4])
def test_a_star_stands_for_no_turn(seats):
    told, events = finished(seats, seed=3)
    turnable = [
        (row, place)
        for row, cells in enumerate(told["moves"])
        for place, move in enumerate(cells)
        if len(move) == 5 and told["moves"][row][place] != "pass"
    ]
    for row, place in turnable:
        told["moves"][row][place] += "*"
    play, problems = read_one(told)
    assert turnable
    assert (play.game, play.events, problems) == ("azacru", tuple(events), [])


def refused_by_score(told):
    told["header"]["players"][0]["score"] += 1


def refused_by_winner(told):
    for player in told["header"]["players"]:
        player["result"] = 1 - player["result"]


def refused_by_rule(told):
    told["moves"][2][0] = "e5-e6"


def refused_by_form(told):
    told["moves"][2][0] = "castles"


def refused_by_end(told):
    told["moves"] = told["moves"][:5]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (refused_by_score, "The site counts"),
        (refused_by_winner, "The winners on the site are not"),
        (refused_by_rule, "Round 3, e5-e6: There is no chevron of this player"),
        (refused_by_form, "'castles' is not a move"),
        (refused_by_end, ""),
    ],
)
def test_a_record_our_rules_do_not_agree_with_is_kept_by_its_results(spoil, why):
    told, _ = finished(2, seed=2)
    spoil(told)
    play, (problem,) = read_one(told)
    assert why in problem
    assert play.game == "scoresheet"
    assert play.options == {"title": "Azacru", "bgg_id": 21065}
    people = told["header"]["players"]
    winners = tuple(seat for seat, player in enumerate(people) if player["result"])
    assert play.events == (PointsNoted("final", tuple(p["score"] for p in people)), WinnersNamed(winners))
    assert play.provenance.more["moves"].splitlines()[0] == " ".join(told["moves"][0])
    assert kept(play).outcome.winners == winners


@pytest.mark.parametrize(
    ("word", "results", "close", "winners"),
    [("resign", (1, 0), "agreed", (0,)), ("timeout", (0, 1), None, (1,)), ("abandoned", (0, 0), "abandoned", ())],
)
def test_a_match_that_was_given_up(word, results, close, winners):
    first = ChevronMoved(0, "g9", "f8")
    told = game_record(2, [first], (1, 0), results)
    told["moves"][0].append(word)
    play, problems = read_one(told)
    if close:
        assert (play.events, problems) == ((first, MatchClosed(close)), [])
    else:  # Who gave up led by points: the moves cannot tell who won.
        assert play.events == (PointsNoted("final", (1, 0)), WinnersNamed((1,)))
        assert len(problems) == 1
    assert kept(play).outcome.winners == winners


def test_other_games_and_unknown_results():
    told, _ = finished(2, gameid=7)
    told["header"]["game"] = {"name": "Hex", "variants": ["size-14"]}
    told["header"]["players"][0] = {"name": "Jitka\x00", "result": None}
    del told["header"]["players"][1]["score"]
    play, problems = read_one(told)
    assert (play.game, play.options, play.provenance.variant) == ("scoresheet", {"title": "Hex"}, "size-14")
    assert play.events == (MatchClosed("incomplete"),)
    assert (play.players[0].name, play.players[0].accounts, problems) == ("Jitka", (), [])
    assert kept(play).outcome.winners == ()


def test_a_list_goes_on_after_a_bad_record_and_says_each_problem():
    one, _ = finished(3, gameid="one")
    two, _ = finished(3, seed=2, gameid="two")
    reading = abstractplay.read(b"\xef\xbb\xbf" + json.dumps([one, {"header": {}}, 5, two, one]).encode())
    assert [play.provenance.source for play in reading.plays] == ["abstractplay:one", "abstractplay:two"]
    assert [problem.where for problem in reading.problems] == ["record 2", "record 3", "record 5"]
    assert "twice" in reading.problems[-1].message


def test_a_record_without_an_id_is_known_again_and_a_time_that_is_none_is_kept_as_text():
    told, _ = finished(2, site={"name": "Home"})
    told["header"]["date-start"] = "2026-02-30T18:00:00Z"
    play, (problem,) = read_one(told)
    assert play == read_one(told)[0]
    assert (play.played_on, play.started_at, play.provenance.more["date-start"]) == (None, None, "2026-02-30T18:00:00Z")
    assert "is not valid" in problem
    told["header"]["players"][0]["name"] = "Jana"
    assert read_one(told)[0].provenance.source != play.provenance.source


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"[" * 100_000, b"null", b"\xff\xfe", b'{"header": 1}'])
def test_what_is_no_record_is_refused(data):
    with pytest.raises(UnreadableFile):
        abstractplay.read(data)


def test_recognized_by_content():
    told, _ = finished(2)
    assert abstractplay.recognizes(json.dumps(told).encode())
    assert abstractplay.recognizes(json.dumps([told], indent=2).encode())
    assert not abstractplay.recognizes(b'{"plays": [], "games": []}')


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(10**400) | st.just("\ud800\x00"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def mutated(told, draw):
    """The record with one thing in it replaced by anything."""
    places, stack = [], [(None, None, told)]
    while stack:
        owner, key, thing = stack.pop()
        if owner is not None:
            places.append((owner, key))
        for inner in thing if isinstance(thing, dict) else range(len(thing)) if isinstance(thing, list) else ():
            stack.append((thing, inner, thing[inner]))
    owner, key = draw(st.sampled_from(places))
    owner[key] = draw(ANYTHING)


@pytest.mark.slow
@given(st.data())
def test_whatever_stands_in_a_record_it_is_read_or_refused(data):
    told, _ = finished(2, seed=5)
    mutated(told, data.draw)
    raw = json.dumps(told).encode()
    cut = data.draw(st.integers(0, len(raw)) | st.just(len(raw)))
    abstractplay.recognizes(raw[:cut])
    assert_answered(abstractplay.read, raw[:cut])
