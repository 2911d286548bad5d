"""Games and people of filters that a store knows, and the closest known name where it does not."""

from collections.abc import Iterable, Mapping
from typing import Final

from core import games
from core.errors import NotFound
from core.folding import folded, similarity
from eventstore.matches.people import People
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex

MIN_SIMILARITY: Final = 0.7
"""Similarity of two folded names from which one is offered for the other."""

_PART: Final = 0.9
"""Similarity of a name to one that begins with it, or has a word that does."""


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
    near = closest(folded(word), {name: folded(name) for name in known})
    return NotFound(f"{sentence}; the closest is {near[0]!r}." if near else f"{sentence}.")


def closest(word: str, known: Mapping[str, str]) -> list[str]:
    """The names that are close to a folded word, the closest first; `known` has their folded forms."""
    alike = {name: max(similarity(word, form), _PART * (f" {word}" in f" {form}")) for name, form in known.items()}
    return sorted((name for name in alike if alike[name] >= MIN_SIMILARITY), key=lambda name: -alike[name])


def _recordable() -> set[str]:
    return {folded(name) for game in games.GAMES for name in (game.KEY, game.TITLE)}
