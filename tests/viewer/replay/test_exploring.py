"""Trial moves: a line beside the match that nobody wrote, until it is kept."""

from pathlib import Path
from random import Random

import pytest

from core.game import CHANCE
from core.games import chocolatier
from core.record_events import TakenBack
from eventstore import codec
from eventstore.matches.match import Match, Refused
from eventstore.matches.repository import MatchRepository
from tests.recorded import FOUR, record, records_in
from viewer.live.requests import RecordRequest
from viewer.replay.exploring import Line, LineRequest, explored, run_request, tried, until


@pytest.fixture
def records(tmp_path: Path) -> MatchRepository:
    records = records_in(tmp_path / "matches.db")
    record(records, "m", chocolatier, FOUR[:2], 3, events=20)
    return records


def other_move(match: Match, version: int) -> str:
    """A legal move in place of the one recorded after the event with this version."""
    at = next(index for index, frame in enumerate(match.frames) if frame.version == version)
    moves = match.game.legal_moves(match.frames[at].state)
    return match.game.write(next(move for move in moves if move != match.frames[at + 1].event))


def started(records: MatchRepository, version: int = 6) -> Line:
    line, response = run_request(
        records, "m", None, RecordRequest("a", version, line=other_move(records.match("m"), version)), Random(1)
    )
    assert (line is not None, response.kind) == (True, "done")
    assert line is not None
    return line


def rows(records: MatchRepository) -> int:
    return len(records.store.read_all(limit=10_000))


def test_another_move_is_played_on_and_nothing_is_written(records: MatchRepository) -> None:
    before = rows(records)
    match, line = records.match("m"), started(records)
    whole = tried(match, line)
    assert [frame.event for frame in whole.frames[:-1]] == [frame.event for frame in match.frames[:6]]
    assert whole.now.event == line.events[0] != match.frames[6].event
    move = match.game.write(next(iter(match.game.legal_moves(whole.now.state))))
    longer, _ = run_request(records, "m", line, RecordRequest("b", whole.now.version, line=move), Random(1))
    assert longer is not None
    assert longer.events[:-1] == line.events
    assert rows(records) == before


def test_playing_from_inside_the_line_or_before_it_begins_anew_there(records: MatchRepository) -> None:
    match, line = records.match("m"), started(records)
    for _ in range(3):
        now = tried(match, line).now
        move = match.game.write(match.game.choose(now.state, Random(2)))
        more, _ = run_request(records, "m", line, RecordRequest(move, now.version, line=move), Random(1))
        assert more is not None
        line = more
    second = tried(match, line).frames[-3].version
    assert until(match, line, second).events == line.events[:2]
    assert until(match, line, 4) == Line(match.version, 4)
    with pytest.raises(Refused, match="no longer in the line"):
        until(match, line, 99)


def test_chance_is_dealt_on_request(records: MatchRepository) -> None:
    line, response = run_request(records, "m", None, RecordRequest("a", 1, deal=True), Random(7))
    assert response.kind == "done"
    assert line is not None
    match = records.match("m")
    assert match.frames[0].turn == CHANCE
    assert line.events == (match.game.deal(match.frames[0].state, Random(7)),)


@pytest.mark.parametrize(
    ("text", "why"),
    [("a: 1 pink > 2", "pink"), ("b: 3 blue > 3", "C-TAKE"), ('{"type": "MatchClosed", "reason": "agreed"}', "Only")],
)
def test_what_cannot_be_is_refused_with_a_reason(records: MatchRepository, text: str, why: str) -> None:
    line, response = run_request(records, "m", None, RecordRequest("a", 6, line=text), Random(1))
    assert (line, response.kind) == (None, "refused")
    assert why in response.says


def test_taking_back_shortens_the_line_and_never_the_match(records: MatchRepository) -> None:
    line = started(records)
    undo = codec.encode_event(TakenBack(tried(records.match("m"), line).now.version))
    version = tried(records.match("m"), line).now.version
    empty, response = run_request(records, "m", line, RecordRequest("b", version, line=undo), Random(1))
    assert (empty, response.kind) == (Line(line.base, 6), "done")
    kept, response = run_request(records, "m", None, RecordRequest("c", 6, line=undo), Random(1))
    assert (kept, response.kind) == (None, "refused")


def test_a_kept_line_is_a_fork_and_its_first_move_says_that_nobody_played_it(records: MatchRepository) -> None:
    match, line = records.match("m"), started(records)
    gone, response = run_request(records, "m", line, LineRequest("b", "keep"), Random(1))
    assert (gone, response.kind) == (None, "done")
    fork = records.match(next(id for id in records.ids() if id != "m"))
    assert fork.parent == "m"
    assert [frame.event for frame in fork.frames] == [frame.event for frame in tried(match, line).frames]
    (note,) = records.notes(fork.id)
    assert note.about == fork.now.version
    assert records.match("m").version == match.version


def test_a_line_whose_ground_was_taken_back_is_not_kept(records: MatchRepository) -> None:
    line = started(records)
    records.take_back("m", 5)
    before = rows(records)
    kept, response = run_request(records, "m", line, LineRequest("b", "keep"), Random(1))
    assert (kept, response.kind) == (line, "refused")
    assert "no longer counts" in response.says
    assert rows(records) == before


def test_a_discarded_line_leaves_nothing(records: MatchRepository) -> None:
    before = rows(records)
    line, response = run_request(records, "m", started(records), LineRequest("b", "discard"), Random(1))
    assert (line, response.kind) == (None, "done")
    assert rows(records) == before


def test_the_table_told_is_that_of_the_step_shown(records: MatchRepository) -> None:
    match, line = records.match("m"), started(records)
    whole, data = explored(match, None, 4, {})
    assert whole.frames == match.frames
    assert (data["line"], data["to"]) == (0, None)
    _, data = explored(match, line, 4, {})
    assert isinstance(data["live_record"], dict)
    assert (data["live_record"]["version"], data["since"], data["line"]) == (4, 6, 1)
    assert data["to"] == tried(match, line).now.version
    choice = codec.encode_event(chocolatier.parse(other_move(match, 4)))
    _, data = explored(match, line, 4, {"version": 4, "within": [], "line": choice})
    assert isinstance(data["live_record"], dict)
    assert isinstance(data["live_record"]["preview"], dict)
    assert data["live_record"]["preview"]["event"] == choice
