"""The redacted rows of a store, as the events that forget people list them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from eventstore import codec
from eventstore.people import PersonForgotten
from eventstore.store import StoredEvent


class Sealed(NamedTuple):
    """A redacted row with its seal; `event` and `position` are of the event in the stream of people that lists it.

    `version` is 0 for a number that is none.
    """

    stream: str
    version: int
    seal: str
    event: int
    position: int


def sealed(rows: Iterable[StoredEvent]) -> Iterator[Sealed]:
    """The redacted rows that `rows` of the stream of people list, the oldest first; a row redacted again comes again.

    Events that cannot be read list none.
    """
    for row in rows:
        if row.type != PersonForgotten.__name__:
            continue
        try:
            forgotten: PersonForgotten = codec.decode_row((PersonForgotten,), row)
        except ValueError:  # The check of the stream itself finds it.
            continue
        for stream, seals in forgotten.rows.items():
            for version, seal in seals.items():
                number = int(version) if version.isascii() and version.isdigit() and len(version) < 10 else 0
                yield Sealed(stream, number, seal, row.version, row.position)


def by_stream(found: Iterable[Sealed]) -> dict[str, dict[int, str]]:
    """The newest seal of each row, by stream and version."""
    seals = dict[str, dict[int, str]]()
    for one in found:
        seals.setdefault(one.stream, {})[one.version] = one.seal
    return seals
