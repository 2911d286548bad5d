"""The page Keeping: the answer whether one has to do something, then the file, its backups, checks and devices."""

import os
import time
from concurrent.futures import wait
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

import typer

from core.errors import PartieError
from eventstore.access.devices import Device, devices_of
from eventstore.maintenance import keeping
from eventstore.maintenance.backup import difference, former_path
from eventstore.maintenance.keeper import Keeper, keeper_of, local_now
from eventstore.maintenance.keeping import Backup
from eventstore.maintenance.keeping_facts import KeepingFacts, facts_of
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.notes_file import read_notes
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import UnusableStore
from eventstore.store.store_url import is_file
from viewer import restarting, settings, surface
from viewer.boards.scene import Json
from viewer.components.html_block import Sent, html_block, pressed
from viewer.https.authority import certificate_of
from viewer.locale.language import gettext, pgettext, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.element import button, element, field_form
from viewer.look.icons import icon
from viewer.pages.shared import flash, logins, session, two_ends
from viewer.pages.shared.keeping_rows import keeping_row, set_apart
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.two_ends import EndPlace
from viewer.texts import keeping_words
from viewer.texts.keeping_words import KeepingRow

_KEY: Final = "keeping"
_OPEN: Final = "keeping-open"
"""The row whose panel is open."""

_CHOSEN: Final = "keeping-chosen"
"""The chosen backup, with what its restore would replace."""

_AT_THE_MACHINE: Final = frozenset({"folder", "add", "remove", "keep", "choose", "restore"})
"""Tasks of people who are at the machine: a device of the network that records sees the paths, and changes none, nor
does it replace the store.
"""

