"""The mappings of a table that are worth weighing: every sensible meaning of its columns with every shape of its rows.

Which of them is right is decided by the plays that they give (`importers.tables.confidence`), not here.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Final, Literal, NamedTuple

from importers.tables import cell_values, dates, duels, header_words, headers, layout
from importers.tables.cell_values import share
from importers.tables.cells import Part
from importers.tables.column_meanings import (
    SEAT_MEANINGS,
    column_meanings,
    has_digits,
    has_letters,
    is_result,
    without_seat,
)
from importers.tables.headers import Meaning
from importers.tables.languages import plain
from importers.tables.mapping import Mapping, Shape, TableColumn

_MOSTLY: Final = 0.6
"""Share of the cells of a column that are numbers, so that the others are exceptions: `DNF`, `12 (left early)`."""

_WON: Final[tuple[Meaning, ...]] = ("winner", "player")
"""Meanings of a column of names of winners: a header `Winner` above words makes them players."""

_BESIDE_LIST: Final = frozenset(SEAT_MEANINGS) - {"score", "winner"}
"""Meanings of columns with one value for all of a list of players, as tables with a row for each team have them."""

_NO_COLUMN: Final = -1

_MAX_IDS: Final = 4
"""Maximum columns that are tried as the id of the play."""

_RESULTS: Final = frozenset(["w", "l", "win", "loss", "won", "lost"])
"""Words for a result in the column of a person; yes and no stand in columns of anything."""

_SURNAME_FIRST: Final = re.compile(r"[^\W\d_][^,;&+|/\n]*, [^\W\d_][^,;&+|/\n]*")


class _Arrangement(NamedTuple):
    meanings: list[Meaning]
    shape: Shape


def candidates(part: Part) -> list[Mapping]:
    """The mappings of one table, the most usual one first; it may have no players until the user sets them."""
    table = _CandidateTable.of(part)
    found: list[Mapping] = []
    for meanings, shape in table.arrangements():
        for mapping in table.mappings(part, meanings, shape):
            if mapping not in found:
                found.append(mapping)
    return found or [*table.mappings(part, *table.without_players())]


@dataclass(frozen=True, slots=True)
class _CandidateTable:
    """A table by columns: the headers, the cells below, the meanings that do not depend on the shape.

    `numbers` are columns of numbers under headers without a meaning, `sums` those of them with a word for a total.
    """

    header_row: int
    titles: list[str]
    columns: list[list[str]]
    meanings: list[Meaning]
    numbers: list[int]
    sums: set[int]
    is_nested: bool
    lines: list[int]

    @staticmethod
    def of(part: Part) -> "_CandidateTable":
        header_row = layout.header_row_of(part)
        titles = layout.headers_at(part.rows, header_row)
        rows = part.rows[header_row:]
        width = max([len(titles), *(len(row.cells) for row in rows)])
        titles += [""] * (width - len(titles))
        columns = [[row.cells[index] if index < len(row.cells) else "" for row in rows] for index in range(width)]
        meanings = column_meanings(titles, columns)
        numbers = [
            index
            for index, cells in enumerate(columns)
            if meanings[index] == "other"
            and headers.meaning(titles[index]) is None
            and _are_points(cells)
            and not (cell_values.are_running(cells) and not headers.is_name(titles[index]))
        ]
        sums = {index for index in numbers if plain(titles[index]) in header_words.TOTALS}
        lines = [row.line for row in rows]
        return _CandidateTable(header_row, titles, columns, meanings, numbers, sums, part.is_nested, lines)

    def mappings(self, part: Part, meanings: Sequence[Meaning], shape: Shape) -> Iterator[Mapping]:
        """The mapping with these meanings; two where the year may come first or last in its dates."""

        def cells(*held: Meaning) -> list[str]:
            return [cell for index, meaning in enumerate(meanings) if meaning in held for cell in self.columns[index]]

        # Numbers in a spreadsheet have dots.
        decimal = cell_values.decimal_sign(cells("score", "points")) or (None if part.delimiter else ".")
        year_first = dates.year_comes_first(cells("date"))
        mapping = Mapping(
            tuple(TableColumn(title, held) for title, held in zip(self.titles, meanings, strict=True)),
            shape,
            self.header_row,
            part.name,
            part.delimiter,
            part.encoding,
            decimal,
            dates.day_comes_first(cells("date")),
            year_first=year_first is not False,
            is_turned=part.is_turned,
        )
        yield mapping
        if year_first is None:
            yield replace(mapping, year_first=False)

    def arrangements(self) -> Iterator[_Arrangement]:
        players = [index for index, held in enumerate(self.meanings) if held == "player"]
        persons = [
            index
            for index, title in enumerate(self.titles)
            if index not in self.sums
            and headers.is_name(title)
            and (
                index in self.numbers
                or (self.meanings[index] in ("other", "rank") and _are_results(self.columns[index]))
            )
        ]
        if self.is_nested and players:
            yield from self._long(players[:1])
            return
        if len(players) == 1 and not self._is_of_lists(players[0]) and not headers.placed_seat(self.titles[players[0]]):
            yield from self._long(players)
        if not players and len(persons) > 1 and set(self.meanings) - {"other", "ignore"}:
            yield from self._persons(persons)
        elif players and (len(players) > 1 or self._is_of_lists(players[0])) and not self._are_losers(players):
            yield self._wide(self.meanings)
        if not players and len(sides := self._sides()) > 1:
            held: dict[int, Meaning] = {**dict.fromkeys(sides, "player"), **dict.fromkeys(sides.values(), "score")}
            held.pop(_NO_COLUMN, None)
            yield self._wide([held.get(index, meaning) for index, meaning in enumerate(self.meanings)])
        yield from self._winners_as_seats()

    def _are_losers(self, players: Sequence[int]) -> bool:
        """True if the columns name the players who lost, beside those who won."""
        placed = [headers.placed_seat(self.titles[index]) for index in players]
        return "winner" in self.meanings and all(seat is not None and seat.has_lost for seat in placed)

    def _sides(self) -> dict[int, int]:
        """Columns of names, each with the one of numbers that is called like it: `Home`, `Away`, `HG`, `AG`.

        Without numbers, the columns whose headers call the winners: `White`; or two beside results such as `1-0`.
        """
        sides = dict[int, int]()
        names = [index for index, held in enumerate(self.meanings) if held in ("other", "team")]
        names = [index for index in names if self.titles[index] and _are_names(self.columns[index])]
        numbers = [*self.numbers, *(index for index, held in enumerate(self.meanings) if held == "score")]
        for number in sorted({*numbers} - self.sums):
            mine = [name for name in names if headers.is_short_for(self.titles[number], self.titles[name])]
            if len(mine) == 1 and mine[0] not in sides:
                sides[mine[0]] = number
        if not sides:
            winners = [cells for cells, held in zip(self.columns, self.meanings, strict=True) if held in _WON]
            called = {plain(cell) for cells in winners for cell in cells} - {""}
            mine = [name for name in names if {plain(self.titles[name]), headers.seat_key(self.titles[name])} & called]
            mine = mine if mine and len(mine) == len(called) else self._duelists(names)
            return dict.fromkeys(mine, _NO_COLUMN)
        return sides if list(sides) == sorted(sides) else {}

    def _duelists(self, names: Sequence[int]) -> list[int]:
        """The two columns of names that are called like sides, or that alone have people in common, beside results."""
        called = tuple(index for index in names if plain(self.titles[index]) in header_words.SIDES)
        if len(called) != 2:
            pairs = combinations(names, 2)
            people = {
                index: {name for cell in self.columns[index] for name in cell_values.listed(cell)} for index in names
            }
            sharing = [(one, other) for one, other in pairs if people[one] & people[other]]
            called = sharing[0] if len(sharing) == 1 else ()
        return [*called] if any(self._results(index, called) for index in range(len(self.titles))) else []

    def _results(self, index: int, players: Sequence[int]) -> Literal["score", "winner"] | None:
        """The meaning of a column of results of two players: points in a cell (`2:1`), or who won; else None."""
        if headers.meaning(self.titles[index]) not in ("score", "winner") or len(players) != 2:
            return None
        if self._is_of_all(index, 2):
            return "score"
        if not duels.duels([self.titles[player] for player in players], self.columns[index]):
            return None
        return "score" if any(cell_values.points_listed(cell, 2) for cell in self.columns[index]) else "winner"

    def without_players(self) -> _Arrangement:
        return self._wide(self.meanings)

    def _long(self, players: Sequence[int]) -> Iterator[_Arrangement]:
        """A row for each player of a play, or for each round or category of a player.

        A total may be the score, and columns that add up to it are rounds or categories.
        """
        meanings: list[Meaning] = [
            "other" if held == "player" and index not in players else held for index, held in enumerate(self.meanings)
        ]
        for held in SEAT_MEANINGS:
            mine = [index for index, meaning in enumerate(meanings) if meaning == held]
            for index in sorted(mine, key=lambda index: headers.is_id(self.titles[index]))[1:]:
                meanings[index] = "other"
        unnamed = [
            index
            for index in self.numbers
            if not _measures(self.titles[index])
            and self._is_of_seats(index)
            and not cell_values.are_running(self.columns[index])
        ]
        parts = [index for index in unnamed if index not in self.sums]
        if "score" not in meanings and len(lone := sorted(self.sums) or unnamed) == 1:
            meanings[lone[0]] = "score"
        if len(parts) > 1 and ("score" not in meanings or self._add_up(parts, meanings.index("score"))):
            for index in parts:
                meanings[index] = "points"
        for with_id in self._with_play_ids(meanings, players[0]):
            if "round" in with_id:
                yield _Arrangement(with_id, "long")
            yield _Arrangement(["other" if held == "round" else held for held in with_id], "long")

    def _is_of_seats(self, index: int) -> bool:
        """True if a column of a nested table differs within a play; else it belongs to the play, not to its seats."""
        return not self.is_nested or any(
            line == next_line and cell != next_cell
            for (line, cell), (next_line, next_cell) in pairwise(zip(self.lines, self.columns[index], strict=True))
        )

    def _with_play_ids(self, meanings: list[Meaning], player: int) -> Iterator[list[Meaning]]:
        """The meanings with each column that may number the plays as their id; the others are kept as they stand."""
        ids = [index for index, held in enumerate(meanings) if held == "play"]
        ids += [index for index in range(len(meanings)) if index not in ids and self._is_other_id(meanings, index)]
        without: list[Meaning] = ["other" if held == "play" else held for held in meanings]
        for index in ids[:_MAX_IDS]:
            if self._numbers_plays(meanings, index, player):
                yield [*without[:index], "play", *without[index + 1 :]]
        yield without

    def _is_other_id(self, meanings: Sequence[Meaning], index: int) -> bool:
        """True if the column has ids of something unknown (`nemestatsId`), one in every row."""
        title = self.titles[index]
        is_unknown = meanings[index] == "other" and headers.meaning(title) == "other" and headers.is_id(title)
        return is_unknown and all(self.columns[index]) and len(set(self.columns[index])) < len(self.columns[index])

    def _numbers_plays(self, meanings: Sequence[Meaning], index: int, player: int) -> bool:
        """True if rows with the same id in this column, date and game may be one play: no player comes twice.

        An id that is different in every row numbers the rows.
        """
        rows = [row for row, cell in enumerate(self.columns[index]) if cell]
        ids = Counter(self.columns[index][row] for row in rows)
        if not self.is_nested and len(ids) > 1 and max(ids.values()) == 1:
            return False
        if "round" in meanings:
            return True
        about = [index, player, *(meanings.index(held) for held in ("date", "game") if held in meanings)]
        folds = [{cell: cell.casefold() for cell in {*self.columns[column]}} for column in about]
        seen = set[tuple[str, ...]]()
        for row in rows:
            seen.add(tuple([fold[self.columns[column][row]] for fold, column in zip(folds, about, strict=True)]))
        return len(seen) == len(rows)

    def _add_up(self, parts: Sequence[int], total: int) -> bool:
        return all(
            _adds_up([self.columns[index][row] for index in parts], cell)
            for row, cell in enumerate(self.columns[total])
        )

    def _persons(self, persons: Sequence[int]) -> Iterator[_Arrangement]:
        """A column for each person, and a row for each play or each of its rounds."""
        meanings, names = list(self.meanings), {headers.player(self.titles[index]) for index in persons}
        for index, held in enumerate(meanings):
            if index in persons:
                meanings[index] = "points"
            elif (of_person := headers.of_person(self.titles[index])) and of_person.name in names:
                meanings[index] = of_person.meaning
            elif held in SEAT_MEANINGS and held != "winner":
                meanings[index] = "other"
        if "round" in meanings:
            yield self._wide(meanings, rounds=True)
        yield self._wide(meanings)

    def _wide(self, given: Sequence[Meaning], *, rounds: bool = False) -> _Arrangement:
        """A row for each play; a column that is of no single player is kept as it stands."""
        meanings: list[Meaning] = ["other" if held == "round" and not rounds else held for held in given]
        self._take_numbered(meanings)
        for index in self.sums:
            meanings[index] = "other" if rounds else "ignore"
        ids = [index for index, held in enumerate(meanings) if held == "play"]
        for index in ids:
            cells = [cell for cell in self.columns[index] if cell]
            if index != ids[0] or (not rounds and len(set(cells)) < len(cells)):
                meanings[index] = "other"
        if "points" in meanings:
            return _Arrangement(meanings, "wide")
        players = [index for index, held in enumerate(meanings) if held == "player"]
        for index, held in enumerate(meanings):
            is_lone = held == "other" or (held in ("score", "winner") and meanings.count(held) == 1)
            if is_lone and {"score", "winner"}.isdisjoint({*meanings} - {held}):
                meanings[index] = self._results(index, players) or held
        if len(players) == 1:
            for index, held in enumerate(meanings):
                if held in _BESIDE_LIST and not (held == "rank" and self._is_of_lists_beside(index, players[0])):
                    meanings[index] = "other"
        for index in without_seat(self.titles, meanings):
            is_list = meanings[index] == "score" and self._is_of_all(index, len(players))
            is_list &= meanings.count("score") == 1
            if meanings[index] != "winner" and not is_list:
                meanings[index] = "other"
        return _Arrangement(meanings, "wide")

    def _take_numbered(self, meanings: list[Meaning]) -> None:
        """Points in columns that are numbered like the players (`s1`, `s2`), and the number of the player who won."""
        keys = {headers.seat_key(title) for title, held in zip(self.titles, meanings, strict=True) if held == "player"}
        if len(keys) < 2 or keys != {*keys} - {""}:
            return
        for index, title in enumerate(self.titles):
            numbers = {headers.called_seat(cell) for cell in self.columns[index] if cell}
            if meanings[index] in ("other", "winner") and headers.meaning(title) == "winner" and numbers - {""}:
                meanings[index] = "winner" if numbers <= keys else "other" if "0" in numbers else meanings[index]
        unknown = [index for index, title in enumerate(self.titles) if headers.meaning(title) is None and title]
        mine = [index for index in unknown if index in self.numbers or not any(self.columns[index])]
        mine = mine or [
            index
            for index, title in enumerate(self.titles)
            if (meanings[index], headers.meaning(title)) == ("other", "player") and _are_points(self.columns[index])
        ]
        if "score" not in meanings and sorted(headers.seat_key(self.titles[index]) for index in mine) == sorted(keys):
            for index in mine:
                meanings[index] = "score"

    def _is_of_all(self, index: int, players: int) -> bool:
        """True if the cells have the points of all players: `52:47`."""
        cells = [cell for cell in self.columns[index] if cell]
        return 2 * sum(bool(cell_values.points_listed(cell, players)) for cell in cells) >= max(1, len(cells))

    def _is_of_lists_beside(self, index: int, players: int) -> bool:
        """True if each cell has as many places as the list of players beside it has names."""
        cells = zip(self.columns[index], self.columns[players], strict=True)
        return all(cell_values.points_listed(cell, len(cell_values.listed(names))) for cell, names in cells if cell)

    def _winners_as_seats(self) -> Iterator[_Arrangement]:
        """Columns named by results (`Winner`, `2nd`, `Loser`) as the players who had them, with and without others."""
        seats = [
            index
            for index, title in enumerate(self.titles)
            if (placed := headers.placed_seat(title)) and not placed.rest and _are_names(self.columns[index])
        ]
        if not any(self.meanings[index] == "winner" for index in seats) or self._call_seats(seats):
            return
        meanings: list[Meaning] = ["player" if index in seats else held for index, held in enumerate(self.meanings)]
        yield self._wide(meanings)
        if len(seats) > 1 and meanings.count("player") > len(seats):
            yield self._wide(
                ["other" if held == "player" and index not in seats else held for index, held in enumerate(meanings)]
            )

    def _call_seats(self, winners: Sequence[int]) -> bool:
        """True if the winners are called by the numbers or letters of the columns of players."""
        players = [title for title, held in zip(self.titles, self.meanings, strict=True) if held == "player"]
        keys = {headers.seat_key(title) for title in players} - {""}
        called = {headers.called_seat(cell) for index in winners for cell in self.columns[index] if cell}
        return len(keys) > 1 and called <= keys

    def _is_of_lists(self, index: int) -> bool:
        """True if most cells of the column of players hold several players.

        `Novák, Jan` is one player, if every cell is so written and every row has points of its own.
        """
        rows = [row for row, cell in enumerate(self.columns[index]) if cell]
        players = [self.columns[index][row] for row in rows]
        one_each = "score" in self.meanings and "team" not in self.meanings
        if one_each and all(_SURNAME_FIRST.fullmatch(cell) for cell in players):
            scores = self.columns[self.meanings.index("score")]
            return not all(cell_values.is_points(scores[row]) for row in rows)
        return share(players, lambda cell: len(cell_values.listed(cell)) > 1) > 0.5


def _are_points(cells: Sequence[str]) -> bool:
    written = [cell for cell in cells if cell]
    return any(map(has_digits, written)) and share(written, cell_values.is_points) >= _MOSTLY


def _are_results(cells: Sequence[str]) -> bool:
    """True if the cells have words for won and lost, or places such as `1st`."""
    written = [cell for cell in cells if cell]
    is_word = {plain(cell) for cell in written} <= _RESULTS
    return bool(written) and (is_word or all(map(cell_values.is_ordinal, written)))


def _are_names(cells: Sequence[str]) -> bool:
    return share([cell for cell in cells if cell], lambda cell: has_letters(cell) and not is_result(cell)) > 0.5


def _measures(title: str) -> bool:
    measures = header_words.MEASURES | header_words.COUNTS
    return headers.part(title) == title and not measures.isdisjoint(plain(title).split())


def _adds_up(cells: Sequence[str], total: str) -> bool:
    try:
        sign = cell_values.decimal_sign([*cells, total])
        whole, parts = cell_values.points(total, sign), [cell_values.points(cell, sign) for cell in cells]
    except ValueError:
        return False
    return whole is None or abs(sum(part or 0 for part in parts) - whole) < 1e-6
