"""What a match's game is called where people log their plays."""

from typing import Final, NamedTuple

from eventstore.records import Match
from viewer.boards.text import plain

_KNOWN: Final[dict[str, tuple[str, int]]] = {
    "azul": ("Azul", 230802),
    "master-chocolatier": ("Azul: Master Chocolatier", 363247),
    "pavilion": ("Azul: Summer Pavilion", 287954),
    "azacru": ("Azacru", 21065),
}
"""Names and ids at BoardGameGeek, by edition where a game has several, else by key."""


class Title(NamedTuple):
    """A game's name, and its id at BoardGameGeek; None where it is to be looked up by name."""

    name: str
    bgg_id: int | None


def title(match: Match) -> Title:
    """The published game, where the match's options or our list name one."""
    key = getattr(match.options, "edition", match.game.KEY)
    name, bgg_id = _KNOWN.get(key, (match.game.TITLE, None))
    named = plain(getattr(match.options, "title", ""))
    return Title(named or name, getattr(match.options, "bgg_id", None) or bgg_id)
