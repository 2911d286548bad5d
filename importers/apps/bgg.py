"""BoardGameGeek: saved responses of the plays list (XML API 2), one page or several in one file, to score sheets.

- A play of quantity n is n matches. The first one gets the points, winners and minutes; the others get ids of their own
  (`bgg:81803826/2`), and only their players and date are known.
- In a play without any winner the winners are unknown. A play with only scores of 0 was logged without scores.
- Dates have no time; plays of the same day are sorted by id.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from io import BytesIO
from typing import Annotated, Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from core.game import Points
from core.games import scoresheet
from core.messages import message
from core.record_events import MatchImported, SeatImported
from importers import scoresheet_events, text
from importers.apps.optional_fields import sentence, validated
from importers.imported_play import (
    ImportedPlay,
    ImportProblem,
    ImportReport,
    Player,
    UnreadableFile,
    counted_source,
)
from importers.text import ProblemSink, block, line, name

KEY: Final = "bgg"

MAX_QUANTITY: Final = 1000
"""Maximum quantity of a play; a play with a larger one is read as one match."""

_Count = Annotated[int, Field(ge=0, le=2**53)]

_USER: Final = re.compile(rb"<plays\b[^<>]*\suserid=")
"""The start of a list of a user's plays, also of one without a single game."""
_LIST: Final = re.compile(r"(?=<plays[\s/>])")
_DECLARATION: Final = re.compile(r"<\?xml\b[^<>]*\?>")
_BEHIND: Final = re.compile(r"(?<=</plays>)[^<]*\Z")
_TOTAL: Final = re.compile("[0-9]{1,18}")
_DATE: Final = re.compile(r"([0-9]{4}(?:-(?!00)[0-9]{2}(?:-(?!00)[0-9]{2})?)?)(?:-00)*")

_Id = Annotated[str, StringConstraints(pattern=r"^-?[0-9]{1,20}$")]
"""Plays that an application has not sent yet have negative ids."""


class _Element(BaseModel):
    """Attributes of an element; others are ignored."""

    model_config = ConfigDict(frozen=True)


class _Seat(_Element):
    username: str = ""
    name: str = ""
    startposition: str = ""
    color: str = ""
    score: str = ""
    new: str = ""
    rating: str = ""
    win: str = ""


class _Item(_Element):
    name: str = ""
    objectid: _Count


