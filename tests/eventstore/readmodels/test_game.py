"""The statistics of a game from the typed rows of a history are those of its plays alone, written to tables at once."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.readmodels.database import ReadDatabase
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.game import categories, game_course, game_statistics, timed
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.person import person_statistics
from eventstore.statistics.cost import TimedPlays
from eventstore.store.open_store import open_store
from tests.eventstore.readmodels.close_to import close_to
from tests.eventstore.readmodels.plays_at_random import HISTORIES, RandomPlays
from tests.eventstore.statistics import figures
from tests.stores import KINDS, empty

GAMES = ("Azul", "Golf", "Pandemic", "Tichu", "Azul: Master Chocolatier", "Nobody played it")
FILTERS: tuple[MatchFilter, ...] = ({}, {"place": "Brno"}, {"since": "2024-01-20"}, {"simulated": True})


def assert_same(index: MatchIndex, criteria: MatchFilter) -> None:
    played, details = index.played(**criteria), index.details(**criteria)
    title = criteria.get("game") or ""
    own, population = [replace(match, game=title) for match in played], index.population(**criteria)
    found, expected = asdict(game_statistics(population, title)), asdict(figures.game(own, title))
    for values in (found, expected):
        values["records"] = sorted(values["records"], key=lambda record: str(record["kind"]))
    different = [key for key in expected if not close_to(found[key], expected[key])]
    assert not different, [(key, found[key], expected[key]) for key in different]
    assert close_to(asdict(game_course(population)), asdict(figures.course(own, details)))
    of_sources = [asdict(one) for one in figures.categories(own, details)]
    assert close_to([asdict(one) for one in categories(population)], of_sources)
    minutes = [match.minutes for match in played if match.minutes is not None]
    assert timed(population) == TimedPlays(len(played), sum(minutes), len(minutes))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), HISTORIES)
def test_the_statistics_of_a_game_are_those_of_all_its_plays_at_once(kind: str, seed: int, tmp_path: Path) -> None:
    plays = RandomPlays(open_store(empty(kind, tmp_path)), seed)
    for _ in range(2):
        plays.happen(30)
        seen = [id for id in plays.records.ids() if plays.rng.random() < 0.7]
        for game in GAMES:
            for more in FILTERS:
                assert_same(plays.index.counted(), MatchFilter(game=game) | more)
            assert_same(MatchIndex(plays.store, plays.records, seen).counted(), MatchFilter(game=game))
    plays.store.close()


class Interrupted:
    """A database in which something happens before one of the queries."""

    def __init__(self, database: ReadDatabase, before: int, happen: Callable[[], None]) -> None:
        self._database, self._left, self._happen = database, before, happen

    def query(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        self._left -= 1
        if self._left == -1:
            self._happen()
        return self._database.query(sql, values)

    def transaction(self) -> AbstractContextManager[Any]:
        return self._database.transaction()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_plays_that_come_and_go_between_two_queries_break_no_page(kind: str, tmp_path: Path) -> None:
    plays = RandomPlays(open_store(empty(kind, tmp_path)), 3)
    plays.happen(40)
    index, names = plays.index.counted(), plays.records.people().current_names()
    who, name = next(iter(names.items()))
    numbers = count(1000)  # Each play that comes breaks all records, and each round is a new source.

    def happen() -> None:
        for match in map(plays.records.match, [*plays.records.ids()][-2:]):
            if not match.withdrawal:
                plays.records.withdraw(match)
        lines = [PointsNoted(f"Round {number}", (number, 5)) for number in (next(numbers), next(numbers))]
        plays.records.start(scoresheet, [name, "Zed"], *lines, WinnersNamed((0,)), options={"title": "New"})
        plays.index.catch_up()

    for before in range(40):
        population = index.population()
        population = population._replace(database=Interrupted(population.database, before, happen))  # type: ignore[arg-type]
        assert person_statistics(population, who, names).plays
        assert game_statistics(population, "Any").plays
        game_course(population)
        categories(population)
    plays.store.close()
