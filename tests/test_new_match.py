"""The options of a game as chips: choices between words, and nothing else."""

from typing import get_type_hints

from core import games
from viewer.variants import choices_of, vars_of


def test_choices_are_those_of_the_options() -> None:
    found = {
        f"{game.KEY} {name}": words
        for game in games.GAMES
        for name, kind in get_type_hints(game.Options).items()
        if (words := choices_of(kind))
    }
    assert found == {
        "chocolatier edition": ("master-chocolatier", "azul"),
        "chocolatier wall": ("colored", "free"),
        "pavilion board": ("colored", "variant"),
        "schokoly deck": ("36", "48", "open"),
    }


def test_every_default_is_among_the_choices() -> None:
    for game in games.GAMES:
        defaults = vars_of(game.Options())
        for name, kind in get_type_hints(game.Options).items():
            assert not choices_of(kind) or defaults[name] in choices_of(kind)
