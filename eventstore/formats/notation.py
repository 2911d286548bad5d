"""The text notation, the readable equivalent of the match script: headers in brackets, one numbered line per event,
notes indented under it.

    [Game "chocolatier"]
    [Players "Jitka" "Jarda"]

    2  fill ...
    3  A: 3 blue > 4
       !? {greedy, but it works}

Entries of the record (take-backs, corrections) are written as `@` and their JSON.
"""

import json
import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

from core.record_events import RECORD_EVENTS, ChoiceCovered, UnreadEvent
from eventstore import codec
from eventstore.codec import NotAnEvent
from eventstore.formats import match_file
from eventstore.formats.match_file import FORMAT, Line, Script, ScriptError, named
from eventstore.matches.match import Match
from eventstore.matches.notes import GLYPHS, NoteWritten

# Writing


def write_text(match: Match, notes: Sequence[NoteWritten] = ()) -> str:
    """The whole log of a match, and its notes, in the text notation."""
    header = {"game": match.game.KEY} | match_file.header(match)
    lines = [_bracket(name, value) for name, value in header.items() if name != "options"]
    lines += [f"[Option {name} {json.dumps(value, ensure_ascii=False)}]" for name, value in header["options"].items()]
    about: dict[int, list[NoteWritten]] = {}
    for note in notes:
        about.setdefault(note.about, []).append(note)
    for entry in match.log:
        if entry.version == 1:
            lines.append("")
        else:
            lines.append(f"{entry.version}  {write_event(match, named(match, entry.event))}")
        for note in about.get(entry.version, []):
            lines.append("   " + _note_text(note))
    return "\n".join(lines) + "\n"


def write_event(match: Match, event: Any) -> str:
    """An event in text notation; events of the record are `@` and JSON."""
    is_of_record = isinstance(event, (*RECORD_EVENTS, UnreadEvent, ChoiceCovered))
    return f"@{codec.encode_event(event)}" if is_of_record else match.game.write(event)


def _bracket(name: str, value: object) -> str:
    values = value if isinstance(value, list) else [value]
    return f"[{name.replace('_', ' ').capitalize()} {' '.join(json.dumps(v, ensure_ascii=False) for v in values)}]"


def _note_text(note: NoteWritten) -> str:
    """A note as glyph and text; a note with an author, marks or a bookmark as `@` and its JSON."""
    if note.author or note.marks or note.bookmark:
        return "@" + match_file.note_fields(note)
    text = note.text.replace("\\", "\\\\").replace("\n", "\\n").replace("}", "\\}")
    return " ".join(part for part in (note.glyph, f"{{{text}}}" if text else "") if part)


# Reading


def parse_event(match: Match, text: str) -> Any:
    """The event of a text in notation or JSON. Raises ValueError with a sentence."""
    stripped = text.strip().removeprefix("@")
    return codec.decode_event(match.game, stripped) if stripped.startswith("{") else match.game.parse(stripped)


_SPACE: Final = re.compile(r"\s+")
_ESCAPED: Final = re.compile(r"\\(.?)", re.DOTALL)


def begins(line: str, block: Sequence[Line]) -> bool:
    """True if a line begins another match after the lines before it."""
    if not line.startswith("["):
        return False
    # A match without moves has only a header, and the next header follows it.
    return not block[-1][1].startswith("[") or (
        line.startswith("[Game ") and any(earlier.startswith("[Game ") for _, earlier in block)
    )


def parse(block: Sequence[Line], problem: ScriptError | None) -> Script | ScriptError:
    """The match in these lines; `problem` is the error that ended the file after them."""
    header: dict[str, Any] = {"partie": FORMAT, "options": {}}
    heads = list(takewhile(lambda line: line[1].startswith("["), block))
    for number, line in heads:
        try:
            _take_bracket(header, line)
        except NotAnEvent as error:
            return ScriptError(number, str(error))
    try:
        script = match_file.begin_script(block[0][0], header)
    except NotAnEvent as error:
        return ScriptError(block[0][0], str(error))
    return match_file.fill_script(script, block[len(heads) :], _take_text, problem)


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
            if space := _SPACE.match(rest, place):
                place = space.end()
    except ValueError:
        values = []
    if not values and name != "Players":
        raise NotAnEvent(f"The header {name if option else name.partition('_')[0]} needs its value in quotes.")
    fields = header["options"] if option else header
    if (key := name if option else name.lower()) in fields:
        raise NotAnEvent(f"The header {name} stands twice.")
    fields[key] = values if key in ("players", "tags") and not option else values[0]


def _take_text(script: Script, number: int, line: str) -> None:
    version = len(script.events) + 1
    if line[0].isspace():
        content = line.strip()
        if content.startswith("@"):
            script.notes.append(match_file.note(codec.decode_object(content[1:]), version))
            return
        glyph = next((glyph for glyph in sorted(GLYPHS, key=len, reverse=True) if content.split(" ")[0] == glyph), None)
        text = content.removeprefix(glyph or "").strip()
        if text and not (text.startswith("{") and text.endswith("}")):
            raise NotAnEvent("A note stands in braces, after a glyph if it has one.")
        script.notes.append(
            match_file.note({"about": version, "text": _unescaped(text[1:-1]), "glyph": glyph}, version)
        )
        return
    place, _, content = line.strip().partition(" ")
    if place != str(version + 1):
        raise NotAnEvent(f"This must be event {version + 1}, but the line begins with {place[:20]!r}.")
    content = content.strip()
    if content.startswith("@"):
        script.add(number, codec.decode_event(script.game, content[1:], from_file=True))
        return
    try:
        script.add(number, script.game.parse(content))
    except ValueError as error:
        raise NotAnEvent(str(error)) from None


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: {"n": "\n"}.get(found[1], found[1]), text)
