"""Where the matches of this person lie."""

import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

VARIABLE: Final = "PARTIE_STORE"
"""The environment variable that names the store file."""


def store_path() -> Path:
    """The store file that the environment names, else the one in the user's data folder; it need not be there."""
    named = os.environ.get(VARIABLE)
    return Path(named).expanduser() if named else user_data_path("partie", appauthor=False) / "partie.db"
