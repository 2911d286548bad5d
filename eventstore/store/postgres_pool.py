"""Connections to one PostgreSQL database, kept for the next caller; translation of its errors."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus

from core.messages import message
from eventstore.store.postgres_objects import Connection
from eventstore.store.store import MissingTable, UnreachableStore, Unstorable, UnusableStore
from eventstore.store.store_url import invalid_url, redacted_url

_KINDS: Final = {psycopg.errors.UndefinedTable: MissingTable, psycopg.OperationalError: UnreachableStore}


class PostgresPool:
    """Connections to the database at `address`, a URI that libpq understands; each belongs to one caller at a time."""

    def __init__(self, address: str) -> None:
        self._address, self._name = address, redacted_url(address)
        self._idle = list[Connection]()

    def close(self) -> None:
        """Close the connections; only when no thread is using one."""
        self._close_idle()

    def _query(self, sql: str, values: Sequence[object] | Mapping[str, object]) -> list[tuple[Any, ...]]:
        with self._connected() as connection:
            return connection.execute(sql, values).fetchall()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection for this caller alone; idle connections are kept for the next caller."""
        with self._translate_errors():
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = self._connect()
            try:
                yield connection
            finally:
                if connection.closed:
                    self._close_idle()  # The server is gone, so the idle connections are broken too.
                elif connection.info.transaction_status is TransactionStatus.IDLE:
                    self._idle.append(connection)
                else:  # Interrupted within a transaction, as by Ctrl+C.
                    connection.close()

    def _close_idle(self) -> None:
        with suppress(IndexError):
            while True:  # Other threads may take one, or return one, meanwhile.
                self._idle.pop().close()

    def _connect(self) -> Connection:
        try:
            return psycopg.connect(self._address, autocommit=True, connect_timeout=10, application_name="partie")
        except psycopg.ProgrammingError:  # Its message quotes the address, perhaps with the password.
            raise invalid_url() from None

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Translate errors of PostgreSQL into one sentence for people."""
        try:
            yield
        except psycopg.errors.ReadOnlySqlTransaction as error:
            raise UnusableStore(
                message("{path} cannot be written: it is a standby server or read-only.", path=self._name)
            ) from error
        except psycopg.DataError as error:
            raise unstorable(error) from error
        except psycopg.Error as error:
            kind = next((own for foreign, own in _KINDS.items() if isinstance(error, foreign)), UnusableStore)
            raise kind(message("{path} cannot be used: {said}.", path=self._name, said=_first_line(error))) from error


def unstorable(error: Exception) -> Unstorable:
    return Unstorable(message("PostgreSQL cannot store this: {said}.", said=_first_line(error)))


def _first_line(error: Exception) -> str:
    """The first line of a message of the server or of libpq, without prefixes and error numbers."""
    line = next(iter(str(error).splitlines()), "the server does not answer")
    return re.sub(r"^connection (is bad|failed): |\[Errno -?\d+\] ", "", line).rstrip(".")
