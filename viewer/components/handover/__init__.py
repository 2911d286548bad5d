"""The two pages of a match that is handed over, as elements: the code that is shown, and what is read of one."""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import quote

from core import record
from core.game import facts_of
from core.games.scoresheet.events import PointsNoted
from eventstore.formats import handover
from eventstore.matches.match import Match
from eventstore.matches.people import People
from viewer.boards.scene import Json
from viewer.locale.language import day_of_week, gettext, ngettext, pgettext, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.look.icons import Icon, crown, icon
from viewer.pairing import qr_code
from viewer.texts.own_words import own_title

_MAX_NAME: Final = 60


def shown(match: Match, link: str, emblem: Json, notes: int, photos: int) -> list[Json]:
    """The page that hands a match over. `link` is the address of the page that reads it, without the match."""
    content = handover.packed(match)
    code = _code(f"{link}#", content)
    letters = f"{link}#{handover.letters(content)}"
    back = element(
        "a", icon("left"), href=_play(match), class_="btn bare sq bk", aria_label=gettext("Back to the match")
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
        _about(match, emblem, [_day(match), ", ".join(_results(match))]),
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
    yield element("img", src=picture, alt=gettext("Code of the match {title}", title=_title(match)), class_="qr")
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


def read(match: Match, emblem: Json, faces: Faces, everybody: People, plays: Mapping[str, int]) -> list[Json]:
    """The page of a match that is not here yet; `plays` counts those of each person here."""
    people = ngettext("{number} person", "{number} people", len(match.names))
    ended = record.kept_result(match.log)
    scores = match.frames[-1].scores
    sides = [_side(match.names[seat], scores[seat], seat in (ended.winners if ended else ()), faces, everybody, plays)
             for seat in _order(match)]  # fmt: skip
    return [
        element("div", element("h1", gettext("A match for you")), class_="head"),
        _about(match, emblem, [_day(match), people, gettext("new here")]),
        element("div", *sides, class_="standing"),
        element("p", gettext("You can join two people later, too."), class_="soft s14"),
        element(
            "div",
            element("button", icon("check"), gettext("Keep it"), class_="btn go", formaction="handover/keep"),
            element("button", gettext("Only look"), class_="btn", formaction="handover/look"),
            class_="foot",
        ),
    ]


def known(match: Match, emblem: Json, *, differs: bool) -> list[Json]:
    """The page of a match that is here already; it `differs` where it went on otherwise."""
    sentence = (
        gettext("You have this match, and it went on differently here.") if differs else gettext("You already have it.")
    )
    return [
        element("div", element("h1", gettext("A match for you")), class_="head"),
        _about(match, emblem, [_day(match), ", ".join(_results(match))]),
        element("p", sentence, class_="answer"),
        element(
            "div", element("a", pgettext("open a match", "Open"), class_="btn go", href=_play(match)), class_="foot"
        ),
    ]


def unreadable(sentence: str) -> list[Json]:
    return [
        element("div", element("h1", gettext("A match for you")), class_="head"),
        element("p", translate(sentence), class_="answer", role="alert"),
    ]


def _side(name: str, points: object, won: bool, faces: Faces, everybody: People, plays: Mapping[str, int]) -> Json:
    found = everybody.named(name)
    counted = plays.get(found[0], 0) if found else 0
    who = ngettext("{number} play here", "{number} plays here", counted) if found else gettext("not known here")
    label = element("span", fit(plain(name), _MAX_NAME), *([" ", crown(gettext("winner"))] if won else []))
    about = element("span", label, element("span", who, class_="soft s14"), class_="who")
    total = element("span", "" if points is None else number(points), class_="pt")  # type: ignore[arg-type]
    return element("div", faces.face(name, 28), about, total, class_="side w" if won else "side")


def _about(match: Match, emblem: Json, facts: list[str]) -> Json:
    line = " · ".join(filter(None, facts))
    return element(
        "div",
        emblem,
        element("div", element("h2", _title(match)), element("p", line, class_="soft s14")),
        class_="about",
    )


def _title(match: Match) -> str:
    return fit(own_title(match) or plain(translate(match.game_title)), 100)


def _day(match: Match) -> str:
    return day_of_week(match.header.played_on) if match.header.played_on else ""


def _order(match: Match) -> list[int]:
    """The seats by rank."""
    ended = record.kept_result(match.log)
    return sorted(range(len(match.names)), key=lambda seat: ended.ranks[seat] or 0 if ended else 0)


def _results(match: Match) -> Iterator[str]:
    for seat in _order(match):
        name, points = match.names[seat], match.frames[-1].scores[seat]
        yield fit(plain(name), _MAX_NAME) + ("" if points is None else f" {number(points)}")


def _play(match: Match) -> str:
    return f"{'table' if match.state == 'open' else 'replay'}?match={quote(match.id)}"
