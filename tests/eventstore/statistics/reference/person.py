"""Statistics of one person, computed from all matches of a store at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from eventstore.statistics import person as own_plays
from eventstore.statistics import sides
from eventstore.statistics.intervals import mean_amount
from eventstore.statistics.person import PersonStatistics, PointSource
from eventstore.statistics.plays import PlayedMatch, SeatDetails
from tests.eventstore.statistics.reference.ratings import Ratings


def person(
    played: Sequence[PlayedMatch],
    who: str,
    names: Mapping[str, str],
    details: Mapping[str, Sequence[SeatDetails]],
    ratings: Ratings,
) -> PersonStatistics:
    """`who` is the id of a person. `played` are all matches, also those without the person, in the order of play."""
    by_game = {game: rating for game, ladder in ratings.games.items() if (rating := ladder.rating(who))}
    found = own_plays.person(played, who, names, {}, {}, ratings.overall.rating(who), by_game)
    return replace(found, sources=_sources(played, who, details))


def _sources(
    played: Sequence[PlayedMatch], who: str, details: Mapping[str, Sequence[SeatDetails]]
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
        matches: dict[str, dict[str, None]] = {}
        names = dict.fromkeys(source for match in detailed for seat in details[match.id] for source in seat.sources)
        for match in detailed:
            for seat_result, seat in zip(match.seats, details[match.id], strict=True):
                mine = seat_result.person == who
                for source in names if match.depth == "moves" else seat.sources:
                    (own if mine else group).setdefault(source, []).append(seat.sources.get(source, 0))
                    if mine:
                        matches.setdefault(source, {})[match.id] = None
        sources += [
            PointSource(
                game, source, mean_amount(own[source]), mean_amount(group.get(source, ())), tuple(matches[source])
            )
            for source in names
            if source in own
        ]
    return tuple(sources)
