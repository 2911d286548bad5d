"""Errors that are expected of a match that cannot be read, and others: a defect, which is logged and named."""

import logging
from json import JSONDecodeError
from typing import Final

from core.errors import InvalidInput, NotFound
from core.json_text import WrongShape
from eventstore.store.store import CorruptStore

log: Final = logging.getLogger("partie.defects")

UNREADABLE: Final = (CorruptStore, InvalidInput, NotFound, WrongShape, JSONDecodeError)
"""Errors of rows that are damaged, of a newer Partie, or of no match: all that reading one raises on purpose."""


def log_defect(doing: str, error: Exception) -> None:
    """Log an error that nothing expects while `doing` something with a match, which the others must survive.

    It is a defect of Partie or of a game, or an event that today's rules refuse. The message has neither the id of the
    match nor the words of the error, as logs name nobody.
    """
    log.error("%s failed with %s; `partie verify` names the match.", doing, type(error).__name__, exc_info=error)
