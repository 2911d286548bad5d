"""Copies the rows of a store unchanged into another store of any kind, and compares the two afterwards."""

from collections.abc import Callable, Sequence
from typing import Final

from eventstore import codec
from eventstore.matches import photos, portraits
from eventstore.matches.match import MATCHES
from eventstore.matches.photo_file import digest_of
from eventstore.store.store import Append, Store, StoredEvent, UnusableStore

BATCH_SIZE: Final = 5_000
"""Rows written in one transaction: the most work that an interruption can lose."""


def copy(source: Store, target: Store, progress: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Copy all rows of `source` that `target` lacks, and return their number.

    Rows that the target has already are left as they are, so an interrupted or earlier copy is continued. `progress`
    gets the number of streams compared and their total. Raises UnusableStore when a stream differs: before anything is
    written if the source lacks the newest row of the target's stream, else in the comparison at the end.
    """
    heads = _heads(target)
    for name, (version, row_hash) in heads.items():
        of_source = source.read(name)
        if of_source and (len(of_source) < version or of_source[version - 1].row_hash != row_hash):
            raise _differing_error(name)
    checkpoint, added = "", 0
    while rows := source.read_all(checkpoint, limit=BATCH_SIZE):
        checkpoint = rows.checkpoint
        new = [row for row in rows if row.version > heads.get(row.stream, (0, b""))[0]]
        target.append_raw(new)
        added += len(new)
    names = list(source.streams())
    for done, name in enumerate(names):
        progress(done, len(names))
        copied = [row._replace(position=0) for row in target.read(name)]
        wanted = [row._replace(position=0) for row in source.read(name)]
        if wanted[: len(copied)] != copied or not copied:
            raise _differing_error(name)
        if name.startswith(photos.STREAMS) or name == portraits.STREAM:
            copy_photos(source, target, name, copied)
    progress(len(names), len(names))
    return added


def copy_photos(
    source: Store, target: Store, name: str, rows: Sequence[StoredEvent], source_name: str | None = None
) -> None:
    """Make the contents that the target keeps with a stream those of the photos in its `rows`, one after the other.

    `source_name` is the stream of the source, if it has another name there.
    """
    source_name = source_name or name
    wanted = digests_of(name, rows)
    kept = set(target.blobs(name))
    for digest in sorted(kept ^ wanted):
        content = source.blob(source_name, digest) if digest in wanted else None
        if digest in wanted and (content is None or digest_of(content) != digest):
            if source.read(source_name, after=len(rows)):  # Removed since; the next copy brings the removal.
                continue
            raise UnusableStore(f"The content of a photo in {name} is missing or damaged; `partie verify` says which.")
        target.append(Append(name, (), expected_version=len(rows), by="", at="", blobs={digest: content}))


def digests_of(name: str, rows: Sequence[StoredEvent]) -> frozenset[str]:
    """The digests of the contents that belong to a stream with these rows."""
    if name == portraits.STREAM:
        return portraits.fold(codec.decode_row(portraits.EVENTS, row) for row in rows).digests
    return frozenset(photo.digest for photo in photos.showing(codec.decode_row(photos.EVENTS, row) for row in rows))


def _heads(store: Store) -> dict[str, tuple[int, bytes]]:
    """The newest version of every stream, and its row hash."""
    heads, checkpoint = dict[str, tuple[int, bytes]](), ""
    while rows := store.read_all(checkpoint, limit=BATCH_SIZE):
        checkpoint = rows.checkpoint
        heads |= {row.stream: (row.version, row.row_hash) for row in rows}
    return heads


def _differing_error(stream: str) -> UnusableStore:
    name = f"match {stream.removeprefix(MATCHES)}" if stream.startswith(MATCHES) else f"{stream!r}"
    return UnusableStore(f"The store to copy to has another {name} than this one; copy to an empty store.")
