"""Files that went wrong: cut off, overwritten, or with other values in their places."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

ODD: st.SearchStrategy[Any] = st.sampled_from(
    [
        *(None, True, False, 0, -1, 1, 10**30, -(10**30), 1.5, 1e308, float("inf"), float("nan")),
        *("", "0", "-1", "9" * 50, "1e400", "NaN", "\ud800", "\0", "x" * 300, "\u202e\u200d", "2026-11-20", "[", "{}"),
        *([], [None], {}, {"id": 1}, [[[[]]]], [1, "1"]),
    ]
)


@st.composite
def mangled_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """The file with a piece cut out, doubled or overwritten, or cut off at the end."""
    start = draw(st.integers(0, len(data)))
    end = draw(st.integers(start, min(len(data), start + 40)))
    middle = draw(st.sampled_from([b"", data[start:end] * 2]) | st.binary(max_size=8))
    tail = draw(st.sampled_from([data[end:], b""]))
    return data[:start] + middle + tail


@st.composite
def mangled_values(draw: st.DrawFn, value: Any) -> bytes:
    """The JSON file with one to three values replaced by others, or by values from elsewhere in it."""
    root = {"": deepcopy(value)}
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(root))
        parent, key = draw(st.sampled_from(places))
        other, its_key = draw(st.sampled_from(places))
        # A copy in any case: what stands in the file may be changed by the next replacement.
        parent[key] = deepcopy(draw(ODD) if draw(st.booleans()) else other[its_key])
    return json.dumps(root[""]).encode()


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every value in it, as the container that holds it and the key or index it stands at."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield value, key
        yield from _places(child)
