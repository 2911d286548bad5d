"""The form for a game's options: chips, switches and text fields."""

from dataclasses import fields
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import streamlit as st

from core.game import AnyGame
from viewer.language import later, say

WORDS: Final = {
    "edition": later("Edition"),
    "master-chocolatier": later("Master chocolatier"),
    "azul": later("Azul"),
    "wall": later("Wall"),
    "free": later("Free"),
    "special_displays": later("Special displays"),
    "board": later("Board"),
    "colored": later("Colored"),
    "variant": later("Variant"),
    "deck": later("Deck"),
    "open": later("Open"),
    "swaps": later("Swaps"),
    "title": later("Title"),
    "lowest_wins": later("Lowest wins"),
    "cooperative": later("Cooperative"),
}
"""What options and their values are called; others are called what they are."""


def key_of(game: AnyGame, option: str) -> str:
    """The session-state key of an option's value."""
    return f"new-{game.KEY}-{option}"


def chosen_variants(game: AnyGame) -> dict[str, object]:
    """A row of chips for each choice, a switch for each yes or no, a field for each text; what they say."""
    chosen: dict[str, object] = {}
    default = vars_of(game.Options())
    for name, kind in get_type_hints(game.Options).items():
        label, key = _worded(name), key_of(game, name)
        if kind in (bool, str) or choices_of(kind):
            st.session_state.setdefault(key, default[name])
        if kind is bool:
            chosen[name] = st.toggle(label, key=key)
        elif kind is str:
            chosen[name] = st.text_input(label, key=key, placeholder=say("What was played")).strip()
        elif words := choices_of(kind):
            chosen[name] = st.segmented_control(label, words, required=True, format_func=_worded, key=key)
    return chosen


def vars_of(options: Any) -> dict[str, object]:
    """The fields of a game's options by name."""
    return {field.name: getattr(options, field.name) for field in fields(options)}


def choices_of(kind: Any) -> tuple[str, ...]:
    """The words an option may be; none for an option that is not a choice between words."""
    if get_origin(kind) is Literal:
        return tuple(value for value in get_args(kind) if isinstance(value, str))
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    return next((words for part in parts if (words := choices_of(part))), ())


def _worded(name: str) -> str:
    return say(WORDS[name]) if name in WORDS else name
