"""The kernels play by the rules of `core`, and search as the search in Python does."""

import ctypes
import shutil
import subprocess
from collections.abc import Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core import games
from core.game import CHANCE, AnyGame
from core.games import chocolatier, pavilion
from core.games.chocolatier import TilesTaken
from core.games.chocolatier.state import NO_TILES, Options
from core.games.pavilion import state as pavilion_state
from core.games.pavilion.events import SupplyFilled
from core.games.pavilion.state import COLORS, SUPPLY_TILES
from core.multiset import pieces
from core.review.compiled import CompiledSearch
from core.review.evaluations import EVALUATIONS, FACES
from core.review.kernels import Kernel
from core.review.search import Search
from core.review.values import value_at_end
from tests import ROOT
from tests.forked import FORKED

STYLES = 3
"""In each way to play there is a match from each start, where `make torture` does not ask for more."""

TRIED = 3
"""Legal events of each position, besides the one played."""

SEARCHED = 300
LEADS = (5.0, -5.0)
CLOSE = 1e-9


@pytest.fixture(scope="module", params=list(FACES))
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


FLAGS = (
    *("-O2", "-std=c11", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-fvisibility=hidden", "-shared"),
    "-fPIC",
)


def built(key: str, folder: Path, *more: str) -> str:
    """The path of a kernel that is compiled with these flags too."""
    if not shutil.which("cc"):
        pytest.skip("There is no C compiler here.")
    library = folder / f"{key}.so"
    source = ROOT / "core" / "games" / key / "evaluation" / "kernel.c"
    headers = ("-I", ROOT / "core" / "review" / "kernel")
    subprocess.run(["cc", *FLAGS, *more, *headers, source, "-o", library, "-lm"], check=True)
    return str(library)


@pytest.fixture(scope="module")
def kernel(key: str, tmp_path_factory: pytest.TempPathFactory) -> Kernel:
    return Kernel(ctypes.CDLL(built(key, tmp_path_factory.mktemp("kernels"))), FACES[key])


class Unsolved(CompiledSearch):
    """Without the exact ends, which the search in Python has at its root alone."""

    INSIDE = 0


def next_event(game: AnyGame, state: Any, rng: Random, style: int) -> Any:
    """The next event of a varied match."""
    if game.turn(state) == CHANCE:
        return game.deal(state, rng)
    if style == 0:
        return rng.choice(list(game.legal_moves(state)))
    if style == 1:
        return rng.choice(EVALUATIONS[game.KEY].priors(state)[:3])[0]
    return game.choose(state, rng)


def starts(game: AnyGame, seats: int) -> list[Any]:
    """The positions that matches start from, by what else than the seats decides about the rules met."""
    if game.KEY == "azacru":
        return [game.setup(seats, game.Options())]
    if game.KEY == "chocolatier":
        given = [(wall, special) for wall in ("colored", "free") for special in (False, True)]
        return [game.setup(seats, game.Options(wall=wall, special_displays=special)) for wall, special in given]
    colored, variant = (pavilion.setup(seats, pavilion.Options(board)) for board in ("colored", "variant"))
    return [colored, variant, with_few_tiles(colored)]


def with_few_tiles(state: pavilion_state.State) -> pavilion_state.State:
    """A table late in a match: the tower is drawn on, the supply stays short, and the displays may stay empty."""
    one_each, boards = (1,) * len(COLORS), tuple(replace(board, hand=(1, 0, 2, 0, 0, 0)) for board in state.boards)
    return replace(state, phase="place", round=4, bag=one_each, boards=boards)


class KernelDeals:
    """A game whose tiles are drawn within a search as its kernel draws them: by splitmix64, one after the other."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self._game, self._random = game, seed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def deal(self, state: Any, rng: Random) -> SupplyFilled:
        bag, tower, drawn = list(pieces(state.bag)), list(pieces(state.tower)), list[str]()
        while sum(state.supply) + len(drawn) < SUPPLY_TILES and bag + tower:
            if not bag:
                bag, tower = tower, []
            drawn.append(COLORS[bag.pop(self._below(len(bag)))])
        return SupplyFilled(tuple(drawn))

    def _below(self, limit: int) -> int:
        word = (1 << 64) - 1
        self._random = self._random + 0x9E3779B97F4A7C15 & word
        bits = (self._random ^ self._random >> 30) * 0xBF58476D1CE4E5B9 & word
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & word
        return ((bits ^ bits >> 31) >> 32) * limit >> 32


class Position:
    """A position in the kernel, which plays on by itself."""

    def __init__(self, kernel: Kernel, state: Any) -> None:
        self.library, self.face = kernel.library, kernel.face
        packed = kernel.face.pack(state)
        assert len(packed) == self.library.kernel_state_bytes()
        self.state = ctypes.create_string_buffer(packed, len(packed))

    def after(self, code: int) -> bytes:
        copy = ctypes.create_string_buffer(self.state.raw, len(self.state))
        self.library.kernel_evolve(copy, code)
        return copy.raw

    def after_deal(self, seed: int) -> bytes:
        copy = ctypes.create_string_buffer(self.state.raw, len(self.state))
        self.library.kernel_deal(copy, ctypes.c_uint64(seed))
        return copy.raw

    def turn(self) -> Any:
        return {-1: CHANCE, -2: None}.get(turn := self.library.kernel_turn(self.state), turn)


def positions(kernel: Kernel, game: AnyGame, seats: int, match: int) -> Iterator[tuple[Any, Position]]:
    """The positions of a match, and the same ones as the kernel goes from one to the next where seats choose."""
    rng, states = Random(match), starts(game, seats)
    state = states[match // STYLES % len(states)]
    position = Position(kernel, state)
    while True:
        yield state, position
        turn = game.turn(state)
        if turn is None:
            return
        event = next_event(game, state, rng, match % STYLES)
        if turn == CHANCE:
            state = game.evolve(state, event)
            position = Position(kernel, state)
        else:
            kernel.library.kernel_evolve(position.state, kernel.face.code(state, event))
            state = game.evolve(state, event)
            assert position.state.raw == kernel.face.pack(state)


TRAPPED = ("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")
"""Reading beyond a table, or another behavior that C does not define, ends the process."""


@pytest.mark.slow
def test_a_kernel_does_nothing_that_c_does_not_define(key: str, tmp_path: Path) -> None:
    process = FORKED.Process(target=play, args=(built(key, tmp_path, *TRAPPED), key))
    process.start()
    process.join()
    assert process.exitcode == 0, "a negative code is the signal of the trap"


def play(library: str, key: str) -> None:
    """Play matches, and rate and search their positions."""
    kernel, game = Kernel(ctypes.CDLL(library), FACES[key]), games.find(key)
    for seats in game.SEATS:
        for match in range(STYLES * len(starts(game, seats))):
            for state, _ in positions(kernel, game, seats, match):
                kernel.value(state, Random(1))
                if isinstance(game.turn(state), int):
                    kernel.priors(state)


def table(game: AnyGame, state: Any) -> Hashable:
    """Equal for positions that differ at most by the names of equal displays."""
    if game.KEY == "azacru":
        return replace(state, trace=None)
    if game.KEY == "chocolatier":
        state = replace(state, options=Options(wall=state.options.wall))  # What else is played shows on the table.
        if state.specials:
            return state
    center, *displays = state.sources
    return replace(state, sources=(center, *sorted(displays)))


def is_between_rounds(game: AnyGame, state: Any) -> bool:
    turn = game.turn(state)
    return turn is None or (turn == CHANCE and not (game.KEY == "pavilion" and state.phase in ("supply", "refill")))


@pytest.mark.slow
def test_a_kernel_plays_by_the_rules(kernel: Kernel, key: str, pytestconfig: pytest.Config) -> None:
    game, rng = games.find(key), Random(1)
    times = STYLES * (2400 if pytestconfig.getoption("torture") else 1)
    seen: dict[Hashable, Hashable] = {}
    for seats in game.SEATS:
        for match in range(times * len(starts(game, seats))):
            for state, position in positions(kernel, game, seats, match):
                turn = game.turn(state)
                assert position.turn() == turn
                assert kernel.is_horizon(state) is is_between_rounds(game, state)
                assert seen.setdefault(table(game, state), kernel.key(state)) == kernel.key(state)
                if turn is None:
                    assert kernel.value(state, rng) == value_at_end(game, state)
                elif isinstance(turn, int):
                    events = list(game.legal_moves(state))
                    for event in rng.sample(events, min(TRIED, len(events))):
                        code = kernel.face.code(state, event)
                        assert kernel.face.move(state, code) == event
                        assert position.after(code) == kernel.face.pack(game.evolve(state, event))
                elif not kernel.is_horizon(state):
                    seed = rng.getrandbits(64)
                    drawn = KernelDeals(game, seed).deal(state, rng)
                    assert position.after_deal(seed) == kernel.face.pack(game.evolve(state, drawn))
    assert len(set(seen.values())) == len(seen) > 100


@pytest.mark.slow
def test_the_moves_of_a_kernel_are_those_of_the_rules_one_for_each_table_after_them(kernel: Kernel, key: str) -> None:
    game, rng = games.find(key), Random(2)
    for seats in game.SEATS:
        for match in range(STYLES * len(starts(game, seats))):
            for state, _ in positions(kernel, game, seats, match):
                if not isinstance(game.turn(state), int) or rng.random() > 0.1:
                    continue
                moves, weights = zip(*kernel.priors(state), strict=True)
                assert sum(weights) == pytest.approx(1)
                assert list(weights) == sorted(weights, reverse=True)
                legal = list(game.legal_moves(state))
                assert {*moves} <= {*legal}
                tables = [table(game, game.evolve(state, move)) for move in moves]
                assert len({*tables}) == len(tables)
                assert {*tables} == {table(game, game.evolve(state, move)) for move in legal}


def test_a_match_of_chocolatier_ends_where_no_tile_is_left() -> None:
    kernel, state = EVALUATIONS["chocolatier"], chocolatier.setup(2, chocolatier.Options())
    assert isinstance(kernel, Kernel)
    center = ((1, 0, 0, 0, 0), *state.sources[1:])
    state = replace(state, phase="take", mover=0, round=1, marker=1, bag=NO_TILES, sources=center)
    for event in chocolatier.legal_moves(state):
        after = chocolatier.evolve(state, event)
        evolved = Position(kernel, state).after(kernel.face.code(state, event))
        assert evolved == kernel.face.pack(after)
        if chocolatier.turn(after) is None:
            assert kernel.value(after, Random(1)) == value_at_end(chocolatier, after)
    assert Position(kernel, chocolatier.evolve(state, TilesTaken(0, 0, "blue", 1))).turn() is None


def test_the_kernel_of_chocolatier_shuffles_as_python() -> None:
    kernel = EVALUATIONS["chocolatier"]
    assert isinstance(kernel, Kernel)
    for number in (0, 1, 8, 12345):
        for length in (1, 2, 20, 100, 255):
            items, shuffled = ctypes.create_string_buffer(bytes(range(length)), length), list(range(length))
            Random(number).shuffle(shuffled)
            kernel.library.kernel_shuffle(ctypes.c_uint32(number), items, length)
            assert list(items.raw) == shuffled


@pytest.mark.slow
@pytest.mark.parametrize("match", [2, 5, 8])
def test_the_compiled_search_grows_the_same_tree(kernel: Kernel, key: str, match: int) -> None:
    game = games.find(key)
    grown = 0
    for number, (state, _) in enumerate(positions(kernel, game, 2, match)):
        if number % 8 or not isinstance(game.turn(state), int):
            continue
        dealt: Any = KernelDeals(game, Random(1).getrandbits(64))
        search, other = Search(dealt, kernel, Random(1), LEADS), Unsolved(game, kernel, Random(1), LEADS)
        root, same = search.grow(search.node(state), SEARCHED), other.grow(other.node(state), SEARCHED)
        assert [child.visits for child in same.children] == [child.visits for child in root.children]
        assert [child.turn for child in same.children] == [child.turn for child in root.children]
        assert [sum for child in same.children for sum in child.sums] == pytest.approx(
            [sum for child in root.children for sum in child.sums], rel=CLOSE, abs=CLOSE
        )
        assert other.moves(same) == [(move, pytest.approx(weight)) for move, weight in search.moves(root)]
        grown += 1
    assert grown


@pytest.mark.slow
def test_threads_search_as_one_alone(kernel: Kernel, key: str) -> None:
    game = games.find(key)
    states = [state for state, _ in positions(kernel, game, 2, 2) if isinstance(game.turn(state), int)][::8]

    def sums(state: Any) -> list[float]:
        search = CompiledSearch(game, kernel, Random(1), LEADS)
        return search.grow(search.node(state), 10 * SEARCHED).sums

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(sums, states)) == [sums(state) for state in states]


@pytest.mark.slow
def test_a_kernel_solves_what_the_search_in_python_solves(kernel: Kernel, key: str) -> None:
    game = games.find(key)
    solved = 0
    for state, _ in positions(kernel, game, 2, 2):
        if kernel.choices_left(state) > 3 or not isinstance(game.turn(state), int):
            continue
        search, other = Search(game, kernel, Random(1), LEADS), CompiledSearch(game, kernel, Random(1), LEADS)
        expected, found = search.solved(search.node(state)), other.solved(other.node(state))
        assert expected is not None
        assert found == tuple(pytest.approx(part, rel=CLOSE, abs=CLOSE) for part in expected)
        solved += 1
    assert solved or key == "pavilion"
