"""The figures of the product for plays that a test tells: they are written to read tables, which are queried."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType, SimpleNamespace
from typing import Any, cast

from core import games
from core.folding import folded
from core.json_types import json_type
from eventstore.matches.match import Match
from eventstore.matches.people import SOMEBODY
from eventstore.matches.repository import MatchRepository
from eventstore.matches.simulated import is_simulated
from eventstore.readmodels import game as games_read
from eventstore.readmodels import insights, play_lists
from eventstore.readmodels import overview as overviews
from eventstore.readmodels import person as people_read
from eventstore.readmodels import records as records_read
from eventstore.readmodels import suggestions as suggested
from eventstore.readmodels import year as years_read
from eventstore.readmodels.database import read_model_db
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.insights import InsightQuestion
from eventstore.readmodels.play_tables import moment_of, play
from eventstore.readmodels.projection import MATCH_COLUMNS, ListedSeat, ProjectionBatch, ProjectionRow
from eventstore.readmodels.rating_tables import PersonRatings, person_ratings
from eventstore.readmodels.search import people_bits
from eventstore.readmodels.seats import Seats, seats_of
from eventstore.readmodels.tables import ReadTables
from eventstore.statistics.person import PersonStatistics
from eventstore.statistics.plays import PlayedMatch, PlayedSeat
from eventstore.statistics.progress import Contest, PersonProgress
from eventstore.statistics.progress import progress as of_contests
from eventstore.statistics.reviews import SeatReview
from eventstore.store.sqlite import SqliteStore

NO_DETAILS: Mapping[str, Sequence[PlayedSeat]] = MappingProxyType({})

_PLAYED, _DETAILS = json_type(PlayedMatch), json_type(tuple[PlayedSeat, ...])


def index_of(played: Sequence[PlayedMatch], details: Mapping[str, Sequence[PlayedSeat]] = NO_DETAILS) -> MatchIndex:
    """A store whose read tables have these plays and no others, until the next one is asked for."""
    index, tables, known = _tables()
    if known != [(*played,), details]:
        tables.drop()
        index.catch_up()
        coverage = tables.coverage()
        assert coverage
        rows = [_row(match, number, tuple(details.get(match.id, ()))) for number, match in enumerate(_apart(played), 1)]
        assert tables.write(ProjectionBatch(tuple(rows)), coverage, coverage)
        known[:] = [(*played,), details]
    return index


@cache
def _tables() -> tuple[MatchIndex, ReadTables, list[Any]]:
    folder = TemporaryDirectory()
    store = SqliteStore(Path(folder.name, "plays.db"), synchronous="OFF")
    store.folder = folder  # type: ignore[attr-defined]  # Removed with the store.
    return MatchIndex(store, MatchRepository(store)), ReadTables(read_model_db(store)), []


def _apart(played: Sequence[PlayedMatch]) -> Iterator[PlayedMatch]:
    """The plays; one that is told again has an id of its own."""
    ids = Counter[str]()
    for match in played:
        ids[match.id] += 1
        yield match if ids[match.id] == 1 else replace(match, id=f"{match.id}-{ids[match.id]}")


def _row(told: PlayedMatch, number: int, details: tuple[PlayedSeat, ...]) -> ProjectionRow:
    played = replace(told, order=number)
    game = games.find(played.key)
    match = SimpleNamespace(
        game=game, game_title=played.game, state=played.state, options=game.Options(), parent=None, withdrawal=None
    )
    moment, hidden = moment_of(played.played_on, played.order, played.id), int(is_simulated(played.id))
    columns: dict[str, Any] = dict.fromkeys(MATCH_COLUMNS, "") | {
        "id": played.id, "recorded": played.order, "game": played.key, "game_title": played.game,
        "folded_title": folded(played.game), "bgg_id": played.bgg_id, "played_on": played.played_on,
        "seats": len(played.seats), "place": played.place, "depth": played.depth, "state": played.state,
        "played": _PLAYED.text(played), "details": _DETAILS.text(details), "counted": int(played.counted),
        "withdrawn": 0, "moment": moment, "parent": None, "title": None, "missing": 0, "rules": 1, "version": 1,
        "people_bits": people_bits(own.person for own in played.seats),
    }  # fmt: skip
    seats = tuple(
        ListedSeat(own.person, played.id, seat, hidden, moment)
        for seat, own in enumerate(played.seats)
        if own.person != SOMEBODY
    )
    rows = play(cast(Match, match), played, details)
    facts = [
        *(("expansion", name) for name in played.expansions),
        *[("scenario", played.scenario)] * bool(played.scenario),
    ]
    row = tuple(columns[name] for name in MATCH_COLUMNS)
    return ProjectionRow(played.id, 1, row, seats, played.tags, tuple(facts), rows)


def person(
    played: Sequence[PlayedMatch],
    who: str,
    names: Mapping[str, str],
    details: Mapping[str, Sequence[PlayedSeat]] = NO_DETAILS,
) -> PersonStatistics:
    return people_read.person_statistics(index_of(played, details).population(), who, names)


def contests(played: Sequence[PlayedMatch], who: str, game: str) -> list[Contest]:
    return people_read.contests(index_of(played).population(), who, game)


def progress(played: Sequence[PlayedMatch], who: str, game: str) -> PersonProgress:
    return of_contests(contests(played, who, game), game)


def ratings(played: Sequence[PlayedMatch]) -> dict[str, PersonRatings]:
    """The ratings of all people that have one, the highest `low` first."""
    population = index_of(played).population()
    people = {own.person for match in played for own in match.seats} - {SOMEBODY}
    found = {who: person_ratings(population, who) for who in sorted(people)}
    return dict(sorted(found.items(), key=lambda item: -item[1].overall.low if item[1].overall else 0))


def game(played: Sequence[PlayedMatch], title: str) -> Any:
    return games_read.game_statistics(index_of(played).population(game=title), title)


def course(played: Sequence[PlayedMatch], details: Mapping[str, Sequence[PlayedSeat]]) -> Any:
    return games_read.game_course(index_of(played, details).population())


def categories(played: Sequence[PlayedMatch], details: Mapping[str, Sequence[PlayedSeat]]) -> Any:
    return games_read.categories(index_of(played, details).population())


def records(played: Sequence[PlayedMatch], who: str | None = None) -> Any:
    population = index_of(played).population()
    return records_read.records(Seats(population) if who is None else seats_of(population, who))


def insight(
    played: Sequence[PlayedMatch],
    names: Mapping[str, str],
    metric: Any,
    dimension: Any,
    who: str | None = None,
    reviews: Mapping[str, Sequence[SeatReview]] = MappingProxyType({}),
) -> Any:
    return insights.insight(index_of(played).population(), names, InsightQuestion(metric, dimension, who, reviews))


def _of_index(asked: Callable[..., Any]) -> Callable[..., Any]:
    return lambda played, *more, **named: asked(index_of(played), *more, **named)


overview = _of_index(overviews.overview)
year, years = _of_index(years_read.year_in_review), _of_index(years_read.years)
people_list, game_list = _of_index(play_lists.people_list), _of_index(play_lists.game_list)
together, companion = _of_index(play_lists.together), _of_index(play_lists.companion)
rested, suggestions = _of_index(play_lists.rested), _of_index(suggested.suggestions)
last_table = _of_index(suggested.last_table)
