"""Points for spreadsheets: what is written can be read back, and no cell is a formula."""

import csv
import io

import pytest

from core import analysis
from core.game import AnyGame
from core.games import chocolatier
from eventstore.matches.match import Match
from tests.shared import HARMFUL, KINDS, recorded
from viewer.components.share.points import points


def read(match: Match) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(points(match).decode("utf-8-sig"), newline="")))


def number(cell: str) -> float | None:
    return float(cell) if cell else None


@pytest.mark.parametrize("kind", KINDS)
def test_every_event_is_a_row_with_the_points_after_it(toy_game: AnyGame, kind: str) -> None:
    match = recorded(kind)
    rows = read(match)
    assert [int(row["version"]) for row in rows] == [frame.version for frame in match.frames[1:]]
    for row, frame in zip(rows, match.frames[1:], strict=True):
        assert int(row["round"]) == frame.round
        assert row["seat"] == ("" if frame.seat is None else str(frame.seat))
        shown = [number(value) for heading, value in row.items() if heading.endswith(": points")]
        assert shown == [points if points is None else float(points) for points in frame.scores]


def test_gains_add_up_to_the_points_and_the_notation_can_be_read_back() -> None:
    match = recorded("chocolatier")
    rows = read(match)
    for seat, final in enumerate(match.now.scores):
        own = [heading for heading in rows[0] if heading.startswith(f"{seat} ") and not heading.endswith(": points")]
        assert sum(number(row[heading]) or 0 for row in rows for heading in own) == final
    assert f"0 {match.names[0]}: wall" in rows[0]
    assert [chocolatier.parse(row["notation"]) for row in rows] == [frame.event for frame in match.frames[1:]]


def test_no_cell_is_a_formula_negative_points_stay_numbers_and_unknown_ones_are_empty() -> None:
    match = recorded("harmful")
    lines = points(match).decode("utf-8-sig").splitlines()
    cells = [cell for row in csv.reader(io.StringIO("\n".join(lines))) for cell in row]
    cells_of_semicolons = [cell for line in lines for cell in csv.reader([line], delimiter=";").__next__()]
    assert not [cell for cell in (*cells, *cells_of_semicolons) if cell.startswith(("=", "+", "@"))]
    assert f"'{HARMFUL[1]}" in cells
    assert f"1 {HARMFUL[1]}: points" in cells
    sheet = recorded("sheet")
    rows = read(sheet)
    assert (rows[1]["0 Anna: points"], rows[1]["0 Anna: Round 2"]) == ("2.5", "-1.5")
    assert analysis.score_curves(sheet.frames)[1] == (None, None, None)
    assert [row["1 Ben: points"] for row in rows] == ["", ""], "not 0"
