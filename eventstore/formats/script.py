"""Match scripts (JSON Lines, `.partie.jsonl`): writing them, and reading them or the text notation.

The first line of a script is the header; line n holds version n of the match, exactly as stored; notes and photos
follow. A second header begins another match.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import BinaryIO, Final

from core.errors import InvalidInput
from eventstore import codec
from eventstore.codec import NotAnEvent
from eventstore.formats import match_file, notation, readable
from eventstore.formats.match_file import FORMAT, Line, Script, ScriptError, named
from eventstore.formats.notation import write_text as write_text
from eventstore.matches.match import Match, validate_time
from eventstore.matches.notes import NoteWritten
from eventstore.matches.repository import MatchRepository

DERIVED: Final = "derived"
"""The one field of a line with points that were computed; readers skip it."""

MAX_LINE_LENGTH: Final = 1_000_000
"""Maximum bytes of a line, far above any event: a file of another kind is refused before it fills the memory."""


def write_script(match: Match, notes: Sequence[NoteWritten] = ()) -> str:
    """The whole log of a match, and its notes, as a script; reading it gives the same match."""
    header = {"partie": FORMAT, "game": match.game.KEY} | match_file.header(match)
    lines = [json.dumps(header, ensure_ascii=False, separators=(", ", ": "))]
    for entry in match.log[1:]:
        line = codec.encode_event(named(match, entry.event))
        time = f',"happened_at":{json.dumps(entry.happened_at)}' if entry.happened_at else ""
        lines.append(line[:-1] + time + "}")
    for note in notes:
        lines.append(f'{{"note": {match_file.note_fields(note)}}}')
    return "\n".join(lines) + "\n"


def with_notes_and_photos(matches: MatchRepository, match: Match) -> Iterator[str]:
    """The parts of a script with all that the store has of a match; photos come one by one, as they may be large."""
    yield write_script(match, matches.notes(match.id))
    for photo in matches.photos.of(match.id):
        yield f'{{"photo": {match_file.photo_fields(photo, matches.photos.content(match.id, photo))}}}\n'


def write_all(matches: MatchRepository, ids: Iterable[str], file: BinaryIO) -> tuple[str, ...]:
    """Write these matches in the order of `ids`, where a fork follows its parent; returns the damaged ids.

    An import of the file restores ids, times of moves, forks, notes, photos and imported data. People are restored by
    name, so two people with the same name become one. The file does not contain `recorded_by` and `recorded_at`.
    """
    left_out: list[str] = []
    for match in readable(matches, ids, left_out, replayed=False):
        file.writelines(part.encode() for part in with_notes_and_photos(matches, match))
    return tuple(left_out)


def derived_points(match: Match) -> Iterator[str]:
    """A line with the points after each effective event, for readers that do not know the rules; none is read back."""
    for frame in match.frames:
        points = {"after": frame.version, "scores": frame.scores}
        yield f"{json.dumps({DERIVED: points}, separators=(', ', ': '))}\n"


def read(file: BinaryIO, *, notations: bool = True) -> Iterator[Script | ScriptError]:
    """The matches of a script or, with `notations`, of a file in text notation, recognized by content.

    A match that is unreadable from some line on has a `problem`; for an unreadable header only the error is yielded.
    In both cases the reading continues at the next header.
    """
    lines = _lines(file)
    try:
        first = next((line for line in lines if line[1].strip()), None)
    except ScriptError as error:
        yield error
        return
    if first is None:
        yield ScriptError(1, "The file is empty.", "E-FILE")
        return
    is_notation = notations and first[1].lstrip().startswith("[")
    begins, parse = (notation.begins, notation.parse) if is_notation else (_begins_script, _script)
    for block, problem in _blocks(chain([first], lines), begins):
        yield parse(block, problem)


def _lines(file: BinaryIO) -> Iterator[Line]:
    number = 0
    while raw := file.readline(MAX_LINE_LENGTH + 1):
        number += 1
        if len(raw) > MAX_LINE_LENGTH:
            raise ScriptError(
                number, f"The line is longer than {MAX_LINE_LENGTH:,} bytes; this is no match script.", "E-FILE"
            )
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise ScriptError(number, "The line is not UTF-8 text; this is no match script.", "E-FILE") from None
        if "\0" in line:
            raise ScriptError(number, "The file is binary; this is no match script.", "E-FILE")
        yield number, line.rstrip("\r\n")


def _blocks(
    lines: Iterable[Line], begins: Callable[[str, Sequence[Line]], bool]
) -> Iterator[tuple[list[Line], ScriptError | None]]:
    """The lines of each match, without blank lines, and the error that ended the reading of the file.

    `begins` is true for a line that begins another match after the lines before it.
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
    except ScriptError as error:
        problem = error
    yield block, problem


def _begins_script(line: str, block: Sequence[Line]) -> bool:
    try:
        may = '"partie"' in line or "\\u" in line
        return may and "partie" in codec.decode_object(line)
    except NotAnEvent:
        return False


def _script(block: Sequence[Line], problem: ScriptError | None) -> Script | ScriptError:
    (number, head), *rest = block
    try:
        with codec.failing_as("E-JSON"):
            fields = codec.decode_object(head)
        with codec.failing_as("E-HEAD"):
            if "partie" not in fields:
                raise NotAnEvent('The first line must be a header like {"partie": 1, "game": ..., "players": ...}.')
            script = match_file.begin_script(number, fields)
    except NotAnEvent as error:
        return ScriptError(number, str(error), error.id)
    return match_file.fill_script(script, rest, _take_line, problem)


def _take_line(script: Script, number: int, line: str) -> None:
    with codec.failing_as("E-JSON"):
        fields = codec.decode_object(line)
    if "note" in fields:
        with codec.failing_as("E-NOTE"):
            note = fields["note"]
            if not isinstance(note, dict) or set(fields) != {"note"}:
                raise NotAnEvent("A note is an object with about, text, glyph, author, marks and bookmark.")
            script.notes.append(match_file.note(note, len(script.events) + 1))
        return
    if "photo" in fields:
        with codec.failing_as("E-PHOTO"):
            photo = fields["photo"]
            if not isinstance(photo, dict) or set(fields) != {"photo"}:
                raise NotAnEvent("A photo is an object with jpeg, about and caption.")
            script.add_photo(match_file.photo(photo, len(script.events) + 1))
        return
    if set(fields) == {DERIVED}:
        return  # Computed by another program; nothing is read from it.
    time = fields.pop("happened_at", None)
    if time is not None and not isinstance(time, str):
        raise NotAnEvent("happened_at must be text.")
    try:
        validate_time(time)
    except InvalidInput as error:
        raise NotAnEvent(f"happened_at: {error}") from None
    event = codec.decode_event(script.game, json.dumps(fields) if time is not None else line, from_file=True)
    script.add(number, event, time)
