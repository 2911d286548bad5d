"""Tallies computed from whole plays."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from eventstore.statistics import sides, tally
from eventstore.statistics.intervals import mean_amount, share
from eventstore.statistics.plays import PlayedMatch, SeatResult
from eventstore.statistics.sides import Kind
from eventstore.statistics.tally import Chance, Depths, Results, Tally

Play: TypeAlias = tuple[PlayedMatch, SeatResult]
"""One seat of one match."""


def chance(plays: Iterable[Play]) -> Chance:
    """Only plays in contests with a known result count."""
    return tally.chance(Counter((own.won, len(sides.sides(match))) for match, own in plays if own.won is not None))


def tally_of(label: str, plays: Sequence[Play]) -> Tally:
    contests, cooperative, solo = by_kind(plays)
    scores = [value for match, own in plays if (value := sides.points(match, own)) is not None]
    ids = {match.id for match, _ in plays}
    return Tally(
        label,
        len(ids),
        contests.decided,
        contests.wins,
        contests.share,
        chance(plays),
        mean_amount(scores),
        cooperative,
        solo,
    )


def by_kind(plays: Iterable[Play]) -> tuple[Results, Results, Results]:
    """The results of contests, cooperative and solo plays; a match with several of the seats is one play."""
    groups: dict[Kind, list[Play]] = {"contest": [], "cooperative": [], "solo": []}
    for match, own in plays:
        groups[sides.kind(match)].append((match, own))
    return _results(groups["contest"]), _results(groups["cooperative"]), _results(groups["solo"])


def _results(plays: Sequence[Play]) -> Results:
    return results([(match.id, own.won) for match, own in plays])


def results(plays: Sequence[tuple[str, bool | None]]) -> Results:
    """The results of pairs of a match and whether it was won, None if unknown."""
    known = [won for _, won in plays if won is not None]
    return Results(len({match for match, _ in plays}), len(known), sum(known), share(sum(known), len(known)))


def tallies(plays: Iterable[tuple[str, Play]]) -> tuple[Tally, ...]:
    """A tally for every label, most plays first."""
    groups: dict[str, list[Play]] = {}
    for label, play in plays:
        groups.setdefault(label, []).append(play)
    rows = [tally_of(label, own) for label, own in groups.items()]
    return tuple(sorted(rows, key=lambda row: (-row.plays, row.label)))


def depths(played: Iterable[PlayedMatch]) -> Depths:
    count = Counter(match.depth for match in played)
    return Depths(count.total(), count["moves"], count["rounds"], count["final"])


def role(seat_result: SeatResult) -> str:
    """`start` for the start player, `other` for the others, `unknown` if the start player is unknown."""
    return {True: "start", False: "other", None: "unknown"}[seat_result.started]


def by_role(plays: Iterable[Play], *, named: str = "{role}") -> tuple[Tally, ...]:
    """A tally for every role; a seat with several roles counts in each. `named` makes a label of `role` and `game`."""
    return tallies(
        (named.format(role=name, game=match.game), (match, own))
        for match, own in plays
        for name in {role.name for role in own.roles}
    )


def by_color(plays: Iterable[Play]) -> tuple[Tally, ...]:
    """A tally for every color that a player had."""
    return tallies((own.color.capitalize(), (match, own)) for match, own in plays if own.color)


def by_players(plays: Iterable[Play]) -> tuple[Tally, ...]:
    """A tally for every number of players, ascending; the labels are the numbers."""
    rows = tallies((str(len(match.seats)), (match, own)) for match, own in plays)
    return tuple(sorted(rows, key=lambda row: int(row.label)))
