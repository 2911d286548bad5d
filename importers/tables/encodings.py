"""The encoding of a text: what its bytes say, and what else they may say.

A text that is not Unicode does not name its encoding. The same bytes are `Иван` in Windows-1251 and `Èâàí` in
Windows-1252, and both are words to a program.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, pairwise
from typing import Final

from charset_normalizer import from_bytes

from core.messages import Message, message
from importers.tables import headers

_TELLING: Final = 100_000
"""Bytes used to detect the encoding of a text."""

_EASTERN: Final = frozenset(b"\x8a\x8d\x8e\x9a\x9d\x9e")
_CZECH: Final = frozenset(b"\xe8\xec\xf8\xf9"), frozenset(b"\xe1\xed\xfd")
_ROMANIAN: Final = re.compile(rb"[a-z]\xba[a-z]|[a-z]\xfe")
_POLISH: Final = re.compile(rb"[a-z][\xb3\xb9\xbf][a-z]|[a-z]\xb3\xf3|\xa3[a-z]{2}|\x9c\xe6")
"""Letters of Windows-1250 that in 1252 are rare (š ť ž, ş ţ, ł ą ż) or do not occur together (č ě ř ů, á í ý)."""

_TRIED: Final = (
    *("cp1252", "cp1250", "cp1251", "gb18030", "cp1254", "cp1253", "cp1256", "cp1255", "koi8_u", "euc_kr", "shift_jis"),
    *("big5", "cp1257", "cp874", "euc_jp", "cp866", "mac_roman", "cp850", "cp852", "iso8859_2", "iso8859_5"),
    *("iso8859_6", "mac_cyrillic", "mac_latin2", "cp737", "cp855"),
)
"""The usual encodings of programs that do not write Unicode, as names of Python codecs, the most usual ones first."""

_WESTERN: Final = ("cp1252", "cp1250")

_SHOWN: Final = 3
MAX_OTHERS: Final = 4
"""Words and other encodings that are shown."""

_SLACK: Final = 0.06
"""Share of signs out of place by which a decoding may be worse than the best one and still be meant."""

_LESS: Final = 0.1
"""Share of letters among the signs beyond ASCII by which a decoding may be worse: `Jos‚` in Windows-1250 is `José`."""

_WORD: Final = re.compile(r"[^\W\d_]+")
_PUNCTUATION: Final = frozenset("„“”‘’–—…«»€")
_NO_LETTERS: Final = frozenset("ªº") | {chr(code) for code in range(0x02B0, 0x0300)}
"""Signs that stand beside words in texts of any language, and signs that are called letters and are in no name."""

_SEPARATOR: Final = re.compile(r"[,;\t|]")


def encoding_of(data: bytes) -> str:
    """The encoding of a text as the name of a Python codec: by its byte order mark, else the first of `candidates`."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-32" if data.startswith(b"\xff\xfe\0\0") else "utf-16"
    for place, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if data[place:200:2].count(0) > len(data[:200]) // 4 and 0 not in data[1 - place : 200 : 2]:
            return encoding
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return candidates(data)[0]
    return "utf-8-sig"


def _is_eastern(data: bytes) -> bool:
    letters = {*data}
    return (
        bool(letters & _EASTERN)
        or {0xEC, 0xF8} <= letters
        or all(letters & one for one in _CZECH)
        or bool(_ROMANIAN.search(data) or _POLISH.search(data))
    )


def candidates(data: bytes) -> tuple[str, ...]:
    """The encodings in which a text that is not Unicode has words, the likeliest first, each of other words.

    Only the first where its letters beyond ASCII are in a header that Partie knows: `Hráč`.
    """
    return _candidates(data[:_TELLING])


@lru_cache(maxsize=4)  # One reading of a file asks several times.
def _candidates(start: bytes) -> tuple[str, ...]:
    usual = "cp1250" if _is_eastern(start) else "cp1252"
    words = _decoded(start, usual)
    if any(
        not title.isascii() and headers.meaning(title) for line in words.splitlines()[:3] for title in _titles(line)
    ):
        return (usual,)
    found = list(from_bytes(start, cp_isolation=list(_TRIED)))
    least = min((match.chaos for match in found), default=0.0)
    likely = [match.encoding for match in found if match.chaos <= least + _SLACK]
    if usual in likely or any(_decoded(start, one) == words for one in likely):
        likely = [usual, *likely]
    shares = {one: _share_of_letters(_decoded(start, one)) for one in likely}
    likely = [one for one in likely if shares[one] >= max(shares.values()) - _LESS]
    odd = {one: sum(map(_is_odd, _WORD.findall(_decoded(start, one)))) for one in likely}
    by_words = dict[str, str]()
    for encoding in sorted(likely, key=lambda one: (one != usual, _TRIED.index(one))) or [usual]:
        if odd.get(encoding, 0) == min(odd.values(), default=0):
            by_words.setdefault(_decoded(start, encoding), encoding)
    return tuple(by_words.values())


def _is_odd(word: str) -> bool:
    """True if a word has letters of two scripts, or a capital behind a small letter, as wrong decodings have."""
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
    is_mixed = len(scripts - {"HIRAGANA", "KATAKANA", "CJK"}) + bool(scripts & {"CJK"}) > 1
    return not word.isascii() and (is_mixed or any(one.islower() and other.isupper() for one, other in pairwise(word)))


def _share_of_letters(words: str) -> float:
    signs = [sign for sign in words if not sign.isascii() and sign not in _PUNCTUATION]
    return sum(sign.isalpha() and sign not in _NO_LETTERS for sign in signs) / max(1, len(signs))


def doubts(data: bytes, encoding: str) -> Iterator[Message]:
    """Words of the text in this encoding and in the others that it may be in; none of Latin letters in one encoding."""
    if encoding not in _TRIED:
        return
    others = [one for one in candidates(data) if one != encoding]
    words = {one: ", ".join(_words(data, one)) for one in (encoding, *others[:MAX_OTHERS])}
    if others:
        yield message(
            "The text is not Unicode: {words} may also be {others}. If none is right, save the file as UTF-8.",
            words=words.pop(encoding),
            others="; ".join(words.values()),
        )
    elif encoding not in _WESTERN:
        yield message(
            "The text is not Unicode and was read as {encoding}: {words}. If that is wrong, save the file as UTF-8.",
            encoding=called(encoding),
            words=words[encoding],
        )


def called(encoding: str) -> str:
    """The usual name of a codec: `Windows-1250`, `ISO-8859-5`; empty for Unicode."""
    if encoding.startswith("utf"):
        return ""
    usual = encoding.removeprefix("cp") if encoding.startswith("cp125") else ""
    return f"Windows-{usual}" if usual else encoding.upper().replace("ISO8859", "ISO-8859").replace("_", "-")


def _words(data: bytes, encoding: str) -> list[str]:
    """Some words that the encoding decides."""
    words = (word for word in _WORD.findall(_decoded(data[:_TELLING], encoding)) if not word.isascii())
    return list(islice(dict.fromkeys(words), _SHOWN))


def _decoded(data: bytes, encoding: str) -> str:
    return data.decode(encoding, "replace")


def _titles(line: str) -> list[str]:
    return [title.strip(' "') for title in _SEPARATOR.split(line)]
