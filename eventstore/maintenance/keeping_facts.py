"""The state of a store that is kept: its file, its backups, the version; for the page and the command."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from eventstore.maintenance import keeping
from eventstore.maintenance.keeping import Backup, Notes
from eventstore.matches import photos
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository
from eventstore.store.notes_file import change_notes, read_notes
from eventstore.store.store import Store

_DISK: Final = re.compile(r"/(?:media/[^/]+|run/media/[^/]+|mnt|Volumes)/([^/]+)")

_HOUR: Final = len("2026-11-28T21")
"""Length of a time up to its hour: the notes are not written more often."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of backups; `backups` are those of this store in it, `bytes` their size together."""

    path: Path
    is_there: bool
    backups: int
    bytes: int

    @property
    def disk(self) -> str:
        """The name of the removable disk that the folder is on; empty for another folder."""
        return disk_of(self.path)


@dataclass(frozen=True, slots=True)
class KeepingFacts:
    """The facts at `now`. `path` is None for a database, which its own tools back up.

    `not_backed_up` counts the plays that are in no backup; `last` is the newest backup, also of a folder that is away.
    `version` is that of this program, `former_version` that of the program that served the store before it.
    """

    now: datetime
    path: Path | None
    bytes: int
    plays: int
    people: int
    photos: int
    notes: Notes
    folders: tuple[Folder, ...]
    last: Backup | None
    version: str
    former_version: str

    @property
    def is_late(self) -> bool:
        """True if a backup is older than three nights, or the last attempt failed."""
        return is_late(self.notes, self.last, self.now)

    @property
    def needs_attention(self) -> bool:
        """True if a backup is late, or what was restored on trial or checked is not whole."""
        return self.is_late or is_broken(self.notes)

    @property
    def not_backed_up(self) -> int:
        return max(self.plays - (self.last.plays or 0), 0) if self.last and self.last.plays is not None else self.plays

    @property
    def next(self) -> datetime | None:
        return keeping.next_night(self.now) if self.folders else None

    @property
    def absent(self) -> tuple[Folder, ...]:
        return tuple(folder for folder in self.folders if not folder.is_there)


def facts_of(matches: MatchRepository, path: Path | None, now: datetime) -> KeepingFacts:
    """`path` is the file of the store, None for a database."""
    notes = keeping.notes_of(path) if path else Notes()
    raw = read_notes(path) if path else {}
    store = matches.store
    return KeepingFacts(
        now,
        path and path.absolute(),
        _size(path) if path else 0,
        sum(1 for _ in store.streams(MATCHES)),
        len(matches.people().current_names()),
        _photos(store),
        notes,
        tuple(_folder(folder, path) for folder in notes.folders) if path else (),
        last_backup(path, now) if path else None,
        version("partie"),
        str(raw.get("former_version", "")),
    )


def last_backup(store: Path, now: datetime) -> Backup | None:
    """The newest backup in the folders that are there, or the noted one if its folder is away."""
    notes = keeping.notes_of(store)
    newest = keeping.newest_of(store, notes.folders, now)
    if (last := notes.last) is None or last.at > now:
        return newest
    if newest and newest.path.name == last.path.name:
        return last
    is_away = last.path.parent in notes.folders and not keeping.is_there(last.path.parent)
    return max((each for each in (newest, last if is_away else None) if each), key=lambda each: each.at, default=None)


def is_late(notes: Notes, last: Backup | None, now: datetime) -> bool:
    """True if backups are to be made, and the newest is too old or the last attempt failed."""
    return bool(notes.folders) and (bool(notes.why) or last is None or now - last.at > keeping.LATE)


def is_broken(notes: Notes) -> bool:
    """True if the last backup that was restored on trial, or the store when it was checked, was not whole."""
    return any(each is not None and bool(each.why) for each in (notes.trial, notes.check))


def note_version(store: Path) -> None:
    """Note that this version serves the store."""
    raw, own = read_notes(store), version("partie")
    if raw.get("version") != own:
        change_notes(store, {"version": own, "former_version": raw.get("version", "")})


def note_seen(store: Path, seen: Mapping[str, str]) -> None:
    """Note when devices made their last requests, by the ids of their tokens."""
    before = read_notes(store).get("seen")
    known = before if isinstance(before, dict) else {}
    if any(known.get(id, "")[:_HOUR] != at[:_HOUR] for id, at in seen.items()):
        change_notes(store, {"seen": known | dict(seen)})


def disk_of(path: Path) -> str:
    found = _DISK.match(path.as_posix())
    return found[1] if found else ""


def _size(path: Path) -> int:
    files = (path.with_name(f"{path.name}{suffix}") for suffix in ("", "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def _photos(store: Store) -> int:
    return sum(len(store.blobs(stream)) for stream in store.blob_streams() if stream.startswith(photos.STREAMS))


def _folder(folder: Path, store: Path) -> Folder:
    backups = keeping.backups_in(folder, store)
    return Folder(folder, keeping.is_there(folder), len(backups), sum(each.bytes for each in backups))


def to_json(facts: KeepingFacts) -> dict[str, Any]:
    """The facts with stable keys, for `partie keeping --json`."""

    def outcome(one: keeping.CheckOutcome | None) -> dict[str, Any] | None:
        if one is None:
            return None
        return {"at": one.at, "backup": one.name or None, "plays": one.plays, "good": one.good, "why": one.why}

    last = facts.last
    return {
        "store": str(facts.path) if facts.path else None,
        "bytes": facts.bytes,
        "plays": facts.plays,
        "people": facts.people,
        "photos": facts.photos,
        "attention": facts.needs_attention,
        "late": facts.is_late,
        "failure": facts.notes.why,
        "last": last and {"file": str(last.path), "at": last.at.isoformat(), "bytes": last.bytes, "plays": last.plays},
        "not_backed_up": facts.not_backed_up,
        "trial": outcome(facts.notes.trial),
        "check": outcome(facts.notes.check),
        "next": facts.next and facts.next.isoformat(),
        "keep": str(facts.notes.keep),
        "folders": [
            {"path": str(each.path), "present": each.is_there, "backups": each.backups, "bytes": each.bytes}
            for each in facts.folders
        ],
        "version": facts.version,
        "former_version": facts.former_version or None,
    }
