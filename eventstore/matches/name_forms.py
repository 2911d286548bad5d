"""Finds a name in all forms in which people write it: letter cases, Unicode forms, separators.

Texts are compared *folded*: compatibility forms (full width, ligatures, non-breaking spaces), letter case, the Turkish
dotless i and the German sharp s are made equal, characters without a width dropped. Accents count: Jan is not Ján.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

_SAME: Final = {ord(quote): "'" for quote in "\u2018\u2019\u201b\u02bc\u0060\u00b4\u02b9\u2032"} | {
    ord(dash): "-" for dash in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
}
_FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Characters that display nothing, although Unicode does not class them as format characters."""

_MARKS: Final = r"\u0300-\u036f"
_HIDDEN: Final = rb"(?:\xe2\x80[\x8b-\x8f]|\xe2\x81\xa0|\xc2\xad|\xef\xbb\xbf|\\u(?:200[b-f]|00ad|feff|2060))*"
"""Characters without a width, in UTF-8 and as JSON escapes."""

_SEPARATED: Final = r"(?:\s*[._\-'+/:]?\s*)"
"""Separator between words of a name: nothing, white space, or one of these with white space around it."""

_INNER: Final = "._:@"
"""Punctuation that is part of a word, as in the account `bgg:anna_b`."""


class NameForms:
    """The patterns of all forms of these names and accounts."""

    def __init__(self, names: Iterable[str]) -> None:
        words = sorted({tuple(_words(name)) for name in names}, key=lambda each: -sum(map(len, each)))
        exact = "|".join(_SEPARATED.join(map(re.escape, each)) for each in words)
        self._exact = re.compile(rf"(?<![^\W_]|[{_MARKS}])(?:{exact})(?![^\W_]|[{_MARKS}])")
        self._anywhere = re.compile(exact)

    def replaced(self, text: str, by: str) -> str:
        """The text with `by` in place of each name that is in it as whole words."""
        folded, places = _fold(text)
        parts, end = [], 0
        for match in self._exact.finditer(folded):
            start, stop = places[match.start()][0], places[match.end() - 1][1]
            if start < end:
                continue
            parts += [text[end:start], by]
            end = stop
        return "".join((*parts, text[end:]))

    def is_in(self, text: str) -> bool:
        """True if a name is in the text, also within other words."""
        return self._anywhere.search(_fold(text)[0]) is not None


def in_bytes(name: str) -> re.Pattern[bytes]:
    """A pattern of the name in a file, also within other words: as UTF-8 or JSON escapes, in any Unicode form."""
    between = rb"(?:[\s._\-'+/:]|\xc2[\xa0\xad]|\xe2\x80[\x80-\x99\xaf]|\xe2\x81\xa0|\xe3\x80\x80|\xef\xbb\xbf|\\[nrt]"
    between += rb"|\xef\xbc[\x81-\x8f\x9a-\xa0\xbb-\xbf]|\\uff(?:0[0-9a-f]|3[b-f])"
    between += rb"|\\u(?:00a0|00ad|feff|3000|20[0-9a-f]{2})){0,8}"
    words = (_HIDDEN.join(map(_letter_in_bytes, re.findall("ss|.", word, re.S))) for word in _words(name))
    return re.compile(between.join(words), re.IGNORECASE)


def _letter_in_bytes(letter: str) -> bytes:
    if letter == "ss":  # As two letters, or as the sharp s.
        return b"(?:" + _HIDDEN.join([_letter_in_bytes("s")] * 2) + b"|" + _letter_in_bytes("ß") + b")"
    forms = {letter, letter.upper(), letter.title()} | {"i": {"ı", "İ"}, "ß": {"ẞ"}}.get(letter, set())
    forms |= {unicodedata.normalize("NFC", form) for form in forms} | {
        unicodedata.normalize("NFD", form) for form in forms
    }
    forms |= {form.lower() for form in forms}  # Only ASCII is compared without case; an İ is an i and a dot.
    forms |= {_full_width(form) for form in forms}
    written = {_HIDDEN.join(map(_character_in_bytes, form)) for form in forms}
    longest_first = sorted(written, key=len, reverse=True)
    return b"(?:" + b"|".join(longest_first) + b")"


def _full_width(text: str) -> str:
    return "".join(chr(ord(one) + 0xFEE0) if one.isascii() and one.isalnum() else one for one in text)


def _character_in_bytes(one: str) -> bytes:
    return b"(?:" + re.escape(one.encode()) + b"|" + re.escape(_ascii_only(one).encode()) + b")"


def _ascii_only(text: str) -> str:
    """The text as in a JSON string of ASCII only, without quotes."""
    units = text.encode("utf-16-be", "surrogatepass")
    codes = (int.from_bytes(units[at : at + 2]) for at in range(0, len(units), 2))
    return "".join(chr(code) if code < 0x80 else f"\\u{code:04x}" for code in codes)


def _words(name: str) -> list[str]:
    """The folded name split at white space and punctuation but that of accounts; a name without letters is one word."""
    folded = _fold(name)[0]
    spaced = "".join(" " if unicodedata.category(one)[0] in "ZPSC" and one not in _INNER else one for one in folded)
    return [word for each in spaced.split() if (word := each.strip(_INNER))] or [folded]


def _fold(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The folded text, and for each of its characters the start and the end of its origin in the text."""
    if text.isascii():
        return text.lower().translate(_SAME), [(at, at + 1) for at in range(len(text))]
    folded, places = list[str](), list[tuple[int, int]]()
    for start, stop in _clusters(text):
        letters = _folded(text[start:stop])
        folded.append(letters)
        places += [(start, stop)] * len(letters)
    return "".join(folded), places


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each character with the marks and invisible characters after it."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not _is_attached(text[at]):
            yield start, at
            start = at


@lru_cache(4096)
def _is_attached(letter: str) -> bool:
    return unicodedata.combining(letter) != 0 or _is_invisible(letter)


@lru_cache(4096)
def _is_invisible(letter: str) -> bool:
    return unicodedata.category(letter) == "Cf" or letter in _FILLERS or "\ufe00" <= letter <= "\ufe0f"


@lru_cache(65536)
def _folded(cluster: str) -> str:
    seen = "".join(letter for letter in cluster if not _is_invisible(letter)).translate(_SAME)
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", seen).casefold())
    plain = plain.replace("i\u0307", "i").replace("\u0131", "i")
    return unicodedata.normalize("NFC", plain)
