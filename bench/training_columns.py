"""The rule of chocolatier for the columns of a free wall, fitted to what the network says of the walls after them."""

from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from bench.training_matches import Player
from core.game import CHANCE
from core.games import find
from core.games.chocolatier.evaluation import columns
from core.games.chocolatier.events import TilePlaced
from core.games.chocolatier.state import Options, State
from core.games.chocolatier.tiling import waiting_row

MATCHES: Final = 600
RIDGE: Final = 30.0
DRAWN: Final = 0.15
"""Share of columns that are drawn, so that more walls are seen."""


def fitted_rule(folder: Path, seed: str, matches: int = MATCHES) -> list[list[float]]:
    """By stage of the match, least squares over the columns of each choice in matches of simple players."""
    one, rng, game = Player("chocolatier", folder), Random(seed), find("chocolatier")
    stages: list[list[tuple[np.ndarray, np.ndarray]]] = [[], [], []]
    before: Any = columns._rule()
    for _ in range(matches):
        state: Any = game.setup(2, Options(wall="free"))
        while (turn := game.turn(state)) is not None:
            if turn == CHANCE:
                event = game.deal(state, rng)
            elif state.phase == "tile":
                worths = columns.columns_worths(state.boards[turn], state.round)
                stages[0 if state.round <= 2 else 1 if state.round <= 4 else 2].append(
                    _choice(one, state, list(worths))
                )
                column = rng.choice(list(worths)) if rng.random() < DRAWN else max(worths, key=worths.__getitem__)
                event = TilePlaced(turn, waiting_row(state.boards[turn]) + 1, column + 1)
            else:
                event = game.choose(state, rng)
            state = game.evolve(state, event)
    rule = []
    for stage, choices in enumerate(stages):
        x = np.concatenate([features - features.mean(0) for features, _ in choices])
        y = np.concatenate([said - said.mean() for _, said in choices])
        weights = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y)
        last, new = (
            np.mean([said.max() - said[(features @ own).argmax()] for features, said in choices])
            for own in (before[stage], weights)
        )
        print(
            f"    {len(choices)} choices of columns lose {last:.2f} points by the last rule, {new:.2f} by the new one"
        )
        rule.append([round(float(weight), 3) for weight in weights])
    return rule


def _choice(one: Player, state: State, possible: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """For each column what the rule weighs, and the lead that the network expects after it."""
    seat: Any = state.mover
    board = state.boards[seat]
    row = waiting_row(board)
    color, known = board.lines[row].color, columns.masks(board.wall)
    assert color is not None
    units = np.eye(len(columns._rule()[0])).tolist()
    features = [[columns._worth(board.wall, known, row, column, color, unit) for unit in units] for column in possible]
    said = [one.value(one.game.evolve(state, TilePlaced(seat, row + 1, column + 1))).lead[seat] for column in possible]
    return np.array(features), np.array(said)
