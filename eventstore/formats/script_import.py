"""Import of a match script: a new match, the continuation of a stored match, or no change."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from core.record_events import Corrected, Forked, MatchClosed, MatchEnded, TakenBack
from core.storable_text import unstorable
from eventstore import codec
from eventstore.formats.match_file import Script, ScriptError, ScriptPhoto, named
from eventstore.matches.match import MATCHES, Match, Refused, UnknownMatch
from eventstore.matches.notes import NoteWritten
from eventstore.matches.photos import attach_refusal
from eventstore.matches.repository import MatchRepository


@dataclass(frozen=True, slots=True)
class ScriptImportResult:
    """The result of one script: `what` is `new`, `changed` or `unchanged`; `problem` is the error that cut it short."""

    match: Match
    what: str
    problem: ScriptError | None = None


def import_script(matches: MatchRepository, script: Script, *, keep_valid: bool = False) -> ScriptImportResult:
    """Record the match of a script, or the part of it that is not stored yet.

    A stored match is recognized by the id in the header, otherwise by a digest of the content; a script that continues
    a stored match extends it. Raises ScriptError for the first unreadable or illegal line and records nothing of the
    match; with `keep_valid` the lines before it are recorded and the match is closed as incomplete.
    """
    if script.problem and not keep_valid:
        raise script.problem
    if why := unstorable((script.notes, [photo.caption for photo in script.photos])):
        raise ScriptError(script.line, why)
    id = script.header.get("id") or _digest(script)
    try:
        match = matches.match(id)
    except UnknownMatch:
        return _record_new(matches, script, id, keep_valid)
    return _continue_match(matches, script, match, keep_valid)


def _record_new(matches: MatchRepository, script: Script, id: str, keep_valid: bool) -> ScriptImportResult:
    problem = script.problem
    valid = len(script.events)
    shared = _shared(matches, script)
    while True:
        try:
            match = _start(matches, script, id, valid, shared)
            break
        except Refused as refused:
            valid = refused.index + (shared or 0)
            problem = ScriptError(script.lines[valid], refused.refusal.reason)
            if not keep_valid:
                raise problem from None
        except ValueError as error:
            raise ScriptError(script.line, str(error)) from None
    if problem and match.state == "open":
        match = matches.close(match, "incomplete")
    _record_notes(matches, match, script.notes)
    _record_photos(matches, match, script.photos)
    return ScriptImportResult(match, "new", problem)


def _shared(matches: MatchRepository, script: Script) -> int | None:
    """Number of events that a fork shares with its stored parent; None: no fork, or no such parent in the store."""
    place = max((place for place, event in enumerate(script.events) if isinstance(event, Forked)), default=None)
    if place is None:
        return None
    forked: Forked = script.events[place]
    try:
        parent = matches.match(forked.stream.removeprefix(MATCHES), until=forked.version)
    except UnknownMatch:
        return None
    before = [named(parent, entry.event) for entry in parent.log[1:]]
    same = before == script.events[:place] and parent.game.KEY == script.game.KEY and parent.version == forked.version
    return place if same else None


def _start(matches: MatchRepository, script: Script, id: str, valid: int, shared: int | None) -> Match:
    """The match with the first `valid` events recorded; the `shared` ones stay in the parent."""
    if shared is not None:
        return matches.restore_fork(id, script.events[shared:valid], script.times[shared:valid])
    header = {"rules": 1} | {name: value for name, value in script.header.items() if name not in ("id", "options")}
    events, times = script.events[:valid], script.times[:valid]
    header |= {"options": script.options, "allows_repeats": True}
    return matches.start(script.game, script.players, *events, **header, id=id, times=times)


def _continue_match(matches: MatchRepository, script: Script, match: Match, keep_valid: bool) -> ScriptImportResult:
    stored = [named(match, entry.event) for entry in match.log[1:]]
    problem = script.problem
    if not any(isinstance(event, MatchEnded) for event in script.events):
        script, stored = _renumbered(script, stored), [event for event in stored if not isinstance(event, MatchEnded)]
    played = stored[:-1] if stored and isinstance(stored[-1], MatchEnded) else stored
    if keep_valid and played and played[-1] == MatchClosed("incomplete") and script.events[len(played) - 1 :]:
        # The valid part was recorded by an earlier import; the rest of the file is still refused.
        valid = len(played) - 1
        if script.events[:valid] == played[:valid] and script.events[valid] != played[valid]:
            problem = ScriptError(script.lines[valid], "The match was closed as incomplete before this event.")
            script = replace(script, events=script.events[:valid])
    shared = len(stored)
    if script.game.KEY != match.game.KEY or script.events[:shared] != stored[: len(script.events)]:
        raise ScriptError(script.line, f"Match {match.id} is in the store already and differs; correct it there.")
    fresh = script.events[shared:]
    stored_notes = {replace(note, id="") for note in matches.notes(match.id)}
    notes = [note for note in script.notes if replace(note, id="") not in stored_notes]
    photos = _new_photos(matches, match, script)
    # The undo of an import withdrew it: the same script brings it back.
    comes_back = match.withdrawal is not None and match.withdrawal.batch is not None and not fresh
    if not (fresh or notes or photos or comes_back):
        return ScriptImportResult(match, "unchanged", problem)
    try:
        if comes_back:
            match = matches.restore(match)
        if fresh:
            match = matches.record(match, *fresh, times=script.times[shared:], from_file=True, allows_repeats=True)
    except Refused as refused:
        raise ScriptError(script.lines[shared + refused.index], refused.refusal.reason) from None
    except ValueError as error:
        raise ScriptError(script.line, str(error)) from None
    _record_notes(matches, match, notes)
    _record_photos(matches, match, photos)
    return ScriptImportResult(match, "changed", problem)


def _renumbered(script: Script, stored: Sequence[object]) -> Script:
    """A script without results with the versions of the stored match, which has a result after each end."""
    places = [1, *(place for place, event in enumerate(stored, 2) if not isinstance(event, MatchEnded))]
    added = len(stored) + 1 - len(places)

    def version(number: int) -> int:
        return places[number - 1] if 1 <= number <= len(places) else number + added

    def event(one: object) -> object:
        if isinstance(one, TakenBack):
            return replace(one, since=version(one.since))
        return replace(one, since=version(one.since), until=version(one.until)) if isinstance(one, Corrected) else one

    if not added:
        return script
    notes = [replace(note, about=version(note.about)) for note in script.notes]
    photos = [photo._replace(about=photo.about and version(photo.about)) for photo in script.photos]
    return replace(script, events=[*map(event, script.events)], notes=notes, photos=photos)


def _new_photos(matches: MatchRepository, match: Match, script: Script) -> list[ScriptPhoto]:
    """The photos of the script that the match does not have. Raises ScriptError for too many."""
    places = {photo.place for photo in matches.photos.of(match.id)}
    photos = [photo for photo in script.photos if photo.place not in places]
    for photo in photos:
        if refusal := attach_refusal(places, photo.place):
            raise ScriptError(script.line, refusal.sentence)
        places.add(photo.place)
    return photos


def _record_notes(matches: MatchRepository, match: Match, notes: Sequence[NoteWritten]) -> None:
    for note in notes:
        if note.about <= match.version:
            marks, bookmark = note.marks, note.bookmark
            matches.note(match, note.about, note.text, note.glyph, note.author, marks=marks, bookmark=bookmark)


def _record_photos(matches: MatchRepository, match: Match, photos: Sequence[ScriptPhoto]) -> None:
    for photo in photos:
        if photo.about is None or photo.about <= match.version:
            matches.photos.attach(match, photo.file, photo.about, photo.caption)


def _digest(script: Script) -> str:
    header = json.dumps([script.game.KEY, script.players, script.header], sort_keys=True)
    events = "\n".join(codec.encode_event(event) for event in script.events)
    return blake2b(f"{header}\n{events}".encode(), digest_size=5).hexdigest()
