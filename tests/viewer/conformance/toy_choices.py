"""Odds, a game of choices made at once: each seat shows some fingers, and all see them together.

- O-SHOW-1 In a round every seat shows 1 to 5 fingers, all at once; a recorder may write them down in any order.
- O-SCORE-1 The seats that show what no other seat shows get that many points.
- O-END-1 After the last round the most points win; equal leaders share the victory.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Final, TypeAlias

from core.errors import InvalidInput
from core.game import Gain, GameFacts, Outcome, Refusal, Seat, Step, fact
from core.messages import message
from core.ranking import ranks_by_points

KEY: Final = "odds"
TITLE: Final = "Odds"
SEATS: Final = range(2, 6)


@fact
@dataclass(frozen=True, slots=True)
class FingersShown:
    """The seat showed 1 to 5 fingers."""

    seat: Seat
    fingers: int


Event: TypeAlias = FingersShown
EVENTS: Final = (FingersShown,)
FACTS: Final = GameFacts(covered=(FingersShown,))


@dataclass(frozen=True, slots=True)
class Options:
    """`rounds` are played."""

    rounds: Annotated[int, range(1, 6)] = 3


@dataclass(frozen=True, slots=True)
class State:
    """`shown` has the fingers of this round by seat, None of a seat that has not shown; nobody sees them yet."""

    options: Options
    points: tuple[int, ...]
    shown: tuple[int | None, ...]
    round: int = 1


def setup(seats: int, options: Options) -> State:
    """The table before the first round. Raises InvalidInput for a number of rounds that is not allowed."""
    if options.rounds not in range(1, 6):
        raise InvalidInput(message("A match has 1 to 5 rounds, not {rounds}.", rounds=options.rounds))
    return State(options, (0,) * seats, (None,) * seats)


def inventory(state: State) -> Counter[str]:
    """Hands stay where they are."""
    return Counter({"hands": 2 * len(state.points)})


def actors(state: State) -> tuple[Seat, ...]:
    """The seats that have not shown."""
    if state.round > state.options.rounds:
        return ()
    return tuple(seat for seat, fingers in enumerate(state.shown) if fingers is None)


def turn(state: State) -> Seat | None:
    """The first of the seats that have not shown."""
    return next(iter(actors(state)), None)


def round_number(state: State) -> int:
    """From 1."""
    return min(state.round, state.options.rounds)


def refusal(state: State, event: Event) -> Refusal | None:
    """The reason why an event is not accepted."""
    if turn(state) is None:
        return Refusal("O-END-1", "The match is over.")
    if event.seat not in actors(state):
        return Refusal("O-SHOW-1", "This seat has shown its fingers.")
    if not 1 <= event.fingers <= 5:
        return Refusal("O-SHOW-1", "A hand has 1 to 5 fingers to show.")
    return None


def legal_moves(state: State) -> Iterator[Event]:
    """The moves of every seat that has not shown."""
    return (FingersShown(seat, fingers) for seat in actors(state) for fingers in range(1, 6))


def deal(state: State, rng: Random) -> Event:
    """Nothing is drawn."""
    raise ValueError("Odds has no draws.")


def choose(state: State, rng: Random) -> Event:
    """Any fingers, of any seat that has not shown."""
    return FingersShown(rng.choice(actors(state)), rng.randint(1, 5))


def evolve(state: State, event: Event) -> State:
    """The table after an event."""
    after: State = story(state, event)[-1].state
    return after


def story(state: State, event: Event) -> tuple[Step, ...]:
    """The last hand of a round shows all hands."""
    shown = (*state.shown[: event.seat], event.fingers, *state.shown[event.seat + 1 :])
    step = Step("Chooses", (), replace(state, shown=shown))
    if None in shown:
        return (step,)
    gains = tuple(
        Gain(seat, fingers, "fingers", "O-SCORE-1")
        for seat, fingers in enumerate(shown)
        if fingers is not None and shown.count(fingers) == 1
    )
    points = [*state.points]
    for gain in gains:
        points[gain.seat] += int(gain.points)
    after = State(state.options, tuple(points), (None,) * len(points), state.round + 1)
    return (step, Step("All hands are shown", gains, after, "stage"))


def scores(state: State) -> tuple[int, ...]:
    """The points of unmatched hands."""
    return state.points


def outcome(state: State) -> Outcome | None:
    """The result after the last round."""
    if turn(state) is not None:
        return None
    ranks = ranks_by_points(state.points)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return Outcome(winners, ranks, message("Most points: {points}.", points=max(state.points)))


_LINE: Final = re.compile(r"([0-9]) shows ([0-9])")


def write(event: Event) -> str:
    """`0 shows 3`."""
    return f"{event.seat} shows {event.fingers}"


def parse(text: str) -> Event:
    """The event of a line. Raises ValueError."""
    line = _LINE.fullmatch(text.strip())
    if line is None:
        raise ValueError("A line of Odds reads like `0 shows 3`.")
    return FingersShown(int(line[1]), int(line[2]))
