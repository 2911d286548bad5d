"""Records the plays of an importer: a new match, an unchanged one, or one that the file has corrected since.

A play is identified by its id at the source, or by the id of a copy elsewhere: BG Stats pushes plays to BoardGameGeek,
so both files contain the same match. The source that made the copy is primary; data of a copy is only stored beside it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from hashlib import blake2b
from typing import Final, Literal

from core import games, record, record_events
from core.messages import message
from core.record_events import Corrected, MatchDescribed, MatchImported, MatchRestored
from eventstore import codec
from eventstore.digests import is_of_newest_revision, play_digest
from eventstore.matches.match import Match, Refused
from eventstore.matches.people import SOMEBODY
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import Conflict
from importers.imported_play import ImportedPlay, ImportProblem

COMMITTED_PLAYS: Final = 32
"""Plays per commit: others wait for the lock no longer than these take."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of one play. `match` is the match's id; None, with `problem` set, if the play was refused.

    `withdrawn`: a person withdrew the match, so it stays as it is.
    """

    what: Literal["new", "changed", "unchanged", "withdrawn", "refused"]
    match: str | None
    problem: ImportProblem | None = None


def record_plays(records: MatchRepository, plays: Sequence[ImportedPlay]) -> Iterator[ImportResult]:
    """Record plays in order, each atomically; yields the result of each once it is committed."""
    for start in range(0, len(plays), COMMITTED_PLAYS):
        with records.store.one_commit():
            results = [_result(records, play) for play in plays[start : start + COMMITTED_PLAYS]]
        yield from results


def _result(records: MatchRepository, play: ImportedPlay) -> ImportResult:
    try:
        return _record_play(records, _digested(play))
    except Refused as error:
        why = message("{why} ({rule})", why=error.refusal.sentence, rule=error.refusal.rule)
        return ImportResult("refused", None, ImportProblem(play.where, why))
    except ValueError as error:
        return ImportResult("refused", None, ImportProblem(play.where, str(error)))


def _record_play(records: MatchRepository, play: ImportedPlay) -> ImportResult:
    while True:
        id = _recorded_match(records, play)
        try:
            if id is None:
                return ImportResult("new", _start(records, play).id)
            match = records.match(id)
            if match.withdrawal and match.withdrawal.batch is None:
                return ImportResult("withdrawn", id)
            changes, leads = _changes(match, play)
            players = play.players if leads and _people_differ(records, match, play) else ()
            if match.withdrawal:  # The undo of an import withdrew it.
                changes.insert(0, MatchRestored())
            if not changes:
                return ImportResult("unchanged", id)
            records.record(match, *changes, reseated=players)
            return ImportResult("changed", id)
        except Conflict:  # Another writer appended first: read the match again.
            continue


def _digested(play: ImportedPlay) -> ImportedPlay:
    return replace(play, provenance=replace(play.provenance, digest=play_digest(_without_place(play))))


def _digest_like(play: ImportedPlay, digest: str) -> str:
    """The digest of a play in the revision of another digest."""
    if is_of_newest_revision(digest):
        return play.provenance.digest
    return play_digest(_without_place(play), like=digest)


def _without_place(play: ImportedPlay) -> ImportedPlay:
    return replace(play, where="", provenance=replace(play.provenance, digest=""))


def _recorded_match(records: MatchRepository, play: ImportedPlay) -> str | None:
    """The id of the match recorded from this play or a copy of it; None if there is none."""
    for source in (play.provenance.source, *play.copies):
        if ids := records.matches_from(source):
            return ids[0]
    return None


def _start(records: MatchRepository, play: ImportedPlay) -> Match:
    provenance = (play.provenance, *_copies(play, {}))
    return records.start(
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
        id=blake2b(play.provenance.source.encode(), digest_size=5).hexdigest(),
        times=[*[None] * len(provenance), *(play.times or [None] * len(play.events))],
    )


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
    changes: list[object] = [*_copies(play, imports)]
    if before is None or before.digest != _digest_like(play, before.digest):
        changes.append(replace(play.provenance, copy_of=before.copy_of) if before else _provenance(match, play))
    log = [*match.log, *(record_events.Entry(0, change) for change in changes)]
    leads = record.primary_source(log) == play.provenance.source
    if changes and leads:
        changes += _description(match, play)
        table = _reset(match, play)
        changes = [*table, *changes, *_game_events(play)] if table else [*changes, *_correction(match, play)]
    return changes, leads


def _provenance(match: Match, play: ImportedPlay) -> MatchImported:
    """The provenance of a play whose source is new to the match: the source of a recorded copy, or a copy itself."""
    leads = record.primary_source(match.log)
    return play.provenance if leads is None or leads in play.copies else replace(play.provenance, copy_of=leads)


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


def _people_differ(records: MatchRepository, match: Match, play: ImportedPlay) -> bool:
    """Whether the play has other people than the match."""
    people = records.people()
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
