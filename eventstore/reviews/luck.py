"""Luck, choices and levels of a person from the kept reviews of one effort."""

from collections.abc import Mapping, Sequence

from core.review.review import Effort
from eventstore.readmodels.plays_of import plays_of, seated_in
from eventstore.readmodels.population import Population
from eventstore.reviews.many import reviewable_games
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.reviews import LuckAndChoices, SeatReview, luck_and_choices


def luck_of(
    population: Population,
    who: str,
    names: Mapping[str, str],
    effort: Effort,
    seats: Mapping[str, tuple[SeatReview, ...]],
    played: Sequence[PlayedMatch] | None = None,
) -> LuckAndChoices:
    """The figures of the person `who` in a population; `seats` are `ReviewRepository.seats` of the effort.

    `played` are the plays of the person in the population, where they are known.
    """
    own = plays_of(population, [who]) if played is None else played
    return luck_and_choices(own, who, names, seats, reviewable_games(), effort, seated_in(population, seats))
