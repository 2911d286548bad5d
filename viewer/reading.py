"""A match as pages may show it, or one sentence why not."""

from pydantic import ValidationError

from core import record
from eventstore.records import Match, Records, UnknownMatch


class Unshowable(Exception):
    """The match cannot be shown; `title` in our own words, the message in one sentence."""

    def __init__(self, title: str, sentence: str) -> None:
        super().__init__(sentence)
        self.title = title


def read(records: Records, id: str) -> Match:
    """The match with this id, all of whose standing events are legal by today's rules. Raises Unshowable."""
    try:
        match = records.match(id)
        broken = record.consequences(match.game, match.log, match.options)
    except UnknownMatch:
        sentence = f"The store holds no match {id[:40]!r}." if id else "The link names none."
        raise Unshowable("There is no such match", sentence) from None
    except ValidationError:
        sentence = f"One of its events does not have the shape its type asks for; `partie verify {id}` tells which."
        raise Unshowable("This match cannot be read", sentence) from None
    except (ValueError, LookupError, TypeError) as error:
        raise Unshowable("This match cannot be read", f"{error} `partie verify {id}` tells more.") from None
    if broken:
        first = broken[0]
        why = f"Event {first.version} is not legal by today's rules: {first.refusal} `partie verify {id}` tells more."
        raise Unshowable("This match cannot be replayed", why)
    return match
