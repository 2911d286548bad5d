"""The page Keeping of a phone: whether its plays are elsewhere too, what went and came, and how well they are kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.html_block import Sent, html_block, pressed
from viewer.locale.language import gettext, ngettext, short_date
from viewer.look.element import button, element, field_form
from viewer.look.icons import Icon, icon
from viewer.pages.shared import flash, two_ends
from viewer.pages.shared.keeping_rows import keeping_row
from viewer.pages.shared.play_rows import play_picture, play_title
from viewer.pages.shared.session import reader_zone
from viewer.pages.shared.two_ends import EndPlace
from viewer.pocket.handover_page import scan_button
from viewer.pocket.home import Home
from viewer.texts import keeping_words
from viewer.texts.keeping_words import KeepingRow

MAX_ROWS: Final = 3
"""Plays that are named of those that went, and of those that came."""

CODE: Final = "pairing-code"
"""The code of the address from which this page was opened, in the state of the visitor."""

_KEY: Final = "keeping-phone"


@dataclass(frozen=True, slots=True)
class Room:
    """The room of this browser in bytes, as far as it tells, and whether it promised to keep what is in it."""

    used: int = 0
    free: int | None = None
    promised: bool = False

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> "Room":
        quota, used = said.get("quota"), int(said.get("usage", 0))
        return cls(used, None if quota is None else max(0, int(quota) - used), bool(said.get("persisted")))


def show(index: MatchIndex, matches: MatchRepository, home: Home, room: Room, size: int) -> None:
    """Show the page; `size` is that of the store in bytes."""
    ends = two_ends.open_ends(index, matches)
    if sent := pressed(_KEY):
        _answered(sent, home)
        if two_ends.answered(sent, ends):
            ends = two_ends.open_ends(index, matches)
    flash.show()
    now = datetime.now(reader_zone())
    parts = two_ends.sections(index, matches, ends, _places(), now)
    parts += _met(index, matches, home, now) if home.is_paired else []
    title = gettext("This phone and Home") if home.is_paired else gettext("Keeping")
    rows = [*_rows(index, home, room, size, now)]
    body = [element("dl", *rows, class_="sec"), *([] if home.is_paired else [_pairing(home)])]
    html_block(element("h1", title, class_="h24"), *_answer(index, home, len(ends), now), *parts, *body, key=_KEY)


def _places() -> tuple[EndPlace, EndPlace]:
    return (
        EndPlace("phone", gettext("This phone"), gettext("Go on with this phone’s")),
        EndPlace("house", gettext("Home"), gettext("Go on with Home’s")),
    )


def _answered(sent: Sent, home: Home) -> None:
    match sent.name:
        case "pair":
            home.ask_pairing(sent.value)
        case "meet":
            home.ask_meeting()
        case "part":
            home.part()


def stand(home: Home, now: datetime) -> Json:
    """The line under the field of Plays that says where the plays are; empty where there is nothing to say."""
    if not home.is_paired:
        return ""
    details, waiting = element("a", gettext("Details"), href="keeping", class_="end"), len(home.waiting())
    if progress := home.progress:
        return _line("waiting", _going(*progress)) if progress[1] else ""
    if home.known.trouble:
        return _line("house", home.known.trouble, details)
    if waiting:
        return _line("phone", _not_yet(waiting), details)
    if not home.is_news:
        return ""
    return _line("check", gettext("All at home, {time}.", time=_moment(home.known.at, now)))


def _going(gone: int, number: int) -> str:
    return gettext("Going home: {gone} of {number}.", gone=gone, number=number)


def _line(sign: Icon, says: str, *end: Json) -> Json:
    return element("div", icon(sign), element("span", says), *end, class_="where", role="status")


def _not_yet(waiting: int) -> str:
    return ngettext(
        "On this phone. {number} play not yet at home.", "On this phone. {number} plays not yet at home.", waiting
    )


def _moment(at: str, now: datetime) -> str:
    said = keeping_words.moment(datetime.fromisoformat(at).astimezone(now.tzinfo), now)
    return said[:1].lower() + said[1:]


def _answer(index: MatchIndex, home: Home, ends: int, now: datetime) -> list[Json]:
    known, waiting = home.known, len(home.waiting())
    if not home.is_paired:
        says = gettext("All your plays are on this phone and nowhere else. Save a copy, or connect to a home.")
        if not index.count():
            says = gettext("Nothing is on this phone yet.")
        return [element("p", says, class_="answer kept"), *([_failed(known.trouble)] if known.trouble else [])]
    went = ngettext("{number} play went home", "{number} plays went home", len(known.went))
    came = ngettext("{number} came", "{number} came", len(known.came))
    says = gettext("{went} and {came}.", went=went, came=came)
    if not (known.went or known.came):
        both = gettext("All your plays are at home too.")
        says = both if known.at else gettext("This phone has not been at home yet.")
    if ends:
        says += " " + ngettext(
            "One was played on in both: have a look.", "{number} were played on in both: have a look.", ends
        )
    parts: list[Json] = [element("p", says, class_="answer")]
    if home.progress:
        parts.append(element("p", _going(*home.progress), class_="soft s14", role="status"))
    if waiting and not home.progress:
        parts.append(element("p", _not_yet(waiting), class_="soft s14"))
    if known.at:
        over = _host(home) or gettext("over the network at home")
        at = keeping_words.moment(datetime.fromisoformat(known.at).astimezone(now.tzinfo), now)
        parts.append(element("p", f"{at}, {over}", class_="soft s14"))
    return [*parts, *map(_failed, (*filter(None, [known.trouble]), *known.refused))]


def _host(home: Home) -> str:
    """The name of the server; empty for that from which the pocket came."""
    return urlsplit(home.known.address).netloc


def _failed(says: str) -> Json:
    return element("p", says, class_="told about", role="status")


def _met(index: MatchIndex, matches: MatchRepository, home: Home, now: datetime) -> list[Json]:
    """The matches that went, and those that came."""
    known = home.known
    photos = ngettext("{number} photo", "{number} photos", known.photos)
    people = ngettext("{number} person", "{number} people", known.people)
    parts = (
        (gettext("Went home"), known.went, photos if known.photos else ""),
        (gettext("Came"), known.came, people if known.people else ""),
    )
    return [_list(index, matches, title, ids, more, now) for title, ids, more in parts if ids]


def _list(
    index: MatchIndex, matches: MatchRepository, title: str, ids: Sequence[str], more: str, now: datetime
) -> Json:
    plays = ngettext("{number} play", "{number} plays", len(ids))
    head = element("div", element("h2", title), element("span", ", ".join(filter(None, [plays, more]))), class_="h")
    rows = [row for id in ids[:MAX_ROWS] if (row := index.row(id))]
    lines = [
        element(
            "a", element("span", play_picture(matches, row, 24), play_title(row), class_="nm"),
            element("span", _day(row.played_on or "", now), class_="soft"),
            href=f"replay?match={row.id}", class_="tally low",
        )
        for row in rows
    ]  # fmt: skip
    if len(ids) > MAX_ROWS:
        says = ngettext("{number} more", "{number} more", len(ids) - MAX_ROWS)
        lines.append(element("a", says, href=".", class_="tally low link"))
    return element("section", head, *lines, class_="sec")


def _day(day: str, now: datetime) -> str:
    today = now.date().isoformat()
    return gettext("today") if day == today else short_date(day, today) if day else ""


def _rows(index: MatchIndex, home: Home, room: Room, size: int, now: datetime) -> list[Json]:
    """The rows about the safety of the store: its file, the promise of the browser, and when it was last at home."""
    free = gettext("Room for {size} more.", size=keeping_words.size(room.free)) if room.free is not None else ""
    copy = element("button", gettext("Save a copy"), type="button", class_="btn", data_shell="copy")
    promised = gettext("It promised to keep the file") if room.promised else gettext("It may delete the file")
    why = "" if room.promised else gettext(
        "It does so when the device has no room, or the page is not used for long. Installed as an app it is kept."
    )  # fmt: skip
    at = _moment(home.known.at, now) if home.known.at else ""
    last = gettext("at home, {time}", time=at) if at else gettext("Nowhere yet")
    meet = [button(gettext("Go home now"), sends="meet")] if home.is_paired else []
    rows = [
        _row(gettext("The file"), gettext("On this phone, {size}", size=keeping_words.size(size)), free, copy),
        _row(gettext("This browser"), promised, why),
        _row(gettext("Last backup"), last, "", *meet),
        _row(gettext("Files of Partie"), gettext("A file of plays can be added."), "",
             element("button", gettext("Bring your plays"), type="button", class_="btn", data_shell="bring")),
        _row(gettext("A match for you"), gettext("A match that was handed over can be kept."), "",
             scan_button(),
             element("a", gettext("Read a link"), href="handover", class_="btn")),
    ]  # fmt: skip
    if home.is_paired:
        place = _host(home) or gettext("Where this page came from")
        stays = gettext("The plays stay on this phone and there.")
        rows.append(_row(gettext("Home"), place, stays, button(gettext("Forget it"), sends="part")))
    return rows


def _row(label: str, fact: str, note: str, *does: Json) -> Json:
    return keeping_row(KeepingRow("", label, fact, note), *does)


def _pairing(home: Home) -> Json:
    """The form that connects to a home; an empty field is the server that showed this page."""
    label = gettext("Address below the code")
    code = surface.state().get(CODE, "")
    send = element("button", icon("house"), gettext("Connect"), type="submit", class_="btn go")
    says = gettext(
        "Scan the code that Partie shows on your computer under Keeping, or type the address below it. Without one "
        "this phone asks the server from which this page came."
    )
    form = field_form("pair", label, send, value=code)
    heading = element("h2", gettext("Connect to a home"))
    return element("section", heading, element("p", says, class_="soft s14"), form, class_="sec connect")
