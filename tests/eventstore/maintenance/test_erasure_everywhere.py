"""A person who was forgotten by one program is forgotten by all programs that read the same store."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance import erasure
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import projector
from eventstore.readmodels.database import read_model_db
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import ProjectionBatch, fold
from eventstore.service.feed import Feed
from eventstore.store.open_store import open_store
from eventstore.store.postgres import PostgresStore
from eventstore.store.store import Store
from tests.stores import KINDS, empty

pytestmark = pytest.mark.slow

NAME = "Žofie Tichá"


@pytest.fixture(params=KINDS)
def programs(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    """The same store, opened by two machines: what they keep beside it lies in folders of their own."""
    address = empty(request.param, tmp_path)
    if request.param == "sqlite":
        stores: tuple[Store, Store] = (open_store(address), open_store(address))
    else:
        stores = PostgresStore(address, cache=tmp_path / "one"), PostgresStore(address, cache=tmp_path / "other")
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
    files = [
        path
        for path in read_model_db(other).path.parent.iterdir()
        if path.name.startswith(read_model_db(other).path.name)
    ]
    assert files
    assert not any(NAME.encode() in path.read_bytes() for path in files)
    assert verify(records).is_whole


def test_what_was_folded_before_a_redaction_is_not_written_after_it(
    programs: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = programs
    begin(one)

    def slow(records: MatchRepository, streams: tuple[object, ...]) -> ProjectionBatch:
        folded = fold(records, streams)  # type: ignore[arg-type]
        monkeypatch.setattr(projector, "fold", fold)
        forget(one)
        return folded

    monkeypatch.setattr(projector, "fold", slow)
    (row,) = MatchIndex(other, MatchRepository(other)).matches()
    assert row.title == "somebody's birthday"


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
