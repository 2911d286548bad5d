"""Azacru tables in words: `table(seat("b2 E", on="b2 e2"), seat("i9 SW"))`."""

from dataclasses import dataclass

from core.games import azacru
from core.games.azacru.events import ChevronMoved, Event
from core.games.azacru.fields import DIRECTIONS, FIELD_INDEX, FIELDS, Fields
from core.games.azacru.state import CHEVRONS, Chevron, State


@dataclass(frozen=True)
class Seat:
    chevrons: tuple[Chevron | None, ...]
    markers: Fields


def seat(chevrons: str = "", on: str = "") -> Seat:
    """`chevrons` are fields and facings in turn, `-` one that left the game; `on` the fields with own markers."""
    words = iter(chevrons.split())
    standing = tuple(
        None if field == "-" else CHEVRONS[FIELD_INDEX[field]][DIRECTIONS.index(next(words))] for field in words
    )
    return Seat(standing, fields(on))


def fields(names: str) -> Fields:
    return sum(1 << FIELD_INDEX[name] for name in names.split())


def table(*seats: Seat, turns: int = 0, last_turns: int | None = None) -> State:
    """Seat 0 is to move unless `turns` says otherwise."""
    return State(tuple(each.markers for each in seats), tuple(each.chevrons for each in seats), turns, last_turns)


def markers_of(state: State, of: int) -> set[str]:
    return {name for field, name in enumerate(FIELDS) if state.markers[of] >> field & 1}


def standing(state: State, of: int) -> list[str]:
    """A seat's chevrons as `seat` takes them, one word each for those that left."""
    return [
        "-" if chevron is None else f"{FIELDS[chevron.field]} {DIRECTIONS[chevron.facing]}"
        for chevron in state.chevrons[of]
    ]


def moves(state: State) -> list[str]:
    """The legal moves as they are written, without the seat, in order."""
    return [azacru.write(event)[3:] for event in azacru.legal_moves(state)]


def ends(state: State) -> set[str]:
    """The fields a chevron can go to."""
    return {event.end for event in azacru.legal_moves(state) if isinstance(event, ChevronMoved)}


def moved(text: str) -> Event:
    """An event of seat 0, or of the seat named."""
    return azacru.parse(text if ":" in text else f"A: {text}")


def refused(state: State, text: str) -> str | None:
    """The rule a move breaks."""
    refusal = azacru.refusal(state, moved(text))
    return refusal.rule if refusal else None


def played(state: State, *texts: str) -> State:
    for text in texts:
        event = moved(text)
        assert azacru.refusal(state, event) is None, text
        state = azacru.evolve(state, event)
    return state
