"""Events that were taken back or corrected, with their former position in the match."""

from dataclasses import replace

from core import record, record_rules
from core.corrections import Change, changes
from core.game import AnyGame
from core.record import effective_entries
from core.record_events import Corrected
from eventstore import codec
from eventstore.matches.match import Match
from viewer.boards.scene import Json
from viewer.boards.text import plain
from viewer.language import gettext
from viewer.match_sentences import sentence


def undone(match: Match) -> list[Json]:
    """Each {"at": version, "after": version of the effective event before it, "seat", "round", "says", "why"}.

    Sentences describe the table at that time; if the current rules refuse that log, the notation is used instead.
    """
    stands = {entry.version for entry in effective_entries(match.log)} | {1}
    found: list[Json] = []
    for change in changes(match.log):
        log = tuple(entry for entry in match.log if entry.version < change.version)
        table = effective_entries(log)
        after = next((entry.version for entry in reversed(table[: change.place]) if entry.version in stands), 1)
        then = replace(match, log=log, options=codec.decode_options(match.game, record.header(log).options))
        legal = not record_rules.invalidated(then.game, log, then.options)
        frames = then.frames if legal else ()
        places = {frame.version: index for index, frame in enumerate(frames)}
        for entry in change.was:
            index = places.get(entry.version)
            found.append(
                {
                    "at": entry.version,
                    "after": after,
                    "seat": frames[index].seat if index else None,
                    "round": frames[index].round if index else 0,
                    "says": sentence(then, frames, index) if index else _notation(match.game, entry.event),
                    "why": _why(match, change),
                }
            )
    return found


def _notation(game: AnyGame, event: object) -> str:
    return plain(game.write(event)) if isinstance(event, game.EVENTS) else type(event).__name__


def _why(match: Match, change: Change) -> str:
    why = plain(change.event.why or "").strip()
    if isinstance(change.event, Corrected):
        return gettext("corrected: {why}", why=why) if why else gettext("corrected")
    if match.offset < change.version <= match.offset + 2 and change.event.since <= match.offset:
        return gettext("where it was forked from")
    return gettext("taken back: {why}", why=why) if why else gettext("taken back")
