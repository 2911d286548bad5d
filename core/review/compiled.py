"""The search by a kernel: the same tree as that of `search`, grown by a library in C."""

import ctypes
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final
from weakref import finalize

from core.game import CHANCE, AnyEvaluation, AnyGame, Turn, Value
from core.review.evaluations import EVALUATIONS
from core.review.kernels import CValue, Kernel, SeenNode
from core.review.search import MAX_SEATS, Node, Search, Solvable
from core.review.values import value_at_end

_CHANCE: Final = -1
_TOO_MANY: Final = -2


def judges(key: str, seats: int) -> bool:
    """True if moves of a game are judged: it has an evaluation, and more search plays better with so many players."""
    evaluation = EVALUATIONS.get(key)
    return evaluation is not None and seats in evaluation.JUDGED_SEATS


def search_of(game: AnyGame, evaluation: AnyEvaluation, state: Any, rng: Random) -> Search:
    """The search for the positions that follow from `state`."""
    about = value_at_end(game, state) if game.turn(state) is None else evaluation.value(state, rng)
    if isinstance(evaluation, Kernel):
        return CompiledSearch(game, evaluation, rng, about.lead)
    return Search(game, evaluation, rng, about.lead)


class _Searched(Node):
    """A node of a compiled tree: its number there, and the position and move it comes from until its state is asked."""

    __slots__ = ("at", "before")

    def __init__(self, at: int, turn: Turn, state: Any, before: tuple[Any, Any] | None = None) -> None:
        super().__init__(state, turn)
        self.at, self.before = at, before


class CompiledSearch(Search):
    """`Search` with the tree of a kernel. A node has the visits and children that the last call about it has left.

    A tree has at most 120 MB. A search that has filled it goes on without new positions; MemoryError is raised only
    where the machine has no memory.
    """

    SOLVED = Solvable(choices=6, positions=1 << 16)

    INSIDE: ClassVar[int] = 3
    """Positions with so few choices left are solved within a search."""

    PROVED: ClassVar[int] = 16
    """With so few choices left it is tried to prove who wins."""

    def __init__(self, game: AnyGame, kernel: Kernel, rng: Random, leads: Sequence[float]) -> None:
        super().__init__(game, kernel, rng, leads)
        self.speed = kernel.face.SPEED
        self._face, self._c, self._seats = kernel.face, kernel.library, len(leads)
        self._plant()
        self._own, self._children = SeenNode(), (SeenNode * kernel.max_moves)()
        self._codes, self._weights = (ctypes.c_int32 * kernel.max_moves)(), (ctypes.c_double * kernel.max_moves)()

    def _plant(self) -> None:
        expected = (ctypes.c_double * MAX_SEATS)(*self.leads)
        self._tree = self._c.tree_new(self.rng.getrandbits(64), self.INSIDE, expected)
        if not self._tree:
            raise MemoryError
        self._fell = finalize(self, self._c.tree_free, self._tree)
        self._proves = True

    def node(self, state: Any) -> Node:
        at = self._c.tree_node(self._tree, self._face.pack(state))
        if at < 0:
            raise MemoryError
        return _Searched(at, self.game.turn(state), state)

    def state(self, node: Node) -> Any:
        if isinstance(node, _Searched) and node.before is not None:
            node.state, node.before = self.game.evolve(*node.before), None
        return node.state

    def grow(self, root: Node, visits: int) -> Node:
        self._c.tree_grow(self._tree, _at(root), visits)
        return self._read(root)

    def moves(self, node: Node) -> list[tuple[Any, float]]:
        if not node.moves:
            number = self._c.tree_moves(self._tree, _at(node), self._codes, self._weights)
            if number < 0:
                raise MemoryError
            state, move = self.state(node), self._face.move
            node.moves = [(move(state, self._codes[at]), self._weights[at]) for at in range(number)]
        return node.moves

    def adopt(self, root: Node, child: Node, move: Any) -> None:
        if not self._c.tree_adopt(self._tree, _at(root), _at(child), self._face.code(self.state(root), move)):
            raise MemoryError
        root.moves, root.children = [], [child]

    def solved(self, node: Node) -> Value | None:
        if not self.may_be_solved(node):
            return None
        value = CValue()
        if not self._c.tree_solve(self._tree, _at(node), self.SOLVED.positions, value):
            return None
        return value.of(self._seats)

    def wins(self, node: Node, positions: int) -> tuple[float, ...] | None:
        if self._seats != 2 or node.turn == CHANCE or not self._proves:
            return None
        if self.evaluation.choices_left(self.state(node)) > self.PROVED:
            return None
        halves = self._c.tree_wins(self._tree, _at(node), positions)
        self._proves = halves != _TOO_MANY  # The positions before this one need more.
        return None if halves < 0 else (halves / 2, 1 - halves / 2)

    def with_room(self, node: Node) -> Node:
        if not self._c.tree_is_used_up(self._tree):
            return node
        state = self.state(node)
        self._fell()
        self._plant()
        self.trees += 1
        return self.node(state)

    def _visit(self, path: list[Node]) -> None:
        self._c.tree_visit(self._tree, _at(path[-1]))
        self._read(path[-1])

    def _read(self, node: Node) -> Node:
        number = self._c.tree_read(self._tree, _at(node), self._own, self._children)
        self._take(node, self._own)
        if number:
            state, moves = self.state(node), self.moves(node)
            for place in range(number):
                seen = self._children[place]
                if place == len(node.children):
                    turn: Turn = CHANCE if seen.turn == _CHANCE else None if seen.turn < 0 else seen.turn
                    node.children.append(_Searched(seen.at, turn, None, (state, moves[place][0])))
                self._take(node.children[place], seen)
        return node

    def _take(self, node: Node, seen: SeenNode) -> None:
        node.visits, node.prior, node.sums = seen.visits, seen.prior, seen.sums[: 4 * self._seats]


def _at(node: Node) -> int:
    assert isinstance(node, _Searched)
    return node.at
