"""Our own files: the match script (JSON Lines, `.partie.jsonl`) and its readable twin, the text notation.

In a script the first line is the header and line n holds version n of the match, exactly as stored; notes follow. A
line
that begins with a header again begins another match. In the text notation headers stand in brackets, each event on a
numbered line, notes indented under it:

    [Game "chocolatier"]
    [Players "Jitka" "Jarda"]

    2  fill ...
    3  1: 3 blue > 4
       !? {greedy, but it works}

Entries of the record (take-backs, corrections) stand in the text as `@` and their JSON.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, BinaryIO, Final, cast

from core import games
from core.game import AnyGame
from core.record import RECORD_EVENTS, MatchDescribed
from eventstore import codec
from eventstore.codec import NotAnEvent
from eventstore.notes import GLYPHS, NoteWritten
from eventstore.records import SOMEBODY, Match, Records, Refused, UnknownMatch

FORMAT: Final = 1
"""The number behind `"partie"` in a header: the form of the file."""

LONGEST_LINE: Final = 1_000_000
"""Bytes; no event is anywhere near, and a file that is something else is told before it fills the memory."""

HEADER_FIELDS: Final = ("id", "title", "options", "players", "played_on", "started_at", "place", "tags")


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
    events: list[object] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    times: list[str | None] = field(default_factory=list)
    notes: list[NoteWritten] = field(default_factory=list)
    problem: Unreadable | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """What came of one script: `new`, `changed` or `unchanged`, and the problem that made it shorter than the file."""

    match: Match
    what: str
    problem: Unreadable | None = None


# Writing


def write_script(match: Match, notes: Sequence[NoteWritten] = ()) -> str:
    """The whole log of a match, and its notes, as a script; reading it gives the same match back."""
    header = {"partie": FORMAT, "game": match.game.KEY} | _header(match)
    lines = [json.dumps(header, ensure_ascii=False, separators=(", ", ": "))]
    for entry in match.log[1:]:
        line = codec.encode_event(_named(match, entry.event))
        time = f',"happened_at":{json.dumps(entry.happened_at)}' if entry.happened_at else ""
        lines.append(line[:-1] + time + "}")
    for note in notes:
        told = {"about": note.about, "text": note.text, "glyph": note.glyph, "author": note.author}
        lines.append(json.dumps({"note": {key: value for key, value in told.items() if value}}, ensure_ascii=False))
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
            lines.append(f"{entry.version}  @{codec.encode_event(_named(match, entry.event))}")
        else:
            lines.append(f"{entry.version}  {match.game.write(entry.event)}")
        for note in about.get(entry.version, []):
            text = note.text.replace("\\", "\\\\").replace("\n", "\\n").replace("}", "\\}")
            lines.append("   " + " ".join(part for part in (note.glyph, f"{{{text}}}" if text else "") if part))
    return "\n".join(lines) + "\n"


def _header(match: Match) -> dict[str, Any]:
    started = match.header
    told = {
        "id": match.id,
        "title": started.title,
        "options": dict(started.options),
        "players": list(match.names),
        "played_on": started.played_on,
        "started_at": started.started_at,
        "place": started.place,
        "tags": list(started.tags),
    }
    return {name: value for name, value in told.items() if value or name == "options"}


def _named(match: Match, event: object) -> object:
    """The event as files tell it: people by name, since ids mean nothing elsewhere."""
    if isinstance(event, MatchDescribed) and event.players is not None:
        return replace(event, players=tuple(match.people.get(person, SOMEBODY) for person in event.players))
    return event


def _bracket(name: str, value: object) -> str:
    values = value if isinstance(value, list) else [value]
    return f"[{name.replace('_', ' ').capitalize()} {' '.join(json.dumps(v, ensure_ascii=False) for v in values)}]"


# Reading


def read(file: BinaryIO) -> Iterator[Script]:
    """The matches of a script or text file, recognized by content.

    A match that cannot be read to its end carries the problem; one whose header cannot be read raises Unreadable, since
    nothing after it makes sense then.
    """
    lines = _lines(file)
    first = next(((number, line) for number, line in lines if line.strip()), None)
    if first is None:
        raise Unreadable(1, "The file is empty.")
    reader = _read_text if first[1].lstrip().startswith("[") else _read_script
    yield from reader(first, lines)


def _lines(file: BinaryIO) -> Iterator[tuple[int, str]]:
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


def _read_script(first: tuple[int, str], lines: Iterator[tuple[int, str]]) -> Iterator[Script]:
    script: Script | None = None
    try:
        for number, line in _chain(first, lines):
            if not line.strip():
                continue
            try:
                fields = codec.decode_object(line)
                if "partie" in fields:
                    if script:
                        yield script
                    script = None
                    script = _started(number, fields)
                elif script is None:
                    raise NotAnEvent('The first line must be a header like {"partie": 1, "game": ..., "players": ...}.')
                elif script.problem is None:
                    _take_line(script, number, fields, line)
            except NotAnEvent as error:
                problem = Unreadable(number, str(error))
                if script is None:
                    raise problem from None
                script.problem = script.problem or problem
    except Unreadable as problem:
        if script is None:
            raise
        script.problem = script.problem or problem
    if script:
        yield script


def _chain(first: tuple[int, str], lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    yield first
    yield from lines


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
    if not all(isinstance(tag, str) for tag in fields.get("tags", [])):
        raise NotAnEvent("The header's tags must be words.")
    if not re.fullmatch(r"[\w-]{1,40}", fields.get("id", "x"), re.ASCII):
        raise NotAnEvent("The header's id must be 1 to 40 letters, digits, - or _.")
    codec.decode_options(game, fields.get("options", {}))
    return Script(number, game, tuple(players), fields)


def _take_line(script: Script, number: int, fields: dict[str, Any], line: str) -> None:
    if "note" in fields:
        note = fields["note"]
        if not isinstance(note, dict) or set(fields) != {"note"}:
            raise NotAnEvent("A note is an object with about, text, glyph and author.")
        script.notes.append(_note(note))
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


def _note(fields: dict[str, Any]) -> NoteWritten:
    text = json.dumps({"id": ""} | fields)
    try:
        return cast(NoteWritten, codec.decode_data((NoteWritten,), "NoteWritten", text))
    except ValueError as error:
        raise NotAnEvent(f"note: {str(error).splitlines()[0]}") from None


def _read_text(first: tuple[int, str], lines: Iterator[tuple[int, str]]) -> Iterator[Script]:
    header: dict[str, Any] = {"partie": FORMAT, "options": {}}
    script: Script | None = None
    try:
        for number, line in _chain(first, lines):
            try:
                if not line.strip():
                    continue
                if line.startswith("["):
                    if script:
                        yield script
                        script, header = None, {"partie": FORMAT, "options": {}}
                    _take_bracket(header, line)
                    continue
                if script is None:
                    script = _started(number, header)
                if script.problem is None:
                    _take_text(script, number, line)
            except NotAnEvent as error:
                problem = Unreadable(number, str(error))
                if script is None:
                    raise problem from None
                script.problem = script.problem or problem
        if script is None:
            script = _started(number, header)
    except Unreadable as problem:
        if script is None:
            raise
        script.problem = script.problem or problem
    yield script


def _take_bracket(header: dict[str, Any], line: str) -> None:
    if not line.rstrip().endswith("]"):
        raise NotAnEvent("A header line must end with a bracket.")
    name, _, rest = line.strip()[1:-1].partition(" ")
    option = name == "Option"
    if option:
        name, _, rest = rest.partition(" ")
    elif rest and not rest.startswith('"'):
        more, _, rest = rest.partition(" ")
        name = f"{name}_{more}"
    values, reader, place = [], json.JSONDecoder(), 0
    try:
        while place < len(rest):
            value, place = reader.raw_decode(rest, place)
            values.append(value)
            place += len(rest[place:]) - len(rest[place:].lstrip())
    except ValueError:
        raise NotAnEvent(f"The header {name} needs its value in quotes.") from None
    known = header["options"] if option else header
    if (key := name if option else name.lower()) in known or not values:
        raise NotAnEvent(f"The header {name} stands twice or without a value.")
    known[key] = values if key in ("players", "tags") and not option else values[0]


def _take_text(script: Script, number: int, line: str) -> None:
    version = len(script.events) + 1
    if line[0].isspace():
        told = line.strip()
        glyph = next((glyph for glyph in sorted(GLYPHS, key=len, reverse=True) if told.split(" ")[0] == glyph), None)
        text = told.removeprefix(glyph or "").strip()
        if text and not (text.startswith("{") and text.endswith("}")):
            raise NotAnEvent("A note stands in braces, after a glyph if it has one.")
        script.notes.append(NoteWritten("", version, _unescaped(text[1:-1]), glyph))
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


# Keeping


def keep(records: Records, script: Script, *, keep_valid: bool = False) -> Kept:
    """Record a script's match unless it is there already.

    A match is known again by the id in its header, else by a digest of its content; one that goes on where the stored
    one stops is carried on.

    Raises Unreadable, and keeps nothing of the match, for the first line that cannot be read or is
    refused; with `keep_valid` what came before it is kept and the match closed as incomplete.
    """
    if script.problem and not keep_valid:
        raise script.problem
    id = script.header.get("id") or _digest(script)
    try:
        match = records.match(id)
    except UnknownMatch:
        return _keep_new(records, script, id, keep_valid)
    return _carry_on(records, script, match)


def _keep_new(records: Records, script: Script, id: str, keep_valid: bool) -> Kept:
    problem = script.problem
    header = {name: value for name, value in script.header.items() if name != "id"}
    valid = len(script.events)
    while True:
        try:
            match = records.start(
                script.game,
                script.players,
                *script.events[:valid],
                **header,
                id=id,
                times=script.times[:valid],
            )
            break
        except Refused as refused:
            problem, valid = Unreadable(script.lines[refused.index], str(refused)), refused.index
            if not keep_valid:
                raise problem from None
        except ValueError as error:
            raise Unreadable(script.line, str(error)) from None
    if problem and match.state == "open":
        match = records.close(match.id, "incomplete")
    for note in script.notes:
        if note.about <= match.version:
            records.note(match.id, note.about, note.text, note.glyph, note.author)
    return Kept(match, "new", problem)


def _carry_on(records: Records, script: Script, match: Match) -> Kept:
    stored = [entry.event for entry in match.log[1:]]
    shared = len(stored)
    if script.game is not match.game or script.events[:shared] != stored[: len(script.events)]:
        raise Unreadable(script.line, f"Match {match.id} is in the store already and differs; correct it there.")
    fresh = script.events[shared:]
    known = {(note.about, note.text, note.glyph) for note in records.notes(match.id)}
    notes = [note for note in script.notes if (note.about, note.text, note.glyph) not in known]
    if not fresh and not notes:
        return Kept(match, "unchanged", script.problem)
    try:
        if fresh:
            match = records.record(match.id, *fresh, times=script.times[shared:])
    except Refused as refused:
        raise Unreadable(script.lines[shared + refused.index], str(refused)) from None
    for note in notes:
        records.note(match.id, note.about, note.text, note.glyph, note.author)
    return Kept(match, "changed", script.problem)


def _digest(script: Script) -> str:
    told = json.dumps([script.game.KEY, script.players, script.header], sort_keys=True)
    events = "\n".join(codec.encode_event(event) for event in script.events)
    return blake2b(f"{told}\n{events}".encode(), digest_size=5).hexdigest()
