"""The errors that a program which uses a store has to expect; each says in one sentence what is wrong."""

from core.errors import InvalidInput, PartieError
from eventstore.codec import NotAnEvent
from eventstore.matches.idempotency import KeyReused
from eventstore.matches.match import Refused, UnknownMatch
from eventstore.store.store import Conflict, UnusableStore

__all__ = [
    "Conflict",
    "InvalidInput",
    "KeyReused",
    "NotAnEvent",
    "PartieError",
    "Refused",
    "UnknownMatch",
    "UnusableStore",
]
