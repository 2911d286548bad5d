"""Luck and errors of a person over many reviewed matches."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import fmean
from typing import Final, NamedTuple

from core.review.review import Review
from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides
from eventstore.statistics.intervals import FEW, Mean, mean, mean_amount, student
from eventstore.statistics.plays import PlayedMatch, SeatResult

RECENT: Final = 10
"""Number of matches in a recent mean."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The figures of one seat in the review of one match: chance to win (0 to 1) and lead in points.

    `luck_win` and `luck_lead` are the sums over the outcomes of chance, `lost_win` and `lost_lead` (never below 0 for
    the chance to win) the sums over the own choices of the seat, which are `choices`; all None where moves are not
    judged. `inaccuracies`, `mistakes` and `blunders` count these choices by grade, `deals` the outcomes of chance.
    """

    luck_win: float
    luck_lead: float
    lost_win: float | None
    lost_lead: float | None
    choices: int | None
    inaccuracies: int | None
    mistakes: int | None
    blunders: int | None
    deals: int = 0

    @property
    def errors(self) -> int:
        """Inaccuracies, mistakes and blunders."""
        return (self.inaccuracies or 0) + (self.mistakes or 0) + (self.blunders or 0)


def seat_reviews(review: Review) -> tuple[SeatReview, ...]:
    """The figures of each seat."""
    return tuple(_seat_review(review, seat) for seat in range(len(review.start.win)))


def _seat_review(review: Review, seat: int) -> SeatReview:
    luck_win = fsum(each.change.win[seat] for each in review.chance)
    luck_lead = fsum(each.change.lead[seat] for each in review.chance)
    if not review.judged:
        return SeatReview(luck_win, luck_lead, None, None, None, None, None, None, len(review.chance))
    own = [move for move in review.moves if move.seat == seat]
    grades = [move.grade for move in own]
    return SeatReview(
        luck_win,
        luck_lead,
        -fsum(move.change.win[seat] for move in own),
        -fsum(move.change.lead[seat] for move in own),
        len(own),
        grades.count("inaccuracy"),
        grades.count("mistake"),
        grades.count("blunder"),
        len(review.chance),
    )


@dataclass(frozen=True, slots=True)
class LuckTally:
    """Luck and errors of a person in a group of `reviewed` matches; means are of one match, with their intervals.

    `luck` is chance to win (0 to 1) and `luck_lead` points, in matches with outcomes of chance; over very many matches
    their mean is 0. `lost` and `lost_lead` are what the own choices lost against the best ones, `error_rate` is errors
    per 100 choices, both in matches whose moves are judged; `errors` and `choices` are the sums. `matches` are the ids.
    """

    label: str
    reviewed: int
    luck: Mean
    luck_lead: Mean
    lost: Mean
    lost_lead: Mean
    errors: int
    choices: int
    error_rate: Mean
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LuckStep:
    """One match. `recent_...` are the means of this and up to nine matches before it.

    `luck` is None without an outcome of chance, `lost` and `error_rate` (errors per 100 choices) where moves are not
    judged; so are the means before the first value.
    """

    match: str
    game: str
    played_on: str | None
    luck: float | None
    lost: float | None
    error_rate: float | None
    recent_luck: float | None
    recent_lost: float | None
    recent_error_rate: float | None


@dataclass(frozen=True, slots=True)
class LuckAndErrors:
    """A person in the `reviewed` ones of the `reviewable` matches: recorded move by move, of games with an evaluation.

    `games` and `opponents` are sorted by number of matches, `years` by time; `steps` are in the order of play.
    """

    name: str
    reviewable: int
    reviewed: int
    total: LuckTally
    games: tuple[LuckTally, ...]
    opponents: tuple[LuckTally, ...]
    years: tuple[LuckTally, ...]
    steps: tuple[LuckStep, ...]


class _Play(NamedTuple):
    """One seat of one reviewed match."""

    match: PlayedMatch
    own: SeatResult
    review: SeatReview


def luck_and_errors(
    played: Sequence[PlayedMatch],
    who: str,
    names: Mapping[str, str],
    reviews: Mapping[str, Sequence[SeatReview]],
    games: Collection[str],
) -> LuckAndErrors:
    """`played` are matches in the order of play, `reviews` the seats of those that are reviewed, by id.

    `games` are the keys of the games that can be reviewed.
    """
    own = [match for match in played if match.depth == "moves" and match.key in games and match.held_by(who)]
    plays = [
        _Play(match, result, reviews[match.id][seat])
        for match in own
        if match.id in reviews
        for seat, result in enumerate(match.seats)
        if result.person == who
    ]
    return LuckAndErrors(
        name=names.get(who, who),
        reviewable=len(own),
        reviewed=len({play.match.id for play in plays}),
        total=_tally("", plays),
        games=_by_size(_groups((play.match.game, play) for play in plays)),
        opponents=_by_size(_groups(_with_opponents(plays, names))),
        years=tuple(_tally(*group) for group in sorted(_groups(_with_years(plays)).items())),
        steps=_steps(plays),
    )


def _with_opponents(plays: Iterable[_Play], names: Mapping[str, str]) -> Iterable[tuple[str, _Play]]:
    for play in plays:
        met = {other.person for other in sides.opponents(play.match, play.own)} - {SOMEBODY, play.own.person}
        yield from ((names.get(person, person), play) for person in sorted(met))


def _with_years(plays: Iterable[_Play]) -> Iterable[tuple[str, _Play]]:
    return ((play.match.played_on[:4], play) for play in plays if play.match.played_on)


def _groups(labeled: Iterable[tuple[str, _Play]]) -> dict[str, list[_Play]]:
    groups: dict[str, list[_Play]] = {}
    for label, play in labeled:
        groups.setdefault(label, []).append(play)
    return groups


def _by_size(groups: Mapping[str, list[_Play]]) -> tuple[LuckTally, ...]:
    tallies = [_tally(label, plays) for label, plays in groups.items()]
    return tuple(sorted(tallies, key=lambda tally: (-tally.reviewed, tally.label)))


def _tally(label: str, plays: Sequence[_Play]) -> LuckTally:
    reviews = [play.review for play in plays]
    judged = [(review.errors, review.choices) for review in reviews if review.choices]
    dealt = [review for review in reviews if review.deals]
    ids = tuple(dict.fromkeys(play.match.id for play in plays))
    return LuckTally(
        label=label,
        reviewed=len(ids),
        luck=mean([review.luck_win for review in dealt]),
        luck_lead=mean([review.luck_lead for review in dealt]),
        lost=mean_amount([review.lost_win for review in reviews if review.lost_win is not None]),
        lost_lead=mean([review.lost_lead for review in reviews if review.lost_lead is not None]),
        errors=sum(errors for errors, _ in judged),
        choices=sum(choices for _, choices in judged),
        error_rate=error_rate(judged),
        matches=ids,
    )


def error_rate(judged: Sequence[tuple[int, int]]) -> Mean:
    """Errors per 100 choices as a ratio of sums. The choices of a match depend on each other, so that its interval is
    that of the ratio estimator over matches.
    """
    n, choices = len(judged), sum(choices for _, choices in judged)
    if not choices:
        return Mean(0, None, None, None, few=True)
    rate = sum(errors for errors, _ in judged) / choices
    if n == 1:
        return Mean(1, 100 * rate, None, None, few=True)
    squares = fsum((errors - rate * own) ** 2 for errors, own in judged)
    reach = student(n - 1) * sqrt(squares * n / (n - 1)) / choices
    return Mean(n, 100 * rate, 100 * max(0.0, rate - reach), 100 * min(1.0, rate + reach), n < FEW)


def _steps(plays: Sequence[_Play]) -> tuple[LuckStep, ...]:
    luck, lost, rates, steps = list[float](), list[float](), list[float](), list[LuckStep]()
    for match, _, review in plays:
        if review.deals:
            luck.append(review.luck_win)
        if review.lost_win is not None:
            lost.append(review.lost_win)
        if review.choices:
            rates.append(100 * review.errors / review.choices)
        steps.append(
            LuckStep(
                match.id,
                match.game,
                match.played_on,
                review.luck_win if review.deals else None,
                review.lost_win,
                100 * review.errors / review.choices if review.choices else None,
                fmean(luck[-RECENT:]) if luck else None,
                fmean(lost[-RECENT:]) if lost else None,
                fmean(rates[-RECENT:]) if rates else None,
            )
        )
    return tuple(steps)
