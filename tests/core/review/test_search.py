"""The search goes through draws within a round, and stops between rounds."""

from random import Random
from typing import Any

from core.game import CHANCE
from core.games import chocolatier, pavilion
from core.games.pavilion.state import Phase
from core.review.evaluations import EVALUATIONS
from core.review.search import Search


def at_chance(phase: Phase) -> Any:
    """A table of a simulated match for two in its second round, where chance acts in this phase."""
    rng, state = Random(4), pavilion.setup(2, pavilion.Options())
    while state.round < 2 or state.phase != phase:
        state = pavilion.evolve(
            state, pavilion.deal(state, rng) if pavilion.turn(state) == CHANCE else pavilion.choose(state, rng)
        )
    return state


def test_a_search_goes_on_after_the_supply_is_filled() -> None:
    search = Search(pavilion, EVALUATIONS["pavilion"], Random(1))
    root = search.node(at_chance("supply"))
    assert not search.stops(root)
    search.settle(root, 60)
    assert [child.visits for child in root.children] == [20, 20, 20]  # Drawn after 0, 1 and 16 visits.
    assert all(grandchild.visits for child in root.children for grandchild in child.children)


def test_a_search_stops_between_two_rounds() -> None:
    for game, state in ((pavilion, at_chance("displays")), (chocolatier, chocolatier.setup(2, chocolatier.Options()))):
        search = Search(game, EVALUATIONS[game.KEY], Random(1))
        node = search.node(state)
        assert search.stops(node)
        search.settle(node, 100)
        assert (node.visits, node.children) == (1, [])
