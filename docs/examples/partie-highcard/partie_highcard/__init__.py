"""High Card: the names that Partie asks for (the contract is `partie.game.Game`)."""

from typing import Final

from partie_highcard.events import EVENTS, CardPlayed, Event, HandsDealt
from partie_highcard.notation import parse, write
from partie_highcard.rules import (
    choose,
    deal,
    evolve,
    legal_moves,
    outcome,
    refusal,
    round_number,
    scores,
    story,
    turn,
)
from partie_highcard.state import Options, State, inventory, setup

CONTRACT: Final = 1
KEY: Final = "highcard"
TITLE: Final = "High Card"
SEATS: Final = range(2, 6)

__all__ = [
    "CONTRACT",
    "EVENTS",
    "KEY",
    "SEATS",
    "TITLE",
    "CardPlayed",
    "Event",
    "HandsDealt",
    "Options",
    "State",
    "choose",
    "deal",
    "evolve",
    "inventory",
    "legal_moves",
    "outcome",
    "parse",
    "refusal",
    "round_number",
    "scores",
    "setup",
    "story",
    "turn",
    "write",
]
