"""How strong and how truthful the review is: `python -m bench.strength [--minutes 50]` measures it for docs/review.md.

Every trial has its own seed and is kept as a line of `bench/strength.jsonl`; a second run goes on with the trials that
are missing, and writes the tables of the docs anew from all lines. Lines of another engine revision are not counted.
Trials of all kinds take turns, so that every table grows.
"""

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

from bench.strength_tables import write_tables
from core import record
from core.game import CHANCE, AnyGame, Value
from core.games import find
from core.record import Frame
from core.record_events import Entry
from core.review.account import ITERATIONS, REVISION, review
from core.review.evaluations import EVALUATIONS
from core.review.review import Effort, Review, ReviewedMove
from core.review.search import Search, best
from core.review.values import value_at_end

RESULTS: Final = Path(__file__).parent / "strength.jsonl"

Player = Callable[[Any, Random], Any]

RUNGS: Final = ("random", "choose", "quick", "normal", "deep")
PLAYED_ON: Final = 30
"""Iterations for a move of simulated matches and of the referee, who plays both branches on to the end."""

CONTINUATIONS: Final = 10
FLAG: Final = 3.0
"""Points claimed from which a move is called flagged."""

MOST_EVENTS: Final = 2000


def player(game: AnyGame, rung: str) -> Player:
    if rung == "random":
        return lambda state, rng: rng.choice(list(game.legal_moves(state)))
    if rung == "choose":
        return game.choose
    return searcher(game, PLAYED_ON if rung == "short" else ITERATIONS[_effort(rung)])


def _effort(rung: str) -> Effort:
    return "quick" if rung == "quick" else "normal" if rung == "normal" else "deep"


def searcher(game: AnyGame, iterations: int) -> Player:
    """A player with the search of the review."""

    def choose(state: Any, rng: Random) -> Any:
        search = Search(game, EVALUATIONS[game.KEY], rng)
        root = search.grow(search.node(state), iterations)
        return root.moves[best(root)][0]

    return choose


def play_on(game: AnyGame, frames: list[Frame], players: list[Player], deals: Random, rng: Random) -> list[Frame]:
    """The match played to its end; deals have a generator of their own, equal for the branches that are compared."""
    frames = list(frames)
    while (turn := frames[-1].turn) is not None and len(frames) < MOST_EVENTS:
        state = frames[-1].state
        event = game.deal(state, deals) if turn == CHANCE else players[turn](state, rng)
        frames.append(record.next_frame(game, frames[-1], Entry(frames[-1].version + 1, event)))
    return frames


def played(game: AnyGame, rungs: list[str], seed: object) -> list[Frame]:
    state = game.setup(len(rungs), game.Options())
    first = Frame(1, None, state, None, game.turn(state), 0, game.scores(state))
    return play_on(game, [first], [player(game, rung) for rung in rungs], Random(f"{seed} deals"), Random(f"{seed}"))


def referee(game: AnyGame, frames: list[Frame], events: tuple[Any, Any], seed: object) -> tuple[list[float], float]:
    """What the first event realises more than the second: chance to win and lead of the seat, played on to the end.

    Also the standard error of the lead.
    """
    seat: Any = frames[-1].turn
    rows: list[tuple[float, float]] = []
    for number in range(CONTINUATIONS):
        ends: list[Value] = []
        for event in events:
            after = record.next_frame(game, frames[-1], Entry(frames[-1].version + 1, event))
            dice = Random(f"{seed} {number} deals"), Random(f"{seed} {number}")
            end = play_on(game, [after], [player(game, "short")] * len(after.scores), *dice)[-1]
            ends.append(value_at_end(game, end.state))
        rows.append((ends[0].win[seat] - ends[1].win[seat], ends[0].lead[seat] - ends[1].lead[seat]))
    means = [sum(parts) / len(rows) for parts in zip(*rows, strict=True)]
    spread = sum((lead - means[1]) ** 2 for _, lead in rows) / (len(rows) - 1)
    return means, (spread / len(rows)) ** 0.5


@dataclass(frozen=True)
class Trial:
    """One measurement: its kind and what it is about make its key; `number` seeds it."""

    kind: str
    game: str
    seats: int
    rungs: tuple[str, ...]
    number: int

    @property
    def key(self) -> str:
        return f"{REVISION} {self.kind} {self.game} {self.seats} {'-'.join(self.rungs)} {self.number}"

    def run(self) -> dict[str, Any]:
        return MEASURES[self.kind](find(self.game), self)


def ladder(game: AnyGame, trial: Trial) -> dict[str, Any]:
    """A match of one stronger player, whose seat changes, against the next weaker rung on all other seats."""
    weaker, stronger = trial.rungs
    seat = trial.number % trial.seats
    rungs = [stronger if own == seat else weaker for own in range(trial.seats)]
    end = played(game, rungs, f"{trial.number // trial.seats} ladder")[-1]
    return {"won": value_at_end(game, end.state).win[seat]}


def luck(game: AnyGame, trial: Trial) -> dict[str, Any]:
    """Luck and the unexplained of a match of simple players."""
    found = _reviewed(game, played(game, ["choose"] * trial.seats, f"{trial.number} luck"), "quick", trial.number)
    return {
        "win": sum(each.change.win[0] for each in found.chance),
        "lead": sum(each.change.lead[0] for each in found.chance),
        "unexplained": [found.unexplained.win[0], found.unexplained.lead[0]],
    }


