"""What people do at the table page, as orders: each is carried out once, however often it is sent."""

from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any, Final

from pydantic import TypeAdapter

from core.game import fact
from eventstore import codec
from eventstore.idempotency import KeyReused
from eventstore.match import Match, Refused
from eventstore.records import Records, utc_now
from eventstore.store import Conflict
from viewer.boards import Drawable, board_of
from viewer.language import later, refused, say, told
from viewer.outbox import Answer

DEALT: Final = later("Dealt by the app, not at the table.")
"""The note on an outcome of chance that nobody saw."""

MOVED_ON: Final = later("Somebody else recorded something in between. This is the table now; yours was not written.")


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
    """One confirm. `key` makes it once only; `after` is the version the person saw.

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
"""Reads an order from the JSON the component sent."""


def carry_out(records: Records, id: str, order: Order, rng: Random | None = None) -> Answer:
    """Write what was ordered. Refusals and conflicts are answers, not errors; then nothing was written."""
    try:
        if order.remark is not None:
            remark = order.remark
            records.note(id, remark.about, remark.text, bookmark=remark.bookmark, command=order.key)
            return Answer(order.key, "done", say("Bookmarked.") if remark.bookmark else say("Noted."))
        event = event_of(records.match(id, until=order.after), order, rng or SystemRandom())
        records.record(id, event, after=order.after, command=order.key, times=(utc_now(),))
        if order.deal:
            _say_that_it_was_dealt(records, id, order.after + 1)
    except Refused as error:
        return Answer(order.key, "refused", refused(error.refusal))
    except Conflict:
        return Answer(order.key, "moved", say(MOVED_ON))
    except KeyReused:  # It was carried out: what is drawn and when it happened is another one each time.
        return Answer(order.key, "done")
    except ValueError as error:
        return Answer(order.key, "refused", told(str(error)))
    return Answer(order.key, "done")


def event_of(match: Match, order: Order, rng: Random) -> Any:
    """The event that was ordered, by the table as the person saw it. Raises ValueError when it is none."""
    board = board_of(match.game)
    if order.deal:
        return match.game.deal(match.now.state, rng)
    if order.drawn is not None:
        if not isinstance(board, Drawable):
            raise ValueError(say("{game} has nothing to draw.", game=told(match.game.TITLE)))
        return board.drawn(match.now.state, order.drawn)
    line = (order.line or "").strip()
    return codec.decode_event(match.game, line) if line.startswith("{") else match.game.parse(line)


def _say_that_it_was_dealt(records: Records, id: str, version: int) -> None:
    dealt = say(DEALT)
    if all(note.about != version or note.text != dealt for note in records.notes(id)):
        records.note(id, version, dealt)
