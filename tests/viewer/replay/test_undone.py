"""Moves that no longer stand, as the replay lists them, and the note requests of its reader."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from core.games import chocolatier
from eventstore.matches.repository import MatchRepository
from tests.recorded import FOUR, record, records_in
from viewer.notes import NoteRequest, write_note
from viewer.outbox import OutboxResponse
from viewer.replay.payload import payload
from viewer.replay.undone import undone

NOTE_REQUEST = TypeAdapter(NoteRequest)


@pytest.fixture
def records(tmp_path: Path) -> MatchRepository:
    kept = records_in(tmp_path / "matches.db")
    record(kept, "m", chocolatier, FOUR, 3, events=12)
    return kept


def said(records: MatchRepository) -> list[Any]:
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
    assert [(each["at"], each["after"], each["why"]) for each in said(records)] == [
        (13, 12, "corrected: took red, not blue")
    ]


def test_what_came_after_something_undone_is_listed_where_it_can_still_be_found(records: MatchRepository) -> None:
    records.take_back("m", 13)
    records.take_back("m", 12)
    assert [(each["at"], each["after"]) for each in said(records)] == [(13, 11), (12, 11)]


def test_nothing_is_listed_while_everything_stands(records: MatchRepository) -> None:
    assert said(records) == []


def test_an_order_is_carried_out_once(records: MatchRepository) -> None:
    request = NOTE_REQUEST.validate_json(
        '{"key": "k", "about": 5, "text": " hm ", "glyph": "?", "marks": [{"at": "0/wall/1/1"}]}'
    )
    for _ in range(2):
        assert write_note(records, "m", request) == OutboxResponse("k", "done")
    (note,) = records.notes("m")
    assert (note.about, note.text, note.glyph, note.marks[0].at) == (5, "hm", "?", "0/wall/1/1")
    assert write_note(records, "m", NoteRequest("l", 5, note.id, text="oh")) == OutboxResponse("l", "done")
    assert records.notes("m")[0].text == "oh"
    for _ in range(2):
        assert write_note(records, "m", NoteRequest("w", 5, note.id, withdrawn=True)) == OutboxResponse("w", "done")
    assert records.notes("m") == ()


def test_what_cannot_be_noted_is_answered_with_a_sentence(records: MatchRepository) -> None:
    assert "no event 99" in write_note(records, "m", NoteRequest("k", 99, text="hm")).says
    assert "needs text" in write_note(records, "m", NoteRequest("k", 5, text="  ")).says
    assert "at most" in write_note(records, "m", NoteRequest("k", 5, text="x" * 20_001)).says
    assert "has no note" in write_note(records, "m", NoteRequest("k", 5, "nothing", text="x")).says
    assert records.notes("m") == ()


@pytest.mark.parametrize("text", ["", "[]", '{"key": "k"}', '{"key": "k", "about": 1, "glyph": "!!!"}'])
def test_what_is_no_order_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        NOTE_REQUEST.validate_json(text)


def test_a_fork_tells_what_was_played_where_it_left(records: MatchRepository) -> None:
    fork = records.fork("m", 11)
    assert [(each["at"], each["why"]) for each in undone(fork)] == [
        (12, "where it was forked from"),
        (13, "where it was forked from"),
    ]
