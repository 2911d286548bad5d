"""The trials of `make strength`: each one measures one thing in one match or a few, by its own seed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean, variance
from typing import Any, Final

from core import games, record
from core.game import CHANCE, AnyGame, Value
from core.games import find
from core.record import Frame
from core.record_events import Entry
from core.review.account import ITERATIONS, review
from core.review.evaluations import EVALUATIONS
from core.review.luck import values_of_deals
from core.review.moments import is_mistake
from core.review.review import Effort
from core.review.search import Search, best
from core.review.values import difference, mean, value_at_end

SEARCH: Final = 6
"""Raised with every change of how the search plays."""

ENGINE: Final = 7
"""Raised with every change of what positions are worth."""

JUDGING: Final = 3
"""Raised with every change of what choices are judged by."""

Player = Callable[[Any, Random], Any]

PLAYED_ON: Final = 30
"""Iterations for a move of simulated matches and of the referee, who plays both branches on to the end."""

FLAG: Final = 3.0
"""Points from which a move is called flagged, before what the `TRUST` of the game leaves of them."""

SUSPECTED_BY: Final = 6
PROVED_BY: Final = 18
"""Pairs of continuations of the referee. A planted move that seems to lose is proved by continuations of its own: among
many moves those that only had bad luck seem to lose as well."""

REFEREE: Final = 200
"""Iterations by which the move is found that a planted one is compared with."""

LUCK_MATCHES: Final = 20
LUCK_DEALS: Final = 4

MOST_EVENTS: Final = 2000

END_DEALS: Final = 16
VARIED: Final = (0.25, 0.1)
"""The shares of moves drawn by their priors, in the two ways to the end of a round."""

OPENING: Final = 4
"""Moves."""


def player(game: AnyGame, rung: str) -> Player:
    if rung == "random":
        return lambda state, rng: rng.choice(list(game.legal_moves(state)))
    if rung == "choose":
        return game.choose
    return searcher(game, PLAYED_ON if rung == "short" else ITERATIONS[_effort(rung)])


def _effort(rung: str) -> Effort:
    return "quick" if rung == "quick" else "normal" if rung == "normal" else "deep"


def searcher(game: AnyGame, iterations: int) -> Player:
    """A player with the search of the review."""

    def choose(state: Any, rng: Random) -> Any:
        search = Search(game, EVALUATIONS[game.KEY], rng)
        root = search.grow(search.node(state), iterations)
        return root.moves[best(root)][0]

    return choose


def play_on(game: AnyGame, frames: list[Frame], players: list[Player], deals: Random, rng: Random) -> list[Frame]:
    """The match played to its end; deals have a generator of their own, equal for the branches that are compared."""
    frames = list(frames)
    while (turn := frames[-1].turn) is not None and len(frames) < MOST_EVENTS:
        state = frames[-1].state
        event = game.deal(state, deals) if turn == CHANCE else players[turn](state, rng)
        frames.append(record.next_frame(game, frames[-1], Entry(frames[-1].version + 1, event)))
    return frames


def played(game: AnyGame, rungs: list[str], seed: object, options: Any = None) -> list[Frame]:
    state = game.setup(len(rungs), options or game.Options())
    frames = [Frame(1, None, state, None, game.turn(state), 0, game.scores(state))]
    if frames[0].turn != CHANCE:
        frames = opening(game, frames, Random(f"{seed} opening"))
    return play_on(game, frames, [player(game, rung) for rung in rungs], Random(f"{seed} deals"), Random(f"{seed}"))


def opening(game: AnyGame, frames: list[Frame], rng: Random) -> list[Frame]:
    """The first moves at random: where chance begins no match, all matches of the same players would be equal."""
    choose = player(game, "random")
    for _ in range(OPENING):
        event = choose(frames[-1].state, rng)
        frames = [*frames, record.next_frame(game, frames[-1], Entry(frames[-1].version + 1, event))]
    return frames


def referee(
    game: AnyGame, frames: list[Frame], events: tuple[Any, Any], seed: object, continuations: int
) -> tuple[list[float], float]:
    """The gain of the first event over the second: chance to win and lead of the seat, played on to the end.

    Also the standard error of the lead.
    """
    seat: Any = frames[-1].turn
    rows: list[tuple[float, float]] = []
    for number in range(continuations):
        ends: list[Value] = []
        for event in events:
            after = record.next_frame(game, frames[-1], Entry(frames[-1].version + 1, event))
            dice = Random(f"{seed} {number} deals"), Random(f"{seed} {number}")
            end = play_on(game, [after], [player(game, "short")] * len(after.scores), *dice)[-1]
            ends.append(value_at_end(game, end.state))
        rows.append((ends[0].win[seat] - ends[1].win[seat], ends[0].lead[seat] - ends[1].lead[seat]))
    means = [sum(parts) / len(rows) for parts in zip(*rows, strict=True)]
    spread = sum((lead - means[1]) ** 2 for _, lead in rows) / (len(rows) - 1)
    return means, (spread / len(rows)) ** 0.5


@cache
def engine(game: str, kind: str) -> str:
    """All that trials of a game depend on: revisions, a digest of the weights, and the shares it claims by."""
    folder = Path(games.__file__).parent / game / "evaluation"
    weights = b"".join(path.read_bytes() for path in sorted(folder.glob("*.json")))
    digest = sha256(weights).hexdigest()[:8]
    if kind == "ladder":
        return f"{SEARCH}-{digest}"
    if kind in ("luck", "ends"):
        return f"{ENGINE}-{digest}"
    return f"{ENGINE}.{JUDGING}-{digest}-{EVALUATIONS[game].TRUST.choice}-{EVALUATIONS[game].SHARED_ERROR}"


@dataclass(frozen=True)
class Trial:
    """One measurement: its kind and what it is about make its key; `number` seeds it."""

    kind: str
    game: str
    seats: int
    rungs: tuple[str, ...]
    number: int

    @property
    def key(self) -> str:
        return (
            f"{engine(self.game, self.kind)} {self.kind} {self.game} {self.seats} {'-'.join(self.rungs)} {self.number}"
        )

    def run(self) -> dict[str, Any]:
        return MEASURES[self.kind](find(self.game), self)


def ladder(game: AnyGame, trial: Trial) -> dict[str, Any]:
    """A match of one stronger player, whose seat changes, against the next weaker rung on all other seats."""
    weaker, stronger = trial.rungs
    seat = trial.number % trial.seats
    rungs = [stronger if own == seat else weaker for own in range(trial.seats)]
    end = played(game, rungs, f"{trial.number // trial.seats} ladder")[-1]
    value = value_at_end(game, end.state)
    return {"won": value.win[seat], "lead": value.lead[seat]}


def luck(game: AnyGame, trial: Trial) -> dict[str, Any]:
    """The luck of some matches of simple players, without the rest of a review; each deal against few fair ones."""
    rows = []
    for number in range(trial.number * LUCK_MATCHES, (trial.number + 1) * LUCK_MATCHES):
        found = _lucks(game, played(game, ["choose"] * trial.seats, f"{number} luck"), number)
        rows.append([sum(each.win[0] for each in found), sum(each.lead[0] for each in found)])
    return {"rows": rows}


def _lucks(game: AnyGame, frames: Sequence[Frame], seed: int) -> list[Value]:
    """The luck of every outcome of chance."""
    changes = []
    for index, (before, frame) in enumerate(pairwise(frames), 1):
        if before.turn == CHANCE and isinstance(frame.event, game.EVENTS):
            dealt, fair = values_of_deals(game, before.state, frame.state, f"{seed} {index}", LUCK_DEALS)
            changes.append(difference(dealt, mean(fair)))
    return changes


def losses(game: AnyGame, trial: Trial) -> dict[str, Any]:
    """A match of two strengths: what each seat lost by choices, and the result, in points."""
    rungs = trial.rungs if trial.number % 2 else trial.rungs[::-1]
    found = review(game, played(game, list(rungs), f"{trial.number} losses"), "quick", trial.number)
    lost = [-sum(move.change.lead[seat] for move in found.moves if move.seat == seat) for seat in (0, 1)]
    stronger = rungs.index(trial.rungs[1])
    return {
        "weaker": lost[1 - stronger],
        "stronger": lost[stronger],
        "lead": found.result.lead[stronger],
    }


def repeat(game: AnyGame, trial: Trial) -> dict[str, Any]:
    """The losses of a match, chance to win and points, by two reviews with different seeds or of different efforts."""
    frames = played(game, ["short"] * trial.seats, f"{trial.number} repeat")
    efforts: tuple[tuple[Effort, int], ...] = (("normal", 1), ("normal", 2))
    if "deep" in trial.rungs:
        efforts = (("normal", 1), ("deep", 3))
    reviews = [review(game, frames, *own) for own in efforts]
    return {
        "losses": [[-move.change.lead[move.seat] for move in found.moves] for found in reviews],
        "win": [[-move.change.win[move.seat] for move in found.moves] for found in reviews],
    }


def planted(game: AnyGame, trial: Trial) -> dict[str, Any]:
    """A bad move planted into a match of varied strength: whether the referee proves it, and the review finds it."""
    rng = Random(f"{trial.number} planted")
    rungs = [rng.choice(("choose", "short", "quick")) for _ in range(trial.seats)]
    frames = played(game, rungs, f"{trial.number} planted")
    places = [index for index, frame in enumerate(frames[1:], 1) if frame.seat is not None]
    index = rng.choice(places)
    before = frames[:index]
    moves = EVALUATIONS[game.KEY].priors(before[-1].state)
    if len(moves) < 8:
        return {"proved": False}
    bad = rng.choice(moves[len(moves) * 3 // 4 :])[0]
    good = searcher(game, REFEREE)(before[-1].state, rng)
    for part, continuations in (("suspected", SUSPECTED_BY), ("proved", PROVED_BY)):
        (_, lead), error = referee(game, before, (good, bad), f"{trial.number} {part}", continuations)
        if lead < FLAG or lead < 2 * error:
            return {"proved": False}
    after = record.next_frame(game, before[-1], Entry(before[-1].version + 1, bad))
    match = play_on(game, [*before, after], [player(game, rung) for rung in rungs], Random(1), Random(1))
    return {"proved": True} | {effort: _finds(game, match, after.version, effort) for effort in ("quick", "normal")}


def _finds(game: AnyGame, match: list[Frame], version: int, effort: Effort) -> bool:
    """True if a review finds that the move of a version lost."""
    move = next(own for own in review(game, match, effort, 1).moves if own.version == version)
    return is_mistake(move) or -move.change.lead[move.seat] >= EVALUATIONS[game.KEY].TRUST.claimed(0.0, FLAG)[1]


def ends(game: AnyGame, trial: Trial) -> dict[str, Any]:
    """Two ends of each round of a match, from one dealt table: by how much the evaluation errs at each of them."""
    rng, rows = Random(f"{trial.number} ends"), []
    state = game.setup(trial.seats, game.Options())
    while game.turn(state) is not None:
        if game.turn(state) == CHANCE:
            state = game.evolve(state, game.deal(state, rng))
        own, other = (_ended(game, state, share, rng) for share in VARIED)
        if CHANCE == game.turn(own) == game.turn(other):
            seed = f"{trial.number} {len(rows)}"
            rows.append([_errs(game, own, f"{seed} own"), _errs(game, other, f"{seed} other")])
        state = own
    return {"rows": rows}


def _ended(game: AnyGame, state: Any, varied: float, rng: Random) -> Any:
    """The end of a round by short searches, with a share of moves drawn by their priors."""
    evaluation, choose = EVALUATIONS[game.KEY], player(game, "short")
    while game.turn(state) not in (None, CHANCE):
        if rng.random() < varied:
            moves, weights = zip(*evaluation.priors(state), strict=True)
            event = rng.choices(moves, weights)[0]
        else:
            event = choose(state, rng)
        state = game.evolve(state, event)
    return state


def _errs(game: AnyGame, end: Any, seed: str) -> list[float]:
    """The mean over fair deals less the evaluation, win and lead, and the variances of these means."""
    search = Search(game, EVALUATIONS[game.KEY], Random(seed))
    said = search.worth(search.node(end), ITERATIONS["quick"])
    dealt, fair = values_of_deals(game, end, game.evolve(end, game.deal(end, Random(seed))), seed, END_DEALS)
    errors, noise = [], []
    for part in ("win", "lead"):
        found = [getattr(value, part)[0] for value in (dealt, *fair)]
        errors.append(fmean(found) - getattr(said, part)[0])
        noise.append(variance(found) / len(found))
    return errors + noise


MEASURES: Final[dict[str, Callable[[AnyGame, Trial], dict[str, Any]]]] = {
    "ladder": ladder,
    "repeat": repeat,
    "planted": planted,
    "losses": losses,
    "luck": luck,
    "ends": ends,
}
