"""The special displays with the gold side up, SF1 to SF5: their positions and their effects."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

from core.game import Refusal
from core.games.chocolatier.events import DisplaysFilled, SpecialKind, TilesTaken
from core.games.chocolatier.state import COLOR_INDEX, COLORS, PALETTES, Special, State
from core.messages import message
from core.multiset import Counts, add

KINDS: Final[tuple[SpecialKind, ...]] = ("SF1", "SF2", "SF3", "SF4", "SF5")

NINE: Final[tuple[tuple[SpecialKind, int | None], ...]] = (
    *(("SF1", None), ("SF3", None), ("SF4", None), ("SF5", None)),
    *(("SF2", color) for color in range(COLORS)),
)
"""The nine special displays, as kind and color."""


def kind_on(specials: tuple[Special, ...], display: int) -> SpecialKind | None:
    """The special kind of a source; None for the center and for displays with the plain side up."""
    for special in specials:
        if special.display == display:
            return special.kind
    return None


def neighbors(display: int, displays: int, gone: int | None = None) -> tuple[int, int]:
    """The previous and the next display in the circle 1..`displays`; a display out of play (`gone`) is skipped."""
    before = (display - 2) % displays + 1
    after = display % displays + 1
    if before == gone:
        before = (before - 2) % displays + 1
    if after == gone:
        after = after % displays + 1
    return before, after


def refusal_of_specials(state: State, event: DisplaysFilled) -> Refusal | None:
    """The refusal of the gold sides of a fill; tiles are not checked."""
    if not state.options.special_displays:
        return Refusal("C-SF", "This match is played without special displays.") if event.specials else None
    players = len(state.boards)
    if len(event.specials) != players:
        return Refusal("C-SF", message("{players} displays have the gold side up, one per player.", players=players))
    seen: set[tuple[SpecialKind, str | None]] = set()
    for display, kind, color in event.specials:
        if not 1 <= display < len(state.sources):
            return Refusal("C-SF", message("There is no display {display}.", display=display))
        if kind not in KINDS:
            return Refusal("C-SF", message("There is no special display {kind}.", kind=kind))
        if kind == "SF2" and color not in COLOR_INDEX[state.options.edition]:
            return Refusal("C-SF-2", "SF2 has one of the five colors.")
        if kind != "SF2" and color is not None:
            return Refusal("C-SF", message("Only SF2 has a color, {kind} has none.", kind=kind))
        seen.add((kind, color))
    if len(seen) != players or len({display for display, _, _ in event.specials}) != players:
        return Refusal("C-SF", "Every special display exists once and lies in one place.")
    return None


def turned(state: State, event: DisplaysFilled) -> tuple[Special, ...]:
    """The special displays of a fill, in display order."""
    if not event.specials:
        return ()
    index = COLOR_INDEX[state.options.edition]
    return tuple(
        Special(display, kind, None if color is None else index[color])
        for display, kind, color in sorted(event.specials)
    )


def awaken(sources: list[Counts], specials: tuple[Special, ...], extra: int | None) -> None:
    """Apply SF1 and SF2 to freshly filled `sources`, in display order (C-SF-1, C-SF-2, C-SF-ORDER)."""
    for special in specials:
        here = special.display
        if special.kind == "SF1" and extra is not None:
            sources[here] = add(sources[here], extra)
        elif special.kind == "SF2" and special.color is not None:
            for near in neighbors(here, len(sources) - 1):
                if sources[near][special.color]:
                    sources[near] = add(sources[near], special.color, -1)
                    sources[here] = add(sources[here], special.color)


def remaining(state: State, source: int, color: int) -> list[int]:
    """The colors a take of `color` leaves at `source`, in palette order."""
    return [other for other, number in enumerate(state.sources[source]) if number and other != color]


def passings(state: State, source: int, color: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """Every way to pass on the rest after a take from SF4, colors in palette order; one () for other sources."""
    if kind_on(state.specials, source) != "SF4":
        yield ()
        return
    names = [PALETTES[state.options.edition][other] for other in remaining(state, source, color)]
    sides = neighbors(source, len(state.sources) - 1, state.gone)
    for displays in product(sides, repeat=len(names)):
        yield tuple(zip(names, displays, strict=True))


def refusal_of_passing(state: State, event: TilesTaken, color: int) -> Refusal | None:
    """The refusal of passing the rest on; the order of the pairs does not matter."""
    if kind_on(state.specials, event.source) != "SF4":
        return Refusal("C-SF-4", "Tiles are passed on from SF4 only.") if event.passed else None
    names = [PALETTES[state.options.edition][other] for other in remaining(state, event.source, color)]
    if sorted(name for name, _ in event.passed) != sorted(names):
        return Refusal("C-SF-4", "Each color that remains on SF4 goes undivided to one of its two neighbors.")
    sides = neighbors(event.source, len(state.sources) - 1, state.gone)
    if any(display not in sides for _, display in event.passed):
        return Refusal(
            "C-SF-4",
            message(
                "The tiles that remain on SF4 go to its neighbors, displays {first} and {second}.",
                first=sides[0],
                second=sides[1],
            ),
        )
    return None


def shuffled(state: State, rng: Random) -> tuple[tuple[int, SpecialKind, str | None], ...]:
    """A random choice of special displays, one per player, in display order; empty without the variant."""
    if not state.options.special_displays:
        return ()
    players = len(state.boards)
    names = PALETTES[state.options.edition]
    displays = sorted(rng.sample(range(1, len(state.sources)), players))
    return tuple(
        (display, kind, None if color is None else names[color])
        for display, (kind, color) in zip(displays, rng.sample(NINE, players), strict=True)
    )
