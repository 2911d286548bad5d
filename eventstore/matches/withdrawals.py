"""Withdraw matches and bring them back while others record: a conflict is no reason not to."""

from eventstore.matches.repository import MatchRepository
from eventstore.store.stream_state import retry_on_conflict


def withdraw(matches: MatchRepository, id: str, why: str | None = None) -> bool:
    """Withdraw the match as it is now; False: it is withdrawn already. Raises as `MatchRepository.record`."""

    def write() -> bool:
        match = matches.match(id)
        if match.withdrawal is None:
            matches.withdraw(match, why)
            return True
        return False

    return retry_on_conflict(write)


def restore(matches: MatchRepository, id: str, *, with_joined: bool = True) -> bool:
    """Bring the match back; False: it is not withdrawn, or joined to another one where these stay.

    Raises as `MatchRepository.record`.
    """

    def write() -> bool:
        match = matches.match(id)
        if match.withdrawal is None or (match.withdrawal.into and not with_joined):
            return False
        matches.restore(match)
        return True

    return retry_on_conflict(write)
