"""The records a match broke when it was played."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from eventstore.statistics.plays import Played
from eventstore.statistics.records import Record, records

FEWEST_BEFORE: Final = 5
"""Matches that must have been compared before anything counts as a record."""


class Broken(NamedTuple):
    """A record as the match left it, and as it stood until then."""

    now: Record
    before: Record


def broken(match: Played, before: Sequence[Played]) -> tuple[Broken, ...]:
    """What the match reached first; `before` are earlier matches, and only those of the same game that are over count.

    The caller chooses `before` so that they can be compared: by options and number of players.
    """
    compared = [other for other in before if other.decided and other.game == match.game]
    stood = {record.kind: record for record in records(compared)}
    return tuple(
        Broken(now, stood[now.kind])
        for now in records([*compared, match])
        if match.decided and now.match == match.id and now.kind in stood and stood[now.kind].n >= FEWEST_BEFORE
    )
