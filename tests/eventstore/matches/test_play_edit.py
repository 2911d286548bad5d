"""Values of a play that are edited where they are shown: what is recorded, and what follows."""

from collections.abc import Sequence
from typing import Any

import pytest

from core.errors import InvalidInput
from core.games import chocolatier, scoresheet
from core.games.scoresheet import EntriesWritten, PointsNoted, RanksNamed, TemplateChosen, WinnersNamed
from core.record_events import Corrected, MatchClosed, MatchDescribed, TakenBack
from core.sheet_edit import LabelEdit, PointsEdit, WinnersEdit
from core.sheet_template import Category, Round, Template
from eventstore.maintenance import verification
from eventstore.matches.edit_writer import record_edit
from eventstore.matches.match import Match, Refused
from eventstore.matches.people import Player
from eventstore.matches.play_edit import PlayEdit, RestoredEdit, SeatEdit, inverse, planned_edit, preview, seat_of
from eventstore.matches.repository import MatchRepository
from eventstore.statistics import extract
from eventstore.statistics.edit_consequence import edit_consequence
from eventstore.store.store import Conflict
from tests.recording import FILL, refused, rows, sheet


def edited(records: MatchRepository, match: Match | str, edit: PlayEdit, **more: Any) -> Match:
    """The match after the edit, which a dry run has shown before."""
    id = match if isinstance(match, str) else match.id
    before = records.match(id)
    shown = preview(before, planned_edit(before, edit))
    after = record_edit(records, id, edit, lambda match: "misread", **more).after
    assert (shown.now.scores, shown.outcome) == (after.now.scores, after.outcome)
    return after


def winners(match: Match) -> Sequence[int]:
    assert match.outcome
    return match.outcome.winners


def lines(match: Match) -> list[Any]:
    return [frame.event for frame in match.frames[1:]]


def test_the_winner_follows_corrected_points(records: MatchRepository) -> None:
    match = sheet(records, "final: 52 55", "wins 1")
    after = edited(records, match, PointsEdit(2, 0, 60))
    assert after.outcome == scoresheet.outcome(after.now.state)
    assert (winners(after), after.outcome and after.outcome.why) == ((0,), "Most points.")
    assert winners(edited(records, match, PointsEdit(after.frames[1].version, 0, 50))) == (1,)
    report = verification.verify(records)
    assert (report.damaged, report.tampered, report.rules_changed) == ([], [], [])


def test_a_winner_against_the_points_and_one_of_a_tie_stay(records: MatchRepository) -> None:
    against = sheet(records, "final: 52 55", "wins 0")
    assert winners(edited(records, against, PointsEdit(2, 0, 40))) == (0,)
    tie = sheet(records, "final: 55 55", "wins 1")
    assert winners(edited(records, tie, PointsEdit(2, 0, 60))) == (1,)


def test_points_of_a_line_change_the_total_and_what_was_written(records: MatchRepository) -> None:
    template = Template("Kettle Race", (Category("Roads"), Category("Sets", factor=3)))
    match = records.start(
        scoresheet,
        ["Anna", "Ben"],
        TemplateChosen(template),
        EntriesWritten("Roads", ("12+7", "3")),
        PointsNoted("Roads", (19, 3)),
        EntriesWritten("Sets", ("1", "2")),
        PointsNoted("Sets", (3, 6)),
    )
    after = edited(records, match, PointsEdit(4, 0, -4))
    assert after.now.scores == (-1, 9)
    assert after.now.state.written == (("Roads", ("-4", "3")), ("Sets", ("1", "2")))
    after = edited(records, match, PointsEdit(6, 1, 9))
    assert after.now.state.written[-1] == ("Sets", ("1", ""))


def test_a_line_and_a_seat_that_are_not_there_are_refused(records: MatchRepository) -> None:
    match = sheet(records, "final: 52 55", "wins 1")
    for edit in (PointsEdit(3, 0, 1), PointsEdit(9, 0, 1), PointsEdit(2, 2, 1), LabelEdit(2, "Roads")):
        with pytest.raises(InvalidInput):
            planned_edit(match, edit)
    with refused("N-POINTS-2"):
        edited(records, match, PointsEdit(2, 0, 10**16))
    moves = records.start(chocolatier, ["Anna", "Ben"], FILL)
    with pytest.raises(InvalidInput, match="correct the move"):
        planned_edit(moves, PointsEdit(2, 0, 1))


def test_points_can_be_added_where_only_the_result_was_known(records: MatchRepository) -> None:
    match = records.start(scoresheet, ["Anna", "Ben", "Cleo"], RanksNamed((2, 1, 3)))
    after = edited(records, match, PointsEdit(None, 0, 40))
    assert lines(after) == [PointsNoted("final", (40, None, None)), WinnersNamed((1,))]
    assert winners(edited(records, sheet(records, "wins 1"), PointsEdit(None, 0, 40))) == (1,)


