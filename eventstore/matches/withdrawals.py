"""Withdraw matches and bring them back while others record: a conflict is no reason not to."""

from eventstore.matches.repository import MatchRepository
from eventstore.store.stream_state import retry_on_conflict


def withdraw(records: MatchRepository, id: str, why: str | None = None) -> bool:
    """Withdraw the match as it is now; False: it is withdrawn already. Raises as `MatchRepository.record`."""

    def write() -> bool:
        match = records.match(id)
        if match.withdrawal is None:
            records.withdraw(match, why)
            return True
        return False

    return retry_on_conflict(write)


def restore(records: MatchRepository, id: str) -> bool:
    """Bring the match back; False: it is not withdrawn. Raises as `MatchRepository.record`."""

    def write() -> bool:
        match = records.match(id)
        if match.withdrawal is not None:
            records.restore(match)
            return True
        return False

    return retry_on_conflict(write)
