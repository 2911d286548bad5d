"""Sentences with values in them that can still be said in another language.

`core` speaks English. A `Phrase` is that English sentence, a `str` like any other, and remembers the template and the
values it was made of: whoever shows it may say the same template in the reader's language.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

Value: TypeAlias = "str | int | float | None"
"""What stands in a phrase: a number, a text that stays as it is (a name, a field), or a `Phrase`, said in turn."""


class Phrase(str):
    """An English text that knows its template.

    `template` is the singular where there are two; then `many` is the plural and `number` decides between them.
    `context` is a word where English says the same of things that other languages tell apart.
    """

    __slots__ = ("context", "many", "number", "template", "values")
    template: str
    values: tuple[tuple[str, Value], ...]
    many: str
    number: int
    context: str

    def __str__(self) -> "Phrase":
        return self  # So that the sentence of an exception still knows its template.


def phrase(template: str, /, **values: Value) -> Phrase:
    """`template` with `values` filled in as `str.format` does; a text without values stays as it is."""
    for value in values.values():
        if isinstance(value, Phrase):  # Phrases that read alike may come from different templates.
            return _made(template, values)
    return _plain(template, **values)


@lru_cache(maxsize=8192, typed=True)  # The lists of legal moves ask for the same few refusals over and over.
def _plain(template: str, /, **values: Value) -> Phrase:
    return _made(template, values)


def phrase_in(context: str, template: str, /, **values: Value) -> Phrase:
    """The same in a context: the displays of one game have another name than those of another."""
    return _made(template, values, context=context)


def phrase_of(one: str, many: str, number: int, /, **values: Value) -> Phrase:
    """`one` or `many` as `number` asks; `{number}` stands for it in both."""
    return _made(one, values | {"number": number}, many, number)


def word(text: str) -> Phrase:
    """A word of a game that stands in a phrase, as it is in logs: `blue`, `left`."""
    return phrase(text)


def as_written(text: str) -> Phrase:
    """What people wrote at the table: the same in every language."""
    return phrase("{text}", text=text)


def series(words: Sequence[str]) -> Phrase:
    """Words of a game in a row: `blue, red`."""
    named = {f"word{place}": word(text) for place, text in enumerate(words)}
    return phrase(", ".join(f"{{{name}}}" for name in named), **named)


def _made(template: str, values: dict[str, Value], many: str = "", number: int = 0, context: str = "") -> Phrase:
    chosen = template if not many or number == 1 else many
    made = Phrase(chosen.format(**values) if values else chosen)
    made.template, made.values = template, tuple(values.items())
    made.many, made.number, made.context = many, number, context
    return made
