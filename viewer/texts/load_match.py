"""A match for a page, or the reason why it cannot be shown."""

from typing import Protocol

from core.json_text import WrongShape
from eventstore.matches.match import Match, UnknownMatch
from eventstore.matches.unreadable import UNREADABLE, log_defect
from eventstore.store.store import UnusableStore
from viewer.locale.language import current, gettext, translate


class MatchUnavailable(Exception):
    """The match cannot be shown. `title` is trusted text; the message is one sentence."""

    def __init__(self, title: str, sentence: str) -> None:
        super().__init__(sentence)
        self.title = title


def cache_key(match: Match) -> tuple[object, ...]:
    """Everything that a text or drawing of the match depends on, the current language included."""
    return match.id, match.version, match.covered, match.names, match.people.redactions, current()


class Matches(Protocol):
    """The repository of matches."""

    def match(self, id: str) -> Match:
        """Raises UnknownMatch, and what reading a damaged match raises."""


def load_match(matches: Matches, id: str) -> Match:
    """The match with this id; all its effective events are legal by the current rules. Raises MatchUnavailable."""
    try:
        return checked(matches.match(id))
    except UnknownMatch:
        sentence = (
            gettext("The store holds no match {id}.", id=repr(id[:40]))
            if id
            else gettext("The link contains no match.")
        )
        raise MatchUnavailable(gettext("Match not found"), sentence) from None
    except WrongShape:
        sentence = gettext("An event does not have the form of its type; run `partie verify {id}` to find it.", id=id)
        raise MatchUnavailable(gettext("This match cannot be read"), sentence) from None
    except MatchUnavailable:
        raise
    except UNREADABLE as error:
        sentence = gettext("{error} Run `partie verify {id}` for details.", error=translate(str(error)), id=id)
        raise MatchUnavailable(gettext("This match cannot be read"), sentence) from None
    except UnusableStore:
        raise
    except Exception as error:  # A defect of its game, or an event that today's rules refuse.
        log_defect("Reading a match for a page", error)
        sentence = gettext("The rules of its game fail on it; run `partie verify {id}` for details.", id=id)
        raise MatchUnavailable(gettext("This match cannot be read"), sentence) from None


def checked(match: Match) -> Match:
    """The match, if all its effective events are legal by the current rules. Raises MatchUnavailable."""
    if broken := match.invalidated:
        first = broken[0]
        why = gettext(
            "Event {version} is not legal by the current rules: {refusal} Run `partie verify {id}` for details.",
            version=first.version,
            refusal=translate(first.refusal.sentence),
            id=match.id,
        )
        raise MatchUnavailable(gettext("This match cannot be replayed"), why)
    return match
