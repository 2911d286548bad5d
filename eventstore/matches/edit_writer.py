"""Records an edit of a play in one append."""

from collections.abc import Callable
from typing import NamedTuple

from eventstore.matches.idempotency import rows_of
from eventstore.matches.match import MATCHES, Match
from eventstore.matches.play_edit import PlannedEdit, PlayEdit, planned_edit
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import Conflict


class EditedPlay(NamedTuple):
    """A match before and after an edit."""

    before: Match
    after: Match


def record_edit(
    matches: MatchRepository,
    id: str,
    edit: PlayEdit,
    why: Callable[[Match], str],
    *,
    expected_version: int | None = None,
    idempotency_key: str | None = None,
) -> EditedPlay:
    """Record an edit in one append; nothing is recorded if nothing differs.

    `why` is asked for the reason of a correction. A repeated call under the same key is planned on the match as it was
    before the first one. Raises Conflict, and Refused as `MatchRepository.record`.
    """
    match = matches.match(id)
    done = rows_of(idempotency_key, matches.store.read(MATCHES + id)) if idempotency_key else []
    if done:
        match = matches.match(id, until=match.offset + done[0].version - 1)
    elif expected_version not in (None, match.version):
        raise Conflict(MATCHES + id, expected_version, match.version)
    planned = planned_edit(match, edit, why(match))
    if planned == PlannedEdit():
        return EditedPlay(match, match)
    after = matches.record(
        id if done else match,
        *(entry.event for entry in planned.entries),
        expected_version=expected_version,
        idempotency_key=idempotency_key,
        times=[entry.happened_at for entry in planned.entries],
        reseated=planned.players,
    )
    return EditedPlay(match, after)
