"""Presets of a new match: the game, options and people of an earlier one."""

from dataclasses import dataclass
from typing import Any

from core.game import facts_of
from core.games.scoresheet.state import FINAL, State
from core.sheet_template import Template
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.matches.simulated import is_simulated
from viewer.components.new_match import How
from viewer.components.people.picker import PickedPerson
from viewer.pages.new_match.game_choices import GameChoice, choice_of, game_choices, titled
from viewer.pages.shared.templates import still_allowed
from viewer.texts.load_match import MatchUnavailable, load_match


@dataclass(frozen=True, slots=True)
class Preset:
    """The table of an earlier match: `players` in its seat order, `options` those of the game of its log.

    That of a simulated match has no players: who plays next are real people.
    """

    match: str
    choice: GameChoice
    how: How
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
        return Preset(match.id, choice_of(match.game, match.options), "moves", match.options, players)
    title = match.options.title
    named = (choice for choice in game_choices().values() if choice.title == title)
    choice = next(named, titled(title, match.options.bgg_id) or choice_of(match.game, match.options))
    template = still_allowed(match.now.state.template)
    return Preset(match.id, choice, _how(match.now.state, template), match.options, players, template)


def _how(sheet: State, template: Template | None) -> How:
    if template:
        return "sheet"
    if not sheet.noted and sheet.winners is not None:
        return "places" if sheet.ranks else "winner"
    return "final" if any(line.label == FINAL for line in sheet.noted) else "rounds"


def preset_from(matches: MatchRepository, id: str) -> Preset | None:
    """The preset of a match; None if there is no such match."""
    try:
        match = load_match(matches, id)
    except MatchUnavailable:
        return None
    return preset_of(match)
