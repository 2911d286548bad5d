"""Our own files: the match script (JSON Lines, `.partie.jsonl`) and its readable twin, the text notation.

In a script the first line is the header and line n holds version n of the match, exactly as stored; notes follow. A
second header begins another match. In the text notation headers stand in brackets, each event on a
numbered line, notes indented under it:

    [Game "chocolatier"]
    [Players "Jitka" "Jarda"]

    2  fill ...
    3  A: 3 blue > 4
       !? {greedy, but it works}

Entries of the record (take-backs, corrections) stand in the text as `@` and their JSON.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, takewhile
from typing import Any, BinaryIO, Final, TypeAlias, cast

from pydantic import ValidationError

from core import games
from core.entries import RECORD_EVENTS, MatchDescribed, MatchStarted
from core.game import AnyGame
from eventstore import codec
from eventstore.codec import NotAnEvent
from eventstore.match import Match
from eventstore.notes import GLYPHS, NoteWritten

FORMAT: Final = 1
"""The number behind `"partie"` in a header: the form of the file."""

LONGEST_LINE: Final = 1_000_000
"""Bytes; no event is anywhere near, and a file that is something else is told before it fills the memory."""

HEADER_FIELDS: Final = ("id", "title", "options", "players", "played_on", "started_at", "minutes", "place", "tags")


Line: TypeAlias = tuple[int, str]
"""A line of a file with its number, which counts from 1."""


class Unreadable(ValueError):
    """A file that cannot be read from here on: `line` counts from 1."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line, self.sentence = line, sentence


@dataclass(slots=True)
class Script:
    """One match as a file tells it: what could be read, and what stopped the reading.

    `lines` are the line numbers of `events`; `times` when they happened, where told.
    """

    line: int
    game: AnyGame
    players: tuple[str, ...]
    header: dict[str, Any]
    events: list[Any] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    times: list[str | None] = field(default_factory=list)
    notes: list[NoteWritten] = field(default_factory=list)
    problem: Unreadable | None = None


# Writing


def write_script(match: Match, notes: Sequence[NoteWritten] = ()) -> str:
    """The whole log of a match, and its notes, as a script; reading it gives the same match back."""
    header = {"partie": FORMAT, "game": match.game.KEY} | _header(match)
    lines = [json.dumps(header, ensure_ascii=False, separators=(", ", ": "))]
    for entry in match.log[1:]:
        line = codec.encode_event(named(match, entry.event))
        time = f',"happened_at":{json.dumps(entry.happened_at)}' if entry.happened_at else ""
        lines.append(line[:-1] + time + "}")
    for note in notes:
        lines.append(f'{{"note": {_note_fields(note)}}}')
    return "\n".join(lines) + "\n"


def write_text(match: Match, notes: Sequence[NoteWritten] = ()) -> str:
    """The whole log of a match, and its notes, in the text notation."""
    header = {"game": match.game.KEY} | _header(match)
    lines = [_bracket(name, value) for name, value in header.items() if name != "options"]
    lines += [f"[Option {name} {json.dumps(value, ensure_ascii=False)}]" for name, value in header["options"].items()]
    about: dict[int, list[NoteWritten]] = {}
    for note in notes:
        about.setdefault(note.about, []).append(note)
    for entry in match.log:
        if entry.version == 1:
            lines.append("")
        elif isinstance(entry.event, RECORD_EVENTS):
            lines.append(f"{entry.version}  @{codec.encode_event(named(match, entry.event))}")
        else:
            lines.append(f"{entry.version}  {match.game.write(entry.event)}")
        for note in about.get(entry.version, []):
            lines.append("   " + _note_text(note))
    return "\n".join(lines) + "\n"


def _note_fields(note: NoteWritten) -> str:
    """A note as JSON without its id, which means nothing elsewhere."""
    fields = json.loads(codec.encode_data(note))
    return json.dumps({name: value for name, value in fields.items() if name != "id"}, ensure_ascii=False)


def _note_text(note: NoteWritten) -> str:
    """A note for readers where it is words and a glyph; one with an author, marks or a bookmark as `@` and its JSON."""
    if note.author or note.marks or note.bookmark:
        return "@" + _note_fields(note)
    text = note.text.replace("\\", "\\\\").replace("\n", "\\n").replace("}", "\\}")
    return " ".join(part for part in (note.glyph, f"{{{text}}}" if text else "") if part)


def _header(match: Match) -> dict[str, Any]:
    started: MatchStarted = match.log[0].event
    told = {
        "id": match.id,
        "title": started.title,
        "options": dict(started.options),
        "players": [match.people.name(person) for person in started.players],
        "played_on": started.played_on,
        "started_at": started.started_at,
        "minutes": started.minutes,
        "place": started.place,
        "tags": list(started.tags),
    }
    return {name: value for name, value in told.items() if value or name in ("options", "players")}


