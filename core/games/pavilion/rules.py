"""The rules of a pavilion match: turns, legal events, and their effects.

1. In a round the displays are filled (`filling`), tiles are taken (`taking`), tiles are placed (`placing`).
2. Bonus tiles are taken right after the placement that earned them; then the supply is filled before the next turn. A
   supply that stayed short is filled as soon as there are tiles again. By rules 1 this fill may be left out: the next
   event of a seat or of the displays skips it.
3. Seats without tiles pass, rounds end and the match is scored without an event of their own (`rounds`).
"""

from collections.abc import Iterator
from dataclasses import replace

from core.game import CHANCE, Refusal, Step, Turn
from core.games.pavilion import filling, placing, taking
from core.games.pavilion.events import BonusTaken, DisplaysFilled, Event, Passed, SupplyFilled, TilePlaced, TilesTaken
from core.games.pavilion.rounds import begin_placing, next_turn
from core.games.pavilion.state import NO_TILES, SUPPLY_TILES, Phase, State
from core.messages import message, message_in, series


def turn(state: State) -> Turn:
    if state.phase == "over":
        return None
    return CHANCE if state.phase in ("supply", "refill", "displays") else state.seat


def round_number(state: State) -> int:
    """Rounds count from 1; the fill of the displays opens the next one."""
    return state.round


_OUT_OF_PHASE: dict[Phase, Refusal] = {
    "supply": Refusal("P-BONUS-2", "Fill the supply first."),
    "refill": Refusal("P-BONUS-3", "Fill the supply first."),
    "displays": Refusal("P-ROUND-1", "Fill the displays first."),
    "take": Refusal("P-TAKE-1", "Take all tiles from the displays and the center first."),
    "place": Refusal("P-PLACE-1", "Place a tile or pass."),
    "bonus": Refusal("P-BONUS-1", "Take the bonus tiles first."),
    "over": Refusal("P-END-3", "The match is over."),
}


def refusal(state: State, event: Event) -> Refusal | None:
    """The first broken rule, checked in this order: phase of the round, seat, the event itself."""
    phase = state.phase
    match event:
        case TilesTaken() if phase == "take":
            return _out_of_turn(state, event, "P-TAKE-1") or taking.refusal(state, event)
        case TilePlaced() if phase == "place":
            return _out_of_turn(state, event, "P-PLACE-1") or placing.refusal_of_placement(state, event)
        case Passed() if phase == "place":
            return _out_of_turn(state, event, "P-PLACE-1") or placing.refusal_of_passing(state, event)
        case BonusTaken() if phase == "bonus":
            return _out_of_turn(state, event, "P-BONUS-1") or placing.refusal_of_bonus(state, event)
        case SupplyFilled() if phase in ("supply", "refill"):
            return filling.refusal_of_supply(state, event)
        case _ if phase == "refill" and state.rules == 1:
            return refusal(_without_refill(state, None), event)
        case DisplaysFilled() if phase == "displays":
            return filling.refusal_of_displays(state, event)
    return _OUT_OF_PHASE[phase]


def _out_of_turn(state: State, event: TilesTaken | TilePlaced | BonusTaken | Passed, rule: str) -> Refusal | None:
    return None if event.seat == state.seat else Refusal(rule, "It is another player's turn.")


def legal_moves(state: State) -> Iterator[Event]:
    """Takes by source and color; placements by color, star, position and wilds, then passes; choices of bonus tiles.

    A bonus and the tiles kept on passing are listed once, in the order of the colors; `refusal` takes any order.
    """
    if state.phase == "take":
        yield from taking.legal_takes(state)
    elif state.phase == "place":
        yield from placing.legal_placements(state)
        yield from placing.legal_passes(state)
    elif state.phase == "bonus":
        yield from placing.legal_bonuses(state)


def evolve(state: State, event: Event) -> State:
    return _follow(state, event, None)


def story(state: State, event: Event) -> tuple[Step, ...]:
    """The event itself, then features completed, seats that pass without tiles, and the bonuses at the end."""
    steps: list[Step] = []
    after = _follow(state, event, steps)
    last = steps[-1]
    # The change of the seat to move is not a separate stage: the last stage includes it.
    steps[-1] = replace(last, state=after)
    return tuple(steps)


def _follow(state: State, event: Event, steps: list[Step] | None) -> State:
    """The table after an event, for `evolve`; `story` collects the stages in `steps`."""
    if state.phase == "refill" and not isinstance(event, SupplyFilled):
        state = _without_refill(state, steps)
    match event:
        case TilesTaken():
            after = taking.take(state, event, steps)
            return after if any(tiles != NO_TILES for tiles in after.sources) else begin_placing(after, steps)
        case TilePlaced():
            return _go_on(placing.place_tile(state, event, steps), steps)
        case Passed():
            return _go_on(placing.pass_on(state, event, steps), steps)
        case BonusTaken():
            after = placing.take_bonus(state, event)
            _tell(steps, message("takes {tiles} from the supply", tiles=series(event.tiles)), after)
            return _go_on(after, steps)
        case SupplyFilled():
            after = filling.fill_supply(state, event)
            _tell(steps, message("the supply is filled"), after)
            return _go_on(after, steps)
        case DisplaysFilled():
            after = filling.fill_displays(state, event)
            _tell(steps, message_in("pavilion", "round {round}: the displays are filled", round=after.round), after)
            return after


def _tell(steps: list[Step] | None, label: str, after: State) -> None:
    if steps is not None:
        steps.append(Step(label, (), after))


def _go_on(state: State, steps: list[Step] | None) -> State:
    """The turn passes on when nothing is left to do in it."""
    has_tiles = state.bag != NO_TILES or state.tower != NO_TILES
    if state.phase != "place" and (state.phase != "supply" or has_tiles):
        return state
    if has_tiles and sum(state.supply) < SUPPLY_TILES and _without_refill(state, None).phase != "over":
        return replace(state, phase="refill")
    return _without_refill(state, steps)


def _without_refill(state: State, steps: list[Step] | None) -> State:
    """The turn passes on; no supply is filled for a match that ends with it."""
    return next_turn(state, (state.seat + 1) % len(state.boards), steps)