def test_nothing_is_recorded_for_the_value_that_stands(records: MatchRepository) -> None:
    match = sheet(records, "final: 52 55", "wins 1")
    before = rows(records)
    for edit in (PointsEdit(2, 0, 52), WinnersEdit((1,)), SeatEdit(0, "anna"), MatchDescribed(place="")):
        assert edited(records, match, edit).version == match.version
    assert rows(records) == before


def test_a_category_is_renamed_with_its_entries_and_its_template(records: MatchRepository) -> None:
    template = Template("Kettle Race", (Category("Raods"), Category("Sets")), tie_break=("Raods",))
    match = records.start(
        scoresheet,
        ["Anna", "Ben"],
        TemplateChosen(template),
        EntriesWritten("Raods", ("1+1", "")),
        PointsNoted("Raods", (2, None)),
        PointsNoted("Sets", (2, None)),
    )
    after = edited(records, match, LabelEdit(4, " Roads "))
    assert [line.label for line in after.now.state.noted] == ["Roads", "Sets"]
    assert after.now.state.written[0][0] == "Roads"
    assert after.now.state.template == Template(
        "Kettle Race", (Category("Roads"), Category("Sets")), tie_break=("Roads",)
    )
    with refused("N-LABEL-1"):
        edited(records, sheet(records, "one: 1 1", "two: 2 2"), LabelEdit(2, "two"))


def test_the_winner_is_named_and_given_back_to_the_points(records: MatchRepository) -> None:
    match = sheet(records, "final: 52 55", "wins 1")
    after = edited(records, match, WinnersEdit((0,)))
    assert (winners(after), after.outcome and after.outcome.why) == ((0,), "Named at the table.")
    after = edited(records, match, PointsEdit(2, 0, 50))
    assert winners(after) == (0,)
    after = edited(records, match, WinnersEdit(None))
    assert winners(after) == (1,)
    assert winners(edited(records, match, PointsEdit(after.frames[1].version, 0, 60))) == (0,)


def test_a_named_winner_ends_an_open_sheet_and_replaces_a_close(records: MatchRepository) -> None:
    match = edited(records, sheet(records, "one: 1 2"), WinnersEdit((0,)))
    assert (match.state, lines(match)[-1]) == ("finished", WinnersNamed((0,)))
    assert not any(isinstance(entry.event, Corrected) for entry in match.log)
    closed = records.start(scoresheet, ["Anna", "Ben"], MatchClosed("incomplete"))
    assert lines(edited(records, closed, WinnersEdit((1,)))) == [WinnersNamed((1,))]
    with pytest.raises(InvalidInput, match="no winner yet"):
        planned_edit(sheet(records), WinnersEdit(None))


def test_a_cooperative_play_is_won_or_lost_by_all(records: MatchRepository) -> None:
    match = records.start(scoresheet, ["Anna", "Ben"], WinnersNamed((0, 1)), options={"cooperative": True})
    with refused("N-WIN-2"):
        edited(records, match, WinnersEdit((1,)))
    assert winners(edited(records, match, WinnersEdit(()))) == ()


def test_another_person_sits_at_a_seat(records: MatchRepository) -> None:
    match = sheet(records, "final: 52 55", "wins 1")
    assert edited(records, match, SeatEdit(0, "Cleo")).names == ("Cleo", "Ben")
    assert edited(records, match, SeatEdit(0, " ben ")).names == ("Ben", "Cleo")
    anna = records.people().named("Anna")[0]
    after = edited(records, match, SeatEdit(1, "Anna", anna))
    assert (after.names, after.header.players[1]) == (("Ben", "Anna"), anna)
    with pytest.raises(InvalidInput):
        planned_edit(match, SeatEdit(0, "  "))


def test_a_person_given_by_id_is_that_one_and_not_a_namesake(records: MatchRepository) -> None:
    match = sheet(records, "final: 52 55", "wins 1")
    anna, other = records.people_repository.seat((Player("Anna", ("bgg:anna",)), Player("Anna", ("bgg:other",))))
    assert (anna, seat_of(match, SeatEdit(1, "Anna")), seat_of(match, SeatEdit(1, "Anna", anna))) == (
        match.header.players[0], 0, 0,
    )  # fmt: skip
    assert seat_of(match, SeatEdit(1, "Anna", other)) is None
    after = edited(records, match, SeatEdit(1, "Anna", other))
    assert (after.names, after.header.players) == (("Anna", "Anna"), (anna, other))
    assert seat_of(after, SeatEdit(0, "Ben", other)) == 1, "the id decides, whatever the name says"
    assert edited(records, after, SeatEdit(0, "Anna", other)).header.players == (other, anna), "they change places"


def test_an_edit_cannot_bring_a_person_to_a_second_seat(records: MatchRepository) -> None:
    match = sheet(records, "final: 52 55", "wins 1")
    records.people_repository.rename(match.header.players[0], "Annie")
    with pytest.raises(InvalidInput, match="Annie cannot sit on two seats of one match"):
        edited(records, match, SeatEdit(1, "Anna"))
    assert records.match(match.id).names == ("Annie", "Ben")


