"""Translatable sentences with values.

`core` writes English. A `Message` is an English sentence and a `str`, and keeps its template and its values: the viewer
can translate the template into the reader's language.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any, Final, TypeAlias

from core.readable import quoted

Value: TypeAlias = "str | int | float | None"
"""A value of a phrase: a number, a text that is not translated (a name, a field), or a `Message`, which is."""


class Message(str):
    """An English text that keeps its template.

    With a plural, `template` is the singular, `many` the plural, and `number` selects between them. `context` separates
    equal English texts that have different translations (gettext's msgctxt).
    """

    __slots__ = ("context", "many", "number", "template", "values")
    template: str
    values: tuple[tuple[str, Value], ...]
    many: str
    number: int
    context: str

    def __str__(self) -> "Message":
        return self  # `str(error)` of an exception must keep the template.


class ForCommands(str):
    """Words that only a command says, such as an option or the id of a rule; elsewhere nothing stands for them."""

    __slots__ = ()

    def __format__(self, _: str) -> str:
        return ""


def for_commands(text: str) -> str:
    """The English text with the words that only a command says."""
    if not isinstance(text, Message) or not text.values:
        return text
    values = {
        name: str(value) if isinstance(value, ForCommands) else for_commands(value) if isinstance(value, str) else value
        for name, value in text.values
    }
    return filled(text.template if not text.many or text.number == 1 else text.many, values)


class _Quoting(Formatter):
    """`{name!r}` quotes a text as people read it: no escapes of emoji, and no characters that control a terminal."""

    def convert_field(self, value: Any, conversion: Any) -> Any:
        return (
            quoted(value) if conversion == "r" and isinstance(value, str) else super().convert_field(value, conversion)
        )


_QUOTING: Final = _Quoting()


def filled(template: str, values: Mapping[str, Value]) -> str:
    """The template, in any language, with these values."""
    return _QUOTING.vformat(template, (), values) if "!r}" in template else template.format(**values)


def message(template: str, /, **values: Value) -> Message:
    """`template` with `values` filled in as by `str.format`; a text without values stays unchanged."""
    for value in values.values():
        if isinstance(value, Message):  # Not cached: phrases with equal text may have different templates.
            return _made(template, values)
    return _plain(template, **values)


def refilled(template: str, values: Mapping[str, Value]) -> Message:
    """The sentence of a template that was a `message` before, with values of now."""
    return _made(template, dict(values))


@lru_cache(maxsize=8192, typed=True)  # The lists of legal moves build the same few refusals many times.
def _plain(template: str, /, **values: Value) -> Message:
    return _made(template, values)


def message_in(context: str, template: str, /, **values: Value) -> Message:
    """`message` with a context: the displays of two games have different names in other languages."""
    return _made(template, values, context=context)


def message_of(one: str, many: str, number: int, /, **values: Value) -> Message:
    """`one` or `many`, selected by `number`, which fills `{number}` in both."""
    return _made(one, values | {"number": number}, many, number)


def term(text: str) -> Message:
    """A translatable word of a game as it is in logs: `blue`, `left`."""
    return message(text)


def literal(text: str) -> Message:
    """Text written by people, which is not translated."""
    return message("{text}", text=text)


def series(words: Sequence[str]) -> Message:
    """A list of words of a game: `blue, red`."""
    named = {f"word{place}": text if isinstance(text, Message) else term(text) for place, text in enumerate(words)}
    return message(", ".join(f"{{{name}}}" for name in named), **named)


def joined(sentences: Sequence[str], between: str = " ") -> Message:
    """Sentences one after the other, each translated, with this text between them."""
    named = {f"sentence{place}": sentence for place, sentence in enumerate(sentences)}
    return message(between.join(f"{{{name}}}" for name in named), **named)


def _made(template: str, values: dict[str, Value], many: str = "", number: int = 0, context: str = "") -> Message:
    chosen = template if not many or number == 1 else many
    made = Message(filled(chosen, values) if values else chosen)
    made.template, made.values = template, tuple(values.items())
    made.many, made.number, made.context = many, number, context
    return made
