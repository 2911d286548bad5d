"""Append-only streams of events, and the records of matches kept in them."""

import sys
from importlib import import_module


def _import_alone(name: str, *others: str) -> None:
    """Import a module as if `others`, which it imports where they are installed, were missing."""
    absent = [other for other in others if other not in sys.modules]
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]  # None makes an import fail.
    try:
        import_module(name)
    finally:
        for other in absent:
            del sys.modules[other]


# It imports both where they are installed, which takes 1 s; nothing here uses them.
_import_alone("sqlite_utils", "numpy", "pandas")
