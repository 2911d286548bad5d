"""Phase 2 of a round: a tile is placed, bonus tiles are taken, or the seat passes (P-PLACE, P-BONUS, P-PASS)."""

from collections.abc import Iterator, Sequence
from typing import Final

from core.game import Gain, Refusal, Seat, Step
from core.games.pavilion.events import BonusTaken, Passed, TilePlaced
from core.games.pavilion.layout import BONUS_TILES, FEATURES_AT, PRINTED, STAR_COLORS, Feature, Space
from core.games.pavilion.scoring import loss, run
from core.games.pavilion.state import (
    CENTER_STAR,
    COLOR_INDEX,
    COLORS,
    CORNERS,
    NO_TILES,
    ROUNDS,
    SPACES,
    STAR_INDEX,
    STARS,
    Board,
    Phase,
    Star,
    State,
)
from core.messages import message, message_of, term
from core.multiset import Counts, add, count, minus, plus, within

_ALL_COLORS: Final = range(len(COLORS))


def cells(seat: Seat, spaces: tuple[Space, ...]) -> tuple[str, ...]:
    """The ids of spaces in the board drawing: seat, star and position."""
    return tuple(f"{seat}/{STARS[star]}/{space + 1}" for star, space in spaces)


# A tile is placed.


def refusal_of_placement(state: State, event: TilePlaced) -> Refusal | None:
    """The refusal of a placement, checked in this order: space, star, price."""
    star, color = STAR_INDEX.get(event.star), COLOR_INDEX.get(event.color)
    if star is None or not 1 <= event.position <= SPACES:
        return Refusal(
            "P-PLACE-2", message("There is no space {star!r} {position}.", star=event.star, position=event.position)
        )
    if color is None:
        return Refusal("P-PLACE-2", message("There is no tile of the color {color!r}.", color=event.color))
    board, space = state.boards[event.seat], event.position - 1
    if board.stars[star][space] is not None:
        return Refusal(
            "P-PLACE-1",
            message("There is already a tile on {star} {position}.", star=term(event.star), position=event.position),
        )
    price = PRINTED[state.options.board][star][space]
    return _refusal_of_color(state.options.board, star, board.stars[star], color) or _refusal_of_price(
        board.hand, color, state.round - 1, price, event.wilds
    )


def accepted(side: str, star: int, tiles: Star) -> Sequence[int]:
    """The colors a star accepts (P-PLACE-3, P-PLACE-4)."""
    if side == "colored" and star != CENTER_STAR:
        return (STAR_COLORS[star],)
    laid = [tile for tile in tiles if tile is not None]
    if side == "variant":
        if len(laid) < 2:
            return _ALL_COLORS
        if laid[0] == laid[1]:
            return (laid[0],)
    return [color for color in _ALL_COLORS if color not in laid]


def _refusal_of_color(side: str, star: int, tiles: Star, color: int) -> Refusal | None:
    """The refusal of a color by a star."""
    possible = accepted(side, star, tiles)
    if color in possible:
        return None
    if side == "variant":
        if color in tiles:
            return Refusal("P-PLACE-4", "In a multicolored star all tiles differ in color.")
        return Refusal(
            "P-PLACE-4",
            message("The second tile made this a {color} star.", color=term(COLORS[possible[0]])),
        )
    if star == CENTER_STAR:
        return Refusal("P-PLACE-3", message("The center star already holds a {color} tile.", color=term(COLORS[color])))
    return Refusal("P-PLACE-3", message("The {star} star takes {star} tiles only.", star=term(STARS[star])))


def _payments(hand: Counts, color: int, wild: int, price: int) -> range:
    """The numbers of wilds a seat may spend on a space of this price for a tile of this color (P-PLACE-2)."""
    if color == wild:
        return range(1 if hand[color] >= price else 0)
    fewest = max(0, price - hand[color])
    return range(fewest, min(price - 1, hand[wild]) + 1)


