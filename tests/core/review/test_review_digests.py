"""A review is the same on every Python, whatever its built-in `sum` does with floats."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.core.review import review_digests
from tests.core.review.review_digests import KINDS, MATCHES, compensated, left_to_right

OTHERS = [f"python3.{minor}" for minor in range(11, 15) if minor != sys.version_info.minor]


def digests(python: str | Path, *kind: str) -> list[str]:
    line = [str(python), str(review_digests.__file__), *kind]
    ran = subprocess.run(line, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True, capture_output=True, text=True)
    return ran.stdout.splitlines()


@pytest.mark.slow
def test_reviews_are_equal_however_floats_are_added() -> None:
    found = {kind: digests(sys.executable, kind) for kind in KINDS}
    assert len(found["compensated"]) == len(MATCHES) + 1
    assert found["left-to-right"] == found["compensated"]


@pytest.mark.parametrize("name", OTHERS)
def test_reviews_are_equal_on_another_python(name: str) -> None:
    try:
        subprocess.run([name, "-c", ""], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"There is no {name} here.")
    assert digests(name) == digests(sys.executable)


def test_the_two_ways_to_add_are_those_of_python_before_and_since_3_12() -> None:
    parts = [0.1] * 10
    assert (left_to_right(parts), compensated(parts)) == (0.9999999999999999, 1.0)
    assert sum(parts) == (compensated if sys.version_info >= (3, 12) else left_to_right)(parts)
