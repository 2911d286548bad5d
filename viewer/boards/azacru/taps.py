"""Input of azacru moves by tapping."""

from core.games.azacru.events import ChevronMoved, Event
from core.games.azacru.fields import FIELD_INDEX
from core.games.azacru.state import State
from viewer.language import gettext


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
