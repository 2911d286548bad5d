"""Pig, a dice game, as a complete example of a game: one module with the names of `core.game.Game`.

On a turn a seat rolls one die. A 1 loses the pips of this turn and passes the die on; any other number is
added to them, and the seat chooses to roll again or to hold, which adds the pips to its score. Who holds with
the target reached has won at once.
- P-ROLL-1 The die shows 1 to 6.
- P-TURN-1 Only the seat that has the die chooses; it does so after each roll but a 1.
- P-END-1 After the target is reached nothing more happens.

A larger game is a package in which `events`, `state`, `rules` and `notation` are modules of their own.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeAlias

from core.game import CHANCE, Gain, Outcome, Refusal, Seat, Step, Turn, fact

KEY: Final = "pig"
TITLE: Final = "Pig"
SEATS: Final = range(2, 7)


# What the log holds: the roll, which is chance, and the two choices a seat has. Points are computed.


@fact
@dataclass(frozen=True, slots=True)
class DieRolled:
    """The die showed `pips`, 1 to 6."""

    pips: int


@fact
@dataclass(frozen=True, slots=True)
class RolledAgain:
    """The seat chose to roll once more; what the die shows is an event of its own."""

    seat: Seat


@fact
@dataclass(frozen=True, slots=True)
class Held:
    """The seat ends its turn and keeps the pips."""

    seat: Seat


Event: TypeAlias = DieRolled | RolledAgain | Held
EVENTS: Final = (DieRolled, RolledAgain, Held)


# The table.


@dataclass(frozen=True, slots=True)
class Options:
    """`target` points win."""

    target: int = 100


@dataclass(frozen=True, slots=True)
class State:
    """`pips` were rolled this turn and are not yet safe; `rolling` while the die is in the air."""

    options: Options
    scores: tuple[int, ...]
    seat: Seat = 0
    pips: int = 0
    rolling: bool = True
    round: int = 1


def setup(seats: int, options: Options) -> State:
    if options.target < 1:
        raise ValueError("The target is at least one point.")
    return State(options, (0,) * seats)


def inventory(state: State) -> Counter[str]:
    return Counter({"die": 1})


# The rules.


def turn(state: State) -> Turn:
    if max(state.scores) >= state.options.target:
        return None
    return CHANCE if state.rolling else state.seat


def round_number(state: State) -> int:
    return state.round


def refusal(state: State, event: Event) -> Refusal | None:
    if turn(state) is None:
        return Refusal("P-END-1", "The match is over.")
    if isinstance(event, DieRolled):
        if not state.rolling:
            return Refusal("P-TURN-1", "It is for the seat with the die to choose: roll again or hold.")
        if not 1 <= event.pips <= 6:
            return Refusal("P-ROLL-1", "A die shows 1 to 6.")
    elif state.rolling:
        return Refusal("P-TURN-1", "The die is rolled first.")
    elif event.seat != state.seat:
        return Refusal("P-TURN-1", "Another seat has the die.")
    return None


def legal_moves(state: State) -> Iterator[Event]:
    for event in (RolledAgain(state.seat), Held(state.seat)):
        if refusal(state, event) is None:
            yield event


def deal(state: State, rng: Random) -> DieRolled:
    return DieRolled(rng.randint(1, 6))


def choose(state: State, rng: Random) -> Event:
    """Hold at 20, where the pips at risk outweigh those to come, or when it wins."""
    enough = min(20, state.options.target - state.scores[state.seat])
    return Held(state.seat) if state.pips >= enough else RolledAgain(state.seat)


def evolve(state: State, event: Event) -> State:
    match event:
        case DieRolled(1):
            return _pass_the_die(state)
        case DieRolled(pips):
            return replace(state, pips=state.pips + pips, rolling=False)
        case RolledAgain():
            return replace(state, rolling=True)
        case Held(seat):
            score = state.scores[seat] + state.pips
            scores = (*state.scores[:seat], score, *state.scores[seat + 1 :])
            return _pass_the_die(replace(state, scores=scores))


def _pass_the_die(state: State) -> State:
    after = (state.seat + 1) % len(state.scores)
    return replace(state, seat=after, pips=0, rolling=True, round=state.round + (after == 0))


def story(state: State, event: Event) -> tuple[Step, ...]:
    after = evolve(state, event)
    match event:
        case DieRolled(1):
            return (Step(f"A 1: {state.pips} pips are lost", (), after),)
        case DieRolled(pips):
            return (Step(f"A {pips}", (), after),)
        case RolledAgain():
            return (Step("Rolls again", (), after),)
        case Held(seat):
            return (Step(f"Holds at {state.pips}", (Gain(seat, state.pips, "held", "P-TURN-1"),), after),)


# The score.


def scores(state: State) -> tuple[int, ...]:
    return state.scores


def outcome(state: State) -> Outcome | None:
    if turn(state) is not None:
        return None
    ranks = tuple(1 + sum(other > score for other in state.scores) for score in state.scores)
    winner = ranks.index(1)  # One seat only: it is the first that reached the target.
    return Outcome((winner,), ranks, f"First to {state.options.target} points.")


# The notation: `die 4`, `rolls 0`, `holds 0`.

_LINE: Final = re.compile(r"(die|rolls|holds) ([0-9]{1,3})")


def write(event: Event) -> str:
    match event:
        case DieRolled(pips):
            return f"die {pips}"
        case RolledAgain(seat):
            return f"rolls {seat}"
        case Held(seat):
            return f"holds {seat}"


def parse(text: str) -> Event:
    line = _LINE.fullmatch(text.strip())
    if line is None:
        raise ValueError("A line of Pig reads like `die 4`, `rolls 0` or `holds 0`.")
    words: dict[str, type[Event]] = {"die": DieRolled, "rolls": RolledAgain, "holds": Held}
    return words[line[1]](int(line[2]))
