"""The rows of a table as plays, by what its columns mean; nothing is worked out yet."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from importers import headers
from importers.cells import Part, Row
from importers.drafts import Draft, Seat
from importers.headers import Meaning
from importers.mapping import Mapping
from importers.marks import listed, name_and_points, unstarred

_SHARED: Final[tuple[Meaning, ...]] = ("play", "date", "game", "time", "place")
"""What the rows of one play have in common; a row with none of the first three goes on with the row above."""


def drafts(part: Part, mapping: Mapping) -> tuple[list[Draft], list[str]]:
    """The plays of a table, and where rows were left out that hold totals."""
    name = f"{part.name}, row" if part.name else "line"
    rows = [_Held(row, f"{name} {row.line}", mapping) for row in part.rows[mapping.header_row :]]
    totals = [row.where for row in rows if row.is_total]
    plays = [row for row in rows if not row.is_total]
    found = [row.play() for row in plays] if mapping.shape == "wide" else _grouped(plays)
    for draft in found:
        draft.game = draft.game or mapping.game
    return found, totals


def _grouped(rows: Iterable["_Held"]) -> list[Draft]:
    """The plays of rows that are a player each.

    Rows belong together by the id of the play; without one by date, time, game and place, until a player comes twice.
    """
    found: list[Draft] = []
    latest: dict[tuple[str, ...], Draft] = {}
    above: tuple[str, ...] = ()
    for row in rows:
        if not any(row.shared[:3]) and above:
            row.shared = above
        above = row.shared
        key = tuple(word.casefold() for word in (above[:1] if above[0] else above))
        play, draft = row.play(), latest.get(key)
        names = {seat.name.casefold() for seat in play.seats if seat.name}
        if draft is None or (not above[0] and names & {seat.name.casefold() for seat in draft.seats}):
            latest[key] = play
            found.append(play)
        else:
            _add(draft, play)
    return found


def _add(draft: Draft, further: Draft) -> None:
    """Another row of the same play: its players, and what the rows above did not say."""
    draft.seats += further.seats
    draft.comments += further.comments
    for name in ("bgg", "minutes", "variant", "expansions"):
        if not getattr(draft, name):
            setattr(draft, name, getattr(further, name))
    for header, cell in further.more.items():
        told = draft.more.get(header, "")
        draft.more[header] = "; ".join(dict.fromkeys(filter(None, (*told.split("; "), cell))))


class _Held:
    """One row by what its cells mean. `shared` are its cells of `_SHARED`."""

    def __init__(self, row: Row, where: str, mapping: Mapping) -> None:
        self._cells = [
            (column, row.cells[index] if index < len(row.cells) else "") for index, column in enumerate(mapping.columns)
        ]
        self._wide = mapping.shape == "wide"
        self.where = where
        self.shared = tuple(self._one(meaning) for meaning in _SHARED)

    def _all(self, meaning: Meaning) -> list[str]:
        """The cells of this meaning from left to right, blank ones too."""
        return [cell for column, cell in self._cells if column.meaning == meaning]

    def _one(self, meaning: Meaning) -> str:
        return next(filter(None, self._all(meaning)), "")

    @property
    def is_total(self) -> bool:
        """Whether it adds up other rows: by its words, or as a whole play of which nothing but points is told."""
        words = {headers.plain(cell) for column, cell in self._cells if column.meaning in (*_SHARED, "player", "other")}
        undated = headers.plain(self._one("date")) in {"", *headers.TOTALS}
        told = any(column.meaning in _SHARED for column, _ in self._cells)
        return (undated and bool(words & headers.TOTALS)) or (self._wide and told and not any(self.shared))

    def play(self) -> Draft:
        """The play as this row tells it."""
        id, date, game, time, place = self.shared
        draft = Draft(self.where, date, time, game, self._one("bgg"), place, self._one("minutes"))
        draft.id, draft.variant, draft.expansions = id, self._one("variant"), self._one("expansions")
        draft.comments = list(filter(None, self._all("comment")))
        draft.seats = list(self._seats())
        for column, cell in self._cells:
            if cell and column.meaning == "other":
                draft.more[column.header or "?"] = cell
        winners = self._all("winner")
        if self._wide and (len(winners) == 1 or len(winners) != len(self._all("player"))):
            draft.winners = ", ".join(filter(None, winners))
        return draft

    def _seats(self) -> Iterator[Seat]:
        """The players: by columns of players, then by columns that are a player each."""
        of = len(self._all("player"))
        if self._wide and of == 1:
            yield from self._list()
            return
        for index in range(of):
            seat = self._seat(index, of)
            if seat.name or seat.score:
                yield seat
        for column, cell in self._cells:
            if self._wide and cell and column.meaning == "points":
                score, starred = unstarred(cell)
                yield Seat(column.header, score, "*" if starred else "")

    def _list(self) -> Iterator[Seat]:
        """The players of a cell that lists them, with their points there or in a list of as many."""
        players, scores = listed(self._one("player")), re.split(r"\s*[,;:&/\n-]\s*", self._one("score"))
        for index, player in enumerate(players):
            name, points = name_and_points(unstarred(player)[0])
            behind = points or (scores[index] if len(scores) == len(players) else "")
            yield Seat(unstarred(name)[0], behind, "*" if "*" in player else "")

    def _seat(self, index: int, of: int) -> Seat:
        """The player of one column of players; where a meaning has as many columns, each is of one player."""

        def cell(meaning: Meaning) -> str:
            found = self._all(meaning)
            return found[index] if len(found) == of else ""

        score, starred = unstarred(cell("score"))
        name, marked = unstarred(cell("player"))
        seat = Seat(name, score, cell("winner") or ("*" if starred or marked else ""))
        seat.order, seat.rank, seat.team = cell("seat"), cell("rank"), cell("team")
        seat.color, seat.role = cell("color"), cell("role")
        seat.started, seat.new = cell("started"), cell("new")
        if not self._wide:
            seat.parts = {column.header: told for column, told in self._cells if told and column.meaning == "points"}
        return seat
