"""The account of one match: what every choice and every outcome of chance changed.

Within a round the account goes backwards from its end. The value of a position is that of the match as it went on, or
of the best other move found if that is worth more to the seat to move; so what choices changed adds up exactly. The
value at a round's end is the mean over fair deals; what the static evaluation says instead is left unexplained.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from core.errors import InvalidInput
from core.game import CHANCE, AnyEvaluation, AnyGame, Value
from core.record import Frame
from core.review import search
from core.review.evaluations import EVALUATIONS
from core.review.review import (
    Effort,
    Engine,
    Error,
    Grade,
    Position,
    Review,
    ReviewedChance,
    ReviewedMove,
    Values,
)
from core.review.values import difference, known, mean, total, value_at_end, value_of

REVISION: Final = 1
"""Raised with every change that changes figures."""


class _Budget(NamedTuple):
    """Iterations for a choice and for a dealt table, and how many fair deals an outcome of chance is compared to."""

    choice: int
    deal: int
    deals: int


_BUDGETS: Final[dict[Effort, _Budget]] = {
    "quick": _Budget(60, 20, 8),
    "normal": _Budget(300, 60, 16),
    "deep": _Budget(3000, 200, 48),
}


def can_review(game: AnyGame) -> bool:
    return game.KEY in EVALUATIONS


def review(
    game: AnyGame,
    frames: Sequence[Frame],
    effort: Effort,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """The review of a match from its frames. Deterministic for equal frames, effort and seed.

    `progress` is called with the number of events done and of all events. Raises InvalidInput for a game that cannot
    be reviewed, and for a match without events of its game.
    """
    evaluation = EVALUATIONS.get(game.KEY)
    if evaluation is None:
        raise InvalidInput(f"{game.TITLE} cannot be reviewed.")
    return _Account(game, evaluation, frames, effort, seed, progress or (lambda done, all: None)).review()


class _Account:
    def __init__(
        self,
        game: AnyGame,
        evaluation: AnyEvaluation,
        frames: Sequence[Frame],
        effort: Effort,
        seed: int,
        progress: Callable[[int, int], None],
    ) -> None:
        self.game, self.evaluation, self.frames = game, evaluation, frames
        self.engine = Engine(REVISION, effort, seed)
        self.budget = _BUDGETS[effort]
        self.progress = progress
        self.seats = len(frames[0].scores)
        self.judged = self.seats in evaluation.JUDGED_SEATS
        self.moves: list[ReviewedMove] = []
        self.chance: list[ReviewedChance] = []
        self.changes: list[Value] = []

    def review(self) -> Review:
        frames = self.frames
        value = self._result()
        result, values = value, [value]
        for index in range(len(frames) - 1, 0, -1):
            value = self._before(index, value)
            values.append(value)
            self.progress(len(frames) - index, len(frames) - 1)
        start = values[-1]
        explained = total([start, *self.changes], self.seats)
        return Review(
            engine=self.engine,
            start=_values(start),
            moves=tuple(reversed(self.moves)),
            chance=tuple(reversed(self.chance)),
            unexplained=_values(difference(result, explained)),
            result=_values(result),
            positions=tuple(Position(frame.version, *own) for frame, own in zip(frames, reversed(values), strict=True)),
            judged=self.judged,
            why="" if self.judged else "More search does not play better at a table of this size.",
        )

    def _result(self) -> Value:
        last = self.frames[-1]
        if self.game.turn(last.state) is not None:
            return self._searched(last.state, self.budget.choice, len(self.frames))
        if not last.rulings:
            return value_at_end(self.game, last.state)
        points = known(last.scores)
        return value_of(points, [seat for seat, own in enumerate(points) if own == max(points)])

    def _before(self, index: int, after: Value) -> Value:
        """The value before an event, whose value afterwards is `after`; notes what the event changed."""
        frame, before = self.frames[index], self.frames[index - 1]
        if not isinstance(frame.event, self.game.EVENTS):
            return after
        if before.turn == CHANCE:
            return self._deal(index)
        return self._choice(index, after) if self.judged else self._searched(before.state, self.budget.choice, index)

    def _deal(self, index: int) -> Value:
        frame, state = self.frames[index], self.frames[index - 1].state
        iterations = self.budget.deal
        dealt = [
            self._searched(self.game.evolve(state, self.game.deal(state, self._rng(index, number))), iterations, index)
            for number in range(self.budget.deals)
        ]
        fair = mean(dealt)
        change = difference(self._searched(frame.state, iterations, index), fair)
        self.changes.append(change)
        self.chance.append(ReviewedChance(frame.version, _values(change), _spread(dealt)))
        return fair

    def _choice(self, index: int, after: Value) -> Value:
        game, frame, state = self.game, self.frames[index], self.frames[index - 1].state
        seat: Any = self.frames[index - 1].turn
        played = game.write(frame.event)
        root = search.search(game, self.evaluation, state, self.budget.choice, self._rng(index))
        assert root.moves
        move = root.moves[search.best(root, seat)][0]
        other = game.evolve(state, move)
        change = Value(*((0.0,) * self.seats,) * 3)
        if other != frame.state:
            halves = [self._searched(one, self.budget.choice // 2, index) for one in (frame.state, other)]
            if search.utility(halves[1], seat) > search.utility(halves[0], seat):
                change = difference(*halves)
        is_best = change.win[seat] >= 0
        best = played if is_best else game.write(move)
        self.changes.append(change)
        grade = _grade(-change.win[seat])
        reviewed = ReviewedMove(frame.version, seat, played, best, _values(change), Error(0.0, 0.0), grade)
        self.moves.append(reviewed)
        return difference(after, change)

    def _searched(self, state: object, iterations: int, index: int) -> Value:
        """The value of a position by a search of its own."""
        turn = self.game.turn(state)
        if turn is None:
            return value_at_end(self.game, state)
        rng = self._rng(index, -1)
        if turn == CHANCE:
            return self.evaluation.value(state, rng)
        root = search.search(self.game, self.evaluation, state, iterations, rng)
        child = root.children[search.best(root, turn)]
        return child.mean() if child else root.mean()

    def _rng(self, index: int, number: int = 0) -> Random:
        return Random(f"{self.engine.seed} {index} {number}")


def _values(value: Value) -> Values:
    return Values(value.win, value.lead)


def _spread(values: Sequence[Value]) -> Error:
    """The standard error of the mean of the values, for the seat where it is greatest."""
    centre, number = mean(values), len(values)

    def error(of: Callable[[Value], Sequence[float]]) -> float:
        sums = [sum((of(value)[seat] - of(centre)[seat]) ** 2 for value in values) for seat in range(len(centre.win))]
        return float((max(sums) / max(1, number - 1) / number) ** 0.5)

    return Error(error(lambda value: value.win), error(lambda value: value.lead))


_GRADES: Final[tuple[tuple[float, Grade], ...]] = ((0.02, "good"), (0.05, "inaccuracy"), (0.1, "mistake"))
"""Upper limits of the lost chance to win."""


def _grade(lost: float) -> Grade:
    if lost <= 0:
        return "best"
    return next((grade for limit, grade in _GRADES if lost < limit), "blunder")
