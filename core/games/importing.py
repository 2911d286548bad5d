"""Imports what packages bring: what it prints goes to stderr, and an import that does not end is given up."""

import logging
import sys
import threading
from contextlib import redirect_stdout
from importlib.metadata import EntryPoint
from typing import Any, Final

TIMEOUT_S: Final = 10.0
"""Seconds that a package may take to be imported: every command waits for it."""

_log: Final = logging.getLogger("partie")

_unfinished: set[str] = set()
"""The packages whose import did not end, by the name of their module: another try would wait again."""


class NotImported(Exception):
    """The import did not end within `TIMEOUT_S`."""


def load(entry: EntryPoint) -> Any:
    """The object that an entry point names. Raises NotImported, and what the import raises, a SystemExit too."""
    package = entry.module.partition(".")[0]
    if package in _unfinished:
        raise _not_imported()
    if _is_imported(entry.module):
        return entry.load()
    loaded, failed = list[Any](), list[BaseException]()

    def run() -> None:
        try:
            loaded.append(entry.load())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)  # An import cannot be ended; a daemon does not hold the program.
    with redirect_stdout(sys.stderr):
        thread.start()
        thread.join(TIMEOUT_S)
    if failed:
        raise failed[0]
    if not loaded:
        _unfinished.add(package)
        name = entry.dist.name if entry.dist else entry.value
        _log.warning("%s is left out: its import did not end within %g s.", name, TIMEOUT_S)
        raise _not_imported()
    return loaded[0]


def _is_imported(name: str) -> bool:
    module = sys.modules.get(name)
    return module is not None and not getattr(getattr(module, "__spec__", None), "_initializing", False)


def _not_imported() -> NotImported:
    return NotImported(f"it did not end within {TIMEOUT_S:g} s")
