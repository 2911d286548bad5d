"""One poll of the log for all followed matches, and writes of the same process at once."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, aclosing, closing
from pathlib import Path
from typing import Any

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.matches.repository import MatchRepository
from eventstore.service.feed import BATCH_SIZE, Feed, FeedBatch
from eventstore.store.sqlite import SqliteStore
from tests.torture import Torture

NEVER = 3600.0
"""Seconds between two polls where a test waits for none."""


class CountedSqlite(SqliteStore):
    """Counts the statements that read, and the polls of the log."""

    reads = polls = 0

    def query(self, *asked: Any) -> Any:
        self.reads += 1
        return super().query(*asked)

    def changed_streams(self, *after: Any, **limit: Any) -> Any:
        self.polls += 1
        return super().changed_streams(*after, **limit)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CountedSqlite]:
    with closing(CountedSqlite(tmp_path / "partie.db")) as store:
        yield store


@pytest.fixture
def elsewhere(store: CountedSqlite) -> Iterator[MatchRepository]:
    """The same store in another program."""
    with closing(SqliteStore(store.path)) as other:
        yield MatchRepository(other)


def run(scene: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: a browser test before this one may have left its event loop running in this one."""

    async def whole() -> None:
        await scene
        while len(asyncio.all_tasks()) > 1:  # The feed ends with its last follower.
            await asyncio.sleep(0.001)

    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, whole()).result()


def begin(matches: MatchRepository, *ids: str) -> None:
    for id in ids:
        matches.start(scoresheet, ("Anna", "Ben"), id=id)


async def all_told(stack: AsyncExitStack, feed: Feed, *ids: str) -> list[AsyncGenerator[FeedBatch, None]]:
    """Followers of these matches that have got what is recorded."""
    followers = [await stack.enter_async_context(aclosing(feed.follow(id))) for id in ids]
    for batch in await asyncio.gather(*(anext(follower) for follower in followers)):
        assert [entry.version for entry in batch.entries] == [1]
    return followers


@pytest.mark.parametrize("count", [1, 40])
def test_a_poll_costs_the_same_for_one_followed_match_and_for_many(store: CountedSqlite, count: int) -> None:
    ids = [f"m{number}" for number in range(count)]
    begin(MatchRepository(store), *ids)

    async def scene() -> None:
        feed = Feed(MatchRepository(store), pause=0.001)
        async with AsyncExitStack() as stack:
            await all_told(stack, feed, *ids)
            polls, reads = store.polls, store.reads
            while store.reads < reads + 60:
                await asyncio.sleep(0.001)
            assert store.polls >= polls + 20

    run(scene())


def test_the_pause_grows_with_the_number_of_followed_matches(store: CountedSqlite) -> None:
    begin(MatchRepository(store), *"abcd")

    async def scene() -> None:
        feed = Feed(MatchRepository(store))
        pauses = list[float]()
        async with AsyncExitStack() as stack:
            for id in "abcd":
                await all_told(stack, feed, id, id)
                pauses.append(feed.pause_s)
        assert pauses == sorted(set(pauses)), "with the matches, and each followed twice"
        assert feed.pause_s < pauses[0]

    run(scene())


def test_writes_of_the_same_process_are_told_at_once(store: CountedSqlite) -> None:
    matches = MatchRepository(store)
    begin(matches, "kettle", "other")

    async def scene() -> None:
        feed = Feed(matches, pause=NEVER)
        async with AsyncExitStack() as stack:
            kettle, _ = await all_told(stack, feed, "kettle", "other")
            for version in range(2, 5):
                heard = asyncio.create_task(anext(kettle))
                await asyncio.to_thread(matches.record, "kettle", PointsNoted(f"Round {version}", (version, 1)))
                feed.notify("kettle")
                assert [entry.version for entry in (await heard).entries] == [version]
            heard = asyncio.create_task(anext(kettle))
            await asyncio.to_thread(matches.note, "kettle", 1, "greedy")
            feed.notify("kettle")
            assert (await heard).notes

    run(scene())


