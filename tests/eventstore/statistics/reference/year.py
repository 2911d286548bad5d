"""The year in review, from all matches of a store at once."""

import datetime
from collections.abc import Mapping, Sequence

from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.year import Year, challenges
from tests.eventstore.statistics.reference.overview import overview
from tests.eventstore.statistics.reference.tally import by_kind


def years(played: Sequence[PlayedMatch], person: str | None = None) -> tuple[str, ...]:
    """The years with matches, of the person if one is given, newest first."""
    own = (match for match in played if match.played_on and (person is None or match.at(person)))
    return tuple(sorted({match.played_on[:4] for match in own if match.played_on}, reverse=True))


def year(
    played: Sequence[PlayedMatch],
    names: Mapping[str, str],
    number: str,
    person: str | None = None,
    today: datetime.date | None = None,
) -> Year:
    """`played` are the matches of all years, in the order of play; `number` is the year, over unless it is today's."""
    of_person = [match for match in played if person is None or match.at(person)]
    own, before = _within(of_person, number), _within(of_person, f"{int(number) - 1:04}")
    by_now = [match for match in before if today and (match.played_on or "")[5:] <= today.isoformat()[5:]]
    found = overview(own, names)
    earlier = {match.game for match in of_person if match.played_on and match.played_on[:4] < number}
    contests, cooperative, solo = by_kind(
        (match, seat) for match in own if person and (seat := match.at(person)) is not None
    )
    longest = max((match for match in own if match.minutes), key=lambda match: match.minutes or 0, default=None)
    return Year(
        year=number,
        person=person,
        plays=found.plays,
        before=len(before),
        before_by_now=len(by_now) if today and number == f"{today.year:04}" else None,
        minutes=found.minutes,
        timed=found.timed,
        days=len(found.days),
        months=tuple(sum((match.played_on or "")[5:7] == f"{month:02}" for match in own) for month in range(1, 13)),
        by_day={day.label: day.plays for day in found.days},
        games=found.games,
        new=tuple(game for game in found.games if game.label not in earlier),
        people=tuple(count for count in found.people if count.label != person),
        places=found.places,
        busiest=max(found.days, key=lambda day: day.plays, default=None),
        decided=contests.decided,
        wins=contests.wins,
        cooperative=cooperative,
        solo=solo,
        longest=longest.id if longest else None,
        longest_minutes=longest.minutes if longest else None,
        challenges=challenges(found.games),
    )


def _within(played: Sequence[PlayedMatch], number: str) -> list[PlayedMatch]:
    return [match for match in played if (match.played_on or "")[:4] == number]
