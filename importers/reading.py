"""Reads files of other programs: the importer by content, import options for tables, and which problems lose data."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, TypeAlias, get_args

from core.games.scoresheet import WinnersNamed
from core.messages import ForCommands, Message, joined, message
from eventstore.matches.confirmed_mappings import ConfirmedMapping
from importers import game_logs, unsupported
from importers.apps import bgg, bgstats
from importers.imported_play import ImportedPlay, Importer, ImportProblem, ImportReport, UnreadableFile
from importers.logs import abstractplay, bga
from importers.tables import confidence, headers, mapping, table, textlist
from importers.tables.cell_values import Decimal
from importers.tables.confidence import SURE, THRESHOLD, Confidence
from importers.tables.headers import Meaning
from importers.tables.mapping import Mapping as TableMapping
from importers.tables.mapping import Shape, TableColumn, Wins

Known: TypeAlias = Mapping[tuple[str, ...], ConfirmedMapping]
"""The mappings that people confirmed, by header."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """Import options for tables and lists that override the guess; None or empty keeps the guess.

    `columns` are pairs of a header, or a number from 1, and a meaning; an `int` is always a number, never a header.
    `sheet` is the name of one of several tables. `undated` and `wins` as in `Mapping`.
    """

    columns: Sequence[tuple[str | int, Meaning]] = ()
    sheet: str | None = None
    shape: Shape | None = None
    day_first: bool | None = None
    decimal: Decimal = None
    game: str | None = None
    undated: bool = False
    wins: Sequence[tuple[str, Wins]] = ()

    @property
    def has_columns(self) -> bool:
        """True if the user chose the meaning of columns or rows, so that nothing is left to ask."""
        return bool(self.columns or self.shape)

    @property
    def is_empty(self) -> bool:
        return all(getattr(self, field.name) in (None, False, (), []) for field in fields(self))

    def mapping(self, data: bytes) -> TableMapping:
        """The mapping for a table. Raises UnreadableFile for an unknown sheet or column."""
        try:
            return self.applied(table.guesses(data, self.sheet)[0])
        finally:
            table.forget()

    def applied(self, guessed: TableMapping) -> TableMapping:
        """The mapping with what these options say of it. Raises UnreadableFile for an unknown column."""
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
                columns[place] = TableColumn(columns[place].header, meaning)
        overrides = {"shape": self.shape, "day_first": self.day_first, "decimal": self.decimal, "game": self.game}
        given: dict[str, Any] = {name: value for name, value in overrides.items() if value is not None}
        given |= {"undated": True} if self.undated else {}
        given |= {"wins": tuple(self.wins)} if self.wins else {}
        return replace(guessed, columns=tuple(columns), **given)


@dataclass(frozen=True)
class Read:
    """A file, read by its importer; `mapping` is the mapping of a table, else None.

    `others` are readings of the same file that explain it about as well. Under `header` a mapping that a person
    confirms is kept; empty: it is not. `confirmed_on` is the day on which this one was confirmed; empty: it is a guess.
    `judged` is the confidence in a table whatever a person said of its columns.
    """

    format: str
    reading: ImportReport
    mapping: TableMapping | None = None
    confidence: Confidence = SURE
    others: tuple["Read", ...] = ()
    header: tuple[str, ...] = ()
    confirmed_on: str = ""
    judged: Confidence = SURE

    @property
    def asks(self) -> bool:
        """True if a person must confirm this reading, or choose another."""
        return self.confidence.asks and bool(self.reading.plays)

    @property
    def unused(self) -> tuple[str, ...]:
        """The headers of the columns that nothing of a play comes from."""
        return self.mapping.unused() if self.mapping else ()

    def described(self) -> tuple[str, ...]:
        """The reading of the file in sentences: the meaning of each column, a sample match, the reasons for doubt."""
        if self.format not in (table.KEY, textlist.KEY):
            return ()
        columns = mapping.described(self.mapping) if self.mapping else ()
        return (*self._confirmation(), *columns, *self._sample_and_doubts())

    def _confirmation(self) -> Iterator[str]:
        if self.confirmed_on:
            yield message(
                "Read like the file with this header of {day}{how}.",
                day=self.confirmed_on,
                how=ForCommands("; --forget guesses it anew"),
            )

    def _sample_and_doubts(self) -> Iterator[str]:
        if self.reading.plays:
            yield message("The first match: {match}", match=_sample(self.reading.plays))
        if self.confidence.percent < 100:
            yield message(
                "Confidence in this reading: {percent} % (an import below {threshold} % asks).",
                percent=self.confidence.percent,
                threshold=THRESHOLD,
            )
            yield from self.confidence.doubts

    def is_loss(self, problem: ImportProblem) -> bool:
        """True if the problem left out a play; false if it concerns a play that was read."""
        return not problem.kept and not {problem.where, problem.where.partition(",")[0]} & self._kept

    @cached_property
    def _kept(self) -> frozenset[str]:
        return frozenset(play.where for play in self.reading.plays)


def refusal(found: Read) -> Message:
    """The sentence for a file that was not imported because its reading is not sure and was not confirmed."""
    chosen = f"--reading 1 to {1 + len(found.others)}" if found.others else "--yes"
    return message(
        "Nothing was imported: the confidence in the guessed reading is {percent} %, below {threshold} %: {doubts} "
        "Check it{how}.",
        percent=found.confidence.percent,
        threshold=THRESHOLD,
        doubts=joined(found.confidence.doubts),
        how=ForCommands(f" and repeat with {chosen}, or name the columns with --column HEADER=MEANING"),
    )


def wins(words: Sequence[str]) -> list[tuple[str, Wins]]:
    """Pairs of a title and who wins, of `most` and `Golf=fewest`. Raises ValueError for other words."""
    pairs = list[tuple[str, Wins]]()
    for written in words:
        title, _, rule = written.rpartition("=")
        known = next((known for known in get_args(Wins) if known == rule.strip()), None)
        if known is None:
            raise ValueError(message("{word!r} does not say who wins: most, fewest or named.", word=rule.strip()[:40]))
        pairs.append((title.strip(), known))
    return pairs


def meaning(word: str) -> Meaning:
    """The meaning of a column with this name. Raises ValueError with the list of meanings."""
    for known in headers.MEANINGS:
        if known == word:
            return known
    raise ValueError(f"{word!r} is nothing a column holds: {', '.join(headers.MEANINGS)}.")


def read(data: bytes, options: ImportOptions, known: Known = MappingProxyType({})) -> Read:
    """Reads a file with the importer for its content. Raises UnreadableFile.

    A table whose columns are not given is read with the mapping that was confirmed for its header, if it fits.
    """
    try:
        return _read(data, options, known)
    finally:
        table.forget()


def _read(data: bytes, options: ImportOptions, known: Known) -> Read:
    importer = _importer(data, is_table=bool(options.columns or options.sheet))
    if importer is table:
        return _read_table(data, options, known)
    if importer is textlist:
        reading = textlist.read(data, options.day_first, options.game or "")
        return Read(textlist.KEY, reading, None, confidence.of_list(reading))
    if importer is bga:
        return Read(bga.KEY, bga.read(data, options.game or ""))
    return Read(importer.KEY, importer.read(data))


def _read_table(data: bytes, options: ImportOptions, known: Known) -> Read:
    guesses = list(map(options.applied, table.guesses(data, options.sheet)))
    header = table.header_of(guesses[0] if options.sheet is None else table.guess(data))
    kept = known.get(header) if header and not (options.has_columns or options.sheet) else None
    again = replace(_like(data, kept, guesses[0], options), header=header) if kept else None
    if again and again.reading.plays and not again.asks:
        return again
    try:
        found = replace(_guessed(data, options, guesses), header=header)
    except UnreadableFile:
        if again and again.asks:
            return again
        raise
    return _beside(found, again) if again else found


def _guessed(data: bytes, options: ImportOptions, guesses: Sequence[TableMapping]) -> Read:
    first, *rivals = guesses
    if not options.has_columns:
        table.refuse_unnamed(data, first)
    alone = options.sheet is not None
    whole = table.read_by(data, first, alone=alone, has_rivals=bool(rivals))
    if not (whole.report.plays or whole.report.problems):
        raise UnreadableFile(message("The table has no row that is a play."))
    if options.has_columns:
        return Read(table.KEY, whole.report, first, judged=whole.confidence)
    others = (table.read_by(data, rival, alone=alone) for rival in rivals)
    return Read(
        table.KEY,
        whole.report,
        first,
        whole.confidence,
        tuple(
            Read(table.KEY, other.report, other.mapping, other.confidence, judged=other.confidence) for other in others
        ),
        judged=whole.confidence,
    )


def _like(data: bytes, known: ConfirmedMapping, guessed: TableMapping, options: ImportOptions) -> Read:
    """The table read with the confirmed mapping; without plays if its columns are not there any more."""
    day, mapping = known.at[:10], table.adapted(known.mapping, guessed)
    why = message("What was confirmed for this header on {day} does not fit this file.", day=day)
    unfit = Confidence(0, (why,))
    if mapping is None:
        return Read(table.KEY, ImportReport(()), None, unfit)
    if options.game is not None:
        mapping = replace(mapping, game=options.game)
    try:
        whole = table.read_by(data, mapping)
    except UnreadableFile:
        return Read(table.KEY, ImportReport(()), mapping, unfit)
    fits = table.fits(whole, known.doubts)
    sure, on = (SURE, day) if fits else (unfit, "")
    return Read(table.KEY, whole.report, mapping, sure, confirmed_on=on, judged=whole.confidence)


def _beside(found: Read, again: Read) -> Read:
    """The guess, which asks, beside the reading that was confirmed for this header but does not fit."""
    (why,) = again.confidence.doubts
    sure = Confidence(min(found.confidence.percent, THRESHOLD - 1), (why, *found.confidence.doubts))
    is_other = again.reading.plays and again.mapping != found.mapping
    return replace(found, confidence=sure, others=(again, *found.others) if is_other else found.others)


def _importer(data: bytes, *, is_table: bool) -> Importer:
    """The importer for this content; `is_table` forces a table if the headers are not sufficient to detect one."""
    try:
        importer = recognized(data)
    except UnreadableFile:
        if not is_table:
            raise
        return table
    return table if is_table and importer is textlist else importer


def _sample(plays: Sequence[ImportedPlay]) -> Message:
    """The first play with players: `2026-11-20, Azul: Jitka 52 (won), Jarda 47`."""
    play = next((play for play in plays if play.players), plays[0])
    winners = {seat for event in play.events if isinstance(event, WinnersNamed) for seat in event.seats}
    scores = [seat.score for seat in play.provenance.seats] or [None] * len(play.players)
    seats = [
        " ".join(filter(None, (player.name or "?", score, "*" if seat in winners else "")))
        for seat, (player, score) in enumerate(zip(play.players, scores, strict=True))
    ]
    head = ", ".join(filter(None, (play.played_on, str(play.options.get("title") or play.title or ""), play.place)))
    return message("{head}: {seats}.", head=head or play.where, seats=", ".join(seats) or "-")


IMPORTERS: Final[tuple[Importer, ...]] = (bgstats, abstractplay, bga, bgg, table, textlist)
"""All importers, the most specific detection first; annotated so that mypy checks each module against the protocol."""


def recognized(data: bytes) -> Importer:
    """The importer for a file with this content; the file name is not used. Raises UnreadableFile."""
    if sentence := game_logs.named(data):
        raise UnreadableFile(sentence)
    for importer in IMPORTERS:
        if importer.recognizes(data):
            return importer
    raise unsupported.error(data)
