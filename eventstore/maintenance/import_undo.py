"""The undo of an import: withdraws the matches that it brought and that are unchanged since."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from core.errors import PartieError
from core.messages import message
from core.record_events import MatchEnded, MatchRestored, MatchWithdrawn
from eventstore.matches import imports, notes, photos
from eventstore.matches.imports import Batch
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.matches.unreadable import log_defect
from eventstore.readmodels.index import MatchIndex
from eventstore.store.stream_state import retry_on_conflict

_CHANGED: Final = message("It was changed since the import.")
_NOTED: Final = message("Notes were written on it since the import.")
_PHOTOGRAPHED: Final = message("Photos were attached to it since the import.")
_FORKED: Final = message("Another match was forked from it.")
_FAILED: Final = message("The rules of its game fail on it; `partie verify` shows where.")
_OLDER: Final = message("It was in the store before; the import only changed it.")


class Left(NamedTuple):
    """A match that the undo left as it is, and the reason as a sentence."""

    match: str
    why: str


class Undo(NamedTuple):
    """The matches that an undo withdrew, and those it left; matches that are withdrawn already are in neither."""

    withdrawn: tuple[str, ...]
    left: tuple[Left, ...]


def undo(
    matches: MatchRepository,
    index: MatchIndex,
    batch: Batch,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Undo:
    """Withdraw what an import brought; safe to repeat, also after an interruption.

    A match that was in the store before the import is not withdrawn: what the import changed in it stays.
    """
    withdrawn, left = list[str](), list[Left]()
    later = [other for other in imports.batches(matches.store) if other.position > batch.position]
    brought_again = {id for other in later for id in other.brought}
    for done, (id, version) in enumerate(
        reversed(list(batch.brought.items())), 1
    ):  # Forks before the match they continue.
        try:
            write = partial(_withdraw, matches, index, id, version, batch, is_brought_again=id in brought_again)
            why = retry_on_conflict(write)
        except (PartieError, OSError):
            raise
        except Exception as error:  # A defect of its game must not keep the other matches.
            log_defect("Undoing the import of a match", error)
            why = _FAILED
        if why is None:
            withdrawn.append(id)
        elif why:
            left.append(Left(id, why))
        progress(done, len(batch.brought))
    left += [Left(id, _OLDER) for id in batch.changed if id not in batch.brought]
    return Undo(tuple(withdrawn), tuple(left))


def _withdraw(
    matches: MatchRepository, index: MatchIndex, id: str, version: int, batch: Batch, *, is_brought_again: bool
) -> str | None:
    """Withdraw a match unless it is withdrawn. Returns why it was left (empty: it was withdrawn already), else None.

    `is_brought_again`: a later import brought it back after an undo of this one.
    """
    match = matches.match(id)
    if match.withdrawal is not None:
        return ""
    why = _CHANGED if is_brought_again else _touched(matches, index, match, version, batch)
    if not why:
        matches.withdraw(match, batch=batch.id)
    return why or None


def _touched(matches: MatchRepository, index: MatchIndex, match: Match, version: int, batch: Batch) -> str:
    """The reason why the match is not as the import left it; empty if it is, or if it was taken out and back since."""
    later = [entry.event for entry in match.log if entry.version > match.offset + version]
    if not all(isinstance(event, MatchWithdrawn | MatchRestored | MatchEnded) for event in later):
        return _CHANGED
    for stream, why in ((notes.stream(match.id), _NOTED), (photos.stream(match.id), _PHOTOGRAPHED)):
        if any(row.position > batch.position for row in matches.store.read(stream)):
            return why
    return _FORKED if index.forks(match.id) else ""
