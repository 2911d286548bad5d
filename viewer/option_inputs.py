"""The form for a game's options: chips, switches and text fields."""

from collections.abc import Mapping
from dataclasses import fields
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import streamlit as st

from core.game import AnyGame
from viewer.language import gettext


def key_of(game: AnyGame, option: str) -> str:
    """The session-state key of an option's value."""
    return f"new-{game.KEY}-{option}"


def chosen_variants(game: AnyGame, fixed: Mapping[str, object]) -> dict[str, object]:
    """Show chips for each choice, a switch for each boolean, a field for each text and number; returns the values.

    The options in `fixed` are not asked for.
    """
    chosen = dict(fixed)
    default = vars_of(game.Options())
    for name, kind in kinds_of(game).items():
        if name in fixed:
            continue
        label, key = _worded(name), key_of(game, name)
        st.session_state.setdefault(key, default[name])
        if kind is bool:
            chosen[name] = st.toggle(label, key=key)
        elif kind is str:
            chosen[name] = st.text_input(label, key=key).strip()
        elif choices := choices_of(kind):
            chosen[name] = st.segmented_control(label, choices, required=True, format_func=_worded, key=key)
        else:
            least, most = bounds_of(kind)
            chosen[name] = st.number_input(label, least, most, step=1, key=key)
    return chosen


def kinds_of(game: AnyGame) -> dict[str, Any]:
    """The types of the options that the form can show, by name."""
    hints = get_type_hints(game.Options, include_extras=True)
    return {name: kind for name, kind in hints.items() if kind in (bool, str) or is_whole(kind) or choices_of(kind)}


def vars_of(options: Any) -> dict[str, object]:
    """The fields of a game's options by name."""
    return {field.name: getattr(options, field.name) for field in fields(options)}


def is_whole(kind: Any) -> bool:
    """Whether an option is an integer, with or without bounds."""
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
