"""The mapping of a table: the meaning of each column, and what a row is; shown to the user, who can correct it."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.messages import message, term
from importers.tables.cell_values import Decimal
from importers.tables.headers import Meaning

Shape: TypeAlias = Literal["long", "wide", "relational"]

Wins: TypeAlias = Literal["most", "fewest", "named"]
"""The winners of a play that has points alone: the most points, the fewest, or nobody is known (`named`)."""

_SHAPES: Final[dict[Shape, str]] = {
    "long": message("Each row is one player of a play."),
    "wide": message("Each row is a whole play."),
    "relational": message("Plays and scores are in separate tables, joined by the id of the play."),
}


@dataclass(frozen=True, slots=True)
class TableColumn:
    """The header of a column and its meaning."""

    header: str
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Mapping:
    """The reading of a table; correct it with `dataclasses.replace`.

    `columns` are from left to right. `part` is the name of the sheet, or of the file in a ZIP. `header_row` counts
    non-blank rows from 1; 0 for a table without a header. `delimiter` and `encoding` are empty for a spreadsheet.
    `decimal` and `day_first` are None if the cells do not decide them; `year_first` concerns years of two digits.
    `game` is the game if no column has it. A person said that plays are `undated`, and who `wins` them: pairs of
    a title, empty for all that are not named, and the answer.
    """

    columns: tuple[TableColumn, ...]
    shape: Shape
    header_row: int = 1
    part: str = ""
    delimiter: str = ""
    encoding: str = ""
    decimal: Decimal = None
    day_first: bool | None = None
    year_first: bool = False
    undated: bool = False
    wins: tuple[tuple[str, Wins], ...] = ()
    game: str = ""
    is_turned: bool = False

    def meanings(self) -> list[Meaning]:
        return [column.meaning for column in self.columns]

    def unused(self) -> tuple[str, ...]:
        """The headers of the columns that nothing of a play comes from."""
        return tuple(
            column.header for column in self.columns if column.header and column.meaning in ("other", "ignore")
        )

    def has_players(self) -> bool:
        return not {"player", "points"}.isdisjoint(self.meanings())


def described(mapping: Mapping) -> tuple[str, ...]:
    """The mapping as lines of text, to be shown before the import."""
    sentences = [_SHAPES[mapping.shape]]
    if mapping.is_turned:
        sentences.append(message("The rows and columns are exchanged: a row of the file is a column here."))
    if mapping.part:
        sentences.append(message("Read from: {table}.", table=mapping.part))
    if mapping.delimiter:
        sign = message("tabs") if mapping.delimiter == "\t" else repr(mapping.delimiter)
        sentences.append(message("Cells are separated by {sign}.", sign=sign))
    if mapping.decimal:
        sentences.append(message("The decimal separator is {sign!r}.", sign=mapping.decimal))
    if mapping.year_first:
        sentences.append(message("Dates begin with the year."))
    elif mapping.day_first is not None:
        day = message("Dates begin with the day.")
        sentences.append(day if mapping.day_first else message("Dates begin with the month."))
    if mapping.game:
        sentences.append(message("The game is {game}.", game=mapping.game))
    nameless = message("(no header)")
    return (
        *sentences,
        *(
            message("{header}: {meaning}", header=column.header or nameless, meaning=term(column.meaning))
            for column in mapping.columns
        ),
    )
