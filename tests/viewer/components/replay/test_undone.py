"""Moves that no longer stand, as the replay lists them."""

from pathlib import Path
from typing import Any

import pytest

from core.games import chocolatier
from eventstore.matches.repository import MatchRepository
from tests.recorded import FOUR, record, records_in
from viewer.components.replay.payload import payload
from viewer.components.replay.undone import undone


@pytest.fixture
def records(tmp_path: Path) -> MatchRepository:
    kept = records_in(tmp_path / "matches.db")
    record(kept, "m", chocolatier, FOUR, 3, events=12)
    return kept


def output(records: MatchRepository) -> list[Any]:
    return undone(records.match("m"))


def test_moves_taken_back_are_told_as_they_were_told_then(records: MatchRepository) -> None:
    steps: Any = payload(records.match("m"))["steps"]
    match = records.take_back("m", 12)
    assert [(each["at"], each["after"], each["says"], each["why"]) for each in undone(match)] == [
        (12, 11, steps[11]["says"], "taken back"),
        (13, 11, steps[12]["says"], "taken back"),
    ]


def test_a_corrected_move_tells_why(records: MatchRepository) -> None:
    match = records.match("m")
    state = match.frames[-2].state
    other = next(event for event in chocolatier.legal_moves(state) if event != match.now.event)
    records.correct("m", 13, 13, [other], "took red, not blue")
    assert [(each["at"], each["after"], each["why"]) for each in output(records)] == [
        (13, 12, "corrected: took red, not blue")
    ]


def test_what_came_after_something_undone_is_listed_where_it_can_still_be_found(records: MatchRepository) -> None:
    records.take_back("m", 13)
    records.take_back("m", 12)
    assert [(each["at"], each["after"]) for each in output(records)] == [(13, 11), (12, 11)]


def test_nothing_is_listed_while_everything_stands(records: MatchRepository) -> None:
    assert output(records) == []
