"""Luck, choices and levels of a person from the kept reviews of one effort."""

from collections.abc import Mapping

from core.review.review import Effort
from eventstore.readmodels.plays_of import plays_of, seated_in
from eventstore.readmodels.population import Population
from eventstore.reviews.many import reviewable_games
from eventstore.statistics.reviews import LuckAndChoices, SeatReview, luck_and_choices


def luck_of(
    population: Population,
    who: str,
    names: Mapping[str, str],
    effort: Effort,
    seats: Mapping[str, tuple[SeatReview, ...]],
) -> LuckAndChoices:
    """The figures of the person `who` in a population; `seats` are `ReviewRepository.seats` of the effort."""
    own = plays_of(population, [who], only_by_moves=True)
    return luck_and_choices(own, who, names, seats, reviewable_games(), effort, seated_in(population, seats))
