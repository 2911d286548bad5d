"""Digests that are stored with events: of the state after an event, and of an imported play.

A digest carries the revision of the text it was made of: `2:` in front of the hexadecimal digits. Revision 1 (release
0.1) has no prefix and hashed Python's `repr`; `_repr_of_0_1` writes that text as it was then.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any, Final

from core.game import Points
from core.growing_sequence import Growing
from eventstore.canonical import REVISION, canonical, stored_names

_PREFIX: Final = f"{REVISION}:"


def state_digest(state: object, scores: Sequence[Points], *, like: str | None = None) -> str:
    """Digest of the state and the scores after an event: a later engine that computes another state is noticed by it.

    It is of the newest revision, or of that of the digest `like`.
    """
    return _digest((state, tuple(scores)), 8, ascii, like)


def play_digest(play: object, *, like: str | None = None) -> str:
    """Digest of an imported play: the same play imported again is known by it. `like` as for `state_digest`."""
    return _digest(play, 12, repr, like)


def is_of_newest_revision(digest: str) -> bool:
    return digest.startswith(_PREFIX)


def _digest(value: object, size: int, atom: Callable[[object], str], like: str | None) -> str:
    if like is None or is_of_newest_revision(like):
        return _PREFIX + blake2b(canonical(value).encode(), digest_size=size).hexdigest()
    return blake2b(_repr_of_0_1(value, atom).encode(), digest_size=size).hexdigest()


def _repr_of_0_1(value: Any, atom: Callable[[object], str]) -> str:
    kind: Any = type(value)
    if described := _classes_of_0_1().get(f"{kind.__module__}.{kind.__qualname__}"):
        name, *fields = described.split()
        names = stored_names(kind)
        parts = [f"{field}={_repr_of_0_1(getattr(value, names[field]), atom)}" for field in fields if field in names]
        return f"{name}({', '.join(parts)})"
    if kind is tuple:
        items = [_repr_of_0_1(each, atom) for each in value]
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    if isinstance(value, Growing):
        return _repr_of_0_1(tuple(value), atom)
    if isinstance(value, dict):
        return f"{{{', '.join(f'{atom(key)}: {_repr_of_0_1(each, atom)}' for key, each in value.items())}}}"
    return atom(value)


@cache
def _classes_of_0_1() -> Mapping[str, str]:
    """By the present path of a class: the name and the fields it had in release 0.1, in their order."""
    classes: Mapping[str, str] = json.loads((files("eventstore") / "classes_of_0_1.json").read_text())
    return classes
