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
    """

    __slots__ = ("many", "number", "template", "values")
    template: str
    values: tuple[tuple[str, Value], ...]
    many: str
    number: int

    def __str__(self) -> "Phrase":
        return self  # So that the sentence of an exception still knows its template.


@lru_cache(maxsize=8192, typed=True)  # The lists of legal moves ask for the same few refusals over and over.
def phrase(template: str, /, **values: Value) -> Phrase:
    """`template` with `values` filled in as `str.format` does; a text without values stays as it is."""
    return _made(template, "", 0, values)


@lru_cache(maxsize=1024, typed=True)
def phrase_of(one: str, many: str, number: int, /, **values: Value) -> Phrase:
    """`one` or `many` as `number` asks; `{number}` stands for it in both."""
    return _made(one, many, number, values | {"number": number})


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


def _made(template: str, many: str, number: int, values: dict[str, Value]) -> Phrase:
    chosen = template if not many or number == 1 else many
    made = Phrase(chosen.format(**values) if values else chosen)
    made.template, made.many, made.number, made.values = template, many, number, tuple(values.items())
    return made
