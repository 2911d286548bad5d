"""Matches to try a game with, the samples of our own games, and the try of one law."""

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from itertools import product
from random import Random
from types import FrameType
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

from core.game import CHANCE, AnyGame
from core.games import schokoly
from core.games.chocolatier.events import TilesTaken
from core.games.pavilion.events import BonusTaken, Passed
from core.games.schokoly.events import HandSeen
from core.games.scoresheet import PointsNoted

TIMEOUT_S: Final = 60.0
"""Seconds after which a try is ended: a game that never answers must not keep its author waiting."""


class _TooLong(BaseException):
    """Raised in the middle of a try; no `except Exception` of a game catches it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Calling it tries the law; a broken one raises an error whose note names the law and `where` it was tried."""

    law: str
    attempt: Callable[[], object]
    where: str

    def __call__(self) -> None:
        try:
            with _limited():
                self.attempt()
        except Exception as error:
            error.add_note(f"{self.law}: {self.where}")
            raise


@contextmanager
def _limited() -> Iterator[None]:
    """Raise AssertionError if it takes too long; without a limit in a thread, and where the system has no timer."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, TIMEOUT_S)
    try:
        yield
    except _TooLong:
        raise AssertionError(f"It did not end within {TIMEOUT_S:g} s.") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _stop(signal_number: int, frame: FrameType | None) -> None:
    raise _TooLong


@dataclass(frozen=True, slots=True)
class Sample:
    """Facts about a game that the suite cannot see by itself.

    `options` holds values to try for each option that is neither a bool nor a Literal nor an
    `Annotated[int, range(...)]`; `seats` the numbers of players to try, all when empty. `endless` says for a set
    of options why a match need not end, "" when it must. `unlisted` makes an event that `refusal` accepts and
    `legal_moves` does not list, for games whose moves are too many to list. `same` turns an event into the one
    that `legal_moves` would list in its place, for events that say one thing in several ways.
    """

    options: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    seats: tuple[int, ...] = ()
    most_events: int = 1000
    endless: Callable[[Any], str] = lambda options: ""
    unlisted: Callable[[Any, Random], Any] | None = None
    same: Callable[[Any], Any] = lambda event: event


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A game with a number of seats and a set of options."""

    game: AnyGame
    seats: int
    options: Any
    sample: Sample

    def __str__(self) -> str:
        default = self.game.Options()
        values = {each.name: getattr(self.options, each.name) for each in fields(default)}
        changed = [f"{name}={value}" for name, value in values.items() if value != getattr(default, name)]
        return "-".join([self.game.KEY, f"{self.seats}p", *changed])


@dataclass(frozen=True, slots=True)
class SimulatedMatch:
    """`states[n]` is the table before `events[n]`; at the last state the match ended or was left."""

    case: Case
    states: tuple[Any, ...]
    events: tuple[Any, ...]


def cases(game: AnyGame, sample: Sample) -> Iterator[Case]:
    """Every number of seats with every set of options that the game allows together."""
    for seats, options in product(sample.seats or game.SEATS, option_sets(game, sample)):
        try:
            game.setup(seats, options)
        except ValueError:
            continue
        yield Case(game, seats, options, sample)


def option_sets(game: AnyGame, sample: Sample) -> Iterator[Any]:
    kinds = get_type_hints(game.Options, include_extras=True)
    values = [_option_values(kind, name, sample) for name, kind in kinds.items()]
    for choice in product(*values):
        yield game.Options(**dict(zip(kinds, choice, strict=True)))


