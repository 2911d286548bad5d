"""Why a move was better, in words: the lead by single moves, and the moves up to the end."""

from collections.abc import Sequence

from core.comparison import TO_THE_END, Fact, Reason, Sequel
from core.game import Seat
from core.games.azacru.events import ChevronMoved
from viewer.locale.language import gettext, ngettext
from viewer.locale.plain_text import number, plain


def gain(reason: Reason, fact: Fact, names: Sequence[str]) -> str:
    """The gain of a fact in words, without a final period."""
    thing, name = fact.thing, plain(names[fact.thing.seat])
    if thing.key == TO_THE_END:
        best, played = (_moves(line, thing.seat) for line in (reason.best, reason.played))
        if best == played:
            return ""
        return gettext(
            "After the better move, {name} has {best} more moves up to the end, worth {points}, instead of {played}, "
            "worth {other}",
            name=name,
            best=number(best),
            played=number(played),
            points=number(fact.best.points),
            other=number(fact.played.points),
        )
    more, less = sorted((fact.best.points, fact.played.points), key=abs, reverse=True)
    return ngettext(
        "the lead of {name} grows by {number} marker instead of {other}",
        "the lead of {name} grows by {number} markers instead of {other}",
        int(more),
        name=name,
        other=number(less),
    )


def _moves(line: Sequel, seat: Seat) -> int:
    """The moves of a seat after the first move of the line."""
    return sum(isinstance(event, ChevronMoved) and event.seat == seat for event in line.events[1:])
