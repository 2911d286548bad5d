"""The games that a new match offers: the titles played last first, then the games with rules, then any other game.

A game whose title depends on an option is offered once for each title.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core import games
from core.game import AnyGame
from core.games import scoresheet
from eventstore.readmodels.projection import MatchRow
from viewer.boards.text import fit
from viewer.language import gettext, translate
from viewer.option_inputs import choices_of, kinds_of


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game with the options that make up its title. `key` identifies it among all choices.

    A title without rules is a choice of the score sheet; the one without a title asks for it.
    """

    key: str
    game: AnyGame
    title: str
    fixed: Mapping[str, object]

    @property
    def label(self) -> str:
        if self.key == scoresheet.KEY:
            return gettext("Another game")
        return fit(self.title, 40) if self.game is scoresheet else translate(self.title)


def game_choices() -> dict[str, GameChoice]:
    """All choices by key, in the order of `core.games.GAMES`."""
    return {choice.key: choice for game in games.GAMES for choice in _choices(game)}


def offered(last: Sequence[MatchRow]) -> dict[str, GameChoice]:
    """The choices of a page by key, those of the `last` matches first."""
    recent = {choice.key: choice for row in last if (choice := choice_of_row(row))}
    return recent | game_choices()


def choice_of_row(row: MatchRow) -> GameChoice | None:
    """The choice that a match of a list belongs to; None for a sheet without a title."""
    named = (choice for choice in game_choices().values() if choice.title == row.game_title)
    if (choice := next(named, None)) or row.game != scoresheet.KEY:
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
    return getattr(game.Options(**options), "title", "") or game.TITLE
