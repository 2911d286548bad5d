"""Trial moves: a line beside the match that nobody wrote, until it is kept."""

from random import Random

import pytest

from core.game import CHANCE
from core.games import chocolatier
from eventstore.matches.match import Match, Refused
from eventstore.matches.repository import MatchRepository
from tests.recorded import FOUR, record
from viewer.components.live.entries import Entered
from viewer.components.replay.exploring import TriedLine, keep, play, table_at, tried, until


@pytest.fixture
def records(records: MatchRepository) -> MatchRepository:
    record(records, "m", chocolatier, FOUR[:2], 3, events=20)
    return records


def other_move(match: Match, version: int) -> str:
    """A legal move in place of the one recorded after the event with this version."""
    at = next(index for index, frame in enumerate(match.frames) if frame.version == version)
    moves = match.game.legal_moves(match.frames[at].state)
    return match.game.write(next(move for move in moves if move != match.frames[at + 1].event))


def started(match: Match, version: int = 6) -> TriedLine:
    return play(match, TriedLine(match.version, version), version, Entered(other_move(match, version)), Random(1))


def test_playing_from_inside_the_line_or_before_it_begins_anew_there(records: MatchRepository) -> None:
    match = records.match("m")
    line = started(match)
    for _ in range(3):
        move = match.game.choose(tried(match, line).now.state, Random(2))
        line = play(match, line, None, Entered(match.game.write(move)), Random(1))
    second = tried(match, line).frames[-3].version
    assert until(match, line, second).events == line.events[:2]
    assert until(match, line, 4) == TriedLine(match.version, 4)
    with pytest.raises(Refused, match="no longer in the line"):
        until(match, line, 99)
    whole = tried(match, line)
    assert table_at(match, line, whole, 99) is whole


def test_chance_is_dealt_on_request(records: MatchRepository) -> None:
    match = records.match("m")
    line = play(match, TriedLine(match.version, 1), 1, Entered(deal=True), Random(7))
    assert match.frames[0].turn == CHANCE
    assert line.events == (match.game.deal(match.frames[0].state, Random(7)),)


def test_a_kept_line_is_a_fork_in_one_write_and_its_first_move_says_that_nobody_played_it(
    records: MatchRepository,
) -> None:
    match = records.match("m")
    line = started(match)
    move = match.game.choose(tried(match, line).now.state, Random(2))
    line = play(match, line, None, Entered(match.game.write(move)), Random(1))
    fork = keep(records, "m", line)
    assert len({row.recorded_at for row in records.store.read(f"matches/{fork.id}")}) == 1
    assert [frame.event for frame in fork.frames] == [frame.event for frame in tried(match, line).frames]
    (note,) = records.notes(fork.id)
    assert note.about == fork.frames[-2].version
    assert records.match("m").version == match.version
