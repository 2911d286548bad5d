"""Azul on Board Game Arena, with special displays and the grey wall: its log as moves of `chocolatier`.

1. The log announces a take in parts: the start marker, the tiles, the target of the rest of SF4, the line. The line
   completes it.
2. It announces a fill in parts: the gold sides, the tiles, the extra tile of SF1. The next take completes it.
3. It does not name the wall: the wall is the free one if a tile lies where the colored wall has no space for it.
"""

from dataclasses import dataclass, field
from typing import Annotated, Final

from core.game import Seat
from core.games import chocolatier
from core.games.chocolatier.events import DisplaysFilled, Event, SpecialKind, TilesTaken
from core.games.chocolatier.state import COLOR_INDEX, Options, State
from core.messages import message
from importers.logs.bga_azul_round import COLORS, MARKER, RoundReplay, Tile, color_of, shows_free_wall
from importers.logs.bga_log import Arguments, Disagreement, Id, Log, Notice, Number, PhpMapping, arguments_of
from importers.logs.bga_verifier import ReplayVerifier

SPECIALS: Final[dict[int, tuple[SpecialKind, str | None]]] = {
    **{color: ("SF2", name) for color, name in COLORS.items()},
    6: ("SF5", None),
    7: ("SF4", None),
    8: ("SF3", None),
    9: ("SF1", None),
}
"""The platform's numbers of special displays."""


class _Specials(Arguments):
    special_factories: Annotated[dict[Number, Number], PhpMapping]


class _AzulFilled(Arguments):
    factories: list[list[Tile]]


class _Completed(Arguments):
    factory: Number
    factories: Annotated[dict[Number, list[Tile]], PhpMapping]


class _Changed(Arguments):
    factory: Number
    tiles: list[Tile]


class _Selection(Arguments):
    player_id: Id
    type: Number
    selected_tiles: list[Tile]
    from_factory: Number


class _Laid(Arguments):
    player_id: Id
    type: Number
    line: Number


class _AzulUndone(Arguments):
    player_id: Id


@dataclass(slots=True)
class _Hand:
    """A take whose line is not known yet."""

    seat: Seat
    source: int
    color: str
    passed: list[tuple[str, int]] = field(default_factory=list)


def follow(log: Log) -> ReplayVerifier[State, Event]:
    """The match, replayed by the rules. Raises Disagreement at the first difference from the log."""
    match = _AzulMatch(log)
    for notice in log.notices:
        match.apply(notice)
    match.finish()
    return match.verifier


