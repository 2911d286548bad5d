"""The page that hands a match over, as elements, with its code."""

from base64 import b64encode
from collections.abc import Iterator
from urllib.parse import quote

from core import record
from core.game import facts_of
from core.games.scoresheet.events import PointsNoted
from eventstore.formats import handover
from eventstore.matches.match import Match
from viewer.boards.scene import Json
from viewer.components.handover.receiving import about, address_of, day_of, results, title_of
from viewer.locale.language import gettext, ngettext
from viewer.look.element import element
from viewer.look.icons import Icon, icon
from viewer.pairing import qr_code


def shown(match: Match, link: str, emblem: Json, notes: int, photos: int) -> list[Json]:
    """The page that hands a match over. `link` is the address of the page that reads it, without the match."""
    content = handover.packed(match)
    code = _code(f"{link}#", content)
    letters = f"{link}#{handover.letters(content)}"
    back = element(
        "a", icon("left"), href=address_of(match), class_="btn bare sq bk", aria_label=gettext("Back to the match")
    )
    ways = [
        element("button", icon("link"), gettext("Copy a link"), type="button", class_="btn", data_copy=letters),
        element(
            "a", icon("file"), gettext("Save as a file"), class_="btn",
            href=f"api/matches/{quote(match.id)}/script", download=f"{match.id}.partie.jsonl",
        ),
    ]  # fmt: skip
    return [
        element("div", back, element("h1", gettext("Hand over")), class_="head"),
        about(match, emblem, [day_of(match), ", ".join(results(match))]),
        *_shown_code(match, code),
        element("div", *ways, class_="ways"),
        element("div", *_parts(match, notes, photos, fits=bool(code)), class_="parts"),
    ]


def _code(link: str, content: bytes) -> str:
    """The code as an SVG; empty: the match is too long for one."""
    try:
        return qr_code.svg(link, handover.digits(content), qr_code.MAX_HANDED_OVER)
    except ValueError:
        return ""


def _shown_code(match: Match, code: str) -> Iterator[Json]:
    if not code:
        yield element("p", gettext("Too long for one code: send the file."), class_="answer")
        return
    picture = f"data:image/svg+xml;base64,{b64encode(code.encode()).decode()}"
    yield element("img", src=picture, alt=gettext("Code of the match {title}", title=title_of(match)), class_="qr")
    yield element("p", gettext("Let somebody scan it: the match is then there too."), class_="answer")
    yield element("p", gettext("The camera is enough; no account."), class_="soft s14")


def _parts(match: Match, notes: int, photos: int, *, fits: bool) -> Iterator[Json]:
    """The parts of the match, and where each goes."""
    in_code, in_file = gettext("in the code") if fits else gettext("in the link"), gettext("only in the file")
    if facts_of(match.game).records_moves:
        moves = len(match.frames) - 1
        yield _part("bars", ngettext("{number} move", "All {number} moves", moves), in_code)
    else:
        points = [event.points for frame in match.frames if isinstance(event := frame.event, PointsNoted)]
        numbers = sum(value is not None for line in points for value in line)
        words = ngettext("{number} number and who won", "All {number} numbers and who won", numbers)
        if record.kept_result(match.log) is None:
            words = ngettext("{number} number", "All {number} numbers", numbers)
        yield _part("bars", words, in_code)
    if notes:
        yield _part("edit", ngettext("{number} note", "{number} notes", notes), in_file)
    if photos:
        yield _part("camera", ngettext("{number} photo", "{number} photos", photos), in_file)


def _part(sign: Icon, words: str, place: str) -> Json:
    return element("div", icon(sign), element("span", words), element("span", place, class_="end"), class_="fold")
