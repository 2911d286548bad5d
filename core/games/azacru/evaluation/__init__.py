"""The face of the kernel of azacru: its tables, its positions and its moves as numbers.

A small network, trained on simulated matches, estimates the markers still to come.
"""

import json
from importlib.resources import files
from struct import pack as packed
from typing import Final

from core.game import ClaimError, Trust, Value
from core.games.azacru.events import Event, Passed
from core.games.azacru.fields import SIZE, WAY, WAYS
from core.games.azacru.rules import moves_over
from core.games.azacru.state import State

SPEED: Final = 20

SHARED_ERROR: Final = 0.0
"""No round ends."""

JUDGED_SEATS: Final = frozenset({2, 3})
"""At three, ten times as many iterations won 70 % of 36 of matches (chance: 33 %)."""

TRUST: Final = Trust(choice=(0.87, 0.82), errors=(ClaimError(0.018, 0.35, 0.57), ClaimError(0.37, 0.46)))
"""By 389 claims of quick reviews in 23 matches, judged by 12,000 iterations after both moves (`bench/referee.py`); the
errors by 690 claims in 36 matches."""

_PASS: Final = -1
_GONE: Final = -1
_NO_LIMIT: Final = -1
_SEATS: Final = 4
_CHEVRONS: Final = 4
_WORD: Final = (1 << 64) - 1
_TURNED: Final = (None, "left", "right")


def tables() -> bytes:
    net = json.loads((files(__package__) / "weights.json").read_text("utf-8"))["net"]
    rows, out, alike = net["rows"], net["out"], _alike()
    return b"".join(
        (
            packed("<4i", net["scale"], len(rows), len(rows[0]), len(alike)),
            *(packed("<2Q", fields & _WORD, fields >> 64) for fields in alike),
            *(packed(f"<{len(by_moment)}d", *by_moment) for by_moment in net["spreads"]),
            packed(f"<{len(out)}i", *out),
            *(packed(f"<{len(row)}i", *row) for row in rows),
        )
    )


def _alike() -> list[int]:
    """The sets of fields that turn into each other when the board is turned or mirrored."""
    kinds: dict[tuple[int, ...], int] = {}
    for field in range(SIZE * SIZE):
        kind = tuple(sorted(min(part, SIZE - 1 - part) for part in divmod(field, SIZE)))
        kinds[kind] = kinds.get(kind, 0) | 1 << field
    return [kinds[kind] for kind in sorted(kinds)]


def tempered(state: State, value: Value) -> Value:
    return value


def pack(state: State) -> bytes:
    seats = len(state.markers)
    markers = [*state.markers, *[0] * (_SEATS - seats)]
    fields, facings = [0] * (_SEATS * _CHEVRONS), [0] * (_SEATS * _CHEVRONS)
    for seat, chevrons in enumerate(state.chevrons):
        for index, chevron in enumerate(chevrons, seat * _CHEVRONS):
            fields[index] = _GONE if chevron is None else chevron.field
            facings[index] = 0 if chevron is None else chevron.facing
    words = [word for own in markers for word in (own & _WORD, own >> 64)]
    left = _NO_LIMIT if state.last_turns is None else state.last_turns
    return packed("<8Q32b4i", *words, *fields, *facings, state.turns, left, seats, len(state.chevrons[0]))


def code(state: State, event: Event) -> int:
    """The number of a move: its chevron, its direction, its distance less one, and its turn."""
    if isinstance(event, Passed):
        return _PASS
    way = WAY[event.start, event.end]
    chevrons = state.chevrons[event.seat]
    index = next(at for at, chevron in enumerate(chevrons) if chevron is not None and chevron.field == way.start)
    return index | way.direction << 2 | (way.distance - 1) << 5 | _TURNED.index(event.turned) << 8


def move(state: State, code: int) -> Event:
    seat = state.turns % len(state.markers)
    if code == _PASS:
        return Passed(seat)
    chevron = state.chevrons[seat][code & 3]
    assert chevron is not None
    return moves_over(seat, WAYS[chevron.field][code >> 2 & 7][code >> 5 & 7])[code >> 8]
