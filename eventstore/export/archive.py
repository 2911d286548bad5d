"""Matches as scripts in one file: `partie import` of it into an empty store gives the same matches again.

Ids, times of moves, forks, notes and what other apps told come back. People come back by name, so two who share one
are one person then; who recorded a match, and when, stays with the store.
"""

from collections.abc import Iterable
from typing import BinaryIO

from eventstore import script
from eventstore.export import readable
from eventstore.records import Records


def write(records: Records, ids: Iterable[str], file: BinaryIO) -> tuple[str, ...]:
    """Write the matches with these ids, a fork after the match it was forked from; gives those that are damaged."""
    left_out: list[str] = []
    for match in readable(records, ids, left_out, replayed=False):
        file.write(script.write_script(match, records.notes(match.id)).encode())
    return tuple(left_out)
