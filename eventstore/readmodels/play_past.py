"""A play among all plays of its game, read from the index."""

from typing import Final

from eventstore.matches.simulated import is_simulated
from eventstore.readmodels.earlier_plays import earlier
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.population import Population
from eventstore.readmodels.projection import MatchRow
from eventstore.statistics import play_changes
from eventstore.statistics.play_changes import PlayPast
from eventstore.statistics.plays import PlayedMatch

LAST: Final = 3
"""Number of earlier plays that are shown."""


def past_of(index: MatchIndex, row: MatchRow) -> PlayPast:
    """What the match changed, and the plays before it; no changes while it is open or not counted,
    and nothing for a sheet without the title of its game.

    A simulated match is compared with simulated ones, the others without them.
    """
    if row.depth != "moves" and not row.options.get("title"):  # It may be any game.
        return PlayPast()
    asked = MatchFilter(game=row.game_title, simulated=is_simulated(row.id, row.parent))
    plays, population = index.count(**asked), index.population(**asked)
    moment = population.query("SELECT moment FROM plays WHERE match = ? AND {where}", row.id)
    own = index.played(ids=[row.id]) if moment else ()
    if not own:
        until = population.among("coalesce(played_on, '') <= ?", row.played_on or "9")
        return PlayPast(before=_last(index, until), plays=plays)
    before = population.among("plays.moment < ?", moment[0][0])
    details = index.details(ids=[row.id]).get(row.id, ())
    known = earlier(before, own[0], details)
    return PlayPast(
        play_changes.changes(own[0], details, known),
        _last(index, before),
        plays,
        play_changes.own_plays(own[0], known),
    )


def _last(index: MatchIndex, population: Population) -> tuple[PlayedMatch, ...]:
    """The newest plays of the population, the newest first."""
    rows = population.query(f"SELECT match FROM plays WHERE {{where}} ORDER BY moment DESC LIMIT {LAST}")
    return index.played(ids=[match for (match,) in rows])[::-1]
