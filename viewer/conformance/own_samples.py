"""What the laws cannot see by themselves about Partie's own games."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from core.games import schokoly
from core.games.chocolatier.events import TilesTaken
from core.games.pavilion.events import BonusTaken, Passed
from core.games.schokoly.events import HandSeen
from core.games.scoresheet import PointsNoted
from viewer.conformance.samples import Sample


def noted_points(state: Any, rng: Random) -> PointsNoted:
    """A new line of a score sheet: labels of any kind; numbers, halves and unknowns."""
    label = rng.choice(("Runde", "1. kolo", 'the "last"', "a: b", "ряд", "two\nlines", "{x}", "a\u2028b", " "))
    entries = tuple(rng.choice((None, 0, rng.randint(-20, 200), rng.randint(0, 9) / 2)) for _ in range(state.seats))
    return PointsNoted(f"{label} {len(state.noted)}", entries)


def passed_in_order(event: Any) -> Any:
    """A take from SF4 may name the colors it passes on in any order."""
    return replace(event, passed=tuple(sorted(event.passed))) if isinstance(event, TilesTaken) else event


def in_any_order(event: Any) -> Any:
    """Bonus tiles, and those kept on passing, may be named in any order."""
    if isinstance(event, BonusTaken):
        return replace(event, tiles=tuple(sorted(event.tiles)))
    return replace(event, kept=tuple(sorted(event.kept))) if isinstance(event, Passed) else event


def glimpse_of_a_hand(state: Any, rng: Random) -> Any:
    """A card seen in a hand; the game's own choice where it cannot be there."""
    seat, face = rng.randrange(len(state.hands)), rng.choice(("ww/mm", "wm/mm", "md/mm", "ww/md"))
    event = HandSeen(seat, (face,))
    return event if schokoly.refusal(state, event) is None else schokoly.choose(state, rng)


PLAIN_CARDS = ("ww/ww",) * 6 + ("mm/mm",) * 5 + ("dd/dd",) * 3 + ("wm/dw",) * 3
"""A deck for schokoly in which hands without a legal card are common."""

SAMPLES: Final[Mapping[str, Sample]] = {
    "chocolatier": Sample(
        endless=lambda options: "a free wall can lock itself up (C-END-4)" if options.wall == "free" else "",
        same=passed_in_order,
    ),
    "pavilion": Sample(same=in_any_order),
    "azacru": Sample(
        options={"sides": ((), ("B", "A"), ("a", "b", "c"), ("a", "b", "c", "d"))},
        endless=lambda options: "a chevron can circle on own markers for ever (A-END-3)",
    ),
    "schokoly": Sample(options={"deck": ("36", PLAIN_CARDS)}, unlisted=glimpse_of_a_hand),
    "scoresheet": Sample(
        options={"title": ("",), "bgg_id": (None,), "teams": ((), ((0, 2), (1, 3)), ((2, 1),))},
        seats=(0, 1, 2, 4, 100),
        unlisted=noted_points,
    ),
}
