"""The redacted rows of a store with their seals, as listed by the events that forget people."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from eventstore import codec
from eventstore.matches.people import PersonForgotten
from eventstore.store.store import StoredEvent


class RedactedRow(NamedTuple):
    """A redacted row with its seal (see `redaction.seal`); `event` and `position` are the version and the position of
    the event in the people stream that lists it.

    `version` is 0 when the listed version is not a number.
    """

    stream: str
    version: int
    seal: str
    event: int
    position: int


def redacted_rows(rows: Iterable[StoredEvent]) -> Iterator[RedactedRow]:
    """The redacted rows that `rows` of the people stream list, oldest first; a row redacted twice comes twice.

    Events that cannot be decoded are skipped.
    """
    for row in rows:
        if row.type != PersonForgotten.__name__:
            continue
        try:
            forgotten: PersonForgotten = codec.decode_row((PersonForgotten,), row)
        except ValueError:  # Reported by the check of the people stream.
            continue
        for stream, seals in forgotten.rows.items():
            for version, seal in seals.items():
                number = int(version) if version.isascii() and version.isdigit() and len(version) < 10 else 0
                yield RedactedRow(stream, number, seal, row.version, row.position)


def by_stream(rows: Iterable[RedactedRow]) -> dict[str, dict[int, str]]:
    """The newest seal of each row, by stream and version."""
    seals = dict[str, dict[int, str]]()
    for one in rows:
        seals.setdefault(one.stream, {})[one.version] = one.seal
    return seals
