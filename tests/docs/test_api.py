"""The examples of the Python API run, in their order, in an empty folder."""

import re
from pathlib import Path

import pytest

from tests import ROOT
from tests.docs.api_names import PATH, with_names

SECTIONS = (ROOT / "docs" / "api.md").read_text("utf-8").split("\n## ")[1:]


def examples(section: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", section, re.DOTALL)


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.splitlines()[0])
def test_every_section_has_an_example_that_uses_its_names_and_claims_something(section: str) -> None:
    (example,) = examples(section)
    name = re.findall(r"^::: (\S+)", section, re.MULTILINE)[0]
    module, _, last = name.rpartition(".")
    assert re.search(rf"^from ({re.escape(name)} import|{re.escape(module)} import {last}\b)", example, re.MULTILINE)
    assert "assert " in example


@pytest.mark.slow
def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for section in SECTIONS:
        for example in examples(section):
            exec(compile(example, section.splitlines()[0], "exec"), names)
    assert capsys.readouterr().out == "", "what an example prints is not compared with anything"


def test_the_page_lists_the_names_of_today_as_text() -> None:
    """`python -m tests.docs.api_names` writes them."""
    assert with_names(PATH.read_text("utf-8")) == PATH.read_text("utf-8")
