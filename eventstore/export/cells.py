"""Cells of tables for spreadsheets."""

from typing import Final, TypeAlias

Cell: TypeAlias = str | int | float | bool | None

_FORMULA: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""What makes a spreadsheet take a text for a formula, wide forms included."""


def harmless(cell: Cell) -> str | int | float:
    """As CSV holds it: a text like a formula has an apostrophe before it, what is not known is empty."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if cell is None:
        return ""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
