"""The reason why another move was better: where the two lines part, and what each seat gains by then.

The move played and the better one are followed by their principal lines, to the end of the round or of the match.
Compared are the things that score: a row and a floor line of Azul, a star of Summer Pavilion, the single moves of other
games. The effect of a thing on the lead of the seat is the difference of its points, and at the end of a round the
change of the value of the table by what the thing has left there. A reason names at most two things, and only where

- the value at the ends of the lines differs by at least `SHARE` of the claimed loss, and
- the effects of these things add up to at least as much.

Otherwise there is no reason.
"""

from collections.abc import Sequence
from itertools import zip_longest
from random import Random
from typing import Any, Final

from core.comparison import TO_THE_END, Comparing, Fact, Held, LinePoints, Reason, Sequel, Thing
from core.game import AnyEvaluation, AnyGame, Seat, actor_of
from core.games.chocolatier import comparing as chocolatier
from core.games.pavilion import comparing as pavilion
from core.review.evaluations import EVALUATIONS
from core.review.review import ReviewedMove
from core.review.values import known, value_at_end

SHARE: Final = 1 / 3
"""The share of the claimed loss, in points, that a reason explains at least."""

_ENOUGH: Final = 2 / 3
"""A second thing is named where the first one explains less than this share of the loss, or less than `SHARE` by
points."""

_SECOND: Final = 1 / 5
"""The share of the loss that a second thing explains at least."""

_LEAST: Final = 0.5
"""Points; a claimed loss below it is not one of points."""

_NEAR: Final = 7
"""Moves of a line that are described one by one."""

_WON: Final = 0.1
"""Chance to win; where more is lost and both lines end the match, they must end it differently."""

_COMPARING: Final[dict[str, Comparing]] = {"chocolatier": chocolatier, "pavilion": pavilion}


def reason(game: AnyGame, state: Any, move: ReviewedMove) -> Reason | None:
    """The reason for a move whose loss is claimed, from the table before it; None where nothing explains the loss.

    Also None where its game cannot be reviewed here: the review was kept by another installation.
    """
    if (evaluation := EVALUATIONS.get(game.KEY)) is None:
        return None
    seat, loss = move.seat, -move.change.lead[move.seat]
    texts = (move.notation, *move.reply), (move.best, *move.continuation)
    events = [tuple(map(game.parse, line)) for line in texts]
    played, best = (_followed(game, state, line) for line in events)
    if not all(line.is_over or evaluation.is_horizon(line.end) for line in (played, best)):
        length = min(map(len, events))
        played, best = (_followed(game, state, line[:length]) for line in events)
    leads = [_lead(game, evaluation, line, seat) for line in (played, best)]
    result = _decides(game, played, best, seat)
    least = SHARE * loss
    if not result and played.is_over and best.is_over and -move.change.win[seat] > _WON:
        return None  # The lines do not show what was lost.
    if not result and (loss < _LEAST or leads[1] - leads[0] < least):
        return None
    facts = _chosen(_facts(game, evaluation, state, played, best, seat, least), seat, loss)
    if facts and sum(fact.effect for fact in facts) < least:
        facts = ()
    return Reason(seat, state, played, best, facts[: 2 - result], result) if facts or result else None


def _followed(game: AnyGame, state: Any, events: Sequence[Any]) -> Sequel:
    for event in events:
        state = game.evolve(state, event)
    return Sequel(tuple(events), state, game.turn(state) is None)


def _lead(game: AnyGame, evaluation: AnyEvaluation, line: Sequel, seat: Seat) -> float:
    value = value_at_end(game, line.end) if line.is_over else evaluation.value(line.end, Random(0))
    return value.lead[seat]


def _decides(game: AnyGame, played: Sequel, best: Sequel, seat: Seat) -> bool:
    """True if the better line ends the match better, or one of them ends it and that alone says who wins."""
    own, instead = (value_at_end(game, line.end).win[seat] if line.is_over else None for line in (played, best))
    if own is None or instead is None:
        return own == 0 or instead == 1
    return instead > own


