"""Files that no importer reads are named for what they are; compressed exports are unpacked."""

import gzip
import io
import re
import zipfile
from pathlib import Path

import pytest

from importers import reading
from importers.apps import bgg
from importers.imported_play import UnreadableFile
from tests.importers.apps.test_bgg import SAMPLES, xml
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
    "a flat LibreOffice sheet": (
        b'<?xml version="1.0"?>\n<office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet"/>',
        r"\.ods",
    ),
    "a text document": (zipped(**{"word/document__xml": b"<w/>", "docProps/app__xml": b"<p/>"}), "text document"),
    "a document of Numbers": (zipped(**{"Index/Document__iwa": b"x", "preview__jpg": b"x"}), "Apple Numbers"),
}
GAME_LOGS = {
    "chess (PGN)": (
        '[Event "Club"]\n[Date "2024.01.01"]\n[White "Lee, Ann"]\n[Black "Poe, Ben"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
        "1. e4 e5 2. Nf3 Nc6 1-0\n",
        '% a comment\r\n[Event "Club"]\r\n\r\n1. d4 Nf6 *\r\n',
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n",
    ),
    "chess (FEN)": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",),
    "chess games (JSON)": (
        '{"games":[{"url":"https://example.org/1","pgn":"[Event \\"Live Chess\\"]\\n","white":{"username":"ann"}}]}',
        '{"id":"a1","rated":true,"variant":"standard","speed":"blitz","players":{"white":{"user":{"name":"Ann"}}}}\n',
    ),
    "draughts (PDN)": ('[Event "Club"]\n[White "Ann"]\n[GameType "20"]\n\n1. 32-28 19-23 *\n',),
    "a deal of bridge": (
        '% PBN 2.1\n[Event "Club"]\n[Dealer "N"]\n',
        "pn|Ann,Ben,Cy,Dan|st||md|3SAKQ,SJ,S9|sv|o|mb|p|\n",
    ),
    "SGF": ("(;GM[1]FF[4]SZ[19]PB[Ann]PW[Ben]RE[B+3.5];B[pd];W[dp])", " (\n;\nFF[4]\nGM[hive]\n)"),
    "shogi": ("開始日時：2024/01/01\n手合割：平手\n", "'comment\nV2.2\nN+Ann\nN-Ben\nPI\n"),
    "Scrabble": ("#character-encoding UTF-8\n#player1 Ann Ann\n#player2 Ben Ben\n>Ann: ABCDEFG 8D CAFE +18 18\n",),
    "backgammon": (" 7 point match\n\n Game 1\n Ann : 0      Ben : 0\n  1) 31: 8/5 6/5\n",),
    "hands of poker": ("PokerStars Hand #1: Hold'em No Limit\nSeat 1: Ann ($5)\nAnn: posts small blind $1\n",),
    "Hearthstone": (
        "D 20:01:02.1234567 GameState.DebugPrintPower() - CREATE_GAME\n",
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE hsreplay SYSTEM "x">\n<HSReplay version="1.7"/>',
    ),
    "Magic: The Gathering Arena": ('DETAILED LOGS: ENABLED\n[UnityCrossThreadLogger]==> Event {"id":"1"}\n',),
    "Pokémon Showdown": (
        "|j|Ann\n|gametype|singles\n|player|p1|Ann|1\n|player|p2|Ben|2\n|gen|9\n|win|Ann\n",
        '{"id":"gen9ou-1","players":["Ann","Ben"],"log":"|j|Ann\\n|player|p1|Ann|1\\n"}',
        '<!DOCTYPE html>\n<script type="text/plain" class="battle-log-data">|j|Ann</script>',
    ),
    "Pokémon TCG Live": ("Setup\nAnn chose heads for the opening coin flip.\nAnn won the coin toss.\n",),
    "Dominion Online": ("Game #12345, unrated.\n\nA starts with 7 Coppers.\n",),
    "Tabletop Simulator": ('{"SaveName": "Azul", "Date": "1/1/2024", "ObjectStates": [{"Name": "Deck"}]}',),
}
NO_GAME_LOGS = {
    "a list": b"2024-01-01 Chess: Ann 1, Ben 0\n2024-01-02 Go: Ann 1, Ben 0\n",
    "a list with moves in a remark": b"2024-01-01 Chess: Ann 1, Ben 0 (1. e4 e5 2. Nf3)\n",
    "a table": b"Date,Game,White,Black,Result\n2024-01-01,Chess,Ann,Ben,1-0\n2024-01-02,Chess,Ben,Ann,1-0\n",
}


@pytest.mark.parametrize("kind", NAMED)
def test_what_a_file_is_is_named(kind: str) -> None:
    content, sentence = NAMED[kind]
    with pytest.raises(UnreadableFile, match=sentence):
        reading.recognized(content).read(content)


@pytest.mark.parametrize("kind", GAME_LOGS)
def test_a_log_of_another_game_is_named(kind: str) -> None:
    for content in GAME_LOGS[kind]:
        for data in (content.encode(), b"\xef\xbb\xbf" + content.encode()):
            with pytest.raises(UnreadableFile, match=f"This is .*{re.escape(kind)}.*, which is not supported"):
                reading.recognized(data)


@pytest.mark.parametrize("kind", NO_GAME_LOGS)
def test_a_list_of_games_of_chess_is_no_log(kind: str) -> None:
    assert reading.recognized(NO_GAME_LOGS[kind]).KEY in ("textlist", "table")


def test_a_file_of_another_program_has_one_sentence(partie: Terminal, tmp_path: Path) -> None:
    office = {"meta__xml": b"<m/>", "content__xml": b"<c/>", "META-INF/manifest__xml": b"<m/>"}
    contents = {
        "plays.ods": zipped(mimetype=b"application/vnd.oasis.opendocument.spreadsheet", **office),
        "game.pgn": GAME_LOGS["chess (PGN)"][0].encode(),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    summary = imported(partie, *(tmp_path / name for name in contents), code=1)
    assert [problem["message"] for problem in summary["problems"]] == [
        "This is an OpenDocument spreadsheet (.ods); save it as .xlsx or CSV.",
        "This is a game of chess (PGN), which is not supported; type its result as a list, like "
        "`2024-12-31 Chess: Jitka 1, Jarda 0`.",
    ]
    assert counts(summary) == (0, 0, 0, 2)


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
