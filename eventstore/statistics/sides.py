"""Sides of one match: opponents, finishing order and margins in points."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from core.ranking import sum_of
from eventstore.statistics.plays import PlayedMatch, SeatResult

Kind: TypeAlias = Literal["contest", "cooperative", "solo"]
"""The kinds of matches, with opponents and without; wins of different kinds are never added up."""


def sides(match: PlayedMatch) -> tuple[tuple[SeatResult, ...], ...]:
    """The groups of seats that win together, ordered by their first seat: teams, otherwise single seats.

    A cooperative match has one side.
    """
    if match.cooperative:
        return (match.seats,)
    for seat_result in match.seats:  # A loop: called for every match of a page, where `all` takes twice as long.
        if seat_result.team is not None:
            return _teams(match)
    return tuple([(seat_result,) for seat_result in match.seats])


def _teams(match: PlayedMatch) -> tuple[tuple[SeatResult, ...], ...]:
    groups: dict[tuple[bool, int], list[SeatResult]] = {}
    for seat, seat_result in enumerate(match.seats):
        own = (False, seat) if seat_result.team is None else (True, seat_result.team)
        groups.setdefault(own, []).append(seat_result)
    return tuple(map(tuple, groups.values()))


def kind(match: PlayedMatch) -> Kind:
    """`solo` with one seat, `cooperative` if several seats all play as one side, else `contest`."""
    if len(match.seats) < 2:
        return "solo"
    team = match.seats[0].team
    if match.cooperative or (team is not None and all(seat.team == team for seat in match.seats)):
        return "cooperative"
    return "contest"


def is_contest(match: PlayedMatch) -> bool:
    """True if the match has two or more sides and a known result: only then an expected share of wins exists."""
    return match.decided and len(sides(match)) > 1


def is_scored(match: PlayedMatch) -> bool:
    """True if the points are final; an open or aborted match with recorded moves stopped midway."""
    return match.decided or (match.state == "closed" and match.depth != "moves")


def points(match: PlayedMatch, seat_result: SeatResult) -> float | None:
    """The final points of a seat; None if unknown."""
    return seat_result.score if is_scored(match) else None


def known_points(match: PlayedMatch) -> list[tuple[SeatResult, float]]:
    """The seats with known final points, and these."""
    return [(one, one.score) for one in match.seats if one.score is not None] if is_scored(match) else []


def side_points(match: PlayedMatch, seat_result: SeatResult) -> float | None:
    """The final points of the side of a seat.

    A team has the sum of the points of its seats; points of a whole team are recorded at one of its seats, or each of
    its seats has them (`team_scores`).
    """
    side = next(side for side in sides(match) if any(one is seat_result for one in side))
    return _sum(match, side)


def lead(match: PlayedMatch, seat_result: SeatResult) -> float | None:
    """Points by which the side of the seat was better than the best other side; negative if it was worse.

    None if the points of a side are unknown, or if there is no other side.
    """
    return next(found for one, found in zip(match.seats, leads(match), strict=True) if one is seat_result)


def leads(match: PlayedMatch) -> tuple[float | None, ...]:
    """The `lead` of each seat."""
    all_sides = sides(match)
    known = [points for side in all_sides if (points := _sum(match, side)) is not None]
    if len(known) < max(2, len(all_sides)):
        return (None,) * len(match.seats)
    sign = -1 if match.lowest_wins else 1
    best, second = sorted((sign * points for points in known), reverse=True)[:2]
    lead_of = {}
    for side, points in zip(all_sides, known, strict=True):
        merit = sign * points
        for one in side:
            lead_of[id(one)] = merit - (second if merit == best else best)
    return tuple([lead_of[id(one)] for one in match.seats])


def winning_margin(match: PlayedMatch) -> float | None:
    """The lead of the winner; None if not exactly one side won, or if it won with worse points."""
    won = [side[0] for side in sides(match) if side[0].won]
    margin = lead(match, won[0]) if len(won) == 1 else None
    return margin if margin is not None and margin >= 0 else None


def _sum(match: PlayedMatch, side: Sequence[SeatResult]) -> float | None:
    scores = [one.score for one in side if one.score is not None]
    if not scores or not is_scored(match):
        return None
    return scores[0] if match.team_scores else sum_of(scores)


def opponents(match: PlayedMatch, seat_result: SeatResult) -> tuple[SeatResult, ...]:
    """All seats on other sides."""
    if match.cooperative:
        return ()
    return tuple(
        other
        for other in match.seats
        if other is not seat_result and (other.team is None or other.team != seat_result.team)
    )


def before(one: SeatResult, other: SeatResult) -> int | None:
    """1 if `one` finished before `other`, -1 after, 0 together; None if unknown.

    A winner is before a loser, whatever the ranks; two winners finished together.
    """
    if one.won is None or other.won is None:
        return None
    if one.won or other.won:
        return one.won - other.won
    if one.rank is None or other.rank is None:
        return None
    return (one.rank < other.rank) - (one.rank > other.rank)
