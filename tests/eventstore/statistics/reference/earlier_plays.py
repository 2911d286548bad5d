"""What a play changed computed from all plays of its game."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from core.sheet_rounds import points_by_round
from eventstore.matches.people import SOMEBODY
from eventstore.matches.simulated import is_simulated
from eventstore.readmodels.earlier_plays import LAST
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.statistics import play_changes, sides
from eventstore.statistics.play_changes import (
    AfterAYear,
    Earlier,
    Milestone,
    OwnPlays,
    PersonPlays,
    PersonWins,
    PlayPast,
    Stood,
    TitlePlays,
    known_seats,
    most_by_source,
)
from eventstore.statistics.plays import PlayedMatch, PlayedSeat


def past_of(index: MatchIndex, row: MatchRow) -> PlayPast:
    if row.depth != "moves" and not row.options.get("title"):
        return PlayPast()
    simulated = is_simulated(row.id, row.parent)
    played = index.played(game=row.game_title, simulated=simulated)
    plays = index.count(game=row.game_title, simulated=simulated)
    place = next((place for place, match in enumerate(played) if match.id == row.id), None)
    if place is None:
        until = [match for match in played if (match.played_on or "") <= (row.played_on or "9")]
        return PlayPast(before=tuple(until[: -LAST - 1 : -1]), plays=plays)
    match, before = played[place], played[:place]
    details = index.details(game=row.game_title, simulated=simulated)
    own = details.get(row.id, ())
    known = earlier(match, before, own, scored_details(before, details))
    changes, own_plays = play_changes.changes(match, own, known), play_changes.own_plays(match, known)
    reached = milestones(index.played(simulated=simulated), match, len(before) + 1, own_plays, before[-1:])
    return PlayPast(changes, before[: -LAST - 1 : -1], plays, own_plays, tuple(reached))


def milestones(
    everything: Sequence[PlayedMatch],
    match: PlayedMatch,
    plays: int,
    own: Mapping[int, OwnPlays],
    last: Sequence[PlayedMatch],
) -> Iterator[Milestone]:
    until = everything[: [other.id for other in everything].index(match.id) + 1]
    for seat in known_seats(match):
        seated = [other for other in until if other.at(match.seats[seat].person)]
        if len(seated) % 100 == 0:
            yield PersonPlays(seat, len(seated), seated[0].id, seated[0].game, seated[0].played_on)
    if plays % 100 == 0:
        yield TitlePlays(plays)
    for seat, known in own.items():
        if match.seats[seat].won and known.wins in (10, 50, 100, 150):
            yield PersonWins(seat, known.wins)
    for other in last:
        days = [day for day in (other.played_on, match.played_on) if day and len(day) == 10]
        if len(days) == 2 and (date.fromisoformat(days[1]) - date.fromisoformat(days[0])).days >= 365:
            yield AfterAYear(other.id, days[0])


def scored_details(
    played: Sequence[PlayedMatch], details: Mapping[str, Sequence[PlayedSeat]]
) -> list[Sequence[PlayedSeat]]:
    return [details[match.id] for match in played if match.id in details and sides.is_scored(match)]


def earlier(
    match: PlayedMatch,
    before: Sequence[PlayedMatch],
    details: Sequence[PlayedSeat],
    details_before: Sequence[Sequence[PlayedSeat]],
) -> Earlier:
    sign = -1 if match.lowest_wins else 1
    reached = [
        [(sign * points, one.person) for one in other.seats if (points := sides.points(other, one)) is not None]
        for other in before
    ]
    best = [max(own)[0] for own in reached if own]
    by_person: dict[str, list[float]] = {}
    for points, person in (each for own in reached for each in own):
        by_person.setdefault(person, []).append(points)
    by_person.pop(SOMEBODY, None)
    results = {}
    for seat in known_seats(match):
        own = [result for other in before if (result := other.at(match.seats[seat].person)) is not None]
        results[seat] = [result.won for result in own if result.won is not None]
    rounds = [points for seats in details_before if (points := best_round(seats)) is not None]
    is_by_round = any(points_by_round(own.sources) for own in details)
    return Earlier(
        len(before),
        Stood(max(best), len(best)) if best else None,
        {person: Stood(max(points), len(points)) for person, points in by_person.items()},
        results,
        stood_by_source(details, details_before),
        Stood(max(rounds), len(rounds)) if rounds and is_by_round else None,
    )


def best_round(seats: Sequence[PlayedSeat]) -> float | None:
    return max((points for own in seats for points in points_by_round(own.sources).values()), default=None)


def stood_by_source(details: Sequence[PlayedSeat], before: Sequence[Sequence[PlayedSeat]]) -> dict[str, Stood]:
    most, stood = [most_by_source(seats) for seats in before], {}
    for source in most_by_source(details):
        if points := [own[source][0] for own in most if source in own]:
            stood[source] = Stood(max(points), len(points))
    return stood
