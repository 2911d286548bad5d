"""Requests of the live record; each takes effect once, however often it is sent."""

from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any, Final

from pydantic import TypeAdapter

from core.game import fact
from eventstore import codec
from eventstore.matches.idempotency import KeyReused
from eventstore.matches.match import Match, Refused
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.store.store import Conflict
from viewer.boards import Drawable, board_of
from viewer.language import gettext, gettext_noop, refused, translate
from viewer.outbox import Answer

DEALT: Final = gettext_noop("Dealt by the app, not at the table.")
"""The note on an outcome of chance that the app drew."""

MOVED_ON: Final = gettext_noop(
    "Another user recorded something in the meantime. This is the current table; your entry was not saved."
)


@fact
@dataclass(frozen=True, slots=True)
class Remark:
    """A note or a bookmark on the event with version `about`."""

    about: int
    text: str = ""
    bookmark: bool = False


@fact
@dataclass(frozen=True, slots=True)
class Order:
    """One confirmed input. `key` is its idempotency key; `after` is the expected version.

    It holds one of: `line`, an event as notation or as JSON; `drawn`, the pieces tapped into each slot; `deal`, to let
    the app draw; `remark`.
    """

    key: str
    after: int
    line: str | None = None
    drawn: tuple[tuple[str, ...], ...] | None = None
    deal: bool = False
    remark: Remark | None = None


ORDERS: Final = TypeAdapter(Order)
"""Parses a request from the component's JSON."""


def carry_out(records: MatchRepository, id: str, order: Order, rng: Random | None = None) -> Answer:
    """Run a request. Refusals and conflicts are returned as responses; then nothing is written."""
    try:
        if order.remark is not None:
            remark = order.remark
            records.note(id, remark.about, remark.text, bookmark=remark.bookmark, idempotency_key=order.key)
            return Answer(order.key, "done", gettext("Bookmark added.") if remark.bookmark else gettext("Note added."))
        event = event_of(records.match(id, until=order.after), order, rng or SystemRandom())
        records.record(id, event, expected_version=order.after, idempotency_key=order.key, times=(utc_now(),))
        if order.deal:
            _say_that_it_was_dealt(records, id, order.after + 1)
    except Refused as error:
        return Answer(order.key, "refused", refused(error.refusal))
    except Conflict:
        return Answer(order.key, "moved", gettext(MOVED_ON))
    except KeyReused:  # A repeated request, with another draw or time.
        return Answer(order.key, "done")
    except ValueError as error:
        return Answer(order.key, "refused", translate(str(error)))
    return Answer(order.key, "done")


def event_of(match: Match, order: Order, rng: Random) -> Any:
    """The requested event, for the table at the expected version. Raises ValueError if it is not an event."""
    board = board_of(match.game)
    if order.deal:
        return match.game.deal(match.now.state, rng)
    if order.drawn is not None:
        if not isinstance(board, Drawable):
            raise ValueError(gettext("{game} has nothing to draw.", game=translate(match.game.TITLE)))
        return board.drawn(match.now.state, order.drawn)
    line = (order.line or "").strip()
    return codec.decode_event(match.game, line) if line.startswith("{") else match.game.parse(line)


def _say_that_it_was_dealt(records: MatchRepository, id: str, version: int) -> None:
    dealt = gettext(DEALT)
    if all(note.about != version or note.text != dealt for note in records.notes(id)):
        records.note(id, version, dealt)