def _refusal_of_price(hand: Counts, color: int, wild: int, price: int, wilds: int) -> Refusal | None:
    if wilds in _payments(hand, color, wild, price):
        return None
    if color == wild and wilds:
        return Refusal("P-PLACE-2", "All tiles have the wild color, so none of them counts as wild.")
    if not 0 <= wilds < price:
        return Refusal(
            "P-PLACE-2",
            message("The space costs {price} tiles; 0 to {most} of them may be wild.", price=price, most=price - 1),
        )
    return Refusal(
        "P-PLACE-2",
        message(
            "The space costs {price} tiles: {number} {color} and {wilds} wild.",
            price=price,
            number=price - wilds,
            color=term(COLORS[color]),
            wilds=wilds,
        ),
    )


def legal_placements(state: State) -> Iterator[TilePlaced]:
    """Every placement by color, star, position and wilds."""
    seat, side, wild = state.seat, state.options.board, state.round - 1
    board = state.boards[seat]
    takes = [accepted(side, star, tiles) for star, tiles in enumerate(board.stars)]
    for color, number in enumerate(board.hand):
        if not number:
            continue
        payments = [_payments(board.hand, color, wild, price) for price in range(SPACES + 1)]
        for star, tiles in enumerate(board.stars):
            if color in takes[star]:
                for space, price in enumerate(PRINTED[side][star]):
                    if tiles[space] is None:
                        for wilds in payments[price]:
                            yield TilePlaced(seat, STARS[star], space + 1, COLORS[color], wilds)


def completed(stars: tuple[Star, ...], star: int, space: int) -> list[Feature]:
    """The features completed by the tile already placed on a space (P-BONUS-1)."""
    return [
        feature
        for feature in FEATURES_AT[star][space]
        if all(stars[other][place] is not None for other, place in feature.spaces)
    ]


def place_tile(state: State, event: TilePlaced, steps: list[Step] | None) -> State:
    """The table after the placement: the phase `bonus` when tiles are due, `supply` when there are none to take."""
    star, space, color = STAR_INDEX[event.star], event.position - 1, COLOR_INDEX[event.color]
    price = PRINTED[state.options.board][star][space]
    seat, board = event.seat, state.boards[event.seat]
    tiles = board.stars[star]
    tiles = (*tiles[:space], color, *tiles[space + 1 :])
    stars = (*board.stars[:star], tiles, *board.stars[star + 1 :])
    hand, tower = add(board.hand, color, event.wilds - price), add(state.tower, color, price - event.wilds - 1)
    if event.wilds:
        wild = state.round - 1
        hand, tower = add(hand, wild, -event.wilds), add(tower, wild, event.wilds)
    scored = run(tiles, space)
    features = completed(stars, star, space)
    due = sum([BONUS_TILES[feature.kind] for feature in features])
    after = _after(
        state,
        Board(board.score + len(scored), stars, hand),
        tower,
        "bonus" if due and state.supply != NO_TILES else "supply" if due else "place",
        min(due, sum(state.supply)),
    )
    if steps is not None:
        gain = Gain(seat, len(scored), "placement", "P-SCORE-1", cells(seat, tuple((star, near) for near in scored)))
        steps.append(
            Step(
                message(
                    "places {color} on {star} {position}",
                    color=term(event.color),
                    star=term(event.star),
                    position=event.position,
                ),
                (gain,),
                after,
            )
        )
        steps += [_feature_step(seat, feature, after) for feature in features]
    return after


def _feature_step(seat: Seat, feature: Feature, after: State) -> Step:
    number = BONUS_TILES[feature.kind]
    label = message_of(
        "{kind} complete: {number} bonus tile", "{kind} complete: {number} bonus tiles", number, kind=term(feature.kind)
    )
    return Step(label, (Gain(seat, 0, feature.kind, "P-BONUS-1", cells(seat, feature.spaces)),), after)


def _after(state: State, board: Board, tower: Counts, phase: Phase, due: int) -> State:
    """The table with another board for the seat to move."""
    seat = state.seat
    return State(
        state.options,
        phase,
        seat,
        state.round,
        state.start,
        state.token,
        state.bag,
        tower,
        state.supply,
        state.sources,
        due,
        (*state.boards[:seat], board, *state.boards[seat + 1 :]),
        state.rules,
    )