def test_followers_hear_what_other_programs_write_to_their_match_and_nothing_else(
    store: CountedSqlite, elsewhere: MatchRepository
) -> None:
    begin(elsewhere, "kettle", "other")

    async def scene() -> None:
        feed = Feed(MatchRepository(store), pause=0.001)
        async with AsyncExitStack() as stack:
            kettle, other = await all_told(stack, feed, "kettle", "other")
            quiet = asyncio.create_task(anext(other))
            # More rows than a page of the log has.
            many = [PointsNoted(f"Round {version}", (version, 1)) for version in range(2, 1302)]
            await asyncio.to_thread(elsewhere.start, scoresheet, ("Cleo", "Dora"), *many, id="long")
            await asyncio.to_thread(elsewhere.record, "kettle", PointsNoted("Round 2", (2, 1)))
            assert [entry.version for entry in (await anext(kettle)).entries] == [2]
            await asyncio.to_thread(elsewhere.note, "kettle", 1, "greedy")
            assert (await anext(kettle)).notes
            assert not quiet.done()
            await asyncio.to_thread(elsewhere.note, "other", 1, "calm")
            assert (await quiet).notes

    run(scene())


def test_a_long_match_is_told_in_batches_without_a_gap(store: CountedSqlite) -> None:
    matches, rounds = (
        MatchRepository(store),
        [PointsNoted(f"Round {number}", (number, 1)) for number in range(2 * BATCH_SIZE + 5)],
    )
    matches.start(scoresheet, ("Anna", "Ben"), *rounds[:-3], id="long")

    async def scene() -> None:
        feed = Feed(matches, pause=NEVER)
        told = list[int]()
        async with aclosing(feed.follow("long", after=2)) as follower:
            while told[-1:] != [len(rounds) + 1]:
                batch = [entry.version for entry in (await anext(follower)).entries]
                assert len(batch) <= BATCH_SIZE
                if not told:  # The rest of the batches is on its way.
                    await asyncio.to_thread(matches.record, "long", *rounds[-3:])
                    feed.notify("long")
                told += batch
        assert told == [*range(3, len(rounds) + 2)]

    run(scene())


def test_a_match_that_cannot_be_read_ends_its_own_followers_alone(
    store: CountedSqlite, elsewhere: MatchRepository
) -> None:
    begin(elsewhere, "kettle", "other")

    class Failing(MatchRepository):
        def match(self, id: str, **until: Any) -> Any:
            match = super().match(id, **until)
            if id == "other" and match.version > 1:
                raise RuntimeError("a defect of its game")
            return match

    async def scene() -> None:
        feed = Feed(Failing(store), pause=0.001)
        async with AsyncExitStack() as stack:
            kettle, other = await all_told(stack, feed, "kettle", "other")
            await asyncio.to_thread(elsewhere.record, "other", PointsNoted("Round 2", (2, 1)))
            assert [batch async for batch in other] == []
            await asyncio.to_thread(elsewhere.record, "kettle", PointsNoted("Round 2", (2, 1)))
            assert [entry.version for entry in (await anext(kettle)).entries] == [2]

    run(scene())


@pytest.mark.slow
@pytest.mark.torture("quiet")
def test_followers_of_many_quiet_matches_hear_each_entry_once_at_the_cost_of_one_poll(
    store: CountedSqlite, elsewhere: MatchRepository, torture: Torture
) -> None:
    ids, figures = [f"m{number}" for number in range(torture.count(40, 1000))], list[str]()

    async def scene() -> None:
        matches, versions, rng = MatchRepository(store), Counter[str](ids), torture.rng()
        feed = Feed(matches, pause=0.001)
        async with AsyncExitStack() as stack:
            followers = dict(zip(ids, await all_told(stack, feed, *ids), strict=True))
            polls, reads, before = store.polls, store.reads, torture.done
            for _ in torture.rounds(6, 1000):
                id, is_own = rng.choice(ids), rng.random() < 0.5
                versions[id] += 1
                noted = PointsNoted(f"Round {versions[id]}", (versions[id], 1))
                await asyncio.to_thread((matches if is_own else elsewhere).record, id, noted)
                if is_own:
                    feed.notify(id)
                assert [entry.version for entry in (await anext(followers[id])).entries] == [versions[id]]
            polls, written = store.polls - polls, torture.done - before
            assert store.reads - reads <= 4 * polls + 20 * written
            figures.append(f"{written:,} entries in {polls:,} polls and {store.reads - reads:,} statements")

    begin(elsewhere, *ids)
    run(scene())
    torture.report(f"{len(ids):,} quiet matches with a follower each. {'; '.join(figures)}; each heard once, in order")
