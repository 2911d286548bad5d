"""Settings of the whole process. Entry points apply them; no import and no constructor changes anything global."""

import gc
import logging
import os
import sys
from typing import Final

from core import games

SWITCH_INTERVAL_S: Final = 0.0005
"""Python's 5 ms makes a reader wait up to 5 ms a row beside a busy thread (1,000 rows: 0.65 s); 0.5 ms cuts that to a
tenth."""

GC_THRESHOLD: Final = 50_000
"""Matches hold no reference cycles; a collection per 700 objects costs a fifth of a fold."""

REDUNDANT_LOGGERS: Final = ("psycopg", "distributed.client")
"""Loggers of libraries that only repeat the errors they raise."""


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
