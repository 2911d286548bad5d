"""The account of a match adds up, finds what was planted, and equal matches have equal reviews."""

from collections.abc import Sequence
from itertools import chain, pairwise
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from core import record
from core.errors import InvalidInput
from core.game import CHANCE, AnyGame, ClaimError, Value
from core.games import find
from core.record import Frame
from core.record_events import Entry, MatchClosed, PointsAdjusted
from core.review.account import review
from core.review.compiled import judges
from core.review.evaluations import EVALUATIONS
from core.review.luck import luck_error, values_of_deals
from core.review.moments import is_mistake
from core.review.review import Review
from core.review.values import mean
from tests.core.games.test_golden import REFERENCE, begun


def played(game: AnyGame, seats: int, seed: int, most: int = 1000) -> tuple[Frame, ...]:
    """The frames of a simulated match, or of its first `most` events."""
    rng, state = Random(seed), game.setup(seats, game.Options())
    frames = [Frame(1, None, state, None, game.turn(state), 0, game.scores(state))]
    while (turn := game.turn(state)) is not None and len(frames) <= most:
        event = game.deal(state, rng) if turn == CHANCE else game.choose(state, rng)
        frames.append(followed(game, frames[-1], event))
        state = frames[-1].state
    return tuple(frames)


def followed(game: AnyGame, frame: Frame, event: Any) -> Frame:
    return record.next_frame(game, frame, Entry(frame.version + 1, event, None))


def check_sums(found: Review) -> None:
    changes = [each.change for each in chain(found.moves, found.chance)]
    for part in ("win", "lead"):
        for seat, result in enumerate(getattr(found.result, part)):
            explained = getattr(found.start, part)[seat] + sum(getattr(change, part)[seat] for change in changes)
            assert explained + getattr(found.unexplained, part)[seat] == pytest.approx(result, abs=1e-9)


def check_line(game: AnyGame, state: Any, line: Sequence[str]) -> None:
    """The moves and draws can be played one after the other."""
    for event in map(game.parse, line):
        assert game.refusal(state, event) is None
        state = game.evolve(state, event)


CASES = [("azacru", 2, 0, 6), ("azacru", 3, 0, 8), ("chocolatier", 2, -22, 1000), ("chocolatier", 4, 1, 8)]
"""With the first and the last frame: the whole of a match would take longer and prove no more."""


@pytest.mark.slow
@pytest.mark.parametrize(("key", "seats", "first", "last"), CASES)
def test_the_review_adds_up_and_is_sane(key: str, seats: int, first: int, last: int) -> None:
    frames = played(find(key), seats, 1, last)[first:]
    found = review(find(key), frames, "quick", 7)
    check_sums(found)
    assert [position.version for position in found.positions] == [frame.version for frame in frames]
    for position in found.positions:
        assert all(0 <= win <= 1 for win in position.win)
        assert sum(position.win) == pytest.approx(1)
    if not first:
        assert all(0.2 <= win * seats <= 3 for win in found.start.win)
    for move in found.moves:
        assert move.change.win[move.seat] <= 0
        assert move.change.lead[move.seat] <= 0
        assert (move.best == move.notation) == (not any(chain(*move.change)))
        before = next(frame for frame, after in pairwise(frames) if after.version == move.version)
        check_line(find(key), before.state, (move.best, *move.continuation))
        check_line(find(key), before.state, (move.notation, *move.reply))
        assert is_mistake(move) or not move.reply
    assert found.judged == judges(key, seats)
    assert bool(found.why) == (not found.judged) == (not found.moves)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "number"), [("chocolatier", 0), ("chocolatier", 1), ("pavilion", 0), ("azacru", 0)])
