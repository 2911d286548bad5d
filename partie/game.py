"""The contract of a game, the types both sides use, and tools that games share.

A game is a module with the names of `Game`, `CONTRACT: Final = 1`, and, once its rules have changed, `RULES`. Its
package names it by an entry point of the group `partie.games`, whose name is the game's `KEY`. Optional names are
`FACTS`, a `GameFacts`, and, where choices are made at once, `actors(state)`.
"""

from core.errors import InvalidInput
from core.game import (
    CHANCE,
    CONTRACT,
    Gain,
    Game,
    GameFacts,
    Outcome,
    Points,
    Refusal,
    Scoring,
    Seat,
    Step,
    Turn,
    fact,
)
from core.multiset import Counts, add, after_draw, count, draw, draw_on, minus, none_of, pieces, plus, shortage, within
from core.ranking import competition_ranks, leads, ranks_by_points

__all__ = [
    "CHANCE",
    "CONTRACT",
    "Counts",
    "Gain",
    "Game",
    "GameFacts",
    "InvalidInput",
    "Outcome",
    "Points",
    "Refusal",
    "Scoring",
    "Seat",
    "Step",
    "Turn",
    "add",
    "after_draw",
    "competition_ranks",
    "count",
    "draw",
    "draw_on",
    "fact",
    "leads",
    "minus",
    "none_of",
    "pieces",
    "plus",
    "ranks_by_points",
    "shortage",
    "within",
]
