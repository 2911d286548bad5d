"""Corrections: the entries that a take-back or a correction changed, and their return when it is reverted."""

from random import Random
from typing import Any

import pytest

from core.corrections import changes, correction_for, difference, redoable, reverted
from core.game import Refusal
from core.record import effective_entries
from core.record_events import Corrected, Entry, MatchStarted, TakenBack
from tests.viewer.conformance.toy_game import DieRolled, Held, RolledAgain

FOUR, TWO, HELD, AGAIN = DieRolled(4), DieRolled(2), Held(0), RolledAgain(0)


def log(*events: object) -> tuple[Entry, ...]:
    """A log of events after the header; the first of them has version 2."""
    return tuple(Entry(n, event) for n, event in enumerate((MatchStarted("pig", ("a", "b")), *events), start=1))


def events_of(entries: Any) -> list[object]:
    assert not isinstance(entries, Refusal), entries
    return [entry.event for entry in entries]


def table(*events: object) -> list[Entry]:
    return [Entry(n, event) for n, event in enumerate(events, start=2)]


def rewritten(before: list[Entry], wanted: list[Entry]) -> tuple[Entry, ...]:
    """What stands after `wanted` has been brought about in a log that holds `before`."""
    whole = [*log(*(entry.event for entry in before))]
    added = correction_for(before, wanted, "why")
    whole += [entry._replace(version=len(whole) + 1 + n) for n, entry in enumerate(added)]
    return effective_entries(whole)


def test_a_correction_tells_what_was_and_what_became() -> None:
    (change,) = changes(log(FOUR, HELD, Corrected(2, 2, 1, "a two"), TWO))
    assert (change.version, change.place) == (4, 0)
    assert (events_of(change.was), events_of(change.became)) == ([FOUR], [TWO])


def test_a_forgotten_move_shows_as_that_move_alone() -> None:
    (change,) = changes(log(FOUR, HELD, Corrected(3, 3, 3, "rolled again"), AGAIN, TWO, HELD))
    assert (change.place, change.was, events_of(change.became)) == (1, (), [AGAIN, TWO])


def test_a_take_back_tells_what_no_longer_counts() -> None:
    (change,) = changes(log(FOUR, AGAIN, TWO, TakenBack(3)))
    assert (change.place, events_of(change.was), change.became) == (1, [AGAIN, TWO], ())


def test_what_was_taken_back_can_be_put_back_one_by_one_until_something_else_is_recorded() -> None:
    taken_back = log(FOUR, AGAIN, TWO, HELD, TakenBack(5), TakenBack(3))
    assert events_of(redoable(taken_back)) == [AGAIN, TWO, HELD]
    assert events_of(redoable((*taken_back, Entry(8, AGAIN)))) == [TWO, HELD]
    assert redoable((*taken_back, Entry(8, HELD))) == redoable(log(FOUR, HELD)) == ()


def test_what_a_correction_replaced_stands_again_and_what_followed_stays() -> None:
    corrected = log(FOUR, HELD, Corrected(2, 2, 1, ""), TWO, DieRolled(6))
    assert events_of(reverted(corrected, 4)) == [FOUR, HELD, DieRolled(6)]


def test_what_was_taken_back_stands_again_in_place_of_what_followed() -> None:
    taken_back = log(FOUR, AGAIN, TWO, TakenBack(3), HELD, DieRolled(5))
    assert events_of(reverted(taken_back, 5)) == [FOUR, AGAIN, TWO]


def test_the_place_moves_along_with_corrections_before_it() -> None:
    grown = log(FOUR, HELD, DieRolled(1), Corrected(3, 3, 1, ""), AGAIN, Corrected(2, 2, 3, ""), TWO, AGAIN, FOUR)
    assert events_of(effective_entries(grown)) == [TWO, AGAIN, FOUR, AGAIN, DieRolled(1)]
    assert events_of(reverted(grown, 5)) == [TWO, AGAIN, FOUR, HELD, DieRolled(1)]


def test_corrections_behind_it_do_not_matter() -> None:
    grown = log(FOUR, HELD, DieRolled(1), Corrected(2, 2, 1, ""), TWO, Corrected(4, 4, 1, ""), DieRolled(6))
    assert events_of(reverted(grown, 5)) == [FOUR, HELD, DieRolled(6)]


@pytest.mark.parametrize("later", [(Corrected(5, 5, 1, ""), DieRolled(3)), (TakenBack(5),)])
def test_the_same_events_changed_again_are_restored_from_the_latest_on(later: tuple[object, ...]) -> None:
    twice = log(FOUR, HELD, Corrected(2, 2, 1, ""), TWO, *later)
    assert "Event 6 changed the same events again" in str(reverted(twice, 4))
    once = reverted(twice, 6)
    assert events_of(once) == [TWO, HELD]


