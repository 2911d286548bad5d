"""The account of one match: what every choice and every outcome of chance changed.

Luck compares searches of the dealt table and of other fair ones, all of one length; so its mean is 0 whatever the
evaluation. From the dealt table to the end of its round only choices change the value; each one is judged, and the
losses of moves that another one beats are balanced until they add up to that change. What the evaluation says at the
end of a round is not quite the mean over fair deals of the next one. Most of this difference is an error at this very
end: the mean is the better value of it, and what the choices lost is counted up to there. The part of the error that
the whole round had in common no choice or chance accounts for; it is left unexplained.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

from core import record
from core.errors import InvalidInput
from core.game import CHANCE, AnyEvaluation, AnyGame, Seat, Value
from core.messages import message
from core.record import Frame
from core.review.balance import Estimate, balance, within
from core.review.evaluations import EVALUATIONS, judges, why_not
from core.review.judging import Judge, Judgment
from core.review.luck import DEAL, spread, values_of_deals
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
from core.review.search import Search
from core.review.values import blend, difference, known, mean, total, value_of

REVISION: Final = 9
"""Raised with every change that changes figures."""

_REACH: Final = 24
"""Choices after which a position is valued by a search where no round ends before."""


NOT_JUDGED: Final = "More search does not play better at a table of this size."


class _Budget(NamedTuple):
    """Iterations for a choice and for a move of a continuation; fair deals that an outcome is compared with.

    `noise` are the least standard errors of a choice, in chance to win and in points: what equal reviews with a longer
    search differ by (docs/review.md).
    """

    choice: int
    step: int
    deals: int
    noise: tuple[float, float]


_BUDGETS: Final[dict[Effort, _Budget]] = {
    "quick": _Budget(120, 40, 24, (0.03, 1.5)),
    "normal": _Budget(500, 120, 64, (0.02, 1.0)),
    "deep": _Budget(4000, 1000, 192, (0.01, 0.5)),
}


ITERATIONS: Final[dict[Effort, int]] = {effort: budget.choice for effort, budget in _BUDGETS.items()}
"""Iterations for a choice."""


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
        raise InvalidInput(why_not(game))
    if not any(isinstance(frame.event, game.EVENTS) for frame in frames):
        raise InvalidInput(message("There is nothing to review before the first move."))
    return _Account(game, evaluation, frames, effort, seed, progress or (lambda done, all: None)).review()


class _Choice(NamedTuple):
    frame: int
    seat: Seat
    found: Judgment


class _Account:
    """The work on one match, from its end to its start.

    `stretch` are the choices since the last border, the last one first. A border is an outcome of chance, the end of a
    round, the end of the match, or a position after `_REACH` choices. `end` is the value at the border, `followed`
    that of the position at hand as the match went on.
    """

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
        self.judged = judges(game.KEY, self.seats)
        self.search = Search(game, evaluation, Random(seed))
        budget = self.budget
        self.judge = Judge(self.search, budget.choice, budget.step, budget.noise, evaluation.SHRINKAGE)
        self.values: dict[int, Value] = {}
        self.moves: list[ReviewedMove] = []
        self.chance: list[ReviewedChance] = []
        self.changes: list[Value] = []
        self.node = self.search.node(frames[-1].state)
        self.stretch: list[_Choice] = []
        self.end = self.followed = self.search.worth(self.node, self.budget.choice)

    def review(self) -> Review:
        last = len(self.frames) - 1
        result = self._result()
        for index in range(last, 0, -1):
            self._event(index)
            self.progress(last + 1 - index, last)
        if self.stretch:
            self._close(self.search.worth(self.node, self.budget.choice))
        self.values.setdefault(0, self.followed)
        self.values[last] = result
        for index in range(1, last + 1):  # A ruling or a close does not change what the position is worth by the rules.
            self.values.setdefault(index, self.values[index - 1])
        start = self.values[0]
        explained = total([start, *self.changes], self.seats)
        return Review(
            engine=self.engine,
            start=_values(start),
            moves=tuple(sorted(self.moves, key=lambda move: move.version)),
            chance=tuple(reversed(self.chance)),
            unexplained=_values(difference(result, explained)),
            result=_values(result),
            positions=tuple(
                Position(frame.version, tuple(min(1.0, max(0.0, part)) for part in win), lead, points)
                for frame, (win, lead, points) in (
                    (frame, self.values[index]) for index, frame in enumerate(self.frames)
                )
            ),
            judged=self.judged,
            why="" if self.judged else NOT_JUDGED,
        )

    def _result(self) -> Value:
        """What the match ended with, rulings and a close included; while it is open, the value of its last position."""
        last = self.frames[-1]
        outcome = record.outcome(self.game, last)
        return self.end if outcome is None else value_of(known(last.scores), outcome.winners)

    def _event(self, index: int) -> None:
        frame, before = self.frames[index], self.frames[index - 1]
        if not isinstance(frame.event, self.game.EVENTS):
            return
        if before.turn == CHANCE:
            self._deal(index)
        elif self.judged:
            self._choice(index)
        else:
            self.values[index - 1] = self._worth(before.state)

    def _deal(self, index: int) -> None:
        """The luck of a deal; the round it opens is closed."""
        frame, state = self.frames[index], self.frames[index - 1].state
        seed = f"{self.engine.seed} {index}"
        dealt, values = values_of_deals(self.game, state, frame.state, seed, self.budget.deals)
        fair = mean(values)
        self._close(dealt)
        self.values[index], self.values[index - 1] = dealt, fair
        change = difference(dealt, fair)
        self.changes.append(change)
        self.chance.append(ReviewedChance(frame.version, _values(change), spread(values)))
        self.node = self.search.node(state)
        self.followed = self.search.worth(self.node, self.budget.choice)
        self.end = blend(fair, self.followed, self.evaluation.SHARED_ERROR)

    def _worth(self, state: object) -> Value:
        return self.search.worth(self.search.node(state), DEAL)

    def _choice(self, index: int) -> None:
        frame, before, after = self.frames[index], self.frames[index - 1], self.node
        assert isinstance(before.turn, int)
        if self.stretch and (self.search.stops(after) or len(self.stretch) >= _REACH):
            value = self.search.worth(after, self.budget.choice)
            self._close(value)
            self.end = self.followed = value
        root = self.search.node(before.state)
        self.search.settle(after, self.budget.choice)
        self.search.adopt(root, after, frame.event)
        found = self.judge.judge(root, after, self.followed, len(self.stretch))
        self.stretch.append(_Choice(index, before.turn, found))
        self.node, self.followed = root, found.value

    def _close(self, start: Value) -> None:
        """Balance the choices of the stretch between its two ends, and note them."""
        choices = self.stretch[::-1]
        losses = []
        for part in (0, 1):
            estimates = [
                Estimate(choice.found.losses[part], choice.found.errors[part], 1 if choice.seat else -1)
                for choice in choices
                if choice.found.move is not None
            ]
            own = balance(estimates, _part(self.end, part) - _part(start, part))
            losses.append(iter(own if part else within(estimates, own, start.win[0])))
        value = start
        for index, seat, found in choices:
            self.values[index - 1] = value
            none = found.move is None
            win, lead = (0.0, 0.0) if none else (next(losses[0]), next(losses[1]))
            change = Value(_against(seat, win), _against(seat, lead), (0.0,) * self.seats)
            value = total([value, change], self.seats)
            self.changes.append(change)
            self._note(index, seat, found, change)
        if choices:
            self.values[choices[-1].frame] = value
        self.stretch = []

    def _note(self, index: int, seat: Seat, found: Judgment, change: Value) -> None:
        frame, write = self.frames[index], self.game.write
        played = write(frame.event)
        lost = -change.win[seat]
        worse = found.move is not None and (lost > 0 or change.lead[seat] < 0)
        error = Error(*found.errors) if worse else Error(0.0, 0.0)
        best, line = (write(found.move), tuple(map(write, found.line))) if worse else (played, ())
        grade = grade_of((lost, -change.lead[seat]), found.errors)
        self.moves.append(ReviewedMove(frame.version, seat, played, best, _values(change), error, grade, line))


def _part(value: Value, part: int) -> float:
    """The chance to win or the lead of the first seat."""
    return value.lead[0] if part else value.win[0]


def _against(seat: Seat, loss: float) -> tuple[float, ...]:
    """The change by a loss of one of two seats."""
    return (loss, 0.0 - loss) if seat else (0.0 - loss, loss)


def _values(value: Value) -> Values:
    return Values(value.win, value.lead)


_GRADES: Final[tuple[tuple[float, Grade], ...]] = ((0.02, "good"), (0.05, "inaccuracy"), (0.1, "mistake"))
"""Upper limits of the lost chance to win."""

_POINTS: Final[tuple[tuple[float, Grade], ...]] = ((3.0, "best"), (10.0, "good"))
"""Upper limits of the lost points, where hardly any chance to win was lost: in a match that is all but decided."""


def grade_of(lost: tuple[float, float], errors: tuple[float, float]) -> Grade:
    """The grade of a loss of chance to win and of points, with their standard errors; within them a move is best."""
    (win, points), (win_error, points_error) = lost, errors
    if win > win_error:
        return next((grade for limit, grade in _GRADES if win < limit), "blunder")
    if points > points_error:
        return next((grade for limit, grade in _POINTS if points < limit), "inaccuracy")
    return "best"
