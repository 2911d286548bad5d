"""Output of commands to a terminal: the console, progress, seats with their marks and points."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from core.game import Points
from viewer.locale.plain_text import fit, number, plain

_MARKS: Final = ("●", "■", "▲", "◆")
_HOLLOW: Final = ("○", "□", "△", "◇")
_STYLES: Final = ("#3b82f6", "#d97706", "bold", "#db2777")
"""The colors of the charts; the third seat uses the terminal's text color, which fits dark and light backgrounds."""


def console(*, stderr: bool = False) -> Console:
    """A console without markup; without colors if piped or if NO_COLOR is set."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr, if that is a terminal; the function takes the amount done and the total.

    The bar appears with the first amount, so that a question can be asked before.
    """
    from rich.progress import Progress

    out = console(stderr=True)
    progress = Progress(console=out, transient=True, disable=not out.is_terminal)
    task = progress.add_task(title, total=None)

    def update(done: int, of: int) -> None:
        progress.start()
        progress.update(task, completed=done, total=of)

    try:
        yield update
    finally:
        progress.stop()


def print_table(
    heads: Sequence[str | Text],
    rows: Sequence[Sequence[str | Text]],
    right: Collection[str] = (),
    *,
    wraps: bool = True,
) -> None:
    """Columns with their heads; those called `right` have their cells at the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for head in heads:
        table.add_column(head, justify="right" if str(head) in right else "left", no_wrap=not wraps)
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else plain(cell) for cell in row))
    console().print(table)


def mark(seat: int) -> Text:
    """The colored mark of a seat; from the fifth seat on hollow."""
    return Text((_MARKS if seat < 4 else _HOLLOW)[seat % 4], style=_STYLES[seat % 4])


def seat_name(seat: int, names: Sequence[str], columns: int = 24) -> Text:
    return Text.assemble(mark(seat), " ", fit(names[seat], columns))


def standings(
    names: Sequence[str], scores: Sequence[Points] | None, winners: Sequence[int] = (), columns: int = 78
) -> Text:
    """Every seat with its points, winners bold and with a star; lines are wrapped at `columns`."""
    lines: list[Text] = []
    for seat, name in enumerate(names):
        won = seat in winners
        points = "" if scores is None else f" {number(scores[seat])}"
        cell = Text.assemble(mark(seat), (f" {fit(name, 24)}{points}{'*' if won else ''}", "bold" if won else ""))
        if lines and lines[-1].cell_len + 2 + cell.cell_len <= columns:
            lines[-1] = Text.assemble(lines[-1], "  ", cell)
        else:
            lines.append(cell)
    return Text("\n").join(lines)
