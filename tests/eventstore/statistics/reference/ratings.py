"""Plackett-Luce ratings of people, computed from all matches of a store at once."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import NamedTuple

from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides
from eventstore.statistics.intervals import NORMAL
from eventstore.statistics.plays import PlayedMatch, SeatResult
from eventstore.statistics.ratings import (
    MEASURED,
    NEWCOMER,
    PROVISIONAL,
    Rating,
    RatingPoint,
    RatingStart,
    Skill,
    plackett_luce,
)


class _Contest(NamedTuple):
    """A match that can be rated: its people, each once, the side of each, and the rank of each side.

    Sides without rated people or without a known result are not counted in `side_of` and `ranks`, but in `sides`.
    """

    match: PlayedMatch
    people: list[str]
    side_of: Sequence[int]
    ranks: list[int]
    sides: int


class Ladder:
    """Current ratings, updated match by match."""

    def __init__(self) -> None:
        self._now: dict[str, Skill] = {}
        self._matches = defaultdict[str, list[str]](list)
        self._skills = defaultdict[str, list[Skill]](list)

    def rate(self, contest: _Contest, start: int | None, odds: float) -> None:
        """`start` is the side that began, with an advantage of `odds`."""
        now, match = self._now, contest.match.id
        skills = [now.get(person, NEWCOMER) for person in contest.people]
        after = plackett_luce(skills, contest.side_of, contest.ranks, start, odds)
        for person, skill in zip(contest.people, after, strict=True):
            now[person] = skill
            self._matches[person].append(match)
            self._skills[person].append(skill)

    def rating(self, person: str) -> Rating | None:
        """The rating of one person; None without a contest. Only here its line is made, as a page shows one or two."""
        if person not in self._now:
            return None
        steps = zip(self._matches[person], self._skills[person], strict=True)
        line = tuple([RatingPoint(match, mu, mu - 2 * sigma, mu + 2 * sigma) for match, (mu, sigma) in steps])
        last = line[-1]
        return Rating(person, last.value, last.low, last.high, len(line), len(line) < PROVISIONAL, line)

    def standing(self) -> tuple[str, ...]:
        """The rated people, highest `low` first."""
        low = {person: mu - 2 * sigma for person, (mu, sigma) in self._now.items()}
        return tuple(sorted(low, key=lambda person: (-low[person], person)))


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings over all games, and by game. `starts` is by game."""

    overall: Ladder
    games: Mapping[str, Ladder]
    starts: Mapping[str, RatingStart]
    contests: int


def ratings(played: Sequence[PlayedMatch], *, by_game: bool = True) -> Ratings:
    """All ratings in one pass over the matches, which must be in the order of play; with `by_game` also by game."""
    contests = [contest for match in played if (contest := _contest(match))]
    starts = {game: _start(own) for game, own in _by_game(contests).items()}
    overall, games = Ladder(), dict[str, Ladder]()
    for contest in contests:
        game = contest.match.game
        start = starts[game]
        first, odds = (_first(contest), start.odds) if start.counted else (None, 0.0)
        overall.rate(contest, first, odds)
        if by_game:
            games.setdefault(game, Ladder()).rate(contest, first, odds)
    return Ratings(overall, games, starts, len(contests))


def _contest(match: PlayedMatch) -> _Contest | None:
    """None if the match cannot be rated."""
    all_sides = sides.sides(match)
    people, places, side_of = list[str](), list[float](), list[int]()
    for side in all_sides:
        if side[0].won is not None and (of_side := _people(side)):
            people += of_side
            side_of += [len(places)] * len(of_side)
            places.append(_place(side))
    distinct = sorted(set(places))
    if len(places) < 2 or len(people) != len(set(people)) or distinct == [inf]:
        return None
    order = {place: rank for rank, place in enumerate(distinct, 1)}
    alone = range(len(places))  # Nearly always: no list is kept.
    ranks = [order[place] for place in places]
    return _Contest(match, people, alone if len(people) == len(places) else side_of, ranks, len(all_sides))


def _people(side: Sequence[SeatResult]) -> list[str]:
    """The rated people of a side, each once."""
    if len(side) == 1:  # Nearly always; the general case takes five times as long.
        return [side[0].person] if side[0].person != SOMEBODY else []
    return list(dict.fromkeys(one.person for one in side if one.person != SOMEBODY))


def _place(side: Sequence[SeatResult]) -> float:
    """Sort key of the sides in finishing order: winners, whatever their rank, then by rank, unknown ranks last."""
    if side[0].won:
        return -inf
    if len(side) == 1:
        return inf if side[0].rank is None else side[0].rank
    return min((one.rank for one in side if one.rank is not None), default=inf)


def _first(contest: _Contest) -> int | None:
    """The side that began; None if unknown, or if an anonymous seat began."""
    began = {seat_result.person for seat_result in contest.match.seats if seat_result.started}
    places = {side for person, side in zip(contest.people, contest.side_of, strict=True) if person in began}
    return places.pop() if len(places) == 1 else None


def _by_game(contests: Iterable[_Contest]) -> dict[str, list[_Contest]]:
    games: dict[str, list[_Contest]] = {}
    for contest in contests:
        games.setdefault(contest.match.game, []).append(contest)
    return games


def _start(contests: Sequence[_Contest]) -> RatingStart:
    """One Newton step from an advantage of 0, by the wins of the start players minus the expected wins."""
    results = list(_starts(contests))
    wins, expected = sum(won for won, _ in results), sum(chance for _, chance in results)
    variance = sum(chance * (1 - chance) for _, chance in results)
    odds = round((wins - expected) / variance, 1) if variance else 0.0
    beyond_chance = abs(wins - expected) > NORMAL * sqrt(variance)
    return RatingStart(len(results), wins, expected, odds, counted=len(results) >= MEASURED and beyond_chance)


def _starts(contests: Iterable[_Contest]) -> Iterator[tuple[bool, float]]:
    """For every match with one start player: whether that player won, and the chance of it."""
    for contest in contests:
        began = [one for one in contest.match.seats if one.started and one.won is not None]
        if len(began) == 1:
            yield began[0].won is True, 1 / contest.sides
