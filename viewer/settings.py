"""The address of the user's store, and the folder of the pocket beside it."""

import os
from pathlib import Path
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

POCKET: Final = "PARTIE_POCKET"
"""Environment variable that names the folder of the pocket."""


def store_address() -> str:
    """The store named by the environment, else the file in the user's data folder; the file may not exist yet."""
    return str(_named(VARIABLE, "partie.db"))


def pocket_folder() -> Path:
    """The folder that `partie pocket` writes and the pages show at /pocket/; it may not exist yet."""
    return Path(_named(POCKET, "pocket"))


def _named(variable: str, name: str) -> str | Path:
    from platformdirs import user_data_path

    named = os.environ.get(variable)
    return os.path.expanduser(named) if named else user_data_path("partie", appauthor=False) / name
