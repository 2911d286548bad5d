"""The name of a match's game for external play logs."""

from typing import NamedTuple

from eventstore.matches.match import Match
from viewer.boards.text import plain


class Title(NamedTuple):
    """A game's name and its id at BoardGameGeek; without an id the game is looked up by name."""

    name: str
    bgg_id: int | None


def title(match: Match) -> Title:
    """The game as named in the match's options."""
    return Title(plain(match.game_title), getattr(match.options, "bgg_id", None))
