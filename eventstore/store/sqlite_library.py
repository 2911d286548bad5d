"""The package sqlite-utils, imported without NumPy and pandas: it imports them where they are installed, for 1 s."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3 as _sqlite3

    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations
elif sys.platform == "emscripten":  # A browser.
    import sqlite3 as _sqlite3

    from eventstore.store.sqlite_alone import Connected as Database
    from eventstore.store.sqlite_alone import OrderedMigrations as Migrations
else:
    _absent = [name for name in ("numpy", "pandas") if name not in sys.modules]
    sys.modules.update(dict.fromkeys(_absent))  # None makes an import fail; afterwards others import them as usual.
    try:
        Database = import_module("sqlite_utils").Database
        Migrations = import_module("sqlite_utils.migrations").Migrations
        _sqlite3 = import_module("sqlite_utils.utils").sqlite3
    finally:
        for _name in _absent:
            del sys.modules[_name]

__all__ = ["Database", "Migrations", "sqlite3"]

sqlite3: Any = _sqlite3
"""pysqlite3 where it is installed, for its newer SQLite; its exceptions are not those of the standard library."""
