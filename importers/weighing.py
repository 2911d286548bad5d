"""Chooses the mapping of a table: each candidate reads some rows, and the one that they contradict least is taken."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from importers import confidence, rows
from importers.candidates import candidates
from importers.cells import Part
from importers.imported_play import ImportedPlay
from importers.mapping import Mapping
from importers.play_builder import build_plays

_ROWS: Final = 400
"""Rows from the top on which the candidates are compared."""

_CLEARLY: Final = 20
"""Percent of confidence by which a mapping must be better than any that gives other plays."""

MAX_RIVALS: Final = 2


class Best(NamedTuple):
    """The mapping that explains a table best, then at most two that are not clearly worse and give other plays.

    `percent` is the confidence in the first, on the rows that were compared.
    """

    percent: int
    mappings: list[Mapping]


def best(part: Part) -> Best:
    """The best mapping of a table."""
    found = candidates(part)
    start = replace(part, rows=part.rows[: found[0].header_row + _ROWS])
    in_order = sorted((_tried(start, mapping) for mapping in found), key=lambda one: -one[0])
    (percent, plays, first), *rest = in_order
    seen, rivals = {plays}, list[Mapping]()
    for less, others, mapping in rest:
        if others not in seen and mapping.has_players() and less > max(0, percent - _CLEARLY):
            seen.add(others)
            rivals.append(mapping)
    return Best(percent, [first, *rivals[:MAX_RIVALS]])


def _tried(part: Part, mapping: Mapping) -> tuple[int, Hashable, Mapping]:
    """The confidence in the mapping, what its plays say, and the mapping; -1 without players."""
    if not mapping.has_players():
        return -1, (), mapping
    raws = rows.raw_plays(part, mapping).plays
    built = build_plays(raws, "", mapping.day_first, mapping.decimal, year_first=mapping.year_first, wins=mapping.wins)
    plays = built.plays
    return confidence.of_table(mapping, raws, plays).percent if plays else 0, _said(plays), mapping


def _said(plays: Sequence[ImportedPlay]) -> Hashable:
    return tuple(
        (play.played_on, play.options.get("title"), _seats(play), tuple(map(str, play.events))) for play in plays
    )


def _seats(play: ImportedPlay) -> Hashable:
    return frozenset(
        (player.name, seat.winner) for player, seat in zip(play.players, play.provenance.seats, strict=True)
    )
