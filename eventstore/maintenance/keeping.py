"""Backups of a store by schedule: their folders, which is due, which are kept, and the notes about them.

Laws: a backup is due each night at 3:00, and at once where none is; a folder that is gone is never made again, as it
may be a disk that is not there; a backup from the future, made while the clock was wrong, is neither counted nor
deleted. Times are aware, in the zone of this machine.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from core.errors import InvalidInput
from core.messages import Message, message, refilled
from eventstore.store.notes_file import change_notes, read_notes

NIGHT: Final = time(3)

DAY: Final = timedelta(days=1)

WEEK: Final = timedelta(days=7)
"""Interval of the restores on trial, and of the checks of the store."""

RETRY: Final = timedelta(hours=1)
"""Time after a failed backup until the next attempt."""

LATE: Final = 3 * DAY

MARKER: Final = ".partie-backups"
"""File in each folder of backups: an empty mount point, whose disk is away, has none."""

_KEEP: Final = re.compile(r"([1-9]\d{0,3})d(?:,(\d{1,4})w)?(?:,(\d{1,4})m)?")


class Keep(NamedTuple):
    """Number of backups that are kept: of the newest days, of the weeks before them, of the months before those."""

    days: int = 7
    weeks: int = 4
    months: int = 12

    def __str__(self) -> str:
        return f"{self.days}d,{self.weeks}w,{self.months}m"


KEEP: Final = Keep()


def parse_keep(text: str) -> Keep:
    """The meaning of `7d,4w,12m`; weeks and months may be left out. Raises InvalidInput."""
    if not (found := _KEEP.fullmatch(text.replace(" ", ""))):
        raise InvalidInput(message("{text!r} does not say what to keep; write for example 7d,4w,12m.", text=text))
    return Keep(*(int(number or 0) for number in found.groups()))


@dataclass(frozen=True, slots=True)
class Backup:
    """A file in a folder of backups; `plays` is None where it is not noted."""

    path: Path
    at: datetime
    bytes: int
    plays: int | None = None


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """The result of a check at `at` (ISO 8601): `good` of `plays` are whole; otherwise `why` is a sentence.

    `name` is the backup that was restored on trial; empty for the store itself.
    """

    name: str
    at: str
    plays: int
    good: int
    why: str = ""


class Replacement(NamedTuple):
    """The numbers of plays of a backup and of the store, and how many of these lack entries there or are missing."""

    taken: int
    plays: int
    shorter: int
    missing: int


@dataclass(frozen=True, slots=True)
class Restored:
    """A restore of the backup `name` at `at` (ISO 8601); `former` is the file of what it replaced.

    `why` is the sentence of one that failed.
    """

    name: str
    at: str
    former: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Notes:
    """The facts about the backups of a store that are not in their files."""

    folders: tuple[Path, ...] = ()
    keep: Keep = KEEP
    last: Backup | None = None
    failed_at: datetime | None = None
    why: str = ""
    trial: CheckOutcome | None = None
    check: CheckOutcome | None = None
    restored: Restored | None = None


def notes_of(store: Path) -> Notes:
    """The notes beside a store; what cannot be read counts as not there."""
    raw = read_notes(store)
    return Notes(
        tuple(Path(each) for each in raw.get("folders", ()) if isinstance(each, str)),
        _read(lambda: parse_keep(raw["keep"])) or KEEP,
        _read(lambda: Backup(Path(raw["last"]["path"]), _time(raw["last"]["at"]), *_counts(raw["last"]))),
        _read(lambda: _time(raw["failed"]["at"])),
        _read(lambda: refilled(raw["failed"]["template"], raw["failed"]["values"]))
        or str((raw.get("failed") or {}).get("why", "")),
        _read(lambda: CheckOutcome(**raw["trial"])),
        _read(lambda: CheckOutcome(**raw["check"])),
        _read(lambda: Restored(**raw["restored"])),
    )


def _read(read: Any) -> Any:
    try:
        return read()
    except (KeyError, TypeError, ValueError):
        return None


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone()


def _counts(raw: dict[str, Any]) -> tuple[int, int | None]:
    return int(raw["bytes"]), raw.get("plays")


def note_backup(store: Path, backup: Backup) -> None:
    last = {"path": str(backup.path), "at": backup.at.isoformat(), "bytes": backup.bytes, "plays": backup.plays}
    change_notes(store, {"last": last})


def note_failure(store: Path, now: datetime, why: str) -> None:
    """Note why the last attempt failed; an empty sentence: it did not."""
    words = {"template": why.template, "values": dict(why.values)} if isinstance(why, Message) else {}
    change_notes(store, {"failed": {"at": now.isoformat(), "why": why} | words if why else None})


def note_outcome(store: Path, outcome: CheckOutcome) -> None:
    change_notes(store, {"trial" if outcome.name else "check": asdict(outcome)})


def note_restored(store: Path, restored: Restored) -> None:
    change_notes(store, {"restored": asdict(restored)})


def choose_folders(store: Path, folders: Sequence[Path], keep: Keep | None = None) -> None:
    """Set the folders of the backups. A new one is made; one that was chosen before may be absent.

    Raises OSError if a new one cannot be made.
    """
    known, chosen = notes_of(store).folders, dict.fromkeys(each.expanduser().absolute() for each in folders)
    for folder in chosen:
        if folder not in known:
            folder.mkdir(exist_ok=True)
            (folder / MARKER).touch()
    change_notes(store, {"folders": [*map(str, chosen)]} | ({"keep": str(keep)} if keep else {}))


def is_there(folder: Path) -> bool:
    """True if this is the folder that was chosen, and not the empty place of a disk that is away."""
    return (folder / MARKER).is_file()


def backups_in(folder: Path, store: Path) -> list[Backup]:
    """The backups of a store in a folder, the newest first; none if it is not there."""
    dated = re.compile(rf"{re.escape(store.stem)}-(\d{{4}}-\d\d-\d\d)(-\d+)?{re.escape(store.suffix)}")
    result = [
        Backup(path, _made(path, day), path.stat().st_size)
        for path in (folder.iterdir() if is_there(folder) else ())
        if (named := dated.fullmatch(path.name)) and (day := _day(named[1]))
    ]
    return sorted(result, key=lambda each: (each.at, each.path.name), reverse=True)


def _day(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        return None


def _made(path: Path, day: datetime) -> datetime:
    """The time in the file's status; the day in its name where it was copied later by other means."""
    modified = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    return min(modified, day + DAY - timedelta(seconds=1))


