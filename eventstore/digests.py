"""Digests that are stored with events, of the state after an event and of an imported play, and the canonical text of
frozen values that they are made of. A digest carries the revision of the text: `2:` in front of the hexadecimal digits.

Revision 2: JSON without spaces. A dataclass or named tuple is an object of its fields, sorted by name, without those at
their default: neither a new field with a default, nor the order of fields, nor the name of a class changes the text. A
`Growing` sequence is the digest of its items one after the other, so a longer one continues from a shorter one.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from hashlib import blake2b
from json.encoder import encode_basestring_ascii
from operator import attrgetter
from typing import Any, Final, TypeAlias

from core.game import Points
from core.growing_sequence import Growing
from core.json_types import default_of

REVISION: Final = 2
"""Raised with every change of the text; a digest is kept with the revision it was made of."""

_MAX_MEMO: Final = 10_000

_Encoder: TypeAlias = Callable[[Any], str]

_memo: dict[int, tuple[object, str]] = {}
"""Texts of immutable values by `id`: a state shares most of its parts with the state before it."""


def canonical(value: Any) -> str:
    """The text of a value made of dataclasses, named tuples, tuples, lists, sets, mappings and JSON's own types.

    Values that contain a list or a mapping must not change while the program runs. Raises TypeError for other types.
    """
    kind: Any = type(value)
    if (atom := _ATOMS.get(kind)) is not None:
        return atom(value)
    memo = _memo.get(id(value))
    if memo is not None and memo[0] is value:
        return memo[1]
    if kind is tuple:
        text = f"[{','.join([repr(each) if type(each) is int else canonical(each) for each in value])}]"
    else:
        text = _encoder(kind)(value)
    if len(_memo) >= _MAX_MEMO:
        _memo.clear()
    _memo[id(value)] = value, text
    return text


_ATOMS: Final[Mapping[type, _Encoder]] = {
    str: encode_basestring_ascii,
    int: int.__repr__,
    float: json.dumps,
    bool: lambda value: "true" if value else "false",
    type(None): lambda value: "null",
}


@cache
def _encoder(kind: type[Any]) -> _Encoder:
    if is_dataclass(kind):
        defaults = {each.name: default_of(each) for each in fields(kind)}
        return _object_encoder({stored: (name, defaults[name]) for stored, name in stored_names(kind).items()})
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        named: Any = kind
        return _object_encoder({name: (name, named._field_defaults.get(name, MISSING)) for name in named._fields})
    if issubclass(kind, Growing):
        return lambda value: f'"{value.folded("", _chained)}"'
    if issubclass(kind, list | tuple):
        return lambda value: f"[{','.join(map(canonical, value))}]"
    if issubclass(kind, set | frozenset):
        return lambda value: f"[{','.join(sorted(map(canonical, value)))}]"
    if issubclass(kind, Mapping):
        return _mapping
    for base in (str, int, float):
        if issubclass(kind, base):
            return lambda value: canonical(base(value))
    raise TypeError(f"{kind.__name__} has no canonical text.")


def _mapping(value: Mapping[Any, Any]) -> str:
    return f"{{{','.join(sorted(f'{canonical(key)}:{canonical(each)}' for key, each in value.items()))}}}"


def _chained(digest: str, item: object) -> str:
    return blake2b(f"{digest}{canonical(item)}".encode(), digest_size=16).hexdigest()


@cache
def stored_names(kind: type[Any]) -> Mapping[str, str]:
    """The names that digests know the fields of a dataclass or named tuple by, with the present names.

    A renamed field has its first name in the metadata: `field(metadata={"digest_name": "told"})`. A field that older
    versions did not compute, and whose value they would not have had, has None there and is left out.
    """
    if is_dataclass(kind):
        named = {each.metadata.get("digest_name", each.name): each.name for each in fields(kind)}
        return {stored: name for stored, name in named.items() if stored is not None}
    return {name: name for name in getattr(kind, "_fields", ())}


def _object_encoder(members: Mapping[str, tuple[str, object]]) -> _Encoder:
    """Encodes the attributes given by stored name, with their present names and defaults."""
    parts = [(f'"{stored}":', members[stored][1]) for stored in sorted(members)]
    names = [members[stored][0] for stored in sorted(members)]
    values = attrgetter(*names) if len(names) > 1 else lambda one: [getattr(one, name) for name in names]

    def encode(one: Any) -> str:
        texts = [
            f"{name}{canonical(value)}"
            for (name, default), value in zip(parts, values(one), strict=True)
            if default is MISSING or value != default
        ]
        return f"{{{','.join(texts)}}}"

    return encode


_PREFIX: Final = f"{REVISION}:"


def state_digest(state: object, scores: Sequence[Points]) -> str:
    """Digest of the state and the scores after an event: a later engine with another state is noticed by it."""
    return _digest((state, tuple(scores)), 8)


def play_digest(play: object) -> str:
    """Digest of an imported play: the same play imported again is known by it."""
    return _digest(play, 12)


def _digest(value: object, size: int) -> str:
    return _PREFIX + blake2b(canonical(value).encode(), digest_size=size).hexdigest()
