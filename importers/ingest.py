"""Records the plays of an importer: a new match, an unchanged one, or one that the file has corrected since.

A play is identified by its id at the source, or by the id of a copy elsewhere: BG Stats pushes plays to BoardGameGeek,
so both files contain the same match. The source that made the copy is primary; data of a copy is only stored beside it.
A list that has the id of a match, but only its result, changes nothing that the file of the match itself says.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from hashlib import blake2b
from typing import Final, Literal

from core import games, record, record_events
from core.imported_details import reseated, seats_in_order
from core.messages import message
from core.record_events import Corrected, MatchDescribed, MatchImported, MatchRestored
from eventstore import codec
from eventstore.digests import play_digest
from eventstore.matches.match import Match, Refused, UnknownMatch
from eventstore.matches.people import SOMEBODY
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import Conflict
from importers.imported_play import LISTED, NAMED, ImportedPlay, ImportProblem, counted_source

_NAME: Final = ("title", "bgg_id")
"""Options of a score sheet that name its game."""

COMMITTED_PLAYS: Final = 32
"""Plays per commit: others wait for the lock no longer than these take."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of one play. `match` is the match's id; None, with `problem` set, if the play was refused.

    `withdrawn`: a person withdrew the match, so it stays as it is. The `problem` of a recorded match is that a person
    has two seats.
    """

    what: Literal["new", "changed", "unchanged", "withdrawn", "refused"]
    match: str | None
    problem: ImportProblem | None = None


def record_plays(matches: MatchRepository, plays: Sequence[ImportedPlay]) -> Iterator[ImportResult]:
    """Record plays in order, each atomically; yields the result of each once it is committed."""
    for start in range(0, len(plays), COMMITTED_PLAYS):
        with matches.one_commit():
            results = [_result(matches, play) for play in plays[start : start + COMMITTED_PLAYS]]
        yield from results


def no_longer_counted(matches: MatchRepository, quantities: Mapping[str, int]) -> Iterator[str]:
    """Ids of the matches of plays that counted more matches in an earlier file; without withdrawn ones."""
    for source, quantity in quantities.items():
        number = quantity + 1
        while ids := matches.matches_from(counted_source(source, number)):
            if not matches.match(ids[0]).withdrawal:
                yield ids[0]
            number += 1


def _result(matches: MatchRepository, play: ImportedPlay) -> ImportResult:
    try:
        return _record_play(matches, _digested(_as_recorded(matches, play)))
    except Refused as error:
        return ImportResult("refused", None, ImportProblem(play.where, error.refusal.reason))
    except ValueError as error:
        return ImportResult("refused", None, ImportProblem(play.where, str(error)))


def _record_play(matches: MatchRepository, play: ImportedPlay) -> ImportResult:
    while True:
        match = _recorded_match(matches, play)
        try:
            if match is None:
                match = _start(matches, play)
                return ImportResult("new", match.id, _person_twice(match, play))
            if match.withdrawal and match.withdrawal.batch is None:
                return ImportResult("withdrawn", match.id)
            if _has_moves_now(match, play):
                return _replace(matches, match, play)
            changes, leads = _changes(match, play)
            if not leads:
                changes = _in_its_order(matches, match, play, changes)
            players = play.players if leads and _people_differ(matches, match, play) else ()
            if match.withdrawal:  # The undo of an import withdrew it.
                changes.insert(0, MatchRestored())
            if not changes:
                return ImportResult("unchanged", match.id)
            match = matches.record(match, *changes, reseated=players, allows_repeats=True)
            return ImportResult("changed", match.id, _person_twice(match, play))
        except Conflict:  # Another writer appended first: read the match again.
            continue


def _person_twice(match: Match, play: ImportedPlay) -> ImportProblem | None:
    """That a person of the match has two seats: the file says so, or two of its names mean one person here."""
    people = [match.people.one(id) for id in match.header.players if id != SOMEBODY]
    person = next((person for person in people if people.count(person) > 1), None)
    if person is None:
        return None
    why = message("{name} has two seats in this play.", name=match.people.name(person))
    return ImportProblem(play.where, why, kept=True)


def _as_recorded(matches: MatchRepository, play: ImportedPlay) -> ImportedPlay:
    """The play under the id by which an earlier version of the importer recorded it, if one did."""
    if not (former := play.former_source):
        return play
    play = replace(play, former_source="")
    if matches.matches_from(play.provenance.source) or not matches.matches_from(former):
        return play
    return replace(play, provenance=replace(play.provenance, source=former))


def _digested(play: ImportedPlay) -> ImportedPlay:
    return replace(play, provenance=replace(play.provenance, digest=play_digest(_without_place(play))))


def _without_place(play: ImportedPlay) -> ImportedPlay:
    provenance = replace(play.provenance, digest="") if play.provenance.digest else play.provenance
    return replace(play, where="", provenance=provenance)


def _recorded_match(matches: MatchRepository, play: ImportedPlay) -> Match | None:
    """The match recorded from this play or a copy of it, or the match that this one was joined to; None: none."""
    for source in (play.provenance.source, *play.copies):
        joined = [_joined_to(matches, matches.match(id)) for id in matches.matches_from(source)]
        # A match may hold a source no longer: that of a play that was joined to it and split again.
        held = {match.id: match for match in joined if source in record.imports(match.log)}
        if held:
            return _preferred([*held.values()], play)
    return None


def _preferred(held: Sequence[Match], play: ImportedPlay) -> Match:
    """Of several matches of one source: one that is shown, else one that a person withdrew, else what was undone.

    The later one has the moves; a list brings back the earlier one, which has the result.
    """
    shown = [match for match in held if match.withdrawal is None]
    by_hand = [match for match in held if match.withdrawal and match.withdrawal.batch is None]
    undone = held if LISTED in play.provenance.more else held[::-1]
    return [*shown, *by_hand, *undone][0]


def _joined_to(matches: MatchRepository, match: Match) -> Match:
    """The match that holds this play: where it was joined to another one that the store holds, that one."""
    tried = set[str]()
    while match.withdrawal and (into := match.withdrawal.into) and into not in tried:
        tried.add(into)
        try:
            match = matches.match(into)
        except UnknownMatch:
            break
    return match


def _start(matches: MatchRepository, play: ImportedPlay, id: str | None = None) -> Match:
    provenance = (play.provenance, *_copies(play, {}))
    return matches.start(
        games.find(play.game),
        play.players,
        *provenance,
        *play.events,
        options=play.options,
        played_on=play.played_on,
        started_at=play.started_at,
        minutes=play.minutes,
        place=play.place,
        tags=play.tags,
        title=play.title,
        id=id or _id(play.provenance.source),
        times=[*[None] * len(provenance), *(play.times or [None] * len(play.events))],
        allows_repeats=True,
    )


def _id(source: str) -> str:
    """The same for every import of a play: of two at the same time, one sees a Conflict."""
    return blake2b(source.encode(), digest_size=5).hexdigest()


def _copies(play: ImportedPlay, imports: Mapping[str, MatchImported]) -> list[MatchImported]:
    """Provenance events for copies of the play that are not marked as copies yet; their own data is kept."""
    mine = play.provenance.source
    copies = [replace(imports.get(source) or MatchImported(source), copy_of=mine) for source in play.copies]
    return [copy for copy in copies if copy != imports.get(copy.source)]


def _changes(match: Match, play: ImportedPlay) -> tuple[list[object], bool]:
    """The events that update `match` to the play, and whether the play is the primary source.

    No events if the source sent the same data before: corrections made in Partie since then are kept.
    """
    imports = record.imports(match.log)
    before = imports.get(play.provenance.source)
    if before and LISTED in play.provenance.more and LISTED not in before.more:
        return _naming(match, play), False
    changes: list[object] = [*_copies(play, imports)]
    named = [_digested(replace(play, options=options)) for options in _names(match, play)]
    if before is None or all(before.digest != one.provenance.digest for one in (play, *named)):
        play = named[0] if named else play
        changes.append(replace(play.provenance, copy_of=before.copy_of) if before else _provenance(match, play))
    log = [*match.log, *(record_events.Entry(0, change) for change in changes)]
    leads = record.primary_source(log) == play.provenance.source
    if changes and leads:
        changes += _description(match, play)
        table = _reset(match, play)
        changes = [*table, *changes, *_game_events(play)] if table else [*changes, *_correction(match, play)]
    return changes, leads


def _names(match: Match, play: ImportedPlay) -> list[Mapping[str, object]]:
    """Options of a play that no person named: with each name that the match has had, the last one first."""
    names_of_file = (None, play.provenance.more.get(LISTED), play.provenance.more.get(NAMED))
    if _has_moves(match.game.KEY) or _has_moves(play.game) or play.options.get("title") not in names_of_file:
        return []
    others = {key: value for key, value in play.options.items() if key not in _NAME}
    had = [getattr(entry.event, "options", None) or {} for entry in reversed(match.log)]
    names = [{key: options[key] for key in _NAME if key in options} for options in had if options.get("title")]
    return [others | name for name in names]


def _naming(match: Match, play: ImportedPlay) -> list[object]:
    """The events that name the game of a match of which only the result is known, if a list names it; else none."""
    name = {key: play.options[key] for key in _NAME if key in play.options}
    options = codec.encode_options(match.options)
    if not name or _has_moves(match.game.KEY) or options.get("title"):
        return []
    stands = record.effective_entries(match.log)
    cleared = [Corrected(stands[0].version, stands[-1].version, 0, _why(play))] if stands else []
    return [*cleared, MatchDescribed(options={**options, **name}), *(entry.event for entry in stands)]


def _has_moves(game: str) -> bool:
    return games.facts_for(game).records_moves


def _has_moves_now(match: Match, play: ImportedPlay) -> bool:
    """True if only the result of a match is recorded, and its source now has the moves, of a game with rules."""
    is_result = _has_moves(play.game) and not _has_moves(match.game.KEY)
    return is_result and record.primary_source(match.log) == play.provenance.source


def _replace(matches: MatchRepository, match: Match, play: ImportedPlay) -> ImportResult:
    """Record the play as a new match, as the game of a match is fixed, and withdraw the old one."""
    source = play.provenance.source
    new = _id(f"{source} {play.game}")
    if new not in matches.matches_from(source):
        _start(matches, play, new)
    elif withdrawal := matches.match(new).withdrawal:
        if withdrawal.batch is None:
            return ImportResult("withdrawn", new)
        matches.restore(new)
    if match.withdrawal is None:
        batch = matches.batch.id if matches.batch else None
        matches.withdraw(match, f"its moves are known now: match {new}", batch=batch)
    return ImportResult("changed", new)


def _provenance(match: Match, play: ImportedPlay) -> MatchImported:
    """The provenance of a play whose source is new to the match: the source of a recorded copy, or a copy itself."""
    leads = record.primary_source(match.log)
    return play.provenance if leads is None or leads in play.copies else replace(play.provenance, copy_of=leads)


def _in_its_order(matches: MatchRepository, match: Match, play: ImportedPlay, changes: list[object]) -> list[object]:
    """The changes, with data by seat in the order of the match, which another source may seat differently."""
    people = matches.people()
    there = [people.match_player(player) for player in play.players]
    seats = seats_in_order([people.one(id) for id in match.header.players], there)
    return [reseated(event, seats) if seats and isinstance(event, MatchImported) else event for event in changes]


def _description(match: Match, play: ImportedPlay) -> list[object]:
    """An event with the header fields in which the play differs; fields that the play does not have are kept."""
    fields_changed = {
        field.name: getattr(play, field.name)
        for field in fields(MatchDescribed)
        if field.name not in ("players", "options")
        and getattr(play, field.name) not in (None, getattr(match.header, field.name), ())
    }
    return [MatchDescribed(**fields_changed)] if fields_changed else []


def _reset(match: Match, play: ImportedPlay) -> list[object]:
    """The events that clear the match if the number of players or the options differ; else none."""
    if play.game != match.game.KEY:
        return []
    others = len(play.players) != len(match.header.players)
    options = codec.decode_options(match.game, play.options)
    if not others and options == match.options:
        return []
    stands = record.effective_entries(match.log)
    cleared = [Corrected(stands[0].version, stands[-1].version, 0, _why(play))] if stands else []
    # The players are resolved last, after everything is accepted: a refused play must not create people.
    nobody = (SOMEBODY,) * len(play.players)
    return [*cleared, MatchDescribed(players=nobody if others else None, options=codec.encode_options(options))]


def _why(play: ImportedPlay) -> str:
    return f"{play.provenance.source} says so now"


def _game_events(play: ImportedPlay) -> tuple[object, ...]:
    return tuple(event for event in play.events if not isinstance(event, record_events.META_EVENTS))


def _people_differ(matches: MatchRepository, match: Match, play: ImportedPlay) -> bool:
    """True if the play has other people than the match."""
    people = matches.people()
    persons = [people.match_player(player) for player in play.players]
    return [people.one(person) for person in match.header.players] != persons


def _correction(match: Match, play: ImportedPlay) -> list[object]:
    """Replaces the effective events of the match, from the first difference on, by those of the play."""
    stands = record.effective_entries(match.log)
    events = _game_events(play)
    same = 0
    for entry, event in zip(stands, events, strict=False):
        if entry.event != event:
            break
        same += 1
    rest = events[same:]
    if same == len(stands):
        return list(rest)
    return [Corrected(stands[same].version, stands[-1].version, len(rest), _why(play)), *rest]
