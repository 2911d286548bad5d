"""Keeps read tables up to date that several programs share: one folds the log, the others wait for it.

The tables are made anew in a schema beside the one that is read, which takes its place when it covers the log: readers
never see a part. The schema has the version of the tables in its name, so programs of two versions can run at once.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Final

from core.messages import message
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.database import SharedDatabase, read_model_db
from eventstore.readmodels.projector import Projector
from eventstore.readmodels.tables import Coverage, ReadTables
from eventstore.store.store import MissingTable, ReplacedStore, Store, UnusableStore

MAX_WAIT_S: Final = 0.5
"""Seconds that a reader waits for the program that folds; then it reads the tables as they are."""

_NEW: Final = "_new"

PATIENCE_S: Final = 5.0
"""Seconds after which a reader waits again: a page with many reads waits once."""

_PAUSES_S: Final = (0.002, 0.005, 0.01, 0.02)
"""Seconds between the looks of a reader that waits; the last one is repeated."""


def projector_of(store: Store, records: MatchRepository) -> Projector:
    """The projector of a store."""
    database = read_model_db(store)
    if isinstance(database, SharedDatabase):
        return SharedProjector(store, records, database)
    return Projector(store, records, ReadTables(database))


class _Missing(Exception):
    """There are no tables, or they are of another log."""


class SharedReadTables(ReadTables):
    """Read tables in a schema; `drop` drops the schemas of all versions."""

    def __init__(self, database: SharedDatabase) -> None:
        super().__init__(database)
        self._schemas = re.sub(r"\d+$", rf"\\d+({_NEW})?", re.escape(database.schema))
        self._drop = database.drop_schemas

    def drop(self) -> None:
        self._drop(self._schemas)

    def _row(self) -> tuple[Any, ...]:
        try:
            return super()._row()
        except MissingTable:  # Dropped just now.
            return (None,)

    def _are_as_created(self) -> bool:
        return True  # Asked by `verify` only: each read would wait for it.


class SharedProjector(Projector):
    """Brings read tables up to date in turns with other programs."""

    def __init__(self, store: Store, records: MatchRepository, database: SharedDatabase) -> None:
        super().__init__(store, records, SharedReadTables(database))
        self._database = database
        self._gave_up_at = -PATIENCE_S

    def catch_up(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """As of `Projector`; where another program folds, wait for it, at most `MAX_WAIT_S` if there are tables."""
        started, looks = time.monotonic(), iter(_PAUSES_S)
        wait = MAX_WAIT_S if started - self._gave_up_at > PATIENCE_S else 0
        while True:
            try:
                if not self._has_more():
                    return 0
                with self._database.turn(wait=False) as is_own:
                    if is_own:
                        return self._catch_up(progress)
                if time.monotonic() - started > wait:
                    self._gave_up_at, self.gave_up = started, True
                    return 0
                time.sleep(next(looks, _PAUSES_S[-1]))
            except (ReplacedStore, _Missing):
                with self._turn():
                    if self._is_missing():
                        return self._make_anew(lambda beside: beside.catch_up(progress))

    def rebuild(self, progress: Callable[[int], None] = lambda done: None) -> int:
        with self._turn():
            return self._make_anew(lambda beside: beside.catch_up(progress))

    def rebuild_by(
        self,
        write: Callable[[Coverage], Iterable[int]],
        coverage: Coverage,
        progress: Callable[[int], None] = lambda done: None,
    ) -> int:
        with self._turn():
            return self._make_anew(lambda beside: beside.rebuild_by(write, coverage, progress))

    @property
    def _part_tables(self) -> ReadTables:
        return SharedReadTables(self._beside)

    @cached_property
    def _beside(self) -> SharedDatabase:
        """The tables that take the place of those that are read when they are whole."""
        return self._database.beside(_NEW)

    def is_behind(self) -> bool:
        try:
            return self._has_more()
        except (ReplacedStore, _Missing):  # The next read makes the tables.
            return False

    def _has_more(self) -> bool:
        coverage = self._ensure_coverage()
        return bool(self.of_found_games() or self._store.changed_streams(coverage.checkpoint, limit=1))

    def _ensure_coverage(self) -> Coverage:
        if (coverage := self.coverage()) is None:
            raise _Missing()
        return coverage

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for the turn, as long as another program makes the tables."""
        with self._database.turn(wait=True) as is_own:
            if not is_own:
                raise UnusableStore(
                    message(
                        "The tables that are read are not there yet, and cannot be made on a standby server: open the"
                        " store once on the server that is written to, with this version of Partie."
                    )
                )
            yield

    def _is_missing(self) -> bool:
        coverage = self.coverage()
        return coverage is None or not self._store.holds(coverage.checkpoint)

    def _make_anew(self, fill: Callable[[Projector], int]) -> int:
        """Fill tables beside the old ones, or those that an ended program left there, and put them in their place."""
        beside = Projector(self._store, self._records, SharedReadTables(self._beside))
        if not beside.can_go_on():
            beside.drop()
        folded = fill(beside)
        while not self._database.replace_by(self._beside, if_has="projections"):  # A person was forgotten meanwhile.
            folded = beside.rebuild()
        return folded
