"""Files made to stop the readers of Board Game Arena: their work grows with the length and not with its square."""

import json
from collections.abc import Callable

import pytest

from importers import reading
from importers.imported_play import UnreadableFile
from tests.importers.test_adversarial import filled, grows

HEAD = '<html><script>g_gamelogs = [{"channel": "/table/t1", '
ROW = (
    '{"table_id": "%d", "game_name": "azul", "start": "1", "end": "2", "players": "1,2", "player_names": "a,b", '
    '"scores": "1,2", "ranks": "1,2"}'
)

FILES: dict[str, Callable[[int], str]] = {
    "assignments": lambda n: HEAD + filled("g_gamelogs = ", n),
    "assigned lists": lambda n: HEAD + filled("g_gamelogs = [", n),
    "assigned texts": lambda n: HEAD + filled('g_gamelogs = ["', n),
    "assigned numbers": lambda n: HEAD + filled("g_gamelogs = [0,0,0,0,0,0,0,0", n),
    "assigned objects": lambda n: HEAD + filled('g_gamelogs = {"a": ', n),
    "an assigned text in a list": lambda n: HEAD + 'g_gamelogs = ["' + filled("g_gamelogs = [1, 1, ", n),
    "spaces before an assignment": lambda n: HEAD + "g_gamelogs" + filled(" ", n) + "x",
    "spaces in an assignment": lambda n: HEAD + filled("g_gamelogs =      ", n),
    "setups": lambda n: HEAD + filled("completesetup( ", n),
    "quotes of a setup": lambda n: HEAD + "completesetup(" + filled('"a', n),
    "braces of a setup": lambda n: HEAD + 'completesetup("a", ' + filled("{", n),
    "tags": lambda n: filled("<", n) + '"channel": "/table/t1"',
    "spaces before a page": lambda n: filled(" \n", n) + '< id="reviewtitle"',
    "answers in each other": lambda n: filled('{"data":[', n) + '"channel": "/table/t1"',
    "documents": lambda n: filled('{"channel": "/table/t1"} ', n),
    "commas between documents": lambda n: filled(",", n) + '{"channel": "/table/t1"}',
    "damaged documents": lambda n: filled('[1] ["channel": "/table/t1"', n),
    "lists in a list": lambda n: '{"channel": "/table/t1", "a": [' + filled("[],", n) + "[]]}",
    "packets": lambda n: "[" + filled('{"channel": "/table/t1", "data": []},', n) + "1]",
    "games": lambda n: '{"tables": [' + ",".join(ROW % i for i in range(n // 150)) + "]}",
    "players of a game": lambda n: ROW.replace("a,b", filled("a,", n)) % 1,
    "a title": lambda n: (ROW % 1).replace("azul", filled("azul ", n)),
    "errors": lambda n: '{"status":"0",' + filled('"error" "expected" "code" ', n),
    "an error": lambda n: json.dumps({"status": "0", "error": filled("no ", n), "expected": 1, "code": 100})[:-1],
    "people of an extension": lambda n: '{"colorHex": {"isCurrent": ' + filled('{"a": ', n),
    "fields of an extension": lambda n: '{"gameName": 1, "colorHex": 1, "isCurrent": 1' + filled(', "a": 1', n) + "}",
}


def answered(data: str) -> str:
    """The sentence of the refusal; a full stop if the file is read."""
    content = data.encode()
    try:
        reading.recognized(content).read(content)
    except UnreadableFile as error:
        return str(error)
    return "."


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_no_file_takes_the_square_of_its_length(name: str) -> None:
    assert not grows(lambda size: answered(FILES[name](size)))


@pytest.mark.parametrize("name", FILES)
def test_a_file_from_a_kilobyte_to_a_megabyte_is_read_or_refused_with_a_sentence(name: str) -> None:
    for size in (1_000, 1_000_000):
        sentence = answered(FILES[name](size))
        assert sentence.endswith(".")
        assert len(sentence) < 1_000
