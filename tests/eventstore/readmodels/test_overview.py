"""The overview and the year in review, counted by the database, of a history are those of its plays alone."""

import datetime
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.overview import overview
from eventstore.readmodels.play_lists import companion, game_list, games_of_year, people_list, rested, together
from eventstore.readmodels.suggestions import last_table, suggestions
from eventstore.readmodels.year import year_in_review, years
from eventstore.statistics.overview import Count, Overview
from eventstore.statistics.year import Year
from eventstore.store.open_store import open_store
from tests.eventstore.readmodels.plays_at_random import HISTORIES, RandomPlays
from tests.eventstore.statistics import figures
from tests.stores import empty

FILTERS: tuple[MatchFilter, ...] = ({}, {"place": "Brno"}, {"since": "2024-01-20"}, {"game": "Azul"})
TODAY = datetime.date(2024, 2, 14)


def counts(of: Iterable[Count]) -> tuple[list[tuple[str, int]], list[tuple[str, str, int]]]:
    """The order of the counts, and all of each: people of one name with as many plays may come in any order."""
    rows = [(count.label, count.name, count.plays) for count in of]
    return [(name, plays) for _, name, plays in rows], sorted(rows)


def values(of: Overview) -> list[object]:
    lists = (of.days, of.months, of.years, of.people, of.places, of.games)
    return [of.plays, of.depths, of.h_index, of.minutes, of.timed, of.undated, *map(counts, lists)]


def of_year(of: Year) -> tuple[Year, list[object]]:
    """The year without its lists, and these."""
    lists = [*map(counts, (of.games, of.new, of.people, of.places))]
    return replace(of, games=(), new=(), people=(), places=()), lists


def assert_same(index: MatchIndex, plays: RandomPlays) -> None:
    names, played = plays.records.people().current_names(), index.played()
    for criteria in FILTERS:
        expected = figures.overview(index.played(**criteria), names)
        assert values(overview(index, names, **criteria)) == values(expected)
    assert people_list(index, names) == figures.people_list(played, names)
    assert game_list(index) == figures.game_list(played)
    assert rested(index, TODAY, 2) == figures.rested(played, TODAY, 2)
    assert last_table(index) == figures.last_table(played)
    for people, number in ((tuple(names)[:2], None), (tuple(names)[1:2], None), ((), 2)):
        asked_of = (people, 40, TODAY, number)
        assert suggestions(index, *asked_of) == figures.suggestions(played, *asked_of)
    assert together(index, names, 50) == figures.together(played, names, 50)
    in_year = [match for match in played if (match.played_on or "").startswith("2024")]
    expected_games = [(row.game, row.plays) for row in figures.game_list(in_year)]
    assert list(games_of_year(index, "2024")) == expected_games
    for who in names:
        assert companion(index, who, names) == figures.companion(played, who, names)
    for who in (None, *names):
        assert years(index, who) == figures.years(played, who)
        for number in ("2023", "2024"):
            asked = (names, number, who, TODAY)
            found, expected = year_in_review(index, *asked), figures.year(played, *asked)
            assert of_year(found) == of_year(expected)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), HISTORIES)
def test_the_overview_is_that_of_all_plays_at_once(kind: str, seed: int, tmp_path: Path) -> None:
    plays = RandomPlays(open_store(empty(kind, tmp_path)), seed)
    for _ in range(2):
        plays.happen(20)
        assert_same(plays.index.counted(), plays)
        seen = [id for id in plays.records.ids() if plays.rng.random() < 0.7]
        assert_same(MatchIndex(plays.store, plays.records, seen).counted(), plays)
    plays.store.close()


def test_an_empty_store_has_an_overview_and_no_year(records: MatchRepository) -> None:
    index = MatchIndex(records.store, records).counted()
    assert (overview(index, {}).plays, years(index), year_in_review(index, {}, "2024").plays) == (0, (), 0)
