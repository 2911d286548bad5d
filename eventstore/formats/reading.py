"""The content of a file of matches, level by level, as `docs/format` defines it; nothing is stored.

Level 0 is the structure, 1 the effective entries, 2 results of score sheets and kept results, 3 the rules of the game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO, Final

from core import record
from core.absent_game import AbsentGame
from core.errors import InvalidInput
from core.game import Points, facts_of
from core.record_events import Entry, MatchDescribed, MatchStarted, NewerEvent, UnreadEvent
from eventstore import codec
from eventstore.formats import script as scripts
from eventstore.formats.match_file import Script, ScriptError
from eventstore.matches.match import Match, Refused, apply_events, validate_header
from eventstore.matches.people import People

LEVELS: Final = 3
"""The highest level of this reader."""

_OF_MATCH: Final = ("R-",)
"""The beginning of the ids of rules of the record; all others are of games."""


@dataclass(frozen=True, slots=True)
class FormatError:
    """The first error of a match: its id in the format, its line, a sentence, and the rule of the game or record."""

    id: str
    line: int
    sentence: str
    rule: str = ""


@dataclass(slots=True)
class MatchFound:
    """One match of a file. Fields of a level that was not asked for, and of a match with an error, are None.

    `line` is that of the header, or of the error without one. `newer` are names of header fields and types of record
    events of a later writer. `known` is False for a game that cannot be used. `progress` are the scores after each
    effective entry, beginning with those before the first.
    """

    line: int
    game: str | None = None
    players: list[str] | None = None
    events: int = 0
    notes: int = 0
    photos: int = 0
    newer: list[str] = field(default_factory=list)
    known: bool = False
    error: FormatError | None = None
    effective: list[int] | None = None
    header: dict[str, Any] | None = None
    scores: list[Points] | None = None
    ranks: list[int] | None = None
    winners: list[int] | None = None
    progress: list[list[Points]] | None = None


def matches_in(file: BinaryIO, level: int = LEVELS) -> Iterator[MatchFound]:
    """Every match of a script, read up to a level. Errors of higher levels are not looked for."""
    for read in scripts.read(file, notations=False):
        yield _broken(read) if isinstance(read, ScriptError) else _found(read, level)


def _broken(error: ScriptError) -> MatchFound:
    return MatchFound(error.line, error=FormatError(error.id, error.line, error.sentence))


def _found(script: Script, level: int) -> MatchFound:
    newer = [*script.header.get("newer", {}), *(one.type for one in script.events if isinstance(one, NewerEvent))]
    found = MatchFound(
        script.line,
        script.game.KEY,
        list(script.players),
        len(script.events),
        len(script.notes),
        len(script.photos),
        newer,
        not isinstance(script.game, AbsentGame),
    )
    if script.problem:
        found.error = FormatError(script.problem.id, script.problem.line, script.problem.sentence)
    elif error := _header_error(script, level):
        found.error = error
    elif level >= 1:
        _read_play(found, script, level)
    return found


def _header_error(script: Script, level: int) -> FormatError | None:
    game = script.game if _has_rules(script, level) else AbsentGame(script.game.KEY, None)
    facts = (script.header.get(name) for name in ("played_on", "started_at", "minutes"))
    try:
        validate_header(game, len(script.players), *facts)
        if game is script.game:
            game.setup(len(script.players), script.options)
    except ValueError as error:
        return FormatError("E-HEAD", script.line, str(error))
    return None


def _has_rules(script: Script, level: int) -> bool:
    """True if the play is read by the rules of its game at this level: those of a score sheet are of the format."""
    if isinstance(script.game, AbsentGame):
        return False
    return level >= (3 if facts_of(script.game).records_moves else 2)


def _read_play(found: MatchFound, script: Script, level: int) -> None:
    has_rules = _has_rules(script, level)
    game = script.game if has_rules else AbsentGame(script.game.KEY, None)
    fields = {name: value for name, value in script.header.items() if name not in ("id", "options", "tags")}
    options = script.options if has_rules else codec.decode_options(game, script.header.get("options", {}))
    started = MatchStarted(
        script.game.KEY,
        script.players,
        script.header.get("options", {}),
        tags=tuple(script.header.get("tags", ())),
        **fields,
    )
    events = script.events if has_rules else [_unread(one, script) for one in script.events]
    empty = Match("file", game, options, (Entry(1, started),), People())
    try:
        match, _ = apply_events(empty, events, script.times)
    except Refused as refused:
        rule = refused.refusal.rule
        id = "E-STAND" if rule.startswith(_OF_MATCH) else "E-RULE"
        found.error = FormatError(id, script.lines[refused.index], refused.refusal.sentence, rule)
        return
    except InvalidInput as error:
        found.error = FormatError("E-STAND", _line_of(error, empty, events, script), str(error))
        return
    found.effective = [entry.version for entry in record.effective_entries(match.log)]
    found.header = _header(script, match)
    if level >= 2:
        _read_result(found, match, has_rules)
    if level >= 3 and has_rules:
        found.progress = [list(frame.scores) for frame in match.frames]


def _line_of(error: InvalidInput, empty: Match, events: Sequence[Any], script: Script) -> int:
    """The line of the event with a date or a time that raised this error: the first without which nothing is wrong."""
    for number in range(1, len(events) + 1):
        if isinstance(events[number - 1], MatchDescribed) or script.times[number - 1]:
            try:
                apply_events(empty, events[:number], script.times[:number])
            except InvalidInput as same:
                if str(same) == str(error):
                    return script.lines[number - 1]
    return script.line


def _unread(event: Any, script: Script) -> Any:
    """An event of the game as one that nobody reads."""
    if isinstance(event, UnreadEvent) or not isinstance(event, script.game.EVENTS):
        return event
    return UnreadEvent(codec.name_of(event), codec.encode_data(event))


def _header(script: Script, match: Match) -> dict[str, Any]:
    """The header in effect without what holds its default and what a later writer added."""
    known = replace(record.header(match.log), newer={})
    fields = {"id": script.header.get("id")} | {
        name: getattr(known, name) for name in MatchStarted.__dataclass_fields__ if name != "newer"
    }
    fields["players"], fields["tags"] = list(known.players), list(known.tags)
    fields["options"] = dict(known.options)
    plain = {name: value for name, value in fields.items() if value not in (None, [], {})}
    return {name: value for name, value in plain.items() if (name, value) != ("rules", 1)}


def _read_result(found: MatchFound, match: Match, has_rules: bool) -> None:
    if not has_rules:
        if kept := record.kept_result(match.log):
            found.scores, found.ranks, found.winners = list(kept.scores), list(kept.ranks), list(kept.winners)
        return
    found.scores = list(match.now.scores)
    if outcome := match.outcome:
        found.ranks, found.winners = list(outcome.ranks), list(outcome.winners)
