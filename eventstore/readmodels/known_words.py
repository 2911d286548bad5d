"""Whether the words of a filter name something that a store knows, and the closest known name where they do not."""

from collections.abc import Iterable
from typing import Final, cast

from rapidfuzz import fuzz, process

from core import games
from core.errors import NotFound
from core.folding import folded
from eventstore.matches.people import People
from eventstore.readmodels.filters import FACTS, MatchFilter
from eventstore.readmodels.index import MatchIndex

MIN_SIMILARITY: Final = 70
"""Similarity of two folded names, in percent, from which one is offered for the other."""


def require_known(index: MatchIndex, people: People, match_filter: MatchFilter) -> None:
    """Raises NotFound if the filter names a person, or what matches have, that the store does not know.

    A game that can be recorded is known without a match.
    """
    given = {key: word for key, word in match_filter.items() if isinstance(word, str)}
    if (game := given.get("game")) is not None and folded(game) not in _recordable():
        require_game(index, game)
    if (person := given.get("person")) is not None and not people.found(person):
        raise not_found(f"There is no person called {person!r}", person, people.current_names().values())
    for kind in ("place", "tag", *FACTS):
        if (word := given.get(kind)) is not None and not _has_match(index, kind, word):
            known = {"place": index.places(), "tag": index.tags(), **index.facts()}
            raise not_found(f"No match has the {kind} {word!r}", word, known.get(kind, ()))


def require_game(index: MatchIndex, game: str) -> None:
    """Raises NotFound if there is no match of a game with this key or title."""
    if not _has_match(index, "game", game):
        raise not_found(f"There is no match of a game called {game!r}", game, index.games())


def not_found(sentence: str, word: str, known: Iterable[str]) -> NotFound:
    """The sentence, with the known name that is closest to the word if one is close."""
    names = [*known]
    found = process.extractOne(word, names, scorer=fuzz.WRatio, processor=folded, score_cutoff=MIN_SIMILARITY)
    return NotFound(f"{sentence}; the closest is {found[0]!r}." if found else f"{sentence}.")


def _has_match(index: MatchIndex, kind: str, word: str) -> bool:
    asked = cast(MatchFilter, {kind: word})
    return any(index.count(**(asked | MatchFilter(withdrawn=is_withdrawn))) for is_withdrawn in (False, True))


def _recordable() -> set[str]:
    return {folded(name) for game in games.GAMES for name in (game.KEY, game.TITLE)}