def test_a_take_back_that_goes_further_back_later_leaves_the_first_one_restorable() -> None:
    twice = log(FOUR, AGAIN, TWO, TakenBack(4), TakenBack(3))
    assert events_of(reverted(twice, 5)) == [FOUR, TWO]
    assert events_of(reverted(twice, 6)) == [FOUR, AGAIN]


def test_what_a_correction_added_is_dropped_and_what_it_removed_returns() -> None:
    added = log(FOUR, HELD, Corrected(3, 3, 3, ""), AGAIN, TWO, HELD, DieRolled(1))
    assert events_of(reverted(added, 4)) == [FOUR, HELD, DieRolled(1)]
    removed = log(FOUR, AGAIN, TWO, HELD, Corrected(3, 4, 0, ""), DieRolled(1))
    assert events_of(reverted(removed, 6)) == [FOUR, AGAIN, TWO, HELD, DieRolled(1)]


def test_a_change_right_beside_it_is_no_change_of_the_same_events() -> None:
    before = log(FOUR, HELD, Corrected(3, 3, 1, ""), AGAIN, Corrected(2, 2, 2, ""), TWO, TWO)
    assert events_of(reverted(before, 4)) == [TWO, TWO, HELD]
    behind = log(FOUR, HELD, Corrected(2, 2, 1, ""), TWO, Corrected(3, 3, 2, ""), AGAIN, AGAIN)
    assert events_of(reverted(behind, 4)) == [FOUR, AGAIN, AGAIN]


def test_what_was_taken_back_returns_at_its_place_after_a_correction_before_it() -> None:
    """What was recorded after the take-back belongs to the other continuation, a correction of it included."""
    grown = log(FOUR, AGAIN, TWO, TakenBack(4), HELD, Corrected(2, 2, 2, ""), TWO, TWO)
    assert events_of(reverted(grown, 5)) == [TWO, TWO, AGAIN, TWO]
    corrected = log(FOUR, AGAIN, TWO, TakenBack(4), HELD, Corrected(6, 6, 1, ""), DieRolled(5))
    assert events_of(reverted(corrected, 5)) == [FOUR, AGAIN, TWO]


@pytest.mark.parametrize("version", [0, 1, 2, 5, 99])
def test_only_changes_can_be_restored(version: int) -> None:
    assert "neither" in str(reverted(log(FOUR, HELD, TakenBack(3)), version))


def test_tables_are_compared_by_their_events() -> None:
    one, other = table(FOUR, HELD, TWO), [Entry(9, FOUR), Entry(8, AGAIN), Entry(7, TWO)]
    assert difference(one, other) == (1, (one[1],), (other[1],))
    assert difference(one, one) == (3, (), ())


def test_a_rewriting_touches_as_few_entries_as_possible() -> None:
    before = table(FOUR, AGAIN, TWO, HELD)
    correction, *events = correction_for(before, [*before[:2], Entry(0, DieRolled(5)), before[3]], "a five")
    assert correction.event == Corrected(4, 4, 1, "a five")
    assert events_of(events) == [DieRolled(5)]


def test_what_stands_already_needs_no_correction() -> None:
    assert correction_for(table(FOUR, HELD), table(FOUR, HELD), "why") == ()


def test_times_travel_with_their_entries() -> None:
    before = [Entry(2, FOUR, "2026-11-20T18:00:00Z"), Entry(3, HELD, "2026-11-20T18:01:00Z")]
    _, again, new = correction_for(before, [before[0], Entry(0, AGAIN), before[1]], "forgotten")
    assert (again.happened_at, new.happened_at) == ("2026-11-20T18:00:00Z", None)
    _, new, again = correction_for(before, [Entry(0, AGAIN), *before], "forgotten")
    assert (new.happened_at, again.happened_at) == (None, "2026-11-20T18:00:00Z")


def test_any_table_can_be_made_of_any_other() -> None:
    rng = Random(4)
    for _ in range(300):
        before, wanted = ([rng.choice((FOUR, TWO, HELD, AGAIN)) for _ in range(rng.randint(0, 5))] for _ in "ab")
        assert events_of(rewritten(table(*before), table(*wanted))) == wanted


def test_whatever_was_changed_last_can_be_restored() -> None:
    rng = Random(5)
    tried = 0
    for _ in range(200):
        whole = list(log(*(rng.choice((FOUR, TWO, HELD, AGAIN)) for _ in range(6))))
        for _ in range(rng.randint(1, 4)):
            before, now = list(whole), effective_entries(whole)
            kept, since = rng.randint(0, len(now)), rng.randint(0, len(now))
            added = correction_for(now, [*now[:kept], Entry(0, DieRolled(rng.randint(1, 6))), *now[since:]], "")
            whole += [entry._replace(version=len(whole) + 1 + n) for n, entry in enumerate(added)]
        if len(whole) > len(before):  # Else what was wanted stood already.
            tried += 1
            assert events_of(reverted(whole, len(before) + 1)) == events_of(effective_entries(before))
    assert tried > 150
