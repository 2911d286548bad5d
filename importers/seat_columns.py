"""Which columns of a row belong to the same player, in a table with a row for each play."""

from collections.abc import Sequence
from typing import Final

from importers import headers
from importers.headers import Meaning

SEAT_MEANINGS: Final[tuple[Meaning, ...]] = (
    *("score", "winner", "rank", "account", "team", "color", "role", "seat", "started", "new"),
)
"""Meanings of columns that have a cell for each player."""


def seat_columns(titles: Sequence[str], meanings: Sequence[Meaning]) -> list[dict[Meaning, int]]:
    """The columns of each player column, by meaning.

    Columns of a meaning belong to the players of the same number in the header, else to all players from left to right,
    else to the player to the left of each. A meaning whose columns fit in none of these ways belongs to nobody, as does
    a single column of winners beside several players.
    """
    players = [index for index, held in enumerate(meanings) if held == "player"]
    seats: list[dict[Meaning, int]] = [{"player": index} for index in players]
    for meaning in SEAT_MEANINGS:
        mine = [index for index, held in enumerate(meanings) if held == meaning]
        if len(players) > 1 and not (meaning == "winner" and len(mine) == 1):
            for seat, index in _by_seat(titles, players, mine):
                seats[seat][meaning] = index
        elif len(players) == 1 and mine:
            seats[0][meaning] = mine[0]
    return seats


def without_seat(titles: Sequence[str], meanings: Sequence[Meaning]) -> list[int]:
    """The columns of seats that belong to no single player."""
    taken = {index for seat in seat_columns(titles, meanings) for index in seat.values()}
    return [index for index, held in enumerate(meanings) if held in SEAT_MEANINGS and index not in taken]


def _by_seat(titles: Sequence[str], players: Sequence[int], mine: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs of the index of a player and a column."""
    unnumbered = "1" if len(mine) == len(players) else ""  # `Player`, `Player_2`.
    keys = {headers.seat_key(titles[index]) or "1": seat for seat, index in enumerate(players)}
    own = [headers.seat_key(titles[index]) or unnumbered for index in mine]
    if len(keys) == len(players) and len(set(own)) == len(own) and keys.keys() >= set(own):
        return [(keys[key], index) for key, index in zip(own, mine, strict=True)]
    if len(mine) == len(players):
        return list(enumerate(mine))
    to_the_left = [sum(index < column for index in players) - 1 for column in mine]
    if 1 < len(mine) == len(set(to_the_left)) and min(to_the_left) >= 0:
        return list(zip(to_the_left, mine, strict=True))
    return []
