"""Mappings of tables that a person confirmed, by the header of the table, in the stream `mappings`.

The importers know what is in a mapping; here it is a JSON object.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from core.game import fact
from eventstore import codec
from eventstore.matches.event_stream import EventStream
from eventstore.store.store import Store, StoredEvent

STREAM: Final = "mappings"


@fact
@dataclass(frozen=True, slots=True)
class MappingConfirmed:
    """Tables with this header are read with this mapping; it replaces the former one. Headers may name people.

    `doubts` are sentences, without the values in them, for which a file with this header is not asked about again.
    """

    header: tuple[str, ...]
    mapping: Mapping[str, object]
    doubts: tuple[str, ...] = ()


@fact
@dataclass(frozen=True, slots=True)
class MappingForgotten:
    """The reading of tables with this header is guessed again."""

    header: tuple[str, ...]


Event: TypeAlias = MappingConfirmed | MappingForgotten
EVENTS: Final = (MappingConfirmed, MappingForgotten)


@dataclass(frozen=True, slots=True)
class ConfirmedMapping:
    """`at` is the time when it was confirmed (ISO 8601, UTC)."""

    mapping: Mapping[str, object]
    doubts: tuple[str, ...]
    at: str


class ConfirmedMappings:
    """The mappings confirmed in `store`; `by` and `now` as for `MatchRepository`."""

    def __init__(self, store: Store, by: str, now: Callable[[], str]) -> None:
        nothing: Mapping[tuple[str, ...], ConfirmedMapping] = MappingProxyType({})
        self._known = EventStream(store, STREAM, EVENTS, _folded, nothing, by=by, now=now, decode=_decoded)

    def known(self) -> Mapping[tuple[str, ...], ConfirmedMapping]:
        """All of them, by header."""
        return self._known.read()

    def confirm(self, header: Sequence[str], mapping: Mapping[str, object], doubts: Sequence[str] = ()) -> None:
        """Keep a mapping for this header; nothing is written if it is kept already."""
        event = MappingConfirmed(tuple(header), mapping, tuple(doubts))

        def confirmed(known: Mapping[tuple[str, ...], ConfirmedMapping]) -> tuple[Event, ...]:
            kept = known.get(event.header)
            is_same = kept is not None and (kept.mapping, kept.doubts) == (event.mapping, event.doubts)
            return () if is_same else (event,)

        self._known.write(confirmed)

    def forget(self, header: Sequence[str]) -> None:
        """Forget the mapping for this header; nothing is written if there is none."""
        key = tuple(header)
        self._known.write(lambda known: (MappingForgotten(key),) if key in known else ())


def _decoded(row: StoredEvent) -> tuple[Event, str]:
    return codec.decode_row(EVENTS, row), row.recorded_at


def _folded(
    rows: Iterable[tuple[Event, str]], before: Mapping[tuple[str, ...], ConfirmedMapping]
) -> Mapping[tuple[str, ...], ConfirmedMapping]:
    result = dict(before)
    for event, at in rows:
        match event:
            case MappingConfirmed(header, mapping, doubts):
                result[header] = ConfirmedMapping(mapping, doubts, at)
            case MappingForgotten(header):
                result.pop(header, None)
    return MappingProxyType(result)
