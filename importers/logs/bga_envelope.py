"""Opens files of Board Game Arena: answers of the platform at any depth, saved replay pages, files of extensions.

1. JSON is searched for its lists of packets, or of rows of a list of games, whatever objects lie around them.
2. A saved replay page assigns the log to `g_gamelogs`; the call of `completesetup` names the game and the players.
3. The extension BGA Assistant saves `raw_data.json`, which names both too.
Several documents in one file, one behind the other or one a line, are read as one list.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from pydantic import JsonValue
from pydantic_core import from_json

from core.messages import message
from importers import text
from importers.imported_play import UnreadableFile

_JSON: Final = re.compile(rb"(?:\xef\xbb\xbf)?[\s,]*[\[{]")
_PAGE: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<")
_ARCHIVE: Final = re.compile(rb"(?:From: <Saved by|MIME-Version:)")
_REPLAY: Final = re.compile(rb"\bg_gamelogs\s*=")
_REVIEW: Final = re.compile(rb"""\bid=["']reviewtitle["']""")
_LOGS: Final = re.compile(r"\bg_gamelogs\s*=\s*(?=[\[{])")
_MORE: Final = re.compile(r"[^\s,]")
_SETUP: Final = re.compile(r"""\bcompletesetup\(\s*(["'])([^"'\\]{1,100})\1\s*,\s*(?:(["'])([^"'\\]{1,200})\3)?""")
_FAILED: Final = re.compile(rb'\s*\{\s*"status"\s*:\s*"?0"?\s*,')
_DERIVED: Final = (b'"colorHex"', b'"isCurrent"')
_FIGURES: Final = re.compile(rb"(?:\xef\xbb\xbf)?(?:Player Name;Game Name;ELO;|Table ID;Game Name;Move No)")

NEITHER: Final = message("This is not a replay log or a list of games of Board Game Arena, or the file is incomplete.")

_START: Final = 4_000
"""Bytes at the start of a file in which an answer or a file of an extension shows its kind."""

_MAX_ASSIGNED: Final = 10
"""Maximum assignments of a page that are tried: each may cost a pass over the page."""


class RawLog(NamedTuple):
    """Packets that were not validated yet, the list of players beside them, and the name of the game, or empty."""

    packets: Sequence[JsonValue]
    players: JsonValue = None
    game: str = ""


def is_page(data: bytes) -> bool:
    """True if the file is a saved page of the platform that holds, or should hold, a log; also within an archive."""
    if _JSON.match(data):
        return False
    is_archive = _ARCHIVE.match(data) is not None and b"boardgamearena.com/" in data[:_START]
    return is_archive or _REPLAY.search(data) is not None or (_PAGE.match(data) and _REVIEW.search(data)) is not None


def is_other(data: bytes) -> bool:
    """True if the file is an error of the platform, or made by an extension or a bookmarklet, and holds no log."""
    return _is_error(data) or _FIGURES.match(data) is not None or all(key in data[:_START] for key in _DERIVED)


def open_logs(data: bytes) -> list[RawLog]:
    """All logs in a file. Raises UnreadableFile if there is none."""
    found = _page_logs(data) if is_page(data) else list(_logs(documents(data)))
    if not found:
        raise UnreadableFile(_reason(data))
    return found


def documents(data: bytes) -> JsonValue:
    """The JSON document of a file, or the list of its documents if there are several. Raises UnreadableFile."""
    try:
        only: JsonValue = from_json(data.removeprefix(b"\xef\xbb\xbf"))
    except ValueError:
        several = _several(data.decode("utf-8-sig", "replace"))
        if len(several) < 2:
            raise UnreadableFile(_reason(data)) from None
        return several
    return only


def _several(words: str) -> list[JsonValue]:
    """The documents that a text consists of; none if one of them is damaged."""
    decoder, found, place = json.JSONDecoder(), list[JsonValue](), 0
    while begin := _MORE.search(words, place):
        try:
            document, place = decoder.raw_decode(words, begin.start())
        except (ValueError, RecursionError):
            return []
        found.append(document)
    return found


def lists(document: JsonValue, wanted: Callable[[JsonValue], bool]) -> Iterator[tuple[list[JsonValue], RawLog]]:
    """The lists with a wanted item, at any depth but not in each other; the players and the game beside each."""
    around = [(document, RawLog(()))]
    while around:
        value, beside = around.pop()
        if isinstance(value, dict):
            named = next((value[key] for key in ("gameName", "game_name") if isinstance(value.get(key), str)), "")
            beside = RawLog((), value.get("players", beside.players), text.line(str(named)) or beside.game)
        elif isinstance(value, list) and any(map(wanted, value)):
            yield value, beside
            continue
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        around += [(one, beside) for one in reversed(list(inner)) if isinstance(one, dict | list)]


def _logs(document: JsonValue) -> Iterator[RawLog]:
    for packets, beside in lists(document, _is_packet):
        yield beside._replace(packets=packets)


def _is_packet(item: JsonValue) -> bool:
    return isinstance(item, dict) and isinstance(item.get("data"), list) and ("channel" in item or "move_id" in item)


def _page_logs(data: bytes) -> list[RawLog]:
    """The log of a saved replay page; players and game as the page was set up, if the log does not name them."""
    words = data.decode("utf-8-sig", "replace")
    assigned = (_decoded(words, place.end()) for place in islice(_LOGS.finditer(words), _MAX_ASSIGNED))
    logs = next((found for value in assigned if (found := list(_logs(value)))), [])
    title, players = _setup(words)
    return [log._replace(game=log.game or title, players=log.players or players) for log in logs]


def _setup(words: str) -> tuple[str, JsonValue]:
    """The displayed name of the game of a page, and its players."""
    call = _SETUP.search(words)
    if call is None:
        return "", None
    begin = words.find("{", call.end(), call.end() + _START)
    datas = _decoded(words, begin) if begin >= 0 else None
    return text.line(call[4] or call[2]), datas.get("players") if isinstance(datas, dict) else None


def _decoded(words: str, place: int) -> JsonValue:
    """The JSON value that begins at a place of a text; None if it is none."""
    try:
        value: JsonValue = json.JSONDecoder().raw_decode(words, place)[0]
    except (ValueError, RecursionError):
        return None
    return value


def people(players: JsonValue) -> JsonValue:
    """Players by id, as pages and extensions have them, as a list of objects; a list stays as it is."""
    if not isinstance(players, Mapping):
        return players
    return [
        {"id": player, **(known if isinstance(known, dict) else {"name": known})} for player, known in players.items()
    ]


def _is_error(data: bytes) -> bool:
    start = data[:_START]
    return _FAILED.match(start) is not None and all(key in start for key in (b'"error"', b'"expected"', b'"code"'))


def _reason(data: bytes) -> str:
    if _is_error(data):
        answer = _decoded(data.decode("utf-8", "replace").lstrip(), 0)
        said = text.line(str(answer.get("error", "")))[:100] if isinstance(answer, dict) else ""
        return message(
            "This is an error message of Board Game Arena in place of a log: “{said}”. Save the log when it opens in "
            "the browser.",
            said=said,
        )
    if _FIGURES.match(data):
        return message(
            "This table holds figures that a bookmarklet took from Board Game Arena, not plays. Save a replay log or "
            "the list of games."
        )
    if all(key in data[:_START] for key in _DERIVED):
        return message(
            "This file of BGA Assistant holds what the extension worked out, not the log. Import raw_data.json, which "
            "is in the same ZIP."
        )
    if is_page(data):
        return message(
            "This page of Board Game Arena holds no complete replay log. Open the replay of the table, wait until the "
            "board is there, and save that page as HTML."
        )
    return NEITHER