def test_no_chance_at_the_end_of_a_match_of_another_engine_leaves_0_to_1(key: str, number: int) -> None:
    """Neither before nor after a move or a draw, also where both seats give proved wins away."""
    of_two = [match for match in REFERENCE if match["header"]["game"] == key and len(match["header"]["players"]) == 2]
    game, state, events = begun(of_two[number]["header"], of_two[number]["events"])
    frames = [Frame(1, None, state, None, game.turn(state), 0, game.scores(state))]
    for event in events:
        frames.append(followed(game, frames[-1], event))
    found = review(game, frames[-30:], "quick", 1)
    check_sums(found)
    before = dict(zip((position.version for position in found.positions[1:]), found.positions, strict=False))
    chances = [each for part in (found.start, found.result, *found.positions) for each in part.win]
    for change in found.moves:
        chances += [sum(each) for each in zip(before[change.version].win, change.change.win, strict=True)]
    assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in chances)


def test_the_error_of_luck_is_what_a_claimed_share_of_the_spread_leaves_open() -> None:
    values = [Value((0.5 + part, 0.5 - part), (30 * part, -30 * part), (0.0, 0.0)) for part in (-0.1, 0.1)] * 8
    none = (0.0, 0.0)
    assert luck_error(values, 1.0, none).lead == pytest.approx(3 / 15**0.5)
    assert luck_error(values, 0.5, none) == pytest.approx(((0.01 * 16 / 15 * (0.25 + 0.25 / 16)) ** 0.5, 1.6), rel=0.01)
    assert luck_error(values, 0.0, none) == (0, 0)
    assert luck_error(values, 0.0, (0.04, 2.0)) == pytest.approx((0.04, 2.0))


@pytest.mark.slow
def test_taking_everything_to_the_floor_is_a_blunder() -> None:
    game = find("chocolatier")
    frames = list(played(game, 2, 5, 3)[1:])
    floor = [event for event in game.legal_moves(frames[-1].state) if "floor" in game.write(event)]
    worst = max(floor, key=lambda event: frames[-1].state.sources[event.source])
    frames.append(followed(game, frames[-1], worst))
    move = review(game, frames, "quick", 1).moves[-1]
    assert move.grade != "best"
    assert move.best != move.notation
    assert -move.change.lead[move.seat] > 3


def test_equal_displays_are_one_move() -> None:
    """Of two equal displays either one may be emptied, and neither is better."""
    game = find("chocolatier")
    for seed in range(200):
        frames = played(game, 2, seed, 1)
        sources = frames[-1].state.sources
        twins = [source for source in range(2, len(sources)) if sources[source] in sources[1:source]]
        if twins:
            break
    event = next(event for event in game.legal_moves(frames[-1].state) if event.source == twins[0])
    first = next(other for other in game.legal_moves(frames[-1].state) if sources[other.source] == sources[twins[0]])
    reviews = [review(game, [frames[-1], followed(game, frames[-1], each)], "quick", 2) for each in (event, first)]
    assert reviews[0].moves[0].change == reviews[1].moves[0].change


