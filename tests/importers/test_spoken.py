"""What is wrong with a file, said in the reader's language; programs and the command line are told in English."""

import json
from pathlib import Path

import pytest

from core.messages import Message
from importers import reading
from importers.imported_play import ImportReport, UnreadableFile
from importers.reading import ImportOptions
from importers.reading import read as read_foreign
from tests.viewer.commands.test_import import SAMPLES
from viewer.locale import language

GAMES = b"Date;Game;Player;Score\n3/4/2024;Azul;Jitka;abc\n;Azul;Jarda;7\n2024-13-01;Azul;Jarda;7\n"


def spoiled(sample: str, found: str, instead: str) -> ImportReport:
    data = (SAMPLES / sample).read_text("utf-8").replace(found, instead, 1).encode()
    return reading.recognized(data).read(data)


def sentences() -> list[str]:
    """Problems and remarks of files of every kind."""
    table = read_foreign(GAMES, ImportOptions(decimal=","))
    readings = [
        table.reading,
        *(reading.recognized(data).read(data) for data in map(Path.read_bytes, (SAMPLES / "bgstats").iterdir())),
        *(reading.recognized(data).read(data) for data in map(Path.read_bytes, (SAMPLES / "bgg").iterdir())),
        spoiled("bga/azul-210_11.json", '"points": 1', '"points": 7'),
        spoiled("bga/pavilion-21_21.json", '"newScore": "', '"newScore": "9'),
        reading.recognized(b"2024-12-31: Jitka 52, Jarda 47\nJitka 5 Jarda\n").read(b"31.12.2024: J 5, K 6\nK\n"),
    ]
    told = [problem.message for reading in readings for problem in reading.problems]
    where = [problem.where for reading in readings for problem in reading.problems if problem.where]
    told += [*where, *table.described(), *(remark for reading in readings for remark in reading.remarks)]
    for data in (
        b"",
        b"\x00\x01",
        json.dumps({"games": 1, "players": [], "plays": []}).encode(),
        b"<plays><x objectid='1'/>",
    ):
        with pytest.raises(UnreadableFile) as refused:
            reading.recognized(data).read(data)
        told.append(str(refused.value))
    return told


@pytest.mark.slow
@pytest.mark.parametrize("tongue", ["cs", "ro"])
def test_problems_are_told_in_the_readers_language(tongue: str) -> None:
    told = sentences()
    assert len(told) > 30
    assert [sentence for sentence in told if not isinstance(sentence, Message)] == []
    language.set_language(tongue)
    try:
        known = language.translations(tongue)
        for sentence in told:
            assert known.gettext(sentence.template), sentence
            assert language.translate(sentence)
        assert "BG Stats" in language.translate(told[-2])
        assert language.translate(told[-2]) != told[-2]
    finally:
        language.set_language("en")
    assert language.translate(told[-2]) == told[-2]