MAX_BACKUPS: Final = 24
"""Most backups that are offered to be restored."""


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the facts with a button each; a backup that runs is followed until its end."""
    path = Path(settings.store_address()) if is_file(settings.store_address()) else None
    keeper = keeper_of(path) if path else None
    sent, ends = pressed(_KEY), two_ends.open_ends(index, matches)
    if sent and keeper:
        _answered(sent, keeper)
    if sent and two_ends.answered(sent, ends):
        ends = two_ends.open_ends(index, matches)
    flash.show()
    facts = facts_of(matches, path, local_now())
    running = keeper.running() if keeper else None
    certificate = certificate_of(path) if path else None
    rows = [_row(row, facts) for row in keeping_words.rows(facts, certificate)]
    aside = element("aside", *_devices(path), *_if_it_breaks(facts, certificate), class_="aside")
    body = element("div", element("dl", *rows), aside, class_="two")
    asks = two_ends.sections(index, matches, ends, _ends_at(), datetime.now(session.reader_zone()))
    html_block(_head(facts, running), _answer(facts), *asks, body, key=_KEY)
    if restarting.is_asked():
        time.sleep(restarting.END_S)  # Only a run that was cut off begins anew when the connection is back.
    if surface.state().get(_OPEN) == "pair":
        with surface.container("phone-panel", width=376):
            surface.panel("phone_panel.for_every_match", pages.principal)
    if running and keeper:
        wait([keeper.ask(running[0]).result], 1)
        surface.run_again()


def _ends_at() -> tuple[EndPlace, EndPlace]:
    return (
        EndPlace("house", gettext("Here"), gettext("Go on with this one")),
        EndPlace("phone", gettext("Elsewhere"), gettext("Go on with the other one")),
    )


def _answered(sent: Sent, keeper: Keeper) -> None:
    """Carry out what a button or a form asks for; paths of this machine are for people at it."""
    if sent.name in _AT_THE_MACHINE and not logins.is_unrestricted():
        return
    folders = keeping.notes_of(keeper.store).folders
    try:
        match sent.name:
            case "backup" | "check" as task:
                keeper.ask(task)
            case "open":
                surface.state()[_OPEN] = None if surface.state().get(_OPEN) == sent.value else sent.value
                surface.state()[_CHOSEN] = None
            case "choose":
                surface.state()[_CHOSEN] = sent.value
            case "restore" if any(str(each.path) == sent.value for each in _backups(keeper.store)):
                surface.state()[_OPEN] = surface.state()[_CHOSEN] = None
                flash.put(gettext("Partie starts again with the backup. This page comes back by itself."))
                restarting.ask(Path(sent.value))
            case "folder":
                typer.launch(str(keeper.store), locate=True)
            case "add" if sent.value.strip():
                keeping.choose_folders(keeper.store, (*folders, Path(sent.value.strip())))
                keeper.ask("backup")
            case "remove":
                keeping.choose_folders(keeper.store, [folder for folder in folders if str(folder) != sent.value])
            case "keep":
                keeping.choose_folders(keeper.store, folders, keeping.parse_keep(sent.value))
            case "unpair":
                with session.open_session() as user_session:
                    user_session.access.revoke(sent.value)
            case name if (id := name.removeprefix("rename ")) != name:
                with session.open_session() as user_session:
                    user_session.access.rename(id, plain(sent.value))
    except PartieError as error:
        flash.put(translate(str(error)), is_error=True)
    except OSError as error:
        reason = error.strerror or str(error)
        flash.put(gettext("Backups cannot go to {folder}: {reason}.", folder=sent.value, reason=reason), is_error=True)


def _head(facts: KeepingFacts, running: tuple[str, int] | None) -> Json:
    parts = [element("h1", gettext("Keeping"))]
    if running:
        task, percent = running
        label = gettext("Backing up, {percent} %") if task == "backup" else gettext("Checking, {percent} %")
        parts.append(_end(element("span", label.format(percent=percent), class_="btn is-off", role="status")))
    elif facts.folders:
        parts.append(_end(button(gettext("Back up now"), sends="backup", class_="btn go")))
    elif facts.path and logins.is_unrestricted():
        parts.append(_end(button(gettext("Choose a place"), sends="open", value="next", class_="btn go")))
    return element("div", *parts, class_="head")


def _end(part: Json) -> Json:
    return element("div", part, class_="end")


def _answer(facts: KeepingFacts) -> Json:
    """The sentence, in which the name of the button stands out."""
    return element("p", *set_apart(keeping_words.answer(facts), gettext("Back up now"), "b"), class_="answer kept")


def _row(row: KeepingRow, facts: KeepingFacts) -> Json:
    found = _row_button(row.name, facts)
    does = [found] if found else []
    if surface.state().get(_OPEN) != row.name:
        return keeping_row(row, *does)
    panel = _places(facts) if row.name == "next" else _restores(facts)
    # After its button, which leads to it by the keyboard too.
    return keeping_row(row, *does, below=[element("dd", *panel, class_="more")])


def _row_button(name: str, facts: KeepingFacts) -> Json | None:
    match name:
        case "file" if facts.path and logins.is_unrestricted():
            return button(gettext("Show the folder"), sends="folder")
        case "last" if logins.is_unrestricted() and any(folder.backups for folder in facts.folders):
            return button(gettext("Restore one"), sends="open", value="last")
        case "next" if logins.is_unrestricted():
            return button(pgettext("what stands beside it", "Change"), sends="open", value="next")
        case "checked":
            return button(gettext("Check again"), sends="check")
        case "phones":
            return button(gettext("Show it"), sends="open", value="pair")
    return None


def _places(facts: KeepingFacts) -> list[Json]:
    """The folders of the backups, a field for another one, and how many backups stay."""
    lines = [
        element("div", element("span", plain(str(folder.path)), class_="path"),
                button(gettext("Remove"), sends="remove", value=str(folder.path), class_="btn bare"), class_="tally")
        for folder in facts.folders
    ]  # fmt: skip
    another = _form("add", gettext("Folder on another disk"), "", gettext("Add"))
    kept = _form("keep", gettext("Days, weeks and months that stay"), str(facts.notes.keep), gettext("Save"))
    return [element("div", *lines, another, *([kept] if facts.folders else []), class_="places")]


def _form(name: str, label: str, value: str, submit: str) -> Json:
    return field_form(name, label, element("button", submit, type="submit", class_="btn"), value=value)


def _backups(store: Path) -> list[Backup]:
    """The newest backups in all folders, each once."""
    found = [each for folder in keeping.notes_of(store).folders for each in keeping.backups_in(folder, store)]
    newest = sorted({each.path.name: each for each in found}.values(), key=lambda each: each.at, reverse=True)
    return newest[:MAX_BACKUPS]


def _restores(facts: KeepingFacts) -> list[Json]:
    """The newest backups, and under the chosen one what it would replace."""
    assert facts.path
    lines = [element("p", gettext("Choose a backup. First you see what it replaces."))]
    for each in _backups(facts.path):
        at = keeping_words.moment(each.at, facts.now)
        label = gettext("Choose the backup: {time}", time=at)
        is_chosen = surface.state().get(_CHOSEN) == str(each.path)
        state = {"aria_label": label, "aria_expanded": str(is_chosen).lower()}
        choose = button(gettext("Choose"), sends="choose", value=str(each.path), **state)
        shown = element("span", at, element("span", keeping_words.size(each.bytes), class_="soft"), class_="nm")
        lines.append(element("div", shown, choose, class_="tally"))
        if is_chosen:
            lines += _replaced(each, facts.path)
    return lines


def _replaced(chosen: Backup, store: Path) -> list[Json]:
    try:
        with closing(SqliteStore(store)) as now:
            found = difference(now, chosen.path)
    except UnusableStore as error:
        return [element("p", plain(translate(str(error))), role="alert")]
    says = keeping_words.replaced(found, former_path(store).name)
    restore = button(gettext("Restore it"), sends="restore", value=str(chosen.path))
    leave = button(gettext("Leave it"), sends="open", value="last", class_="btn bare")
    return [element("p", plain(says), class_="ink", role="status"), element("div", restore, leave, class_="ways")]


def _devices(path: Path | None) -> list[Json]:
    """The paired devices, and the way to pair one."""
    with session.open_session() as user_session:
        devices = devices_of(user_session.access.grants(), read_notes(path) if path else {})
    lines = [_device(device) for device in devices]
    pair = button(icon("scan"), gettext("Pair a phone"), sends="open", value="pair", class_="btn wide")
    heading = element("div", element("h2", gettext("Paired phones and screens")), class_="h")
    none = [] if lines else [element("p", gettext("None yet."), class_="soft")]
    return [element("section", heading, *lines, *none, pair)]


def _device(device: Device) -> Json:
    may = {
        "recorder": gettext("records"),
        "annotator": gettext("reads and writes notes"),
        "viewer": gettext("only shows"),
    }
    what = may[device.role] if device.match is None else gettext("{what}, one match", what=may[device.role])
    name = fit(plain(device.name), 40) or gettext("A device without a name")
    more = element("summary", icon("more"), class_="btn bare sq", aria_label=gettext("More about {name}", name=name))
    unpair = button(gettext("Unpair"), sends="unpair", value=device.id, class_="item")
    rename = _form(f"rename {device.id}", gettext("Name of the device"), plain(device.name), gettext("Rename"))
    menu = element("details", more, element("div", rename, unpair, class_="pop card"), class_="drop")
    words = element("span", name, element("br"), element("span", what, class_="soft s14"))
    shown = element("span", element("span", icon("phone"), class_="soft"), words, class_="nm")
    end = element("span", element("span", _seen(device.seen), class_="soft"), menu, class_="seen")
    return element("div", shown, end, class_="tally")


def _seen(at: str) -> str:
    if not at:
        return gettext("not seen yet")
    zone = session.reader_zone()
    return keeping_words.moment(datetime.fromisoformat(at).astimezone(zone), datetime.now(zone))


def _if_it_breaks(facts: KeepingFacts, certificate: tuple[datetime, str] | None) -> list[Json]:
    """The lines, of which paper holds more: where the backups are, for the day when this page is gone."""
    if not facts.path:
        return []
    heading = element("h2", gettext("If this computer breaks"))
    more = [element("li", *set_apart(*line, lang="")) for line in keeping_words.recovery(facts)]
    address = os.environ.get(settings.SECURE, "")
    if certificate and address:
        more.append(element("li", f"{gettext('For phones')}: {address} ({certificate[1]})"))
    paper = element("ul", *more, class_="on-paper")
    print_it = element("button", gettext("Print these lines"), type="button", class_="link alone", data_print="")
    return [
        element(
            "section",
            heading,
            element(
                "p",
                gettext(
                    "Install Partie on another one and type “partie restore” with the newest file of the backups. "
                    "Paired phones find it again by its name."
                ),
            ),
            paper,
            print_it,
            class_="sec lines",
        )
    ]