def named(match: Match, event: object) -> object:
    """An event as files tell it: people by name, since ids mean nothing elsewhere."""
    if isinstance(event, MatchDescribed) and event.players is not None:
        return replace(event, players=tuple(map(match.people.name, event.players)))
    return event


def _bracket(name: str, value: object) -> str:
    values = value if isinstance(value, list) else [value]
    return f"[{name.replace('_', ' ').capitalize()} {' '.join(json.dumps(v, ensure_ascii=False) for v in values)}]"


# Reading


def read(file: BinaryIO) -> Iterator[Script | Unreadable]:
    """The matches of a script or text file, recognized by content.

    A match that cannot be read to its end carries the problem; one whose header cannot be read is only the problem.
    Either way the reading goes on at the next header.
    """
    lines = _lines(file)
    try:
        first = next((line for line in lines if line[1].strip()), None)
    except Unreadable as error:
        yield error
        return
    if first is None:
        yield Unreadable(1, "The file is empty.")
        return
    begins, parse = (_begins_text, _text) if first[1].lstrip().startswith("[") else (_begins_script, _script)
    for block, problem in _blocks(chain([first], lines), begins):
        yield parse(block, problem)


def _lines(file: BinaryIO) -> Iterator[Line]:
    number = 0
    while raw := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE:
            raise Unreadable(number, f"The line is longer than {LONGEST_LINE:,} bytes; this is no match script.")
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise Unreadable(number, "The line is not UTF-8 text; this is no match script.") from None
        if "\0" in line:
            raise Unreadable(number, "The file is binary; this is no match script.")
        yield number, line.rstrip("\r\n")


def _blocks(
    lines: Iterable[Line], begins: Callable[[str, Sequence[Line]], bool]
) -> Iterator[tuple[list[Line], Unreadable | None]]:
    """The lines of each match, blank ones left out, and what ended the file before its end.

    `begins` tells whether a line begins another match than that of the lines before it.
    """
    block: list[Line] = []
    problem = None
    try:
        for line in lines:
            if block and begins(line[1], block):
                yield block, None
                block = []
            if line[1].strip():
                block.append(line)
    except Unreadable as error:
        problem = error
    yield block, problem


def _begins_script(line: str, block: Sequence[Line]) -> bool:
    try:
        return '"partie"' in line and "partie" in codec.decode_object(line)
    except NotAnEvent:
        return False


def _begins_text(line: str, block: Sequence[Line]) -> bool:
    if not line.startswith("["):
        return False
    # A match without moves is a header only, and the next header follows it.
    return not block[-1][1].startswith("[") or (
        line.startswith("[Game ") and any(earlier.startswith("[Game ") for _, earlier in block)
    )


def _script(block: Sequence[Line], problem: Unreadable | None) -> Script | Unreadable:
    (number, head), *rest = block
    try:
        fields = codec.decode_object(head)
        if "partie" not in fields:
            raise NotAnEvent('The first line must be a header like {"partie": 1, "game": ..., "players": ...}.')
        script = _started(number, fields)
    except NotAnEvent as error:
        return Unreadable(number, str(error))
    return _filled(script, rest, _take_line, problem)


def _text(block: Sequence[Line], problem: Unreadable | None) -> Script | Unreadable:
    header: dict[str, Any] = {"partie": FORMAT, "options": {}}
    heads = list(takewhile(lambda line: line[1].startswith("["), block))
    for number, line in heads:
        try:
            _take_bracket(header, line)
        except NotAnEvent as error:
            return Unreadable(number, str(error))
    try:
        script = _started(block[0][0], header)
    except NotAnEvent as error:
        return Unreadable(block[0][0], str(error))
    return _filled(script, block[len(heads) :], _take_text, problem)


def _filled(
    script: Script, lines: Sequence[Line], take: Callable[[Script, int, str], None], problem: Unreadable | None
) -> Script:
    """The script with the lines behind its header, up to the first that cannot be read."""
    for number, line in lines:
        try:
            take(script, number, line)
        except NotAnEvent as error:
            script.problem = Unreadable(number, str(error))
            return script
    script.problem = problem
    return script