def repeat(game: AnyGame, trial: Trial) -> dict[str, Any]:
    """The losses of a match by two reviews with different seeds, and by ten times the effort where it was reached."""
    frames = played(game, ["short"] * trial.seats, f"{trial.number} repeat")
    efforts: tuple[tuple[Effort, int], ...] = (("normal", 1), ("normal", 2))
    if "deep" in trial.rungs:
        efforts = (("normal", 1), ("deep", 3))
    losses = [[-move.change.lead[move.seat] for move in _reviewed(game, frames, *own).moves] for own in efforts]
    return {"losses": losses}


def calibration(game: AnyGame, trial: Trial) -> dict[str, Any]:
    """The flagged moves of a match, at most three: what was claimed and what the referee realised."""
    frames = played(game, ["short"] * trial.seats, f"{trial.number} calibration")
    found = _reviewed(game, frames, "normal", trial.number)
    flagged = [move for move in found.moves if is_flagged(move)]
    rows = []
    for move in Random(trial.number).sample(flagged, min(3, len(flagged))):
        index = next(index for index, frame in enumerate(frames) if frame.version == move.version)
        events = (game.parse(move.best), frames[index].event)
        (win, lead), _ = referee(game, frames[:index], events, f"{trial.number} {index}")
        rows.append([-move.change.win[move.seat], win, -move.change.lead[move.seat], lead])
    return {"rows": rows}


def planted(game: AnyGame, trial: Trial) -> dict[str, Any]:
    """A bad move planted into a match: whether the referee proves it, and whether the review finds it."""
    rng = Random(f"{trial.number} planted")
    frames = played(game, ["short"] * trial.seats, f"{trial.number} planted")
    places = [index for index, frame in enumerate(frames[1:], 1) if frame.seat is not None]
    index = rng.choice(places)
    before = frames[:index]
    moves = EVALUATIONS[game.KEY].priors(before[-1].state)
    if len(moves) < 8:
        return {"proved": False, "found": False}
    bad = rng.choice(moves[len(moves) * 3 // 4 :])[0]
    (_, lead), error = referee(game, before, (moves[0][0], bad), f"{trial.number}")
    if lead < FLAG or lead < 2 * error:
        return {"proved": False, "found": False}
    after = record.next_frame(game, before[-1], Entry(before[-1].version + 1, bad))
    match = play_on(game, [*before, after], [player(game, "short")] * trial.seats, Random(1), Random(1))
    move = next(own for own in _reviewed(game, match, "normal", 1).moves if own.version == after.version)
    return {"proved": True, "found": move.grade not in ("best", "good") or is_flagged(move)}


def is_flagged(move: ReviewedMove) -> bool:
    return -move.change.lead[move.seat] >= FLAG and move.grade != "best"


def _reviewed(game: AnyGame, frames: list[Frame], effort: Effort, seed: int) -> Review:
    return review(game, frames, effort, seed)


MEASURES: Final[dict[str, Callable[[AnyGame, Trial], dict[str, Any]]]] = {
    "ladder": ladder,
    "luck": luck,
    "repeat": repeat,
    "calibration": calibration,
    "planted": planted,
}


_COSTS: Final = {"deep": 8, "normal": 2}
"""How much later trials with that rung come, by their cost; others 1."""


def trials() -> list[Trial]:
    """All trials, the cheap ones of all kinds first."""
    found = []
    for key, evaluation in EVALUATIONS.items():
        for seats in sorted({2, 3, 4} & set(find(key).SEATS)):
            for rungs in pairwise(RUNGS):
                found += _numbered("ladder", key, seats, rungs, 40 if "deep" in rungs else 100)
            if seats in evaluation.JUDGED_SEATS:
                found += _numbered("repeat", key, seats, ("normal",), 40)
                found += _numbered("repeat", key, seats, ("deep",), 20)
                found += _numbered("calibration", key, seats, ("normal",), 100)
                found += _numbered("planted", key, seats, ("normal",), 100)
                if key != "azacru":
                    found += _numbered("luck", key, seats, ("quick",), 2000)
    return sorted(found, key=lambda trial: trial.number * _COSTS.get(trial.rungs[-1], 1) * (trial.seats - 1))


def _numbered(kind: str, game: str, seats: int, rungs: tuple[str, ...], most: int) -> list[Trial]:
    return [Trial(kind, game, seats, rungs, number) for number in range(most)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=50, help="stop after so many minutes (50)")
    parser.add_argument("--kinds", default=",".join(MEASURES), help="kinds of trials, separated by commas (all)")
    asked = parser.parse_args()
    end = time.monotonic() + 60 * asked.minutes
    done = {line["key"]: line for line in map(json.loads, RESULTS.read_text().splitlines())} if RESULTS.exists() else {}
    with RESULTS.open("a") as file:
        for trial in trials():
            if time.monotonic() > end:
                break
            if trial.key in done or trial.kind not in asked.kinds.split(","):
                continue
            line = {"key": trial.key, **trial.run()}
            done[trial.key] = line
            file.write(json.dumps(line) + "\n")
            file.flush()
            print(line["key"], flush=True)
    write_tables([line for line in done.values() if line["key"].startswith(f"{REVISION} ")])


if __name__ == "__main__":
    main()
