"""Words from foreign files, made fit for a record: nothing a reader could not see, nothing a store would refuse."""

import unicodedata
from collections.abc import Callable
from typing import Final, TypeAlias

from core.phrase import phrase

Say: TypeAlias = Callable[[str], None]
"""Takes the sentence of a problem with whatever is being read."""

LONGEST_NAME: Final = 100
"""Characters of a person's name that are kept."""

_UNSEEN: Final = {"Cc", "Cs", "Cn", "Co"}
"""Unicode's control characters, halves of characters, and what is no character (yet)."""


def line(text: str | None) -> str:
    """One line: outer and double spaces gone, and everything that cannot be printed."""
    words = " ".join((text or "").split())
    return words if words.isprintable() else " ".join("".join(filter(str.isprintable, words)).split())


def name(text: str | None, say: Say) -> str:
    """A person's name; `say` is told when it had to be shortened."""
    whole = line(text)
    if len(whole) <= LONGEST_NAME:
        return whole
    say(phrase("The name {name}… was shortened to {most} characters.", name=whole[:30], most=LONGEST_NAME))
    return whole[:LONGEST_NAME].rstrip()


def block(text: str | None) -> str:
    """Several lines: line ends become `\\n`, outer white space and control characters go."""
    lines = (text or "").replace("\r\n", "\n").replace("\r", "\n")
    seen = (letter for letter in lines if letter in "\n\t" or unicodedata.category(letter) not in _UNSEEN)
    return "".join(seen).strip()
