"""A check of the names that the contract of a game requires of a module, as far as they can be seen without playing."""

from collections.abc import Iterable
from dataclasses import is_dataclass
from typing import Any, Final

from core.game import Game, is_fact
from core.json_types import UnreadableType, json_type
from core.record_events import NEWER_PREFIX, RECORD_EVENTS, ChoiceCovered

FUNCTIONS: Final = tuple(
    name for name, member in vars(Game).items() if callable(member) and not name.startswith("_") and name.islower()
)
"""The names of the functions that every game has."""

_OF_THE_RECORD: Final = frozenset(event.__name__ for event in (*RECORD_EVENTS, ChoiceCovered))


def missing_names(key: str, game: object) -> list[str]:
    """The names that a module lacks to be the game of this key, in the words of the contract."""
    lacks = [name for name in FUNCTIONS if not callable(getattr(game, name, None))]
    if getattr(game, "KEY", None) != key or not (key.isascii() and key.isalpha() and key.islower()):
        lacks.append("KEY (lower-case letters, the name of its entry point)")
    if not isinstance(getattr(game, "TITLE", None), str):
        lacks.append("TITLE")
    if not isinstance(getattr(game, "SEATS", None), range):
        lacks.append("SEATS (a range)")
    options = getattr(game, "Options", None)
    if not is_dataclass(options):
        lacks.append("Options (a dataclass)")
    else:
        lacks += _unread([options])
    events = getattr(game, "EVENTS", None)
    if not isinstance(events, tuple) or not all(map(is_fact, events)):
        lacks.append("EVENTS (classes decorated with @fact)")
    elif taken := [event.__name__ for event in events if _is_taken(event.__name__)]:
        lacks.append(f"a name of its own for the event {taken[0]}")
    else:
        lacks += _unread(events)
    return lacks


def _unread(classes: Iterable[Any]) -> list[str]:
    """The first field of these classes of a type that JSON is not read as."""
    for cls in classes:
        try:
            json_type(cls)
        except UnreadableType as error:
            return [f"a type that is read from JSON for {cls.__name__}.{error}"]
    return []


def _is_taken(name: str) -> bool:
    return name in _OF_THE_RECORD or name.startswith(NEWER_PREFIX)
