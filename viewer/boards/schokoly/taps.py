"""Input of schokoly moves by tapping: the card, its rotation, its place, and the card that gets a safety counter."""

from collections.abc import Iterator, Mapping, Sequence

from core.games.schokoly.events import CardLaid, ColorChosen, Event, HandSeen, SwapAnswered, SwapOffered
from core.games.schokoly.faces import COLORS, KIND_OF, KINDS, PIECES
from core.games.schokoly.state import State
from core.games.schokoly.table import column_and_row
from core.games.schokoly.table import spots as spots_on
from viewer.boards.scene import Shape, shape
from viewer.boards.schokoly.pieces import chocolate, pieces_of_card
from viewer.boards.schokoly.table import drawn_at
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import plain


def taps(state: State, event: Event) -> tuple[str, ...]:
    """For a card its kind, then its rotation, then its spot; then the target of a safety counter, if any."""
    match event:
        case CardLaid(_, face, x, y, stacked, guard):
            card = (f"={KINDS[KIND_OF[face]]}", f"={face}", f"{'top' if stacked else 'spot'}/{x}/{y}")
            if guard is None:
                return card
            return (*card, "=" + gettext("Safe") if guard == (x, y) else f"card/{guard[0]}/{guard[1]}")
        case ColorChosen(_, color):
            return (f"={translate(color)}",)
        case SwapOffered(_, to, count, face):
            return (
                "=" + gettext("Swap"),
                "=" + gettext("Offer to seat {seat}", seat=to + 1),
                "=" + gettext("{number} of that color", number=count),
                f"={face or gettext('Hidden card')}",
            )
        case SwapAnswered(_, accepted, face, given):
            if not accepted:
                return ("=" + gettext("Decline"),)
            gets = gettext("Gets {face}", face=face or gettext("a hidden card"))
            return (
                "=" + gettext("Swap"),
                f"={gets}",
                "=" + gettext("Gives {face}", face=given or gettext("a hidden card")),
            )
        case HandSeen():
            return ()
        case _:
            return ("=" + gettext("Pass"),)


def task(state: State, taps: tuple[str, ...], names: Sequence[str]) -> str:
    if not isinstance(state.mover, int):
        return ""
    name = plain(names[state.mover])
    if not taps:
        match state.phase:
            case "color":
                return gettext("{name} names a color", name=name)
            case "answer":
                return gettext("{name} answers the offer", name=name)
        return gettext("{name} lays: choose the card", name=name)
    step = len(taps) - 1
    if taps[0] != "=" + gettext("Swap"):
        steps = (
            gettext("Choose how the card lies"),
            gettext("Tap the place of the card"),
            gettext("Confirm, or choose the card for a safety counter"),
        )
    elif state.phase == "answer":
        steps = (
            gettext("Choose the card {name} gets", name=name),
            gettext("Choose the card {name} gives", name=name),
            "",
        )
    else:
        steps = (
            gettext("Choose the player who gets the offer"),
            gettext("Choose how many pieces of that color the card has"),
            gettext("Choose the card offered"),
        )
    return steps[min(step, len(steps) - 1)]


def spots(state: State) -> Mapping[str, tuple[Shape, ...]]:
    """A mark in the middle of every spot with a legal card."""
    return {"table": (*_marks(state, "spot"), *_marks(state, "top"))}


def _marks(state: State, name: str) -> Iterator[Shape]:
    on_top = name == "top"
    for x, y, _ in spots_on(state.cards, stacked=on_top):
        left, upper = drawn_at(state.cards, x, y)
        column, row = column_and_row(state.cards, (x, y))
        title = (
            gettext("on top in column {column}, row {row}", column=column, row=row)
            if on_top
            else gettext("in column {column}, row {row}", column=column, row=row)
        )
        yield shape(f"{name}/{x}/{y}", "circle", title=title, class_="spot", cx=left + 1, cy=upper + 1, r=0.36)


def picture(words: str) -> tuple[Shape, ...]:
    """The face of a card, or a color."""
    color = next((color for color in COLORS if translate(color) == words), None)
    if color is not None:
        return (chocolate(f"pick/{color}", color, 0.05, 0.05, 0.9),)
    if words not in PIECES:
        return ()
    first, second, third, last = (f"pick/{words}/{piece}" for piece in range(1, 5))
    return tuple(pieces_of_card((first, second, third, last), words, 0, 0, size=1))
