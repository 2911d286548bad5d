"""A language that is none: every letter of a known message becomes a Cyrillic one; what is not translated stands out.

Placeholders stay, and with them names, numbers and notation.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations

from tests.viewer.messages import messages
from viewer.locale import language

SPOKEN = "cs_CZ"
"""A locale the viewer does not speak, so that nothing that is kept by language meets the real ones."""

_PARTS = re.compile(r"(\{[^}]*\})|[^\W\d_]")


def pseudo(message: str) -> str:
    return _PARTS.sub(lambda found: found[1] or "ж", message)


class Pseudo(NullTranslations):
    """Knows the messages of the sources and no other, whether the catalogues have them yet or not."""

    def __init__(self) -> None:
        super().__init__()
        self.known = {text for message in messages() for text in (message.text, message.many) if text}

    def gettext(self, message: str) -> str:
        return pseudo(message) if message in self.known else message

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@contextmanager
def spoken() -> Iterator[None]:
    """In this block the viewer speaks the pseudo language."""
    real, before = language.translations, language.current()
    pseudo_language = Pseudo()
    language.translations = lambda key: pseudo_language if key == SPOKEN else real(key)  # type: ignore[assignment]
    language.set_language(SPOKEN)
    try:
        yield
    finally:
        language.translations = real
        language.set_language(before)
