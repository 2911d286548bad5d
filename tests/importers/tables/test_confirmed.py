"""What a person confirmed for a header, applied to the next table: what only its cells tell is taken from them."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.games.scoresheet import PointsNoted
from eventstore.matches.confirmed_mappings import ConfirmedMapping
from importers import reading
from importers.reading import ImportOptions, Read
from importers.tables import table
from importers.tables.mapping import Mapping
from tests.importers.tables.tables import workbook

HEADER = ["Date", "Game", "Player", "Score", "Bonus"]
BY_BONUS = ImportOptions([("Score", "other"), ("Bonus", "score")])


def book(**sheets: Sequence[Sequence[object]]) -> bytes:
    return workbook(**{name: [HEADER, *rows] for name, rows in sheets.items()})


def confirm(data: bytes, options: ImportOptions) -> reading.Known:
    """The memory of a store in which this file was imported with these options."""
    found = reading.read(data, options)
    assert found.mapping
    kept = ConfirmedMapping(table.encoded(found.mapping), table.templates(found.judged), "2026-06-14")
    return {found.header: kept}


def points(found: Read) -> list[tuple[float | None, ...]]:
    return [event.points for play in found.reading.plays for event in play.events if isinstance(event, PointsNoted)]


def test_a_sheet_of_another_name_is_read_with_the_confirmed_columns() -> None:
    known = confirm(book(Y2025=[["2025-01-02", "Azul", "Ann", 3, 52], ["2025-01-02", "Azul", "Ben", 4, 47]]), BY_BONUS)
    later = book(Y2026=[["2026-01-02", "Azul", "Ann", 5, 61], ["2026-01-02", "Azul", "Ben", 6, 58]])
    found = reading.read(later, ImportOptions(), known)
    assert (found.confirmed_on, found.asks, points(found)) == ("2026-06-14", False, [(61, 58)])
    assert found.unused == ("Score",)
    assert found.described()[0].startswith("Read like the file with this header of 2026-06-14")


def test_the_order_in_dates_is_that_of_the_cells_first() -> None:
    def table(*days: str) -> bytes:
        rows = [f"{day},Azul,{name},3,{score}" for day in days for name, score in (("Ann", 52), ("Ben", 47))]
        return "\n".join([",".join(HEADER), *rows]).encode()

    known = confirm(table("3/4/2024"), replace(BY_BONUS, day_first=True))

    def days(data: bytes) -> list[str | None]:
        return [play.played_on for play in reading.read(data, ImportOptions(), known).reading.plays]

    assert days(table("5/4/2024")) == ["2024-04-05"]
    assert days(table("5/13/2024", "5/4/2024")) == ["2024-05-13", "2024-05-04"]


def test_what_is_given_counts_more_than_what_was_confirmed() -> None:
    data = book(Y2025=[["2025-01-02", "Azul", "Ann", 3, 52], ["2025-01-02", "Azul", "Ben", 4, 47]])
    known = confirm(data, BY_BONUS)
    found = reading.read(data, ImportOptions([("Score", "score"), ("Bonus", "ignore")]), known)
    assert (found.confirmed_on, points(found)) == ("", [(3, 4)])


def test_a_mapping_that_does_not_fit_asks_and_is_offered_beside_the_guess() -> None:
    known = confirm(book(Y2025=[["2025-01-02", "Azul", "Ann", 3, 52], ["2025-01-02", "Azul", "Ben", 4, 47]]), BY_BONUS)
    found = reading.read(
        book(Y2026=[["2026-01-02", "Azul", "Ann", 61, "no"], ["2026-01-02", "Azul", "Ben", 58, "no"]]),
        ImportOptions(),
        known,
    )
    assert (found.asks, points(found), [points(other) for other in found.others]) == (True, [(61, 58)], [[]])
    assert found.confidence.doubts[0] == "What was confirmed for this header on 2026-06-14 does not fit this file."


@pytest.mark.parametrize("fields", [{}, {"columns": [{"header": "x", "meaning": "height"}], "shape": "long"}])
def test_a_mapping_of_another_release_is_not_used(fields: dict[str, object]) -> None:
    guessed = Mapping((), "long")
    assert table.adapted(fields, guessed) is None


def test_a_table_without_headers_has_none_to_be_known_by() -> None:
    assert table.header_of(Mapping((), "long")) == ()
