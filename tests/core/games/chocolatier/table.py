"""Chocolatier tables drawn as text: B blue, N brown, W white, K black, R red, M the start marker."""

from collections import Counter
from dataclasses import replace

from core.game import CHANCE, Seat, Turn
from core.games.chocolatier.events import DisplaysFilled, SpecialKind
from core.games.chocolatier.scoring import Wall
from core.games.chocolatier.state import DISPLAYS, EMPTY_LINE, LINES, Board, Options, Phase, Special, State, inventory
from core.multiset import Counts, count, minus

PIECES = "BNWKRM"
NAMES = {"B": "blue", "N": "brown", "W": "white", "K": "black", "R": "red"}
FREE_WALL = Options(wall="free")
GOLD = Options(special_displays=True)


def wall(*rows: str) -> Wall:
    """Five rows from the top: `.` free, `#` the color printed there on the colored wall, or a letter."""
    rows = rows or (".....",) * 5
    return tuple(
        tuple(
            None if sign == "." else (column - row) % 5 if sign == "#" else PIECES.index(sign)
            for column, sign in enumerate(tiles)
        )
        for row, tiles in enumerate(rows)
    )


def board(*lines: str, on: Wall | None = None, floor: str = "", shield: str | None = None, score: int = 0) -> Board:
    """A seat's board; `lines` from the top as `.`, `.B`, `..B` ..., those not given are empty."""
    letters = [line.replace(".", "") for line in lines] + [""] * (5 - len(lines))
    return Board(
        score=score,
        lines=tuple(LINES[PIECES.index(line[0])][len(line)] if line else EMPTY_LINE for line in letters),
        wall=wall() if on is None else on,
        floor=pieces(floor),
        shield=None if shield is None else pieces(shield),
    )


def pieces(text: str) -> tuple[int, ...]:
    return tuple(PIECES.index(letter) for letter in text)


def tiles(text: str) -> Counts:
    return count(pieces(text), 5)


def special(display: int, kind: SpecialKind, color: str | None = None) -> Special:
    return Special(display, kind, None if color is None else PIECES.index(color))


def table(
    *boards: Board,
    displays: tuple[str, ...] = (),
    center: str = "",
    lid: str = "",
    bag: str | None = None,
    options: Options | None = None,
    phase: Phase = "take",
    mover: Turn = 0,
    start: Seat = 0,
    marker: Seat | None = None,
    specials: tuple[Special, ...] = (),
    gone: int | None = None,
) -> State:
    """A table in round 3; displays not given are empty. The bag holds `bag`, by default all other tiles."""
    boards = (*boards, *[board()] * (2 - len(boards)))
    laid_out = DISPLAYS[len(boards)]
    sources = tuple(tiles(text) for text in (center, *displays, *[""] * (laid_out - len(displays))))
    state = State(
        options=options or (GOLD if specials else Options()),
        phase=phase,
        mover=CHANCE if phase == "fill" else mover,
        round=3,
        start=start,
        marker=marker,
        bag=(0, 0, 0, 0, 0) if bag is None else tiles(bag),
        lid=tiles(lid),
        sources=sources,
        specials=specials,
        gone=gone,
        boards=boards,
    )
    return state if bag is not None else replace(state, bag=minus((20, 20, 20, 20, 20), _lying(state)))


def _lying(state: State) -> Counts:
    found: Counter[str] = inventory(state)
    return tuple(found[name] for name in NAMES.values())


def filled(
    *displays: str, specials: tuple[tuple[int, SpecialKind, str | None], ...] = (), extra: str | None = None
) -> DisplaysFilled:
    """A fill; colors as letters. Displays not given of the five are empty."""
    texts = (*displays, *[""] * (5 - len(displays)))
    return DisplaysFilled(
        tuple(tuple(NAMES[letter] for letter in text) for text in texts),
        tuple((display, kind, None if color is None else NAMES[color]) for display, kind, color in specials),
        None if extra is None else NAMES[extra],
    )