# Bonus tiles are taken.


def refusal_of_bonus(state: State, event: BonusTaken) -> Refusal | None:
    tiles = _multiset(event.tiles)
    if tiles is None or not within(tiles, state.supply):
        return Refusal("P-BONUS-1", "Bonus tiles are taken from the supply.")
    if len(event.tiles) != state.due:
        return Refusal(
            "P-BONUS-1", message("The bonus is {due} tiles, not {given}.", due=state.due, given=len(event.tiles))
        )
    return None


def legal_bonuses(state: State) -> Iterator[BonusTaken]:
    for tiles in handfuls(state.supply, state.due):
        yield BonusTaken(state.seat, tiles)


def take_bonus(state: State, event: BonusTaken) -> State:
    """The table with the tiles beside the board, for use from the seat's next turn on (P-BONUS-1)."""
    tiles = count([COLOR_INDEX[name] for name in event.tiles], len(COLORS))
    seat, board = event.seat, state.boards[event.seat]
    return State(
        state.options,
        "supply",
        seat,
        state.round,
        state.start,
        state.token,
        state.bag,
        state.tower,
        minus(state.supply, tiles),
        state.sources,
        0,
        (
            *state.boards[:seat],
            Board(board.score, board.stars, plus(board.hand, tiles)),
            *state.boards[seat + 1 :],
        ),
        state.rules,
    )


# The seat passes.


def corners(round_number: int) -> int:
    """The maximum number of tiles to keep: none in the last round (P-PASS-1, P-PASS-3)."""
    return CORNERS if round_number < ROUNDS else 0


def refusal_of_passing(state: State, event: Passed) -> Refusal | None:
    tiles = _multiset(event.kept)
    if tiles is None or not within(tiles, state.boards[event.seat].hand):
        return Refusal("P-PASS-1", "You can keep only the tiles beside your own board.")
    if event.kept and state.round == ROUNDS:
        return Refusal("P-PASS-3", "No tiles are kept in the last round.")
    if len(event.kept) > corners(state.round):
        return Refusal(
            "P-PASS-1", message("The corners hold {corners} tiles, not {kept}.", corners=CORNERS, kept=len(event.kept))
        )
    return None


def legal_passes(state: State) -> Iterator[Passed]:
    """Every choice of tiles to keep, most tiles first."""
    hand = state.boards[state.seat].hand
    for number in range(min(corners(state.round), sum(hand)), -1, -1):
        for kept in handfuls(hand, number):
            yield Passed(state.seat, kept)


def pass_on(state: State, event: Passed, steps: list[Step] | None) -> State:
    """The table after a pass: tiles that are not kept go to the tower and cost a point each (P-PASS-1)."""
    board = state.boards[event.seat]
    kept = count([COLOR_INDEX[name] for name in event.kept], len(COLORS))
    discarded = minus(board.hand, kept)
    number = sum(discarded)
    lost = loss(board.score, number)
    passed = Board(board.score - lost, board.stars, NO_TILES, kept, True)
    after = _after(state, passed, plus(state.tower, discarded), "place", 0)
    if steps is not None:
        rule = "P-PASS-3" if state.round == ROUNDS else "P-PASS-1"
        gains = (Gain(event.seat, -lost, "discard", rule),) if number else ()
        steps.append(
            Step(message("passes, keeps {kept}, discards {number}", kept=len(event.kept), number=number), gains, after)
        )
    return after


def _multiset(names: tuple[str, ...]) -> Counts | None:
    """The tiles of these colors; None when a color is unknown."""
    if any(name not in COLOR_INDEX for name in names):
        return None
    return count([COLOR_INDEX[name] for name in names], len(COLORS))


def handfuls(tiles: Counts, number: int, first: int = 0) -> Iterator[tuple[str, ...]]:
    """Every choice of exactly `number` of the tiles, as color names in order; colors before `first` are left out."""
    if number == 0:
        yield ()
        return
    for color in range(first, len(tiles)):
        for some in range(min(tiles[color], number), 0, -1):
            for others in handfuls(tiles, number - some, color + 1):
                yield (COLORS[color],) * some + others
