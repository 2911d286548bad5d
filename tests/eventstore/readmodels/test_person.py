"""The statistics of a person from a history are those of its plays alone, written to tables at once."""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.people import SOMEBODY
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import rating_tables
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.person import company, contests, person_statistics, plays_of_person
from eventstore.statistics import ratings as product_ratings
from eventstore.store.open_store import open_store
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.readmodels.close_to import close_to
from tests.eventstore.readmodels.plays_at_random import HISTORIES, RandomPlays
from tests.eventstore.statistics import figures
from tests.eventstore.statistics.figures import person, ratings
from tests.stores import KINDS, empty

FILTERS: tuple[MatchFilter, ...] = ({"place": "Brno"}, {"since": "2024-01-20"}, {"game": "Azul"}, {"simulated": True})


def assert_same(index: MatchIndex, who: str, names: Mapping[str, str], **criteria: Any) -> None:
    played = index.played(**criteria)
    expected = asdict(person(played, who, names, index.details(**criteria)))
    population = index.population(**criteria)
    found = asdict(person_statistics(population, who, names))
    for values in (expected, found):  # A game whose first plays gave no points at all may stand at another place.
        values["sources"] = sorted(values["sources"], key=itemgetter("game"))
        values["records"] = sorted(values["records"], key=itemgetter("kind", "game"))
    different = [key for key in expected if not close_to(found[key], expected[key])]
    assert not different, [(key, found[key], expected[key]) for key in different]
    for game in {match.game for match in played}:
        assert close_to(contests(population, who, game), figures.contests(played, who, game))
    own = [match for match in played if match.at(who)]
    assert [*plays_of_person(population, who).items()] == [(match.id, (match.game, match.played_on)) for match in own]
    others = Counter(other for match in own for other in {seat.person for seat in match.seats} & names.keys() - {who})
    assert {count.label: count.plays for count in company(population, who, names)} == others


def assert_all_same(plays: RandomPlays) -> None:
    names = plays.records.people().current_names()
    for index in (plays.index.counted(), MatchIndex(plays.store, plays.records)):
        for who in (*names, SOMEBODY):
            assert_same(index, who, names)
    seen = [id for id in plays.records.ids() if plays.rng.random() < 0.7]
    for who in names:
        criteria = plays.rng.choice(FILTERS)
        assert_same(plays.index.counted(), who, names, **criteria)
        assert_same(MatchIndex(plays.store, plays.records, seen).counted(), who, names)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), [("sqlite", 1), ("postgres", 2)])
def test_ratings_are_brought_forward_in_pages_and_made_again_when_the_start_player_counts(
    kind: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_tables, "CONTESTS_PER_WRITE", 7)
    monkeypatch.setattr(product_ratings, "MEASURED", 5)
    plays = RandomPlays(open_store(empty(kind, tmp_path)), seed)
    for _ in range(8):
        plays.happen(12)
        names = plays.records.people().current_names()
        for who in names:
            assert_same(plays.index.counted(), who, names)
    played = plays.index.counted().played()
    blind = [replace(one, seats=tuple(replace(own, started=None) for own in one.seats)) for one in played]
    assert ratings(played) != ratings(blind)
    plays.store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_play_that_comes_in_late_changes_all_later_ratings(kind: str, tmp_path: Path) -> None:
    store = open_store(empty(kind, tmp_path))
    records = MatchRepository(store)
    index = MatchIndex(store, records)
    for day in (5, 1, 9, 3):
        points = [PointsNoted("final", (day, 5)), WinnersNamed((day % 2,))]
        records.start(scoresheet, ["Anna", "Ben"], *points, options={"title": "Go"}, played_on=f"2024-01-0{day}")
        names = records.people().current_names()
        for who in names:
            assert_same(index, who, names)
    store.close()


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), HISTORIES)
def test_the_statistics_of_a_person_are_those_of_all_plays_at_once(kind: str, seed: int, tmp_path: Path) -> None:
    plays = RandomPlays(open_store(empty(kind, tmp_path)), seed)
    for _ in range(2):
        plays.happen(20)
        assert_all_same(plays)
    plays.store.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_programs_that_bring_ratings_forward_at_once_agree(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_tables, "CONTESTS_PER_WRITE", 3)
    address = empty(kind, tmp_path)
    plays = RandomPlays(open_store(address), 5)
    plays.happen(80)
    names = plays.records.people().current_names()
    expected = ratings(plays.index.counted().played())

    def read(who: str) -> bool:
        store = open_store(address)
        index = MatchIndex(store, MatchRepository(store)).counted()
        found = person_statistics(index.population(), who, names).rating
        store.close()
        rating = expected[who].overall if who in expected else None
        return close_to(asdict(found) if found else None, asdict(rating) if rating else None)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(read, [*names] * 4))
    plays.store.close()


def test_ratings_of_a_store_that_is_only_read_are_computed(tmp_path: Path) -> None:
    plays = RandomPlays(SqliteStore(tmp_path / "a.db", synchronous="OFF"), 4)
    plays.happen(20)
    plays.index.catch_up()
    assert isinstance(plays.store, SqliteStore)
    plays.store.database.conn.execute("PRAGMA query_only=ON")
    names = plays.records.people().current_names()
    for who in names:
        assert_same(plays.index.counted(), who, names)
    assert plays.store.query("SELECT count(*) FROM ratings") == [(0,)]
    plays.store.close()
