"""A check of the names that the contract of a game requires of a module, as far as they can be seen without playing."""

from dataclasses import is_dataclass
from typing import Final

from core.game import Game
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
    if not is_dataclass(getattr(game, "Options", None)):
        lacks.append("Options (a dataclass)")
    events = getattr(game, "EVENTS", None)
    if not isinstance(events, tuple) or not all(hasattr(event, "__pydantic_config__") for event in events):
        lacks.append("EVENTS (classes decorated with @fact)")
    elif taken := [event.__name__ for event in events if _is_taken(event.__name__)]:
        lacks.append(f"a name of its own for the event {taken[0]}")
    return lacks


def _is_taken(name: str) -> bool:
    return name in _OF_THE_RECORD or name.startswith(NEWER_PREFIX)
