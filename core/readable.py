"""Texts of one line that people read: names of people, titles, categories."""

from typing import Final
from unicodedata import category

JOINERS: Final = frozenset("\u200c\u200d") | {chr(tag) for tag in range(0xE0020, 0xE0080)}
"""Invisible characters that belong to what is seen: emoji, flags, Persian and Indic scripts need them."""

_UNSEEN: Final = frozenset(["Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs"])
"""Control and format characters, private use, surrogates, white space. What Unicode has added since is seen."""


def is_readable(text: str) -> bool:
    """True if the text is one line in which something is seen, and nothing is hidden."""
    if text.isprintable():
        return bool(text.strip(" "))
    return all(map(_is_seen, text)) and any(letter != " " and letter not in JOINERS for letter in text)


def readable(text: str) -> str:
    """The text without what is hidden in it."""
    return text if text.isprintable() else "".join(filter(_is_seen, text))


def quoted(text: str) -> str:
    """The text in quotes, with a sign in place of what nobody can see."""
    shown = text if text.isprintable() else "".join(letter if _is_seen(letter) else "\ufffd" for letter in text)
    return f'"{shown}"' if "'" in shown and '"' not in shown else f"'{shown}'"


def _is_seen(letter: str) -> bool:
    if letter == " " or letter in JOINERS:
        return True
    is_noncharacter = ord(letter) & 0xFFFE == 0xFFFE or "\ufdd0" <= letter <= "\ufdef"
    return not is_noncharacter and category(letter) not in _UNSEEN
