"""The forms in which the title of a game is looked for: without emoji, accents, articles, editions and subtitles."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from core.folding import folded

_PARENTHESES: Final = re.compile(r"[(\[][^()\[\]]*[)\]]")
_SEPARATOR: Final = re.compile(r":| [-\u2013\u2014|] |[\u2013\u2014|]|, ")

_ADDED: Final = re.compile(r" (?:\+|w/) ")
"""The sign between a title and its expansions."""

_SILENT: Final = frozenset(["the", "and", "a", "i", "und", "si", "la"])
"""Words that people leave out or write as a sign, in English, Czech, German and Romanian."""

_EDITION: Final = re.compile(
    "editions?|ed|edice|vydani|edycja|wydanie|editi[ae]|edicion|edicao|edizione|ausgabe|auflage|kiadas|deluxe|premium|"
    "essential|anniversary|jubilejni|collectors?|collection|kickstarter|ks|revised|reprint|printing|versions?|verze|"
    "expansions?|rozsireni|erweiterung|extensi[ae]|dodatek|megabox"
)
"""A word that makes a part of a title the name of an edition."""

_ADDITION: Final = re.compile(
    "big|box|base|game|core|set|classic|new|nova|noua|zakladni|hra|pocket|travel|cz|sk|en|de|pl|ro|fr|hu|es|it"
)
"""A word that names an edition or its language if no other word stands beside it."""

_NUMBER: Final = re.compile(
    r"v?\d+(?:st|nd|rd|th|e)?|(?:1[89]|20)\d\d|first|second|third|fourth|fifth|i{1,3}|iv|druha|druhe|druga|treti|zweite"
)
"""A numeral of an edition."""


MAX_TITLE: Final = 200
"""Characters of a title that are looked at."""


def title_key(title: str) -> str:
    """The letters and digits of a title alone; two titles with the same key are the same game."""
    text = "".join(letter for letter in title[:MAX_TITLE] if unicodedata.category(letter) != "So")
    words = folded(text).split()
    return "".join([word for word in words if word not in _SILENT] or words)


def title_keys(title: str) -> Iterator[str]:
    """The key of a title, then those of the title without its edition."""
    title = title[:MAX_TITLE]
    yield title_key(title)
    title = _ADDED.split(title, maxsplit=1)[0]
    bare = _PARENTHESES.sub(lambda part: " " if is_edition(part[0]) else part[0], title).strip()
    yield title_key(bare)
    for start, end in reversed([found.span() for found in _SEPARATOR.finditer(bare)]):
        if not is_edition(bare[end:]):
            break
        bare = bare[:start]
        yield title_key(bare)
    words = bare.split()
    while len(words) > 1 and is_edition(words[-1]):
        words.pop()
        while len(words) > 1 and _NUMBER.fullmatch(folded(words[-1])):
            words.pop()
        yield title_key(" ".join(words))


def series_keys(title: str) -> Iterator[str]:
    """The keys of what stands before a separator, the longest first: `Exit: The Game` of its boxes."""
    for found in reversed([*_SEPARATOR.finditer(title[:MAX_TITLE])]):
        yield title_key(title[: found.start()])


def is_edition(part: str) -> bool:
    """True if a part of a title says its edition only: `2nd ed.`, `Edycja polska`, `Big Box 5`, `2016`."""
    words = folded(part).split()
    return any(map(_EDITION.fullmatch, words)) or all(
        _ADDITION.fullmatch(word) or _NUMBER.fullmatch(word) for word in words
    )
