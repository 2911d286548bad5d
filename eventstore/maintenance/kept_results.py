"""Keeps the results of matches that ended before Partie kept them with the end."""

from collections.abc import Callable, Collection
from functools import partial

from core import record
from eventstore.matches.repository import MatchRepository
from eventstore.store.stream_state import retry_on_conflict


def keep_results(
    matches: MatchRepository,
    *,
    leave: Collection[str] = (),
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> int:
    """Append the result to each match that has ended without one; returns their number. Safe to repeat.

    `leave` are the ids of the matches with findings: the result of today's rules is not what it was then. Withdrawn
    matches accept nothing, and unreadable ones have no result.
    """
    ids, kept = list(matches.ids()), 0
    for done, id in enumerate(ids, 1):
        if id not in leave and retry_on_conflict(partial(_keep, matches, id)):
            kept += 1
        progress(done, len(ids))
    return kept


def _keep(matches: MatchRepository, id: str) -> bool:
    try:
        match = matches.match(id)
    except ValueError:
        return False
    if match.outcome is None or match.withdrawal or record.kept_result(match.log):
        return False
    matches.record(match)
    return True
