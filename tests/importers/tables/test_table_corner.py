"""Tables as people keep them by hand: nothing in the corner, a row that adds up, dates in the first column."""

import io
import zipfile
from dataclasses import replace

import pytest

from core.games.scoresheet import PointsNoted
from importers.imported_play import UnreadableFile
from importers.reading import recognized
from importers.tables import table


def test_a_first_column_without_a_header_holds_the_dates_that_stand_in_it() -> None:
    data = b";Jitka;Jarda;Ben\n1. 1. 2026;52;47;\n2. 1. 2026;;40;61\nCelkem;52;87;61\n"
    assert recognized(data) is table
    with pytest.raises(UnreadableFile, match="No column is named as a game or as a player"):
        table.read(data)  # Prices of shares look the same.
    reading = table.read(data, replace(table.guess(data), game="Azul"))
    assert [play.played_on for play in reading.plays] == ["2026-01-01", "2026-01-02"]
    assert [[player.name for player in play.players] for play in reading.plays] == [
        ["Jitka", "Jarda"],
        ["Jarda", "Ben"],
    ]
    assert [play.events[0] for play in reading.plays] == [
        PointsNoted("final", (52, 47)),
        PointsNoted("final", (40, 61)),
    ]
    assert reading.remarks[:-1] == ("Left out as totals: line 4.",)


def test_a_column_without_a_header_and_without_dates_is_kept_as_it_stands() -> None:
    data = b"date;game;player;score;\n2026-01-01;Azul;Jitka;52;12\n2026-01-01;Azul;Jarda;47;13\n"
    assert table.guess(data).meanings() == ["date", "game", "player", "score", "other"]


@pytest.mark.parametrize("cut", [1.0, 0.5])
def test_what_is_packed_and_no_table_is_told_so(cut: float) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("export.json", '{"games": [], "players": [], "plays": []}')
    with pytest.raises(UnreadableFile, match="is compressed and holds no table, or it is damaged"):
        recognized(packed.getvalue()[: int(cut * len(packed.getvalue()))])
