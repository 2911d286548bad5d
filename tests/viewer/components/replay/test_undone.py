"""Moves that no longer stand, as the replay lists them."""

from typing import Any

from core.games import chocolatier
from eventstore.matches.repository import MatchRepository
from tests.recorded import FOUR, record
from viewer.components.replay.payload import payload
from viewer.components.replay.undone import undone


def test_moves_that_no_longer_stand_are_told_as_they_were_told_then_and_why(records: MatchRepository) -> None:
    for id in ("back", "corrected", "twice"):
        match = record(records, id, chocolatier, FOUR, 3, events=12)
    assert undone(match) == []
    steps: Any = payload(match)["steps"]
    assert [
        (each["at"], each["after"], each["says"], each["why"]) for each in undone(records.take_back("back", 12))
    ] == [
        (12, 11, steps[11]["says"], "taken back"),
        (13, 11, steps[12]["says"], "taken back"),
    ]
    other = next(each for each in chocolatier.legal_moves(match.frames[-2].state) if each != match.now.event)
    corrected: Any = undone(records.correct("corrected", 13, 13, [other], "took red, not blue"))
    assert [(each["at"], each["after"], each["why"]) for each in corrected] == [
        (13, 12, "corrected: took red, not blue")
    ]
    records.take_back("twice", 13)
    twice: Any = undone(records.take_back("twice", 12))
    assert [(each["at"], each["after"]) for each in twice] == [(13, 11), (12, 11)], "where it can still be found"