def _facts(
    game: AnyGame, evaluation: AnyEvaluation, state: Any, played: Sequel, best: Sequel, seat: Seat, least: float
) -> list[Fact]:
    comparing = _COMPARING.get(game.KEY)
    if comparing is None:
        own, instead = _of_moves(game, state, played, best, least)
    else:
        own, instead = (comparing.line_points(state, line.events) for line in (played, best))
    gains = {thing: instead.get(thing, Held()).points - own.get(thing, Held()).points for thing in {**own, **instead}}
    effects = {thing: gained if thing.seat == seat else -gained for thing, gained in gains.items()}
    if played.is_over != best.is_over:  # Bonuses of the end do not compare.
        final = _final(game, state, best if best.is_over else played)
        effects = {thing: effect for thing, effect in effects.items() if (thing.seat, thing.source) not in final}
    elif comparing is not None and not best.is_over:
        for thing, more in comparing.different(played.end, best.end).items():
            points = effects.get(thing, 0.0)
            is_better = more is None or (more > 0 if thing.seat == seat else more < 0)
            if is_better and points >= 0:  # Fewer points for more worth later would need more words.
                effects[thing] = points + max(0.0, _left(evaluation, comparing, played, best, thing, seat))
    return [Fact(thing, own.get(thing, Held()), instead.get(thing, Held()), each) for thing, each in effects.items()]


def _final(game: AnyGame, state: Any, line: Sequel) -> set[tuple[Seat, str]]:
    """Seats and sources of the points at the end of the match."""
    for event in line.events[:-1]:
        state = game.evolve(state, event)
    steps = game.story(state, line.events[-1])
    return {(gain.seat, gain.source) for step in steps if step.scoring == "final" for gain in step.gains}


def _left(
    evaluation: AnyEvaluation, comparing: Comparing, played: Sequel, best: Sequel, thing: Thing, seat: Seat
) -> float:
    """The gain of the lead if only the holding is that of the better line, the mean of both ways to exchange it."""
    tables = (
        (comparing.exchanged(played.end, best.end, thing), played.end),
        (best.end, comparing.exchanged(best.end, played.end, thing)),
    )
    leads = [[evaluation.value(table, Random(0)).lead[seat] for table in pair] for pair in tables]
    return sum(with_it - without for with_it, without in leads) / len(leads)


def _of_moves(game: AnyGame, state: Any, played: Sequel, best: Sequel, least: float) -> tuple[LinePoints, LinePoints]:
    """The change of the lead of the seat that moves: by each move up to the one from which on the lines differ by
    `least`. By all later moves of a seat where both lines end the match, and they begin to differ late or bit by bit.
    """
    mover = actor_of(game, state, played.events[0])
    lines = [_leads_of_moves(game, state, line) for line in (played, best)]
    leads = [[share.points if thing.seat == mover else -share.points for thing, share in line] for line in lines]
    last = max(map(len, leads))
    while last and sum(leads[1][:last]) - sum(leads[0][:last]) >= least:
        last -= 1
    ends = played.is_over and best.is_over
    near = min(last + 1, _NEAR) if ends or last < _NEAR else 0
    single = [new - old for old, new in zip_longest(*(part[:near] for part in leads), fillvalue=0.0)]
    if not ends or (last < _NEAR and max(single) >= (sum(leads[1]) - sum(leads[0])) / 2):
        return dict(lines[0][:near]), dict(lines[1][:near])
    sums: tuple[LinePoints, LinePoints] = {}, {}
    for line, found in zip(lines, sums, strict=True):
        for thing, share in line[1:]:
            later = thing._replace(key=TO_THE_END)
            found[later] = Held(found.get(later, Held()).points + share.points)
    return sums


def _leads_of_moves(game: AnyGame, state: Any, line: Sequel) -> list[tuple[Thing, Held]]:
    moves: list[tuple[Thing, Held]] = []
    for place, event in enumerate(line.events):
        seat = actor_of(game, state, event)
        after = game.evolve(state, event)
        gained = [new - old for new, old in zip(known(game.scores(after)), known(game.scores(state)), strict=True)]
        if seat is not None:
            points = 2 * gained[seat] - sum(gained)
            moves.append((Thing(seat, "lead", str(place)), Held(points, place)))
        state = after
    return moves


def _chosen(facts: list[Fact], seat: Seat, loss: float) -> tuple[Fact, ...]:
    """The fact with the largest effect, and another one where it does not explain enough, or few points.

    What brings more points comes first.
    """

    def points(fact: Fact) -> float:
        gained = fact.best.points - fact.played.points
        return gained if fact.thing.seat == seat else -gained

    largest = sorted((fact for fact in facts if fact.effect > 0), key=lambda fact: -fact.effect)
    first, others = largest[:1], [fact for fact in largest[1:] if fact.effect >= _SECOND * loss]
    if first and (first[0].effect < _ENOUGH * loss or points(first[0]) < SHARE * loss):
        first += sorted(others, key=lambda fact: (-points(fact), -fact.effect))[:1]
    return tuple(sorted(first, key=lambda fact: -points(fact)))