def _option_values(kind: Any, name: str, sample: Sample) -> tuple[object, ...]:
    if kind is bool:
        return (False, True)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if name in sample.options:
        return sample.options[name]
    bounds = range_of(kind)
    assert bounds is not None, f"{name}: state the values as `Annotated[int, range(...)]`, or some to try as a sample."
    return tuple(sorted({bounds[0], bounds[len(bounds) // 2], bounds[-1]}))


def range_of(kind: Any) -> range | None:
    """The values a whole number among the options may have, where the game states them."""
    stated = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((each for each in stated if isinstance(each, range)), None)


def play(case: Case, rng: Random) -> SimulatedMatch:
    """A match of random moves, of the game's own choices, or of both mixed; left when nobody can move."""
    game = case.game
    careful = rng.choice((0.0, 0.5, 1.0))
    states: list[Any] = [game.setup(case.seats, case.options)]
    events: list[Any] = []
    while len(events) < case.sample.most_events:
        event = _next_event(case, states[-1], careful, rng)
        if event is None:
            break
        events.append(event)
        states.append(game.evolve(states[-1], event))
    return SimulatedMatch(case, tuple(states), tuple(events))


def _next_event(case: Case, state: Any, careful: float, rng: Random) -> Any | None:
    game, turn = case.game, case.game.turn(state)
    if turn is None:
        return None
    if turn == CHANCE:
        return game.deal(state, rng)
    if case.sample.unlisted and rng.random() < 0.5:
        return case.sample.unlisted(state, rng)
    if rng.random() < careful:
        choice = game.choose(state, rng)
        if game.refusal(state, choice) is None:  # If not, `choices_are_legal` tells.
            return choice
    moves = list(game.legal_moves(state))
    return rng.choice(moves) if moves else None


def noted_points(state: Any, rng: Random) -> PointsNoted:
    """A new line of a score sheet: labels of any kind; numbers, halves and unknowns."""
    label = rng.choice(("Runde", "1. kolo", 'the "last"', "a: b", "ряд", "two\nlines", "{x}", "a\u2028b", " "))
    entries = tuple(rng.choice((None, 0, rng.randint(-20, 200), rng.randint(0, 9) / 2)) for _ in range(state.seats))
    return PointsNoted(f"{label} {len(state.noted)}", entries)


def passed_in_order(event: Any) -> Any:
    """A take from SF4 may name the colors it passes on in any order."""
    return replace(event, passed=tuple(sorted(event.passed))) if isinstance(event, TilesTaken) else event


def in_any_order(event: Any) -> Any:
    """Bonus tiles, and those kept on passing, may be named in any order."""
    if isinstance(event, BonusTaken):
        return replace(event, tiles=tuple(sorted(event.tiles)))
    return replace(event, kept=tuple(sorted(event.kept))) if isinstance(event, Passed) else event


def glimpse_of_a_hand(state: Any, rng: Random) -> Any:
    """A card seen in a hand; the game's own choice where it cannot be there."""
    seat, face = rng.randrange(len(state.hands)), rng.choice(("ww/mm", "wm/mm", "md/mm", "ww/md"))
    event = HandSeen(seat, (face,))
    return event if schokoly.refusal(state, event) is None else schokoly.choose(state, rng)


PLAIN_CARDS = ("ww/ww",) * 6 + ("mm/mm",) * 5 + ("dd/dd",) * 3 + ("wm/dw",) * 3
"""A deck for schokoly in which hands without a legal card are common."""

SAMPLES: Final[Mapping[str, Sample]] = {
    "chocolatier": Sample(
        endless=lambda options: "a free wall can lock itself up (C-END-4)" if options.wall == "free" else "",
        same=passed_in_order,
    ),
    "pavilion": Sample(same=in_any_order),
    "azacru": Sample(
        options={"sides": ((), ("B", "A"), ("a", "b", "c"), ("a", "b", "c", "d"))},
        endless=lambda options: "a chevron can circle on own markers for ever (A-END-3)",
    ),
    "schokoly": Sample(options={"deck": ("36", PLAIN_CARDS)}, unlisted=glimpse_of_a_hand),
    "scoresheet": Sample(
        options={"title": ("",), "bgg_id": (None,), "teams": ((), ((0, 2), (1, 3)), ((2, 1),))},
        seats=(0, 1, 2, 4, 100),
        unlisted=noted_points,
    ),
}
