"""A list of people or games as a table that is sorted by its heads and searched as one types, with an aside beside it.

On a phone each row has two lines, and a menu in place of the heads.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from viewer import surface
from viewer.boards.scene import Json
from viewer.components.lib.text_files import text_of
from viewer.locale.language import ngettext
from viewer.surface.host import Component

Key: TypeAlias = str | float | None
"""The value that a row is sorted by in one column; None is last in either direction."""


class ListColumn(NamedTuple):
    """A column with its head. `order` says the order that it sorts by ("Most plays first"); empty: it does not sort.

    `is_first_high` columns begin with their highest value. `kind` is a class of its cells.
    """

    label: str
    order: str = ""
    is_first_high: bool = False
    kind: str = ""


class ListRow(NamedTuple):
    """A row: the content of each cell, what each column sorts by, and the text that a search looks through."""

    cells: Sequence[Json]
    keys: Sequence[Key]
    text: str


_list = Component(
    "partie_sortable_list",
    html='<div class="sortable"></div>',
    css=text_of("sortable_list/sortable_list.css"),
    script="sortable_list/sortable_list.js",
)


def sortable_list(
    columns: Sequence[ListColumn],
    rows: Sequence[ListRow],
    *,
    sorted_by: int,
    label: str,
    find: str,
    nothing: str,
    sort: str,
    limit: int = 0,
    aside: Sequence[Json] = (),
    key: str,
) -> None:
    """Show the rows, at first sorted by a column (its index). `find` is the search's label, `sort` that of the menu.

    `nothing` is the sentence when no row has what is searched. With a `limit` the rows after it are behind a button.
    """
    data = {
        "name": key,
        "columns": [column._asdict() for column in columns],
        "rows": [row._asdict() for row in rows],
        "sorted_by": sorted_by,
        "limit": limit,
        "words": {
            "label": label,
            "find": find,
            "nothing": nothing,
            "sort": sort,
            "all": ngettext("All {number}", "All {number}", len(rows)),
        },
        "aside": list(aside),
    }
    surface.mount(_list, data, key=key)
