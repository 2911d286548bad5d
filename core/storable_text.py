"""Texts that every store and every file can hold: without NUL, and without half of a character (a lone surrogate)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Final

from core.messages import Message, message

_UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")


def unstorable(value: object) -> Message | None:
    """Reason why a text in this value cannot be stored; None: all of them can."""
    shown = repr(value)  # Escapes both, and is far quicker than a walk over the texts of a value that has neither.
    if ("\\x00" in shown or "\\ud" in shown) and any(map(_UNSTORABLE.search, _texts(value))):
        return message("A text holds a character that cannot be stored: NUL, or half of one (a lone surrogate).")
    return None


def _texts(value: object) -> Iterator[str]:
    """All texts in a value, those in lists, mappings and dataclasses too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from _texts(pair)
    elif isinstance(value, Sequence):
        for item in value:
            yield from _texts(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
