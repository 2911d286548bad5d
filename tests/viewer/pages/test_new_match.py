"""The options of a game as chips, switches and fields."""

from dataclasses import dataclass
from types import ModuleType
from typing import Annotated, Literal, get_type_hints

from core import games
from viewer.pages.new_match.option_fields import bounds_of, choices_of, kinds_of, readable, vars_of


def test_choices_are_those_of_the_options_with_the_default_among_them() -> None:
    found = dict[str, object]()
    for game in games.GAMES:
        for name, kind in get_type_hints(game.Options).items():
            if words := choices_of(kind):
                found[f"{game.KEY} {name}"] = words
                assert vars_of(game.Options())[name] in words
    assert found == {
        "chocolatier edition": ("master-chocolatier", "azul"),
        "chocolatier wall": ("colored", "free"),
        "pavilion board": ("colored", "variant"),
        "schokoly deck": ("36", "48", "open"),
    }
    called = [readable(name) for name in ("special_displays", "master-chocolatier", "36")]
    assert called == ["Special displays", "Master chocolatier", "36"]


@dataclass(frozen=True, slots=True)
class OfEveryKind:
    stones: Annotated[int, range(3, 7)] = 4
    target: int = 100
    houses: Literal[6, 7, 8] = 6
    empty_capture: bool = False
    motto: str = ""
    bgg_id: int | None = None
    teams: tuple[int, ...] = ()


def test_whole_numbers_are_asked_for_within_the_bounds_of_the_game() -> None:
    game = ModuleType("box")
    game.__dict__.update(Options=OfEveryKind)
    kinds = kinds_of(game)
    assert list(kinds) == ["stones", "target", "houses", "empty_capture", "motto"]
    assert [bounds_of(kinds[name]) for name in ("stones", "target")] == [(3, 6), (None, None)]
    assert choices_of(kinds["houses"]) == (6, 7, 8)
