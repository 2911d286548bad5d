"""The same file as different programs write it: with a mark in front, other line ends, other encodings."""

import codecs
from pathlib import Path

import pytest

from importers import reading
from importers.imported_play import UnreadableFile
from importers.reading import ImportOptions, read
from tests.viewer.commands.terminal import Terminal
from tests.viewer.commands.test_import import ANDROID, SAMPLES, counts, imported

TABLE = "Datum;Hra;Hráč;Body;Vítěz\n20. 11. 2026;Azul;Jitka;52;ano\n20. 11. 2026;Azul;Jarda;47;ne\n"
FILES = {
    "bgstats": ANDROID.read_text("utf-8"),
    "bgg": (SAMPLES / "bgg" / "b-100-plays.xml").read_text("utf-8"),
    "bga": (SAMPLES / "bga" / "pavilion-21_21.json").read_text("utf-8"),
    "partie": '{"partie": 1, "game": "scoresheet", "players": ["Žofie"]}\n{"type":"WinnersNamed","seats":[0]}\n',
    "table": TABLE,
    "textlist": "2024-12-31: Žofie 52, Jarda 47\n",
}
WRITTEN = {
    "utf-8 with a mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "lines of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "utf-16, low byte first": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16, high byte first": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "utf-16 without a mark": lambda text: text.encode("utf-16-le"),
    "utf-16, high byte first, without a mark": lambda text: text.encode("utf-16-be"),
    "utf-32": lambda text: text.encode("utf-32"),
}


@pytest.mark.slow
@pytest.mark.parametrize("key", FILES)
def test_however_a_text_is_written_it_is_the_same_file(partie: Terminal, tmp_path: Path, key: str) -> None:
    plain = tmp_path / "plain"
    plain.write_bytes(FILES[key].encode())
    first = imported(partie, plain)
    assert first["new"] > 0
    for name, written in WRITTEN.items():
        file = tmp_path / name
        file.write_bytes(written(FILES[key]))
        again = imported(partie, file)
        assert [source["format"] for source in again["sources"]] == [key], name
        assert counts(again) == (0, 0, first["new"], 0), name


def test_letters_of_the_east_are_known_where_only_a_few_stand() -> None:
    for words in (TABLE, "Data;Joc;Jucător;Puncte\n2026-11-20;Azul;Ştefan;5\n2026-11-20;Azul;Iliuţă;7\n"):
        data = words.encode("cp1250")
        importer = reading.recognized(data)
        assert importer.KEY == "table"
        assert "Windows-1250" in " ".join(importer.read(data).remarks)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_markup_is_never_taken_for_a_table(encoding: str) -> None:
    page = "<plays>\n<date>2026-11-20</date>, <player>Jitka</player>, <score>5</score>\n</plays>\n" * 5
    with pytest.raises(UnreadableFile):
        reading.recognized(page.encode(encoding))


@pytest.mark.parametrize(
    ("encoding", "names"),
    [
        ("cp1251", ("Иван", "Пётр")),
        ("cp1253", ("Νίκος", "Ελένη")),
        ("cp1254", ("Gülşah", "Çağrı")),
        ("cp1255", ("דוד", "שרה")),
        ("cp1256", ("محمد", "علي")),
        ("gbk", ("小明", "王芳")),
        ("euc_kr", ("민수", "지영")),
        ("koi8_r", ("Иван", "Пётр")),
        ("koi8_u", ("Іван", "Петро")),
        ("iso8859_5", ("Иван", "Пётр")),
        ("iso8859_2", ("Šárka", "Žofie")),
        ("euc_jp", ("太郎", "花子")),
        ("cp737", ("Νίκος", "Ελένη")),
        ("tis_620", ("วนา", "มานะ")),
        ("cp866", ("Иван", "Пётр")),
        ("mac_roman", ("José", "Renée")),
        ("cp850", ("José", "Renée")),
        ("cp852", ("Jiří", "Žofie")),
    ],
)
def test_names_in_other_letters_are_right_or_among_those_that_are_offered(
    encoding: str, names: tuple[str, str]
) -> None:
    rows = "".join(f"2024-02-{day},Azul,{name},5{day}\n" for day in (13, 14) for name in names)
    reading = read(f"Date,Game,Player,Score\n{rows}".encode(encoding), ImportOptions())
    offered = [
        tuple(player.name for player in one.reading.plays[0].players)
        for one in (reading, *reading.others)
        if one.reading.plays
    ]
    assert reading.asks or offered[0] == names
    assert names in offered


def test_a_text_in_an_unknown_encoding_that_is_refused_says_how_to_save_it() -> None:
    data = "Kdo;Kolik\nŽofie;5\n".encode("cp1250")
    with pytest.raises(UnreadableFile, match=r"was read as Windows-1250: if letters are wrong, save it as UTF-8"):
        read(data, ImportOptions())
