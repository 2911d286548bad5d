"""Simulated matches: honest, varied, the same every time."""

from collections import Counter
from itertools import islice

import pytest

from core import analysis
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from tests.recorded import records_in
from viewer import demo


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> MatchRepository:
    """A store with the demo in it; only read here."""
    records = records_in(tmp_path_factory.mktemp("demo") / "a.db")
    demo.fill(records)
    return records


@pytest.mark.slow
def test_a_second_demo_adds_nothing(records: MatchRepository) -> None:
    progress: list[tuple[int, int]] = []
    before = records.store.read_all(limit=10**6)
    assert demo.fill(records, lambda done, of: progress.append((done, of))) == 0
    assert records.store.read_all(limit=10**6) == before
    matches = len(list(records.ids()))
    assert progress[-1] == (matches, matches)
    report = verify(records)
    assert report.is_whole
    assert report.rules_changed == []


@pytest.mark.slow
def test_every_match_says_that_it_is_simulated(records: MatchRepository) -> None:
    assert isinstance(records.store, SqliteStore)
    rows = MatchIndex(records.store, records).matches()
    assert all(row.tags == ("simulated",) for row in rows)
    assert all((row.title or "").startswith("Simulated match ") for row in rows)
    assert all(name.startswith("Robo ") for row in rows for name in row.players)
    assert {row.state for row in rows} <= {"finished", "closed"}
    assert len({row.played_on for row in rows}) > 20


@pytest.mark.slow
def test_every_set_of_options_of_chocolatier_is_played_by_two_three_and_four(records: MatchRepository) -> None:
    matches = [records.match(id) for id in records.ids() if "chocolatier" in id]
    played = Counter((match.options, len(match.names)) for match in matches)
    assert len(played) == 2 * 2 * 2 * 3
    assert set(played.values()) == {1}


@pytest.mark.slow
def test_the_same_matches_come_every_time_and_each_is_another() -> None:
    first, again = list(demo.simulated()), list(islice(demo.simulated(), 6))
    assert again == first[:6]
    assert len({match.id for match in first}) == len({match.events for match in first}) == len(first)


@pytest.mark.slow
def test_the_pace_shows(records: MatchRepository) -> None:
    seconds = analysis.tempo(records.match("demo-chocolatier-1").frames)[1:]
    assert all(pause is not None and 0 <= pause < 300 for pause in seconds)
    assert len(set(seconds)) > 5
