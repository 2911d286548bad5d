"""One match in a match script or in text notation: its header, its events, its notes and its first error."""

import binascii
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeAlias, cast

from core import games
from core.errors import InvalidInput
from core.game import AnyGame, fact
from core.json_text import WrongShape
from core.json_types import json_type
from core.messages import message
from core.record_events import MatchDescribed, MatchStarted
from eventstore import codec
from eventstore.codec import NotAnEvent
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from eventstore.matches.photo_file import PhotoFile, photo_file
from eventstore.matches.photos import MAX_CAPTION, PhotoAttached, Place, attach_refusal

FORMAT: Final = 1
"""Version of the file format: the value of `"partie"` in a header."""

HEADER_FIELDS: Final = (
    *("id", "title", "options", "players", "played_on", "started_at", "minutes", "place", "tags", "rules", "package"),
)

Line: TypeAlias = tuple[int, str]
"""Number (from 1) and text of a line."""


class ScriptError(InvalidInput):
    """A file cannot be read from `line` (from 1) on. `id` is the error of the format, as in `docs/format`."""

    def __init__(self, line: int, sentence: str, id: str = "E-EVENT") -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line, self.sentence, self.id = line, sentence, id


class ScriptPhoto(NamedTuple):
    """A photo in a file."""

    file: PhotoFile
    about: int | None
    caption: str

    @property
    def place(self) -> Place:
        return self.file.digest, self.about


@dataclass(slots=True)
class Script:
    """One match of a file: its readable part, and the `problem` after it.

    `header` has the fields of its first line but the game and the players, `options` the decoded options among them.
    `lines` are the line numbers of `events`; `times` are their times, None if unknown.
    """

    line: int
    game: AnyGame
    players: tuple[str, ...]
    header: dict[str, Any]
    options: Any
    events: list[Any] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    times: list[str | None] = field(default_factory=list)
    notes: list[NoteWritten] = field(default_factory=list)
    photos: list[ScriptPhoto] = field(default_factory=list)
    problem: ScriptError | None = None

    def add(self, line: int, event: object, time: str | None = None) -> None:
        self.events.append(event)
        self.lines.append(line)
        self.times.append(time)

    def add_photo(self, photo: ScriptPhoto) -> None:
        """Raises NotAnEvent for a photo that is there already, and for too many."""
        if refusal := attach_refusal([other.place for other in self.photos], photo.place):
            raise _no_photo(refusal.sentence)
        self.photos.append(photo)


# Writing


def header(match: Match) -> dict[str, Any]:
    """The header of a match; people by name, since ids have no meaning in other stores."""
    started: MatchStarted = match.log[0].event
    fields = {
        "id": match.id,
        "title": started.title,
        "options": dict(started.options),
        "players": [match.people.name(person) for person in started.players],
        "played_on": started.played_on,
        "started_at": started.started_at,
        "minutes": started.minutes,
        "place": started.place,
        "tags": list(started.tags),
        "rules": started.rules if started.rules != 1 else None,
        "package": started.package,
    }
    known = {name: value for name, value in fields.items() if value or name in ("options", "players")}
    return known | dict(started.newer)


def named(match: Match, event: object) -> object:
    """An event as it is written to files: people by name."""
    if isinstance(event, MatchDescribed) and event.players is not None:
        return replace(event, players=tuple(map(match.people.name, event.players)))
    return event


def note_fields(note: NoteWritten) -> str:
    """A note as JSON without its id, which has no meaning in other stores."""
    fields = json.loads(codec.encode_data(note))
    return json.dumps({name: value for name, value in fields.items() if name != "id"}, ensure_ascii=False)


def photo_fields(photo: PhotoAttached, content: bytes) -> str:
    """A photo as JSON, with its content in base64."""
    fields = {"about": photo.about, "caption": photo.caption, "jpeg": b64encode(content).decode()}
    return json.dumps({name: value for name, value in fields.items() if value}, ensure_ascii=False)


# Reading


