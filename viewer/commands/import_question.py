"""A table or list as it was understood: its first plays, what is not used, what is doubtful; and the question."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import typer

from core.messages import for_commands
from importers.summary import Remark
from viewer.locale.plain_text import fit, pad, width

if TYPE_CHECKING:
    from importers.reading import Read

SAMPLE: Final = 3
"""Plays shown of each reading."""

_GAME: Final = 30
"""Columns of the terminal for the title of a game."""


@dataclass(frozen=True)
class Question:
    """Shows each file on the terminal and asks if its reading is not sure; without a terminal the answer is no.

    `number` is the reading that was chosen beforehand, from 1. `shown` are the remarks that are on the terminal.
    """

    number: int | None = None
    is_dry_run: bool = False
    is_quiet: bool = False
    shown: set[Remark] = field(default_factory=set)

    def __call__(self, name: str, found: "Read") -> "Read | None":
        if not self.is_quiet and found.described():
            self._show(name, found)
        taken = self._taken(found)
        if not self.is_quiet and taken is not None:
            self.shown.update(Remark(name, sentence) for sentence in taken.described())
        return taken

    def _taken(self, found: "Read") -> "Read | None":
        readings = (found, *found.others)
        if not found.asks:
            return found
        if self.number is not None:
            return readings[self.number - 1] if self.number <= len(readings) else None
        if self.is_dry_run:
            return found
        return None if self.is_quiet or not sys.stdin.isatty() else _answer(readings)

    def _show(self, name: str, found: "Read") -> None:
        for line in _reading_lines(name, found):
            typer.echo(line)
        described = found.described()
        said = described if found.asks or self.is_dry_run else described[: bool(found.confirmed_on)]
        for sentence in said:
            typer.echo(f"{name}: {for_commands(sentence)}")
        self.shown.update(Remark(name, sentence) for sentence in described)


def _reading_lines(name: str, found: "Read") -> Iterator[str]:
    readings = (found, *found.others) if found.asks else (found,)
    if len(readings) == 1:
        yield f"{name}: the first plays"
        yield from _play_lines(found)
    else:
        yield f"{name}: this can be read in {len(readings)} ways"
        for number, one in enumerate(readings, 1):
            yield f"{number}  {_taken_for(one)}"
            yield from _play_lines(one)
    if found.unused:
        yield f"{name}: not used: {', '.join(found.unused)}"


def _taken_for(found: "Read") -> str:
    """The meanings that a reading gives the columns."""
    from importers import sample
    from importers.tables import mapping

    if found.mapping is None:
        return "a list of plays"
    shape, *_ = mapping.described(found.mapping)
    columns = (f"{held}: {', '.join(headers)}" for held, headers in sample.used_columns(found.mapping).items())
    return f"{shape} {'; '.join(columns)}"


def _play_lines(found: "Read") -> Iterator[str]:
    from importers import sample

    rows = sample.sample_rows(found.reading.plays, SAMPLE)
    titles = [fit(sample.game(row), _GAME) for row in rows]
    widest = max(map(width, titles), default=0)
    for row, title in zip(rows, titles, strict=True):
        players, winners = fit(sample.standings(row), 100), fit(sample.winners(row), 60)
        yield f"   {row.played_on or 'no date':<10}  {pad(title, widest)}  {players}: {winners}"
    if more := len(found.reading.plays) - len(rows):
        yield f"   and {more} more"


def _answer(readings: "Sequence[Read]") -> "Read | None":
    if len(readings) == 1:
        question = f"Import {len(readings[0].reading.plays)} matches read like this?"
        return readings[0] if typer.confirm(question, default=False) else None
    numbered: dict[str, Read | None] = {str(number): one for number, one in enumerate(readings, 1)}
    return _choice("Which one is right?", numbered | {"n": None})


def _choice(question: str, answers: "dict[str, Read | None]") -> "Read | None":
    """The value of the answer, the last one by default; asks again until it is one of them."""
    words = " / ".join(answers)

    def known(word: str) -> str:
        if word not in answers:
            raise typer.BadParameter(f"Answer {words}.")
        return word

    return answers[typer.prompt(f"{question} {words}", default=[*answers][-1], value_proc=known)]
