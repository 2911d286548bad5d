"""Cells of tables for spreadsheets."""

import re
from typing import Final, TypeAlias

Cell: TypeAlias = str | int | float | bool | None

_FORMULA: Final = re.compile(
    r"""[\t\r\n]                                                      # Skipped by some programs, a new cell in others.
    |[\s\0-\x1f\x7f\u200b-\u200f\u2060\ufeff"'`\u2018-\u201f]*        # An import may drop these before a formula.
     [-=+@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]           # Wide and small forms count as formulas too.
    """,
    re.VERBOSE,
)
"""The start of a text that a spreadsheet may take for a formula."""


def harmless(cell: Cell) -> str | int | float:
    """The cell for a CSV file: a text like a formula gets an apostrophe before it, None becomes empty.

    Numbers stay numbers, also negative ones.
    """
    if isinstance(cell, bool):
        return str(cell).lower()
    if cell is None:
        return ""
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell
