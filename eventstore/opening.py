"""Which store an address means: a file's path, or a database's URI."""

import re
from pathlib import Path
from typing import Final

from core.phrase import phrase
from eventstore.sqlite import SqliteStore
from eventstore.store import Store, UnusableStore

POSTGRES: Final = ("postgresql://", "postgres://")
"""How the address of a PostgreSQL store begins."""

_DATABASE: Final = re.compile(r"(\w+://)(?:[^/?@]*@)?([^?@]*)(?:\?[^@]*)?")
"""An address of which it is certain where the password ends: what may be shown of it."""


def is_file(address: str) -> bool:
    """Whether it is a file's path. Raises UnusableStore for what is neither that nor the address of a database."""
    if address.startswith(POSTGRES):
        return False
    if "://" in address or "password=" in address:
        raise UnusableStore(
            phrase("This is no kind of store: give a file's path, or an address like postgresql://host/name.")
        )
    return True


def shown(address: str) -> str:
    """The address as anybody may see it, without passwords."""
    if "://" not in address:
        return address
    found = _DATABASE.fullmatch(address)
    return "".join(found.groups()) if found else "postgresql://..."


def refuse_missing(address: str) -> None:
    """Raise UnusableStore where there is no store yet, for those who would not want one to be made."""
    if is_file(address) and not _is_there(Path(address)):
        raise UnusableStore(phrase("There is no store at {path}.", path=address))


def _is_there(file: Path) -> bool:
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False
    except OSError:
        return True  # What cannot be looked at is told by whoever opens it.


def open_store(address: str) -> Store:
    """The store at `address`, made when missing. Raises UnusableStore, with a sentence, for one that cannot be used."""
    if is_file(address):
        return SqliteStore(Path(address))
    if not _DATABASE.fullmatch(address):
        raise unclear()
    try:
        from eventstore.postgres import PostgresStore  # An extra, which brings a library of its own.
    except ImportError:
        raise UnusableStore(phrase("For PostgreSQL install the extra: `pip install 'partie[postgres]'`.")) from None
    return PostgresStore(address)


def unclear() -> UnusableStore:
    """Of an address that cannot be told apart into its parts nothing is quoted, as the password may be anywhere."""
    return UnusableStore(
        phrase(
            "This is no address of a database; special characters in a name or a password are written with their"
            " numbers, as %40 for @, %2F for / and %25 for %."
        )
    )