def _started(number: int, fields: dict[str, Any]) -> Script:
    if fields.pop("partie") != FORMAT:
        raise NotAnEvent("This script is of a newer form than this Partie can read.")
    key, players = fields.pop("game", None), fields.pop("players", None)
    if not isinstance(key, str):
        raise NotAnEvent('The header needs a "game".')
    try:
        game = games.find(key)
    except ValueError as error:
        raise NotAnEvent(str(error)) from None
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise NotAnEvent('The header needs "players", a list of names.')
    if unknown := [name for name in fields if name not in HEADER_FIELDS]:
        raise NotAnEvent(f"The header has an unknown field {unknown[0]!r}.")
    for name, kind in {"options": dict, "tags": list}.items():
        if not isinstance(fields.get(name, kind()), kind):
            raise NotAnEvent(f"The header's {name} must be {'an object' if kind is dict else 'a list'}.")
    for name in ("id", "title", "played_on", "started_at", "place"):
        if not isinstance(fields.get(name, ""), str):
            raise NotAnEvent(f"The header's {name} must be text.")
    if type(fields.get("minutes", 1)) is not int:
        raise NotAnEvent("The header's minutes must be a whole number.")
    if not all(isinstance(tag, str) for tag in fields.get("tags", [])):
        raise NotAnEvent("The header's tags must be words.")
    if not re.fullmatch(r"[\w-]{1,40}", fields.get("id", "x"), re.ASCII):
        raise NotAnEvent("The header's id must be 1 to 40 letters, digits, - or _.")
    codec.decode_options(game, fields.get("options", {}))
    return Script(number, game, tuple(players), fields)


def _take_line(script: Script, number: int, line: str) -> None:
    fields = codec.decode_object(line)
    if "note" in fields:
        note = fields["note"]
        if not isinstance(note, dict) or set(fields) != {"note"}:
            raise NotAnEvent("A note is an object with about, text, glyph, author, marks and bookmark.")
        script.notes.append(_note(note, len(script.events) + 1))
        return
    time = fields.pop("happened_at", None)
    if time is not None and not isinstance(time, str):
        raise NotAnEvent("happened_at must be text.")
    event = codec.decode_event(script.game, json.dumps(fields) if time is not None else line)
    _take(script, number, event, time)


def _take(script: Script, number: int, event: object, time: str | None = None) -> None:
    script.events.append(event)
    script.lines.append(number)
    script.times.append(time)


def _note(fields: dict[str, Any], last: int) -> NoteWritten:
    """A note on one of the events 1 to `last`."""
    text = json.dumps({"id": ""} | fields)
    try:
        note = cast(NoteWritten, codec.decode_data((NoteWritten,), "NoteWritten", text))
    except ValidationError as error:
        raise NotAnEvent(f"note: {codec.sentence(error)}.") from None
    if not 1 <= note.about <= last:
        raise NotAnEvent(f"note: There is no event {note.about} before this line.")
    if note.says_nothing:
        raise NotAnEvent("note: A note needs words, a glyph or a mark.")
    return note


def _take_bracket(header: dict[str, Any], line: str) -> None:
    if not line.rstrip().endswith("]"):
        raise NotAnEvent("A header line must end with a bracket.")
    name, _, rest = line.strip()[1:-1].partition(" ")
    option = name == "Option"
    if option:
        name, _, rest = rest.partition(" ")
    elif rest[:1].islower():
        more, _, rest = rest.partition(" ")
        name = f"{name}_{more}"
    values, reader, place = [], json.JSONDecoder(), 0
    try:
        while place < len(rest):
            value, place = reader.raw_decode(rest, place)
            values.append(value)
            place += len(rest[place:]) - len(rest[place:].lstrip())
    except ValueError:
        values = []
    if not values and name != "Players":
        raise NotAnEvent(f"The header {name if option else name.partition('_')[0]} needs its value in quotes.")
    known = header["options"] if option else header
    if (key := name if option else name.lower()) in known:
        raise NotAnEvent(f"The header {name} stands twice.")
    known[key] = values if key in ("players", "tags") and not option else values[0]


def _take_text(script: Script, number: int, line: str) -> None:
    version = len(script.events) + 1
    if line[0].isspace():
        told = line.strip()
        if told.startswith("@"):
            script.notes.append(_note(codec.decode_object(told[1:]), version))
            return
        glyph = next((glyph for glyph in sorted(GLYPHS, key=len, reverse=True) if told.split(" ")[0] == glyph), None)
        text = told.removeprefix(glyph or "").strip()
        if text and not (text.startswith("{") and text.endswith("}")):
            raise NotAnEvent("A note stands in braces, after a glyph if it has one.")
        script.notes.append(_note({"about": version, "text": _unescaped(text[1:-1]), "glyph": glyph}, version))
        return
    place, _, told = line.strip().partition(" ")
    if place != str(version + 1):
        raise NotAnEvent(f"This must be event {version + 1}, but the line begins with {place[:20]!r}.")
    told = told.strip()
    if told.startswith("@"):
        _take(script, number, codec.decode_event(script.game, told[1:]))
        return
    try:
        _take(script, number, script.game.parse(told))
    except ValueError as error:
        raise NotAnEvent(str(error)) from None


def _unescaped(text: str) -> str:
    result, escaped = "", False
    for character in text:
        if escaped:
            result, escaped = result + {"n": "\n"}.get(character, character), False
        elif character == "\\":
            escaped = True
        else:
            result += character
    return result
