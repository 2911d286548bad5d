"""The points of a match as a spreadsheet, one row per event."""

import csv
import io
from collections.abc import Iterator

from core import analysis
from core.game import Gain, Points
from core.ranking import sum_of
from eventstore.formats.cells import Cell, harmless
from eventstore.formats.notation import write_event
from eventstore.matches.match import Match
from viewer.locale.plain_text import plain


def points(match: Match) -> bytes:
    """CSV: version, round, seat (from 0), name and notation of every event, then points and gains of every seat.

    The points by seat are followed by a column for each seat and source with gains. Cells without a number are empty; a
    text that begins like a formula gets an apostrophe before it. UTF-8 with a byte order mark, which spreadsheets need.
    """
    out = io.StringIO(newline="")
    table = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC)  # An unquoted name with a semicolon could split its cell.
    for row in rows(match):
        table.writerow([harmless(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig")


def rows(match: Match) -> Iterator[tuple[Cell, ...]]:
    """The headings, then the events in table order; unknown scores are None."""
    gains = analysis.gains(match.stories)
    sources = dict.fromkeys((gain.seat, gain.source) for frame in gains for gain in frame)
    columns = sorted(sources, key=lambda column: column[0])
    names = [f"{seat} {plain(name)}" for seat, name in enumerate(match.names)]
    headings = ("version", "round", "seat", "name", "notation")
    yield *headings, *(f"{name}: points" for name in names), *(f"{names[s]}: {plain(source)}" for s, source in columns)
    for frame, won in zip(match.frames[1:], gains[1:], strict=True):
        name = None if frame.seat is None else plain(match.names[frame.seat])
        row = (frame.version, frame.round, frame.seat, name, write_event(match, frame.event))
        yield *row, *frame.scores, *(_sum(won, *column) for column in columns)


def _sum(gains: tuple[Gain, ...], seat: int, source: str) -> Points:
    return sum_of(gain.points for gain in gains if (gain.seat, gain.source) == (seat, source))
