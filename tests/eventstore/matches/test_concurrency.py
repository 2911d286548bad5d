"""Two programs that record in the same match at the same time: the other one is always in between."""

from collections.abc import Callable

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.matches.repository import MatchRepository, utc_now


def interrupted(records: MatchRepository, by: Callable[[], object]) -> MatchRepository:
    """Another program over the same store; the first time it wants to write, this happens just before."""
    happens = [by]

    def now() -> str:
        if happens:
            happens.pop()()
        return utc_now()

    return MatchRepository(records.store, now=now)


def noted(label: str) -> PointsNoted:
    return PointsNoted(label, (1, 2))


def test_the_same_command_from_two_lines_is_answered_with_what_is_there(records: MatchRepository) -> None:
    records.start(scoresheet, ("Anna", "Ben"), id="ours")

    def meanwhile() -> None:
        records.record("ours", noted("theirs"))
        records.record("ours", noted("mine"), idempotency_key="once")

    match = interrupted(records, meanwhile).record("ours", noted("mine"), idempotency_key="once")
    assert [entry.event for entry in match.log[1:]] == [noted("theirs"), noted("mine")]
    assert match == records.match("ours")


def test_notes_do_not_stand_in_each_other_s_way(records: MatchRepository) -> None:
    records.start(scoresheet, ("Anna", "Ben"), id="ours")
    other = interrupted(records, lambda: records.note("ours", 1, "first"))
    other.note("ours", 1, "second")
    assert [note.text for note in records.notes("ours")] == ["first", "second"]


def test_the_same_note_from_two_lines_is_one_note(records: MatchRepository) -> None:
    records.start(scoresheet, ("Anna", "Ben"), id="ours")
    other = interrupted(records, lambda: records.note("ours", 1, "well begun", idempotency_key="once"))
    answered = other.note("ours", 1, "well begun", idempotency_key="once")
    assert records.notes("ours") == (answered,)
