"""Schokoly, by the rules of the Romanian edition, checked against reviews of the German one."""

from typing import Final

from core.game import GameFacts
from core.games.schokoly.events import CardLaid, ColorChosen, HandSeen, Passed, SwapAnswered, SwapOffered
from core.games.schokoly.notation import parse, write
from core.games.schokoly.policy import choose
from core.games.schokoly.rules import deal, evolve, legal_moves, refusal, round_number, story, turn
from core.games.schokoly.scoring import outcome, scores
from core.games.schokoly.state import TEAMS_OF_TWO, Options, inventory, setup
from core.messages import message

KEY: Final = "schokoly"
TITLE: Final = "Schokoly"
SEATS: Final = range(2, 5)
EVENTS: Final = (ColorChosen, CardLaid, HandSeen, SwapOffered, SwapAnswered, Passed)
FACTS: Final = GameFacts(
    not_reviewed=message("Schokoly is not reviewed: players choose by hands that nobody else knows."),
    teams=lambda seats, options: ((0, 2), (1, 3)) if seats == TEAMS_OF_TWO else (),
)
