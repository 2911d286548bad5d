"""The games that a new match knows: those with rules, and titles without.

A game whose title depends on an option is one choice for each title.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from core import games
from core.game import AnyGame, title_of
from core.games import scoresheet
from eventstore.readmodels.projection import MatchRow
from viewer.pages.new_match.option_fields import choices_of, kinds_of


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game with the options that make up its title. `key` identifies it among all choices.

    A title without rules is a choice of the score sheet.
    """

    key: str
    game: AnyGame
    title: str
    fixed: Mapping[str, object]


@cache
def game_choices() -> Mapping[str, GameChoice]:
    """All choices by key, in the order of `core.games.GAMES`; the last one is the sheet without a title."""
    return {choice.key: choice for game in games.GAMES for choice in _choices(game)}


def choice_of_row(row: MatchRow) -> GameChoice | None:
    """The choice that a match of a list belongs to; None for a sheet without a title."""
    named = (choice for choice in game_choices().values() if choice.title == row.game_title)
    if (choice := next(named, None)) or row.depth == "moves":
        return choice
    return titled(row.game_title, row.options.get("bgg_id"))


def titled(title: str, bgg_id: object = None) -> GameChoice | None:
    """A title without rules; None without a title."""
    if not title or title == scoresheet.TITLE:
        return None
    known = {} if bgg_id is None else {"bgg_id": bgg_id}
    return GameChoice(f"title {title}", scoresheet, title, {"title": title, **known})


def choice_of(game: AnyGame, options: Any) -> GameChoice:
    """The choice that a match with these options belongs to."""
    choices = list(_choices(game))
    return next(
        (choice for choice in choices if all(getattr(options, name) == value for name, value in choice.fixed.items())),
        choices[0],
    )


def _choices(game: AnyGame) -> Iterator[GameChoice]:
    for name, kind in kinds_of(game).items():
        titles = {value: _title(game, {name: value}) for value in choices_of(kind)}
        if len(set(titles.values())) > 1:
            for value, title in titles.items():
                yield GameChoice(f"{game.KEY} {value}", game, title, {name: value})
            return
    yield GameChoice(game.KEY, game, _title(game, {}), {})


def _title(game: AnyGame, options: dict[str, object]) -> str:
    return title_of(game, game.Options(**options))
