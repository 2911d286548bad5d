"""Forks: a match that shares the beginning of another one and goes its own way."""

from pathlib import Path

import pytest

from core.games import chocolatier, scoresheet
from core.games.chocolatier import TilesTaken
from core.games.scoresheet import PointsNoted
from core.record_events import Forked, MatchDescribed
from eventstore import codec
from eventstore.maintenance.verification import verify
from eventstore.matches.match import MATCHES, UnknownMatch
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import Append
from tests.recorded import records_in
from tests.recording import ANSWER, FILL, TAKE, refused, rows, sheet, versions


def test_a_fork_shares_the_beginning_and_goes_its_own_way(records: MatchRepository) -> None:
    parent = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE, ANSWER)
    fork = records.fork(parent.id, 3)
    assert fork.frames == parent.frames[:3]
    assert fork.names == parent.names
    other = TilesTaken(1, 3, "black", 2)
    grown = records.record(fork.id, other, expected_version=fork.version)
    assert versions(grown) == [1, 2, 3, grown.version]
    assert records.match(fork.id) == grown
    assert records.match(parent.id) == parent


def test_a_fork_does_not_see_what_its_parent_does_later(records: MatchRepository) -> None:
    parent = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE)
    fork = records.fork(parent.id, 3)
    records.take_back(parent.id, 2)
    records.describe(parent.id, MatchDescribed(title="Later"))
    assert records.match(fork.id) == fork


def test_a_fork_of_a_corrected_match_has_the_corrected_beginning(records: MatchRepository) -> None:
    id = sheet(records, "one: 1 1", "two: 2 2", "three: 3 3").id
    parent = records.correct(id, 3, 3, [PointsNoted("two", (5, 5)), PointsNoted("more", (6, 6))], "misread")
    assert versions(parent) == [1, 2, 6, 7, 4]
    fork = records.fork(id, 6)
    assert (versions(fork), fork.now.scores) == ([1, 2, 6], (6, 6))
    assert records.fork(id, 4).now.scores == parent.now.scores


def test_a_fork_of_a_fork_and_of_a_closed_match(records: MatchRepository) -> None:
    id = sheet(records, "one: 1 1", "two: 2 2", "three: 3 3").id
    records.close(id, "agreed")
    first = records.fork(id, 3)
    first = records.record(first.id, PointsNoted("other", (9, 9)))
    second = records.fork(first.id, first.now.version)
    second = records.take_back(records.record(second.id, PointsNoted("last", (1, 1))).id, 3)
    assert (first.now.scores, second.now.scores, second.state) == ((12, 12), (1, 1), "open")
    assert records.fork(second.id, 1).now.scores == (None, None)
    assert isinstance(records.fork(second.id, 2).log[first.offset].event, Forked)


def test_a_match_can_be_read_as_it_was(records: MatchRepository) -> None:
    parent = records.start(chocolatier, ["Jitka", "Jarda"], FILL, TAKE, ANSWER)
    fork = records.take_back(records.fork(parent.id, 4).id)
    for match in (parent, fork):
        assert records.match(match.id, until=3).frames == parent.frames[:3]
        assert records.match(match.id, until=99) == match
        with pytest.raises(UnknownMatch, match="has no event 0"):
            records.match(match.id, until=0)


def test_no_match_becomes_a_fork_once_it_has_started(records: MatchRepository) -> None:
    one, other = sheet(records, "one: 1 1"), sheet(records, "one: 1 1")
    for match in (one, records.fork(one.id, 2)):
        with refused("R-FORK"):
            records.record(match.id, Forked(f"matches/{other.id}", match.version))
        assert records.match(match.id) == match
    with refused("R-FORK"):
        records.start(scoresheet, one.names, Forked(f"matches/{other.id}", 2))


def test_forking_needs_an_event_that_stands(records: MatchRepository) -> None:
    id = sheet(records, "one: 1 1", "two: 2 2").id
    records.take_back(id)
    before = rows(records)
    for at in (0, 3, 4, 9):
        with refused("R-STANDS"):
            records.fork(id, at)
    assert rows(records) == before


def test_a_fork_that_was_forged_to_go_on_from_itself_is_found_damaged(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    for one, other in (("a", "b"), ("b", "a"), ("c", "c")):
        forked = codec.row(Forked(MATCHES + other, 1))
        records.store.append(
            Append(MATCHES + one, (forked,), expected_version=0, by="test", at="2026-11-20T18:00:00.000Z")
        )
    for one in ("a", "b", "c"):
        with pytest.raises(codec.NotAnEvent, match="fork of itself"):
            records.match(one)
    assert {finding.match for finding in verify(records).damaged} == {"a", "b", "c"}
