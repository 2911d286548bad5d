"""Azacru as text: the text equivalent of the drawing, a sentence for each event, and why a move was better."""

from collections.abc import Sequence
from typing import Final

from core.comparison import TO_THE_END, Fact, Reason, Sequel
from core.game import Seat
from core.games.azacru.events import ChevronMoved, Event, Passed
from core.games.azacru.fields import DIRECTIONS, FIELDS, REGION_SIZE, SIZE, WAY, named
from core.games.azacru.moving import connected, view
from core.games.azacru.rules import round_number, turn
from core.games.azacru.scoring import outcome, scores
from core.games.azacru.state import State
from viewer.locale.language import gettext, ngettext
from viewer.locale.plain_text import fit, listed, number, pad, plain

LETTERS: Final = "ABCD"
"""The letters of the seats in the notation."""

_ARROWS: Final = dict(zip(DIRECTIONS, "↑↗→↘↓↙←↖", strict=True))
_CELL: Final = 5
_LEGEND: Final = "a marker of A   A↗ its chevron   aA↗ chevron on a marker   * changed by the last move"


def now(state: State, names: Sequence[str]) -> str:
    """The next seat to move, as a short sentence."""
    seat = turn(state)
    if not isinstance(seat, int):
        return gettext("the match is over")
    name = fit(names[seat], 16)
    return (
        gettext("{name} moves", name=name) if state.last_turns is None else gettext("{name} has a last turn", name=name)
    )


def text(state: State, names: Sequence[str]) -> str:
    """The table, at most 80 columns wide: seats, board, last move, legend."""
    ended = outcome(state)
    blocks = [
        [f"Round {round_number(state)}: {now(state, names)}" + (f". {ended.why}" if ended else "")],
        [_seat_line(state, seat, name) for seat, name in enumerate(names)],
        _board(state),
        [last_move(state), _LEGEND],
    ]
    return "\n\n".join("\n".join(block) for block in blocks)


def _seat_line(state: State, seat: Seat, name: str) -> str:
    chevrons = state.chevrons[seat]
    gone = chevrons.count(None)
    left = f", {gone} left the game" if gone else ""
    turn_sign = ">" if turn(state) == seat else " "
    points = _number(scores(state)[seat], "marker")
    return f"{turn_sign} {LETTERS[seat]} {fit(name, 30)}: {points}, {_number(len(chevrons) - gone, 'chevron')}{left}"


def _number(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _board(state: State) -> list[str]:
    """Rank 9 at the top; a bar and an empty line between regions."""
    files = _across([pad(file, _CELL) for file in "abcdefghi"], "  ")
    rows = [f"   {files}".rstrip()]
    for rank in reversed(range(SIZE)):
        cells = [pad(_cell(state, rank * SIZE + file), _CELL) for file in range(SIZE)]
        rows.append(f"{rank + 1}  {_across(cells, '| ')}".rstrip())
        if rank and rank % REGION_SIZE == 0:
            rows.append("")
    return rows


def _across(cells: Sequence[str], between: str) -> str:
    regions = ["".join(cells[first : first + REGION_SIZE]) for first in range(0, SIZE, REGION_SIZE)]
    return between.join(regions)


def _cell(state: State, field: int) -> str:
    marker = "".join(LETTERS[seat].lower() for seat, fields in enumerate(state.markers) if fields >> field & 1)
    chevron = "".join(
        LETTERS[seat] + _ARROWS[DIRECTIONS[each.facing]]
        for seat, chevrons in enumerate(state.chevrons)
        for each in chevrons
        if each is not None and each.field == field
    )
    changed = "*" if state.trace and state.trace.changed >> field & 1 else ""
    return f"{marker}{chevron}{changed}" or "·"


def last_move(state: State) -> str:
    """The last move, as far as the table shows it."""
    trace = state.trace
    if trace is None:
        return "No chevron has moved yet." if not state.turns else "The last player passed."
    what = "The chevron left the game." if has_left(state) else ""
    return f"Last move: {FIELDS[trace.start]}-{FIELDS[trace.end]}. {what}".rstrip()


def has_left(state: State) -> bool:
    """True if the chevron that moved last left the game."""
    end = state.trace.end if state.trace else None
    standing = (each.field for chevrons in state.chevrons for each in chevrons if each is not None)
    return end is not None and end not in standing


def sentence(before: State, event: Event, names: Sequence[str]) -> str:
    """The event, without a final period; then the connection and the seats that lost markers."""
    name = plain(names[event.seat])
    if isinstance(event, Passed):
        if before.last_turns is None:
            return gettext("{name} passes, everybody else has one last turn", name=name)
        return gettext("{name} passes", name=name)
    moves = gettext("{name} moves from {start} to {end}", name=name, start=event.start, end=event.end)
    return ", ".join([moves, *_consequences(before, event, names)])


def _consequences(before: State, event: ChevronMoved, names: Sequence[str]) -> list[str]:
    way, own_view = WAY[event.start, event.end], view(before, event.seat)
    parts = []
    if jumped := (way.between & own_view.chevrons).bit_count():
        parts.append(ngettext("jumps {number} chevron", "jumps {number} chevrons", jumped))
    fields = connected(way, own_view)
    if new := fields & ~own_view.own:
        parts.append(gettext("connects over {fields}", fields=listed(named(new))))
    lost = [
        ngettext(
            "{number} marker of {name}",
            "{number} markers of {name}",
            (markers & fields).bit_count(),
            name=plain(names[seat]),
        )
        for seat, markers in enumerate(before.markers)
        if seat != event.seat and markers & fields
    ]
    if lost:
        parts += [gettext("replaces {markers}", markers=listed(lost)), gettext("the chevron leaves the game")]
    if event.turned:
        parts.append(gettext("turns left") if event.turned == "left" else gettext("turns right"))
    return parts


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
