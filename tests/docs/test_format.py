"""The schemas of the format are those of the classes, and real lines satisfy them."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from eventstore.formats.conformance import vectors
from eventstore.formats.schemas import schemas, text_of
from tests import ROOT, TESTS

SCHEMAS = ROOT / "docs" / "format" / "schemas"
RECORD = {each["$ref"].rpartition("/")[2] for each in schemas()["record.json"]["oneOf"]}


@cache
def validator(name: str) -> Draft202012Validator:
    schema = json.loads((SCHEMAS / name).read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_the_files_are_those_of_the_classes() -> None:
    """`python -m eventstore.formats.schemas docs/format/schemas` writes them."""
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


def test_they_tell_right_lines_from_wrong_ones_as_the_vectors_do() -> None:
    tried = [*single_lines()]
    assert len(tried) > 100
    for name, line, is_right in tried:
        beyond = "about" in line.get("note", {}) and line["note"]["about"] in (0, 3)  # Versions are not of a schema.
        assert validator(name).is_valid(line) is is_right or beyond, line
