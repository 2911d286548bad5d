"""Figures of two computations that round differently."""

from collections.abc import Mapping
from typing import Any

import pytest


def close_to(found: Any, expected: Any) -> bool:
    """Whether both are the same but for the rounding of numbers."""
    if isinstance(expected, float) and isinstance(found, float):
        return found == pytest.approx(expected, rel=1e-9, abs=1e-9)
    if isinstance(expected, Mapping):
        return found.keys() == expected.keys() and all(close_to(found[key], expected[key]) for key in expected)
    if isinstance(expected, list | tuple):
        return len(found) == len(expected) and all(map(close_to, found, expected))
    return bool(found == expected)
