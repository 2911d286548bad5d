"""The types written for the component scripts."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, NotRequired, TypedDict

import pytest

from tests.viewer.components import payload_types
from tests.viewer.components.payload_types import ALIASES, FILE, SENT, declarations

Span = tuple[int] | tuple[int, str] | tuple[int, str | None, list[int]]


class RowJson(NamedTuple):
    """Two cells."""

    span: Span
    names: list[str | None]


@dataclass
class Leaf:
    """A leaf.

    It falls.
    """

    sizes: tuple[float, ...]


class Tree(TypedDict):
    """A tree."""

    rows: list[RowJson]
    kind: Literal["fir", "oak"] | None
    leaves: NotRequired[dict[str, Leaf]]
    more: dict[str, object]


class Odd(TypedDict):
    """Sets are no JSON."""

    seats: set[int]


def test_the_file_is_that_of_the_models() -> None:
    assert FILE.read_text("utf-8") == declarations(SENT, ALIASES), "run `make payloads`"


def test_classes_become_objects_and_tuples_with_all_that_they_hold() -> None:
    assert declarations([Tree], {Span: "Span"}) == (
        "// Written by `make payloads` from the types of what Python sends; do not edit.\n"
        "\n"
        "type Span = [number, (string | null)?, number[]?];\n"
        "\n"
        "// tests/viewer/components/test_payload_types\n"
        "/** Two cells. */\n"
        "type Row = [span: Span, names: (string | null)[]];\n"
        "/**\n"
        " * A leaf.\n"
        " *\n"
        " * It falls.\n"
        " */\n"
        "interface Leaf {\n"
        "  sizes: number[];\n"
        "}\n"
        "/** A tree. */\n"
        "interface Tree {\n"
        "  rows: Row[];\n"
        '  kind: "fir" | "oak" | null;\n'
        "  leaves?: Record<string, Leaf>;\n"
        "  more: Record<string, unknown>;\n"
        "}\n"
    )


def test_a_type_without_a_form_in_json_and_two_classes_of_one_name_are_refused() -> None:
    class TreeJson(NamedTuple):
        """Another tree."""

        height: int

    for sent, told in (([Odd], "set"), ([Tree, TreeJson], "Tree")):
        with pytest.raises(TypeError, match=told):
            declarations(sent, {})


def test_a_file_that_differs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    payload_types.main("--check")
    monkeypatch.setattr(payload_types, "SENT", (Tree,))
    with pytest.raises(SystemExit, match="make payloads"):
        payload_types.main("--check")
