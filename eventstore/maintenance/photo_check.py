"""A check that the contents of photos are in the store as attached and as Partie writes them, and no others are."""

from collections.abc import Collection, Sequence

from core.errors import InvalidInput
from eventstore import codec
from eventstore.maintenance.findings import Finding
from eventstore.matches import photos, portraits
from eventstore.matches.match import MATCHES
from eventstore.matches.photo_file import digest_of, photo_file
from eventstore.matches.photos import PhotoAttached
from eventstore.store.store import CorruptStore, Store, StoredEvent


def photo_findings(store: Store, names: Sequence[str], *, foreign: bool = True) -> list[Finding]:
    """Findings for those of these streams that hold photos; streams that cannot be read are left to `verification`.

    Without `foreign` a content that no Partie has written, for instance one with metadata, is no finding.
    """
    streams = [name for name in names if holds_photos(name)]
    return [finding for name in streams for finding in _of_stream(store, name, foreign)]


def stray_findings(store: Store, names: Collection[str]) -> list[Finding]:
    """Findings for contents that are kept under other names than those of streams that `photo_findings` checks.

    `names` are all streams, as they were a moment ago.
    """
    try:
        others = [name for name in store.blob_streams() if not holds_photos(name) or name not in names]
        stray = [name for name in others if not holds_photos(name) or not store.read(name)]
    except CorruptStore:  # Reported by the check of the file.
        return []
    return [Finding(name.removeprefix(MATCHES), 1, "It keeps contents that belong to no photo.") for name in stray]


def holds_photos(name: str) -> bool:
    return name.startswith(photos.STREAMS) or name == portraits.STREAM


def _of_stream(store: Store, name: str, foreign: bool) -> list[Finding]:
    while True:
        try:
            rows = store.read(name)
            findings = _findings(store, name, rows, foreign)
            if not findings or not store.read(name, after=len(rows)):  # Else changed meanwhile: check again.
                return findings
        except (CorruptStore, ValueError, LookupError):
            return []


def _findings(store: Store, name: str, rows: Sequence[StoredEvent], foreign: bool) -> list[Finding]:
    versions = _pictured(rows) if name == portraits.STREAM else _attached(rows)
    kept = set(store.blobs(name))
    missing = [
        Finding(name, version, "The content of its photo is missing.")
        for digest, version in versions.items()
        if digest not in kept
    ]
    changed = [
        Finding(name, version, defect)
        for digest, version in versions.items()
        if digest in kept and (defect := _defect(store, name, digest, foreign))
    ]
    unused = [
        Finding(name, len(rows), f"It keeps the content {digest[:10]} that belongs to no photo.")
        for digest in sorted(kept - versions.keys())
    ]
    return sorted(missing + changed, key=lambda finding: finding.version) + unused


def _attached(rows: Sequence[StoredEvent]) -> dict[str, int]:
    """The digests of the photos of a match that are shown, with the versions of their events."""
    events = [(row.version, codec.decode_row(photos.EVENTS, row)) for row in rows]
    shown = {photo.id for photo in photos.showing(event for _, event in events)}
    return {
        event.digest: version
        for version, event in reversed(events)
        if isinstance(event, PhotoAttached) and event.id in shown
    }


def _pictured(rows: Sequence[StoredEvent]) -> dict[str, int]:
    """The same for the pictures of people and games."""
    events = [(row.version, codec.decode_row(portraits.EVENTS, row)) for row in rows]
    shown = portraits.fold(event for _, event in events).digests
    return {event.digest: version for version, event in events if event.digest in shown}


def _defect(store: Store, name: str, digest: str, foreign: bool) -> str | None:
    try:
        content = store.blob(name, digest) or b""
    except CorruptStore:
        content = b""
    if digest_of(content) != digest:
        return "The content of its photo is not what was attached."
    try:
        if foreign:
            photo_file(content)
    except InvalidInput as error:
        return (
            f"Its photo is not shown. {error} `partie photo save` keeps it in a file, `partie photo remove` removes it."
        )
    return None
