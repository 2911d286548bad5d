"""The records that a match broke, with the earlier matches read from the index."""

from eventstore.matches.simulated import is_simulated
from eventstore.readmodels import earlier_plays
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.population import Population
from eventstore.statistics import records_broken
from eventstore.statistics.records import Kind
from eventstore.statistics.records_broken import BrokenRecord, Stood


def broken_by(index: MatchIndex, id: str) -> tuple[BrokenRecord, ...]:
    """The records broken by the match with this id; none while it is open, damaged, withdrawn or not counted, and none
    by a fork.

    A match is compared with earlier matches of its kind: a simulated one with simulated ones, the others without them.
    """
    if (row := index.row(id)) is None:
        return ()
    simulated = is_simulated(row.id, row.parent)
    of_game = index.population(game=row.game_title, seats=len(row.players), simulated=simulated)
    own = of_game.query("SELECT moment, options FROM plays WHERE match = ? AND finished = 1 AND {where}", id)
    match = index.played(ids=[id]) if own else ()
    if not match:
        return ()
    (moment, options), details = own[0], index.details(ids=[id]).get(id, ())
    alike = of_game.among("plays.moment < ? AND finished = 1 AND options = ?", moment, options)
    if row.played_on:  # A play without a date need not be an earlier one.
        alike = alike.among("played_on IS NOT NULL")
    of_sources = earlier_plays.sources(alike, records_broken.most_by_source(details))
    return records_broken.of_game(match[0], _stood(alike)) + records_broken.of_sources(details, of_sources)


def _stood(population: Population) -> dict[Kind, Stood]:
    """The records of these plays, which are alike: one game, and the same options."""
    ((lowest, margin, with_margin, longest, shortest, timed),) = population.query(
        "SELECT max(lowest), max(margin), count(CASE WHEN margin > 0 THEN 1 END), max(CASE WHEN decided > 0"
        " THEN minutes END), min(CASE WHEN decided > 0 THEN minutes END), count(CASE WHEN decided > 0 THEN minutes END)"
        " FROM (SELECT plays.*, (SELECT count(won) FROM results r WHERE r.title = plays.title"
        " AND r.moment = plays.moment) AS decided FROM plays WHERE {where}) AS p"
    )
    merits = (
        "FROM (SELECT p.seats AS seats, max(merit) AS best, sum(merit) AS total, count(merit) AS known"
        " FROM (SELECT * FROM plays WHERE {where}) p JOIN results r ON r.title = p.title AND r.moment = p.moment"
        " GROUP BY p.match, p.seats) AS m"
    )
    ((points, with_points, total, whole),) = population.query(
        "SELECT max(best), count(best), max(CASE WHEN known = seats AND seats > 1 THEN total END),"
        f" count(CASE WHEN known = seats AND seats > 1 THEN 1 END) {merits}"
    )
    sign = -1 if lowest else 1
    found: tuple[tuple[Kind, float | None, int], ...] = (
        ("points", points and sign * points, with_points),
        ("margin", margin, with_margin),
        ("total", total and sign * total, whole),
        ("longest", longest, timed),
        ("shortest", shortest, timed),
    )
    return {kind: Stood(best, n) for kind, best, n in found if best is not None and n}
