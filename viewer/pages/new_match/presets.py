"""Presets of a new match: the game, options and people of an earlier one."""

from dataclasses import dataclass
from typing import Any, Final

from core.game import AnyGame, facts_of
from core.games.scoresheet.state import FINAL
from core.sheet_template import Template
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.matches.simulated import is_simulated
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from viewer.components.new_match import How
from viewer.components.people.picker import PickedPerson
from viewer.pages.new_match.game_choices import GameChoice, choice_of, game_choices, titled
from viewer.pages.shared.templates import still_allowed
from viewer.texts.load_match import MatchUnavailable, load_match

RECENT: Final = 100
"""Number of recent matches among which the last one recorded by hand is looked for."""


@dataclass(frozen=True, slots=True)
class Preset:
    """The table of an earlier match: `players` in its seat order, `recorded` the game of its log with its `options`.

    That of a simulated match has no players: who plays next are real people.
    """

    match: str
    choice: GameChoice
    how: How
    recorded: AnyGame
    options: Any
    players: tuple[PickedPerson, ...]
    template: Template | None = None

    @property
    def rotated(self) -> list[PickedPerson]:
        """The players for the next match: another one starts."""
        return [*self.players[1:], *self.players[:1]]


def preset_of(match: Match) -> Preset:
    """A score sheet of a known game is that game, recorded by points."""
    simulated = is_simulated(match.id, match.parent)
    players = () if simulated else tuple(map(PickedPerson, match.header.players, match.names))
    if facts_of(match.game).records_moves:
        return Preset(match.id, choice_of(match.game, match.options), "moves", match.game, match.options, players)
    title = match.options.title
    named = (choice for choice in game_choices().values() if choice.title == title)
    choice = next(named, titled(title, match.options.bgg_id) or choice_of(match.game, match.options))
    is_final = any(line.label == FINAL for line in match.now.state.noted)
    template = still_allowed(match.now.state.template)
    how: How = "sheet" if template else "final" if is_final else "rounds"
    return Preset(match.id, choice, how, match.game, match.options, players, template)


def preset_from(matches: MatchRepository, id: str) -> Preset | None:
    """The preset of a match; None if there is no such match."""
    try:
        match = load_match(matches, id)
    except MatchUnavailable:
        return None
    return preset_of(match)


def last_preset(index: MatchIndex, matches: MatchRepository) -> Preset | None:
    """The preset of the newest match recorded by hand: not simulated, imported or tried out."""
    row = next((row for row in index.matches(limit=RECENT) if _is_by_hand(row)), None)
    return preset_from(matches, row.id) if row else None


def _is_by_hand(row: MatchRow) -> bool:
    return not (row.state == "damaged" or row.sources or row.parent or is_simulated(row.id))
