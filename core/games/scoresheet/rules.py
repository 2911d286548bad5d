"""The rules of a score sheet. The points are statements of the players; only their form is checked.

- N-LABEL-1 Each line has a label of readable text, and no two lines of a sheet share one.
- N-LABEL-2 The label `final` stands for the whole match; such a line is the only one on its sheet.
- N-POINTS-1 A line holds one entry per seat, in seat order; None if not noted, which is not 0.
- N-POINTS-2 Points are numbers between -`MAX_POINTS` and `MAX_POINTS`.
- N-POINTS-3 What one side wins in a category the others pay: once all sides have points in its line, they sum to 0.
- N-SCORE-1 The score of a seat is the sum of its noted points; unknown while none are noted.
- N-SCORE-2 The score of a team is the sum of its seats' known scores: points of a team as a whole are noted
  once, at one of its seats.
- N-ENTRY-1 What is written for a line is a number or a sum per seat, or nothing; it changes no score.
- N-ENTRY-2 It is kept for at most `MAX_WRITTEN` lines, as it is a part of every state that follows. The label of a new
  one has at most `MAX_LABEL` characters.
- N-TEMPLATE-4 A template is chosen before the first line; the last one counts.
- N-TIE-1 Of the best sides by points, those with more in the first category of the tie-break win, then the second.
- N-WIN-1 Winners are seats of the table, each once, in seat order; an empty list means no winner.
- N-WIN-2 A team wins together; in a cooperative match all seats win or none.
- N-WIN-3 Naming the winners closes the sheet. The winners may contradict the points.
- N-WIN-4 Winners that were named as the points gave them are no decision against the points: after a correction of the
  points, the points decide. Other winners stay as they were named, those of a tie included.
- N-RANK-1 Winners are first, the others follow by points, unknown points last; a team shares a rank.
- N-RANK-2 While no points are known, the ranks can be named instead of the winners: one per seat, 1 for the best, None
  if unknown. Equal ranks are shared; the seats of a team share theirs. A cooperative match has no ranks.
- N-RANK-3 Naming the ranks closes the sheet: the seats of rank 1 win, seats of unknown rank are last.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from operator import add
from random import Random

from core.game import Gain, Outcome, Points, Refusal, Seat, Step, Turn
from core.games.scoresheet.arithmetic import count, is_entry
from core.games.scoresheet.events import EntriesWritten, Event, PointsNoted, RanksNamed, TemplateChosen, WinnersNamed
from core.games.scoresheet.line_refusals import NO_ENTRY, entries_refusal, points_refusal
from core.games.scoresheet.sides import sides
from core.games.scoresheet.state import FINAL, MAX_LABEL, MAX_RANK, State
from core.messages import literal, message
from core.ranking import competition_ranks, sum_of
from core.sheet_template import contradiction, problem


def turn(state: State) -> Turn:
    """Seat 0 while the sheet is open: lines have no order of seats."""
    return 0 if state.winners is None else None


def round_number(state: State) -> int:
    """The number of the next line: every line is a round of its own."""
    return len(state.noted) + 1


def refusal(state: State, event: Event) -> Refusal | None:
    if state.winners is not None:
        return Refusal("N-WIN-3", "The winners are named; nothing more can be noted on this sheet.")
    if isinstance(event, PointsNoted):
        return points_refusal(state, event)
    if isinstance(event, EntriesWritten):
        return entries_refusal(state, event)
    if isinstance(event, TemplateChosen):
        if state.noted or state.written:
            return Refusal("N-TEMPLATE-4", "A template is chosen before the first line of the sheet.")
        why = contradiction(event.template)
        return Refusal("N-TEMPLATE-1", why) if why else None
    if isinstance(event, RanksNamed):
        return _ranks_refusal(state, event.ranks)
    return _winners_refusal(state, event.seats)


def refusal_of_new(event: Event) -> Refusal | None:
    """Reason why an event that an older version recorded lawfully is not recorded any more; None: it is.

    Templates have a bound since (N-TEMPLATE-5), and entries a short label and the digits 0 to 9 only.
    """
    if isinstance(event, TemplateChosen):
        why = problem(event.template)
        return Refusal("N-TEMPLATE-5", why) if why else None
    if isinstance(event, EntriesWritten):
        if len(event.label) > MAX_LABEL:
            return Refusal("N-ENTRY-2", message("The label of entries has at most {most} characters.", most=MAX_LABEL))
        return None if all(map(is_entry, event.entries)) else NO_ENTRY
    return None


def _winners_refusal(state: State, winners: tuple[Seat, ...]) -> Refusal | None:
    if winners != tuple(seat for seat in range(state.seats) if seat in winners):
        return Refusal("N-WIN-1", "Winners must be seats of this table, each once and in seat order.")
    if any(0 < len(set(side) & set(winners)) < len(side) for side in sides(state)):
        if state.options.cooperative:
            return Refusal("N-WIN-2", "In a cooperative match all players win or all lose.")
        return Refusal("N-WIN-2", "All players of a team win together.")
    return None


def _ranks_refusal(state: State, ranks: tuple[int | None, ...]) -> Refusal | None:
    if state.options.cooperative:
        return Refusal("N-RANK-2", "In a cooperative match all players win or all lose; nobody has a rank.")
    if any(number is not None for number in scores(state)):
        return Refusal("N-RANK-2", "Ranks can be named only while no points are noted.")
    if len(ranks) != state.seats or not any(ranks):
        return Refusal(
            "N-RANK-2", message("Name a rank for each of the {seats} seats, 1 for the best.", seats=state.seats)
        )
    if not all(rank is None or 0 < rank <= MAX_RANK for rank in ranks):
        return Refusal("N-RANK-2", message("A rank is a number from 1 to {most}.", most=MAX_RANK))
    if any(len({ranks[seat] for seat in side}) > 1 for side in sides(state)):
        return Refusal("N-RANK-2", "All players of a team share a rank.")
    return None


def legal_moves(state: State) -> Iterator[Event]:
    """Ways to close the sheet: the best by points win, or no winner; in a cooperative match all seats or none; without
    points, the ranks in seat order.

    Not complete: lines of points, other winners and ranks cannot be listed, but `refusal` accepts them.
    """
    together = tuple(range(state.seats)) if state.options.cooperative else proposed_winners(state)
    for winners in dict.fromkeys((together, ())):
        if refusal(state, WinnersNamed(winners)) is None:
            yield WinnersNamed(winners)
    rank_of = {seat: rank for rank, side in enumerate(sides(state), 1) for seat in side}
    ranked = RanksNamed(tuple(rank_of[seat] for seat in range(state.seats)))
    if refusal(state, ranked) is None:
        yield ranked


def deal(state: State, rng: Random) -> Event:
    """Always raises ValueError: a score sheet has no turn of chance."""
    raise ValueError("A score sheet leaves nothing to chance.")


def choose(state: State, rng: Random) -> Event:
    """Final points of 0 to 99 per seat, then the winners by these points."""
    if state.noted:
        return next(legal_moves(state))
    return PointsNoted(FINAL, tuple(rng.randrange(100) for _ in range(state.seats)))


def evolve(state: State, event: Event) -> State:
    if isinstance(event, PointsNoted):
        return replace(state, noted=state.noted.plus(event))
    if isinstance(event, EntriesWritten):
        return replace(state, written=(*state.written, (event.label, event.entries)))
    if isinstance(event, TemplateChosen):
        return replace(state, template=event.template)
    if isinstance(event, RanksNamed):
        winners = tuple(seat for seat, rank in enumerate(event.ranks) if rank == 1)
        return replace(state, winners=winners, ranks=event.ranks)
    return replace(state, winners=event.seats)


def story(state: State, event: Event) -> tuple[Step, ...]:
    after = evolve(state, event)
    if isinstance(event, WinnersNamed):
        return (Step("The winners are named", (), after),)
    if isinstance(event, TemplateChosen):
        return (Step("The template is chosen", (), after),)
    if isinstance(event, EntriesWritten):
        return (Step(literal(event.label), (), after),)
    if isinstance(event, RanksNamed):
        return (Step("The ranks are named", (), after),)
    known = [(seat, number) for seat, number in enumerate(event.points) if number is not None]
    label = message("final") if event.label == FINAL else literal(event.label)
    return (Step(label, tuple(Gain(*each, label, "N-SCORE-1") for each in known), after),)


def scores(state: State) -> tuple[Points, ...]:
    return state.noted.totals


def side_scores(state: State) -> tuple[Points, ...]:
    """Points of each of the `sides`; None when no seat of it has points (N-SCORE-2)."""
    by_seat = scores(state)
    return tuple(sum_of(by_seat[seat] for seat in side) for side in sides(state))


def proposed_winners(state: State) -> tuple[Seat, ...]:
    """The winners by points: every seat of the best sides, in seat order.

    Empty while no points are known, and in a cooperative match, whose winners do not follow from points.
    """
    points = side_scores(state)
    known = [number for number in points if number is not None]
    if not known or state.options.cooperative:
        return ()
    best = min(known) if state.options.lowest_wins else max(known)
    won = [side for side, number in zip(sides(state), points, strict=True) if number == best]
    return tuple(sorted(seat for side in after_tie_break(state, won) for seat in side))


def settled(then: State, event: Event, state: State) -> State:
    """The state, whose points decide if the winners were named as the points gave them `then` (N-WIN-4)."""
    follows = isinstance(event, WinnersNamed) and event.seats and event.seats == proposed_winners(then)
    return replace(state, by_points=bool(follows))


def winners(state: State) -> tuple[Seat, ...] | None:
    """The winners in seat order; None before they are named."""
    return (state.by_points and proposed_winners(state)) or state.winners


def outcome(state: State) -> Outcome | None:
    won = winners(state)
    return None if won is None else Outcome(won, _ranks(state, won), _why(state, won))


def _ranks(state: State, winners: tuple[Seat, ...]) -> tuple[int, ...]:
    sign = -1 if state.options.lowest_wins or state.ranks else 1
    merits = [state.ranks[side[0]] for side in sides(state)] if state.ranks else side_scores(state)
    results: list[tuple[bool, bool, int | float]] = []
    for side, number in zip(sides(state), merits, strict=True):
        won = side[0] in winners if side else False
        results.append((True, True, 0) if won else (False, number is not None, sign * (number or 0)))
    rank_of = {seat: rank for side, rank in zip(sides(state), competition_ranks(results), strict=True) for seat in side}
    return tuple(rank_of[seat] for seat in range(state.seats))


def _why(state: State, winners: tuple[Seat, ...]) -> str:
    if not winners:
        return message("Nobody won.")
    if state.options.cooperative:
        return message("Everybody won together.")
    if winners == proposed_winners(state):
        reason = message("Fewest points") if state.options.lowest_wins else message("Most points")
    else:
        reason = message("Named at the table")
    shared = sum(side[0] in winners for side in sides(state)) > 1
    return message("{reason}, shared.", reason=reason) if shared else message("{reason}.", reason=reason)


def after_tie_break(state: State, tied: Sequence[tuple[Seat, ...]]) -> Sequence[tuple[Seat, ...]]:
    """The sides among those with equal points that win by the tie-break."""
    names = state.template.deciding_categories() if state.template and len(tied) > 1 else ()
    numbers_of = _category_numbers(state, names) if names else {}
    for name in names:
        numbers = [reduce(add, (numbers_of[name][seat] for seat in side), 0) for side in tied]
        tied = [side for side, number in zip(tied, numbers, strict=True) if number == max(numbers)]
    return tied


def _category_numbers(state: State, names: Collection[str]) -> dict[str, list[int | float]]:
    """The numbers by seat in each of these categories: those written for its lines, else their points.

    Reads every line once, however many categories there are.
    """
    lines = {line.label: line.points for line in state.noted}
    lines |= {label: tuple(map(count, entries)) for label, entries in state.written}
    totals: dict[str, list[int | float]] = {name: [0] * state.seats for name in names}
    for label, points in lines.items():
        category, _, ordinal = label.rpartition(" ")
        for name in (label, category) if ordinal.isascii() and ordinal.isdecimal() else (label,):
            if name in totals:
                totals[name] = [sum_ + (number or 0) for sum_, number in zip(totals[name], points, strict=True)]
    return totals
