"""Luck and choices of a person over many reviewed matches."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from statistics import fmean, harmonic_mean
from typing import Final, NamedTuple

from core.review.review import Effort, Review
from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides
from eventstore.statistics.intervals import Mean, mean, weighted_mean
from eventstore.statistics.levels import LADDER_EFFORT, Level, level_of
from eventstore.statistics.plays import PlayedMatch, Seated, SeatResult

RECENT: Final = 10
"""Number of matches in a recent mean."""

OPEN: Final = (0.05, 0.95)
"""Chances to win before a choice between which the match is still open for the seat."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The figures of one seat in the review of one match: chance to win (0 to 1) and lead in points.

    `luck_win` and `luck_lead` are the sums over the `deals`, the outcomes of chance. `choices` are those of the seat
    that had an alternative while the match was open for it, `lost` the points that they lost; both None where moves
    are not judged.
    """

    luck_win: float
    luck_lead: float
    deals: int
    choices: int | None
    lost: float | None


def seat_reviews(review: Review) -> tuple[SeatReview, ...]:
    """The figures of each seat."""
    return tuple(_seat_review(review, seat) for seat in range(len(review.start.win)))


def _seat_review(review: Review, seat: int) -> SeatReview:
    luck_win = fsum(each.change.win[seat] for each in review.chance)
    luck_lead = fsum(each.change.lead[seat] for each in review.chance)
    if not review.judged:
        return SeatReview(luck_win, luck_lead, len(review.chance), None, None)
    lost = [
        -move.change.lead[seat]
        for move in review.moves
        if move.seat == seat and not move.is_forced and _was_open(review, move.version, seat)
    ]
    return SeatReview(luck_win, luck_lead, len(review.chance), len(lost), fsum(lost))


def _was_open(review: Review, version: int, seat: int) -> bool:
    """True if the match was open for a seat before an event."""
    before = bisect_left(review.positions, version, key=lambda position: position.version)
    win = review.positions[before - 1].win if before else review.start.win
    return OPEN[0] <= win[seat] <= OPEN[1]


LEAST: Final = 4
"""Choices of a seat in a match from which on they say something."""

TEN: Final = 10
"""Choices that a figure is given for."""


def lost_in_ten(seats: Sequence[SeatReview]) -> tuple[float | None, ...]:
    """Points that each seat of a match lost in ten choices; None for a seat with too few, or without an opponent."""
    lost = [TEN * (seat.lost or 0) / seat.choices if seat.choices and seat.choices >= LEAST else None for seat in seats]
    known = sum(each is not None for each in lost)
    return tuple(lost if known > 1 else [None] * len(lost))


def beyond_others(seats: Sequence[SeatReview]) -> tuple[float | None, ...]:
    """Points in ten choices that each seat lost more than the others of its match lost on average.

    What both lose says how hard the match was to play, and how weak the opponent; the difference says who chose better.
    """
    lost = lost_in_ten(seats)
    return tuple(
        None if own is None else own - fmean(one for place, one in enumerate(lost) if place != seat and one is not None)
        for seat, own in enumerate(lost)
    )


def weight(seats: Sequence[SeatReview]) -> float:
    """The weight of a match in a mean of `beyond_others`: the harmonic mean of the choices of its seats."""
    choices = [one.choices for one in seats if one.choices and one.choices >= LEAST]
    return harmonic_mean(choices) if choices else 0


@dataclass(frozen=True, slots=True)
class LuckTally:
    """Luck and choices of a person in the `reviewed` ones of a group of `reviewable` matches, with their intervals.

    `luck` is chance to win (0 to 1) and `luck_lead` points of one match, in those with outcomes of chance; over very
    many matches their mean is 0. `beyond` is the mean of `beyond_others`, in matches whose moves are judged, which
    count by their choices: below 0 for somebody who chooses better than the opponents. `matches` are the ids of the
    reviewed ones.
    """

    label: str
    reviewable: int
    reviewed: int
    luck: Mean
    luck_lead: Mean
    beyond: Mean
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LuckStep:
    """One match. `recent_beyond` is the mean of this and up to nine matches before it.

    `luck` is None without an outcome of chance, `beyond` where moves are not judged, and the mean before the first one.
    """

    match: str
    game: str
    played_on: str | None
    luck: float | None
    beyond: float | None
    recent_beyond: float | None


@dataclass(frozen=True, slots=True)
class LuckAndChoices:
    """A person in the reviewed ones of the reviewable matches: recorded move by move, of games with an evaluation.

    The reviews are all of one `effort`; `has_ladder` tells whether levels are compared with the ladder. `levels`,
    `games` and `opponents` are sorted by number of matches, `years` by time, `steps` in the order of play.
    """

    name: str
    effort: Effort
    has_ladder: bool
    levels: tuple[Level, ...]
    total: LuckTally
    games: tuple[LuckTally, ...]
    opponents: tuple[LuckTally, ...]
    years: tuple[LuckTally, ...]
    steps: tuple[LuckStep, ...]


class _ReviewedPlay(NamedTuple):
    """One seat of one match that is reviewed or could be."""

    match: PlayedMatch
    own: SeatResult
    review: SeatReview | None
    beyond: float | None
    choices: float
    """The `weight` of `beyond`."""


def luck_and_choices(
    played: Sequence[PlayedMatch],
    who: str,
    names: Mapping[str, str],
    reviews: Mapping[str, Sequence[SeatReview]],
    games: Collection[str],
    effort: Effort,
    seated: Mapping[str, Seated],
) -> LuckAndChoices:
    """`played` are matches of the person in the order of play, `reviews` the seats of reviewed matches, by id.

    `games` are the keys of the games that can be reviewed, `seated` all reviewed matches that levels are compared in:
    those of the opponents against others tell how strong they are.
    """
    own = [match for match in played if match.depth == "moves" and match.key in games and match.held_by(who)]
    plays = [
        _play(match, seat, reviews.get(match.id))
        for match in own
        for seat, result in enumerate(match.seats)
        if result.person == who
    ]
    years = _groups((play.match.played_on[:4], play) for play in plays if play.match.played_on)
    return LuckAndChoices(
        name=names.get(who, who),
        effort=effort,
        has_ladder=effort == LADDER_EFFORT,
        levels=_levels(own, who, reviews, effort, seated),
        total=_tally("", plays),
        games=_by_size(_groups((play.match.game, play) for play in plays)),
        opponents=_by_size(_groups(_with_opponents(plays, names))),
        years=tuple(tally for year in sorted(years.items()) if (tally := _tally(*year)).reviewed),
        steps=_steps(plays),
    )


def _play(match: PlayedMatch, seat: int, reviewed: Sequence[SeatReview] | None) -> _ReviewedPlay:
    if reviewed is None:
        return _ReviewedPlay(match, match.seats[seat], None, None, 0)
    return _ReviewedPlay(match, match.seats[seat], reviewed[seat], beyond_others(reviewed)[seat], weight(reviewed))


def _levels(
    own: Sequence[PlayedMatch],
    who: str,
    reviews: Mapping[str, Sequence[SeatReview]],
    effort: Effort,
    seated: Mapping[str, Seated],
) -> tuple[Level, ...]:
    """The levels of a person in each game of the own reviewed matches."""
    titles = {match.key: match.game for match in own if match.id in reviews}
    losses: dict[str, list[dict[str, float]]] = {key: [] for key in titles}
    for id, (key, people) in seated.items():
        if key in losses and len(set(people)) == len(people):
            lost = zip(people, lost_in_ten(reviews[id]), strict=True)
            losses[key].append({person: points for person, points in lost if points is not None})
    found = [level_of(key, titles[key], who, losses[key], effort) for key in titles]
    return tuple(sorted(filter(None, found), key=lambda level: -level.lost.n))


def _with_opponents(plays: Iterable[_ReviewedPlay], names: Mapping[str, str]) -> Iterable[tuple[str, _ReviewedPlay]]:
    for play in plays:
        met = {other.person for other in sides.opponents(play.match, play.own)} - {SOMEBODY, play.own.person}
        yield from ((names.get(person, person), play) for person in sorted(met))


def _groups(labeled: Iterable[tuple[str, _ReviewedPlay]]) -> dict[str, list[_ReviewedPlay]]:
    groups: dict[str, list[_ReviewedPlay]] = {}
    for label, play in labeled:
        groups.setdefault(label, []).append(play)
    return groups


def _by_size(groups: Mapping[str, list[_ReviewedPlay]]) -> tuple[LuckTally, ...]:
    tallies = [tally for group in groups.items() if (tally := _tally(*group)).reviewed]
    return tuple(sorted(tallies, key=lambda tally: (-tally.reviewed, tally.label)))


def _tally(label: str, plays: Sequence[_ReviewedPlay]) -> LuckTally:
    dealt = [play.review for play in plays if play.review and play.review.deals]
    ids = tuple(dict.fromkeys(play.match.id for play in plays if play.review))
    return LuckTally(
        label=label,
        reviewable=len({play.match.id for play in plays}),
        reviewed=len(ids),
        luck=mean([review.luck_win for review in dealt]),
        luck_lead=mean([review.luck_lead for review in dealt]),
        beyond=weighted_mean([(play.beyond, play.choices) for play in plays if play.beyond is not None]),
        matches=ids,
    )


def _steps(plays: Sequence[_ReviewedPlay]) -> tuple[LuckStep, ...]:
    beyond, steps = list[float](), list[LuckStep]()
    for play in plays:
        if play.review is None:
            continue
        if play.beyond is not None:
            beyond.append(play.beyond)
        steps.append(
            LuckStep(
                play.match.id,
                play.match.game,
                play.match.played_on,
                play.review.luck_win if play.review.deals else None,
                play.beyond,
                fmean(beyond[-RECENT:]) if beyond else None,
            )
        )
    return tuple(steps)