def free_path(folder: Path, store: Path, now: datetime) -> Path:
    """The path of a backup made now: `partie-2026-11-28.db`; a second one of this day ends with `-2`."""
    names = (f"{store.stem}-{now:%Y-%m-%d}{number}{store.suffix}" for number in _numbers())
    return next(path for path in (folder / name for name in names) if not path.exists())


def _numbers() -> Iterator[str]:
    yield ""
    yield from (f"-{number}" for number in range(2, 10_000))


def last_night(now: datetime) -> datetime:
    night = datetime.combine(now.date(), NIGHT, now.tzinfo)
    return night if night <= now else night - DAY


def next_night(now: datetime) -> datetime:
    return last_night(now) + DAY


def past(backups: Sequence[Backup], now: datetime) -> list[Backup]:
    """The backups that are not from the future."""
    return [each for each in backups if each.at <= now]


def newest_of(store: Path, folders: Sequence[Path], now: datetime) -> Backup | None:
    """The newest backup in any of the folders that is not from the future."""
    found = (each for folder in folders for each in past(backups_in(folder, store), now)[:1])
    return max(found, key=lambda each: each.at, default=None)


def fresh(newest: Backup | None, now: datetime) -> Backup | None:
    """The backup, if it was made since last night."""
    return newest if newest and newest.at >= last_night(now) else None


def superfluous(backups: Sequence[Backup], keep: Keep, now: datetime) -> list[Backup]:
    """The backups to delete of those of a folder, which are sorted from the newest to the oldest.

    Kept is the newest of each day, then the newest of each week before these days, then the oldest of each month before
    these weeks: so each one stays what it is while time goes on, and days without a backup take no place.
    """
    dates = {each.at.date(): each for each in reversed(past(backups, now))}
    days = [dates[date] for date in sorted(dates, reverse=True)]
    older = days[keep.days :]
    by_week = {each.at.isocalendar()[:2]: each for each in reversed(older)}
    weeks = [by_week[week] for week in sorted(by_week, reverse=True)[: keep.weeks]]
    before = [each for each in older if not weeks or each.at < weeks[-1].at]
    by_month = {(each.at.year, each.at.month): each for each in before}
    months = [by_month[month] for month in sorted(by_month, reverse=True)[: keep.months]]
    kept = {each.path for each in (*days[: keep.days], *weeks, *months)}
    return [each for each in past(backups, now) if each.path not in kept]


def is_outcome_due(outcome: CheckOutcome | None, now: datetime) -> bool:
    """True a week after the last check, or if its time is not in the past."""
    at = _read(lambda: _time(outcome.at)) if outcome else None
    return at is None or not now - WEEK < at <= now
