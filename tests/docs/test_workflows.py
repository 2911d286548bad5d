"""The workflows of the repository run what was looked at: each action is named by the digest of a commit."""

import re
from pathlib import Path

import pytest

from tests import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_by_a_digest_with_its_release(path: Path) -> None:
    lines = re.findall(r"uses: *(.*)", path.read_text())
    others = [line for line in lines if not line.startswith("./")]
    assert [line for line in others if not re.fullmatch(r"[\w-]+/[\w/-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", line)] == []


def test_there_are_workflows() -> None:
    assert [path.name for path in WORKFLOWS] == ["ci.yml", "release.yml"]
