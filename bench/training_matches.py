"""Matches that networks are fitted to, played by searches with the weights of a folder; and matches of two folders."""

import shutil
from collections.abc import Iterator
from ctypes import byref
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from random import Random
from sys import modules
from typing import Any, Final, NamedTuple

import numpy as np

from bench.training_networks import Inputs
from bench.training_plans import PLANS, Plan, Seen
from core import sparse_net
from core.game import CHANCE, Value
from core.games import find
from core.review import compiled
from core.review.evaluations import EVALUATIONS, KERNELS
from core.review.search import Search, best
from core.review.values import value_at_end
from core.weight_files import FOLDERS

PART: Final = 40
"""Matches of one file."""

SLIPS: Final = (0.0, 0.1, 0.3, 0.6)
"""Shares of moves among the first ones of the priors, by the simple players that begin a match."""
LIKELY: Final = 12

SEARCHED: Final = 0.7
"""Share of matches that simple players begin; the others are played by searches alone."""


def copy_weights(key: str, folder: Path) -> None:
    """The weights of the package and its kernel, if it is built: a library of its own can have other weights."""
    folder.mkdir(parents=True, exist_ok=True)
    with as_file(files(f"core.games.{key}.evaluation")) as package:
        for path in package.iterdir():
            if path.suffix == ".json" or path.name == compiled.LIBRARY:
                shutil.copy(path, folder / path.name)


def read_from(key: str, folder: Path | None) -> None:
    """Make the evaluation in Python read its weights from a folder; None is its package."""
    if folder is None:
        FOLDERS.pop(key, None)
    else:
        FOLDERS[key] = folder
    sparse_net.weights.cache_clear()
    for name, module in list(modules.items()):
        if name.startswith(f"core.games.{key}.evaluation"):
            for cached in vars(module).values():
                if hasattr(cached, "cache_clear"):
                    cached.cache_clear()


class Player:
    """Searches with the weights of a folder."""

    def __init__(self, key: str, folder: Path) -> None:
        self.key, self.folder, self.game, self.evaluation = key, folder, find(key), EVALUATIONS[key]
        read_from(key, folder)
        library = folder / compiled.LIBRARY
        self.kernel = compiled.loaded(str(library), KERNELS[key]) if key in KERNELS and library.exists() else None

    def kernel_for(self, state: Any) -> compiled.Kernel | None:
        return self.kernel if self.kernel and self.kernel.face.covers(state) else None

    def value(self, state: Any) -> Value:
        """What the evaluation says."""
        kernel = self.kernel_for(state)
        if kernel is None:
            if FOLDERS.get(self.key) != self.folder:
                read_from(self.key, self.folder)
            return self.evaluation.value(state, Random(0))
        value, seats = compiled.CValue(), len(self.game.scores(state))
        kernel.library.kernel_value(kernel.face.pack(state), byref(value))
        return Value(*(tuple(getattr(value, part)[:seats]) for part in Value._fields))

    def search(self, state: Any, rng: Random) -> Search:
        kernel, leads = self.kernel_for(state), self.value(state).lead
        if kernel is None:
            return Search(self.game, self.evaluation, rng, leads)
        return compiled.CompiledSearch(self.game, self.evaluation, rng, kernel, leads)

    def choose(self, state: Any, iterations: int, rng: Random) -> tuple[Any, Value]:
        """The move, and what the search expects."""
        search = self.search(state, rng)
        root = search.grow(search.node(state), iterations * search.speed)
        return root.moves[best(root)][0], root.mean()


player = cache(Player)


class Match(NamedTuple):
    """The positions of a match, what the search of each choice expected, the result.

    Only searches choose from the position `since` on.
    """

    states: list[Any]
    expected: list[Value | None]
    since: int
    result: Value


def play(plan: Plan, one: Player, seats: int, seed: str, by_search: bool) -> Match:
    """A match of simple players, which searches play on if `by_search`."""
    game, rng = one.game, Random(seed)
    states, expected, since = [game.setup(seats, game.Options(**plan.options))], list[Value | None](), 0
    slips = [rng.choice(SLIPS) for _ in range(seats)]
    simple = rng.randrange(plan.longest * seats) if rng.random() < SEARCHED else 0
    while (turn := game.turn(states[-1])) is not None:
        state, value = states[-1], None
        if turn == CHANCE:
            event = game.deal(state, rng)
        elif by_search and simple <= 0:
            event, value = one.choose(state, plan.iterations, rng)
        else:
            simple -= 1
            if rng.random() < slips[turn] and by_search:
                event = rng.choice(one.evaluation.priors(state)[:LIKELY])[0]
            else:
                event = game.choose(state, rng)
            since = len(states) if by_search else 0
        states.append(game.evolve(state, event))
        expected.append(value)
    return Match(states, expected, since, value_at_end(game, states[-1]))


