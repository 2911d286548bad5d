"""Records: matches begun, recorded, taken back, corrected, described, closed, forked, noted; and who played."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from core.entries import (
    Corrected,
    Forked,
    MatchClosed,
    MatchDescribed,
    MatchStarted,
    PointsAdjusted,
    ScoresClaimed,
    TakenBack,
)
from core.game import Outcome
from core.games import chocolatier, scoresheet
from core.games.chocolatier import TilesTaken
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.match import Match, Refused, UnknownMatch
from eventstore.notes import NoteChanged
from eventstore.people import People
from eventstore.records import Records
from eventstore.sqlite import SqliteStore
from eventstore.store import Conflict
from tests import toy_game as pig
from tests.toy_game import DieRolled, Held, RolledAgain

FILL = chocolatier.parse(
    "fill blue brown brown red | white red red blue | black black white blue"
    " | red brown white white | blue blue black brown"
)
TAKE, ANSWER = chocolatier.parse("A: 1 brown > 2"), chocolatier.parse("B: 2 red > 2")


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    store, ids = SqliteStore(tmp_path / "partie.db"), count(1)
    yield Records(store, now=lambda: "2026-11-20T18:30:00.000Z", new_id=lambda: f"id{next(ids)}")
    store.close()


def rows(records: Records) -> int:
    return len(records.store.read_all())


def sheet(records: Records, *lines: str, names: tuple[str, ...] = ("Anna", "Ben")) -> Match:
    return records.start(scoresheet, names, *map(scoresheet.parse, lines))


def versions(match: Match) -> list[int]:
    return [frame.version for frame in match.frames]


def refused(match: Match) -> Any:
    return pytest.raises(Refused, match=match)


# Beginning.


def test_a_match_begins_with_its_header_and_waits_for_the_first_event(records: Records) -> None:
    match = records.start(
        chocolatier,
        ["Jitka", " Jarda  Novák "],
        options={"wall": "free"},
        played_on="2026-11",
        started_at="2026-11-20T19:30:00+01:00",
        place="Brno",
        tags=["home"],
        title="First",
    )
    assert match.names == ("Jitka", "Jarda Novák")
    assert match.options == chocolatier.Options(wall="free")
    assert match.header == MatchStarted(
        "chocolatier",
        match.header.players,
        {"wall": "free"},
        "2026-11",
        "2026-11-20T19:30:00+01:00",
        "Brno",
        ("home",),
        "First",
    )
    assert (match.version, match.state, match.now.turn) == (1, "open", "chance")
    assert records.match(match.id) == match


def test_a_match_can_begin_with_what_has_happened_already(records: Records) -> None:
    match = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE, times=["2026-11-20T18:00:00Z", None])
    assert (match.version, match.now.turn) == (3, 1)
    assert [frame.happened_at for frame in match.frames] == [None, "2026-11-20T18:00:00Z", None]


@pytest.mark.parametrize(
    ("players", "more", "sentence"),
    [
        (["Jitka"], {}, "for 2 to 4 players, not 1"),
        (["Jitka", ""], {}, "not a name"),
        (["Jitka", "x" * 101], {}, "not a name"),
        (["Jitka", "\x1b[2J"], {}, "not a name"),
        (["Jitka", "Jarda"], {"options": {"wal": "free"}}, "no option 'wal'"),
        (["Jitka", "Jarda"], {"options": {"wall": "green"}}, "wall: Input should be 'colored' or 'free'"),
        (["Jitka", "Jarda"], {"options": {"special_displays": 1}}, "special_displays"),
        (["Jitka", "Jarda"], {"played_on": "yesterday"}, "'yesterday' is not a date"),
        (["Jitka", "Jarda"], {"played_on": "2026-02-30"}, "not a date"),
        (["Jitka", "Jarda"], {"started_at": "2026-11-20T18:30:00"}, "not a time with its offset"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused_and_nobody_is_seated(
    records: Records, players: list[str], more: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        records.start(chocolatier, players, **more)
    assert rows(records) == 0


def test_options_that_contradict_the_table_are_refused(records: Records) -> None:
    with pytest.raises(ValueError, match="nobody else is at the table"):
        records.start(scoresheet, ["Anna", "Ben"], options={"teams": [[0, 2]]})
    assert rows(records) == 0


def test_a_match_that_begins_wrongly_is_not_begun(records: Records) -> None:
    with refused("C-") as refusal:
        records.start(chocolatier, ["Jitka", "Jarda"], FILL, ANSWER)
    assert refusal.value.index == 1
    assert rows(records) == 0


def test_the_same_id_twice_is_a_conflict(records: Records) -> None:
    records.start(chocolatier, ["Jitka", "Jarda"], id="mine")
    with pytest.raises(Conflict):
        records.start(chocolatier, ["Jitka", "Jarda"], id="mine")


def test_a_match_is_found_by_how_its_id_begins(records: Records) -> None:
    for id in ("abc1", "abc2", "abd", "ab"):
        records.start(scoresheet, ["Anna"], id=id)
    assert [records.find(start) for start in ("abc1", "abd", "ab")] == ["abc1", "abd", "ab"]
    with pytest.raises(UnknownMatch, match="2 matches start with 'abc': abc1, abc2"):
        records.find("abc")
    for unknown in ("x", "", "abc11", "%"):
        with pytest.raises(UnknownMatch, match="There is no match"):
            records.find(unknown)
    with pytest.raises(UnknownMatch, match="There is no match 'abc'"):
        records.match("abc")


# Recording.


def test_several_events_are_recorded_all_or_none(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"]).id
    with refused("C-TAKE-1") as refusal:
        records.record(id, FILL, TAKE, TAKE)
    assert refusal.value.index == 2
    assert records.match(id).version == 1
    assert records.record(id, FILL, TAKE) == records.match(id)
    assert records.match(id).version == 3


def test_who_looked_at_an_older_version_is_told(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"], FILL).id
    records.record(id, TAKE, after=2)
    with pytest.raises(Conflict, match="at version 3, not 2"):
        records.record(id, ANSWER, after=2)
    assert records.match(id).version == 3


def test_a_command_that_is_repeated_changes_nothing(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"], FILL).id
    records.record(id, TAKE, after=2, command="k")
    assert records.record(id, TAKE, after=2, command="k").version == 3
    records.take_back(id, command="back")
    assert versions(records.take_back(id, command="back")) == [1, 2]


def test_an_event_of_another_game_is_refused(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"]).id
    for stranger in (WinnersNamed((0,)), "fill", None, MatchStarted("chocolatier", ())):
        with refused("R-EVENT|R-STARTED"):
            records.record(id, stranger)


def test_a_time_that_is_none_is_refused(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"]).id
    for time in ("half past eight", "2026-11-20", "2026-11-20T18:30:00", ""):
        with pytest.raises(ValueError, match="not a time with its offset"):
            records.record(id, FILL, times=[time])
    assert records.match(id).version == 1


# Taking back and correcting.


def test_moves_taken_back_no_longer_count_and_versions_stay(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE, ANSWER).id
    assert versions(records.take_back(id)) == [1, 2, 3]
    assert versions(records.take_back(id, 3)) == [1, 2]
    match = records.record(id, TAKE)
    assert versions(match) == [1, 2, 7]
    assert match.log[4].event == TakenBack(4)


def test_only_what_stands_can_be_taken_back(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"]).id
    with refused("Nothing has happened yet that could be taken back. .R-STANDS"):
        records.take_back(id)
    records.record(id, FILL, TAKE)
    for since in (1, 4, 0, -1):
        with refused("R-STANDS"):
            records.take_back(id, since)
    records.take_back(id, 3)
    with refused("There is no event 3 to take back"):
        records.take_back(id, 3)


def test_a_correction_stands_in_for_what_was_recorded_wrongly(records: Records) -> None:
    id = sheet(records, "one: 1 1", "two: 2 2", "three: 3 3").id
    match = records.correct(id, 3, 3, [PointsNoted("two", (5, 5))], "misread")
    assert match.now.scores == (9, 9)
    assert [frame.event.label for frame in match.frames[1:]] == ["one", "two", "three"]
    assert versions(match) == [1, 2, 6, 4]
    assert match.log[4].event == Corrected(3, 3, 1, "misread")


def test_a_correction_can_drop_add_and_be_corrected(records: Records) -> None:
    id = sheet(records, "one: 1 1", "two: 2 2", "three: 3 3").id
    assert records.correct(id, 2, 3, [], "of another match").now.scores == (3, 3)
    match = records.correct(id, 4, 4, [PointsNoted("three", (4, 4)), PointsNoted("four", (8, 8))], "forgotten")
    assert (match.now.scores, versions(match)) == ((12, 12), [1, 7, 8])
    match = records.correct(id, 7, 8, [PointsNoted("all", (1, 2))], "simpler")
    assert (match.now.scores, versions(match)) == ((1, 2), [1, 10])
    assert versions(records.take_back(id, 10)) == [1]


def test_a_correction_that_breaks_what_follows_is_refused_with_the_consequences(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE, ANSWER).id
    other = TilesTaken(0, 2, "red", 2)
    with refused("C-TAKE") as refusal:
        records.correct(id, 3, 3, [other], "it was red")
    assert [(one.version, one.event, one.refusal.rule[:6]) for one in refusal.value.consequences] == [
        (4, ANSWER, "C-TAKE")
    ]
    corrected, broken = records.consequences(id, 3, 3, [other])
    assert broken == refusal.value.consequences
    assert corrected.frames[2].event == other
    assert records.match(id).version == 4
    both = [other, TilesTaken(1, 1, "brown", 2)]
    assert records.correct(id, 3, 4, both, "the other way round").version == 7


def test_a_correction_by_an_illegal_event_names_that_event(records: Records) -> None:
    id = sheet(records, "one: 1 1", "two: 2 2").id
    with refused("N-POINTS-1") as refusal:
        records.correct(id, 2, 2, [PointsNoted("a", (1, 1)), PointsNoted("b", (1, 1, 1))], "")
    assert refusal.value.index == 2
    for inside in (TakenBack(2), Corrected(2, 2, 0, ""), MatchDescribed(title="x"), ScoresClaimed((1, 1))):
        with refused("R-EVENT"):
            records.correct(id, 2, 2, [inside], "")
    assert records.match(id).version == 3


@pytest.mark.parametrize(("since", "until"), [(1, 2), (2, 9), (3, 2), (0, 0)])
def test_a_correction_is_of_a_range_that_stands(records: Records, since: int, until: int) -> None:
    id = sheet(records, "one: 1 1", "two: 2 2").id
    with refused("R-STANDS"):
        records.correct(id, since, until, [], "")
    with refused("R-STANDS"):
        records.consequences(id, since, until, [])


def test_a_correction_is_followed_by_what_it_announces(records: Records) -> None:
    id = sheet(records, "one: 1 1").id
    with refused("R-COUNT"):
        records.record(id, Corrected(2, 2, 2, ""), PointsNoted("one", (2, 2)))
    with refused("R-STANDS"):
        records.record(id, Corrected(2, 2, -1, ""))
    assert records.match(id).version == 2


# Header, close, rulings, claims.


def test_a_description_changes_only_what_it_names(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"], title="First", place="Brno").id
    match = records.describe(id, MatchDescribed(players=("Jarda", "Anna"), title="Second"))
    assert (match.names, match.header.title, match.header.place) == (("Jarda", "Anna"), "Second", "Brno")
    assert records.match(id) == match


@pytest.mark.parametrize(
    "description",
    [
        MatchDescribed(players=("Zoe",)),
        MatchDescribed(players=("Zoe", "")),
        MatchDescribed(players=("Zoe", "Yan"), played_on="soon"),
        MatchDescribed(players=("Zoe", "Yan"), started_at="8 pm"),
    ],
)
def test_a_wrong_description_leaves_no_trace(records: Records, description: MatchDescribed) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"]).id
    before = rows(records)
    with pytest.raises((Refused, ValueError), match=r"R-SEAT|not a name|not a date|not a time"):
        records.describe(id, description)
    assert rows(records) == before


def test_a_closed_match_goes_on_after_the_close_is_taken_back(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"], FILL).id
    closed = records.close(id, "abandoned")
    assert (closed.state, closed.now.turn, closed.now.version) == ("closed", None, 3)
    assert closed.outcome == Outcome((), (1, 1), "The match was closed as abandoned.")
    for event in (TAKE, PointsAdjusted(0, 1, ""), MatchClosed("agreed")):
        with refused("R-CLOSED"):
            records.record(id, event)
    assert records.take_back(id).state == "open"
    assert records.record(id, TAKE).now.turn == 1


def test_a_finished_match_is_not_closed(records: Records) -> None:
    id = sheet(records, "final: 3 9", "wins 1").id
    assert records.match(id).state == "finished"
    with refused("R-OVER"):
        records.close(id, "agreed")


def test_a_match_closed_as_agreed_is_won_by_the_points(records: Records) -> None:
    id = sheet(records, "one: 3 9").id
    assert records.close(id, "agreed").outcome == Outcome((1,), (2, 1), "Closed as agreed; most points.")


def test_rulings_ride_on_top_of_what_the_rules_give(records: Records) -> None:
    id = sheet(records, "one: 3 9").id
    records.record(id, PointsAdjusted(1, -7, "spilled beer"))
    match = records.record(id, PointsNoted("two", (1, 1)), WinnersNamed((1,)))
    assert match.now.scores == (4, 3)
    assert match.outcome == Outcome((0,), (1, 2), "Rulings of the table; most points.")
    for seat in (-1, 2):
        with refused("R-SEAT"):
            records.record(id, PointsAdjusted(seat, 1, ""))


@pytest.mark.parametrize("points", [float("inf"), float("nan"), 10**400, -(10**16)])
def test_points_that_no_chart_can_draw_are_refused(records: Records, points: float) -> None:
    id = sheet(records, "one: 3 9").id
    with refused("R-POINTS"):
        records.record(id, PointsAdjusted(0, points, ""))
    with refused("R-POINTS"):
        records.record(id, ScoresClaimed((1, points)))
    assert records.match(id).version == 2


def test_claimed_scores_change_nothing(records: Records) -> None:
    id = sheet(records, "one: 3 9").id
    match = records.record(id, ScoresClaimed((3, None)), ScoresClaimed((3, 8), "the farm twice"))
    assert (match.claimed, match.now.scores, match.now.version) == ((3, 8), (3, 9), 2)
    assert records.match(id).claim == ScoresClaimed((3, 8), "the farm twice")
    with refused("R-SEAT"):
        records.record(id, ScoresClaimed((3,)))


# Forks.


def test_a_fork_shares_the_beginning_and_goes_its_own_way(records: Records) -> None:
    parent = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE, ANSWER)
    fork = records.fork(parent.id, 3)
    assert fork.frames == parent.frames[:3]
    assert fork.names == parent.names
    other = TilesTaken(1, 3, "black", 2)
    grown = records.record(fork.id, other, after=fork.version)
    assert versions(grown) == [1, 2, 3, grown.version]
    assert records.match(fork.id) == grown
    assert records.match(parent.id) == parent


def test_a_fork_does_not_see_what_its_parent_does_later(records: Records) -> None:
    parent = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE)
    fork = records.fork(parent.id, 3)
    records.take_back(parent.id, 2)
    records.describe(parent.id, MatchDescribed(title="Later"))
    assert records.match(fork.id) == fork


def test_a_fork_of_a_corrected_match_has_the_corrected_beginning(records: Records) -> None:
    id = sheet(records, "one: 1 1", "two: 2 2", "three: 3 3").id
    parent = records.correct(id, 3, 3, [PointsNoted("two", (5, 5)), PointsNoted("more", (6, 6))], "misread")
    assert versions(parent) == [1, 2, 6, 7, 4]
    fork = records.fork(id, 6)
    assert (versions(fork), fork.now.scores) == ([1, 2, 6], (6, 6))
    assert records.fork(id, 4).now.scores == parent.now.scores


def test_a_fork_of_a_fork_and_of_a_closed_match(records: Records) -> None:
    id = sheet(records, "one: 1 1", "two: 2 2", "three: 3 3").id
    records.close(id, "agreed")
    first = records.fork(id, 3)
    first = records.record(first.id, PointsNoted("other", (9, 9)))
    second = records.fork(first.id, first.now.version)
    second = records.take_back(records.record(second.id, PointsNoted("last", (1, 1))).id, 3)
    assert (first.now.scores, second.now.scores, second.state) == ((12, 12), (1, 1), "open")
    assert records.fork(second.id, 1).now.scores == (None, None)
    assert isinstance(records.fork(second.id, 2).log[first.offset].event, Forked)


def test_a_match_can_be_read_as_it_was(records: Records) -> None:
    parent = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE, ANSWER)
    fork = records.take_back(records.fork(parent.id, 4).id)
    for match in (parent, fork):
        assert records.match(match.id, until=3).frames == parent.frames[:3]
        assert records.match(match.id, until=99) == match
        with pytest.raises(UnknownMatch, match="has no event 0"):
            records.match(match.id, until=0)


def test_no_match_becomes_a_fork_once_it_has_started(records: Records) -> None:
    one, other = sheet(records, "one: 1 1"), sheet(records, "one: 1 1")
    for match in (one, records.fork(one.id, 2)):
        with refused("R-FORK"):
            records.record(match.id, Forked(f"matches/{other.id}", match.version))
        assert records.match(match.id) == match
    with refused("R-FORK"):
        records.start(scoresheet, one.names, Forked(f"matches/{other.id}", 2))


def test_forking_needs_an_event_that_stands(records: Records) -> None:
    id = sheet(records, "one: 1 1", "two: 2 2").id
    records.take_back(id)
    before = rows(records)
    for at in (0, 3, 4, 9):
        with refused("R-STANDS"):
            records.fork(id, at)
    assert rows(records) == before


# Notes.


def test_notes_survive_take_backs_and_show_as_they_read_today(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE).id
    first = records.note(id, 3, "greedy", "?!", "Jarda")
    second = records.note(id, 1, "at Jarda's")
    records.take_back(id)
    records.change_note(id, NoteChanged(first.id, "brave", "!"))
    assert [(note.about, note.text, note.glyph, note.author) for note in records.notes(id)] == [
        (3, "brave", "!", "Jarda"),
        (1, "at Jarda's", None, ""),
    ]
    records.withdraw_note(id, first.id)
    assert records.notes(id) == (second,)
    assert records.match(id).version == 4


def test_writing_a_note_is_safe_to_repeat(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"], FILL).id
    note = records.note(id, 2, "hm", command="one")
    assert records.note(id, 2, "hm", command="one") == note
    for _ in range(2):
        records.change_note(id, NoteChanged(note.id, "oh"), command="two")
    assert [each.text for each in records.notes(id)] == ["oh"]
    for _ in range(2):
        records.withdraw_note(id, note.id, command="three")
    assert records.notes(id) == ()


def test_a_note_needs_an_event_and_something_to_say(records: Records) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"], FILL).id
    for about in (0, 3):
        with refused("R-STANDS"):
            records.note(id, about, "hm")
    with refused("R-NOTE"):
        records.note(id, 2, " \n")
    note = records.note(id, 2, "", "!!")
    records.withdraw_note(id, note.id)
    for change in (lambda: records.withdraw_note(id, note.id), lambda: records.change_note(id, NoteChanged("x", "y"))):
        with refused("R-NOTE"):
            change()
    with pytest.raises(UnknownMatch):
        records.note("nowhere", 1, "hm")


# People.


def test_a_person_is_known_again_by_name(records: Records) -> None:
    first = records.start(scoresheet, ["Jitka", "Jarda"])
    second = records.start(scoresheet, ["JARDA", "Anna", "jitka"])
    assert second.header.players[::2] == first.header.players[::-1]
    assert list(records.people().names.values()) == ["Jitka", "Jarda", "Anna"]
    assert Records(records.store).people() == records.people()


def test_two_programs_that_name_a_person_at_once_agree(tmp_path: Path) -> None:
    one, other = (Records(SqliteStore(tmp_path / "partie.db")) for _ in range(2))
    assert one.people() == other.people() == People()
    seats = [records.start(scoresheet, ["Jitka"]).header.players for records in (one, other)]
    assert seats[0] == seats[1]
    assert list(one.people().names.values()) == ["Jitka"]


# A game that nobody here had in mind.


def test_a_new_game_is_recorded_like_any_other(records: Records, toy_game: Any) -> None:
    match = records.start(toy_game, ["Anna", "Ben"], DieRolled(4), RolledAgain(0), options={"target": 10})
    match = records.record(match.id, DieRolled(6), Held(0))
    assert (match.state, match.now.scores) == ("finished", (10, 0))
    match = records.correct(match.id, 4, 4, [DieRolled(2)], "it was a two")
    assert (match.state, match.now.turn, match.now.scores) == ("open", "chance", (6, 0))
    assert match.options == pig.Options(target=10)
