"""Cleans text from foreign files: removes characters that are invisible or that a store would refuse, and composes
letters with their accents (Unicode NFC), since some programs write an é as an e and an accent.
"""

import unicodedata
from collections.abc import Callable
from typing import Final, TypeAlias

from core.messages import message
from core.readable import readable

ProblemSink: TypeAlias = Callable[[str], None]
"""Receives the sentence of a problem with the current item."""

MAX_NAME_LENGTH: Final = 100
"""Maximum characters of a person's name; the rest is cut off."""

_UNSEEN: Final = {"Cc", "Cs", "Cn", "Co"}
"""Unicode categories: control characters, surrogates, unassigned and private-use characters."""


def line(text: str | None) -> str:
    """One line in NFC without outer and repeated spaces and without unprintable characters."""
    return unicodedata.normalize("NFC", decomposed_line(text)) if text else ""


def decomposed_line(text: str | None) -> str:
    """The line with its letters as they are written: decomposed ones stay so."""
    if not text:
        return ""
    words = " ".join(text.split())
    return words if words.isprintable() else " ".join(readable(words).split())


def name(text: str | None, report: ProblemSink) -> str:
    """A person's name; `report` receives a sentence if it was shortened."""
    whole = line(text)
    if len(whole) <= MAX_NAME_LENGTH:
        return whole
    report(message("The name {name}… was shortened to {most} characters.", name=whole[:30], most=MAX_NAME_LENGTH))
    return whole[:MAX_NAME_LENGTH].rstrip()


def block(text: str | None) -> str:
    """Several lines: line ends become `\\n`; outer white space and control characters are removed."""
    if text and text.isprintable():
        return text.strip()
    lines = (text or "").replace("\r\n", "\n").replace("\r", "\n")
    seen = (letter for letter in lines if letter in "\n\t" or unicodedata.category(letter) not in _UNSEEN)
    return "".join(seen).strip()
