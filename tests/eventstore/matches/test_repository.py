"""The repository: creating, recording and annotating matches, and their players."""

from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from core.errors import InvalidInput
from core.games import chocolatier, scoresheet
from core.games.scoresheet import WinnersNamed
from core.record_events import MatchDescribed, MatchStarted
from eventstore.matches.edit_writer import record_edit
from eventstore.matches.match import UnknownMatch, validate_seats
from eventstore.matches.notes import NoteChanged
from eventstore.matches.people import People, Player
from eventstore.matches.play_edit import SeatEdit
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Conflict
from tests.recording import FILL, TAKE, refused, rows
from tests.viewer.conformance import toy_game as pig
from tests.viewer.conformance.toy_game import DieRolled, Held, RolledAgain


def test_a_match_begins_with_its_header_and_waits_for_the_first_event(records: MatchRepository) -> None:
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


def test_a_match_can_begin_with_what_has_happened_already(records: MatchRepository) -> None:
    match = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE, times=["2026-11-20T18:00:00Z", None])
    assert (match.version, match.now.turn) == (3, 1)
    assert [frame.happened_at for frame in match.frames] == [None, "2026-11-20T18:00:00Z", None]


@pytest.mark.parametrize(
    ("players", "more", "sentence"),
    [
        (["Jitka"], {}, "for 2 to 4 players, not 1"),
        (["Jitka", ""], {}, "not a valid name"),
        (["Jitka", "x" * 101], {}, "not a valid name"),
        (["Jitka", "jitka"], {}, "Jitka cannot sit on two seats of one match"),
        (["Jitka", "Jarda", "Ji\u0301ra", "J\u00edra"], {}, "J\u00edra cannot sit on two seats"),
        (["Jitka", "\x1b[2J"], {}, "not a valid name"),
        (["Jitka", "Jarda"], {"options": {"wal": "free"}}, "no option 'wal'"),
        (["Jitka", "Jarda"], {"options": {"wall": "green"}}, "wall: Input should be 'colored' or 'free'"),
        (["Jitka", "Jarda"], {"options": {"special_displays": 1}}, "special_displays"),
        (["Jitka", "Jarda"], {"played_on": "yesterday"}, "'yesterday' is not a date"),
        (["Jitka", "Jarda"], {"played_on": "2026-02-30"}, "not a date"),
        (["Jitka", "Jarda"], {"started_at": "2026-11-20T18:30:00"}, "not a time with its offset"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused_and_nobody_is_seated(
    records: MatchRepository, players: list[str], more: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        records.start(chocolatier, players, **more)
    assert rows(records) == 0


def test_a_person_sits_on_one_seat_and_anonymous_players_on_several(records: MatchRepository) -> None:
    match = records.start(scoresheet, [Player("Anna"), Player("Ben"), Player(), Player()])
    anna, ben, *_ = match.header.players
    records.people_repository.rename(anna, "Annie")
    before = rows(records)
    for players in (["Annie", "Anna"], [Player(id=anna), Player("Anna")], ["somebody", "Ben", "ben"]):
        with pytest.raises(InvalidInput, match="cannot sit on two seats of one match"):
            records.start(scoresheet, players)
    with pytest.raises(InvalidInput, match="Annie cannot sit on two seats"):
        records.describe(match, MatchDescribed(players=("Annie", "Zoe", "Anna", "Ben")))
    with pytest.raises(InvalidInput, match="Ben cannot sit on two seats"):
        records.record(match, reseated=[Player(id=ben), Player(id=ben), Player(), Player()])
    assert rows(records) == before, "nothing is written, and no person is created"
    assert records.describe(match, MatchDescribed(players=("Ben", "Anna", "somebody", "somebody"))).names[:2] == (
        "Ben",
        "Annie",
    )


def test_a_match_that_was_stored_with_a_person_on_two_seats_stays_usable(records: MatchRepository) -> None:
    match = records.start(scoresheet, ["Anna", "Anna", "Anna"], allows_repeats=True)
    assert records.match(match.id).names == ("Anna", "Anna", "Anna")
    match = records.record(match, scoresheet.PointsNoted("one", (1, 2, 3)))
    assert record_edit(records, match.id, SeatEdit(1, "Ben"), lambda match: "").after.names == ("Anna", "Ben", "Anna")
    assert record_edit(records, match.id, SeatEdit(2, "Cleo"), lambda match: "").after.names == ("Anna", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("allowed", "sentence"),
    [(range(2, 5), "for 2 to 4 players"), (range(2, 3), "for 2 players"), (range(1, 2), "for 1 player")],
)
def test_a_wrong_number_of_players_is_told_with_the_right_one(allowed: range, sentence: str) -> None:
    box = ModuleType("box")
    box.__dict__.update(vars(pig), SEATS=allowed)
    with pytest.raises(ValueError, match=f"^Pig is {sentence}, not 7\\.$"):
        validate_seats(box, 7)


def test_options_that_contradict_the_table_are_refused(records: MatchRepository) -> None:
    with pytest.raises(ValueError, match="Teams may contain only the seats"):
        records.start(scoresheet, ["Anna", "Ben"], options={"teams": [[0, 2]]})
    assert rows(records) == 0


def test_the_same_id_twice_is_a_conflict(records: MatchRepository) -> None:
    records.start(chocolatier, ["Jitka", "Jarda"], id="mine")
    with pytest.raises(Conflict):
        records.start(chocolatier, ["Jitka", "Jarda"], id="mine")


def test_a_match_is_found_by_how_its_id_begins(records: MatchRepository) -> None:
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


def test_a_match_that_goes_on_is_not_read_and_folded_again(records: MatchRepository) -> None:
    id = records.record(records.start(chocolatier, ["Jitka", "Jarda"]), FILL).id
    before = records.match(id)
    other = MatchRepository(records.store)
    other.record(id, TAKE)
    after = records.match(id)
    assert (after, after.frames) == (other.match(id), other.match(id).frames)
    assert [one is two for one, two in zip(before.log, after.log, strict=False)] == [True, True]
    assert [one is two for one, two in zip(before.frames, after.frames, strict=False)] == [False, True]
    assert len(after.log) == len(before.log) + 1


def test_a_known_match_shows_no_name_that_another_program_has_erased(records: MatchRepository) -> None:
    match = records.start(chocolatier, ["Zoe", "Ben"], FILL, place="At Zoe's")
    fork = records.fork(match.id, 2, TAKE)
    readers = [records, MatchRepository(records.store, recent=records.recent)]
    for reader in readers:
        assert reader.match(match.id).header.place == reader.match(fork.id).header.place == "At Zoe's"
    MatchRepository(records.store).people_repository.forget(match.header.players[0])
    for reader in readers:
        assert reader.match(match.id).header.place == reader.match(fork.id).header.place == "At somebody's"


def test_a_known_match_that_is_another_one_now_is_read_anew(records: MatchRepository, tmp_path: Path) -> None:
    def started(store: SqliteStore, place: str) -> MatchRepository:
        records = MatchRepository(store)
        records.start(chocolatier, ["Jitka", "Jarda"], FILL, id="m", place=place)
        return records

    with closing(SqliteStore(tmp_path / "other.db")) as other:
        here, there = started(records.store, "Brno"), started(other, "Cluj")
        assert here.match("m").header.place == "Brno"
        assert MatchRepository(there.store, recent=here.recent).match("m").header.place == "Cluj"


def test_an_event_of_another_game_is_refused(records: MatchRepository) -> None:
    id = records.start(chocolatier, ["Jitka", "Jarda"]).id
    for stranger in (WinnersNamed((0,)), "fill", None, MatchStarted("chocolatier", ())):
        with refused("R-EVENT|R-STARTED"):
            records.record(id, stranger)
    assert records.match(id).version == 1


def test_notes_survive_take_backs_and_show_as_they_read_today(records: MatchRepository) -> None:
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


def test_a_note_needs_an_event_and_something_to_say(records: MatchRepository) -> None:
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


def test_two_programs_that_name_a_person_at_once_agree(tmp_path: Path) -> None:
    one, other = (MatchRepository(SqliteStore(tmp_path / "partie.db")) for _ in range(2))
    assert one.people() == other.people() == People()
    seats = [records.start(scoresheet, ["Jitka"]).header.players for records in (one, other)]
    assert seats[0] == seats[1]
    assert list(one.people().names.values()) == ["Jitka"]


def test_a_new_game_is_recorded_like_any_other(records: MatchRepository, toy_game: Any) -> None:
    match = records.start(toy_game, ["Anna", "Ben"], DieRolled(4), RolledAgain(0), options={"target": 10})
    match = records.record(match.id, DieRolled(6), Held(0))
    assert (match.state, match.now.scores) == ("finished", (10, 0))
    match = records.correct(match.id, 4, 4, [DieRolled(2)], "it was a two")
    assert (match.state, match.now.turn, match.now.scores) == ("open", "chance", (6, 0))
    assert match.options == pig.Options(target=10)
