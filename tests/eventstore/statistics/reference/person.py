"""Statistics of one person, computed from all matches of a store at once."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from statistics import fmean

from eventstore.matches.people import SOMEBODY
from eventstore.statistics import sides
from eventstore.statistics.intervals import mean_amount, share
from eventstore.statistics.person import (
    MAX_RECENT,
    Opponent,
    PersonStatistics,
    PointSource,
    RecentResult,
    Streak,
    longest,
    result,
    surest,
)
from eventstore.statistics.plays import PlayedMatch, PlayedSeat, SeatResult
from eventstore.statistics.progress import Contest, PersonProgress
from eventstore.statistics.progress import progress as of_contests
from tests.eventstore.statistics.reference import tally
from tests.eventstore.statistics.reference.ratings import Ratings
from tests.eventstore.statistics.reference.records import records
from tests.eventstore.statistics.reference.tally import Play


def person(
    played: Sequence[PlayedMatch],
    who: str,
    names: Mapping[str, str],
    details: Mapping[str, Sequence[PlayedSeat]],
    ratings: Ratings,
) -> PersonStatistics:
    """`who` is the id of a person. `played` are all matches, also those without the person, in the order of play."""
    plays: list[Play] = [(match, own) for match in played if (own := match.at(who)) is not None]
    held: list[Play] = [(match, own) for match in played for own in match.held_by(who)]
    own_matches = [match for match, _ in plays]
    whole = tally.tally_of(who, held)
    opponents = _opponents(plays, names)
    streaks = _streaks(plays)
    return PersonStatistics(
        person=who,
        name=names.get(who, who),
        plays=whole.plays,
        decided=whole.decided,
        wins=whole.wins,
        scored=whole.points.n,
        mean_points=whole.points.value,
        share=whole.share,
        chance=whole.chance,
        cooperative=whole.cooperative,
        solo=whole.solo,
        points=whole.points,
        depths=tally.depths(own_matches),
        since=min((match.played_on[:4] for match in own_matches if match.played_on), default=None),
        rating=ratings.overall.rating(who),
        ratings={game: rating for game, ladder in ratings.games.items() if (rating := ladder.rating(who))},
        ribbon=tuple(map(_bead, plays[-MAX_RECENT:])),
        games=tally.tallies((match.game, (match, own)) for match, own in held),
        players=tally.by_players(held),
        seats=tally.tallies((tally.role(own), (match, own)) for match, own in held),
        roles=tally.by_role(held, named="{role} ({game})"),
        colors=tally.by_color(held),
        expansions=tally.tallies((name, (match, own)) for match, own in held for name in {*match.expansions}),
        opponents=opponents,
        nemesis=surest(opponents, beaten=False),
        favorite=surest(opponents, beaten=True),
        current=streaks[-1] if streaks else None,
        winning=longest(streaks, "won"),
        losing=longest(streaks, "lost"),
        records=records(own_matches, who),
        sources=_sources(played, who, details),
    )


def _bead(play: Play) -> RecentResult:
    match, own = play
    rank = own.rank if own.won is not None else None
    return RecentResult(match.id, match.game, match.played_on, result(own.won), rank, len(sides.sides(match)))


def _opponents(plays: Iterable[Play], names: Mapping[str, str]) -> tuple[Opponent, ...]:
    met: dict[str, dict[str, int | None]] = {}
    for match, own in plays:
        for other in sides.opponents(match, own):
            if other.person not in (SOMEBODY, own.person):
                met.setdefault(other.person, {})[match.id] = sides.before(own, other)
    rows = []
    for other_person, results in met.items():
        came = list(results.values())
        won, lost = came.count(1), came.count(-1)
        name = names.get(other_person, other_person)
        clear = share(won, won + lost)
        rows.append(Opponent(other_person, name, len(came), won, lost, came.count(0), clear))
    return tuple(sorted(rows, key=lambda opponent: (-opponent.plays, opponent.name)))


def _streaks(plays: Iterable[Play]) -> list[Streak]:
    known = [(result(own.won), match.id) for match, own in plays if own.won is not None]
    runs = [(came, tuple(id for _, id in run)) for came, run in groupby(known, key=itemgetter(0))]
    return [Streak(came, len(matches), matches) for came, matches in runs]


def _sources(
    played: Sequence[PlayedMatch], who: str, details: Mapping[str, Sequence[PlayedSeat]]
) -> tuple[PointSource, ...]:
    by_game: dict[str, list[PlayedMatch]] = {}
    for match in played:
        if match.id in details and sides.is_scored(match):
            by_game.setdefault(match.game, []).append(match)
    sources: list[PointSource] = []
    for game, detailed in by_game.items():
        if not any(match.at(who) for match in detailed):
            continue
        own, group = dict[str, list[float]](), dict[str, list[float]]()
        names = dict.fromkeys(source for match in detailed for seat in details[match.id] for source in seat.sources)
        for match in detailed:
            for seat_result, seat in zip(match.seats, details[match.id], strict=True):
                mine = seat_result.person == who
                for source in names if match.depth == "moves" else seat.sources:
                    (own if mine else group).setdefault(source, []).append(seat.sources.get(source, 0))
        sources += [
            PointSource(game, source, mean_amount(own[source]), mean_amount(group.get(source, ())))
            for source in names
            if source in own
        ]
    return tuple(sources)


def progress(played: Sequence[PlayedMatch], who: str, game: str) -> PersonProgress:
    return of_contests(contests(played, who, game), game)


def contests(played: Sequence[PlayedMatch], who: str, game: str) -> list[Contest]:
    return [
        Contest(match.id, match.played_on, beaten, sides.points(match, own))
        for match in played
        if match.game == game and (own := match.at(who)) and (beaten := _beaten(match, own)) is not None
    ]


def _beaten(match: PlayedMatch, own: SeatResult) -> float | None:
    results = [result for other in sides.opponents(match, own) if (result := sides.before(own, other)) is not None]
    return fmean((1 + result) / 2 for result in results) if results else None
