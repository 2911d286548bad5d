"""The schemas of the format are those of the classes, and real lines satisfy them."""

import json
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bench.schemas import schemas, text_of
from eventstore.formats.conformance import vectors
from eventstore.formats.reading import matches_in
from tests import ROOT, TESTS

SCHEMAS = ROOT / "docs" / "format" / "schemas"
RECORD = {each["$ref"].rpartition("/")[2] for each in schemas()["record.json"]["oneOf"]}


@cache
def validator(name: str) -> Draft202012Validator:
    schema = json.loads((SCHEMAS / name).read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_the_files_are_those_of_the_classes() -> None:
    """`python -m bench.schemas docs/format/schemas` writes them."""
    assert {path.name: path.read_text("utf-8") for path in SCHEMAS.iterdir()} == {
        name: text_of(schema) for name, schema in schemas().items()
    }


def schema_of(line: dict[str, Any], game: str) -> str:
    if "partie" in line:
        return "header.json"
    if "note" in line:
        return "note.json"
    return "record.json" if line["type"] in RECORD else f"{game}.json"


@pytest.mark.parametrize("path", sorted((TESTS / "golden").glob("*.partie.jsonl")), ids=lambda path: path.name)
def test_lines_of_real_matches_satisfy_them(path: Path) -> None:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:
        assert [error.message for error in validator(schema_of(line, lines[0]["game"])).iter_errors(line)] == []


def single_lines() -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Vectors of level 0 whose last line is one header, record event or note, and whether it is right."""
    for vector in vectors():
        if vector["level"] == 0 and vector["requirement"] in ("T-EVENT-4", "T-HEAD-3", "T-HEAD-4", "T-NOTE-1"):
            line = json.loads(vector["text"].splitlines()[-1])
            name = "record.json" if vector["requirement"] == "T-EVENT-4" else schema_of(line, "")
            yield name, line, vector["matches"][0]["error"] is None


SHEET = {"partie": 1, "game": "scoresheet", "players": ["Anna", "Ben"]}
ROUND = {"type": "PointsNoted", "label": "1", "points": [1, 2]}
AGAIN = {"type": "Corrected", "since": 2, "until": 2, "count": 1, "why": "slip"}
SPACE = "".join(map(chr, (9, 11, 12, *range(0x1C, 0x21), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B))))
SPACE += "\u2028\u2029\u202f\u205f\u3000"


def ranked(rank: int) -> dict[str, Any]:
    return {"type": "RanksNamed", "ranks": [1, rank]}


def detailed(rank: int) -> dict[str, Any]:
    return {"type": "DetailsNoted", "number": rank, "seats": [{"rank": rank}, {}]}


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        *(([SHEET | {"partie": value}], ("E-NEWER", 1)) for value in (2, 0, "1", True, None, [])),
        ([SHEET | {"partie": 1.0}], None),
        *(([SHEET | {"played_on": date}], ("E-HEAD", 1)) for date in ("2026-02-30", "2026-13", "0999", "20261120")),
        *(([SHEET | {"played_on": date}], None) for date in ("2024-02-29", "2026-12", "1000")),
        ([SHEET | {"started_at": "2026-02-30T18:00:00Z"}], ("E-HEAD", 1)),
        ([SHEET, ROUND | {"happened_at": "2026-02-30T18:00:00Z"}], ("E-EVENT", 2)),
        ([SHEET, {"type": "MatchDescribed", "played_on": "2026-02-30"}], ("E-STAND", 2)),
        *(([SHEET | {"minutes": minutes}], ("E-HEAD", 1)) for minutes in (0, 1_000_000)),
        ([SHEET | {"minutes": 999_999}], None),
        *(([SHEET, ranked(rank)], ("E-RULE", 2)) for rank in (0, 1_000_000)),
        ([SHEET, ranked(999_999)], None),
        *(([SHEET, detailed(rank)], ("E-STAND", 2)) for rank in (0, 1_000_000)),
        ([SHEET, detailed(999_999)], None),
        ([SHEET, SPACE, ROUND], None),
        ([SHEET, ROUND | {"label": SPACE}], ("E-RULE", 2)),
        ([SHEET, "\u200b", ROUND], ("E-JSON", 2)),
        ([SHEET, ROUND, ROUND | {"label": "2"}, AGAIN, ROUND | {"label": "2"}], ("E-RULE", 4)),
        ([SHEET, ROUND, ROUND | {"label": "2"}, AGAIN, ROUND | {"label": " "}], ("E-RULE", 5)),
    ],
)
def test_what_the_text_says_of_bounds_days_white_space_and_lines(
    lines: list[Any], error: tuple[str, int] | None
) -> None:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    (match,) = matches_in(BytesIO(text.encode()))
    assert (match.error and (match.error.id, match.error.line)) == error


def test_they_tell_right_lines_from_wrong_ones_as_the_vectors_do() -> None:
    tried = [*single_lines()]
    assert len(tried) > 100
    for name, line, is_right in tried:
        beyond = "about" in line.get("note", {}) and line["note"]["about"] in (0, 3)  # Versions are not of a schema.
        assert validator(name).is_valid(line) is is_right or beyond, line
