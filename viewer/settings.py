"""The address of the user's store."""

import os
from typing import Final

VARIABLE: Final = "PARTIE_STORE"
"""Environment variable that names the store: a file, or the URI of a database."""

GUARDED: Final = "PARTIE_GUARDED"
"""Environment variable that `partie serve` sets for the pages when every request needs a token."""

LISTENS: Final = "PARTIE_LISTENS"
"""Environment variable that `partie serve` sets for the pages: the address and the port it listens on, if other
machines can reach it."""

SECURE: Final = "PARTIE_SECURE"
"""Environment variable that `partie serve --home` sets for the pages: the https address of the server by its name."""


def store_address() -> str:
    """The store named by the environment, else the file in the user's data folder; the file may not exist yet."""
    from platformdirs import user_data_path

    named = os.environ.get(VARIABLE)
    return os.path.expanduser(named) if named else str(user_data_path("partie", appauthor=False) / "partie.db")
