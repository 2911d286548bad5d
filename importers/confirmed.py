"""Mappings of tables that a person confirmed, for the next table with the same header."""

from collections.abc import Collection
from collections.abc import Mapping as Fields
from dataclasses import replace
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from core.messages import Message
from importers import headers
from importers.confidence import Confidence
from importers.mapping import Column, Mapping
from importers.table import TableRead

_ADAPTER: Final = TypeAdapter(Mapping)


def header_of(mapping: Mapping) -> tuple[str, ...]:
    """The header under which the mapping of a table is kept; empty for a table without headers."""
    titles = tuple(headers.plain(column.header) for column in mapping.columns)
    return titles if any(titles) else ()


def encoded(mapping: Mapping) -> dict[str, Any]:
    """The mapping as JSON."""
    fields: dict[str, Any] = _ADAPTER.dump_python(mapping, mode="json")
    return fields


def adapted(fields: Fields[str, object], guessed: Mapping) -> Mapping | None:
    """The confirmed mapping for a table that is guessed as `guessed`; None for one of a release that wrote others.

    What only the cells tell is taken from the guess: the place and form of the table, the order in its dates.
    """
    try:
        confirmed = _ADAPTER.validate_python(fields)
    except ValidationError:
        return None
    day_first = confirmed.day_first if guessed.day_first is None else guessed.day_first
    confirmed = replace(confirmed, day_first=day_first, decimal=guessed.decimal or confirmed.decimal)
    if header_of(confirmed) != header_of(guessed):  # Another table of the file was chosen.
        return confirmed
    meanings = zip(guessed.columns, confirmed.columns, strict=True)
    columns = tuple(Column(column.header, known.meaning) for column, known in meanings)
    game = guessed.game or confirmed.game  # A sheet may name it.
    return replace(
        guessed, columns=columns, shape=confirmed.shape, day_first=day_first, decimal=confirmed.decimal, game=game,
        undated=confirmed.undated, wins=confirmed.wins,
    )  # fmt: skip


def templates(sure: Confidence) -> tuple[str, ...]:
    """The doubts without the values in them."""
    return tuple(doubt.template if isinstance(doubt, Message) else doubt for doubt in sure.doubts)


def fits(read: TableRead, settled: Collection[str]) -> bool:
    """Whether a table that was read with a confirmed mapping is sure, but for the doubts `settled` with it."""
    plays, problems = read.report.plays, read.report.problems
    is_sure = not read.confidence.asks or set(settled).issuperset(templates(read.confidence))
    return bool(plays) and len(problems) <= len(plays) / 2 and is_sure
