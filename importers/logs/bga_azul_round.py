"""Compares the end of a round in a log of Azul on Board Game Arena with the rules.

The log states the columns and points of all players after the last take, in its own order. On the free wall the columns
are moves; on every wall all points must equal those of the rules.
"""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Annotated, Final, NamedTuple

from core.game import Seat
from core.games import chocolatier
from core.games.chocolatier.events import Event, TilePlaced
from core.games.chocolatier.state import PALETTES, SIZE, State
from core.messages import message, term
from importers.logs.bga_log import Arguments, Disagreement, Id, Notice, Number, PhpMapping, arguments_of
from importers.logs.bga_verifier import ReplayVerifier

COLORS: Final = {1: "black", 2: "white", 3: "blue", 4: "yellow", 5: "red"}
"""The platform's tile types."""

MARKER: Final = 0
"""The platform's tile type of the start marker."""


class Tile(Arguments):
    """A tile and its place: on a wall `line` and `column` count from 1; in a display `column` is its number."""

    id: Number
    type: Number
    line: Number = 0
    column: Number = 0


class _Points(Arguments):
    points: Number


class _Placement(Arguments):
    placed_tile: Tile
    points_detail: _Points


class _LineCompleted(Arguments):
    complete_lines: Annotated[dict[Id, _Placement], PhpMapping]


class _FloorCleared(Arguments):
    floor_lines: Annotated[dict[Id, _Points], PhpMapping]


class _MatchEnded(Arguments):
    scores: Annotated[dict[Id, _Points], PhpMapping]


class _Stated(NamedTuple):
    """Points that the log states for a seat."""

    notice: Notice
    points: int


class _Placed(NamedTuple):
    """A tile that the log puts on the wall of a seat; `line` and `column` count from 1."""

    stated: _Stated
    color: str
    line: int
    column: int


class RoundReplay:
    """The statements of one round; `since` is the index of the round's first event."""

    def __init__(self, verifier: ReplayVerifier[State, Event], since: int = 0) -> None:
        self.verifier, self.since = verifier, since
        self.walls: dict[Seat, list[_Placed]] = {}
        self.floors: dict[Seat, _Stated] = {}
        self.bonuses: dict[Seat, _Stated] = {}

    def apply(self, notice: Notice) -> None:
        """Collect the statements of a `placeTileOnWall`, `emptyFloorLine` or `endScore`."""
        if notice.type == "placeTileOnWall":
            for player, put in placements(notice):
                self.walls.setdefault(self.verifier.seat(notice, player), []).append(put)
        elif notice.type == "emptyFloorLine":
            for player, swept in arguments_of(_FloorCleared, notice).floor_lines.items():
                self.floors[self.verifier.seat(notice, player)] = _Stated(notice, swept.points)
        else:
            for player, ended in arguments_of(_MatchEnded, notice).scores.items():
                seat = self.verifier.seat(notice, player)
                before = self.bonuses[seat].points if seat in self.bonuses else 0
                self.bonuses[seat] = _Stated(notice, before + ended.points)

    def compare(self, now: Notice, *, whole: bool) -> None:
        """Raises Disagreement at the first difference between the rules and the log; at `now` for a missing statement.

        With `whole` false, as in a log that stops in the middle of the round, only the stated values are compared.
        """
        self._choose_columns(now, whole)
        for seat in range(len(self.verifier.order)):
            for put in self.walls.get(seat, ()):
                self._compare_tile(seat, put)
            self._compare_points(now, seat, whole)

    def _choose_columns(self, now: Notice, whole: bool) -> None:
        """Replay the columns of the log as moves, in the order in which the rules require them."""
        while self.verifier.state.phase == "tile":
            due = next(chocolatier.legal_moves(self.verifier.state))
            assert isinstance(due, TilePlaced)
            placed = [put for put in self.walls.get(due.seat, ()) if put.line == due.line]
            if not placed and not whole:
                return
            if not placed:
                name = self.verifier.name(due.seat)
                raise Disagreement(
                    now, message("the column for line {line} of {name} is missing", line=due.line, name=name)
                )
            self.verifier.record(placed[0].stated.notice, TilePlaced(due.seat, due.line, placed[0].column))

    def _compare_tile(self, seat: Seat, put: _Placed) -> None:
        on_wall = 1 <= put.line <= SIZE and 1 <= put.column <= SIZE
        color = self.verifier.state.boards[seat].wall[put.line - 1][put.column - 1] if on_wall else None
        if color is None or PALETTES["azul"][color] != put.color:
            raise Disagreement(
                put.stated.notice,
                message(
                    "by the rules {name} places no {color} tile in row {row}, column {column}",
                    color=term(put.color),
                    name=self.verifier.name(seat),
                    row=put.line,
                    column=put.column,
                ),
            )

    def _compare_points(self, now: Notice, seat: Seat, whole: bool) -> None:
        gains = self.verifier.gains(self.since, seat)
        ours = [gain.points for gain in gains if gain.source in ("wall", "floor")]
        stated = [one for one in self._points_by_seat(seat) if one.points]
        for one, points in zip_longest(stated, ours):
            if one is not None:
                self.verifier.check(one.notice, seat, one.points, points or 0)
            elif whole:
                self.verifier.check(now, seat, 0, points or 0)
        bonus = self.bonuses.get(seat, _Stated(now, 0))
        if whole or seat in self.bonuses:
            self.verifier.check(bonus.notice, seat, bonus.points, sum(gain.points for gain in gains) - sum(ours))

    def _points_by_seat(self, seat: Seat) -> Iterator[_Stated]:
        """Points for the wall, top down, then for the floor; the log has the full floor loss, the score stops at 0."""
        score = self.verifier.scores(self.since)[seat]
        for put in self.walls.get(seat, ()):
            score += put.stated.points
            yield put.stated
        if floor := self.floors.get(seat):
            yield floor._replace(points=max(floor.points, -score))


def color_of(notice: Notice, kind: int) -> str:
    """Raises Disagreement for an unknown tile type."""
    if kind not in COLORS:
        raise Disagreement(notice, message("there is no tile of the type {kind}", kind=kind))
    return COLORS[kind]


def placements(notice: Notice) -> Iterator[tuple[str, _Placed]]:
    """The tiles that a `placeTileOnWall` puts on walls, each with its player's id."""
    for player, completed in arguments_of(_LineCompleted, notice).complete_lines.items():
        tile = completed.placed_tile
        stated = _Stated(notice, completed.points_detail.points)
        yield player, _Placed(stated, color_of(notice, tile.type), tile.line, tile.column)


def shows_free_wall(notice: Notice) -> bool:
    """True if a tile gets a column of another color or a line finds no place: both are impossible on a colored wall."""
    if notice.type == "tilesPlacedOnLine":
        return notice.args.get("fromHand") is False and notice.args.get("type") not in (MARKER, str(MARKER))
    if notice.type != "placeTileOnWall":
        return False
    return any(
        (PALETTES["azul"].index(put.color) + put.line - 1) % SIZE + 1 != put.column for _, put in placements(notice)
    )
