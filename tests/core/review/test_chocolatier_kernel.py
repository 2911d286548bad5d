"""The compiled kernel of chocolatier agrees with the Python rules and evaluation, position by position."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from ctypes import CDLL, c_double, c_int32, c_uint32, create_string_buffer
from dataclasses import replace
from math import isclose
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core.game import CHANCE, Value
from core.games import chocolatier
from core.games.chocolatier import evaluation
from core.games.chocolatier.evaluation import compiled
from core.games.chocolatier.events import TilesTaken
from core.games.chocolatier.state import NO_TILES, Options, State
from core.review.values import value_at_end

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "core" / "games" / "chocolatier" / "evaluation"

MATCHES = 6
"""Of each kind of table; the players are others from match to match."""

KINDS = [(seats, wall, special) for seats in (2, 3, 4) for wall in ("colored", "free") for special in (False, True)]


class Kernel:
    """The library with its functions in the types of Python."""

    def __init__(self, path: Path) -> None:
        self._library = CDLL(str(path))
        self._library.kernel_load(compiled.tables())
        self.bytes: int = self._library.kernel_state_bytes()
        self._room: int = self._library.kernel_most_moves()

    def turn(self, packed: bytes) -> int:
        return int(self._library.kernel_turn(packed))

    def is_horizon(self, packed: bytes) -> bool:
        return bool(self._library.kernel_is_horizon(packed))

    def evolve(self, packed: bytes, move: int) -> bytes:
        buffer = create_string_buffer(packed, self.bytes)
        self._library.kernel_evolve(buffer, c_int32(move))
        return buffer.raw

    def canonical(self, packed: bytes) -> bytes:
        buffer = create_string_buffer(packed, self.bytes)
        self._library.kernel_canonical(buffer)
        return buffer.raw

    def priors(self, packed: bytes) -> list[tuple[int, float]]:
        moves, weights = (c_int32 * self._room)(), (c_double * self._room)()
        number = self._library.kernel_priors(packed, moves, weights)
        return list(zip(moves[:number], weights[:number], strict=True))

    def value(self, packed: bytes, seats: int) -> Value:
        numbers = (c_double * 12)()
        self._library.kernel_value(packed, numbers)
        return Value(*(tuple(numbers[first : first + seats]) for first in (0, 4, 8)))

    def shuffled(self, number: int, length: int) -> list[int]:
        items = create_string_buffer(bytes(range(length)), length)
        self._library.kernel_shuffle(c_uint32(number), items, length)
        return list(items.raw)


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Kernel:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("There is no C compiler.")
    path = tmp_path_factory.mktemp("kernel") / "chocolatier.so"
    flags = ["-O3", "-std=c11", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-fvisibility=hidden"]
    include = ROOT / "core" / "review" / "kernel"
    subprocess.run(
        [compiler, *flags, "-shared", "-fPIC", "-I", include, FOLDER / "kernel.c", "-o", path, "-lm"], check=True
    )
    return Kernel(path)


def random_move(state: State, rng: Random) -> Any:
    return rng.choice(list(chocolatier.legal_moves(state)))


def likely_move(state: State, rng: Random) -> Any:
    moves, weights = zip(*evaluation.priors(state), strict=True)
    return rng.choices(moves, weights)[0]


def first_move(state: State, rng: Random) -> Any:
    return evaluation.priors(state)[0][0]


PLAYERS: list[Callable[[State, Random], Any]] = [chocolatier.choose, likely_move, first_move, random_move]


def played(seats: int, options: Options, player: Callable[[State, Random], Any], rng: Random) -> Iterator[State]:
    state = chocolatier.setup(seats, options)
    yield state
    while chocolatier.turn(state) is not None and state.round < 30:
        event = chocolatier.deal(state, rng) if chocolatier.turn(state) == CHANCE else player(state, rng)
        state = chocolatier.evolve(state, event)
        yield state


def close(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def assert_equal_values(kernel: Kernel, state: State, packed: bytes) -> None:
    found = kernel.value(packed, len(state.boards))
    if state.phase == "over":
        assert found == value_at_end(chocolatier, state)
        return
    expected = evaluation.value(state, Random(0))
    for own, others in zip(found, expected, strict=True):
        assert all(map(close, own, others)), (state, found, expected)


def assert_equal_priors(kernel: Kernel, state: State, packed: bytes) -> None:
    expected = list(evaluation.priors(state))
    found = kernel.priors(packed)
    assert [code for code, _ in found] == [compiled.code(state, event) for event, _ in expected]
    assert all(isclose(weight, other, rel_tol=1e-9) for (_, weight), (_, other) in zip(found, expected, strict=True))
    assert [compiled.move(state, code) for code, _ in found] == [event for event, _ in expected]


@pytest.mark.parametrize(("seats", "wall", "special"), KINDS)
def test_the_kernel_agrees_with_python(kernel: Kernel, seats: int, wall: Any, special: bool) -> None:
    options = Options(wall=wall, special_displays=special)
    turns = {CHANCE: -1, None: -2}
    for match in range(MATCHES):
        rng = Random(f"{seats} {wall} {special} {match}")
        keys: dict[Any, bytes] = {}
        for state in played(seats, options, PLAYERS[match % len(PLAYERS)], rng):
            assert compiled.covers(state)
            packed = compiled.pack(state)
            assert len(packed) == kernel.bytes
            assert kernel.turn(packed) == turns.get(state.mover, state.mover)
            assert kernel.is_horizon(packed) == evaluation.is_horizon(state)
            keys[evaluation.key(state)] = kernel.canonical(packed)
            assert_equal_values(kernel, state, packed)
            if isinstance(state.mover, int):
                assert_equal_priors(kernel, state, packed)
                events = list(chocolatier.legal_moves(state))
                for event in rng.sample(events, min(6, len(events))):
                    after = chocolatier.evolve(state, event)
                    evolved = kernel.evolve(packed, compiled.code(state, event))
                    assert evolved == compiled.pack(after)
                    known = keys.setdefault(evaluation.key(after), kernel.canonical(evolved))
                    assert known == kernel.canonical(evolved)
        assert len(set(keys.values())) == len(keys)


def test_a_match_ends_where_no_tile_is_left(kernel: Kernel) -> None:
    state = chocolatier.setup(2, Options())
    center = ((1, 0, 0, 0, 0), *state.sources[1:])
    state = replace(state, phase="take", mover=0, round=1, marker=1, bag=NO_TILES, sources=center)
    for event in chocolatier.legal_moves(state):
        after = chocolatier.evolve(state, event)
        evolved = kernel.evolve(compiled.pack(state), compiled.code(state, event))
        assert evolved == compiled.pack(after)
        assert_equal_values(kernel, after, evolved)
    first_line = chocolatier.evolve(state, TilesTaken(0, 0, "blue", 1))
    assert kernel.turn(compiled.pack(first_line)) == -2


def test_the_kernel_shuffles_as_python(kernel: Kernel) -> None:
    for number in (0, 1, 8, 12345):
        for length in (1, 2, 20, 100, 255):
            items = list(range(length))
            Random(number).shuffle(items)
            assert kernel.shuffled(number, length) == items