class _Play(_Element):
    """A `<play>`. `length` is in minutes, 0 where unknown; `date` may be `0000-00-00`."""

    id: _Id
    item: _Item
    date: str = ""
    quantity: _Count = 1
    length: _Count = 0
    incomplete: str = ""
    nowinstats: str = ""
    location: str = ""
    comments: str = ""
    players: tuple[_Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class _Page:
    """One `<plays>`: its user, the total of plays, its plays as attributes, and the error if it is truncated."""

    owner: str
    total: int | None
    plays: Sequence[dict[str, object]]
    broken: str = ""


def recognizes(data: bytes) -> bool:
    start = data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start.startswith(b"<") or b"<plays" not in data:
        return False
    return b"objectid" in data or b"boardgamegeek" in data or bool(_USER.search(start))


def read(data: bytes) -> ImportReport:
    """The plays, earliest first. Raises UnreadableFile."""
    pages = [_page(document) for document in _documents(data)]
    rows_found = [play for page in pages for play in page.plays]
    if not any(play["item"] for play in rows_found) and (rows_found or any(page.total is None for page in pages)):
        raise UnreadableFile(
            message("This is not a list of plays from BoardGameGeek: no play in it names the game that was played.")
        )
    problems = [ImportProblem("", page.broken) for page in pages if page.broken]
    rows: dict[str, _Play] = {}
    for number, play in enumerate(rows_found, 1):
        where = message("play {number} of {all}", number=number, all=len(rows_found))
        reported: list[str] = []
        try:
            row = validated(_Play, play, reported.append, seats="players")
        except ValidationError as error:
            problems.append(ImportProblem(where, _why_not_read(error)))
            continue
        problems += [ImportProblem(where, words, kept=True) for words in reported]
        if rows.setdefault(row.id, row) != row:
            duplicates = message("The file has two different records of this play; the first one is read.")
            problems.append(ImportProblem(message("play {id}", id=row.id), duplicates))
    plays: list[ImportedPlay] = []
    quantities: dict[str, int] = {}
    for row in sorted(rows.values(), key=lambda row: (row.date, int(row.id))):
        reported = []
        matches = list(_plays(row, reported.append))
        plays += matches
        if matches and row.quantity <= MAX_QUANTITY:
            quantities[matches[0].provenance.source] = len(matches)
        problems += [ImportProblem(message("play {id}", id=row.id), words) for words in reported]
    return ImportReport(tuple(plays), tuple(problems), tuple(_remarks(pages)), quantities)


def _why_not_read(error: ValidationError) -> str:
    if error.errors()[0]["loc"][0] == "item":
        return message("The play was not read: it does not say which game was played.")
    return message("The play was not read: {error}.", error=sentence(error))


def _documents(data: bytes) -> list[str]:
    """The `<plays>` elements of a file, each from its start tag to its end tag or to the next start tag."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableFile(message("This is not a BGG list of plays: the file is not UTF-8 text.")) from None
    before, *documents = _LIST.split(_DECLARATION.sub("", text))
    if "<!DOCTYPE" in before or "<!ENTITY" in before:
        raise UnreadableFile(message("This is not a BGG list of plays: the XML defines a document type."))
    if not documents:
        raise UnreadableFile(message("This is not a BGG list of plays: there is no <plays> in the file."))
    return [_BEHIND.sub("", document) for document in documents]


def _page(document: str) -> _Page:
    owner, total, plays, broken = "", "", [], ""
    try:
        for event, element in _elements(document):
            if event == "start" and element.tag == "plays":
                owner, total = element.get("username", ""), element.get("total", "")
            elif event == "end" and element.tag == "play":
                plays.append(_attributes(element))
                element.clear()
    except DefusedXmlException:
        raise UnreadableFile(message("This is not a BGG list of plays: the XML defines entities.")) from None
    except ParseError as error:
        broken = message(
            "The XML is incomplete; {number} plays were read: {error}.", number=len(plays), error=str(error)
        )
    return _Page(owner, int(total) if _TOTAL.fullmatch(total) else None, plays, broken)


def _elements(document: str) -> Iterator[tuple[str, Element]]:
    yield from iterparse(BytesIO(document.encode()), ("start", "end"), forbid_dtd=True)


def _attributes(play: Element) -> dict[str, object]:
    item = play.find("item")
    return {
        **play.attrib,
        "item": item.attrib if item is not None and "objectid" in item.attrib else None,
        "comments": play.findtext("comments", ""),
        "players": [player.attrib for player in play.iterfind("players/player")],
    }


def _remarks(pages: Sequence[_Page]) -> Iterator[str]:
    """Remarks about pages that are missing."""
    totals, totals_by_owner = Counter[str](), Counter[str]()
    for page in pages:
        totals[page.owner] = max(totals[page.owner], page.total or 0)
        totals_by_owner[page.owner] += len(page.plays)
    for owner, total in totals.items():
        here = totals_by_owner[owner]
        if total > here:
            yield (
                message("The file holds {here} of {total} plays of {owner}.", here=here, total=total, owner=owner)
                if owner
                else message("The file holds {here} of {total} plays.", here=here, total=total)
            )


def _plays(row: _Play, report: ProblemSink) -> Iterator[ImportedPlay]:
    """The matches of one play. `report` receives the sentences of problems."""
    if len(row.players) not in scoresheet.SEATS:
        report(
            message(
                "The play was not read: {number} players are too many for a score sheet.",
                number=len(row.players),
            )
        )
        return
    more = dict(_more(row))
    won = [seat.win == "1" for seat in row.players] if any(seat.win == "1" for seat in row.players) else None
    totals = _points(row, report)
    first = ImportedPlay(
        where=message("play {id}", id=row.id),
        provenance=MatchImported(
            source=f"{KEY}:{row.id}",
            comment=block(row.comments),
            seats=tuple(_seat(seat, bool(won)) for seat in row.players),
            more=more,
        ),
        players=tuple(_player(seat, report) for seat in row.players),
        events=scoresheet_events.events(scoresheet_events.final(totals), won if row.players else ()),
        options=scoresheet_events.options(line(row.item.name), row.item.objectid),
        played_on=_played_on(row, more, report),
        minutes=text.minutes(row.length, report),
        place=line(row.location) or None,
    )
    yield first
    for number in range(2, _quantity(row, report) + 1):
        yield replace(
            first,
            where=message("play {id}", id=f"{row.id}/{number}"),
            provenance=MatchImported(counted_source(first.provenance.source, number), more=more),
            events=scoresheet_events.events((), None if row.players else ()),
            minutes=None,
        )


def _points(row: _Play, report: ProblemSink) -> tuple[Points, ...]:
    """Points by seat. Sums are not evaluated: `49-46` is more likely two numbers."""
    if all(line(seat.score) in ("", "0") for seat in row.players):
        return (None,) * len(row.players)
    marked: list[Points] = []
    for seat in row.players:
        try:
            marked.append(text.number(line(seat.score)))
        except ValueError as error:
            who = line(seat.name or seat.username)[:30] or message("Somebody")
            report(message("{name} has no score: {why}", name=who, why=str(error)))
            marked.append(None)
    return tuple(marked)


def _player(seat: _Seat, report: ProblemSink) -> Player:
    account = line(seat.username).lower()
    return Player(name(line(seat.name) or seat.username, report), (f"{KEY}:{account}",) if account else ())


def _seat(seat: _Seat, winners_known: bool) -> SeatImported:
    return SeatImported(
        score=line(seat.score) or None,
        winner=seat.win == "1" if winners_known else None,
        started=seat.startposition == "1" if seat.startposition.isdecimal() else None,
        new={"1": True, "0": False}.get(seat.new),
        color=line(seat.color),
    )


def _more(row: _Play) -> Iterator[tuple[str, str]]:
    """Non-empty values without a field of their own; values by seat are joined by bars."""
    if row.quantity != 1:
        yield "quantity", str(row.quantity)
    for field, flag in {"incomplete": row.incomplete, "nowinstats": row.nowinstats}.items():
        if flag == "1":
            yield field, flag
    by_seat = {
        "startposition": [line(seat.startposition) for seat in row.players],
        "rating": ["" if seat.rating == "0" else line(seat.rating) for seat in row.players],
    }
    for field, values in by_seat.items():
        if any(values):
            yield field, " | ".join(values)


def _played_on(row: _Play, more: dict[str, str], report: ProblemSink) -> str | None:
    """The known part of the date: `2024-02-00` is a month, `0000-00-00` is None."""
    if row.date in ("", "0000-00-00"):
        return None
    match = _DATE.fullmatch(row.date)
    try:
        if not match:
            raise ValueError
        return date.fromisoformat((match[1] + "-01-01")[:10]).isoformat()[: len(match[1])]
    except ValueError:
        more["date"] = line(row.date)
        report(message("{written!r} is not a date; the play is kept without one.", written=line(row.date)[:40]))
        return None


def _quantity(row: _Play, report: ProblemSink) -> int:
    if row.quantity > MAX_QUANTITY:
        report(message("The file counts this play {number} times; it is read as one play.", number=row.quantity))
        return 1
    return row.quantity
