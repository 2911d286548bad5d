"""Azul: Summer Pavilion, by the rules of the Czech edition *Azul - Letohrádek*."""

from typing import Final

from core.game import GameFacts
from core.games.pavilion.events import BonusTaken, DisplaysFilled, Passed, SupplyFilled, TilePlaced, TilesTaken
from core.games.pavilion.filling import deal
from core.games.pavilion.notation import parse, write
from core.games.pavilion.policy import choose
from core.games.pavilion.rules import evolve, legal_moves, refusal, round_number, story, turn
from core.games.pavilion.scoring import outcome, scores
from core.games.pavilion.state import RULES, Options, inventory, setup

KEY: Final = "pavilion"
TITLE: Final = "Azul: Summer Pavilion"
SEATS: Final = range(2, 5)
EVENTS: Final = (SupplyFilled, DisplaysFilled, TilesTaken, TilePlaced, BonusTaken, Passed)
FACTS: Final = GameFacts(bgg_id=lambda options: 287954)
