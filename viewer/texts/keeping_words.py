"""The sentences about how a store is kept: the answer whether one has to do something, and a row for each fact."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from eventstore.maintenance.keeping import LATE, Backup, CheckOutcome, Notes, Replacement
from eventstore.maintenance.keeping_facts import Folder, KeepingFacts, is_broken, is_late
from viewer.locale.language import date, gettext, gettext_noop, listed, ngettext, number, short_date, translate

_UNITS: Final = (
    gettext_noop("{amount} kB"),
    gettext_noop("{amount} MB"),
    gettext_noop("{amount} GB"),
    gettext_noop("{amount} TB"),
)
_EARLY: Final = 6
"""Hour at which the night ends."""


@dataclass(frozen=True, slots=True)
class KeepingRow:
    """A row: its label, the fact, what it rests on (in which `strong` is a name or a path), what was really done."""

    name: str
    label: str
    fact: str
    note: str = ""
    strong: str = ""
    done: str = ""
    is_late: bool = False


def answer(facts: KeepingFacts) -> str:
    """The answer whether one has to do something."""
    if facts.path is None:
        return gettext("Your plays are in a database, which its own tools back up.")
    if not facts.folders:
        return gettext("All your plays are in one file on this computer and nowhere else. Choose a place for backups.")
    if facts.last is None:
        return gettext("There is no backup yet. Press Back up now.")
    days = (facts.now - facts.last.at).days
    if facts.notes.why:
        why = translate(facts.notes.why)
        return gettext("The last backup failed: {why} Press Back up now once that is mended.", why=why)
    if facts.is_late:
        old = ngettext("The last backup is {number} day old", "The last backup is {number} days old", days)
        if facts.absent:
            return gettext(
                "{old}: {place} was not there. Plug it in and press Back up now, or choose another place.",
                old=old,
                place=_place(facts.absent[0]),
            )
        return gettext("{old}. Press Back up now.", old=old)
    if facts.notes.trial and facts.notes.trial.why:
        return gettext("The last backup was tried and does not give everything back. Press Back up now.")
    if facts.notes.check and facts.notes.check.why:
        return gettext("Some plays are not as they were saved: {why}", why=facts.notes.check.why)
    if facts.absent:
        return gettext(
            "All your plays are backed up. {place} is not there; it gets what it misses when it is back.",
            place=_place(facts.absent[0], begins=True),
        )
    if facts.notes.trial and facts.notes.trial.name == facts.last.path.name:
        if _is_last_night(facts.last.at, facts.now):
            return gettext(
                "All your plays are in one file on this computer, and last night’s backup was tried: it gives "
                "everything back. Nothing to do."
            )
        return gettext(
            "All your plays are in one file on this computer, and the last backup was tried: it gives everything back. "
            "Nothing to do."
        )
    return gettext("All your plays are in one file on this computer, and it is backed up. Nothing to do.")


def _place(folder: Folder, *, begins: bool = False) -> str:
    if folder.disk:
        template = gettext("The disk {disk}") if begins else gettext("the disk {disk}")
        return template.format(disk=folder.disk)
    template = gettext("The folder {folder}") if begins else gettext("the folder {folder}")
    return template.format(folder=folder.path)


def rows(facts: KeepingFacts, certificate: tuple[datetime, str] | None = None) -> list[KeepingRow]:
    """The rows of the page; a database has those of its content and the version.

    `certificate` is the end of that of a home, and the fingerprint of its root.
    """
    if facts.path is None:
        return [_content(facts), _version(facts)]
    of_phones = [_phones(*certificate, facts)] if certificate else []
    return [_content(facts), _last(facts), _next(facts), _checked(facts), _version(facts), *of_phones]


def _content(facts: KeepingFacts) -> KeepingRow:
    parts = [ngettext("{number} play", "{number} plays", facts.plays)]
    parts.append(ngettext("{number} person", "{number} people", facts.people))
    if facts.photos:
        parts.append(ngettext("{number} photo", "{number} photos", facts.photos))
    if facts.path:
        parts.append(size(facts.bytes))
    label = gettext("The file") if facts.path else gettext("The database")
    path, restored, done = str(facts.path or ""), facts.notes.restored, ""
    if restored and restored.why:
        note = gettext("{path}. A backup was not restored: {why}", path=path, why=restored.why)
        return KeepingRow("file", label, ", ".join(parts), note, path, is_late=True)
    if restored:
        at = moment(datetime.fromisoformat(restored.at).astimezone(), facts.now)
        words = {"time": at, "backup": restored.name, "former": restored.former}
        done = gettext("{time}: restored from {backup}. What it replaced is in {former}.", **words)
    return KeepingRow("file", label, ", ".join(parts), path, path, done)


def replaced(found: Replacement, former: str) -> str:
    """The sentences about all that a restore would replace, and where that is kept."""
    says = [
        gettext("The {plays} plays of now are replaced by the {taken} of then.", plays=found.plays, taken=found.taken)
    ]
    if found.missing:
        says.append(ngettext("{number} play is not among them.", "{number} plays are not among them.", found.missing))
    if found.shorter:
        says.append(ngettext("{number} play lacks entries.", "{number} plays lack entries.", found.shorter))
    says += [
        gettext("All of now is first copied to {former}, beside the store.", former=former),
        gettext("Phones are paired as they were then, without those unpaired since. Partie starts again."),
    ]
    return " ".join(says)


def _last(facts: KeepingFacts) -> KeepingRow:
    label, last = gettext("Last backup"), facts.last
    if last is None:
        fact = gettext("None yet") if facts.folders else gettext("Nowhere yet")
        return KeepingRow("last", label, fact, is_late=bool(facts.folders))
    at, file = moment(last.at, facts.now), last.path.name
    folder = next((each for each in facts.folders if each.path == last.path.parent), None)
    disk = folder.disk if folder else ""
    days = (facts.now - last.at).days
    if facts.is_late:
        ago = ngettext("{number} day ago", "{number} days ago", days)
        fact = gettext("{time}: {ago}", time=at, ago=ago) if days else at
        file = f"{file}, {size(last.bytes)}"
    else:
        fact = f"{at}, {size(last.bytes)}"
    if disk:
        note = gettext("On the disk {disk}, {file}.", disk=disk, file=file)
    else:
        note = gettext("In {folder}, {file}.", folder=str(last.path.parent), file=file)
    return KeepingRow("last", label, fact, note, disk or str(last.path.parent), _tried(facts), facts.is_late)


def _tried(facts: KeepingFacts) -> str:
    trial = facts.notes.trial
    if trial is None or trial.why or facts.last is None:
        return ""
    counts = {"good": number(trial.good), "plays": number(trial.plays)}
    if trial.name == facts.last.path.name:
        return gettext("Tried by restoring it: {good} of {plays} plays came back.", **counts)
    day = _day(_at(trial), facts.now)
    return gettext("Tried on {day} by restoring: {good} of {plays} plays came back.", day=day, **counts)


def _next(facts: KeepingFacts) -> KeepingRow:
    label = gettext("Next backup")
    if facts.next is None:
        return KeepingRow("next", label, gettext("None: no place is chosen"))
    time = _clock(facts.next)
    fact = gettext("Tonight, {time}", time=time)
    if facts.absent and len(facts.absent) == len(facts.folders):
        fact = gettext("{when}, if {place} is there", when=fact, place=_place(facts.absent[0]))
    keep = facts.notes.keep
    kept = [
        ngettext("the last {number} day", "the last {number} days", keep.days),
        ngettext("{number} week", "{number} weeks", keep.weeks) if keep.weeks else "",
        ngettext("{number} month", "{number} months", keep.months) if keep.months else "",
    ]
    total = size(sum(folder.bytes for folder in facts.folders))
    note = gettext("Every night; {kept} are kept, {size} in all.", kept=listed([*filter(None, kept)]), size=total)
    if facts.is_late and facts.not_backed_up:
        missing = ngettext(
            "{number} play is in no backup yet.", "{number} plays are in no backup yet.", facts.not_backed_up
        )
        note = f"{missing} {note}"
    return KeepingRow("next", label, fact, note)


def _checked(facts: KeepingFacts) -> KeepingRow:
    label, check = gettext("Checked"), facts.notes.check
    if check is None:
        return KeepingRow("checked", label, gettext("Not yet"))
    fact = gettext("{day}, every play added up again", day=_day(_at(check), facts.now))
    if check.why:
        return KeepingRow("checked", label, fact, check.why, is_late=True)
    done = gettext(
        "{good} of {plays} give the same points as when they were saved.",
        good=number(check.good),
        plays=number(check.plays),
    )
    return KeepingRow("checked", label, fact, done=done)


def _version(facts: KeepingFacts) -> KeepingRow:
    note = gettext("Updated by what installed it. Your file is backed up first; going back is possible.")
    if facts.former_version:
        note = gettext("Before it {version}.", version=facts.former_version) + " " + note
    return KeepingRow("version", gettext("Version"), facts.version, note)


def _phones(until: datetime, fingerprint: str, facts: KeepingFacts) -> KeepingRow:
    fact = gettext("Safe connection until {day}", day=date(until.astimezone().date()))
    note = gettext(
        "Renewed by itself two weeks before. A new phone needs it once: it is on the page that pairs it. "
        "Fingerprint: {fingerprint}",
        fingerprint=fingerprint,
    )
    return KeepingRow("phones", gettext("For phones"), fact, note, fingerprint, is_late=until < facts.now)


def recovery(facts: KeepingFacts) -> list[tuple[str, str]]:
    """The lines that are printed: where the store and its backups are, and what brings the newest one back.

    With each the path or command in it, which is of no language.
    """
    command = f"partie restore {facts.last.path if facts.last else 'FILE'}"
    printed = gettext("Printed on {day}, by Partie {version}.", day=date(facts.now.date()), version=facts.version)
    folders = [str(folder.path) for folder in facts.folders]
    backups = [(gettext("Backups: {folder}", folder=folder), folder) for folder in folders]
    return [(printed, ""), (f"{gettext('The file')}: {facts.path}", str(facts.path)), *backups, (command, command)]


def state_line(notes: Notes, last: Backup | None, now: datetime) -> str:
    """The line above the plays when the backups are late or one does not come back; otherwise empty."""
    if notes.folders and last and now - last.at > LATE:
        return ngettext("No backup for {number} day.", "No backup for {number} days.", (now - last.at).days)
    return gettext("The backups need attention.") if is_late(notes, last, now) or is_broken(notes) else ""


def _at(outcome: CheckOutcome) -> datetime:
    return datetime.fromisoformat(outcome.at).astimezone()


def moment(at: datetime, now: datetime) -> str:
    """A day and a time: `Last night, 3:00`, `Today, 21:30`, `Nov 16, 3:00`."""
    time, nights = _clock(at), (now.date() - at.date()).days
    if _is_last_night(at, now):
        return gettext("Last night, {time}", time=time)
    if nights == 0:
        return gettext("Today, {time}", time=time)
    if nights == 1:
        return gettext("Yesterday, {time}", time=time)
    return gettext("{day}, {time}", day=_day(at, now), time=time)


def short_moment(at: datetime, now: datetime) -> str:
    """The time of today, else the day too: `21:30`, `Nov 16, 3:00`."""
    clock = _clock(at)
    return clock if at.date() == now.date() else gettext("{day}, {time}", day=_day(at, now), time=clock)


def _is_last_night(at: datetime, now: datetime) -> bool:
    return at.date() == now.date() and at.hour < _EARLY <= now.hour


def _day(at: datetime, now: datetime) -> str:
    return short_date(at.date().isoformat(), now.date().isoformat())


def _clock(at: datetime) -> str:
    return f"{at.hour}:{at:%M}"


def size(amount: int) -> str:
    """Bytes as people write them: `84 MB`, `1.9 GB`."""
    value, unit = amount / 1000, 0
    while value >= 999.5 and unit < len(_UNITS) - 1:
        value, unit = value / 1000, unit + 1
    return gettext(_UNITS[unit], amount=number(round(value, 1) if value < 9.95 and unit else round(value)))
