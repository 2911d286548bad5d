"""Digests that are stored with events: of the state after an event, and of an imported play.

A digest carries the revision of the canonical text it was made of: `2:` in front of the hexadecimal digits.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from core.game import Points
from eventstore.canonical import REVISION, canonical

_PREFIX: Final = f"{REVISION}:"


def state_digest(state: object, scores: Sequence[Points]) -> str:
    """Digest of the state and the scores after an event: a later engine with another state is noticed by it."""
    return _digest((state, tuple(scores)), 8)


def play_digest(play: object) -> str:
    """Digest of an imported play: the same play imported again is known by it."""
    return _digest(play, 12)


def _digest(value: object, size: int) -> str:
    return _PREFIX + blake2b(canonical(value).encode(), digest_size=size).hexdigest()
