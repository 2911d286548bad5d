"""The undo of an import: withdraws the matches that it brought and that are unchanged since."""

from collections.abc import Callable
from typing import Final, NamedTuple

from core.messages import message
from eventstore.matches import notes, photos
from eventstore.matches.imports import Batch
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import Conflict

_CHANGED: Final = message("It was changed since the import.")
_NOTED: Final = message("Notes were written on it since the import.")
_PHOTOGRAPHED: Final = message("Photos were attached to it since the import.")
_FORKED: Final = message("Another match was forked from it.")
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
    records: MatchRepository,
    index: MatchIndex,
    batch: Batch,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Undo:
    """Withdraw what an import brought; safe to repeat, also after an interruption.

    A match that was in the store before the import is not withdrawn: what the import changed in it stays.
    """
    withdrawn, left = list[str](), list[Left]()
    for done, (id, version) in enumerate(
        reversed(list(batch.brought.items())), 1
    ):  # Forks before the match they continue.
        match = records.match(id)
        if match.withdrawal is None:
            if why := _touched(records, index, match, version, batch):
                left.append(Left(id, why))
            else:
                try:
                    records.withdraw(match, batch=batch.id)
                    withdrawn.append(id)
                except Conflict:
                    left.append(Left(id, _CHANGED))
        progress(done, len(batch.brought))
    left += [Left(id, _OLDER) for id in batch.changed if id not in batch.brought]
    return Undo(tuple(withdrawn), tuple(left))


def _touched(records: MatchRepository, index: MatchIndex, match: Match, version: int, batch: Batch) -> str:
    """Why the match is not as the import left it; empty if it is."""
    if match.version - match.offset != version:
        return _CHANGED
    for stream, why in ((notes.stream(match.id), _NOTED), (photos.stream(match.id), _PHOTOGRAPHED)):
        if any(row.position > batch.position for row in records.store.read(stream)):
            return why
    return _FORKED if index.forks(match.id) else ""
