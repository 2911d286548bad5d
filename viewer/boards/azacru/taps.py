"""Input of azacru moves by tapping."""

from collections.abc import Sequence

from core.games.azacru.events import ChevronMoved, Event
from core.games.azacru.fields import FIELD_INDEX
from core.games.azacru.rules import turn
from core.games.azacru.state import State
from viewer.locale.language import gettext
from viewer.locale.plain_text import plain


def taps(state: State, event: Event) -> tuple[str, ...]:
    """The chevron, then the field, then a choice for a turn, if any. A pass is a choice, not a place."""
    if not isinstance(event, ChevronMoved):
        return ("=" + gettext("Pass"),)
    field = FIELD_INDEX[event.start]
    number = next(n for n, each in enumerate(state.chevrons[event.seat], start=1) if each and each.field == field)
    move = (f"{event.seat}/chevron/{number}", event.end)
    if event.turned is None:
        return move
    return (*move, "=" + (gettext("Turn left") if event.turned == "left" else gettext("Turn right")))


def task(state: State, taps: tuple[str, ...], names: Sequence[str]) -> str:
    seat = turn(state)
    if not taps:
        return gettext("{name} moves: tap a chevron", name=plain(names[seat])) if isinstance(seat, int) else ""
    return gettext("Tap the field it moves to") if len(taps) == 1 else gettext("Turn the chevron, or confirm")
