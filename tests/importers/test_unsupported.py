"""Files that no importer reads are named for what they are; compressed exports are unpacked."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest

import importers
from importers import bgg
from importers.imported_play import UnreadableFile
from tests.importers.test_bgg import SAMPLES, xml
from tests.viewer.commands.terminal import Terminal
from tests.viewer.commands.test_import import ANDROID, counts, imported

TABLE = b"date;game;player;score\n2024-01-01;Azul;A;3\n2024-01-01;Azul;B;4\n"
LATER = "Your request for this collection has been accepted and will be processed. Please try again later for access."


def zipped(**files: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return file.getvalue()


NAMED = {
    "an old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), r"old Excel workbook \(\.xls\)"),
    "a LibreOffice sheet": (zipped(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"), r"\.ods"),
    "a binary workbook": (zipped(**{"xl/workbook__bin": b"x"}), r"\.xlsb"),
    "a PDF": (b"%PDF-1.7\n" + bytes(range(256)), "PDF document"),
    "a photo": (b"\xff\xd8\xff\xe0" + bytes(range(256)), "This is a picture"),
    "a list that is not ready": (f"<message>{LATER}</message>".encode(), "has not prepared the plays yet"),
    "too many requests": (b'<?xml version="1.0"?>\n<error message="Rate limit exceeded." />', "not prepared the plays"),
    "an unknown user": (
        b'<?xml version="1.0"?><errors><error><message>Invalid username specified</message></error></errors>',
        "error message in place of the plays: “Invalid username specified”",
    ),
    "an error page": (
        b"<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body>plays</body></html>",
        "web page \\(“502 Bad Gateway”\\)",
    ),
    "a table of a page": (b"<html><body><table><tr><td>player</td></tr></table></body></html>", "web page"),
    "truncated XML": (b'<?xml version="1.0"?><plays><pl', "XML is incomplete"),
    "truncated JSON": (ANDROID.read_bytes()[:100], "JSON is incomplete or damaged"),
    "an empty file": (b" \n", "The file is empty"),
}


@pytest.mark.parametrize("kind", NAMED)
def test_what_a_file_is_is_named(kind: str) -> None:
    content, sentence = NAMED[kind]
    with pytest.raises(UnreadableFile, match=sentence):
        importers.recognized(content).read(content)


def test_a_play_with_a_negative_id_is_read() -> None:
    assert [play.provenance.source for play in bgg.read(xml(id="-17")).plays] == ["bgg:-17"]
    cut = SAMPLES[0].read_bytes().replace(b'<play id="', b'<play id="-')[:20_000]
    reading = bgg.read(cut)
    assert reading.plays
    assert "The XML is incomplete" in reading.problems[0].message


@pytest.mark.slow
def test_compressed_exports_are_unpacked(partie: Terminal, tmp_path: Path) -> None:
    packed = {
        "export.json.gz": gzip.compress(ANDROID.read_bytes()),
        "exports.zip": zipped(**{"BGStats/export__json": ANDROID.read_bytes(), "plays__xml": SAMPLES[0].read_bytes()}),
        "plays.csv.gz": gzip.compress(TABLE),
    }
    for name, content in packed.items():
        (tmp_path / name).write_bytes(content)
    summary = imported(partie, *(tmp_path / name for name in packed))
    assert [source["format"] for source in summary["sources"]] == ["bgstats", "bgstats", "bgg", "table"]
    assert summary["sources"][2]["file"] == f"{tmp_path / 'exports.zip'}: plays.xml"
    assert summary["unchanged"] == 79
    cut = tmp_path / "cut.gz"
    cut.write_bytes(packed["export.json.gz"][:-500])
    assert "The compressed file is incomplete or damaged." in partie("import", cut, code=1)
    assert counts(imported(partie, cut, code=1)) == (0, 0, 0, 1)
