"""Copying a store into another one of any kind, row by row as they are, and comparing the two afterwards."""

from collections.abc import Callable
from typing import Final

from eventstore.match import MATCHES
from eventstore.store import Store, UnusableStore

AT_ONCE: Final = 5_000
"""Rows that are written together: what an interruption loses of the work."""


def copy(source: Store, target: Store, progress: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Bring everything from `source` into `target`, and give the number of rows that were new there.

    What the target has of it already is left as it is, so a copy that was interrupted, or made before, goes on where it
    stopped. `progress` is told how many streams are compared, of how many. Raises UnusableStore, and writes nothing,
    when a stream of the target is not what the source has under that name.
    """
    heads = _heads(target)
    for name, (version, chain) in heads.items():
        if (there := source.read(name)) and (len(there) < version or there[version - 1].chain != chain):
            raise _differing(name)
    checkpoint, added = "", 0
    while rows := source.read_all(checkpoint, limit=AT_ONCE):
        checkpoint = rows.checkpoint
        new = [row for row in rows if row.version > heads.get(row.stream, (0, b""))[0]]
        target.adopt(new)
        added += len(new)
    names = list(source.streams())
    for done, name in enumerate(names):
        progress(done, len(names))
        copied = [row._replace(position=0) for row in target.read(name)]
        if [row._replace(position=0) for row in source.read(name)][: len(copied)] != copied or not copied:
            raise _differing(name)
    progress(len(names), len(names))
    return added


def _heads(store: Store) -> dict[str, tuple[int, bytes]]:
    """The newest version of every stream, and its chain."""
    heads, checkpoint = dict[str, tuple[int, bytes]](), ""
    while rows := store.read_all(checkpoint, limit=AT_ONCE):
        checkpoint = rows.checkpoint
        heads |= {row.stream: (row.version, row.chain) for row in rows}
    return heads


def _differing(stream: str) -> UnusableStore:
    told = f"match {stream.removeprefix(MATCHES)}" if stream.startswith(MATCHES) else f"{stream!r}"
    return UnusableStore(f"The store to copy to has another {told} than this one; copy to an empty store.")
