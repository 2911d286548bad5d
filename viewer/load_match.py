"""A match for a page, or the reason why it cannot be shown."""

from pydantic import ValidationError

from core import record_rules
from eventstore.matches.match import Match, UnknownMatch
from eventstore.matches.recent_matches import RecentMatches
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import UnusableStore
from viewer.language import current, gettext, refused, translate

_checked = RecentMatches()
"""Frames that were checked, of any store: they count as far as the entries of a match are the same."""


class MatchUnavailable(Exception):
    """The match cannot be shown. `title` is trusted text; the message is one sentence."""

    def __init__(self, title: str, sentence: str) -> None:
        super().__init__(sentence)
        self.title = title


def cache_key(match: Match) -> tuple[object, ...]:
    """Everything that a text or drawing of the match depends on, the current language included."""
    return match.id, match.version, match.names, match.people.redactions, current()


def load_match(records: MatchRepository, id: str) -> Match:
    """The match with this id; all its effective events are legal by the current rules. Raises MatchUnavailable."""
    try:
        return checked(records.match(id))
    except UnknownMatch:
        sentence = (
            gettext("The store holds no match {id}.", id=repr(id[:40]))
            if id
            else gettext("The link contains no match.")
        )
        raise MatchUnavailable(gettext("Match not found"), sentence) from None
    except ValidationError:
        sentence = gettext("An event does not have the form of its type; run `partie verify {id}` to find it.", id=id)
        raise MatchUnavailable(gettext("This match cannot be read"), sentence) from None
    except (MatchUnavailable, UnusableStore):
        raise
    except (ValueError, LookupError, TypeError) as error:
        sentence = gettext("{error} Run `partie verify {id}` for details.", error=translate(str(error)), id=id)
        raise MatchUnavailable(gettext("This match cannot be read"), sentence) from None
    except Exception:  # A defect of its game.
        sentence = gettext("The rules of its game fail on it; run `partie verify {id}` for details.", id=id)
        raise MatchUnavailable(gettext("This match cannot be read"), sentence) from None


def checked(match: Match) -> Match:
    """The match with its frames, all of them legal by the current rules. Raises MatchUnavailable."""
    frames, broken = record_rules.checked_frames(match.game, match.log, match.options, _checked.of(match.id).frames)
    if broken:
        first = broken[0]
        why = gettext(
            "Event {version} is not legal by the current rules: {refusal} Run `partie verify {id}` for details.",
            version=first.version,
            refusal=refused(first.refusal),
            id=match.id,
        )
        raise MatchUnavailable(gettext("This match cannot be replayed"), why)
    _checked.keep_frames(match.id, frames)
    return match.with_log(match.log, frames)
