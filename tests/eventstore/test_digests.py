"""Stored digests survive refactoring: new fields with a default, another order of fields, other names of classes."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from core.growing_sequence import Growing
from eventstore.digests import canonical
from tests import ROOT

SAMPLE = ROOT / "tests" / "samples" / "bgstats" / "a-android-79-plays.json"


@dataclass(frozen=True)
class Board:
    score: int
    lines: tuple[object, ...] = ()


@dataclass(frozen=True)
class RenamedBoard:
    more: Mapping[str, object] = field(default_factory=dict)
    lines: tuple[object, ...] = ()
    score: int = -1
    note: str | None = None


@dataclass(frozen=True)
class BoardWithRenamedField:
    rows: tuple[object, ...] = field(default=(), metadata={"digest_name": "lines"})
    score: int = -1


class Card(NamedTuple):
    face: str
    x: int = 0


class LongerCard(NamedTuple):
    face: str
    x: int = 0
    turned: bool = False


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Board(3, (1, 2)), RenamedBoard(score=3, lines=(1, 2))),
        (Board(3, (1, 2)), BoardWithRenamedField(rows=(1, 2), score=3)),
        ((Card("a"), Card("b", 2)), (LongerCard("a"), LongerCard("b", 2))),
        ({"b": 1, "a": (2,)}, {"a": [2], "b": 1}),
        (frozenset("abc"), {"c", "b", "a"}),
        (Growing((Card("a"),)).plus(Card("b")), Growing((LongerCard("a"), LongerCard("b")))),
    ],
)
def test_the_same_values_have_the_same_text(one: object, other: object) -> None:
    assert canonical(one) == canonical(other)


def test_other_values_have_another_text() -> None:
    values: tuple[Any, ...] = (
        None,
        0,
        False,
        0.5,
        "",
        "0",
        (),
        ("",),
        ((),),
        {},
        {"a": 1},
        {"a": "1"},
        Card("a"),
        ("a", 0),
        Board(0),
        Board(1),
        Board(0, (0,)),
        Growing((1,)),
        Growing((1, 2)),
        Growing((12,)),
    )
    assert len({canonical(value) for value in values}) == len(values)


def test_a_value_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(TypeError, match="object has no canonical text"):
        canonical((1, object()))


@pytest.fixture(scope="module")
def changed_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages, with one more field in every state and in the plays of importers."""
    tree = tmp_path_factory.mktemp("tree")
    for package in ("core", "eventstore", "importers", "viewer"):
        shutil.copytree(ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__"))
    changed = 0
    for file in [*tree.glob("core/games/*/state.py"), *tree.glob("importers/*play.py")]:
        text = file.read_text("utf-8")
        added = re.sub(
            r'(?ms)^(class (?:State|Play|ImportedPlay):\n    """.*?""")(.*?)(?=^\S|\Z)',
            lambda match: f"{match[1]}{match[2].rstrip()}\n    added_later: int = 0\n\n\n",
            text,
        )
        changed += added != text
        file.write_text(added, "utf-8")
    assert changed == 6
    return tree


def partie(tree: Path, *words: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "viewer", *words, "--json"]
    environment = os.environ | {"PYTHONPATH": str(tree)}
    done = subprocess.run(command, env=environment, cwd=tree, capture_output=True, text=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.slow
def test_a_new_field_makes_no_rules_changed_and_no_play_changed(changed_tree: Path, tmp_path: Path) -> None:
    for name in ("0.3.0.db", "new.db"):
        store = tmp_path / name
        if name == "0.3.0.db":
            shutil.copyfile(ROOT / "tests" / "releases" / name, store)
        else:
            partie(ROOT, "--store", str(store), "import", str(SAMPLE))
        report = partie(changed_tree, "--store", str(store), "verify")
        assert report["matches"] > 0
        assert (report["tampered"], report["damaged"], report["rules_changed"]) == ([], [], [])
    again = partie(changed_tree, "--store", str(tmp_path / "new.db"), "import", str(SAMPLE))
    assert (again["new"], again["changed"], again["unchanged"]) == (0, 0, 79)
