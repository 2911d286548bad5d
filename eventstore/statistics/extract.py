"""Data of one match for statistics, extracted when it changes, so that queries need no fold."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

from core import record_events
from core.game import Gain, Outcome, Seat, facts_of
from core.record import Frame
from core.record_events import MatchClosed
from eventstore.matches.match import Match
from eventstore.statistics.plays import Depth, PlayedMatch, PlayedSeat, SeatResult

MAX_MINUTES = 24 * 60
"""Longer matches were recorded later or left open over night: their duration counts as unknown."""


def played(match: Match, order: int) -> PlayedMatch:
    """The match with the recorded person ids, without merges. `order` is the age of its record."""
    facts, options, noted = facts_of(match.game), match.options, match.details
    teams = facts.teams(len(match.header.players), options)
    return PlayedMatch(
        id=match.id,
        game=match.game_title,
        key=match.game.KEY,
        bgg_id=facts.bgg_id(options),
        played_on=match.header.played_on,
        order=order,
        place=match.place,
        tags=match.header.tags,
        depth=depth(match),
        state=match.state,
        minutes=match.header.minutes or _minutes(match.frames),
        cooperative=facts.cooperative(options),
        lowest_wins=match.fewest_points_win,
        seats=_sittings(match, teams),
        expansions=noted.expansions or (),
        scenario=noted.scenario or "",
        variant=noted.variant or "",
        difficulty=noted.difficulty or "",
        series=noted.series or "",
        number=noted.number,
        counted=noted.counted is not False,
        team_scores=bool(teams) and facts.team_scores,
    )


def depth(match: Match) -> Depth:
    """Depth of the record: every move, points by round or category, or only the final points."""
    if facts_of(match.game).records_moves:
        return "moves"
    lines = match.game.round_number(match.now.state) - 1
    return "rounds" if lines > 1 else "final"


def _sittings(match: Match, teams: Sequence[Sequence[Seat]]) -> tuple[SeatResult, ...]:
    outcome = match.outcome
    # Of a match that was closed without a winner nobody said that it was lost.
    known = outcome is not None and (bool(outcome.winners) or not isinstance(match.now.event, MatchClosed))
    team_of = {seat: side for side, seats in enumerate(teams) for seat in seats}
    started = _started(match)
    noted = match.details.seats or ()
    ranks = _ranks(outcome, noted) if outcome and known else (None,) * len(noted)
    return tuple(
        SeatResult(
            person,
            match.now.scores[seat],
            ranks[seat],
            seat in outcome.winners if outcome and known else None,
            started[seat],
            team_of.get(seat),
            noted[seat].roles,
            noted[seat].team,
            noted[seat].color,
            noted[seat].new,
            noted[seat].handicap,
        )
        for seat, person in enumerate(match.header.players)
    )


def _ranks(outcome: Outcome, noted: Sequence[record_events.SeatDetails]) -> Sequence[int | None]:
    """The noted ranks, which include tie-breaks, if there is one for each seat and they agree with the winners."""
    ranks = [seat.rank for seat in noted]
    is_result = None not in ranks and all((rank == 1) == (seat in outcome.winners) for seat, rank in enumerate(ranks))
    return ranks if is_result else outcome.ranks


def _started(match: Match) -> tuple[bool | None, ...]:
    """True for each seat that started: seat 0; without a start player the noted seats, None if there are none."""
    seats = range(len(match.header.players))
    if facts_of(match.game).has_start_player:
        return tuple(seat == 0 for seat in seats)
    noted = [bool(seat.started) for seat in match.details.seats or ()]
    return tuple(noted) if any(noted) else (None,) * len(seats)


def _minutes(frames: Sequence[Frame]) -> int | None:
    """Minutes from the first to the last event with a known time."""
    times = [frame.happened_at for frame in frames if frame.happened_at]
    if len(times) < 2:
        return None
    seconds = (datetime.fromisoformat(times[-1]) - datetime.fromisoformat(times[0])).total_seconds()
    minutes = round(seconds / 60)
    return minutes if 0 < minutes <= MAX_MINUTES else None


def details(match: Match) -> tuple[PlayedSeat, ...]:
    """The points of every seat in detail; empty if only final points are known."""
    if depth(match) == "final":
        return ()
    gains = _gains(match)  # Before the frames, as the fold for stories also gives the frames.
    rounds = zip(*(frame.scores for frame in round_ends(match.frames)), strict=True)
    return tuple(PlayedSeat(_sources(own), after, _cells(own)) for own, after in zip(gains, rounds, strict=True))


def _gains(match: Match) -> tuple[list[Gain], ...]:
    """The gains of each seat in order."""
    gains: tuple[list[Gain], ...] = tuple([] for _ in match.header.players)
    for steps in match.stories:
        for step in steps:
            for gain in step.gains:
                gains[gain.seat].append(gain)
    return gains


def _sources(gains: Sequence[Gain]) -> dict[str, float]:
    sums: dict[str, float] = {}
    for gain in gains:
        if gain.points:
            sums[gain.source] = sums.get(gain.source, 0) + gain.points
    return sums


def _cells(gains: Sequence[Gain]) -> dict[str, float]:
    """Points by space: the first gain that names a space fills it; spaces filled by one gain share its points."""
    seen, filled = set[str](), dict[str, float]()
    for gain in gains:
        new = [cell for cell in gain.cells if cell not in seen]
        seen.update(new)
        if gain.points > 0:
            filled |= {_space(cell, gain.seat): gain.points / len(new) for cell in new}
    return filled


def _space(cell: str, seat: int) -> str:
    return cell.removeprefix(f"{seat}/")


def round_ends(frames: Sequence[Frame]) -> list[Frame]:
    """The last frame of every round. Naming the winners of a score sheet is not a round."""
    ends = [one for one, other in pairwise(frames) if one.round and one.round != other.round]
    if not ends or frames[-1].scores != ends[-1].scores or frames[-1].turn is not None or ends[-1] is not frames[-2]:
        ends.append(frames[-1])
    return ends
