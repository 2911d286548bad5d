"""Files of other programs: what is wished of tables, and what is left out of a file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import importers
from core.phrase import phrase
from importers import cells, headers, mapping, table, textlist
from importers.cells import Part
from importers.headers import Meaning
from importers.mapping import Column, Mapping, Shape
from importers.marks import Decimal
from importers.play import Importer, Problem, Reading, Unreadable


@dataclass(frozen=True, slots=True)
class Wishes:
    """How tables and lists are to be read where it is not as guessed; None, or nothing, leaves the guess.

    `columns` are headers, or numbers from 1, and what stands in the columns; a number that is an `int` is no header.
    `sheet` is one of several tables.
    """

    columns: Sequence[tuple[str | int, Meaning]] = ()
    sheet: str | None = None
    shape: Shape | None = None
    day_first: bool | None = None
    decimal: Decimal = None
    game: str | None = None

    def mapping(self, data: bytes) -> Mapping:
        """How a table is to be read. Raises Unreadable for a sheet or a column that is not there."""
        guessed = table.guess(data) if self.sheet is None else mapping.guess(self._part(cells.parts(data)))
        columns = list(guessed.columns)
        for name, meaning in self.columns:
            named = [place for place, column in enumerate(columns) if column.header.casefold() == str(name).casefold()]
            if isinstance(name, int) or (not named and name.isdecimal() and 0 < int(name) <= len(columns)):
                named = [int(name) - 1]
            if not named:
                there = ", ".join(column.header or "(no header)" for column in columns)
                raise Unreadable(
                    phrase("There is no column {name!r}; the columns are {there}.", name=name, there=there)
                )
            for place in named:
                columns[place] = Column(columns[place].header, meaning)
        wished = {"shape": self.shape, "day_first": self.day_first, "decimal": self.decimal, "game": self.game}
        given: dict[str, Any] = {name: value for name, value in wished.items() if value is not None}
        return replace(guessed, columns=tuple(columns), **given)

    def _part(self, parts: Sequence[Part]) -> Part:
        for part in parts:
            if part.name == self.sheet:
                return part
        there = ", ".join(part.name for part in parts) or phrase("none with names")
        raise Unreadable(
            phrase("There is no table {name!r} in this file; there are {there}.", name=self.sheet, there=there)
        )


@dataclass(frozen=True)
class Read:
    """A file by the importer that knew it; `mapping` is how a table was read."""

    format: str
    reading: Reading
    mapping: Mapping | None = None

    def described(self) -> tuple[str, ...]:
        return mapping.described(self.mapping) if self.mapping else ()

    def is_loss(self, problem: Problem) -> bool:
        """Whether something was left out because of this problem, not only of a play that is there all the same."""
        return not {problem.where, problem.where.partition(",")[0]} & self._kept

    @cached_property
    def _kept(self) -> frozenset[str]:
        return frozenset(play.where for play in self.reading.plays)


def meaning(word: str) -> Meaning:
    """What a column may hold, by its name. Raises ValueError naming what there is."""
    for known in headers.MEANINGS:
        if known == word:
            return known
    raise ValueError(f"{word!r} is nothing a column holds: {', '.join(headers.MEANINGS)}.")


def read(data: bytes, wishes: Wishes) -> Read:
    """A file by its content. Raises Unreadable."""
    importer = _importer(data, is_table=bool(wishes.columns or wishes.sheet))
    if importer is table:
        wanted = wishes.mapping(data)
        return Read(table.KEY, table.read(data, wanted), wanted)
    if importer is textlist:
        return Read(textlist.KEY, textlist.read(data, wishes.day_first))
    return Read(importer.KEY, importer.read(data))


def _importer(data: bytes, *, is_table: bool) -> Importer:
    """The importer for this content; `is_table` for what else no header, or not enough of them, would say."""
    try:
        found = importers.recognized(data)
    except Unreadable:
        if not is_table:
            raise
        return table
    return table if is_table and found is textlist else found
