"""Insights from the typed rows of a history are those of its plays alone, written to tables at once."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.people import SOMEBODY
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import insights
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.insights import InsightQuestion, insight, plays_behind
from eventstore.statistics.insights import Dimension, Metric
from eventstore.statistics.reviews import SeatReview
from eventstore.store.open_store import open_store
from tests.eventstore.readmodels.plays_at_random import RandomPlays
from tests.eventstore.readmodels.test_person import FILTERS, close_to
from tests.eventstore.statistics import figures
from tests.stores import KINDS, empty

_COUNTED: tuple[Metric, ...] = ("plays", "wins")


def assert_all_same(plays: RandomPlays, index: MatchIndex, person: str | None, **criteria: Any) -> None:
    names = plays.records.people().current_names()
    played, population = index.played(**criteria), index.population(**criteria)
    reviews = {match.id: [review(plays) for _ in match.seats] for match in played if plays.rng.random() < 0.5}
    for metric in get_args(Metric):
        for dimension in get_args(Dimension):
            asked = InsightQuestion(metric, dimension, person, reviews)
            found = insight(population, names, asked)
            expected = figures.insight(played, names, metric, dimension, person, reviews)
            assert close_to(by_label(asdict(found)), by_label(asdict(expected))), (metric, dimension, found, expected)
            for row in found.rows:
                assert len({*plays_behind(population, asked, row.label)}) == row.matches, (metric, dimension, row)


def by_label(found: Mapping[str, Any]) -> dict[str, Any]:
    """Without the order of rows, as values that differ in the last digit may be in another one."""
    rows: Sequence[Mapping[str, Any]] = found["rows"]
    return {**found, "rows": {row["label"]: row for row in rows}}


def review(plays: RandomPlays) -> SeatReview:
    rng = plays.rng
    return SeatReview(0.0, rng.choice((-2.0, 0.0, 3.5)), rng.randint(0, 2), rng.choice((None, 10, 20)), 4.0)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), [*zip(KINDS, range(3), strict=False)])
def test_every_metric_by_every_dimension_is_that_of_all_plays(
    kind: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(insights, "_PAGE", 7)
    plays = RandomPlays(open_store(empty(kind, tmp_path)), seed)
    plays.happen(60)
    names = plays.records.people().current_names()
    person = plays.rng.choice([*names])
    seen = [id for id in plays.records.ids() if plays.rng.random() < 0.7]
    index = plays.index.counted()
    assert {row.label for row in insight(index.population(), {}, InsightQuestion("plays", "role")).rows} == {
        "Mayor",
        "Spy",
    }
    assert_all_same(plays, index, person, **plays.rng.choice(FILTERS))
    if kind == "sqlite":
        assert_all_same(plays, index, None)
        assert_all_same(plays, index, person)
        assert_all_same(plays, MatchIndex(plays.store, plays.records, seen), SOMEBODY)
    plays.store.close()


def test_a_play_of_one_person_in_two_seats_counts_once_and_each_seat_wins(records: MatchRepository) -> None:
    ends = PointsNoted("final", (9, 5, 3)), WinnersNamed((0,))
    records.start(scoresheet, ["Anna", "Ana", "Ben"], *ends, options={"title": "Azul"}, played_on="2026-11-20")
    anna, ana = (one for name in ("Anna", "Ana") for one in records.people().named(name))
    records.people_repository.merge(ana, anna)
    population = MatchIndex(records.store, records).population()
    plays, wins = (
        next(row for row in insight(population, {}, InsightQuestion(metric, "person")).rows if row.label == anna)
        for metric in _COUNTED
    )
    assert (plays.value, plays.matches, wins.value, wins.n, wins.matches) == (1, 1, 1, 2, 1)
    against = insight(population, {}, InsightQuestion("wins", "opponent", anna))
    assert [(row.value, row.n) for row in against.rows] == [(1, 2)]
