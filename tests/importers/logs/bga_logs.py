"""Logs as Board Game Arena saves them, written from matches our engines play: for what no sample shows."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import groupby
from random import Random
from typing import Any

from core.game import AnyGame, Gain
from core.games import chocolatier, pavilion
from tests.viewer.boards.boards import Played, play

NAMES = ("Jitka", "Jarda", "Míša", "Jana")
IDS = ("84000001", "84000002", "84000003", "84000004")

AZUL = {"black": 1, "white": 2, "blue": 3, "yellow": 4, "red": 5}
PAVILION = {"purple": 1, "green": 2, "orange": 3, "yellow": 4, "blue": 5, "red": 6}
STARS = {"center": 0, "purple": 1, "orange": 2, "red": 3, "blue": 4, "yellow": 5, "green": 6}
GOLD = {"SF5": 6, "SF4": 7, "SF3": 8, "SF1": 9}
FLOOR = (0, 1, 2, 4, 6, 8, 11, 14)
WORTH = {"rows": 2, "columns": 7, "colors": 10}


@dataclass
class Writer:
    """Packets so far; every one is a move of its own, ten seconds after the last."""

    packets: list[dict[str, Any]] = field(default_factory=list)
    tiles: int = 1
    """Ids of tiles given out."""

    def say(self, kind: str, **args: object) -> None:
        number = len(self.packets) + 1
        notice = {"uid": f"{number:x}", "type": kind, "log": "${player_name}", "args": args or []}
        self.packets.append(
            {
                "channel": "/table/t700000099",
                "table_id": "700000099",
                "packet_id": str(number),
                "packet_type": "resend",
                "move_id": str(number),
                "time": str(1700000000 + 10 * number),
                "data": [notice],
            }
        )

    def tile(self, kind: int, **where: int) -> dict[str, object]:
        self.tiles += 1
        return {"id": self.tiles, "type": kind, "location": "factory", **where}

    def end(self, scores: Sequence[int], winners: Sequence[int], **flags: Sequence[int]) -> None:
        result = [
            {"player": IDS[seat], "name": NAMES[seat], "color": "ff0000", "score": str(points), "score_aux": None}
            | {"rank": 1 if seat in winners else 2, "tie": len(winners) > 1, "zombie": 0}
            | {"concede": int(seat in flags.get("conceded", ()))}
            for seat, points in enumerate(scores)
        ]
        result.sort(key=lambda row: int(str(row["rank"])))
        self.say("gameStateChange", id=99, name="gameEnd", args={"result": result, "table": "700000099"})


@dataclass(frozen=True)
class Written:
    """A log and the match it tells."""

    played: Played
    packets: list[dict[str, Any]]
    """Shared by all tests: copy before changing anything inside."""

    def file(self, packets: object = None) -> bytes:
        players = [{"id": IDS[seat], "name": NAMES[seat], "color": "ff0000"} for seat in range(len(self.seats))]
        logs = self.packets if packets is None else packets
        return json.dumps({"status": 1, "data": {"logs": logs, "players": players}}).encode()

    @property
    def seats(self) -> tuple[Any, ...]:
        boards: tuple[Any, ...] = self.played.states[0].boards
        return boards


@cache
def azul(
    seats: int, seed: int, *, undo: bool = False, together: bool = False, limit: int = 400, **options: Any
) -> Written:
    """`undo`: players change their minds; `together`: the walls are tiled line by line, everybody at once."""
    played = play(chocolatier, seats, chocolatier.Options("azul", **options), seed, limit)
    writer, rng = Writer(), Random(seed)
    gains: list[tuple[Gain, Any]] = []
    for state, event, after in zip(played.states, played.events, played.states[1:], strict=False):
        if isinstance(event, chocolatier.DisplaysFilled):
            _say_fill(writer, state, event)
        elif isinstance(event, chocolatier.TilesTaken):
            if undo and rng.random() < 0.3:
                _change_mind(writer, state, event, rng)
            _say_take(writer, state, event)
            _say_line(writer, state, event)
            if undo and rng.random() < 0.2:
                writer.say("undoSelectLine", playerId=int(IDS[event.seat]), undo={"tiles": []})
                _say_line(writer, state, event)
        gains += [(gain, step.state) for step in chocolatier.story(state, event) for gain in step.gains]
        if after.phase in ("fill", "over"):
            _say_round(writer, gains, together)
            gains = []
    _say_end(writer, chocolatier, played)
    return Written(played, writer.packets)


def _say_fill(writer: Writer, state: Any, event: Any) -> None:
    if event.specials:
        writer.say(
            "specialFactories",
            specialFactories={
                str(d): GOLD[kind] if color is None else AZUL[color] for d, kind, color in event.specials
            },
        )
    displays = [
        [writer.tile(AZUL[color], line=0, column=display) for color in tiles]
        for display, tiles in enumerate(event.displays, start=1)
    ]
    token = {"id": 1, "type": 0, "location": "deck", "line": 0, "column": 10}
    writer.say("factoriesFilled", factories=[[token], *displays], remainingTiles=0)
    for display, kind, color in event.specials:
        if kind == "SF2" and color is not None:
            writer.say(
                "factoriesChanged", factory=display, factories=[], tiles=[writer.tile(AZUL[color], line=0, column=1)]
            )
        elif kind == "SF1" and event.extra is not None:
            tiles = [*displays[display - 1], writer.tile(AZUL[event.extra], line=0, column=display)]
            writer.say("factoriesCompleted", factory=display, factories={str(display): tiles})


def _say_take(writer: Writer, state: Any, event: Any) -> None:
    number = state.sources[event.source][chocolatier.state.COLOR_INDEX["azul"][event.color]]
    kind, player = AZUL[event.color], int(IDS[event.seat])
    if event.source == 0 and state.marker is None:
        writer.say("tilesPlacedOnLine", playerId=player, type=0, line=0, placedTiles=[], fromHand=False)
        writer.say("firstPlayerToken", playerId=player)
    tiles = [writer.tile(kind, line=0, column=event.source) for _ in range(number)]
    writer.say("tilesSelected", playerId=player, type=kind, selectedTiles=tiles, fromFactory=event.source)
    for color, display in event.passed:
        tiles = [writer.tile(AZUL[color], line=0, column=event.source)]
        writer.say("factoriesChanged", factory=display, factories={str(display): tiles}, tiles=tiles)


def _say_line(writer: Writer, state: Any, event: Any) -> None:
    player, kind = int(IDS[event.seat]), AZUL[event.color]
    writer.say("tilesPlacedOnLine", playerId=player, type=kind, line=event.line, placedTiles=[], fromHand=True)


def _change_mind(writer: Writer, state: Any, event: Any, rng: Random) -> None:
    """Another take, undone: before its line was chosen, or after."""
    other = rng.choice(list(chocolatier.legal_moves(state)))
    _say_take(writer, state, other)
    if rng.random() < 0.5:
        _say_line(writer, state, other)
        writer.say("undoSelectLine", playerId=int(IDS[event.seat]), undo={"tiles": []})
    writer.say("undoTakeTiles", playerId=int(IDS[event.seat]), undo={"from": other.source}, repositionTiles=False)


def _say_round(writer: Writer, gains: list[tuple[Gain, Any]], together: bool) -> None:
    walls: list[tuple[int, int, dict[str, object]]] = []
    floors: dict[int, int] = {}
    for gain, state in gains:
        if gain.rule == "C-SCORE-1":
            _, _, row, column = gain.cells[0].split("/")
            color = chocolatier.state.PALETTES["azul"][state.boards[gain.seat].wall[int(row) - 1][int(column) - 1]]
            tile = writer.tile(AZUL[color], line=int(row), column=int(column))
            walls.append((gain.seat, int(row), {"placedTile": tile, "pointsDetail": {"points": gain.points}}))
        elif gain.rule == "C-TILE-3":
            player = int(IDS[gain.seat])
            writer.say("tilesPlacedOnLine", playerId=player, type=1, line=0, placedTiles=[], fromHand=False)
        elif gain.source == "floor":
            floors[gain.seat] = -FLOOR[len(gain.cells)]
    if together:
        walls.sort(key=lambda wall: wall[1])
        for _, line in groupby(walls, key=lambda wall: wall[1]):
            writer.say("placeTileOnWall", completeLines={IDS[seat]: put for seat, _, put in line})
        writer.say("emptyFloorLine", floorLines={IDS[seat]: {"points": lost} for seat, lost in floors.items()} or [])
    else:
        for seat in range(len(IDS)):
            for put in (put for owner, _, put in walls if owner == seat):
                writer.say("placeTileOnWall", completeLines={IDS[seat]: put})
            writer.say("emptyFloorLine", floorLines={IDS[seat]: {"points": floors[seat]}} if seat in floors else [])
    for gain, _ in gains:
        for _ in range(int(gain.points // WORTH.get(gain.source, 1000))):
            writer.say("endScore", scores={IDS[gain.seat]: {"points": WORTH[gain.source]}})


@cache
def summer(seats: int, seed: int, *, undo: bool = False, limit: int = 400, **options: Any) -> Written:
    """A log of Azul: Summer Pavilion."""
    played = play(pavilion, seats, pavilion.Options(**options), seed, limit)
    writer, rng = Writer(), Random(seed)
    for state, event in zip(played.states, played.events, strict=False):
        story = pavilion.story(state, event)
        if undo and rng.random() < 0.3 and state.phase in ("take", "place"):
            _say_undone(writer, state, rng.choice(list(pavilion.legal_moves(state))))
        _say_summer(writer, state, event, story[0].state)
        after = story[-1].state
        automatic = [seat for seat, board in enumerate(after.boards) if board.passed and not state.boards[seat].passed]
        for seat in automatic:
            if seat != getattr(event, "seat", None) or not isinstance(event, pavilion.Passed):
                writer.say("supplyFilled", newTiles=[], remainingTiles=0)
                writer.say("pass", playerId=int(IDS[seat]))
        for gain in (gain for step in story for gain in step.gains if gain.rule.startswith("P-END")):
            writer.say("endScore", scores={IDS[gain.seat]: {"star": 0, "tiles": [], "points": gain.points}})
    _say_end(writer, pavilion, played)
    return Written(played, writer.packets)


def _tiles(writer: Writer, colors: Sequence[str]) -> list[dict[str, object]]:
    return [writer.tile(PAVILION[color], star=5, space=3) for color in colors]


def _say_summer(writer: Writer, state: Any, event: Any, after: Any) -> None:
    player = int(IDS[getattr(event, "seat", 0)])
    score = after.boards[getattr(event, "seat", 0)].score
    match event:
        case pavilion.SupplyFilled(tiles):
            writer.say("supplyFilled", newTiles=_tiles(writer, tiles), remainingTiles=0)
        case pavilion.DisplaysFilled(displays):
            token = writer.tile(0, star=0, space=0)
            factories = [[token], *(_tiles(writer, tiles) for tiles in displays)]
            writer.say("factoriesFilled", factories=factories, roundNumber=state.round + 1)
        case pavilion.TilesTaken(seat, source, color):
            taken = list(_named(pavilion, after.boards[seat].hand, state.boards[seat].hand))
            tiles = _tiles(writer, taken)
            if state.token is None and source == 0:
                writer.say("firstPlayerToken", playerId=player, decScore=len(taken), newScore=score)
                tiles.append(writer.tile(0, star=0, space=0))
            writer.say("tilesSelected", playerId=player, type=PAVILION[color], selectedTiles=tiles, fromFactory=source)
        case pavilion.TilePlaced(_, star, position, color, wilds):
            price = pavilion.layout.PRINTED[state.options.board][pavilion.state.STAR_INDEX[star]][position - 1]
            spent = [pavilion.state.COLORS[state.round - 1]] * wilds + [color] * (price - wilds - 1)
            writer.say(
                "placeTileOnWall",
                playerId=player,
                placedTile=writer.tile(PAVILION[color], star=STARS[star], space=position),
                discardedTiles=_tiles(writer, spent),
                points=score - state.boards[event.seat].score,
                newScore=score,
            )
        case pavilion.BonusTaken(_, tiles):
            for color in tiles:
                writer.say("tilesSelected", playerId=player, selectedTiles=_tiles(writer, [color]), fromSupply=True)
        case pavilion.Passed(_, kept):
            writer.say("pass", playerId=player)
            lost = {"newScore": score} if score != state.boards[event.seat].score else {}
            writer.say("putToCorner", playerId=player, keptTiles=_tiles(writer, kept), discardedTiles=[], **lost)


def _say_undone(writer: Writer, state: Any, event: Any) -> None:
    """A move that is taken back before it is confirmed; a placement with the first of its bonus tiles."""
    after = pavilion.story(state, event)[0].state
    _say_summer(writer, state, event, after)
    if isinstance(event, pavilion.TilePlaced) and after.due:
        color = next(_named(pavilion, after.supply, (0,) * 6))
        tiles = _tiles(writer, [color])
        writer.say("tilesSelected", playerId=int(IDS[event.seat]), selectedTiles=tiles, fromSupply=True)
    kind = "undoTakeTiles" if isinstance(event, pavilion.TilesTaken) else "undoPlayTile"
    undo = {"previousScore": state.boards[event.seat].score, "points": 1}
    writer.say(kind, playerId=int(IDS[event.seat]), undo=undo)


def _named(game: Any, after: Sequence[int], before: Sequence[int]) -> Iterator[str]:
    for color, (now, then) in enumerate(zip(after, before, strict=True)):
        yield from [game.state.COLORS[color]] * (now - then)


def _say_end(writer: Writer, game: AnyGame, played: Played) -> None:
    outcome = game.outcome(played.states[-1])
    if outcome is not None:
        writer.end([int(points or 0) for points in game.scores(played.states[-1])], outcome.winners)


Log = Callable[[], Written]

LOGS: tuple[Log, ...] = (
    *(
        partial(azul, seats, seed, wall="free", undo=True, special_displays=True)
        for seats in (2, 3, 4)
        for seed in (1, 2, 3)
    ),
    *(partial(azul, seats, 5, together=True, undo=True) for seats in (2, 3, 4)),
    partial(azul, 2, 6, wall="free", together=True),
    *(partial(summer, seats, seats, undo=True, board=board) for seats in (2, 3, 4) for board in ("colored", "variant")),
)
"""What no sample shows: seats, walls, boards, gold displays, moves undone."""
