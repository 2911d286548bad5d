"""What a new match begins with: the game, options and people of an earlier one."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from core.game import AnyGame
from core.games import scoresheet
from core.games.scoresheet.state import FINAL
from core.sheet_template import Template
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.matches.simulated import is_simulated
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from viewer.game_choices import GameChoice, choice_of, game_choices, titled
from viewer.load_match import MatchUnavailable, load_match
from viewer.people.picker import Person
from viewer.templates import still_allowed

Depth = Literal["moves", "rounds", "final"]

RECENT: Final = 100
"""Number of recent matches among which the last one recorded by hand is looked for."""


@dataclass(frozen=True, slots=True)
class Preset:
    """The table of an earlier match: `players` in its seat order, `recorded` the game of its log with its `options`."""

    choice: GameChoice
    depth: Depth
    recorded: AnyGame
    options: Any
    players: tuple[Person, ...]
    template: Template | None = None

    @property
    def rotated(self) -> list[Person]:
        """The players for the next match: another one starts."""
        return [*self.players[1:], *self.players[:1]]


def preset_of(match: Match) -> Preset:
    """A score sheet of a known game is that game, recorded by points."""
    players = tuple(map(Person, match.header.players, match.names))
    if match.game is not scoresheet:
        return Preset(choice_of(match.game, match.options), "moves", match.game, match.options, players)
    title = match.options.title
    named = (choice for choice in game_choices().values() if choice.title == title)
    choice = next(named, titled(title, match.options.bgg_id) or choice_of(match.game, match.options))
    is_final = any(line.label == FINAL for line in match.now.state.noted)
    template = still_allowed(match.now.state.template)
    return Preset(choice, "final" if is_final else "rounds", match.game, match.options, players, template)


def preset_from(records: MatchRepository, id: str) -> Preset | None:
    """The preset of a match; None if there is no such match, or none of its players is known."""
    try:
        match = load_match(records, id)
    except MatchUnavailable:
        return None
    return preset_of(match) if match.names else None


def last_preset(library: MatchIndex, records: MatchRepository) -> Preset | None:
    """The preset of the newest match recorded by hand: not simulated, imported or tried out."""
    row = next((row for row in library.matches(limit=RECENT) if _is_by_hand(row)), None)
    return preset_from(records, row.id) if row else None


def _is_by_hand(row: MatchRow) -> bool:
    return not (row.state == "damaged" or row.sources or row.parent or is_simulated(row.id))
