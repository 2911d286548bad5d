"""Score sheet options and events for a play of which only points, winners or ranks are known."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, TypeAlias

from core.game import Points, Seat
from core.games.scoresheet import FINAL, Event, PointsNoted, RanksNamed, WinnersNamed
from core.record_events import MatchClosed

Ranks: TypeAlias = Sequence[int | None]
"""The rank of each seat, 1 for the best; None if unknown, empty if none is."""

Flags: TypeAlias = Sequence[bool | None]
"""True if each seat won; None if the source does not say."""


def final(points: Sequence[Points]) -> tuple[PointsNoted, ...]:
    """The line of final points; empty if no seat has points."""
    return (PointsNoted(FINAL, tuple(points)),) if any(number is not None for number in points) else ()


def events(
    lines: Sequence[Event],
    won: Flags | None,
    ranks: Ranks = (),
    options: Mapping[str, Any] = MappingProxyType({}),
) -> tuple[Event | MatchClosed, ...]:
    """The lines, then the winners; if `won` is None (unknown), a closing event replaces the winners.

    Without lines, `ranks` by seat that say more than the winners replace them. `options` are those of the sheet. A
    match without seats has no events: it is over before it starts.
    """
    if won is None:
        return (*lines, MatchClosed("incomplete"))
    if not lines and _say_more(ranks, won, options):
        return (RanksNamed(tuple(ranks)),)
    return (*lines, WinnersNamed(tuple(seat for seat, flag in enumerate(won) if flag))) if won else ()


def _say_more(ranks: Ranks, won: Flags, options: Mapping[str, Any]) -> bool:
    """True if the ranks order the seats that did not win, and agree with the winners and the teams."""
    if [rank == 1 for rank in ranks] != [*map(bool, won)] or options.get("cooperative"):
        return False
    is_shared = all(len({ranks[seat] for seat in team}) == 1 for team in options.get("teams", ()))
    return is_shared and len({rank for rank in ranks if rank != 1}) > 1


def options(
    title: str,
    bgg_id: int | None,
    *,
    won: Flags | None = None,
    points: Sequence[Points] = (),
    lowest_wins: bool = False,
    cooperative: bool = False,
    teams: Sequence[str] = (),
) -> dict[str, object]:
    """Options of the score sheet, without those at their default.

    `teams` are team names by seat, empty for a seat without a team. The winners take precedence over the source's data
    about the game: a winning condition that contradicts them is left out.
    """
    options_: dict[str, object] = {"title": title} if title else {}
    if bgg_id and bgg_id > 0:
        options_["bgg_id"] = bgg_id
    if lowest_wins and _lowest_won(won or (), points):
        options_["lowest_wins"] = True
    if cooperative and _together(won or ()):
        options_["cooperative"] = True
    elif allied := _teams(teams, won or ()):
        options_["teams"] = allied
    return options_


def _together(won: Flags) -> bool:
    return len(set(map(bool, won))) < 2


def _lowest_won(won: Flags, points: Sequence[Points]) -> bool:
    totals = [number for number in points if number is not None]
    best = [number for number, flag in zip(points, won, strict=False) if flag and number is not None]
    return all(number == min(totals) for number in best)


def _teams(names: Sequence[str], won: Flags) -> tuple[tuple[Seat, ...], ...]:
    """Teams of two or more, in the order of their first seats; empty if members of one team have different results."""
    seats = sorted((seat for seat, name in enumerate(names) if name), key=lambda seat: names[seat])
    groups = [tuple(group) for _, group in groupby(seats, key=lambda seat: names[seat])]
    if not all(_together([won[seat] for seat in group]) for group in groups if won):
        return ()
    return tuple(sorted(group for group in groups if len(group) > 1))
