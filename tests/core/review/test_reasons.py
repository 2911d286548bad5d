"""A reason says what two lines gain: every number of it is that of the lines, folded again by the rules."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from core.comparison import TO_THE_END, Fact, Reason, Sequel, Thing
from core.game import CHANCE, AnyGame
from core.games import azacru, chocolatier, find, pavilion
from core.games.chocolatier.comparing import line_points
from core.games.chocolatier.events import TilesTaken
from core.games.chocolatier.scoring import FLOOR_LOSS
from core.games.chocolatier.state import LINES
from core.games.chocolatier.taking import take
from core.games.chocolatier.tiling import Placed, tile_board
from core.games.pavilion.scoring import bonuses
from core.review.compiled import search_of
from core.review.evaluations import EVALUATIONS
from core.review.lines import MAX_MOVES, principal_line
from core.review.reasons import SHARE, reason
from core.review.review import Error, ReviewedMove, Values
from core.review.search import best

CASES: list[tuple[str, dict[str, Any]]] = [
    ("chocolatier", {}),
    ("chocolatier", {"wall": "free"}),
    ("azacru", {}),
    ("pavilion", {}),
]


def searched(game: AnyGame, state: Any) -> tuple[Any, ...]:
    """The better move and its line."""
    search = search_of(game, EVALUATIONS[game.KEY], state, Random(1))
    root = search.grow(search.node(state), 60 * search.speed)
    move = root.moves[best(root)][0]
    return (move, *line_after(game, state, move))


def line_after(game: AnyGame, state: Any, move: Any) -> tuple[Any, ...]:
    after = game.evolve(state, move)
    return principal_line(search_of(game, EVALUATIONS[game.KEY], after, Random(1)), after, 20)


def mark(game: AnyGame, state: Any, played: tuple[Any, ...], better: tuple[Any, ...], loss: float) -> ReviewedMove:
    seat, lines = game.turn(state), [tuple(map(game.write, line)) for line in (played, better)]
    assert isinstance(seat, int)
    lost = Values(*((-part, part) if seat == 0 else (part, -part) for part in (0.05, loss)))
    error = Error(0.0, 0.0)
    return ReviewedMove(2, seat, lines[0][0], lines[1][0], lost, error, "mistake", lines[1][1:], lines[0][1:])


@cache
def reasons(key: str, wall: str = "colored", matches: int = 3) -> tuple[Reason, ...]:
    """The reasons against random moves of matches of simple players, each said to have lost three points."""
    game = find(key)
    return tuple(found for seed in range(matches) for found in _reasons(game, wall, Random(seed)))


def _reasons(game: AnyGame, wall: str, rng: Random) -> Iterator[Reason]:
    state = game.setup(2, game.Options(wall=wall) if game is chocolatier else game.Options())
    for number in range(70):
        turn = game.turn(state)
        if turn is None:
            return
        if turn == CHANCE:
            state = game.evolve(state, game.deal(state, rng))
            continue
        if number % 5 == 4:
            played = rng.choice(list(game.legal_moves(state)))
            better = searched(game, state)
            if better[0] != played:
                found = reason(game, state, mark(game, state, (played, *line_after(game, state, played)), better, 3.0))
                yield from [found] if found else []
        state = game.evolve(state, game.choose(state, rng))


def folded(game: AnyGame, state: Any, events: tuple[Any, ...]) -> list[Any]:
    """The tables before each of these events, and the last one; all of them are legal."""
    tables = [state]
    for event in events:
        assert game.refusal(tables[-1], event) is None
        tables.append(game.evolve(tables[-1], event))
    return tables


def check(game: AnyGame, found: Reason) -> None:
    """The ends, and that what is told is better for the seat that lost."""
    for line in (found.played, found.best):
        tables = folded(game, found.state, line.events)
        assert (tables[-1], game.turn(tables[-1]) is None) == (line.end, line.is_over)
    assert found.facts or found.is_result
    assert len(found.facts) + found.is_result <= 2
    for fact in found.facts:
        assert fact.effect > 0
        gained = fact.best.points - fact.played.points
        assert gained >= 0 if fact.thing.seat == found.seat else gained <= 0
    if not found.is_result:
        assert sum(fact.effect for fact in found.facts) >= SHARE * 3.0


def points_of(fact: Fact, found: Reason) -> list[tuple[Sequel, float]]:
    return [(found.played, fact.played.points), (found.best, fact.best.points)]


@pytest.mark.parametrize(("wall", "matches"), [("colored", 3), pytest.param("free", 1, marks=pytest.mark.slow)])
def test_the_numbers_of_azul_are_those_of_the_folded_lines(wall: str, matches: int) -> None:
    found = reasons("chocolatier", wall, matches)
    sources = {fact.thing.source for each in found for fact in each.facts}
    assert {"floor", "wall"} <= sources or (wall == "free" and "wall" in sources)
    for each in found:
        check(chocolatier, each)
        for line in (each.played, each.best):
            gained = [0.0, 0.0]
            for thing, share in line_points(each.state, line.events).items():
                gained[thing.seat] += share.points
            scores = zip(chocolatier.scores(line.end), chocolatier.scores(each.state), strict=True)
            assert gained == [after - before for after, before in scores]
        for fact in each.facts:
            for line, points in points_of(fact, each):
                _check_azul(each, fact, line, points)


def _check_azul(found: Reason, fact: Fact, line: Sequel, points: float) -> None:
    tables, seat = folded(chocolatier, found.state, line.events), fact.thing.seat
    boards = {  # Before and after each take; the last one is followed by the tiling.
        place: (table.boards[seat], take(table, event).boards[seat])
        for place, (table, event) in enumerate(zip(tables, line.events, strict=False))
        if isinstance(event, TilesTaken)
    }
    told = found.place_of(fact) if line is found.line_of(fact) else None
    if fact.thing.source == "floor":
        costs = {
            place: FLOOR_LOSS[len(after.floor)] - FLOOR_LOSS[len(was.floor)] for place, (was, after) in boards.items()
        }
        after = boards[max(boards)][1]
        spoiled = found.state.options.wall == "free" and any(tiles.tiles > row for row, tiles in enumerate(after.lines))
        if not spoiled and line.end.boards[seat].score:
            assert points == -FLOOR_LOSS[len(after.floor)]
        assert told is None or costs[told] == max(costs.values())
    elif fact.thing.source == "wall":
        row = int(fact.thing.key)
        walls = [table.boards[seat].wall[row - 1] for table in (found.state, line.end)]
        assert (walls[0] != walls[1]) == (points > 0)
        if found.state.options.wall == "colored":
            tiled = tile_board(boards[max(boards)][1] if boards else found.state.boards[seat], False, None)
            assert points == sum(
                stage.scored.points() for stage in tiled if isinstance(stage, Placed) and stage.row == row - 1
            )
        if told is not None:
            assert boards[told][0].lines[row - 1].tiles < boards[told][1].lines[row - 1].tiles == row
    assert told is None or line.events[told].seat == seat


def test_the_numbers_of_summer_pavilion_are_those_of_the_folded_lines() -> None:
    found = reasons("pavilion")
    told = 0
    for each in found:
        check(pavilion, each)
        for fact in each.facts:
            for line, points in points_of(fact, each):
                told += _check_pavilion(each, fact, line, points)
    assert told


def _check_pavilion(found: Reason, fact: Fact, line: Sequel, points: float) -> bool:
    tables, thing = folded(pavilion, found.state, line.events), fact.thing
    if thing.source == "placement":
        placed = [
            pavilion.evolve(table, event).boards[thing.seat].score - table.boards[thing.seat].score
            for table, event in zip(tables, line.events, strict=False)
            if getattr(event, "star", None) == thing.key and event.seat == thing.seat and not line.is_over
        ]
        assert line.is_over or sum(placed) == points
        return True
    if thing.source in ("star", "number") and line.is_over:
        board = line.end.boards[thing.seat]
        names = ("orange", "red", "blue", "yellow", "green", "purple", "center")
        found_bonuses = bonuses(board, line.end.options.board)
        own = [each for each in found_bonuses if each.source == thing.source]
        assert points == sum(each.points for each in own if not thing.key or names[each.cells[0][0]] == thing.key)
        return True
    return False


def test_the_numbers_of_azacru_are_those_of_the_folded_lines() -> None:
    found = reasons("azacru", matches=2)
    assert any(fact.thing.key != TO_THE_END for each in found for fact in each.facts)
    for each in found:
        check(azacru, each)
        for fact in each.facts:
            for line, points in points_of(fact, each):
                tables, seat = folded(azacru, each.state, line.events), fact.thing.seat
                leads = [azacru.scores(table)[seat] - azacru.scores(table)[1 - seat] for table in tables]
                gains = [after - before for before, after in pairwise(leads)]
                if fact.thing.key == TO_THE_END:
                    own = [gain for gain, event in zip(gains[1:], line.events[1:], strict=True) if event.seat == seat]
                    assert sum(own) == points
                elif int(fact.thing.key) < len(gains):
                    assert gains[int(fact.thing.key)] == points


def test_equal_lines_and_small_losses_have_no_reason() -> None:
    for found in reasons("chocolatier"):
        lines = found.played.events, found.best.events
        same = mark(chocolatier, found.state, lines[1], lines[1], 3.0)
        assert reason(chocolatier, found.state, same) is None
        if not found.is_result:
            much = mark(chocolatier, found.state, *lines, 300.0)
            assert reason(chocolatier, found.state, much) is None
            nothing = mark(chocolatier, found.state, *lines, 0.1)
            assert reason(chocolatier, found.state, nothing) is None


def six_brown() -> tuple[Any, ReviewedMove]:
    """Three colors are left in the center, none of which fits a line of seat 0, and six tiles are brown.

    The move played leaves the brown tiles to seat 0, the better one to seat 1, which has room for five.
    """
    table = chocolatier.setup(2, chocolatier.Options())
    board = replace(table.boards[0], score=20, lines=(LINES[4][1],) * 5)
    boards = (board, replace(table.boards[1], score=20))
    center = (1, 6, 1, 0, 0)
    state = replace(
        table, phase="take", mover=0, round=2, marker=1, sources=(center, *table.sources[1:]), boards=boards
    )
    played, better = (
        tuple(map(chocolatier.parse, line))
        for line in (
            ("A: center white > floor", "B: center blue > 1", "A: center brown > floor"),
            ("A: center blue > floor", "B: center brown > 5", "A: center white > floor"),
        )
    )
    return state, mark(chocolatier, state, played, better, 6.0)


def test_six_tiles_left_for_the_floor_are_the_reason() -> None:
    state, move = six_brown()
    found = reason(chocolatier, state, move)
    assert found
    (fact,) = found.facts
    assert fact.thing == Thing(0, "floor")
    assert (fact.played.points, fact.best.points) == (-14, -2)
    assert found.place_of(fact) == 2


@pytest.mark.parametrize(("key", "options"), CASES)
def test_a_line_goes_on_by_legal_events_to_the_horizon(key: str, options: dict[str, Any]) -> None:
    game, rng = find(key), Random(3)
    state = game.setup(2, game.Options(**options))
    for _ in range(8):
        event = game.deal(state, rng) if game.turn(state) == CHANCE else game.choose(state, rng)
        state = game.evolve(state, event)
    while game.turn(state) == CHANCE:
        state = game.evolve(state, game.deal(state, rng))
    line = principal_line(search_of(game, EVALUATIONS[key], state, Random(1)), state, 5)
    end = folded(game, state, line)[-1]
    assert game.turn(end) is None or EVALUATIONS[key].is_horizon(end) or len(line) == MAX_MOVES
