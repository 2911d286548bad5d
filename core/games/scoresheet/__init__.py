"""Score sheet: any game of which only points are known. It checks only the form of the entries (rules.py)."""

from typing import Final

from core.games.scoresheet.events import EntriesWritten, Event, PointsNoted, RanksNamed, TemplateChosen, WinnersNamed
from core.games.scoresheet.notation import parse, write
from core.games.scoresheet.rules import (
    choose,
    deal,
    evolve,
    legal_moves,
    outcome,
    proposed_winners,
    refusal,
    refusal_of_new,
    round_number,
    scores,
    story,
    turn,
)
from core.games.scoresheet.state import FINAL, Options, State, inventory, setup

KEY: Final = "scoresheet"
TITLE: Final = "Score sheet"
SEATS: Final = range(101)
EVENTS: Final = (PointsNoted, WinnersNamed, RanksNamed, TemplateChosen, EntriesWritten)

__all__ = [
    "EVENTS",
    "FINAL",
    "KEY",
    "SEATS",
    "TITLE",
    "EntriesWritten",
    "Event",
    "Options",
    "PointsNoted",
    "RanksNamed",
    "State",
    "TemplateChosen",
    "WinnersNamed",
    "choose",
    "deal",
    "evolve",
    "inventory",
    "legal_moves",
    "outcome",
    "parse",
    "proposed_winners",
    "refusal",
    "refusal_of_new",
    "round_number",
    "scores",
    "setup",
    "story",
    "turn",
    "write",
]
