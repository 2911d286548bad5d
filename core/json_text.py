"""JSON as text: parsed within limits, and written as the log has it."""

import json
import re
from json.encoder import encode_basestring
from math import isfinite
from typing import Any, Final


class WrongShape(ValueError):
    """JSON that is no value of a type: `why`, and the `place` of the first wrong part. The message is one line."""

    def __init__(self, why: str, *place: str | int) -> None:
        super().__init__(why)
        self.why, self.place = why, place

    def within(self, place: str | int) -> "WrongShape":
        return WrongShape(self.why, place, *self.place)

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.place)) or 'event'}: {self.why}"


MAX_DEPTH: Final = 200
"""Maximum number of lists and objects within each other, an empty one in the last not counted."""

_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_FIRST_PART: Final = re.compile(r'\[\s*(?=[^\s\]])|\{\s*"(?:[^"\\]|\\.)*"\s*:\s*(?=\S)', re.DOTALL)

_PARSER: Final = json.JSONDecoder()


def parsed(text: str) -> Any:
    """The value of a text in JSON. Raises WrongShape."""
    if len(text) > MAX_DEPTH and text.count("[") + text.count("{") > MAX_DEPTH:
        _check_depth(text)
    text = text.strip(" \t\n\r")
    try:
        value, end = _PARSER.raw_decode(text)
        if end < len(text):
            raise WrongShape(f"Invalid JSON: more text from character {end + 1} on")
        if "\\u" in text:
            compact(value).encode()
    except json.JSONDecodeError as error:
        raise WrongShape(f"Invalid JSON: {error.msg} at line {error.lineno} column {error.colno}") from None
    except UnicodeEncodeError:
        raise WrongShape("Invalid JSON: half a character (a lone surrogate)") from None
    except WrongShape:
        raise
    except ValueError:  # Python's message would explain how to raise its limit.
        raise WrongShape("Invalid JSON: a number with too many digits") from None
    return value


def _check_depth(text: str) -> None:
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += (found[0] in "[{") - (found[0] in "]}")
        if depth > MAX_DEPTH and (first := _FIRST_PART.match(text, found.start())):
            line, column = text.count("\n", 0, first.end()) + 1, first.end() - text.rfind("\n", 0, first.end())
            raise WrongShape(f"Invalid JSON: recursion limit exceeded at line {line} column {column}")


def compact(value: object) -> str:
    """A value of the types that the parser gives, and NamedTuples of them as lists, as JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


text_of = encode_basestring
"""A text as JSON."""


def number_text(value: float) -> str:
    """A number as JSON; one that is none or infinite is null."""
    if not isinstance(value, float):
        return int.__repr__(value)
    if not isfinite(value):
        return "null"
    mantissa, small, exponent = float.__repr__(value).partition("e-")
    if exponent == "05":
        sign, digits = ("-", mantissa[1:]) if value < 0 else ("", mantissa)
        return f"{sign}0.0000{digits.replace('.', '')}"
    return f"{mantissa}{small}{exponent.lstrip('0')}"
