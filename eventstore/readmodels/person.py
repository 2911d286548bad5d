"""The statistics of a person, read from the plays of that person: other plays of the store cost nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Unpack

from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.plays_of import details_of, plays_of
from eventstore.readmodels.point_sources import points_of_all
from eventstore.readmodels.rating_tables import person_ratings
from eventstore.statistics.person import PersonStatistics, person
from eventstore.statistics.plays import PlayedMatch


@dataclass(frozen=True, slots=True)
class PersonPlays:
    """The statistics of a person, and the plays that they are of, in the order of play."""

    person: PersonStatistics
    played: tuple[PlayedMatch, ...]


def person_plays(index: MatchIndex, who: str, names: Mapping[str, str], **criteria: Unpack[MatchFilter]) -> PersonPlays:
    """`who` is the id of a person, `criteria` are those of the plays that count."""
    population = index.population(**criteria)
    played, details = plays_of(population, [who]), details_of(population, [who])
    points = points_of_all(population, {match.game for match in played if match.id in details})
    ratings = person_ratings(population, who)
    return PersonPlays(person(played, who, names, details, points, ratings.overall, ratings.games), played)
