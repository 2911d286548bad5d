"""Matches as scripts in one file; `partie import` of the file into an empty store gives the same matches.

Ids, times of moves, forks, notes, photos and imported data are restored. People are restored by name, so two people
with the same name become one. The file does not contain `recorded_by` and `recorded_at`.
"""

from collections.abc import Iterable
from typing import BinaryIO

from eventstore.formats import readable, script
from eventstore.matches.repository import MatchRepository


def write(matches: MatchRepository, ids: Iterable[str], file: BinaryIO) -> tuple[str, ...]:
    """Write these matches in the order of `ids`, where a fork follows its parent; returns the damaged ids."""
    left_out: list[str] = []
    for match in readable(matches, ids, left_out, replayed=False):
        file.writelines(part.encode() for part in script.with_notes_and_photos(matches, match))
    return tuple(left_out)
