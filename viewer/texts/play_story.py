"""A play in two or three sentences: the result, what it was for the winner, and how it came about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from core.game import Points
from core.games import scoresheet
from core.games.scoresheet.events import PointsNoted, WinnersNamed
from core.games.scoresheet.standing import RoundEnd, ScoredSide, round_ends, standing
from core.games.scoresheet.state import FINAL, State
from core.record_events import MatchClosed
from eventstore.matches.match import Match
from eventstore.statistics.play_changes import PlayPast
from viewer.locale.language import gettext, listed, ngettext
from viewer.locale.plain_text import fit, number, plain
from viewer.texts.match_sentences import CLOSED, MAX_NAME

MIN_PLAYS: Final = 3
"""Minimum plays of a person of which the wins are counted."""


@dataclass(frozen=True, slots=True)
class ToldPlay:
    """A match without moves as its page shows it: the sides by rank, and their points after each round, if any.

    It is `decided` when its result is known; nobody may have won.
    """

    match: Match
    sheet: State
    sides: tuple[ScoredSide, ...]
    rounds: tuple[RoundEnd, ...]
    decided: bool

    @property
    def winners(self) -> list[ScoredSide]:
        return [side for side in self.sides if side.won]

    def name(self, *sides: ScoredSide) -> str:
        """The people of these sides: `Ana and Ben`."""
        return listed([fit(plain(self.match.names[seat]), MAX_NAME) for side in sides for seat in side.seats])


def play_of(match: Match) -> ToldPlay:
    event, outcome = match.now.event, match.outcome
    is_unknown = isinstance(event, MatchClosed) and not (outcome and outcome.winners)
    result = None if is_unknown or (outcome and not match.names) else outcome
    sheet = match.now.state if match.missing is None else _kept_sheet(match)
    sides = standing(sheet, match.now.scores, result)
    return ToldPlay(match, sheet, sides, round_ends(sheet, sides), result is not None)


def _kept_sheet(match: Match) -> State:
    """The facts of a match without its game, as a sheet of final points."""
    sheet = scoresheet.setup(len(match.names), scoresheet.Options(title=match.game_title))
    if any(points is not None for points in match.now.scores):
        sheet = scoresheet.evolve(sheet, PointsNoted(FINAL, match.now.scores))
    return scoresheet.evolve(sheet, WinnersNamed(match.outcome.winners)) if match.outcome else sheet


def story(play: ToldPlay, past: PlayPast) -> str:
    """The play in words."""
    return " ".join(filter(None, (result_of(play), course_of(play, past))))


def course_of(play: ToldPlay, past: PlayPast) -> str:
    """The story after its result."""
    return " ".join([*_for_the_winner(play, past), *_course(play)]) if play.decided else ""


def _so_far(play: ToldPlay) -> Iterator[str]:
    """An open sheet, or one that was closed without a result."""
    event = play.match.now.event
    if isinstance(event, MatchClosed) and event.reason == "incomplete":
        yield gettext("The winner is not known.")
    elif isinstance(event, MatchClosed):
        yield f"{gettext(CLOSED[event.reason])}."
    elif play.match.state == "open":
        yield gettext("This play is still open.")
    best = [side for side in play.sides if side.rank == 1]
    if len(best) == 1 < len(play.sides) and best[0].points is not None:
        yield gettext("{name} leads with {points}.", name=play.name(*best), points=number(best[0].points))


def saved_result(play: ToldPlay) -> str:
    """The result beside the points of the winner, which it does not repeat."""
    if len(play.winners) == 1 and (ahead := _lead(play, play.winners[0])) > 0:
        people, names = len(play.winners[0].seats), play.name(play.winners[0])
        return ngettext(
            "{names} wins by {margin}.", "{names} win by {margin}.", people, names=names, margin=number(ahead)
        )
    return result_of(play)


def result_of(play: ToldPlay) -> str:
    if not play.decided:
        return " ".join(_so_far(play))
    if play.sheet.options.cooperative:
        return _together(play)
    if len(play.winners) == 1:
        return _one_winner(play, play.winners[0])
    if not play.winners:
        return gettext("Nobody wins.")
    names, points = play.name(*play.winners), play.winners[0].points
    if points is None or any(side.points != points for side in play.winners):
        return gettext("{names} share the win.", names=names)
    return gettext("{names} share the win with {points}.", names=names, points=number(points))


def _together(play: ToldPlay) -> str:
    """The result of people who play as one side."""
    side = play.sides[0]
    if len(side.seats) == 1:
        return _one_winner(play, side) if side.won else gettext("{name} loses.", name=play.name(side))
    names, points = play.name(side), number(side.points)
    if side.won:
        if side.points is None:
            return gettext("{names} win together.", names=names)
        return gettext("{names} win together with {points}.", names=names, points=points)
    if side.points is None:
        return gettext("{names} lose together.", names=names)
    return gettext("{names} lose together with {points}.", names=names, points=points)


def _one_winner(play: ToldPlay, winner: ScoredSide) -> str:
    names, people = play.name(winner), len(winner.seats)
    if winner.points is None:
        return ngettext("{names} wins.", "{names} win.", people, names=names)
    points, best = number(winner.points), _best_other(play, winner)
    if best is None or best.points is None:
        return ngettext("{names} wins with {points}.", "{names} win with {points}.", people, names=names, points=points)
    ahead = _lead(play, winner)
    if ahead > 0:
        return ngettext(
            "{names} wins by {margin} with {points}.",
            "{names} win by {margin} with {points}.",
            people,
            names=names,
            margin=number(ahead),
            points=points,
        )
    if ahead == 0:
        return ngettext(
            "{names} wins with {points}, level with {other}.",
            "{names} win with {points}, level with {other}.",
            people,
            names=names,
            points=points,
            other=play.name(best),
        )
    return ngettext(
        "{names} wins with {points}; {other} has {more}.",
        "{names} win with {points}; {other} has {more}.",
        people,
        names=names,
        points=points,
        other=play.name(best),
        more=number(best.points),
    )


def _lead(play: ToldPlay, winner: ScoredSide) -> float:
    """The points by which a side leads the best other one; 0 where they are not known."""
    best = _best_other(play, winner)
    ahead = 0 if winner.points is None or best is None else winner.points - (best.points or 0)
    return -ahead if play.match.fewest_points_win else ahead


def _best_other(play: ToldPlay, winner: ScoredSide) -> ScoredSide | None:
    """The best other side by points."""
    others = [side for side in play.sides if side is not winner and side.points is not None]
    sign = -1 if play.match.fewest_points_win else 1
    return max(others, key=lambda side: sign * (side.points or 0), default=None)


def _for_the_winner(play: ToldPlay, past: PlayPast) -> Iterator[str]:
    """The wins of the one person who won."""
    if len(play.winners) != 1 or len(play.winners[0].seats) != 1:
        return
    (seat,) = play.winners[0].seats
    if (own := past.own.get(seat)) and own.plays >= MIN_PLAYS and own.wins > 1:
        plays = ngettext("{number} play", "{number} plays", own.plays)
        wins = own.wins
        yield ngettext("That makes {number} win in {plays}.", "That makes {number} wins in {plays}.", wins, plays=plays)


def _course(play: ToldPlay) -> Iterator[str]:
    """The way of one side to win: over the rounds, or by a category."""
    if len(play.winners) != 1 or len(play.sides) < 2:
        return
    yield from _rounds(play, play.winners[0]) if play.rounds else _category(play, play.winners[0])


def _rounds(play: ToldPlay, winner: ScoredSide) -> Iterator[str]:
    leaders = [_leader(play, end.points) for end in play.rounds]
    own = play.sides.index(winner)
    if leaders[-1] != own:
        return
    since = next((place for place in range(len(leaders) - 1, -1, -1) if leaders[place] != own), None)
    if since is None:
        yield gettext("{name} led from the first round on.", name=play.name(winner))
        return
    before, last = leaders[since], play.rounds[since].number
    if before is not None and last is not None:
        yield gettext("{name} led after round {round}.", name=play.name(play.sides[before]), round=last)


def _leader(play: ToldPlay, points: Sequence[Points]) -> int | None:
    """The place of the side that leads alone."""
    known = [(own, place) for place, own in enumerate(points) if own is not None]
    best = (min if play.match.fewest_points_win else max)((own for own, _ in known), default=None)
    leaders = [place for own, place in known if own == best]
    return leaders[0] if len(leaders) == 1 else None


def _category(play: ToldPlay, winner: ScoredSide) -> Iterator[str]:
    """The category that brought the winner most on the second."""
    second = _best_other(play, winner)
    lines = [line for line in play.sheet.noted if line.label != FINAL]
    if second is None or len(lines) < 2 or play.match.fewest_points_win:
        return
    gains = [(own - other, own, other, line) for line in lines for own, other in [_both(line, winner, second)]]
    gain, own, other, line = max(gains, key=lambda each: each[0])
    if gain > 0:
        yield gettext(
            "{category} made the difference: {points} against {other}.",
            category=fit(plain(line.label), MAX_NAME),
            points=number(own),
            other=number(other),
        )


def _both(line: PointsNoted, *sides: ScoredSide) -> tuple[float, float]:
    one, other = (sum(line.points[seat] or 0 for seat in side.seats) for side in sides)
    return one, other