def begin_script(number: int, fields: dict[str, Any]) -> Script:
    """A script with only its header, from line `number`. Raises NotAnEvent."""
    if (form := fields.pop("partie")) != FORMAT or isinstance(form, bool):
        with codec.failing_as("E-NEWER"):
            raise NotAnEvent("This script is of a newer form than this Partie can read.")
    key, players = fields.pop("game", None), fields.pop("players", None)
    if not isinstance(key, str):
        raise NotAnEvent('The header needs a "game".')
    if not (key.isascii() and key.isalpha() and key.islower()):
        raise NotAnEvent(f"The key of a game has lower-case letters only, not {key[:40]!r}.")
    rules, package = fields.get("rules", 1), fields.get("package")
    if type(rules) is not int or rules < 1:
        raise NotAnEvent("The header's rules must be a whole number from 1 on.")
    game = games.find_or_absent(key, package if isinstance(package, str) else None, rules)
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise NotAnEvent('The header needs "players", a list of names.')
    newer = {name: fields.pop(name) for name in list(fields) if name not in HEADER_FIELDS}
    for name, kind in {"options": dict, "tags": list}.items():
        if not isinstance(fields.get(name, kind()), kind):
            raise NotAnEvent(f"The header's {name} must be {'an object' if kind is dict else 'a list'}.")
    for name in ("id", "title", "played_on", "started_at", "place", "package"):
        if not isinstance(fields.get(name, ""), str):
            raise NotAnEvent(f"The header's {name} must be text.")
    if type(fields.get("minutes", 1)) is not int:
        raise NotAnEvent("The header's minutes must be a whole number.")
    if not all(isinstance(tag, str) for tag in fields.get("tags", [])):
        raise NotAnEvent("The header's tags must be words.")
    if not re.fullmatch(r"[\w-]{1,40}", fields.get("id", "x"), re.ASCII):
        raise NotAnEvent("The header's id must be 1 to 40 letters, digits, - or _.")
    options = codec.decode_options(game, fields.get("options", {}))
    return Script(number, game, tuple(players), fields | ({"newer": newer} if newer else {}), options)


def fill_script(
    script: Script, lines: Sequence[Line], take: Callable[[Script, int, str], None], problem: ScriptError | None
) -> Script:
    """The script with the lines after its header, up to the first unreadable line."""
    for number, line in lines:
        try:
            take(script, number, line)
        except NotAnEvent as error:
            script.problem = ScriptError(number, str(error), error.id or "E-EVENT")
            return script
    script.problem = problem
    return script


def note(fields: dict[str, Any], last: int) -> NoteWritten:
    """A note on one of the events 1 to `last`."""
    text = json.dumps({"id": ""} | fields)
    try:
        note = cast(NoteWritten, codec.decode_data((NoteWritten,), "NoteWritten", text))
    except WrongShape as error:
        raise NotAnEvent(f"note: {error}.") from None
    if not 1 <= note.about <= last:
        raise NotAnEvent(f"note: There is no event {note.about} before this line.")
    if note.says_nothing:
        raise NotAnEvent("note: A note needs text, a judgment or a mark.")
    return note


@fact
@dataclass(frozen=True, slots=True)
class _PhotoFields:
    jpeg: str
    about: int | None = None
    caption: str = ""


def photo(fields: dict[str, Any], last: int) -> ScriptPhoto:
    """A photo of the match, or of one of the events 1 to `last`."""
    try:
        read: _PhotoFields = json_type(_PhotoFields).of(fields)
        if len(read.caption) > MAX_CAPTION:
            raise WrongShape(f"String should have at most {MAX_CAPTION} characters", "caption")
        file = photo_file(b64decode(read.jpeg, validate=True))
    except WrongShape as error:
        raise NotAnEvent(f"photo: {error}.") from None
    except binascii.Error:
        raise NotAnEvent("photo: jpeg is not base64.") from None
    except InvalidInput as error:
        raise _no_photo(str(error)) from None
    if read.about is not None and not 1 <= read.about <= last:
        raise NotAnEvent(f"photo: There is no event {read.about} before this line.")
    return ScriptPhoto(file, read.about, read.caption)


def _no_photo(why: str) -> NotAnEvent:
    return NotAnEvent(message("photo: {why}", why=why))
