"""Answers to positions are facts in the log; when a position is due again follows from them."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest

from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.matches.training import Place, PositionAnswered, TrainingProgress, TrainingRepository, progress

FIRST = date(2026, 11, 1)
PLACE = Place("m", 7)


def answers(*given: tuple[int, bool]) -> TrainingProgress:
    """The progress after answers on these days, counted from the first."""
    return progress(
        (PositionAnswered("m", 7, "A: g9-f8", accepted), FIRST + timedelta(days=day)) for day, accepted in given
    )[PLACE]


@pytest.mark.parametrize(
    ("given", "streak", "due"),
    [
        ([(0, True)], 1, 2),
        ([(0, True), (2, True)], 2, 2 + 4),
        ([(0, True), (2, True), (6, True)], 3, 6 + 8),
        ([(0, True), (2, True), (6, False)], 0, 6 + 1),
        ([(0, False), (1, True)], 1, 1 + 2),
        ([(day, True) for day in range(12)], 12, 11 + 365),
    ],
)
def test_days_double_with_every_good_answer_and_begin_anew_after_a_wrong_one(
    given: list[tuple[int, bool]], streak: int, due: int
) -> None:
    assert answers(*given) == TrainingProgress(streak, len(given), FIRST + timedelta(days=due))


def test_answers_are_kept_by_person_and_verified(records: MatchRepository) -> None:
    training = TrainingRepository(records.store, "me", lambda: "2026-11-01T10:00:00.000Z")
    training.answer("anna", PositionAnswered("m", 7, "A: g9-f8", accepted=True))
    training.answer("anna", PositionAnswered("m", 9, "A: g9-f8", accepted=False))
    training.answer("ben", PositionAnswered("m", 7, "A: g9-f8", accepted=False))
    training.answer("formerly-anna", PositionAnswered("m", 7, "A: g9-f8", accepted=True))
    own = training.progress(["anna", "formerly-anna"])
    assert {place.version: (each.streak, each.answers) for place, each in own.items()} == {7: (2, 2), 9: (0, 1)}
    assert training.today() == FIRST
    assert training.progress(["nobody"]) == {}
    assert verify(records).damaged == []


def test_an_answer_after_midnight_is_of_the_day_where_the_person_is(records: MatchRepository) -> None:
    training = TrainingRepository(records.store, "me", lambda: "2026-11-01T23:30:00.000Z", ZoneInfo("Europe/Prague"))
    training.answer("anna", PositionAnswered("m", 7, "A: g9-f8", accepted=False))
    (own,) = training.progress(["anna"]).values()
    assert (training.today(), own.due) == (date(2026, 11, 2), date(2026, 11, 3))
