"""The texts of stored events that may name people, and their redaction; pure functions over JSON text.

A row hash covers the data without these texts, and a salted digest of the texts. So the hash of a
redacted row still proves everything but the texts, and a guessed text cannot be tested once the salt is deleted.
"""

import json
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Final

SOMEBODY: Final = "somebody"
"""Stands in a redacted text in place of a name; also the name of a person without a stored name."""

_TEMPLATE: Final = frozenset(
    {("template", field) for field in ("title", "tie_break", "roles")} | {("template", "categories", "name")}
)

PERSONAL: Final[Mapping[str, frozenset[tuple[str, ...]]]] = {
    "MatchStarted": frozenset({("place",), ("tags",), ("title",), ("options", "title")}),
    "MatchDescribed": frozenset({("place",), ("tags",), ("title",), ("options", "title")}),
    "TakenBack": frozenset({("why",)}),
    "Corrected": frozenset({("why",)}),
    "ScoresClaimed": frozenset({("why",)}),
    "PointsAdjusted": frozenset({("why",)}),
    "MatchImported": frozenset(
        {("comment",), ("variant",), ("expansions",), ("more", "*")}
        | {("seats", field) for field in ("score", "team", "role", "color", "alias")}
    ),
    "DetailsNoted": frozenset(
        {("expansions",), ("scenario",), ("variant",), ("difficulty",), ("series",)}
        | {("seats", "roles", "name"), ("seats", "roles", "kind")}
        | {("seats", field) for field in ("team", "color", "handicap")}
    ),
    "TemplateChosen": _TEMPLATE,
    "TemplateSaved": _TEMPLATE,
    "TemplateRemoved": frozenset({("title",)}),
    "MatchWithdrawn": frozenset({("why",)}),
    "NoteWritten": frozenset({("text",), ("author",)}),
    "NoteChanged": frozenset({("text",)}),
    "PhotoAttached": frozenset({("caption",)}),
    "PhotoCaptioned": frozenset({("caption",)}),
    "PersonNamed": frozenset({("name",)}),
    "AccountLinked": frozenset({("account",)}),
    "ImportStarted": frozenset({("files",)}),
    "DevicePaired": frozenset({("device",)}),
    "DeviceRenamed": frozenset({("device",)}),
    "GamePriced": frozenset({("game",), ("currency",)}),
    "GamePictured": frozenset({("game",)}),
    "MappingConfirmed": frozenset({("header",), ("mapping", "*"), ("mapping", "columns", "header")}),
    "MappingForgotten": frozenset({("header",)}),
}
"""Fields that may be redacted, by event type, as paths of keys from the outermost; `*` is any key, arrays add no key.

Part of the formula of the row hash: a new field of a stored type needs a new revision of the hash, and no field may
be removed.
"""

_NAMES_ONLY: Final = frozenset({"PersonNamed", "AccountLinked"})
"""Types whose only text is the name itself; redacted, it is exactly `SOMEBODY`."""

_CUT: Final = "\x1e"
"""Marks the place of a text in the data without texts; JSON text cannot hold this character."""

_TOKEN: Final = re.compile(r'("(?:[^"\\\x00-\x1f]|\\.)*")([ \t\r\n]*:)?|[{}]')


def split(type: str, data: str) -> tuple[str, tuple[str, ...]]:
    """The data without its personal texts, and these texts as JSON strings, quotes included; both determine the data.

    Data that is not JSON has no texts.
    """
    spans = _spans(type, data)
    if not spans:
        return data, ()
    rest, end = [], 0
    for start, stop in spans:
        rest.append(data[end:start])
        end = stop
    return _CUT.join((*rest, data[end:])), tuple(data[start:stop] for start, stop in spans)


def redact(type: str, data: str, change: Callable[[str], str]) -> str:
    """The data with `change` applied to each personal text; all other characters stay the same."""
    parts, end = [], 0
    for start, stop in _spans(type, data):
        text = json.loads(data[start:stop])
        if (new := change(text)) != text:
            parts += [data[end:start], json.dumps(new, ensure_ascii=False)]
            end = stop
    return "".join((*parts, data[end:]))


def digest(texts: tuple[str, ...], salt: bytes = b"") -> str:
    """SHA-256 of personal texts as `split` returns them, in hexadecimal."""
    return sha256(salt + "\n".join(texts).encode()).hexdigest()


def redaction_digest(original: str, type: str, data: str) -> str:
    """The digest of a redacted row: that of its `original` texts, and that of its present ones."""
    return f"{original}-{digest(split(type, data)[1])}"


def original_digest(redaction_digest: str) -> str:
    """The digest of the original texts of a redacted row, from its redaction digest."""
    return redaction_digest.partition("-")[0]


def is_redacted(type: str, data: str) -> bool:
    """True if a redaction can have left this data: its event type may name people, and its texts hold `SOMEBODY`."""
    texts = [json.loads(text) for text in split(type, data)[1]]
    if type in _NAMES_ONLY:
        return texts == [SOMEBODY]
    return any(SOMEBODY in text for text in texts)


def _spans(type: str, data: str) -> list[tuple[int, int]]:
    """Start and end of each personal text in the data, quotes included."""
    fields = PERSONAL.get(type)
    if fields is None or _CUT in data:
        return []
    spans, keys = list[tuple[int, int]](), list[str]()
    for token in _TOKEN.finditer(data):
        text, is_key = token.groups()
        if text is None:
            if token[0] == "{":
                keys.append("")
            elif keys:
                keys.pop()
        elif not keys:
            return []
        elif is_key:
            keys[-1] = text[1:-1]
        elif tuple(keys) in fields or (len(keys) == 2 and (keys[0], "*") in fields):
            spans.append(token.span(1))
    return spans