@pytest.mark.slow
def test_a_ruling_and_a_close_are_part_of_the_result() -> None:
    game = find("chocolatier")
    frames = list(played(game, 2, 1, 5)[1:])
    for event in (PointsAdjusted(1, 10, "for the host"), MatchClosed("agreed")):
        frames.append(followed(game, frames[-1], event))
    found = review(game, frames, "quick", 1)
    check_sums(found)
    assert found.result.win == (0, 1)
    assert found.result.lead == (-10, 10)
    assert len(found.positions) == len(frames)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "part"), [("chocolatier", slice(-22, None)), ("pavilion", slice(48, 68))], ids=["rounds", "within a round"]
)
def test_the_unexplained_is_the_error_that_whole_rounds_have_in_common(
    key: str, part: slice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end of a round most of the difference between the evaluation and fair deals is the choices'; else all."""
    game, evaluation = find(key), EVALUATIONS[key]
    frames = played(game, 2, 1)[part]
    left = []
    for index, (before, after) in enumerate(pairwise(frames), 1):
        if before.turn == CHANCE:
            _, fair = values_of_deals(game, before.state, after.state, f"7 {index}", 24)
            shared = evaluation.SHARED_ERROR if evaluation.is_horizon(before.state) else 0.0
            left.append(shared * (mean(fair).lead[0] - evaluation.value(before.state, Random(1)).lead[0]))
    free = evaluation.TRUST._replace(errors=(ClaimError(10), ClaimError(1000)))  # The balance moves losses freely.
    monkeypatch.setattr(evaluation, "TRUST", free)
    unexplained = review(game, frames, "quick", 7).unexplained
    assert left
    assert unexplained.lead[0] == pytest.approx(sum(left), abs=1e-9)


def test_an_open_match_ends_with_the_value_of_its_last_position() -> None:
    found = review(find("azacru"), played(find("azacru"), 2, 3, 3), "quick", 1)
    check_sums(found)
    assert found.result == (found.positions[-1].win, found.positions[-1].lead)


@pytest.mark.slow
def test_luck_has_the_mean_0() -> None:
    """The deals of the first round, against their own mean."""
    game = find("chocolatier")
    found = []
    for seed in range(8):
        before, after, *_ = (frame.state for frame in played(game, 2, seed, 1))
        dealt, fair = values_of_deals(game, before, after, f"{seed} 1", 4)
        found.append(dealt.lead[0] - fmean(value.lead[0] for value in fair))
    assert abs(fmean(found)) < 4 * stdev(found) / len(found) ** 0.5


class LastRound:
    """Who wins by the best moves of both, by the rules; the evaluation says only which moves are looked at first."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.evaluation = game, EVALUATIONS[game.KEY]
        self.known = dict[tuple[Any, float, bool], bool]()

    def wins(self, state: Any) -> float | None:
        """The chance of the first seat; None where it depends on a round to come."""
        least, most = (
            next((chance for chance in (1.0, 0.5) if self.gets(state, chance, is_open)), 0.0)
            for is_open in (False, True)
        )
        return least if least == most else None

    def gets(self, state: Any, chance: float, is_open: bool) -> bool:
        """Whether the first seat gets so much, if it gets it (`is_open`) or not where the match goes on."""
        if (key := (state, chance, is_open)) not in self.known:
            seat = self.game.turn(state)
            if seat is None:
                winners = self.game.outcome(state).winners
                self.known[key] = (0 in winners) / len(winners) >= chance
            elif seat == CHANCE or self.evaluation.is_horizon(state):
                self.known[key] = is_open
            else:
                likely = [move for move, _ in self.evaluation.priors(state)]
                moves = chain(likely, (move for move in self.game.legal_moves(state) if move not in likely))
                after = (self.gets(self.game.evolve(state, move), chance, is_open) for move in moves)
                self.known[key] = (any if seat == 0 else all)(after)
        return self.known[key]


@pytest.mark.slow
def test_a_loss_that_is_proved_is_that_of_all_lines_and_stays() -> None:
    game, proved = find("chocolatier"), 0
    for seed in range(3):
        frames, rng = [*played(game, 2, seed)], Random(seed)
        last = len(frames) - 7
        del frames[last:]
        while (turn := game.turn(state := frames[-1].state)) is not None:
            event = game.deal(state, rng) if turn == CHANCE else rng.choice(list(game.legal_moves(state)))
            frames.append(followed(game, frames[-1], event))
        found, solver = review(game, frames[last - 1 :], "quick", 1), LastRound(game)
        for move in found.moves:
            before, after = frames[move.version - 2].state, frames[move.version - 1].state
            if game.round_number(before) < game.round_number(frames[-1].state):
                continue
            one, other = solver.wins(before), solver.wins(after)
            if one is None or other is None:
                continue
            proved += 1
            assert (move.change.win[0], move.error.win) == (other - one, 0)
            assert found.positions[move.version - 1 - last].win[0] == one
            assert (move.grade == "blunder") is (other != one)
    assert proved > 12


def test_a_match_without_a_move_has_no_review() -> None:
    with pytest.raises(InvalidInput, match="before the first move"):
        review(find("azacru"), played(find("azacru"), 2, 1, 0)[:1], "quick", 1)
