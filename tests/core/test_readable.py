"""What people can read in one line, and how a sentence quotes what they cannot."""

import pytest

from core.messages import message
from core.readable import is_readable, quoted, readable

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
NEWEST = "\U0001faea"
"""An emoji that the Unicode of this Python may not know yet."""

SEEN = [
    "Anna",
    "Anna \U0001f3b2",
    FAMILY,
    ENGLAND,
    NEWEST,
    "\u2764\ufe0f",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
]
HIDDEN = ["", " ", "\u200d", "a\x00b", "a\nb", "a\x1b[2J", "a\u202eb", "a\u200bb", "a\ud800b", "a\ue000b", "a\uffffb"]


@pytest.mark.parametrize("text", SEEN)
def test_emoji_and_what_joins_them_are_readable_and_quoted_as_they_are(text: str) -> None:
    assert is_readable(text)
    assert readable(text) == text
    assert quoted(text) == f"'{text}'"


@pytest.mark.parametrize("text", HIDDEN)
def test_what_nobody_sees_is_not_readable_and_quoted_without_escapes(text: str) -> None:
    assert not is_readable(text)
    said = message("{name!r} is taken.", name=text)
    assert "\\" not in said
    assert is_readable(said)


def test_an_apostrophe_stands_in_double_quotes() -> None:
    assert quoted("Anna's") == '"Anna\'s"'
    assert message("{seat!r} and {name!r}", seat=3, name="a\\b") == "3 and 'a\\b'"
