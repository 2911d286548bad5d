"""Pavilion tables drawn as text: P purple, G green, O orange, Y yellow, B blue, R red, a dot where a space is free."""

from dataclasses import replace

from core.game import Seat
from core.games import pavilion
from core.games.pavilion.events import DisplaysFilled, Event
from core.games.pavilion.state import DISPLAYS, STARS, Board, Options, Phase, Star, State
from core.multiset import Counts, count, minus

TILES = "PGOYBR"
NAMES = {"P": "purple", "G": "green", "O": "orange", "Y": "yellow", "B": "blue", "R": "red"}
VARIANT = Options(board="variant")


def tiles(text: str) -> Counts:
    return count([TILES.index(letter) for letter in text], 6)


def names(text: str) -> tuple[str, ...]:
    return tuple(NAMES[letter] for letter in text)


def star(text: str) -> Star:
    """Positions 1 to 6: `RR...R`."""
    return tuple(None if sign == "." else TILES.index(sign) for sign in text)


def board(hand: str = "", score: int = 5, corners: str = "", passed: bool = False, **stars: str) -> Board:
    """A seat's board; stars by name, those not given are empty."""
    laid = tuple(star(stars.get(name, "......")) for name in STARS)
    return Board(score, laid, tiles(hand), tiles(corners), passed)


def table(
    *boards: Board,
    displays: tuple[str, ...] = (),
    center: str = "",
    supply: str = "PGOYBRPGOY",
    tower: str = "",
    bag: str | None = None,
    options: Options | None = None,
    phase: Phase = "take",
    seat: Seat = 0,
    round: int = 1,
    start: Seat = 0,
    token: Seat | None = None,
    due: int = 0,
) -> State:
    """A table for two or more; displays not given are empty. The bag holds `bag`, by default all other tiles."""
    boards = (*boards, *[board()] * (2 - len(boards)))
    laid_out = DISPLAYS[len(boards)]
    state = State(
        options=options or Options(),
        phase=phase,
        seat=seat,
        round=round,
        start=start,
        token=token,
        bag=tiles(bag or ""),
        tower=tiles(tower),
        supply=tiles(supply),
        sources=tuple(tiles(text) for text in (center, *displays, *[""] * (laid_out - len(displays)))),
        due=due,
        boards=boards,
    )
    if bag is not None:
        return state
    found = pavilion.inventory(state)
    return replace(state, bag=minus((22,) * 6, tuple(found[name] for name in NAMES.values())))


def filled(*displays: str) -> DisplaysFilled:
    """A fill; colors as letters. Displays not given of the five are empty."""
    return DisplaysFilled(tuple(names(text) for text in (*displays, *[""] * (5 - len(displays)))))


def refused_by(state: State, event: Event) -> str | None:
    refusal = pavilion.refusal(state, event)
    return refusal.rule if refusal else None


def played(state: State, *events: Event) -> State:
    for event in events:
        assert pavilion.refusal(state, event) is None, event
        state = pavilion.evolve(state, event)
    return state
