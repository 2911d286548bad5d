"""The search by a compiled kernel: the same tree as that of `search`, grown by a library in C.

The libraries are made by the build of the package where there is a C compiler. Without one, and for games without a
kernel, the search in Python does the same, more slowly.
"""

import ctypes
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from importlib.resources import as_file, files
from random import Random
from sys import platform
from typing import Any, ClassVar, Final, NamedTuple
from weakref import finalize

from core.game import CHANCE, AnyEvaluation, AnyGame, Turn, Value
from core.review.evaluations import EVALUATIONS, KERNELS, Face
from core.review.search import MOST_SEATS, Node, Search, Solvable
from core.review.values import value_at_end

LIBRARY: Final = "kernel.dll" if platform == "win32" else "kernel.so"
"""The file name of a kernel, beside the evaluation of its game."""

_CHANCE: Final = -1


class _Seen(ctypes.Structure):
    _fields_ = (
        ("at", ctypes.c_int32),
        ("visits", ctypes.c_int32),
        ("turn", ctypes.c_int32),
        ("is_fixed", ctypes.c_int32),
        ("prior", ctypes.c_double),
        ("sums", ctypes.c_double * (4 * MOST_SEATS)),
    )


class CValue(ctypes.Structure):
    """`core.game.Value` in C."""

    _fields_ = tuple((name, ctypes.c_double * MOST_SEATS) for name in Value._fields)


class Kernel(NamedTuple):
    """A loaded library and the face that translates for it."""

    library: ctypes.CDLL
    face: Face
    most_moves: int


def is_built() -> bool:
    """Whether the build of the package had a C compiler."""
    return all((files(f"core.games.{key}.evaluation") / LIBRARY).is_file() for key in KERNELS)


@cache
def kernel(key: str) -> Kernel | None:
    """The kernel of a game, or None where it has none or it was not built."""
    face = KERNELS.get(key)
    if face is None:
        return None
    with ExitStack() as stack:
        path = stack.enter_context(as_file(files(f"core.games.{key}.evaluation") / LIBRARY))
        try:
            return loaded(str(path), face)
        except OSError:
            return None


def loaded(path: str, face: Face) -> Kernel:
    """The kernel in a library, with the tables of its face. Raises OSError where it cannot be loaded."""
    library = ctypes.CDLL(path)
    pointer, whole, real = ctypes.c_void_p, ctypes.c_int32, ctypes.c_double
    wholes, reals = ctypes.POINTER(whole), ctypes.POINTER(real)
    seen = ctypes.POINTER(_Seen)
    for name, result, arguments in (
        ("kernel_load", None, [ctypes.c_char_p]),
        ("kernel_most_moves", whole, []),
        ("tree_new", pointer, [ctypes.c_uint64, whole, reals]),
        ("tree_free", None, [pointer]),
        ("tree_node", whole, [pointer, ctypes.c_char_p]),
        ("tree_grow", None, [pointer, whole, whole]),
        ("tree_visit", None, [pointer, whole]),
        ("tree_adopt", None, [pointer, whole, whole, whole]),
        ("tree_read", whole, [pointer, whole, seen, seen]),
        ("tree_moves", whole, [pointer, whole, wholes, reals]),
        ("tree_solve", whole, [pointer, whole, whole, ctypes.POINTER(CValue)]),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    library.kernel_load(face.tables())
    return Kernel(library, face, library.kernel_most_moves())


def judges(key: str, seats: int) -> bool:
    """Whether moves of a game are judged: it has an evaluation, and more search plays better with so many players."""
    evaluation = EVALUATIONS.get(key)
    if evaluation is None:
        return False
    found = kernel(key)
    return seats in (found.face if found else evaluation).JUDGED_SEATS


def search_of(game: AnyGame, evaluation: AnyEvaluation, state: Any, rng: Random) -> Search:
    """The fastest search there is for the positions that follow from `state`."""
    found = kernel(game.KEY)
    about = value_at_end(game, state) if game.turn(state) is None else evaluation.value(state, rng)
    if found is None or not found.face.covers(state):
        return Search(game, evaluation, rng, about.lead)
    return CompiledSearch(game, evaluation, rng, found, about.lead)


class _Searched(Node):
    """A node of a compiled tree: its number there, and the position and move it comes from until its state is asked."""

    __slots__ = ("at", "before")

    def __init__(self, at: int, turn: Turn, state: Any, before: tuple[Any, Any] | None = None) -> None:
        super().__init__(state, turn)
        self.at, self.before = at, before


class CompiledSearch(Search):
    """`Search` with the tree of a kernel. A node has the visits and children that the last call about it has left."""

    SOLVED = Solvable(choices=6, positions=1 << 16)

    INSIDE: ClassVar[int] = 3
    """Positions with so few choices left are solved within a search."""

    def __init__(
        self, game: AnyGame, evaluation: AnyEvaluation, rng: Random, kernel: Kernel, leads: Sequence[float]
    ) -> None:
        super().__init__(game, evaluation, rng, leads)
        self.speed, self.trust = kernel.face.SPEED, kernel.face.TRUST
        self._face, self._c, self._seats = kernel.face, kernel.library, len(leads)
        expected = (ctypes.c_double * MOST_SEATS)(*leads)
        self._tree = self._c.tree_new(rng.getrandbits(64), self.INSIDE, expected)
        finalize(self, self._c.tree_free, self._tree)
        self._own, self._children = _Seen(), (_Seen * kernel.most_moves)()
        self._codes, self._weights = (ctypes.c_int32 * kernel.most_moves)(), (ctypes.c_double * kernel.most_moves)()

    def node(self, state: Any) -> Node:
        return _Searched(self._c.tree_node(self._tree, self._face.pack(state)), self.game.turn(state), state)

    def tempered(self, state: Any, value: Value) -> Value:
        return self._face.tempered(state, value)

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
            state, move = self.state(node), self._face.move
            node.moves = [(move(state, self._codes[at]), self._weights[at]) for at in range(number)]
        return node.moves

    def adopt(self, root: Node, child: Node, move: Any) -> None:
        self._c.tree_adopt(self._tree, _at(root), _at(child), self._face.code(self.state(root), move))
        root.moves, root.children = [], [child]

    def solved(self, node: Node) -> Value | None:
        if not self.may_be_solved(node):
            return None
        value = CValue()
        if not self._c.tree_solve(self._tree, _at(node), self.SOLVED.positions, value):
            return None
        return Value(*(tuple(getattr(value, name)[: self._seats]) for name in Value._fields))

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

    def _take(self, node: Node, seen: _Seen) -> None:
        node.visits, node.prior, node.sums = seen.visits, seen.prior, seen.sums[: 4 * self._seats]


def _at(node: Node) -> int:
    assert isinstance(node, _Searched)
    return node.at
