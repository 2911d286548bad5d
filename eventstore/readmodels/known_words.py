"""Games and people of filters that a store knows, and the closest known name where it does not."""

from collections.abc import Iterable
from typing import Final

from core import games
from core.errors import NotFound
from core.folding import folded
from eventstore.matches.people import People
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex

MIN_SIMILARITY: Final = 70
"""Similarity of two folded names, in percent, from which one is offered for the other."""


def require_known(index: MatchIndex, people: People, match_filter: MatchFilter) -> None:
    """Raises NotFound for a game or a person that the store does not know.

    A game that can be recorded is known without a match.
    """
    game, person = match_filter.get("game"), match_filter.get("person")
    if game is not None and folded(game) not in _recordable():
        require_game(index, game)
    for name in [person] if isinstance(person, str) else person or ():
        if not people.found(name):
            raise not_found(f"There is no person called {name!r}", name, people.current_names().values())


def require_game(index: MatchIndex, game: str) -> None:
    """Raises NotFound if there is no match of a game with this key or title."""
    if not any(index.count(game=game, withdrawn=is_withdrawn) for is_withdrawn in (False, True)):
        raise not_found(f"There is no match of a game called {game!r}", game, index.games())


def not_found(sentence: str, word: str, known: Iterable[str]) -> NotFound:
    """The sentence, with the known name that is closest to the word if one is close."""
    from rapidfuzz import fuzz, process

    names = [*known]
    found = process.extractOne(word, names, scorer=fuzz.WRatio, processor=folded, score_cutoff=MIN_SIMILARITY)
    return NotFound(f"{sentence}; the closest is {found[0]!r}." if found else f"{sentence}.")


def _recordable() -> set[str]:
    return {folded(name) for game in games.GAMES for name in (game.KEY, game.TITLE)}
