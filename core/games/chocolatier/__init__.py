"""Azul and Azul: Master Chocolatier, by the rules of the Czech edition *Azul - Mistři čokolády*."""

from typing import Final

from core.game import GameFacts
from core.games.chocolatier.events import DisplaysFilled, TilePlaced, TilesTaken
from core.games.chocolatier.filling import deal
from core.games.chocolatier.notation import parse, write
from core.games.chocolatier.policy import choose
from core.games.chocolatier.rules import evolve, legal_moves, refusal, round_number, story, turn
from core.games.chocolatier.scoring import outcome, scores
from core.games.chocolatier.state import BGG_IDS, TITLES, Options, inventory, setup

KEY: Final = "chocolatier"
TITLE: Final = "Azul: Master Chocolatier"
SEATS: Final = range(2, 5)
EVENTS: Final = (DisplaysFilled, TilesTaken, TilePlaced)
FACTS: Final = GameFacts(
    title=lambda options: TITLES[options.edition],
    bgg_id=lambda options: BGG_IDS[options.edition],
)
