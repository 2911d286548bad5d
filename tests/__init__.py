"""The tests."""

from pathlib import Path
from typing import Final

from eventstore.process_settings import import_sqlite_utils

import_sqlite_utils()  # As the entry points do: NumPy and pandas are imported when a test needs them.

TESTS: Final = Path(__file__).parent

ROOT: Final = TESTS.parent
"""The repository."""
