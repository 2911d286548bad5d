"""Settings of the whole process. Entry points apply them; no import and no constructor changes anything global."""

import gc
import logging
import os
import sys
from importlib import import_module
from typing import Final

from core import games

SWITCH_INTERVAL_S: Final = 0.0005
"""Python's 5 ms makes a reader wait up to 5 ms a row beside a busy thread (1,000 rows: 0.65 s); 0.5 ms cuts that to a
tenth."""

GC_THRESHOLD: Final = 50_000
"""Matches hold no reference cycles; a collection per 700 objects costs a fifth of a fold."""

REDUNDANT_LOGGERS: Final = ("psycopg", "distributed.client")
"""Loggers of libraries that only repeat the errors they raise."""


def import_sqlite_utils() -> None:
    """Import `sqlite_utils` without NumPy and pandas, which it imports where they are installed and Partie does not
    use: that takes 1 s. Afterwards other modules import them as usual.
    """
    absent = [name for name in ("numpy", "pandas") if name not in sys.modules]
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]  # None makes an import fail.
    try:
        import_module("sqlite_utils")
    finally:
        for name in absent:
            del sys.modules[name]


def prepare_process() -> None:
    """The work of an entry point before it imports the rest."""
    import_sqlite_utils()
    apply_process_settings()


def apply_process_settings() -> None:
    """Shorten the switch interval of threads, collect garbage less often, silence redundant loggers, limit the games.

    Raises InvalidInput if `PARTIE_GAMES` names a game that there is not.
    """
    sys.setswitchinterval(min(SWITCH_INTERVAL_S, sys.getswitchinterval()))
    gc.set_threshold(GC_THRESHOLD)
    named = os.environ.get(games.VARIABLE)
    games.limit_to(None if named is None else [key.strip() for key in named.split(",") if key.strip()])
    for name in REDUNDANT_LOGGERS:
        logging.getLogger(name).disabled = True
