"""The search of all games with an evaluation: PUCT up to the horizon; each seat maximizes its own utility (max-n).

A seat goes on with the move a of the largest Q(a) + c * P(a) * sqrt(N + 1) / (1 + n(a)): Q is the mean utility of a, P
its prior, n its visits, N the visits of the position, c = `EXPLORATION`. Of the moves without a visit only the one with
the largest prior is compared, with the mean utility of the position as its Q. A search can be continued: the position
after the move played keeps its visits.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from operator import add
from random import Random
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from core.game import CHANCE, AnyEvaluation, AnyGame, Seat, Turn, Value
from core.review.values import utility, value_at_end

Utility: TypeAlias = Callable[[Value, Seat], float]


class _TooMany(Exception):
    """More positions than allowed, or an outcome of chance before the horizon."""


class Solver:
    """Solves positions of one match, and remembers them."""

    def __init__(self, game: AnyGame, evaluation: AnyEvaluation, rng: Random, utility: Utility = utility) -> None:
        self._game, self._evaluation, self._rng, self._utility = game, evaluation, rng, utility
        self._known: dict[Hashable, Value] = {}
        self._left = 0

    def value(self, state: Any, positions: int) -> Value | None:
        """The exact value of a position, or None where more than so many `positions` would have to be looked at."""
        self._left = positions
        try:
            return self._solved(state)
        except _TooMany:
            return None

    def _solved(self, state: Any) -> Value:
        key = self._evaluation.key(state)
        known = self._known.get(key)
        if known is None:
            self._left -= 1
            if self._left < 0:
                raise _TooMany
            known = self._known[key] = self._searched(state)
        return known

    def _searched(self, state: Any) -> Value:
        seat = self._game.turn(state)
        if seat is None:
            return value_at_end(self._game, state)
        if self._evaluation.is_horizon(state):
            return self._evaluation.value(state, self._rng)
        if seat == CHANCE:
            raise _TooMany
        assert isinstance(seat, int)
        after = (self._solved(self._game.evolve(state, move)) for move, _ in self._evaluation.priors(state))
        return max(after, key=lambda value: self._utility(value, seat))


EXPLORATION: Final = 0.4
"""Weight c of the priors against the mean utilities."""

MAX_SEATS: Final = 4

_RARITY: Final = 4
"""The third outcome of chance is drawn after 2 to this power visits, the fourth after 3 to this power."""


@dataclass(slots=True)
class Node:
    """A position of a search: `sums` over `visits` iterations, by seat: utilities, chances to win, leads and points.

    `children` are the positions after the first of the `moves`, in their order; the other moves were not tried. Where
    chance acts, they are the outcomes drawn so far. `prior` is the weight of the move that leads here. `fixed` is the
    value of a position where the search stops.
    """

    state: Any
    turn: Turn
    prior: float = 0.0
    visits: int = 0
    sums: list[float] = field(default_factory=list)
    moves: list[tuple[Any, float]] = field(default_factory=list)
    children: list["Node"] = field(default_factory=list)
    fixed: Value | None = None

    def mean(self) -> Value:
        parts = tuple(part / self.visits for part in self.sums)
        seats = len(parts) // 4
        return Value(parts[seats : 2 * seats], parts[2 * seats : 3 * seats], parts[3 * seats :])

    def worth(self, seat: Seat) -> float:
        """The mean utility for a seat."""
        return self.sums[seat] / self.visits


class Solvable(NamedTuple):
    """Positions that are solved: with at most so many choices left (`choices_left`), looking at so many positions."""

    choices: int
    positions: int


class Search:
    """The searches of positions that follow from each other: they share game, evaluation and random generator."""

    SOLVED: ClassVar[Solvable] = Solvable(choices=4, positions=4000)

    def __init__(
        self, game: AnyGame, evaluation: AnyEvaluation, rng: Random, leads: Sequence[float] = (0.0,) * MAX_SEATS
    ) -> None:
        """`leads` by seat are about those of the positions that will be searched (`utility`)."""
        self.game, self.evaluation, self.rng, self.leads = game, evaluation, rng, leads
        self.speed = 1
        """Iterations as a multiple of those of the search in Python."""
        self.trees = 1
        self.trust = evaluation.TRUST
        # Not the method: a search that holds itself would keep its memory until the garbage is collected.
        self._solver = Solver(game, evaluation, rng, lambda value, seat: utility(value, seat, leads[seat]))

    def node(self, state: Any) -> Node:
        return Node(state, self.game.turn(state))

    def utility(self, value: Value, seat: Seat) -> float:
        """The utility of a value for a seat, 0 to 1."""
        return utility(value, seat, self.leads[seat])

    def state(self, node: Node) -> Any:
        """The position of a node."""
        return node.state

    def stops(self, node: Node) -> bool:
        """True if the search stops here: a round has ended, or the match is over."""
        return node.turn is None or self.evaluation.is_horizon(self.state(node))

    def may_be_solved(self, node: Node) -> bool:
        return self.stops(node) or self.evaluation.choices_left(self.state(node)) <= self.SOLVED.choices

    def solved(self, node: Node) -> Value | None:
        """The exact value of a position up to its horizon: every seat maximizes its utility of the value there.

        None where too many choices are left or too many positions would have to be looked at.
        """
        if not self.may_be_solved(node):
            return None
        return self._solver.value(node.state, self.SOLVED.positions)

    def wins(self, node: Node, positions: int) -> tuple[float, ...] | None:
        """The chances to win by the best moves of all seats, whatever the points; None where they are not proved.

        Proved are those of the last round of a match of two, looking at so many positions.
        """
        return None

    def with_room(self, node: Node) -> Node:
        """The same position where there is room to search it: in a new tree, if the present one holds much memory.

        The other nodes are of no use then, and `trees` is one more.
        """
        return node

    def after(self, node: Node, move: Any) -> Node:
        """The position after a move."""
        return self.node(self.game.evolve(self.state(node), move))

    def grow(self, root: Node, visits: int) -> Node:
        """Search until the root has `visits`, at least one, even where a search stops at the root (`stops`)."""
        while root.visits < visits:
            self._iterate(root)
        return root

    def settle(self, node: Node, visits: int) -> None:
        """Search a position until it has `visits`; a position where the search stops gets a single one."""
        if self.stops(node):
            if not node.visits:
                self._visit([node])
        else:
            self.grow(node, visits)

    def worth(self, node: Node, visits: int) -> Value:
        """The mean value of a position after `visits`.

        After a short search the mean of the best move alone is too high for the seat to move: it has few replies.
        """
        self.settle(node, visits)
        return node.mean()

    def moves(self, node: Node) -> list[tuple[Any, float]]:
        """The moves of a position with their priors, asked of the evaluation once."""
        if not node.moves:
            node.moves = list(self.evaluation.priors(node.state))
        return node.moves

    def adopt(self, root: Node, child: Node, move: Any) -> None:
        """Make a searched position a child of an unsearched root, by the move from one to the other.

        Other moves to an equal table are left out; the priors of all these moves add up to that of the child.
        """
        key = self.evaluation.key(child.state)
        others, weight = [], 0.0
        for event, prior in self.moves(root):
            if event == move or self.evaluation.key(self.game.evolve(root.state, event)) == key:
                weight += prior
            else:
                others.append((event, prior))
        root.moves = [(move, weight), *others]
        child.prior = weight
        root.children.append(child)

    def value(self, node: Node) -> Value:
        """The value of one iteration at a position."""
        if node.fixed is not None:
            return node.fixed
        if node.turn is None:
            node.fixed = value_at_end(self.game, node.state)
            return node.fixed
        value = self.evaluation.value(node.state, self.rng)
        if self.stops(node):
            node.fixed = value
        return value

    def _iterate(self, root: Node) -> None:
        path, node = [root], root
        while node is root or (node.visits and node.fixed is None):
            node = self._outcome(node) if node.turn == CHANCE else self._select(node)
            path.append(node)
        self._visit(path)

    def _visit(self, path: list[Node]) -> None:
        """Add the value of the last position of a path to all positions of the path."""
        value = self.value(path[-1])
        worths = [self.utility(value, seat) for seat in range(len(value.win))]
        parts = (*worths, *value.win, *value.lead, *value.points)
        for visited in path:
            visited.sums = list(map(add, visited.sums, parts)) if visited.visits else list(parts)
            visited.visits += 1

    def _outcome(self, node: Node) -> Node:
        """The position after a fair outcome of chance within a round: the least visited known one, or a new one."""
        if len(node.children) ** _RARITY <= node.visits:
            node.children.append(self.node(self.game.evolve(node.state, self.game.deal(node.state, self.rng))))
            return node.children[-1]
        return min(node.children, key=lambda child: child.visits)

    def _select(self, node: Node) -> Node:
        """The child to go on with, by the formula of this module; the first untried move becomes a child if chosen."""
        moves, children = self.moves(node), node.children
        seat: Any = node.turn
        scale = EXPLORATION * sqrt(node.visits + 1)
        best, chosen = float("-inf"), node
        for child in children:
            visits = child.visits
            own = child.sums[seat] / visits + scale * child.prior / (1 + visits)
            if own > best:
                best, chosen = own, child
        if len(children) < len(moves):
            parent = node.sums[seat] / node.visits if node.visits else 0.5
            event, prior = moves[len(children)]
            if parent + scale * prior > best:
                chosen = self.node(self.game.evolve(node.state, event))
                chosen.prior = prior
                children.append(chosen)
        return chosen


def best(root: Node) -> int:
    """The index of the best move: the most visited, the better value among equals."""
    seat: Any = root.turn

    def rank(index: int) -> tuple[int, float]:
        child = root.children[index]
        return (child.visits, child.worth(seat))

    return max(range(len(root.children)), key=rank)
