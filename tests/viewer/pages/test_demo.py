"""Simulated matches: honest, varied, the same every time."""

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from core import analysis
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from tests.packages import PIG, installed, write_package
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
    assert {name for row in rows for name in row.players} == {*demo.PLAYERS}
    assert {row.state for row in rows} <= {"finished", "closed"}


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
    assert [*demo.evenings()] == [*demo.evenings()]


@pytest.mark.slow
def test_two_years_of_evenings_hold_every_kind_of_play(records: MatchRepository) -> None:
    rows = MatchIndex(records.store, records).matches()
    days = sorted(row.played_on or "" for row in rows)
    assert (days[0][:7], days[-1][:7]) == ("2024-11", "2026-11")
    assert {row.game_title for row in rows} >= {game.title for game in demo.EVERYDAY}
    assert {row.depth for row in rows} == {"moves", "rounds", "final"}
    photos = [photo for row in rows for photo in records.photos.of(row.id)]
    assert 4 <= len(photos) <= 12
    assert {records.match(row.id).header.place for row in rows} == {*demo.PLACES}
    winners = {row.game_title: set[int]() for row in rows}
    for row in rows:
        winners[row.game_title].add(len(row.winners or ()))
    assert winners["Codenames"] == {2}
    assert winners["The Crew"] >= {0}


@pytest.mark.slow
def test_the_pace_shows(records: MatchRepository) -> None:
    seconds = analysis.tempo(records.match("demo-chocolatier-1").frames)[1:]
    assert all(pause is not None and 0 <= pause < 300 for pause in seconds)
    assert len(set(seconds)) > 5


@pytest.mark.slow
def test_games_of_packages_have_demo_matches_unless_they_fail(records: MatchRepository, tmp_path: Path) -> None:
    write_package(tmp_path / "site", "pig", PIG)
    broken = PIG.replace('"pig"', '"dice"').replace(
        "def choose(state: State, rng: Random) -> Event:",
        "def choose(s, r):\n    raise ValueError\ndef other(state, rng):",
    )
    write_package(tmp_path / "site", "dice", broken)
    with installed(tmp_path / "site"):
        added = demo.fill(records)
        assert demo.fill(records) == 0
    ids = {stream.removeprefix("match/") for stream in records.ids()}
    assert {id for id in ids if "pig" in id or "dice" in id} == {"demo-pig-1", "demo-pig-2", "demo-pig-3"}
    assert added == 3
