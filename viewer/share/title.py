"""What a match's game is called where people log their plays."""

from typing import NamedTuple

from eventstore.match import Match
from viewer.boards.text import plain


class Title(NamedTuple):
    """A game's name, and its id at BoardGameGeek; None where it is to be looked up by name."""

    name: str
    bgg_id: int | None


def title(match: Match) -> Title:
    """The game as the match's options name it."""
    return Title(plain(match.game_title), getattr(match.options, "bgg_id", None))
