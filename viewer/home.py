"""Where the matches of this person lie."""

import os
from typing import Final

from platformdirs import user_data_path

VARIABLE: Final = "PARTIE_STORE"
"""The environment variable that names the store: a file, or a database by its URI."""

GUARDED: Final = "PARTIE_GUARDED"
"""The environment variable that is set where nobody gets in without a token: `partie serve` tells the pages by it."""


def store_address() -> str:
    """The store that the environment names, else the file in the user's data folder; it need not be there."""
    named = os.environ.get(VARIABLE)
    return os.path.expanduser(named) if named else str(user_data_path("partie", appauthor=False) / "partie.db")
