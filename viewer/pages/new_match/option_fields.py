"""The options of a game as fields of a form."""

from collections.abc import Mapping
from dataclasses import fields
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from core.game import AnyGame
from viewer.components.new_match import OptionField
from viewer.locale.language import gettext


def option_fields(game: AnyGame, fixed: Mapping[str, object], known: Mapping[str, object]) -> list[OptionField]:
    """A choice, a switch, a text or a number for each option but those in `fixed`, with its value in `known`."""
    values = vars_of(game.Options()) | dict(known)
    return [_field(name, kind, values[name]) for name, kind in kinds_of(game).items() if name not in fixed]


def _field(name: str, kind: Any, value: Any) -> OptionField:
    least, most = bounds_of(kind)
    choices = [(choice, _worded(choice)) for choice in choices_of(kind)]
    return {
        "name": name,
        "label": _worded(name),
        "kind": "choice" if choices else "switch" if kind is bool else "text" if kind is str else "number",
        "value": value,
        "choices": choices,
        "least": least,
        "most": most,
    }


def kinds_of(game: AnyGame) -> dict[str, Any]:
    """The types of the options that the form can show, by name."""
    hints = get_type_hints(game.Options, include_extras=True)
    return {name: kind for name, kind in hints.items() if kind in (bool, str) or is_whole(kind) or choices_of(kind)}


def vars_of(options: Any) -> dict[str, object]:
    """The fields of a game's options by name."""
    return {field.name: getattr(options, field.name) for field in fields(options)}


def is_whole(kind: Any) -> bool:
    """True if an option is an integer, with or without bounds."""
    return kind is int or (get_origin(kind) is Annotated and get_args(kind)[0] is int)


def bounds_of(kind: Any) -> tuple[int | None, int | None]:
    """The minimum and the maximum of an integer option; None if the game states none."""
    for stated in get_args(kind):
        if isinstance(stated, range):
            return stated[0], stated[-1]
    return None, None


def choices_of(kind: Any) -> tuple[str | int, ...]:
    """The values of an option that is a `Literal` of strings or integers; empty for other options."""
    if get_origin(kind) is Literal:
        return tuple(value for value in get_args(kind) if isinstance(value, str | int))
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    return next((words for part in parts if (words := choices_of(part))), ())


def readable(name: str) -> str:
    """The English label of an option or value: `special_displays` is `Special displays`."""
    words = name.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


def _worded(value: str | int) -> str:
    text = readable(str(value))
    return gettext(text)
