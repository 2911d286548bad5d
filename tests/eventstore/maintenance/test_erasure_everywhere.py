"""A person who was forgotten by one program is forgotten by all programs that read the same store."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import aclosing
from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance import erasure
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import projector
from eventstore.readmodels.database import SharedDatabase, read_model_db
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import ProjectionBatch, fold
from eventstore.service.feed import Feed
from eventstore.store.open_store import open_store
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Store
from tests.stores import KINDS, empty

pytestmark = pytest.mark.slow

NAME = "Žofie Tichá"


@pytest.fixture(params=KINDS)
def programs(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    """The same store, opened by two programs."""
    address = empty(request.param, tmp_path)
    stores = open_store(address), open_store(address)
    yield stores
    for store in stores:
        store.close()


def begin(store: Store) -> MatchRepository:
    records = MatchRepository(store)
    records.start(scoresheet, [NAME, "Ben"], PointsNoted("a", (1, 2)), id="m", title=f"{NAME}'s birthday", place=NAME)
    records.note("m", 2, f"{NAME} saw it", bookmark=True)
    return records


def forget(store: Store) -> None:
    records = MatchRepository(store)
    (person,) = records.people().named(NAME)
    assert not erasure.forget(store, records, MatchIndex(store, records), person).left


def test_read_tables_of_another_machine_do_not_answer_a_forgotten_name(programs: tuple[Store, Store]) -> None:
    one, other = programs
    begin(one)
    records = MatchRepository(other)
    library = MatchIndex(other, records)
    assert [row.title for row in library.matches()] == [f"{NAME}'s birthday"]
    library.bookmarks()
    forget(one)
    (row,) = library.matches()
    assert (row.title, row.place, row.players) == ("somebody's birthday", "somebody", ("somebody", "Ben"))
    assert library.places() == ("somebody",)
    assert [note.text for _, note in library.bookmarks()] == ["somebody saw it"]
    assert records.people().named(NAME) == ()
    assert [note.text for note in records.notes("m")] == ["somebody saw it"]
    contents = list(_contents(other))
    assert contents
    assert not any(NAME.encode() in content for content in contents)
    assert verify(records).is_whole


def _contents(store: Store) -> Iterator[bytes]:
    """The bytes of the read tables and of what is beside them."""
    database = read_model_db(store)
    if isinstance(database, SharedDatabase):
        yield from database.rows_as_text()
    else:
        assert isinstance(database, SqliteStore)
        files = database.path.parent.glob(f"{database.path.name}*")
        yield from (path.read_bytes() for path in files)


def test_what_was_folded_before_a_redaction_is_not_written_after_it(
    programs: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = programs
    begin(one)
    forgetting = list[Future[None]]()

    def slow(records: MatchRepository, streams: tuple[object, ...], written: Mapping[str, str]) -> ProjectionBatch:
        folded = fold(records, streams, written)  # type: ignore[arg-type]
        monkeypatch.setattr(projector, "fold", fold)
        forgetting.append(pool.submit(forget, one))
        while records.people().named(NAME):
            time.sleep(0.01)
        return folded

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(projector, "fold", slow)
        (row,) = MatchIndex(other, MatchRepository(other)).matches()
        assert row.title == "somebody's birthday"
        forgetting[0].result(30)


def test_later_redactions_make_the_tables_once_more_and_not_for_ever(programs: tuple[Store, Store]) -> None:
    one, other = programs
    records = begin(one)
    library = MatchIndex(other, MatchRepository(other))
    forget(one)
    library.catch_up()
    records.start(scoresheet, ["Cleo", "Ben"])
    assert library.catch_up() == 1, "only what is new"


def test_who_begins_to_follow_a_match_is_not_told_a_forgotten_name(programs: tuple[Store, Store]) -> None:
    one, other = programs
    begin(one)

    async def follow() -> None:
        feed = Feed(MatchRepository(other), pause=0.01)
        async with aclosing(feed.follow("m")) as first:
            assert NAME in str(await anext(first))
            await asyncio.to_thread(forget, one)
            for _ in range(200):
                async with aclosing(feed.follow("m")) as late:
                    frame = str(await anext(late))
                if NAME not in frame:
                    break
                await asyncio.sleep(0.01)
            assert NAME not in frame

    with ThreadPoolExecutor(1) as pool:  # A browser of this worker may have its own loop in this thread.
        pool.submit(asyncio.run, follow()).result()
