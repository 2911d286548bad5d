"""Streams of values in a merge: prices of games, templates, pictures and mappings of tables, where the last event about
a key counts, and answers to positions, which all count.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from eventstore import codec
from eventstore.maintenance.merge_rows import chained
from eventstore.matches import collection, confirmed_mappings, portraits, templates, told_apart, training
from eventstore.matches.portraits import PersonPictured
from eventstore.matches.templates import TemplateSaved
from eventstore.store.store import StoredEvent


class _Values(NamedTuple):
    events: tuple[type[Any], ...]
    key: Callable[[Any], str]


def _title(event: templates.Event) -> str:
    return (event.template.title if isinstance(event, TemplateSaved) else event.title).casefold()


def _pictured(event: portraits.Event) -> str:
    return f"person {event.person}" if isinstance(event, PersonPictured) else f"game {event.game}"


_STREAMS: Final[Mapping[str, _Values]] = {
    collection.STREAM: _Values(collection.EVENTS, lambda event: str(event.game)),
    templates.STREAM: _Values(templates.EVENTS, _title),
    portraits.STREAM: _Values(portraits.EVENTS, _pictured),
    told_apart.STREAM: _Values(told_apart.EVENTS, lambda event: " ".join(sorted(told_apart.pair_of(event)))),
    confirmed_mappings.STREAM: _Values(confirmed_mappings.EVENTS, lambda event: str(event.header)),
}


def merged(stream: str, mine: Sequence[StoredEvent], others: Sequence[StoredEvent]) -> list[StoredEvent] | None:
    """The rows to append so that for each key the later event of both stores counts; None for any other stream.

    Both orders of merging give the same values: of two events of one time that with the greater text counts.
    """
    if stream.startswith(training.STREAMS):
        known = set(map(_time, mine))
        return chained(stream, mine[-1], [row for row in others if _time(row) not in known])
    values = _STREAMS.get(stream)
    if values is None:
        return None
    held = _last(values, mine)
    newer = [row for key, row in _last(values, others).items() if key not in held or _time(row) > _time(held[key])]
    return chained(stream, mine[-1], sorted(newer, key=_time))


def _last(values: _Values, rows: Sequence[StoredEvent]) -> dict[str, StoredEvent]:
    return {values.key(codec.decode_row(values.events, row)): row for row in rows}


def _time(row: StoredEvent) -> tuple[str, str, str]:
    return row.recorded_at, row.type, row.data
