"""Azacru, by the rules of the Pacru edition of 2004."""

from typing import Final

from core.game import GameFacts
from core.games.azacru.events import ChevronMoved, Passed
from core.games.azacru.notation import parse, write
from core.games.azacru.policy import choose
from core.games.azacru.rules import deal, evolve, legal_moves, refusal, round_number, story, turn
from core.games.azacru.scoring import outcome, scores
from core.games.azacru.state import Options, inventory, setup

KEY: Final = "azacru"
TITLE: Final = "Azacru"
SEATS: Final = range(2, 5)
EVENTS: Final = (ChevronMoved, Passed)
FACTS: Final = GameFacts(bgg_id=lambda options: 21065)
