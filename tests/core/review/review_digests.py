"""Digests of reviews and of what follows from them. The kind of `sum` they are computed with is the argument of the
program, which needs the standard library alone; without an argument it is the built-in one.

Python 3.12 and newer keep what the built-in `sum` of floats loses to rounding, older ones add from left to right.
"""

import builtins
import sys
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from random import Random
from typing import Any, Final

from core import games, record
from core.game import CHANCE
from core.record_events import Entry, MatchStarted
from core.review.account import review
from core.review.shares import shares


def left_to_right(items: Iterable[Any], /, start: Any = 0) -> Any:
    """As Python 3.11."""
    for item in items:
        start = start + item
    return start


def compensated(items: Iterable[Any], /, start: Any = 0) -> Any:
    """As Python 3.12 (Neumaier)."""
    values = list(items)
    if not any(type(value) is float for value in values):
        return left_to_right(values, start)
    total, lost = float(start), 0.0
    for value in values:
        added = total + value
        lost += (total - added) + value if abs(total) >= abs(value) else (value - added) + total
        total = added
    return total + lost


KINDS: Final[dict[str, Callable[..., Any]]] = {"left-to-right": left_to_right, "compensated": compensated}

MATCHES: Final[tuple[tuple[str, int, dict[str, object], int], ...]] = (
    ("chocolatier", 2, {"edition": "azul"}, 6),
    ("chocolatier", 2, {"wall": "free"}, 6),
    ("chocolatier", 3, {"wall": "free"}, 8),
    ("chocolatier", 4, {}, 24),
    ("pavilion", 2, {}, 10),
    ("pavilion", 3, {"board": "variant"}, 24),
    ("azacru", 2, {}, 5),
)
"""Game, seats, options, number of events."""


def digests() -> Iterator[str]:
    for key, seats, given, number in (*MATCHES, ("schokoly", 2, {"deck": "open"}, 30)):
        game = games.find(key)
        options, rng = game.Options(**given), Random(7)
        log, state = [Entry(1, MatchStarted(key, ("",) * seats, given))], game.setup(seats, options)
        for version in range(2, number + 2):
            event = game.deal(state, rng) if game.turn(state) == CHANCE else game.choose(state, rng)
            log.append(Entry(version, event))
            state = game.evolve(state, event)
        found: object = log
        if key != "schokoly":
            account = review(game, record.fold(game, log, options).frames, "quick", 7)
            found = log, account, shares(account)
        yield f"{key} {seats} {given} {sha256(repr(found).encode()).hexdigest()[:16]}"


if __name__ == "__main__":
    builtins.sum = KINDS.get("".join(sys.argv[1:]), builtins.sum)
    sys.stdout.writelines(f"{line}\n" for line in digests())
