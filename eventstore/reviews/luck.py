"""Luck, choices and levels of a person from the kept reviews of one effort."""

from collections.abc import Mapping

from core import games
from core.review.account import can_review
from core.review.evaluations import lacks_kernel
from core.review.review import Effort
from eventstore.readmodels.plays_of import plays_of, seated_in
from eventstore.readmodels.population import Population
from eventstore.statistics.reviews import LuckAndChoices, SeatReview, luck_and_choices


def luck_of(
    population: Population,
    who: str,
    names: Mapping[str, str],
    effort: Effort,
    seats: Mapping[str, tuple[SeatReview, ...]],
) -> LuckAndChoices:
    """The figures of the person `who` in a population; `seats` are `ReviewRepository.seats` of the effort."""
    reviewed = {game.KEY for game in games.GAMES if can_review(game) or lacks_kernel(game)}
    own = plays_of(population, [who], only_by_moves=True)
    return luck_and_choices(own, who, names, seats, reviewed, effort, seated_in(population, seats))
