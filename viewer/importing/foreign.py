"""Reads files of other programs: the import options for tables, and which problems lose data."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import importers
from core.messages import Message, joined, message
from importers import bga, confidence, headers, mapping, table, textlist
from importers.cell_values import Decimal
from importers.cells import Part
from importers.confidence import SURE, THRESHOLD, Confidence
from importers.headers import Meaning
from importers.imported_play import Importer, ImportProblem, ImportReport, UnreadableFile
from importers.mapping import Column, Mapping, Shape
from importers.sample_match import sample_match


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """Import options for tables and lists that override the guess; None or empty keeps the guess.

    `columns` are pairs of a header, or a number from 1, and a meaning; an `int` is always a number, never a header.
    `sheet` is the name of one of several tables.
    """

    columns: Sequence[tuple[str | int, Meaning]] = ()
    sheet: str | None = None
    shape: Shape | None = None
    day_first: bool | None = None
    decimal: Decimal = None
    game: str | None = None

    @property
    def has_columns(self) -> bool:
        """Whether the user chose the meaning of columns or rows, so that nothing is left to ask."""
        return bool(self.columns or self.shape)

    def mapping(self, data: bytes) -> Mapping:
        """The mapping for a table. Raises UnreadableFile for an unknown sheet or column."""
        guessed = table.guess(data) if self.sheet is None else mapping.guess(self._part(table.parts(data)))
        columns = list(guessed.columns)
        for name, meaning in self.columns:
            named = [place for place, column in enumerate(columns) if column.header.casefold() == str(name).casefold()]
            if isinstance(name, int) or (not named and name.isdecimal() and 0 < int(name) <= len(columns)):
                named = [int(name) - 1]
            if not named:
                there = ", ".join(column.header or "(no header)" for column in columns)
                raise UnreadableFile(
                    message("There is no column {name!r}; the columns are {there}.", name=name, there=there)
                )
            for place in named:
                columns[place] = Column(columns[place].header, meaning)
        overrides = {"shape": self.shape, "day_first": self.day_first, "decimal": self.decimal, "game": self.game}
        given: dict[str, Any] = {name: value for name, value in overrides.items() if value is not None}
        return replace(guessed, columns=tuple(columns), **given)

    def _part(self, parts: Sequence[Part]) -> Part:
        for part in parts:
            if part.name == self.sheet:
                return part
        there = ", ".join(part.name for part in parts) or message("none with names")
        raise UnreadableFile(
            message("There is no table {name!r} in this file; there are {there}.", name=self.sheet, there=there)
        )


@dataclass(frozen=True)
class Read:
    """A file, read by its importer; `mapping` is the mapping of a table, else None."""

    format: str
    reading: ImportReport
    mapping: Mapping | None = None
    confidence: Confidence = SURE

    def described(self) -> tuple[str, ...]:
        """How the file was read, in sentences: the meaning of each column, a sample match, the reasons for doubt."""
        if self.format not in (table.KEY, textlist.KEY):
            return ()
        columns = mapping.described(self.mapping) if self.mapping else ()
        return (*columns, *self._sample_and_doubts())

    def _sample_and_doubts(self) -> Iterator[str]:
        if self.reading.plays:
            yield message("The first match: {match}", match=sample_match(self.reading.plays))
        if self.confidence.percent < 100:
            yield message(
                "Confidence in this reading: {percent} % (an import below {threshold} % asks).",
                percent=self.confidence.percent,
                threshold=THRESHOLD,
            )
            yield from self.confidence.doubts

    def is_loss(self, problem: ImportProblem) -> bool:
        """Whether the problem left out a play; false if it concerns a play that was read."""
        return not {problem.where, problem.where.partition(",")[0]} & self._kept

    @cached_property
    def _kept(self) -> frozenset[str]:
        return frozenset(play.where for play in self.reading.plays)


def refusal(sure: Confidence) -> Message:
    """The sentence for a file that was not imported because its reading is not sure and was not confirmed."""
    return message(
        "Nothing was imported: the confidence in the guessed reading is {percent} %, below {threshold} %: {doubts} "
        "Check it and repeat with --yes, or name the columns with --column HEADER=MEANING.",
        percent=sure.percent,
        threshold=THRESHOLD,
        doubts=joined(sure.doubts),
    )


def meaning(word: str) -> Meaning:
    """The meaning of a column with this name. Raises ValueError with the list of meanings."""
    for known in headers.MEANINGS:
        if known == word:
            return known
    raise ValueError(f"{word!r} is nothing a column holds: {', '.join(headers.MEANINGS)}.")


def read(data: bytes, options: ImportOptions) -> Read:
    """Reads a file with the importer for its content. Raises UnreadableFile."""
    importer = _importer(data, is_table=bool(options.columns or options.sheet))
    if importer is table:
        mapping = options.mapping(data)
        if not options.has_columns:
            confidence.refuse_unnamed(mapping)
        reading = table.read(data, mapping, alone=options.sheet is not None)
        sure = SURE if options.has_columns else confidence.of_table(mapping, reading)
        return Read(table.KEY, reading, mapping, sure)
    if importer is textlist:
        reading = textlist.read(data, options.day_first, options.game or "")
        return Read(textlist.KEY, reading, None, confidence.of_list(reading))
    if importer is bga:
        return Read(bga.KEY, bga.read(data, options.game or ""))
    return Read(importer.KEY, importer.read(data))


def _importer(data: bytes, *, is_table: bool) -> Importer:
    """The importer for this content; `is_table` forces a table if the headers are not sufficient to detect one."""
    try:
        found = importers.recognized(data)
    except UnreadableFile:
        if not is_table:
            raise
        return table
    return table if is_table and found is textlist else found
