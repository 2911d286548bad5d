"""The measurements of `make bench` fit the product: they are no part of a run of the tests, so nothing else tells."""

import os
import subprocess
import sys

import pytest

from tests import ROOT


@pytest.mark.slow
def test_every_measurement_can_be_collected() -> None:
    line = [sys.executable, "-m", "pytest", "bench", "--collect-only", "-q", "-p", "no:cacheprovider"]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    found = subprocess.run(line, cwd=ROOT, env=alone, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout
