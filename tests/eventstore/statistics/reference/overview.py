"""Counts over all matches of a store at once."""

from collections.abc import Iterable, Mapping, Sequence

from eventstore.matches.people import SOMEBODY
from eventstore.statistics.overview import Count, Overview, h_index
from eventstore.statistics.plays import PlayedMatch
from tests.eventstore.statistics.reference import tally


def overview(played: Sequence[PlayedMatch], names: Mapping[str, str]) -> Overview:
    """Unknown places and anonymous seats are not counted."""
    days = _dates(played, len("2026-11-20"))
    games = _counts((match.game, match) for match in played)
    times = [match.minutes for match in played if match.minutes is not None]
    return Overview(
        plays=len(played),
        depths=tally.depths(played),
        h_index=h_index([game.plays for game in games]),
        minutes=sum(times),
        timed=len(times),
        undated=len(played) - sum(day.plays for day in days),
        days=days,
        months=_dates(played, len("2026-11")),
        years=_dates(played, len("2026")),
        people=_counts(
            ((one.person, match) for match in played for one in match.seats if one.person != SOMEBODY), names
        ),
        places=_counts((match.place, match) for match in played if match.place),
        games=games,
    )


def _counts(labeled: Iterable[tuple[str, PlayedMatch]], names: Mapping[str, str] | None = None) -> tuple[Count, ...]:
    """Most plays first; a match counts once per label."""
    groups: dict[str, dict[str, None]] = {}
    for label, match in labeled:
        groups.setdefault(label, {})[match.id] = None
    counts = [Count(label, (names or {}).get(label, label), len(ids)) for label, ids in groups.items()]
    return tuple(sorted(counts, key=lambda count: (-count.plays, count.name)))


def _dates(played: Sequence[PlayedMatch], length: int) -> tuple[Count, ...]:
    """The plays by the first `length` characters of their dates, if these are so precise; oldest first."""
    dated = ((on[:length], match) for match in played if len(on := match.played_on or "") >= length)
    return tuple(sorted(_counts(dated), key=lambda count: count.label))
