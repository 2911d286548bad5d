"""The games that a new match offers: a game whose title depends on an option is offered once for each title."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core import games
from core.game import AnyGame
from core.games import scoresheet
from viewer.language import gettext, translate
from viewer.option_inputs import choices_of, kinds_of


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game with the options that make up its title. `key` identifies it among all choices."""

    key: str
    game: AnyGame
    title: str
    fixed: Mapping[str, object]

    @property
    def label(self) -> str:
        return gettext("Another game") if self.game is scoresheet else translate(self.title)


def game_choices() -> dict[str, GameChoice]:
    """All choices by key, in the order of `core.games.GAMES`."""
    return {choice.key: choice for game in games.GAMES for choice in _choices(game)}


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
    return getattr(game.Options(**options), "title", "") or game.TITLE
