"""Score sheet: any game of which only points are known. It checks only the form of the entries (rules.py)."""

from operator import attrgetter
from typing import Final

from core.game import GameFacts
from core.games.scoresheet.editing import edited
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
    settled,
    story,
    turn,
    winners,
)
from core.games.scoresheet.state import FINAL, Options, State, inventory, setup
from core.messages import message

KEY: Final = "scoresheet"
TITLE: Final = "Score sheet"
SEATS: Final = range(101)
EVENTS: Final = (PointsNoted, WinnersNamed, RanksNamed, TemplateChosen, EntriesWritten)
FACTS: Final = GameFacts(
    records_moves=False,
    has_start_player=False,
    not_reviewed=message("Only the points of this match were recorded, not its moves: there is nothing to review."),
    title=attrgetter("title"),
    bgg_id=attrgetter("bgg_id"),
    fewest_points_win=attrgetter("lowest_wins"),
    cooperative=attrgetter("cooperative"),
    teams=lambda seats, options: options.teams,
    team_scores=False,
    refusal_of_new=refusal_of_new,
    settled=settled,
    edited=edited,
)
