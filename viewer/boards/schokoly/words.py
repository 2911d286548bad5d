"""Schokoly as text: the table as lines of characters, and every event as a sentence."""

from collections.abc import Iterator, Sequence
from typing import Final

from core.game import Seat
from core.games.schokoly.events import CardLaid, ColorChosen, Event, HandSeen, Passed, SwapAnswered, SwapOffered
from core.games.schokoly.faces import COLORS, KINDS, LETTERS, in_words
from core.games.schokoly.rules import evolve
from core.games.schokoly.scoring import tallies
from core.games.schokoly.state import TEAMS_OF_TWO, Card, State
from core.games.schokoly.table import column_and_row, view
from core.multiset import pieces
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import fit, listed, pad, plain

_SEATS: Final = "ABCD"
_COLUMNS: Final = 30
"""Maximum number of pieces in a row; a wider table is shown in several parts."""

_FREE: Final = "·"


def partner(state: State, seat: Seat) -> Seat | None:
    """The partner in a game of two teams."""
    return (seat + 2) % TEAMS_OF_TWO if len(state.hands) == TEAMS_OF_TWO else None


def whose_turn(state: State, names: Sequence[str]) -> str:
    """The next seat and its action, as a short sentence."""
    if state.mover is None or state.mover == "chance":
        return gettext("the match is over")
    name = fit(names[state.mover], 16)
    if state.phase == "color":
        return gettext("{name} names a color", name=name)
    return (
        gettext("{name} answers the offer", name=name) if state.phase == "answer" else gettext("{name} lays", name=name)
    )


def text(state: State, names: Sequence[str]) -> str:
    """The whole table, at most 97 columns wide.

    Small letters are pieces of the first level, capitals of the second; a star marks the upper left piece of a card
    with a counter. The cards follow with their places, then the seats.
    """
    stack = "any cards" if state.stack is None else f"stack {state.stack}"
    blocks = [
        [f"Round {state.round}: {whose_turn(state, names)}", f"{len(state.cards)} cards laid, {stack}"],
        *_grid(state.cards),
        _cards(state.cards),
        [_seat_line(state, seat, name) for seat, name in enumerate(names)],
        ["w white  m milk  d dark  W M D on top  * counter  ? hidden card"],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _grid(cards: tuple[Card, ...]) -> Iterator[list[str]]:
    """Rows and columns with their numbers, in parts of as many columns as fit."""
    cards_seen = view(cards)
    if not cards_seen.colors:
        return
    counters = {(card.x, card.y) for card in cards if card.counter is not None}
    xs, ys = sorted({x for x, _ in cards_seen.colors}), sorted({y for _, y in cards_seen.colors})
    for first in range(xs[0], xs[-1] + 1, _COLUMNS):
        columns = range(first, min(first + _COLUMNS, xs[-1] + 1))
        rows = ["     " + "".join(f"{x:>3}" for x in columns)]
        for y in range(ys[0], ys[-1] + 1):
            places = []
            for x in columns:
                color = cards_seen.colors.get((x, y))
                letter = _FREE if color is None else LETTERS[color]
                mark = "*" if (x, y) in counters else " "
                places.append(f" {mark}{letter.upper() if (x, y) in cards_seen.covered else letter}")
            rows.append(f"{y:>4} {''.join(places)}".rstrip())
        yield rows


def _cards(cards: tuple[Card, ...]) -> list[str]:
    """Every card with its place as in the notation, and the seat of its counter; five in a row."""
    entries = [
        f"{card.face} {card.x},{card.y}"
        + (" top" if card.stacked else "")
        + ("" if card.counter is None else f" *{_SEATS[card.counter]}")
        for card in cards
    ]
    rows = [entries[first : first + 5] for first in range(0, len(entries), 5)]
    return ["".join(pad(entry, 19) for entry in row).rstrip() for row in rows]


def _seat_line(state: State, seat: Seat, name: str) -> str:
    tally, color = tallies(state.cards, state.colors)[seat], state.colors[seat]
    known = [KINDS[kind] for kind in pieces(state.known[seat])]
    hand = [*known, *["?"] * (state.hands[seat] - len(known))]
    parts = [
        "no color yet" if color is None else COLORS[color],
        f"group {len(tally.largest)}",
        *([f"neutral {tally.neutral_points()}"] if tally.neutral else []),
        f"counters {state.counters[seat]}",
        f"hand {' '.join(hand) or 'empty'}",
    ]
    turn = ">" if state.mover == seat else " "
    return f"{turn} {_SEATS[seat]} {fit(name, 16)}: {tally.points()}  ({', '.join(parts)})"


def sentence(before: State, event: Event, names: Sequence[str]) -> str:
    """The event, without a final period."""
    who = plain(names[event.seat])
    match event:
        case ColorChosen():
            return _chosen(before, event, names)
        case CardLaid(_, face, x, y, stacked, guard):
            column, row = column_and_row(before.cards, (x, y))
            lays = gettext(
                "{name} lays {face} in column {column}, row {row}",
                name=who,
                face=face_in_words(face),
                column=column,
                row=row,
            )
            if stacked:
                return gettext("{lays} on top, with a counter", lays=lays)
            if guard is None:
                return lays
            if guard == (x, y):
                return gettext("{lays}, a safety counter on it", lays=lays)
            column, row = column_and_row((*before.cards, Card(face, x, y)), guard)
            return gettext(
                "{lays}, a safety counter on the card in column {column}, row {row}", lays=lays, column=column, row=row
            )
        case HandSeen(_, faces):
            return gettext("{name} holds {faces}", name=who, faces=listed([face_in_words(face) for face in faces]))
        case SwapOffered(_, to, count, face):
            card = _offered(before, to, count, face)
            return gettext("{name} offers {to} {card}", name=who, to=plain(names[to]), card=card)
        case SwapAnswered():
            return _answered(before, event, names)
        case Passed():
            return gettext("{name} passes", name=who)


def face_in_words(face: str) -> str:
    return translate(in_words(face))


def _chosen(before: State, event: ColorChosen, names: Sequence[str]) -> str:
    """The chosen color, and the color that follows for a partner or for the third of three players."""
    colors = zip(before.colors, evolve(before, event).colors, strict=True)
    others = [
        f"{plain(names[other])} {translate(COLORS[now])}"
        for other, (was, now) in enumerate(colors)
        if other != event.seat and now is not None and was is None
    ]
    plays = gettext("{name} plays {color}", name=plain(names[event.seat]), color=translate(event.color))
    return ", ".join((plays, *others))


def _offered(before: State, to: Seat, count: int, face: str | None) -> str:
    color = before.colors[to]
    card = ngettext(
        "a card with {number} {color} piece",
        "a card with {number} {color} pieces",
        count,
        color="" if color is None else translate(COLORS[color]),
    )
    return card if face is None else f"{card}, {face_in_words(face)}"


def _answered(before: State, event: SwapAnswered, names: Sequence[str]) -> str:
    who = plain(names[event.seat])
    offer = before.offer
    if not event.accepted or offer is None:
        return gettext("{name} declines", name=who)
    hidden = gettext("a hidden card")
    face, given = (face_in_words(one) if one else hidden for one in (event.face or offer.face, event.given))
    return gettext(
        "{name} swaps with {other}: {face} for {given}",
        name=who,
        other=plain(names[offer.seat]),
        face=face,
        given=given,
    )
