"""Export of all or some matches of a store: match scripts, tables, the file format of another app.

Every format is written match by match, so memory does not grow with the store.
"""

from collections.abc import Iterable, Iterator

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.matches.unreadable import UNREADABLE, log_defect
from eventstore.store.store import UnusableStore


def readable(
    matches: MatchRepository, ids: Iterable[str], left_out: list[str], *, replayed: bool = True
) -> Iterator[Match]:
    """The readable matches among these ids, `replayed` by the current rules; appends the other ids to `left_out`."""
    for id in ids:
        try:
            match = matches.match(id)
            if replayed:
                match.stories  # noqa: B018
        except UNREADABLE:
            left_out.append(id)
        except UnusableStore:
            raise
        except Exception as error:  # A defect, or an event that the current rules refuse: the others are written.
            log_defect("Exporting a match", error)
            left_out.append(id)
        else:
            yield match
