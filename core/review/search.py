"""One search for every game with an evaluation: PUCT within the horizon; each seat plays for itself (max-n)."""

from dataclasses import dataclass, field
from math import sqrt, tanh
from random import Random
from typing import Any, Final

from core.game import CHANCE, AnyEvaluation, AnyGame, Seat, Value
from core.review.values import value_at_end

EXPLORATION: Final = 0.6
"""Weight of the priors against the values found so far."""

_LEAD_SHARE: Final = 0.1
_LEAD_SCALE: Final = 40.0
"""The share of the lead in what a seat maximizes, so that it still plays for points when the match is decided."""


@dataclass(slots=True)
class Node:
    """A position: sums over `visits` iterations; children in the order of the priors once it is expanded."""

    state: Any
    visits: int = 0
    win: list[float] = field(default_factory=list)
    lead: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    moves: list[tuple[Any, float]] | None = None
    children: list["Node | None"] = field(default_factory=list)

    def add(self, value: Value) -> None:
        if not self.visits:
            self.win, self.lead, self.points = map(list, value)
        else:
            for sums, parts in ((self.win, value.win), (self.lead, value.lead), (self.points, value.points)):
                for seat, part in enumerate(parts):
                    sums[seat] += part
        self.visits += 1

    def mean(self) -> Value:
        return Value(*(tuple(part / self.visits for part in sums) for sums in (self.win, self.lead, self.points)))


def utility(value: Value, seat: Seat) -> float:
    """What a seat maximizes, 0 to 1: the chance to win, with a small share of the lead."""
    return (1 - _LEAD_SHARE) * value.win[seat] + _LEAD_SHARE * (0.5 + 0.5 * tanh(value.lead[seat] / _LEAD_SCALE))


def search(game: AnyGame, evaluation: AnyEvaluation, state: object, iterations: int, rng: Random) -> Node:
    """The root after so many iterations, at least 1. `state` must be a seat's turn; its horizon is not looked at."""
    root = Node(state)
    for _ in range(iterations):
        _iterate(game, evaluation, root, rng)
    return root


def best(root: Node, seat: Seat) -> int:
    """The index of the best move: the most visited, the better value among equals."""

    def rank(index: int) -> tuple[int, float]:
        child = root.children[index]
        return (child.visits, utility(child.mean(), seat)) if child else (0, 0.0)

    return max(range(len(root.children)), key=rank)


def _iterate(game: AnyGame, evaluation: AnyEvaluation, root: Node, rng: Random) -> None:
    path, node = [root], root
    while node is root or (node.visits and not _stops(game, evaluation, node.state)):
        if node.moves is None:
            node.moves = list(evaluation.priors(node.state))
            node.children = [None] * len(node.moves)
        index = _select(game, node)
        child = node.children[index]
        if child is None:
            child = node.children[index] = Node(game.evolve(node.state, node.moves[index][0]))
        node = child
        path.append(node)
    over = game.turn(node.state) is None
    value = value_at_end(game, node.state) if over else evaluation.value(node.state, rng)
    for visited in path:
        visited.add(value)


def _stops(game: AnyGame, evaluation: AnyEvaluation, state: object) -> bool:
    return game.turn(state) in (None, CHANCE) or evaluation.is_horizon(state)


def _select(game: AnyGame, node: Node) -> int:
    assert node.moves
    seat: Any = game.turn(node.state)
    parent = utility(node.mean(), seat) if node.visits else 0.5
    scale = EXPLORATION * sqrt(node.visits + 1)
    best, chosen = float("-inf"), 0
    for index, ((_, prior), child) in enumerate(zip(node.moves, node.children, strict=True)):
        visits = child.visits if child else 0
        own = utility(child.mean(), seat) if child and visits else parent - 0.1
        worth = own + scale * prior / (1 + visits)
        if worth > best:
            best, chosen = worth, index
    return chosen
