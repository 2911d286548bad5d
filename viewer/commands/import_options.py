"""The options of `partie import` for tables and typed lists; each overrides what is guessed."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

import typer

from viewer.commands.context import option_group

if TYPE_CHECKING:
    from importers.reading import ImportOptions

_Columns = Annotated[
    list[str],
    typer.Option(
        metavar="HEADER=MEANING", help="Tables: the meaning of a column, given by header or number; repeatable."
    ),
]
_Sheet = Annotated[str | None, typer.Option(metavar="NAME", help="Workbooks: the sheet to read.")]
_Shape = Annotated[
    Literal["long", "wide", "relational"] | None,
    typer.Option(help="Tables: one row per player (long), one per match (wide), or linked tables (relational)."),
]
_DayFirst = Annotated[
    bool | None,
    typer.Option("--day-first/--month-first", help="Tables and lists: the order of day and month in 3/4/2026."),
]
_Decimal = Annotated[Literal[".", ","] | None, typer.Option(help="Tables: the decimal separator.")]
_Game = Annotated[str | None, typer.Option(metavar="TITLE", help="The game, if the file does not name it.")]
_Undated = Annotated[bool, typer.Option("--undated", help="Tables: these plays have no dates.")]
_Wins = Annotated[
    list[str],
    typer.Option(
        metavar="[TITLE=]most|fewest|named",
        help="Tables with points and no winners: who wins, in all games or in one; repeatable.",
    ),
]


class TableOptions(TypedDict):
    """The values of the options as given; see `importers.reading.ImportOptions`."""

    column: list[str]
    sheet: str | None
    shape: Literal["long", "wide", "relational"] | None
    day_first: bool | None
    decimal: Literal[".", ","] | None
    game: str | None
    undated: bool
    wins: list[str]


table_options = option_group(
    "table",
    {
        "column": (_Columns, []),
        "sheet": (_Sheet, None),
        "shape": (_Shape, None),
        "day_first": (_DayFirst, None),
        "decimal": (_Decimal, None),
        "game": (_Game, None),
        "undated": (_Undated, False),
        "wins": (_Wins, []),
    },
)
"""Decorates a command that takes `TableOptions` as its argument `table`."""


def import_options(table: TableOptions) -> "ImportOptions":
    # Deferred: the importers load libraries for spreadsheets and XML, which other commands do not need.
    from importers import reading

    others: dict[str, Any] = {**table}
    meanings = []
    for column in others.pop("column"):
        name, sign, word = column.rpartition("=")
        if not sign:
            raise typer.BadParameter(f"{column!r} does not have the form HEADER=MEANING.")
        try:
            meanings.append((name, reading.meaning(word.strip())))
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
    try:
        wins = reading.wins(others.pop("wins"))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return reading.ImportOptions(meanings, wins=wins, **others)
