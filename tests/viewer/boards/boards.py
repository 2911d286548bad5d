"""The shared parts of the tests of all boards: simulated matches, patches as a browser applies them, scene forms."""

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from core.game import CHANCE, AnyGame
from viewer.boards import Board
from viewer.boards.scene import patch_to_json, patches, to_json


@dataclass(frozen=True)
class Played:
    """A simulated match: `states` is one longer than `events`."""

    states: tuple[Any, ...]
    events: tuple[Any, ...]


def play(game: AnyGame, seats: int, options: object, seed: int, limit: int = 400) -> Played:
    """A match by the game's own choices and deals, stopped after `limit` events."""
    rng = Random(seed)
    states: list[Any] = [game.setup(seats, options)]
    events: list[Any] = []
    while (turn := game.turn(states[-1])) is not None and len(events) < limit:
        event = game.deal(states[-1], rng) if turn == CHANCE else game.choose(states[-1], rng)
        events.append(event)
        states.append(game.evolve(states[-1], event))
    return Played(tuple(states), tuple(events))


def packed_size(board: Board, match: Played, names: Sequence[str]) -> int:
    """Bytes, gzipped, of all a browser gets: the first scene, a patch and a sentence per event."""
    scenes = [board.scene(state, names) for state in match.states]
    whole = {
        "scene": to_json(scenes[0]),
        "steps": [[patch_to_json(patch) for patch in patches(*pair)] for pair in pairwise(scenes)],
        "moves": [board.sentence(*move, names) for move in zip(match.states, match.events, strict=False)],
    }
    return len(gzip.compress(json.dumps(whole, separators=(",", ":")).encode()))
