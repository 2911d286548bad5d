"""Compare the kernel that trains the network of chocolatier with `core`: rules over matches, and its values.

    python bench/check_chocolatier.py FOLDER/generation1.npz [--matches N]

Run it after `train_chocolatier.py --write`, so that both have the same weights.
"""

import argparse
import sys
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from chocolatier_network import judge, workspace
from chocolatier_rules import (
    BAG,
    BOARDS,
    COLOR,
    FILL,
    FLOOR,
    LEFT,
    MARKER,
    MOVER,
    OVER,
    PHASE,
    ROUND,
    SCORE,
    SIZE,
    SOURCES,
    START,
    TAKE,
    TILES,
    WALL,
    WIDTH,
    take,
)

from core.game import CHANCE
from core.games import find
from core.games.chocolatier.evaluation import prospects
from core.games.chocolatier.evaluation.boards import Tiled, key_of
from core.games.chocolatier.state import COLOR_INDEX, State

PHASES = {"fill": FILL, "take": TAKE, "over": OVER}


def vector(state: State) -> np.ndarray:
    s = np.zeros(SIZE, np.int32)
    s[PHASE], s[ROUND], s[START] = PHASES[state.phase], state.round, state.start
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
            s[b + WALL + row] = sum((tile is not None) << column for column, tile in enumerate(tiles))
    return s


def compared(vector: np.ndarray) -> np.ndarray:
    """Without what is left over: colors of empty lines, the seat to move between rounds."""
    s = vector.copy()
    if s[PHASE] != TAKE:
        s[MOVER] = 0
    for seat in range(2):
        b = BOARDS + seat * WIDTH
        s[b + COLOR : b + COLOR + 5][s[b + TILES : b + TILES + 5] == 0] = 0
    return s


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("weights", type=Path)
    parser.add_argument("--matches", type=int, default=100)
    given = parser.parse_args()
    with np.load(given.weights) as file:
        net = tuple(file[f"part{number}"] for number in range(5))
    game, rng, work, value = find("chocolatier"), Random(1), workspace(), np.zeros(3)
    events, worst, tables = 0, np.zeros(3), 0
    for _ in range(given.matches):
        state = game.setup(2, game.Options())
        while game.turn(state) is not None:
            event = game.deal(state, rng) if game.turn(state) == CHANCE else game.choose(state, rng)
            after = game.evolve(state, event)
            if state.phase == "take":
                s = vector(state)
                color = COLOR_INDEX[state.options.edition][event.color]
                take(s, (event.source * 5 + color) * 6 + event.line)
                if not (compared(s) == compared(vector(after))).all():
                    sys.exit(f"Not the same: {state} {event}")
                events += 1
            if after.phase == "fill":
                judge(vector(after), net, work, value)
                boards = [Tiled(0, board.wall, key_of(board)) for board in after.boards]
                scores = [board.score for board in after.boards]
                own = prospects.by_network(scores, boards, after.start, after.round, after.bag, free=False)
                worst = np.maximum(worst, np.abs(value - (own.win[0], *own.points)))
                tables += 1
            state = after
    print(f"{events} takes equal; {tables} values differ by at most {worst.round(4)} (rounded weights)")


if __name__ == "__main__":
    main()
