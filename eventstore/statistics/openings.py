"""The tree of opening moves of a game without chance, from the matches played."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from eventstore.statistics.intervals import Share, share
from eventstore.statistics.plays import PlayedMatch


@dataclass(frozen=True, slots=True)
class OpeningStart:
    """A table that matches started from: the number of players and the options; equal tables are one start."""

    players: int
    options: Mapping[str, Any]
    plays: int


@dataclass(frozen=True, slots=True)
class Opening:
    """The matches that began with some moves; `move` is the last of them in notation, None before the first.

    `seat` made this move, and `share` are its wins; None before the first move. `seats` are the wins of each seat.
    `next` are the moves that followed, the most frequent first, as deep as asked for.
    """

    move: str | None
    seat: int | None
    plays: int
    share: Share | None
    seats: tuple[Share, ...]
    matches: tuple[str, ...]
    next: tuple["Opening", ...]


@dataclass(frozen=True, slots=True)
class Openings:
    """The tree below `path` from one of the `starts`, the most frequent first. Without a match, there is no start."""

    starts: tuple[OpeningStart, ...]
    start: OpeningStart | None
    path: tuple[str, ...]
    opening: Opening


class _Line(NamedTuple):
    match: PlayedMatch
    moves: Sequence[str]


def openings(
    played: Iterable[PlayedMatch],
    known: Mapping[str, str],
    path: Sequence[str] = (),
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    depth: int = 1,
) -> Openings:
    """`known` are the lines of `extract.opening` by match; `path` are moves in notation, `depth` counts moves below.

    Without `players` and `options`, the most frequent start is taken.
    """
    end = 1 + len(path) + depth
    own = [(match, line.split("\n", end)) for match in played if (line := known.get(match.id))]
    counts = Counter((len(match.seats), line[0]) for match, line in own)
    starts = [OpeningStart(number, json.loads(text), plays) for (number, text), plays in counts.most_common()]
    start = next((each for each in starts if players in (None, each.players) and options in (None, each.options)), None)
    first = start and (start.players, json.dumps(start.options))
    lines = [_Line(match, line[1:end]) for match, line in own if (len(match.seats), line[0]) == first]
    through = [line for line in lines if tuple(line.moves[: len(path)]) == tuple(path)]
    return Openings(tuple(starts), start, tuple(path), _opening(through, len(path), depth))


def _opening(lines: Sequence[_Line], at: int, depth: int) -> Opening:
    """The matches whose first `at` moves are equal."""
    seats = len(lines[0].match.seats) if lines else 0
    won = [line.match.seats for line in lines if line.match.decided]
    shares = tuple(share(sum(own[seat].won is True for own in won), len(won)) for seat in range(seats))
    groups: dict[str, list[_Line]] = {}
    for line in lines if depth else ():
        if len(line.moves) > at:
            groups.setdefault(line.moves[at], []).append(line)
    following = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    seat = (at - 1) % seats if at and seats else None
    return Opening(
        lines[0].moves[at - 1] if at and lines else None,
        seat,
        len(lines),
        None if seat is None else shares[seat],
        shares,
        tuple(line.match.id for line in lines),
        tuple(_opening(own, at + 1, depth - 1) for _, own in following),
    )
