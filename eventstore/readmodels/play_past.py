"""A play among all plays of its game, read from the index."""

from typing import Final

from eventstore.matches.simulated import is_simulated
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.statistics import play_changes
from eventstore.statistics.play_changes import PlayPast

LAST: Final = 3
"""Number of earlier plays that are shown."""


def past_of(index: MatchIndex, row: MatchRow) -> PlayPast:
    """What the match changed, and the plays before it; no changes while it is open or not counted,
    and nothing for a sheet without the title of its game.

    A simulated match is compared with simulated ones, the others without them.
    """
    if row.depth != "moves" and not row.options.get("title"):  # It may be any game.
        return PlayPast()
    simulated = is_simulated(row.id, row.parent)
    played = index.played(game=row.game_title, simulated=simulated)
    plays = index.count(game=row.game_title, simulated=simulated)
    place = next((place for place, match in enumerate(played) if match.id == row.id), None)
    if place is None:
        earlier = [match for match in played if (match.played_on or "") <= (row.played_on or "9")]
        return PlayPast(before=tuple(earlier[: -LAST - 1 : -1]), plays=plays)
    match, before = played[place], played[:place]
    details = index.details(game=row.game_title, simulated=simulated)
    details_before = [details[other.id] for other in before if other.id in details]
    return PlayPast(
        play_changes.changes(match, before, details.get(row.id, ()), details_before),
        before[: -LAST - 1 : -1],
        plays,
        play_changes.own_plays(match, before),
    )