class Rows(NamedTuple):
    """The positions that are looked at, seen from each seat: a row for each. `seats` are those of the table.

    `won` is the share of the win, `expected` and `likely` the points and the chance to win of the search of the next
    choice (not numbers without one), `is_next` whether the seat makes it, `stops` whether a search stops here.
    """

    match: np.ndarray
    seats: np.ndarray
    seat: np.ndarray
    moment: np.ndarray
    score: np.ndarray
    points: np.ndarray
    won: np.ndarray
    expected: np.ndarray
    likely: np.ndarray
    is_next: np.ndarray
    stops: np.ndarray

    def chosen(self, rows: np.ndarray) -> "Rows":
        return Rows(*(column[rows] for column in self))


Examples = tuple[Rows, list[Inputs]]


def looked_at(plan: Plan, one: Player, number: int, match: Match, rng: Random) -> Iterator[tuple[list[float], Seen]]:
    """Rows and what the network sees."""
    turns = [one.game.turn(state) for state in match.states]
    for index in range(match.since, len(turns) - 1):
        state = match.states[index]
        stops = one.evaluation.is_horizon(state)
        views = plan.see(state) if stops or rng.random() < plan.share else None
        if views is None:
            continue
        near = next((at for at in range(index, len(turns) - 1) if turns[at] != CHANCE), None)
        value = None if near is None else match.expected[near]
        for seat, seen in enumerate(views):
            place = [number, len(views), seat, plan.moment(state), seen.score]
            result = [match.result.points[seat], match.result.win[seat]]
            said = [np.nan, np.nan] if value is None else [value.points[seat], value.win[seat]]
            yield [*place, *result, *said, near is not None and turns[near] == seat, stops], seen


def played(place: tuple[str, str], folder: Path, file: Path, first: int, by_search: bool) -> Examples:
    """The positions of the matches of one file, by game and network; they are played if it is not there yet."""
    plan = PLANS[place[0]][place[1]]
    parts = range(len(plan.untrained().PARTS))
    if not file.exists():
        one, rows, views = player(place[0], folder), list[list[float]](), list[Seen]()
        for number in range(first, first + PART):
            seed = f"{' '.join(place)} {file.parent.name} {number}"
            match = play(plan, one, plan.seats[number % len(plan.seats)], seed, by_search)
            for row, seen in looked_at(plan, one, number, match, Random(seed)):
                rows.append(row)
                views.append(seen)
        inputs = [Inputs.of([seen.parts[part] for seen in views]) for part in parts]
        columns = {f"{name}{part}": column for part in parts for name, column in inputs[part]._asdict().items()}
        unfinished = file.with_suffix(".unfinished.npz")
        np.savez(unfinished, rows=np.array(rows, np.float32), **columns)
        unfinished.rename(file)
    with np.load(file) as read:
        inputs = [Inputs(*(read[f"{name}{part}"] for name in Inputs._fields)) for part in parts]
        return Rows(*read["rows"].T), inputs


def mirrored(place: tuple[str, str], new: Path, old: Path, number: int) -> tuple[float, float]:
    """Matches with the same deals, in which the new weights play each seat once against the old ones.

    The share of the win over that of equal players, and the points over the mean of the others; the means.
    """
    plan, game = PLANS[place[0]][place[1]], find(place[0])
    seats = plan.seats[number % len(plan.seats)]
    rows = []
    for own in range(seats):
        deals, rng = Random(f"{number} deals"), Random(f"{number} {own}")
        players = [player(place[0], new if seat == own else old) for seat in range(seats)]
        state = game.setup(seats, game.Options(**plan.options))
        for _ in range(0 if game.turn(state) == CHANCE else 2 * seats):  # Else all matches would be about equal.
            state = game.evolve(state, deals.choice(list(game.legal_moves(state))))
        while (turn := game.turn(state)) is not None:
            event = game.deal(state, deals) if turn == CHANCE else players[turn].choose(state, plan.iterations, rng)[0]
            state = game.evolve(state, event)
        value = value_at_end(game, state)
        others = (sum(value.points) - value.points[own]) / (seats - 1)  # `lead`, over the best, has a mean below 0.
        rows.append((value.win[own] - 1 / seats, value.points[own] - others))
    return np.mean(rows, 0)[0], np.mean(rows, 0)[1]
