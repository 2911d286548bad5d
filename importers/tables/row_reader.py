"""Reads the cells of one row by the meanings of their columns: the data of a play and of its players, unparsed."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from importers.tables import dates, duels, header_words, headers
from importers.tables.cell_values import is_ordinal, listed, name_and_points, points_listed, share, sides, unstarred
from importers.tables.cells import Part, TableRow
from importers.tables.column_meanings import SEAT_MEANINGS, has_letters, is_result, seat_columns
from importers.tables.headers import Meaning
from importers.tables.languages import NO, YES, plain
from importers.tables.mapping import Mapping
from importers.tables.play_builder import RawPlay, RawSeat

_SHARED: Final[tuple[Meaning, ...]] = ("play", "date", "game", "time", "place")
"""Meanings whose cells are equal in all rows of one play; a row without the first three continues the row above."""

_WORDED: Final[tuple[Meaning, ...]] = (*_SHARED, "player", "other")
"""Columns in which the word for a total may occur."""

_BESIDE_NAME: Final = frozenset(SEAT_MEANINGS) - {"score", "winner"}

_DASHES: Final = ("-", "–", "—")

_ENOUGH: Final = 200
"""Cells that tell whether a column of winners has names."""


class Columns:
    """Contents of the columns of a mapping: places of each meaning, places of each seat, and how cells are written.

    `is_joined`: a cell of a player holds the points too. `has_places`: players stand in columns of their results, which
    may list several; so do those of sides if `has_teams`.
    `dash_is_absent`: no cell of a person is blank, so that a dash is who did not play. `naming` are
    columns with the names or ids of winners. `id_is_enough`: an id of a play has one date and one game.
    """

    def __init__(self, part: Part, mapping: Mapping) -> None:
        self.titles = [column.header for column in mapping.columns]
        self.meanings = mapping.meanings()
        self.places: dict[Meaning, list[int]] = defaultdict(list)
        for place, meaning in enumerate(self.meanings):
            self.places[meaning].append(place)
        self.is_wide = mapping.shape == "wide"
        self.is_nested = part.is_nested
        self.seats = seat_columns(self.titles, self.meanings) if self.is_wide else [self._of_row()]
        self.persons = [(place, headers.player(self.titles[place])) for place in self.places["points"]]
        self.of_persons: dict[str, list[tuple[Meaning, int]]] = defaultdict(list)
        for place, title in enumerate(self.titles) if self.persons else ():
            if (held := headers.of_person(title)) and held.meaning == self.meanings[place]:
                self.of_persons[held.name].append((held.meaning, place))
        rows = part.rows[mapping.header_row :]
        self.dash_is_absent = not any(
            place < len(row.cells) and not row.cells[place] for row in rows for place, _ in self.persons
        )
        self.has_places = any(headers.placed_seat(self.titles[place]) for place in self.places["player"])
        self.has_teams = self.is_wide and _have_teams(rows, self.places["player"])
        self.numbered = {key: place for place in self.places["player"] for key in self._called(place)}
        self.is_joined = not (self.places["score"] or self.places["points"]) and _are_joined(rows, self.places)
        self.id_is_enough = _id_is_enough(rows, self.places)
        self.naming = {place for place in self.places["winner"] if self._has_names(place, rows)}
        self.duels = self._duels(rows)

    def _duels(self, rows: Sequence[TableRow]) -> tuple[int, duels.Duels] | None:
        """The place of a column of results of two sides, and what its cells say."""
        players = self.places["player"]
        lone = [places[0] for meaning in ("winner", "score") if len(places := self.places[meaning]) == 1]
        if not self.is_wide or not 1 <= len(players) <= 2:
            return None
        titles = [self.titles[place] for place in players]
        for place in lone:
            if found := duels.duels(titles, ("".join(row.cells[place : place + 1]) for row in rows)):
                return place, found
        return None

    def _of_row(self) -> dict[Meaning, int]:
        return {meaning: places[0] for meaning, places in self.places.items()}

    def _called(self, place: int) -> tuple[str, ...]:
        """The names of the player of a column in a column of winners: by its header, or its number."""
        return (self.titles[place], *filter(None, [headers.seat_key(self.titles[place])])) if self.is_wide else ()

    def _has_names(self, place: int, rows: Sequence[TableRow]) -> bool:
        """True if a column of winners has names or ids, not an answer for each player."""
        if headers.is_id(self.titles[place]):
            return True
        cells = [cell for row in rows[:_ENOUGH] if (cell := "".join(row.cells[place : place + 1]))]
        return share(cells, lambda cell: has_letters(cell) and plain(cell) not in YES | NO) > 0.5


def _id_is_enough(rows: Sequence[TableRow], places: dict[Meaning, list[int]]) -> bool:
    """True if rows with the same id of a play have the same date and game; else the ids begin anew each day."""

    def cell(row: TableRow, meaning: Meaning) -> str:
        return "".join(row.cells[places[meaning][0] :][:1]) if places[meaning] else ""

    of_id: dict[str, tuple[str, str]] = {}
    for row in rows:
        about = cell(row, "date"), cell(row, "game").casefold()
        if id := cell(row, "play"):
            known = of_id.setdefault(id, about)
            if any(one and other and one != other for one, other in zip(known, about, strict=True)):
                return False
    return True


def _have_teams(rows: Sequence[TableRow], players: Sequence[int]) -> bool:
    """True if the cells of several columns of players mostly list several: `Ann & Ben`."""
    cells = [cell for row in rows for place in players for cell in row.cells[place : place + 1] if cell]
    return len(players) > 1 and share(cells, lambda cell: len(listed(cell)) > 1) > 0.5


def _are_joined(rows: Sequence[TableRow], places: dict[Meaning, list[int]]) -> bool:
    """True if the cells of players hold their points too: `Petra 78`. `Player 1` and `Player 2` are two names."""
    split = [
        [name_and_points(unstarred(cell)[0]) for place in places["player"] if (cell := "".join(row.cells[place:][:1]))]
        for row in rows
    ]
    cells = list(chain.from_iterable(split))
    named = {name for name, _ in cells}
    return (
        sum(bool(points) for _, points in cells) > len(cells) / 2
        and len(named) > 1
        and all(len({name for name, _ in row}) == len(row) for row in split)
    )


class RowReader:
    """One row; `shared` are its cells of `_SHARED`."""

    __slots__ = ("_cells", "_columns", "_line", "shared")

    def __init__(self, row: TableRow, columns: Columns) -> None:
        self._cells = row.cells + ("",) * (len(columns.titles) - len(row.cells))
        self._columns = columns
        self._line = row.line
        self.shared = tuple(self._one(meaning) for meaning in _SHARED)

    @property
    def key(self) -> tuple[str, ...]:
        """The values that are equal in all rows of one play, or of several plays that only their players tell apart."""
        if self._columns.is_nested:
            return (str(self._line),)
        shared = self.shared[: 1 if self._columns.id_is_enough else 3] if self.shared[0] else self.shared
        return tuple(word.casefold() for word in shared)

    def taken(self, play: RawPlay) -> set[tuple[str, str]]:
        """The players of the row's play, each with the round of the row."""
        label = self._one("round").casefold()
        return {(seat.name.casefold(), label) for seat in play.seats if seat.name}

    def _all(self, meaning: Meaning) -> list[str]:
        """The cells of this meaning from left to right, including blank ones."""
        return [self._cells[place] for place in self._columns.places.get(meaning, ())]

    def _one(self, meaning: Meaning) -> str:
        for place in self._columns.places.get(meaning, ()):
            if cell := self._cells[place]:
                return cell
        return ""

    def _titled(self, meaning: Meaning) -> Iterator[tuple[str, str]]:
        """The header and the cell of each column of this meaning whose cell is not blank."""
        for place in self._columns.places.get(meaning, ()):
            if self._cells[place]:
                yield self._columns.titles[place], self._cells[place]

    @property
    def is_total(self) -> bool:
        """True if the row adds up other rows: it has a word for a total, or is a play with nothing but points."""
        places = self._columns.places
        if self._columns.is_wide and not any(self.shared) and any(places.get(meaning) for meaning in _SHARED):
            return True
        if any(plain(cell) in header_words.TOTALS for cell in self._all("player")) and not self._columns.is_wide:
            return True
        if plain(self._one("date")) not in {"", *header_words.TOTALS}:
            return False
        words = (cell for meaning in _WORDED for cell in self._all(meaning))
        return any(plain(word) in header_words.TOTALS for word in words)

    @property
    def is_no_play(self) -> bool:
        """True if the row has neither a player nor a game nor a date: a heading, a legend, units below the header."""
        id, date, game, *_ = self.shared
        if id or game or any(self._all("player")) or any(self._all("points")):
            return False
        if self._columns.seats or self._columns.persons:
            return bool(date) and dates.within(date) is None
        return bool(date) and not any(map(str.isdigit, date))

    def play(self) -> RawPlay:
        """The play with the data of this row alone."""
        id, date, game, time, place = self.shared
        raw = RawPlay("", date, time, game, self._one("bgg"), place, self._one("minutes"), line=self._line)
        raw.id, raw.variant, raw.expansions = id, self._one("variant"), self._one("expansions")
        raw.comments = list(filter(None, self._all("comment")))
        raw.seats = list(self._seats())
        for header, cell in chain(self._titled("other"), self._titled("account")):
            raw.more.setdefault(header or "?", []).append(cell)
        raw.winners = ", ".join(filter(None, self._winners()))
        score = self._one("score")
        if score and self._columns.is_wide and raw.seats and not any(seat.score for seat in raw.seats):
            raw.unread = score
        self._take_duel(raw)
        return raw

    def _take_duel(self, raw: RawPlay) -> None:
        """Take the winner from the result of two sides in one cell; not sure where another column names others."""
        place, results = self._columns.duels or (0, None)
        two = [*dict.fromkeys(seat.team or seat.name for seat in raw.seats)]
        won = results.won.get(self._cells[place], ()) if results and len(two) == 2 else ()
        raw.unread = "" if won else raw.unread
        if results and place in self._columns.places["winner"]:
            raw.winners = ""
        if results and won:
            named = [seat.name for seat in raw.seats if won[two.index(seat.team or seat.name)]]
            known = listed(raw.winners) or [seat.name for seat in raw.seats if plain(seat.won) in YES]
            raw.is_unsure = sorted(known) != sorted(named) if known else not results.is_certain
            for seat in raw.seats if not known else ():
                seat.won = "won" if seat.name in named else "lost"

    def _winners(self) -> Iterator[str]:
        """The names or ids of the winners, and flags that belong to no single player."""
        is_list = self._columns.is_wide and len(self._columns.seats) == 1
        of_seats = {seat.get("winner") for seat in self._columns.seats if not is_list}
        of_seats |= {place for columns in self._columns.of_persons.values() for _, place in columns}
        for place in self._columns.places.get("winner", ()):
            if place in self._columns.naming or place not in of_seats:
                cell = self._cells[place]
                yield self._player_under(cell) or cell

    def _player_under(self, header: str) -> str:
        """The player in the column with this header or number, for winners called `Player 2` or `2`."""
        place = self._columns.numbered.get(header, self._columns.numbered.get(headers.called_seat(header)))
        return "" if place is None else self._cells[place]

    def _seats(self) -> Iterator[RawSeat]:
        """The players of the player columns, then of the columns that have a player as their header."""
        players = len(self._columns.places.get("player", ()))
        if self._columns.is_wide and players == 1:
            yield from self._list()
            return
        for columns in self._columns.seats if players else ():
            yield from self._of_columns(columns)
        if self._columns.is_wide:
            yield from self._of_persons()

    def _of_persons(self) -> Iterator[RawSeat]:
        for place, name in self._columns.persons:
            cell = self._cells[place]
            if not cell or (self._columns.dash_is_absent and cell in _DASHES):
                continue
            score, starred = unstarred(cell)
            if is_result(score) or is_ordinal(score):
                seat = RawSeat(name)
                seat.set("winner" if is_result(score) else "rank", score)
            else:
                seat = RawSeat(name, score, "*" if starred else "")
            for meaning, other in self._columns.of_persons.get(name, ()):
                seat.set(meaning, self._cells[other])
            yield self._in_round(seat)

    def _in_round(self, seat: RawSeat) -> RawSeat:
        """The seat with its score as that of the round of this row; a round called total keeps it as the score."""
        label = self._one("round")
        if label:
            seat.is_of_round = True
            if plain(label) not in header_words.TOTALS:
                seat.parts, seat.score = {label: seat.score}, ""
        return seat

    def _list(self) -> Iterator[RawSeat]:
        """The players listed in one cell, with points in the same cell or in a list of the same length."""
        columns = self._columns.seats[0]
        of_sides = sides(self._cells[columns["player"]])
        players = [player for side in of_sides for player in side]
        teams = [
            str(number) if len(of_sides) < len(players) else "" for number, side in enumerate(of_sides, 1) for _ in side
        ]
        of_side = points_listed(self._one("score"), len(of_sides)) if any(teams) else []
        scores = (
            [of_side[int(team) - 1] for team in teams] if of_side else points_listed(self._one("score"), len(players))
        )
        scores = scores or _points_by_name(self._one("score"), players)
        placed = headers.placed_seat(self._columns.titles[columns["player"]])
        ranks = points_listed(self._one("rank"), len(players)) or [""] * len(players)
        for player, score, rank, team in zip(players, scores, ranks, teams, strict=True):
            name, points, starred = _player(player)
            seat = RawSeat(name, points or score, "*" if starred else "", rank, team)
            yield _placed(seat, placed) if placed else seat

    def _of_columns(self, columns: dict[Meaning, int]) -> Iterator[RawSeat]:
        """The player of these columns; several if the header names them by their result and the cell lists them."""

        def cell(meaning: Meaning) -> str:
            return self._cells[columns[meaning]] if meaning in columns else ""

        place = self._columns.places["player"].index(columns["player"])
        players = len(self._columns.places["player"])
        written = cell("score")
        if not written and "score" not in columns and len(self._columns.places.get("score", ())) == 1:
            listed_points = points_listed(self._one("score"), players)
            written = listed_points[place] if listed_points else ""
        score, starred = unstarred(written)
        placed = headers.placed_seat(self._columns.titles[columns["player"]]) if self._columns.is_wide else None
        is_list = self._columns.has_places or self._columns.has_teams
        names = listed(cell("player")) if is_list else [cell("player")]
        for written_name in names:
            name, marked = unstarred(written_name)
            if self._columns.is_joined or (self._columns.has_places and not written):
                name, score, marked = _player(written_name)
            won = "" if columns.get("winner") in self._columns.naming else cell("winner")
            team = self._columns.titles[columns["player"]] if self._columns.has_teams else ""
            seat = RawSeat(name, score, won or ("*" if starred or marked else ""), team=team)
            for meaning in _BESIDE_NAME & columns.keys():
                seat.set(meaning, self._cells[columns[meaning]])
            if not self._columns.is_wide:
                seat.parts = {headers.part(title): points for title, points in self._titled("points")}
                seat = self._in_round(seat)
            if seat.name or seat.score:
                yield _placed(seat, placed) if placed else seat


def _points_by_name(written: str, players: Sequence[str]) -> list[str]:
    """The points of the players in a cell that names them again: `Anna 52, Ben 47`; blank for those without."""
    points = {name.casefold(): number for name, number in map(name_and_points, listed(written)) if number}
    return [points.get(player.casefold(), "") for player in players]


def _placed(seat: RawSeat, placed: headers.PlacedSeat) -> RawSeat:
    """The seat with the result that the header of its column names."""
    if placed.has_lost:
        seat.won = seat.won or "no"
        return seat
    seat.rank = seat.rank or str(placed.place)
    if placed.place == 1:
        seat.won = seat.won or "yes"
    return seat


def _player(cell: str) -> tuple[str, str, bool]:
    """Name, points and mark of a winner in one cell: `Petra* 78`, `Petra: 78*`; the points may be missing."""
    bare, starred = unstarred(cell)
    name, points = name_and_points(bare)
    name, marked = unstarred(name)
    return name, points, starred or marked
