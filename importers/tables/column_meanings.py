"""The meanings of columns by their headers, checked against their cells and against the other columns; and which
columns of a table with a row for each play belong to the same player.
"""

from collections.abc import Sequence
from typing import Final

from importers.tables import cell_values, dates, header_words, headers
from importers.tables.cell_values import share
from importers.tables.headers import Meaning
from importers.tables.languages import NO, YES, plain

_ENOUGH: Final = 200
"""Cells that are examined to guess the meaning of a column."""

_NAMING: Final[tuple[Meaning, ...]] = ("game", "player", "place", "date")
"""Meanings whose cells are names; a column of their ids, or under a vaguer header, is not needed beside one of them."""


def column_meanings(titles: Sequence[str], columns: Sequence[Sequence[str]]) -> list[Meaning]:
    """The meanings of columns from left to right, independent of the shape of the table."""
    meanings = [
        _meaning(title, [cell for cell in cells if cell][:_ENOUGH])
        for title, cells in zip(titles, columns, strict=True)
    ]
    if "player" not in meanings:
        _take_result_lists(titles, columns, meanings)
    if "player" not in meanings:
        meanings = ["player" if held == "account" else held for held in meanings]
    for held in _NAMING:
        _keep_names(titles, meanings, held)
    _take_names_of_games(titles, columns, meanings)
    if "game" in meanings:
        meanings = [
            "other" if held == "play" and headers.meaning(title) == "game" else held
            for title, held in zip(titles, meanings, strict=True)
        ]
    return meanings


def _take_result_lists(titles: Sequence[str], columns: Sequence[Sequence[str]], meanings: list[Meaning]) -> None:
    """A column of cells like `Anna 12, Ben 9`, or of `Anna - Ben` below `Match`, if its header says nothing else."""
    for index, cells in enumerate(columns):
        held, called = [cell for cell in cells if cell][:_ENOUGH], headers.meaning(titles[index])
        is_duel = called in ("play", "score") and share(held, cell_values.is_duel) > 0.5
        if is_duel or (called in (None, "score", "winner", "play") and share(held, _is_result_list) > 0.5):
            meanings[index] = "player"
            return


def _is_result_list(cell: str) -> bool:
    players = cell_values.listed(cell)
    return len(players) > 1 and all(cell_values.name_and_points(player)[1] for player in players)


def _keep_names(titles: Sequence[str], meanings: list[Meaning], held: Meaning) -> None:
    """Sets ids and vague headers to `other` beside a column with the names; a game has one column."""
    places = [index for index, meaning in enumerate(meanings) if meaning == held]
    best = min((_vagueness(titles[index]) for index in places), default=0)
    kept = [index for index in places if _vagueness(titles[index]) == best]
    for index in places:
        if index not in (kept[:1] if held == "game" else kept):
            meanings[index] = "other"


def _take_names_of_games(titles: Sequence[str], columns: Sequence[Sequence[str]], meanings: list[Meaning]) -> None:
    """A column `Name` beside one of players names the game where nothing else does."""
    for index, title in enumerate(titles):
        is_name = plain(title) in header_words.NAMES and meanings[index] == "other"
        if "game" not in meanings and "player" in meanings and is_name and any(map(has_letters, columns[index])):
            meanings[index] = "game"


def _vagueness(title: str) -> int:
    return 2 if headers.is_id(title) else 0 if headers.is_strong(title) else 1


def _meaning(title: str, cells: Sequence[str]) -> Meaning:
    """The meaning of a column by its header, and by its cells if the header is ambiguous."""
    held = headers.meaning(title)
    if held is None and not title and share(cells, dates.is_date) > 0.5:
        return "date"  # The header of the first column is often blank.
    if not title and _counts(cells):
        return "ignore"
    placed = headers.placed_seat(title)
    if placed and not placed.rest and held in (None, "rank") and share(cells, has_letters) > 0.5:
        return "player"
    if held is None and cells and all(map(cell_values.is_ordinal, cells)):
        return "rank"
    if held is None:
        return "other" if title or cells else "ignore"
    if not cells:
        return held
    if held in ("rank", "place"):
        places = [place for cell in cells for place in cell_values.listed(cell)]  # Those of a list of players.
        return (
            "rank"
            if all(map(cell_values.is_place, places))
            else "place"
            if share(cells, has_letters) > 0.5
            else "other"
        )
    if held == "game" and headers.is_id(title) and share(cells, has_digits) > 0.8:
        return "play"  # Some tables call a play a game.
    if held == "time" and share(cells, dates.is_date) > 0.5:
        return "date"
    if held == "time" and all(cell.isdecimal() for cell in cells):
        return "minutes"
    if held == "score" and share(cells, is_result) > 0.5:
        return "winner"
    return held if _fits(held, title, cells) else "other"


def _fits(held: Meaning, title: str, cells: Sequence[str]) -> bool:
    """True if the cells can have the meaning of their header."""
    match held:
        case "game":  # A number of games, or a ratio: the table counts plays.
            return any(map(has_letters, cells))
        case "score":
            return any(map(has_digits, cells)) or not any(map(has_letters, cells))
        case "player":  # A number of players.
            return headers.is_id(title) or share(cells, _may_be_name) > 0.5
        case "date":
            return any(map(has_digits, cells))
        case "winner":  # A number of wins; or the number of the player who won, which `candidates` knows.
            return not all(cell.isdecimal() for cell in cells) or {*cells} <= {"0", "1"} or headers.is_id(title)
        case "bgg":
            return any(map(str.isdecimal, cells))
        case _:
            return True


def _may_be_name(cell: str) -> bool:
    """True for words, and for pictures."""
    return has_letters(cell) or not (cell.isascii() or has_digits(cell))


def _counts(cells: Sequence[str]) -> bool:
    """True if the cells number the rows."""
    first = int(cells[0]) if cells and cells[0] in ("0", "1") else None
    return first is not None and len(cells) > 1 and list(cells) == [str(first + index) for index in range(len(cells))]


def has_letters(cell: str) -> bool:
    return any(map(str.isalpha, cell))


def has_digits(cell: str) -> bool:
    return any(map(str.isdigit, cell))


def is_result(cell: str) -> bool:
    """True if the cell says `won` or `lost` in a word."""
    return plain(cell) in YES | NO and has_letters(cell) and plain(cell) != "x"


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
