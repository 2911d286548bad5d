"""Azul: Summer Pavilion on Board Game Arena: its log as moves of `pavilion`.

1. The log may announce bonus tiles one by one; the last tile that is due completes the move.
2. It announces a supply fill after every turn of placing, mostly with no tiles, also after the last one: only a fill
   that was due counts.
3. It announces a pass before the kept tiles. Seats without tiles pass automatically, by the rules and in the log.
4. It does not name the side of the boards: it is the variant if a position or price differs from the colored side.
"""

from typing import Annotated, Final

from core.game import Seat
from core.games import pavilion
from core.games.pavilion.events import BonusTaken, DisplaysFilled, Event, Passed, SupplyFilled, TilePlaced, TilesTaken
from core.games.pavilion.state import COLOR_INDEX, COLORS, Options, State, wild
from core.messages import message
from core.multiset import count, minus
from importers.logs.bga_log import Arguments, Disagreement, Id, Log, Notice, Number, PhpMapping, arguments_of
from importers.logs.bga_verifier import ReplayVerifier

STARS: Final = ("center", "purple", "orange", "red", "blue", "yellow", "green")
"""The platform's star numbers, from 0. Its tile types are the index in `COLORS` plus 1; 0 is the start token."""

TOKEN: Final = 0


class _PavilionTile(Arguments):
    type: Number
    star: Number = 0
    space: Number = 0


class _Supplied(Arguments):
    new_tiles: list[_PavilionTile]


class _PavilionFilled(Arguments):
    factories: list[list[_PavilionTile]]


class _Scored(Arguments):
    player_id: Id
    new_score: Number | None = None


class _PavilionSelected(Arguments):
    player_id: Id
    type: Number = TOKEN
    selected_tiles: list[_PavilionTile]
    from_factory: Number = 0
    from_supply: bool = False


class _PavilionPlaced(_Scored):
    placed_tile: _PavilionTile
    discarded_tiles: list[_PavilionTile]
    points: Number


class _Kept(_Scored):
    kept_tiles: list[_PavilionTile]


class _Before(Arguments):
    previous_score: Number | None = None


class _PavilionUndone(Arguments):
    player_id: Id
    undo: _Before | None = None


class _PavilionPoints(Arguments):
    points: Number


class _PavilionEnded(Arguments):
    scores: Annotated[dict[Id, _PavilionPoints], PhpMapping]


def follow(log: Log) -> ReplayVerifier[State, Event]:
    """The match, replayed by the rules. Raises Disagreement at the first difference from the log."""
    match = _PavilionMatch(log)
    for notice in log.notices:
        match.apply(notice)
    match.compare_bonuses()
    return match.verifier