class _AzulMatch:
    def __init__(self, log: Log) -> None:
        takers = [
            arguments_of(_Selection, notice).player_id for notice in log.notices if notice.type == "tilesSelected"
        ]
        options = Options(
            edition="azul",
            wall="free" if any(map(shows_free_wall, log.notices)) else "colored",
            special_displays=any(notice.type == "specialFactories" for notice in log.notices),
        )
        self.verifier: ReplayVerifier[State, Event] = ReplayVerifier(log, chocolatier, takers, options)
        self.fill: tuple[Notice, _AzulFilled] | None = None
        self.specials: tuple[tuple[int, SpecialKind, str | None], ...] = ()
        self.extra: str | None = None
        self.hand: _Hand | None = None
        self.round = RoundReplay(self.verifier)

    def apply(self, notice: Notice) -> None:
        match notice.type:
            case "specialFactories":
                self.turn_displays(notice)
            case "factoriesFilled":
                self.round.compare(notice, whole=True)
                self.fill = (notice, arguments_of(_AzulFilled, notice))
            case "factoriesCompleted":
                self.complete_display(notice)
            case "factoriesChanged":
                self.pass_on(notice)
            case "tilesSelected":
                self.take(notice)
            case "tilesPlacedOnLine":
                self.lay(notice)
            case "undoSelectLine":
                self.take_up(notice)
            case "undoTakeTiles":
                self.hand = None
            case "placeTileOnWall" | "emptyFloorLine" | "endScore":
                self.round.apply(notice)

    def turn_displays(self, notice: Notice) -> None:
        turned = arguments_of(_Specials, notice).special_factories
        if not set(turned.values()) <= set(SPECIALS):
            raise Disagreement(notice, message("there is no such special display"))
        self.specials = tuple((display, *SPECIALS[turned[display]]) for display in sorted(turned))

    def complete_display(self, notice: Notice) -> None:
        """The extra tile of SF1 is the tile that was on no display at the fill."""
        if self.fill is None:
            return
        arguments = arguments_of(_Completed, notice)
        filled = {tile.id for tiles in self.fill[1].factories for tile in tiles}
        fresh = [tile for tile in arguments.factories.get(arguments.factory, []) if tile.id not in filled]
        if len(fresh) != 1:
            raise Disagreement(notice, message("SF1 has one extra tile, not {number}", number=len(fresh)))
        self.extra = color_of(notice, fresh[0].type)

    def fill_displays(self) -> None:
        if self.fill is None:
            return
        notice, arguments = self.fill
        displays = tuple(tuple(color_of(notice, tile.type) for tile in tiles) for tiles in arguments.factories[1:])
        self.round = RoundReplay(self.verifier, len(self.verifier.events))
        self.verifier.record(notice, DisplaysFilled(displays, self.specials, self.extra))
        self.fill, self.specials, self.extra = None, (), None

    def pass_on(self, notice: Notice) -> None:
        """SF4 passes tiles on. The rules derive the moves of SF2, before the first take, from the fill."""
        if self.hand is None or self.fill is not None:
            return
        arguments = arguments_of(_Changed, notice)
        for name in dict.fromkeys(color_of(notice, tile.type) for tile in arguments.tiles):
            self.hand.passed.append((name, arguments.factory))

    def take(self, notice: Notice) -> None:
        self.fill_displays()
        arguments = arguments_of(_Selection, notice)
        if self.hand is not None:
            raise Disagreement(notice, message("tiles are taken before the tiles in hand were placed on a line"))
        self.hand = _Hand(
            self.verifier.seat(notice, arguments.player_id), arguments.from_factory, color_of(notice, arguments.type)
        )
        number = sum(tile.type != MARKER for tile in arguments.selected_tiles)
        if 0 <= arguments.from_factory < len(self.verifier.state.sources):
            color = COLOR_INDEX["azul"][self.hand.color]
            lying = self.verifier.state.sources[arguments.from_factory][color]
            if number != lying:
                raise Disagreement(
                    notice,
                    message("{number} tiles are taken, but by the rules there are {lying}", number=number, lying=lying),
                )

    def lay(self, notice: Notice) -> None:
        """Completes the take. The rules derive the start marker, and a line that finds no place on the wall."""
        arguments = arguments_of(_Laid, notice)
        if arguments.type == MARKER or self.hand is None:
            return
        hand = self.hand
        seat = self.verifier.seat(notice, arguments.player_id)
        if hand.seat != seat or hand.color != color_of(notice, arguments.type):
            raise Disagreement(notice, message("the tiles placed on a line are not the tiles taken"))
        self.verifier.record(notice, TilesTaken(hand.seat, hand.source, hand.color, arguments.line, tuple(hand.passed)))
        self.hand = None

    def take_up(self, notice: Notice) -> None:
        """The line of the take is undone: the tiles are in hand again."""
        undone = self.verifier.rewind(
            notice, self.verifier.seat(notice, arguments_of(_AzulUndone, notice).player_id), TilesTaken
        )
        assert isinstance(undone, TilesTaken)
        self.hand = _Hand(undone.seat, undone.source, undone.color, list(undone.passed))

    def finish(self) -> None:
        """Compares the last round; a match or a log that ends early may stop in the middle of it."""
        self.fill_displays()
        log = self.verifier.log
        self.round.compare(log.notices[-1], whole=log.result is not None and not log.is_cut_short)
