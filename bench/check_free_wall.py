"""Compare the kernel of the free wall with `core`: rules over whole matches, and the values of playouts and tables.

    python bench/check_free_wall.py FOLDER/2-3.npz SEATS [--matches N]

Run it after `train_free_wall.py --write`, so that both have the same weights.
"""

import argparse
import sys
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from chocolatier_rules import FILL, OVER, TAKE
from free_wall_columns import end_round
from free_wall_network import judge
from free_wall_player import worths
from free_wall_rules import (
    BAG,
    BOARDS,
    COLOR,
    FLOOR,
    LEFT,
    MARKER,
    MOVER,
    PHASE,
    ROUND,
    SCORE,
    SEATS,
    SIZE,
    SOURCES,
    START,
    TILES,
    WALL,
    WIDTH,
    take,
)
from free_wall_search import play_out, workspace

from core.game import CHANCE
from core.games import find
from core.games.chocolatier import evaluation
from core.games.chocolatier.state import COLOR_INDEX, Options, State

PHASES = {"fill": FILL, "take": TAKE, "over": OVER}


def vector(state: State) -> np.ndarray:
    s = np.zeros(SIZE, np.int16)
    s[PHASE], s[ROUND], s[START], s[SEATS] = PHASES[state.phase], state.round, state.start, len(state.boards)
    s[MARKER] = -1 if state.marker is None else state.marker
    s[MOVER] = state.mover if isinstance(state.mover, int) else 0
    s[BAG : BAG + 5] = state.bag
    for source, counts in enumerate(state.sources):
        s[SOURCES + 5 * source : SOURCES + 5 * source + 5] = counts
    s[LEFT] = sum(map(sum, state.sources))
    for seat, board in enumerate(state.boards):
        b = BOARDS + seat * WIDTH
        s[b + SCORE], s[b + FLOOR] = board.score, len(board.floor)
        for row, (line, tiles) in enumerate(zip(board.lines, board.wall, strict=True)):
            s[b + TILES + row] = line.tiles
            s[b + COLOR + row] = line.color or 0
            for column, tile in enumerate(tiles):
                s[b + WALL + 5 * row + column] = 0 if tile is None else tile + 1
    return s


def compared(vector: np.ndarray) -> np.ndarray:
    """Without what is left over: colors of empty lines."""
    s = vector.copy()
    for seat in range(s[SEATS]):
        b = BOARDS + seat * WIDTH
        s[b + COLOR : b + COLOR + 5][s[b + TILES : b + TILES + 5] == 0] = 0
    return s


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("weights", type=Path)
    parser.add_argument("seats", type=int)
    parser.add_argument("--matches", type=int, default=20)
    given = parser.parse_args()
    with np.load(given.weights) as file:
        net, out, rule = file["net"], file["out"], file["rule"].round(3)
    game, rng, work, value = find("chocolatier"), Random(1), workspace(), np.zeros(8)
    worth, found, val, none = np.zeros((4, 5, 5)), np.zeros(300, np.int64), np.zeros(300), np.zeros(1, np.uint64)
    rules = np.stack([rule] * 4)
    takes, worst, tables, playouts = 0, np.zeros(8), 0, 0
    for _ in range(given.matches):
        state = game.setup(given.seats, Options(wall="free"))
        while game.turn(state) is not None:
            event = game.deal(state, rng) if game.turn(state) == CHANCE else game.choose(state, rng)
            after = game.evolve(state, event)
            if state.phase == "take" and after.phase == "take":
                s = vector(state)
                take(s, (event.source * 5 + COLOR_INDEX[state.options.edition][event.color]) * 6 + event.line)
                if not (compared(s) == compared(vector(after))).all():
                    sys.exit(f"Not the same: {state} {event}")
                takes += 1
            if after.phase == "fill" or (after.phase == "take" and rng.random() < 0.2):
                s = vector(after)
                if after.phase == "take":
                    worths(s, worth)
                    play_out(s, worth, none, found, val)
                    end_round(s, rules, 0.0, none)
                    playouts += 1
                judge(s, net, out, work, value)
                own = evaluation.value(after, rng)
                both = np.zeros(8)
                both[: given.seats], both[4 : 4 + given.seats] = own.win, own.points
                worst = np.maximum(worst, np.abs(value - both))
                if worst.max() > 0.1:
                    sys.exit(f"Not the same: {after} {value} {own}")
                tables += 1
            state = after
    print(f"{takes} takes equal; {tables} values, {playouts} of playouts, differ by at most {worst.max():.4f}")


if __name__ == "__main__":
    main()