class _PavilionMatch:
    def __init__(self, log: Log) -> None:
        takers = [
            arguments_of(_PavilionSelected, notice).player_id
            for notice in log.notices
            if notice.type == "tilesSelected" and not notice.args.get("fromSupply")
        ]
        options = Options("variant" if any(map(_is_variant, log.notices)) else "colored")
        self.verifier: ReplayVerifier[State, Event] = ReplayVerifier(log, pavilion, takers, options)
        self.token: _Scored | None = None
        self.bonus: tuple[str, ...] = ()
        self.passing = False
        self.stated: dict[Seat, tuple[Notice, int]] = {}

    def apply(self, notice: Notice) -> None:
        match notice.type:
            case "supplyFilled":
                self.fill_supply(notice)
            case "factoriesFilled":
                displays = arguments_of(_PavilionFilled, notice).factories[1:]
                self.verifier.record(notice, DisplaysFilled(tuple(_colors(notice, tiles) for tiles in displays)))
            case "firstPlayerToken":
                self.token = arguments_of(_Scored, notice)
            case "tilesSelected":
                arguments = arguments_of(_PavilionSelected, notice)
                (self.take_bonus if arguments.from_supply else self.take)(notice, arguments)
            case "placeTileOnWall":
                self.place(notice, arguments_of(_PavilionPlaced, notice))
            case "pass":
                seat = self.verifier.seat(notice, arguments_of(_Scored, notice).player_id)
                self.passing = not self.verifier.state.boards[seat].passed
            case "putToCorner":
                self.keep(notice, arguments_of(_Kept, notice))
            case "undoTakeTiles":
                self.token = None
                self.rewind(notice, TilesTaken)
            case "undoPlayTile":
                self.undo_placing(notice)
            case "endScore":
                self.state_bonuses(notice)

    def fill_supply(self, notice: Notice) -> None:
        tiles = _colors(notice, arguments_of(_Supplied, notice).new_tiles)
        phase = self.verifier.state.phase
        if phase == "supply" or (phase == "refill" and tiles):
            self.verifier.record(notice, SupplyFilled(tiles))
        elif tiles and phase != "over":
            raise Disagreement(notice, message("by the rules the supply is not filled now"))

    def take(self, notice: Notice, arguments: _PavilionSelected) -> None:
        seat = self.verifier.seat(notice, arguments.player_id)
        before = self.verifier.state.boards[seat].hand
        after = self.verifier.record(notice, TilesTaken(seat, arguments.from_factory, _color(notice, arguments.type)))
        tiles = _colors(notice, [tile for tile in arguments.selected_tiles if tile.type != TOKEN])
        if minus(after.boards[seat].hand, before) != count([COLOR_INDEX[name] for name in tiles], len(COLORS)):
            raise Disagreement(notice, message("by the rules different tiles are taken there"))
        if self.token:
            self.check_score(notice, self.token, after)
        self.token = None

    def take_bonus(self, notice: Notice, arguments: _PavilionSelected) -> None:
        self.bonus += _colors(notice, arguments.selected_tiles)
        if len(self.bonus) >= self.verifier.state.due:
            self.verifier.record(notice, BonusTaken(self.verifier.seat(notice, arguments.player_id), self.bonus))
            self.bonus = ()

    def place(self, notice: Notice, arguments: _PavilionPlaced) -> None:
        seat, tile = self.verifier.seat(notice, arguments.player_id), arguments.placed_tile
        if not 0 <= tile.star < len(STARS):
            raise Disagreement(notice, message("there is no such star"))
        color = _color(notice, tile.type)
        joker = wild(self.verifier.state.round)
        spent = [COLOR_INDEX[name] for name in _colors(notice, arguments.discarded_tiles)]
        wilds = spent.count(joker) if joker is not None and COLOR_INDEX[color] != joker else 0
        since = len(self.verifier.events)
        after = self.verifier.record(notice, TilePlaced(seat, STARS[tile.star], tile.space, color, wilds))
        gained = next(gain.points for gain in self.verifier.gains(since, seat))
        self.verifier.check(notice, seat, arguments.points, gained)
        self.check_score(notice, arguments, after)

    def keep(self, notice: Notice, arguments: _Kept) -> None:
        seat = self.verifier.seat(notice, arguments.player_id)
        after = self.verifier.record(notice, Passed(seat, _colors(notice, arguments.kept_tiles)))
        self.passing = False
        self.check_score(notice, arguments, after)

    def undo_placing(self, notice: Notice) -> None:
        """Undo a placement with its bonus tiles, or a pass, also one whose kept tiles are not announced yet."""
        self.bonus = ()
        if self.passing:
            self.passing = False
        else:
            self.rewind(notice, TilePlaced, Passed)

    def rewind(self, notice: Notice, *kinds: type) -> None:
        arguments = arguments_of(_PavilionUndone, notice)
        seat = self.verifier.seat(notice, arguments.player_id)
        self.verifier.rewind(notice, seat, *kinds)
        if arguments.undo and arguments.undo.previous_score is not None:
            self.verifier.check(notice, seat, arguments.undo.previous_score, self.verifier.state.boards[seat].score)

    def state_bonuses(self, notice: Notice) -> None:
        for player, ended in arguments_of(_PavilionEnded, notice).scores.items():
            seat = self.verifier.seat(notice, player)
            self.stated[seat] = (notice, self.stated.get(seat, (notice, 0))[1] + ended.points)

    def check_score(self, notice: Notice, arguments: _Scored, after: State) -> None:
        if arguments.new_score is not None:
            seat = self.verifier.seat(notice, arguments.player_id)
            self.verifier.check(notice, seat, arguments.new_score, after.boards[seat].score)

    def compare_bonuses(self) -> None:
        """Compare the final bonuses with those of the rules, which the last event of the match scores."""
        for seat, (notice, stated) in self.stated.items():
            gains = self.verifier.gains(len(self.verifier.events) - 1, seat)
            self.verifier.check(
                notice, seat, stated, sum(gain.points for gain in gains if gain.rule.startswith("P-END"))
            )


def _color(notice: Notice, kind: int) -> str:
    if not 1 <= kind <= len(COLORS):
        raise Disagreement(notice, message("there is no tile of the type {kind}", kind=kind))
    return COLORS[kind - 1]


def _colors(notice: Notice, tiles: list[_PavilionTile]) -> tuple[str, ...]:
    return tuple(_color(notice, tile.type) for tile in tiles)


def _is_variant(notice: Notice) -> bool:
    """True if a placement is impossible on the colored side, where the position fixes the color and the price."""
    if notice.type != "placeTileOnWall":
        return False
    arguments = arguments_of(_PavilionPlaced, notice)
    tile = arguments.placed_tile
    elsewhere = 0 < tile.star < len(STARS) and STARS[tile.star] != _color(notice, tile.type)
    return elsewhere or len(arguments.discarded_tiles) + 1 != tile.space
