"""The redacted rows of a store with their redaction digests, as listed by the events that forget people."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from eventstore import codec
from eventstore.matches.people import PersonForgotten
from eventstore.store.store import StoredEvent


class RedactedRow(NamedTuple):
    """A redacted row, as the event of the people stream at version `event` and at `position` lists it.

    `version` is 0 when the listed version is not a number; `digest` is the redaction digest (see `redaction`).
    """

    stream: str
    version: int
    digest: str
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
        for stream, digests in forgotten.rows.items():
            for version, digest in digests.items():
                number = int(version) if version.isascii() and version.isdigit() and len(version) < 10 else 0
                yield RedactedRow(stream, number, digest, row.version, row.position)


def by_stream(rows: Iterable[RedactedRow]) -> dict[str, dict[int, str]]:
    """The newest redaction digest of each row, by stream and version."""
    digests = dict[str, dict[int, str]]()
    for one in rows:
        digests.setdefault(one.stream, {})[one.version] = one.digest
    return digests
