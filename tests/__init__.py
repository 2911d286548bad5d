"""The tests."""

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parent

ROOT: Final = TESTS.parent
"""The repository."""