def test_an_edit_of_the_header_is_recorded_as_its_difference(records: MatchRepository) -> None:
    match = sheet(records, "final: 52 55", "wins 1")
    after = edited(records, match, MatchDescribed(place="Brno", title=""))
    assert after.log[-1].event == MatchDescribed(place="Brno")
    assert edited(records, match, MatchDescribed(minutes=90, played_on="2026-11")).header.minutes == 90


@pytest.mark.parametrize(
    "edit",
    [
        PointsEdit(3, 0, 60),
        LabelEdit(3, "Paths"),
        WinnersEdit((0,)),
        SeatEdit(0, "Cleo"),
        SeatEdit(0, "Ben"),
        MatchDescribed(place="Brno"),
        MatchDescribed(title="The last one"),
        MatchDescribed(minutes=5),
        MatchDescribed(played_on="2026-11-20"),
    ],
    ids=repr,
)
def test_undo_restores_all_that_was_there(records: MatchRepository, edit: PlayEdit) -> None:
    match = records.start(
        scoresheet,
        ["Anna", "Ben"],
        *map(scoresheet.parse, ("Roads = 50+2 55", "Roads: 52 55", "wins 1")),
        played_on="2026",
        minutes=60,
        place="Praha",
    )
    after = edited(records, match, edit)
    assert after.version > match.version
    undo = inverse(match, after, edit)
    assert undo is not None
    back = edited(records, match, undo)
    assert (lines(back), back.names, back.outcome) == (lines(match), match.names, match.outcome)
    assert (back.header.title or None, back.header.place, back.header.minutes, back.header.played_on) == (
        match.header.title,
        match.header.place,
        match.header.minutes,
        match.header.played_on,
    )


def test_undo_of_an_end_takes_it_back(records: MatchRepository) -> None:
    match = sheet(records, "one: 1 2")
    ended = edited(records, match, WinnersEdit((0,)))
    undo = inverse(match, ended, WinnersEdit((0,)))
    assert undo == RestoredEdit(3)
    back = edited(records, match, undo)
    assert (back.state, back.log[-1].event) == ("open", TakenBack(3, "misread"))


def test_what_was_not_known_cannot_become_unknown_again(records: MatchRepository) -> None:
    match = sheet(records, "final: 52 55", "wins 1")
    after = edited(records, match, MatchDescribed(minutes=5))
    assert inverse(match, after, MatchDescribed(minutes=5)) is None
    assert inverse(match, match, PointsEdit(2, 0, 52)) is None


def test_a_repeated_edit_writes_nothing_and_a_late_one_is_told(records: MatchRepository) -> None:
    match = sheet(records, "final: 52 55", "wins 1")
    again = {"expected_version": match.version, "idempotency_key": "a-random-word"}
    for edit in (PointsEdit(2, 0, 60), PointsEdit(2, 0, 60)):
        first, after = record_edit(records, match.id, edit, lambda match: "misread", **again)
        assert (first.version, after.version) == (4, 7)
    assert records.match(match.id).version == 7
    with pytest.raises(Conflict):
        record_edit(records, match.id, PointsEdit(6, 0, 61), lambda match: "", expected_version=4)
    with pytest.raises(InvalidInput, match="changed in the meantime"):
        record_edit(records, match.id, PointsEdit(2, 0, 61), lambda match: "")


def test_the_consequence_tells_place_margin_winners_and_a_beaten_record(records: MatchRepository) -> None:
    match = records.start(scoresheet, ["Ben", "Ana", "Marek"], *map(scoresheet.parse, ("final: 58 51 44", "wins 0")))

    def found(points: int, best: float | None = None) -> tuple[Any, ...]:
        after = preview(match, planned_edit(match, PointsEdit(2, 1, points)))
        one = edit_consequence(extract.played(match, 0), extract.played(after, 0), 1, lambda: best)
        return one.points, one.rank, one.former_rank, one.winners, one.former, one.margin, one.beaten

    assert found(61, 60) == (61, 1, 2, (1,), (0,), 3, 60)
    assert found(61, 61) == (61, 1, 2, (1,), (0,), 3, None)
    assert found(40, 50) == (40, 3, 2, (0,), (0,), 14, None)
    assert found(55, 50) == (55, 2, 2, (0,), (0,), 3, None)  # The record was broken before.
    assert found(58)[3:6] == ((0, 1), (0,), None)


def test_what_is_corrected_is_paid_by_the_other_and_undone_with_it(records: MatchRepository) -> None:
    template = Template("Pay", (Category("Hand", each="round", zero_sum=True),), rounds=(Round("Double", 2),))
    match = records.start(scoresheet, ("Anna", "Ben"), TemplateChosen(template), PointsNoted("Hand 1", (6, -6)))
    edit = PointsEdit(match.frames[-1].version, 0, 8)
    after = edited(records, match, edit)
    assert after.now.scores == (8, -8)
    undo = inverse(match, after, edit)
    assert undo
    assert record_edit(records, match.id, undo, lambda match: "undone").after.now.scores == (6, -6)
    with pytest.raises(Refused, match="sum to 0, not 1"):
        records.record(match.id, PointsNoted("Hand 2", (3, -2)))
