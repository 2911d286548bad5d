"""The account of one match, for each seat: start + changes by choices and chance + unexplained = result.

- Luck of a deal = value of the dealt table - mean value of fair tables, by searches of one length. Its mean is 0 for
  any evaluation.
- From the dealt table to the end of its round only choices change the value. Each choice is judged (`judging`), and the
  losses are balanced so that they add up to that change, as far as their stated errors go (`balance`). With more
  than two seats the own loss alone is known, not who gains: nothing is balanced, and what the choices of the others
  change is unexplained.
- What is claimed are the shares of losses and luck that a referee realised, with the errors it found (`Trust`).
- At the end of a round the evaluation says e, the mean over fair deals of the next round f. The choices are counted up
  to f + s * (e - f), s = `SHARED_ERROR` of the game: the share of the error that all ends of the round have in common.
  That share of the difference is left unexplained.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

from core import record
from core.errors import InvalidInput
from core.game import CHANCE, AnyEvaluation, AnyGame, Seat, Value
from core.messages import message
from core.record import Frame
from core.review.balance import Estimate, balance, within
from core.review.compiled import judges, search_of
from core.review.evaluations import EVALUATIONS, why_not
from core.review.judging import Judge, Judgment
from core.review.lines import principal_line
from core.review.luck import DEAL, luck_error, values_of_deals
from core.review.moments import grade_of, is_mistake
from core.review.reasons import SHARE
from core.review.review import (
    Effort,
    Engine,
    Error,
    Review,
    ReviewedChance,
    ReviewedMove,
    ReviewedPosition,
    Values,
)
from core.review.values import blend, difference, known, mean, total, value_at_end, value_of

REVISION: Final = 45
"""Revision of the figures: raised with every change of them."""

_OF_THREE: Final = 0.65
"""The share of the claims for two seats that is made at three. With a share of 1 a referee realised .96 of the chance
to win and .55 of the points of 24 claims of Azul, .55 and .31 of 36 claims of Azacru."""

_REACH: Final = 24
"""Number of choices after which a position is valued by a search if no round has ended."""

NOT_JUDGED: Final = "More search does not play better at a table of this size."


class _Budget(NamedTuple):
    """Iterations for a choice and for a move of a continuation or a line; fair deals that an outcome is compared with.

    `noise` are the minimum standard errors of a choice, in chance to win and in points: the differences from equal
    reviews with a longer search (docs/review.md). `positions` are those that are looked at to prove who wins.
    """

    choice: int
    step: int
    deals: int
    noise: tuple[float, float]
    positions: int

    def times(self, speed: int) -> "_Budget":
        """The budget of a faster search."""
        return self._replace(choice=speed * self.choice, step=speed * self.step)


_BUDGETS: Final[dict[Effort, _Budget]] = {
    "quick": _Budget(120, 40, 24, (0.03, 1.5), 1 << 17),
    "normal": _Budget(500, 120, 64, (0.02, 1.0), 1 << 19),
    "deep": _Budget(4000, 1000, 192, (0.01, 0.5), 1 << 22),
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
    return _MatchAccount(game, evaluation, frames, effort, seed, progress or (lambda done, all: None)).review()


class _Choice(NamedTuple):
    frame: int
    seat: Seat
    judgment: Judgment


class _MatchAccount:
    """The computation of one review, from the end of the match to its start.

    `stretch` are the choices since the last border, the last one first. A border is an outcome of chance, the end of a
    round, the end of the match, or a position after `_REACH` choices. `end` is the value at the border, `followed` the
    value of the current position, from the further course of the match.
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
        self.progress = progress
        self.seats = len(frames[0].scores)
        self.judged = judges(game.KEY, self.seats)
        self.values: dict[int, Value] = {}
        self.moves: list[ReviewedMove] = []
        self.chance: list[ReviewedChance] = []
        self.changes: list[Value] = []
        self.stretch: list[_Choice] = []
        self.end = self.followed = self._begin(frames[-1].state)

    def _begin(self, state: object) -> Value:
        """Begin the next stretch, at its end: the value there. A search is about one stretch."""
        self.search = search_of(self.game, self.evaluation, state, Random(self.engine.seed))
        budget = self.budget = _BUDGETS[self.engine.effort].times(self.search.speed)
        self.judge = Judge(self.search, budget.choice, budget.step, budget.positions, budget.noise, self._claimed)
        self.node = self.search.node(state)
        return self.search.worth(self.node, budget.choice)

    def _claimed(self, win: float, lead: float) -> tuple[float, float]:
        share = 1.0 if self.seats == 2 else _OF_THREE
        win, lead = self.search.trust.claimed(win, lead)
        return share * win, share * lead

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
                ReviewedPosition(frame.version, tuple(min(1.0, max(0.0, part)) for part in win), lead, points)
                for frame, (win, lead, points) in (
                    (frame, self.values[index]) for index, frame in enumerate(self.frames)
                )
            ),
            judged=self.judged,
            why="" if self.judged else NOT_JUDGED,
        )

    def _result(self) -> Value:
        """The result of the match, rulings and a close included; while it is open, the value of its last position."""
        last = self.frames[-1]
        # No option of a reviewed game changes who wins: the most points do.
        outcome = record.outcome(self.game, last, self.game.Options())
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
        """Note the luck of a deal, and close the round that it opens."""
        frame, state = self.frames[index], self.frames[index - 1].state
        seed = f"{self.engine.seed} {index}"
        raw, values = values_of_deals(self.game, state, frame.state, seed, self.budget.deals)
        trust = self.search.trust
        fair, share = mean(values), trust.share_of_luck(self.game.round_number(frame.state))
        dealt = blend(fair, raw, share)
        self._close(dealt)
        self.values[index], self.values[index - 1] = dealt, fair
        change = difference(dealt, fair)
        self.changes.append(change)
        self.chance.append(ReviewedChance(frame.version, _values(change), luck_error(values, share, trust.unseen)))
        self.followed = self._begin(state)
        # Ends within a round have little of their errors in common.
        shared = self.evaluation.SHARED_ERROR if self.evaluation.is_horizon(state) else 0.0
        self.end = blend(fair, self.followed, shared)

    def _worth(self, state: object) -> Value:
        return self.search.worth(self.search.node(state), DEAL)

    def _choice(self, index: int) -> None:
        frame, before = self.frames[index], self.frames[index - 1]
        assert isinstance(before.turn, int)
        self.node = self.search.with_room(self.node)
        if self.stretch and (self.search.stops(self.node) or len(self.stretch) >= _REACH):
            value = self._begin(frame.state)
            self._close(value)
            self.end = self.followed = value
        after = self.node
        root = self.search.node(before.state)
        self.search.settle(after, self.budget.choice)
        self.search.adopt(root, after, frame.event)
        trees, judgment = self.search.trees, self.judge.judge(root, after, self.followed, len(self.stretch))
        self.stretch.append(_Choice(index, before.turn, judgment))
        self.node = root if trees == self.search.trees else self.search.node(before.state)
        self.followed = judgment.value

    def _close(self, start: Value) -> None:
        """Note the choices of the stretch between its two ends."""
        if self.seats > 2:
            if self.stretch:
                self.values.setdefault(self.stretch[0].frame, self.end)
            for choice in self.stretch:
                self.values[choice.frame - 1] = choice.judgment.value
                self._note(choice, *(max(0.0, loss) for loss in choice.judgment.losses))
        else:
            self._balance(start)
        self.stretch = []

    def _balance(self, start: Value) -> None:
        choices = self.stretch[::-1]
        losses = [iter(self._balanced(choices, _part(start, part), part)) for part in (0, 1)]
        value = start
        for choice in choices:
            value = _with_proved(value, choice.judgment)
            self.values[choice.frame - 1] = value
            change = self._note(choice, next(losses[0]), next(losses[1]))
            value = total([value, change], self.seats)
        if choices:
            self.values[choices[-1].frame] = value

    def _balanced(self, choices: Sequence[_Choice], value: float, part: int) -> list[float]:
        """The losses of one part: those that are not proved, balanced from one proved value to the next one."""
        found, between = list[float](), list[Estimate]()
        for choice in choices:
            judgment, sign = choice.judgment, 1 if choice.seat else -1
            loss = judgment.losses[part]
            if judgment.errors[part]:
                error = 0.0 if judgment.move is None else self._stated(judgment, judgment.losses)[part]
                between.append(Estimate(loss, error, sign))
            else:
                proved = _part(judgment.value, part)
                found += [*self._moved(between, value, proved, part), loss]
                value, between = proved + sign * loss, []
        return [*found, *self._moved(between, value, _part(self.end, part), part)]

    def _moved(self, estimates: list[Estimate], start: float, end: float, part: int) -> list[float]:
        losses = balance(estimates, end - start)
        return losses if part else within(estimates, losses, start)

    def _note(self, choice: _Choice, win: float, lead: float) -> Value:
        """Note a choice with its loss; the change by it. No seat loses more chance to win than it has."""
        index, seat, judgment = choice
        win = min(win, self.values[index - 1].win[seat])
        change = Value(self._against(seat, win), self._against(seat, lead), (0.0,) * self.seats)
        self.changes.append(change)
        frame, write = self.frames[index], self.game.write
        played = write(frame.event)
        lost = -change.win[seat]
        worse = judgment.move is not None and (lost > 0 or change.lead[seat] < 0)
        stated = self._stated(judgment, (win, lead))
        error = stated if worse else Error(0.0, 0.0)
        best, line = (write(judgment.move), tuple(map(write, judgment.line))) if worse else (played, ())
        grade = grade_of(lost, -change.lead[seat], judgment.errors, stated)
        forced = judgment.is_forced
        move = ReviewedMove(frame.version, seat, played, best, _values(change), error, grade, line, is_forced=forced)
        self.moves.append(self._with_lines(move, index) if is_mistake(move) else move)
        return change

    def _stated(self, judgment: Judgment, losses: tuple[float, float]) -> Error:
        """The error of the claims of these losses; none of what is proved."""
        parts = zip(self.search.trust.errors, losses, judgment.errors, strict=True)
        return Error(*(own.of(max(0.0, loss), searches) if searches else 0.0 for own, loss, searches in parts))

    def _against(self, seat: Seat, loss: float) -> tuple[float, ...]:
        """The change by a loss of a seat, which of two seats the other one gains."""
        other = loss if self.seats == 2 else 0.0
        return tuple(0.0 - loss if each == seat else other for each in range(self.seats))

    def _with_lines(self, move: ReviewedMove, index: int) -> ReviewedMove:
        """The move with the principal lines after it and after the best one, by equal searches of their own.

        It is a good one, without a mark, where these lines do not show the loss, and the loss is not proved.
        """
        game, before = self.game, self.frames[index - 1].state
        after = [game.evolve(before, game.parse(text)) for text in (move.notation, move.best)]
        lines = [self._line(state) for state in after]
        played, best = (self._end(state, line) for state, line in zip(after, lines, strict=True))
        lost = (move.change.win, move.change.lead)
        shown = (best.win[move.seat] - played.win[move.seat], best.lead[move.seat] - played.lead[move.seat])
        if move.error.win and not any(
            own >= -SHARE * part[move.seat] > 0 for own, part in zip(shown, lost, strict=True)
        ):
            return replace(move, grade="good")
        reply, continuation = (tuple(map(game.write, line)) for line in lines)
        return replace(move, continuation=continuation, reply=reply)

    def _end(self, state: Any, line: Sequence[Any]) -> Value:
        """The value at the end of a line."""
        for event in line:
            state = self.game.evolve(state, event)
        if self.game.turn(state) is None:
            return value_at_end(self.game, state)
        return self.evaluation.value(state, Random(self.engine.seed))

    def _line(self, state: Any) -> tuple[Any, ...]:
        search = search_of(self.game, self.evaluation, state, Random(f"{self.engine.seed} line"))
        return principal_line(search, state, self.budget.step)


def _with_proved(value: Value, judgment: Judgment) -> Value:
    """The value before a choice with what is proved of it; what earlier choices do not explain is left unexplained."""
    win_error, lead_error = judgment.errors
    win, lead = value.win if win_error else judgment.value.win, value.lead if lead_error else judgment.value.lead
    return value._replace(win=win, lead=lead)


def _part(value: Value, part: int) -> float:
    """The chance to win or the lead of the first seat."""
    return value.lead[0] if part else value.win[0]


def _values(value: Value) -> Values:
    return Values(value.win, value.lead)
