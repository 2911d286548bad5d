"""Two stores become one: nothing is lost, nothing is overwritten, in either order, however often."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import date
from pathlib import Path
from random import Random

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from core.sheet_template import Category, Template
from eventstore.access.access import Access
from eventstore.maintenance import copying
from eventstore.maintenance.import_undo import undo
from eventstore.maintenance.merging import merge
from eventstore.maintenance.verification import verify
from eventstore.matches.collection import Collection
from eventstore.matches.imports import batches
from eventstore.matches.notes import NoteChanged
from eventstore.matches.people import Player
from eventstore.matches.photo_encoding import encode
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.matches.simulated import ListSettings
from eventstore.matches.templates import TemplateRepository
from eventstore.matches.training import PositionAnswered, TrainingRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Store, StoredEvent, UnusableStore
from tests.eventstore.maintenance.histories import History, pair, remarks, stories, story
from tests.pictures import photo
from tests.torture import Torture

pytestmark = pytest.mark.slow


@contextmanager
def united(mine: Store, other: Store, path: Path) -> Iterator[MatchRepository]:
    """A copy of a store, with the other one merged into it."""
    with closing(SqliteStore(path, synchronous="OFF")) as copy:
        copying.copy(mine, copy)
        merge(copy, other)
        yield MatchRepository(copy)


def size(records: MatchRepository) -> int:
    rows, checkpoint = 0, ""
    while page := records.store.read_all(checkpoint):
        rows, checkpoint = rows + len(page), page.checkpoint
    return rows


def assert_merges(folder: Path, rng: Random, *, jumps: bool = False) -> int:
    """Check every promise on a random pair of stores, and again after both went on with what they got.

    Returns the number of matches that became forks.
    """
    one, other = pair(folder, rng, jumps=jumps)
    forks = assert_merged(one, other, folder / "a.db", folder / "b.db")
    later = (one.time + other.time + 2) // 2 * 2
    one, other = (
        History(folder / f"{name}.db", rng, later + step, jumps=jumps) for step, name in enumerate(("a", "b"))
    )
    one.happen(rng.randrange(6))
    other.happen(rng.randrange(6))
    return forks + assert_merged(one, other, folder / "c.db", folder / "d.db")


def assert_merged(one: History, other: History, first: Path, second: Path) -> int:
    """Merge two stores in either order into new files, and close them; returns the number of new forks."""
    with (
        closing(one.store),
        closing(other.store),
        united(one.store, other.store, first) as here,
        united(other.store, one.store, second) as there,
    ):
        assert_united(one.records, other.records, here, there)
        return len({*here.ids()} - {*one.records.ids()} - {*other.records.ids()})


def assert_united(one: MatchRepository, other: MatchRepository, here: MatchRepository, there: MatchRepository) -> None:
    """`here` is the first store with the second one merged into it, `there` the other way round."""
    report = verify(here)
    assert report.is_whole
    assert not report.rules_changed
    assert sorted(here.ids()) == sorted(there.ids())
    assert stories(here) == stories(there)
    assert remarks(here) == remarks(there)
    names = [sorted(records.people().current_names().values()) for records in (here, there)]
    assert names[0] == names[1]
    for stream in one.store.streams():
        rows = [row._replace(position=0) for row in one.store.read(stream)]
        assert [row._replace(position=0) for row in here.store.read(stream)][: len(rows)] == rows
    for id in other.ids():
        log = story(other.match(id).with_people(here.people()))
        assert any(story(here.match(found))[: len(log)] == log for found in here.ids())
    before = size(here)
    for again in (other.store, there.store):
        merge(here.store, again)
        assert size(here) == before


@pytest.mark.torture("merge")
def test_random_pairs_of_histories_become_one_in_either_order(tmp_path: Path, torture: Torture) -> None:
    rng, forks = torture.rng(), 0
    for number in torture.rounds(3, 1000):
        forks += assert_merges(tmp_path / str(number), rng, jumps=bool(number % 2))
    torture.report(f"{torture.done:,} pairs of histories, {forks:,} matches that went on differently became forks")


def began(store: Store) -> MatchRepository:
    """A match of two people with notes."""
    records = MatchRepository(store)
    records.start(scoresheet, ("Anna", "Ben"), PointsNoted("a", (1, 2)), id="sheet", title="Friday")
    records.note("sheet", 2, "a start")
    return records


def test_stores_of_any_kind_become_one(stores: list[Store]) -> None:
    other, target = map(MatchRepository, stores)
    began(other.store)
    copying.copy(other.store, target.store)
    index = MatchIndex(target.store, target)
    assert index.ids() == ("sheet",)
    seen = target.store.read_all().checkpoint
    other.record("sheet", PointsNoted("b", (3, 4)), PointsNoted("c", (5, 5)))
    other.take_back("sheet", 3)
    other.note("sheet", 4, "too bold")
    target.record("sheet", PointsNoted("b", (0, 9)))
    more = other.start(scoresheet, ("Anna", "Cleo"), PointsNoted("a", (7, 8)))
    report = merge(target.store, other.store)
    assert (report.copied, report.continued, report.people, report.notes) == ([more.id], [], 1, 1)
    (forked,) = report.forked
    assert forked.match == "sheet"
    fork = target.match(forked.fork)
    assert (fork.parent, fork.now.scores, fork.names) == ("sheet", (1, 2), ("Anna", "Ben"))
    assert [note.text for note in target.notes(fork.id)] == ["too bold"]
    assert target.match("sheet").now.scores == (1, 11)
    assert set(index.ids()) == {"sheet", more.id, fork.id}, "the lists follow"
    assert len(index.played()) == 0
    assert {row.stream for row in target.store.read_all(seen)} >= {f"matches/{more.id}", f"matches/{fork.id}"}
    assert target.store.read(f"matches/{more.id}")[-1].row_hash == other.store.read(f"matches/{more.id}")[-1].row_hash
    other.record("sheet", PointsNoted("d", (1, 1)))
    assert merge(target.store, other.store).continued == [fork.id]
    assert target.match(fork.id).now.scores == (2, 3)
    assert verify(target).is_whole


class Interrupted(Exception):
    """The program was killed."""


class Fragile(SqliteStore):
    """A store whose program is killed after some writes."""

    writes = 0

    def append_raw(self, rows: Sequence[StoredEvent]) -> None:
        if self.writes == 0:
            raise Interrupted
        self.writes -= 1
        super().append_raw(rows)


def test_an_interrupted_merge_is_continued(tmp_path: Path) -> None:
    one, other = pair(tmp_path / "pair", Random(11))
    with united(one.store, other.store, tmp_path / "whole.db") as whole:
        for writes in range(30):
            path = tmp_path / f"{writes}.db"
            with closing(Fragile(path, synchronous="OFF")) as target:
                target.writes = 99
                copying.copy(one.store, target)
                target.writes = writes
                done = False
                with suppress(Interrupted):
                    merge(target, other.store)
                    done = True
                assert verify(MatchRepository(target)).is_whole
                target.writes = 99
                merge(target, other.store)
                assert stories(MatchRepository(target)) == stories(whole)
                assert size(MatchRepository(target)) == size(whole)
            if done:
                break
    assert done
    assert writes > 2
    one.close()
    other.close()


def strangers(tmp_path: Path) -> tuple[MatchRepository, MatchRepository]:
    """Two stores that never met, each with an Anna and a Ben."""
    stores = [SqliteStore(tmp_path / f"{name}.db", synchronous="OFF") for name in ("mine", "other")]
    mine, other = map(MatchRepository, stores)
    for records, ben in ((mine, "bgg:ben"), (other, "bgg:ben")):
        records.start(scoresheet, (Player("Anna"), Player("Ben", (ben,))), PointsNoted("final", (1, 2)))
    return mine, other


def test_people_with_one_account_are_one_and_namesakes_are_asked_about(tmp_path: Path) -> None:
    mine, other = strangers(tmp_path)
    report = merge(mine.store, other.store)
    assert (report.people, report.matched) == (2, 1)
    assert [(namesakes.name) for namesakes in report.namesakes] == ["Anna"]
    assert sorted(mine.people().current_names().values()) == ["Anna", "Anna", "Ben"]
    assert merge(mine.store, other.store, lambda namesakes: True).namesakes == []
    assert sorted(mine.people().current_names().values()) == ["Anna", "Ben"]
    assert MatchIndex(mine.store, mine).count(person=["Anna", "Ben"]) == 2


def test_a_person_who_was_split_is_one_with_the_other_owner_of_an_account_for_good(tmp_path: Path) -> None:
    mine, other = strangers(tmp_path)
    (ben,), (anna,) = map(other.people().named, ("Ben", "Anna"))
    other.people_repository.merge(anna, ben)
    other.people_repository.split(anna)
    other.people_repository.merge(ben, anna)
    for _ in range(2):
        merge(mine.store, other.store)
        assert mine.people().one(mine.people().accounts["bgg:ben"]) == anna
        before = size(mine)
        merge(other.store, mine.store)
        assert other.people().merged == mine.people().merged
    merge(mine.store, other.store)
    assert size(mine) == before


def test_people_told_apart_are_not_asked_about_again(tmp_path: Path) -> None:
    mine, other = strangers(tmp_path)
    assert merge(mine.store, other.store, lambda namesakes: False).namesakes == []
    assert merge(mine.store, other.store).namesakes == []
    assert sorted(mine.people().current_names().values()) == ["Anna", "Anna", "Ben"]


def test_a_name_that_was_forgotten_does_not_come_back(tmp_path: Path) -> None:
    mine, _ = strangers(tmp_path)
    copying.copy(mine.store, copy := SqliteStore(tmp_path / "copy.db"))
    (anna,) = mine.people().named("Anna")
    mine.people_repository.forget(anna)
    before = size(mine)
    with pytest.raises(UnusableStore, match=r"still names Anna.*forget them there first"):
        merge(mine.store, copy)
    assert size(mine) == before
    MatchRepository(copy).people_repository.forget(anna)
    merge(mine.store, copy)
    assert size(mine) == before


def test_a_match_of_somebody_who_was_forgotten_is_taken(tmp_path: Path) -> None:
    mine, other = strangers(tmp_path)
    match = other.start(scoresheet, ("Cleo", "Anna"), PointsNoted("a", (1, 2)), title="For Cleo")
    other.record(match, PointsNoted("b", (1, 2)))
    other.people_repository.forget(other.people().named("Cleo")[0])
    merge(mine.store, other.store)
    assert mine.match(match.id).header.title == "For somebody"
    assert mine.match(match.id).names == ("somebody", "Anna")
    assert verify(mine).is_whole
    assert merge(mine.store, other.store).copied == []


def test_a_match_with_a_person_on_two_seats_is_taken(tmp_path: Path) -> None:
    mine, other = strangers(tmp_path)
    match = other.start(scoresheet, ("Cleo", "Cleo"), allows_repeats=True)
    merge(mine.store, other.store)
    assert mine.match(match.id).names == ("Cleo", "Cleo")
    assert verify(mine).is_whole


def test_access_and_settings_of_the_other_store_are_not_taken(tmp_path: Path) -> None:
    mine, other = strangers(tmp_path)
    Access(other.store, "other", utc_now).make_token("recorder")
    ListSettings(other.store, "other", utc_now).hide_simulated(True)
    merge(mine.store, other.store)
    assert {stream.partition("/")[0] for stream in mine.store.streams()} == {"people", "matches"}


def test_imports_of_the_other_store_can_still_be_undone(tmp_path: Path) -> None:
    mine, other = strangers(tmp_path)
    importing = MatchRepository(other.store, files=["plays.csv"])
    match = importing.start(scoresheet, ("Anna", "Ben"), PointsNoted("a", (1, 2)))
    assert importing.batch
    importing.batch.close()
    assert merge(mine.store, other.store).batches == 1
    (batch,) = batches(mine.store)
    assert undo(mine, MatchIndex(mine.store, mine), batch).withdrawn == (match.id,)


def test_photos_come_with_their_matches(stores: list[Store]) -> None:
    other, target = map(MatchRepository, stores)
    began(other.store)
    copying.copy(other.store, target.store)
    red, blue = (encode(photo(color=color)) for color in ("red", "blue"))
    whole = other.photos.attach(other.match("sheet"), red, caption="Ben won")
    target.record("sheet", PointsNoted("b", (0, 9)))
    other.record("sheet", PointsNoted("b", (3, 4)))
    moment = other.photos.attach(other.match("sheet"), blue, 3)
    (forked,) = merge(target.store, other.store).forked
    assert target.photos.of("sheet") == (whole,)
    assert target.photos.content("sheet", whole) == red.content
    (moved,) = target.photos.of(forked.fork)
    assert (moved.id, target.photos.content(forked.fork, moved)) == (moment.id, blue.content)
    assert target.match(forked.fork).now.version == moved.about
    other.photos.remove("sheet", whole.id)
    assert merge(target.store, other.store).notes == 1
    assert target.photos.of("sheet") == ()
    assert verify(target).is_whole


def test_a_correction_that_differs_in_its_last_event_comes_whole(tmp_path: Path) -> None:
    mine, other = strangers(tmp_path)
    began(mine.store)
    merge(other.store, mine.store)
    for records, points in ((mine, 5), (other, 6)):
        records.correct("sheet", 2, 2, [PointsNoted("a", (1, 1)), PointsNoted("b", (points, 0))], "wrong")
    (forked,) = merge(mine.store, other.store).forked
    assert mine.match("sheet").now.scores == (6, 1)
    assert mine.match(forked.fork).now.scores == (7, 1)
    assert verify(mine).is_whole
    assert not verify(mine).rules_changed


def test_notes_about_entries_that_have_not_come_wait_for_them(tmp_path: Path) -> None:
    target, part, whole = (SqliteStore(tmp_path / f"{name}.db") for name in ("target", "part", "whole"))
    with closing(target), closing(part), closing(whole):
        began(target)
        for store in (part, whole):
            copying.copy(target, store)
        written = MatchRepository(whole)
        written.record("sheet", PointsNoted("b", (3, 4)))
        written.note("sheet", 3, "about what comes later")
        part.append_raw(whole.read("notes/sheet")[1:])
        kept = MatchRepository(target).notes("sheet")
        assert merge(target, part).left == ["notes/sheet"]
        assert MatchRepository(target).notes("sheet") == kept
        assert merge(target, whole).left == []
        assert MatchRepository(target).notes("sheet") == written.notes("sheet") != kept


def test_a_note_on_a_fork_comes_back_once_by_whatever_stores_it_went(tmp_path: Path) -> None:
    one, *others = (SqliteStore(tmp_path / f"{name}.db", synchronous="OFF") for name in "abc")
    began(one)
    for store in others:
        copying.copy(one, store)
    for place, store in enumerate((one, *others)):
        MatchRepository(store).record("sheet", PointsNoted("b", (place, 4)))
    (forked,) = merge(one, others[0]).forked
    note = MatchRepository(one).note(forked.fork, 2, "on what all have")
    for mine, other in ((others[0], one), (others[1], others[0]), (one, others[1])):
        merge(mine, other)
        records = MatchRepository(mine)
        assert [found.text for id in records.ids() for found in records.notes(id) if found.id == note.id] == [note.text]


def test_the_later_price_and_template_of_both_stores_count_in_either_order(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "one.db")) as one, closing(SqliteStore(tmp_path / "other.db")) as other:
        for store, day, price, factor in ((one, 1, 30, 1), (other, 2, 25, 2)):
            prices = Collection(store, "test", lambda day=day: f"2026-11-0{day}T10:00:00.000000Z")
            prices.note("Nine Hills", price)
            prices.note(f"Only {price}", price)
            saved = TemplateRepository(store, "test", lambda day=day: f"2026-11-0{day}T10:00:00.000000Z")
            saved.save(Template("Nine Hills", (Category("Roads", factor=factor),)))
        for mine, theirs, path in ((one, other, "a.db"), (other, one, "b.db")):
            with united(mine, theirs, tmp_path / path) as records:
                found = Collection(records.store, "test", utc_now).prices()
                assert {game: price.amount for game, price in found.items()} == {
                    "Nine Hills": 25,
                    "Only 30": 30,
                    "Only 25": 25,
                }
                assert [template.categories[0].factor for template in records.templates.saved()] == [2]
                before = size(records)
                assert merge(records.store, theirs).left == []
                assert size(records) == before
                assert verify(records).is_whole


def test_the_answers_to_positions_of_both_stores_count(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "one.db")) as one, closing(SqliteStore(tmp_path / "other.db")) as other:
        for store, day in ((one, 1), (other, 3)):
            training = TrainingRepository(store, "test", lambda day=day: f"2026-11-0{day}T10:00:00.000000Z")
            training.answer("anna", PositionAnswered("m", 7, "A: g9-f8", accepted=True))
        for mine, theirs, path in ((one, other, "a.db"), (other, one, "b.db")):
            with united(mine, theirs, tmp_path / path) as records:
                (own,) = TrainingRepository(records.store, "test", utc_now).progress(["anna"]).values()
                assert (own.streak, own.answers, own.due) == (2, 2, date(2026, 11, 7))
                before = size(records)
                assert merge(records.store, theirs).left == []
                assert size(records) == before
                assert verify(records).is_whole


def at_hour(store: Store, hour: int) -> tuple[MatchRepository, Collection]:
    """The matches and the prices of a store whose clock stands."""

    def now() -> str:
        return f"2026-11-01T{hour:02}:00:00.000Z"

    return MatchRepository(store, by=f"{hour}", now=now), Collection(store, "test", now)


@pytest.mark.parametrize("order", [1, -1])
def test_a_change_counts_by_a_clock_that_is_behind_too(tmp_path: Path, order: int) -> None:
    with closing(SqliteStore(tmp_path / "one.db")) as one, closing(SqliteStore(tmp_path / "other.db")) as other:
        records, prices = at_hour(one, 12)
        match = records.start(scoresheet, ("Anna", "Ben"), PointsNoted("a", (1, 2)))
        anna, ben = match.header.players
        withdrawn, changed = (records.note(match, 2, text) for text in ("too bold", "greedy"))
        seen = records.photos.attach(match, encode(photo()), caption="a start")
        prices.note("Nine Hills", 30)
        records.templates.save(Template("Nine Hills", (Category("Roads"),)))
        records.people_repository.merge(ben, anna)
        copying.copy(one, other)
        records, prices = at_hour(other, 9)
        records.withdraw_note(match.id, withdrawn.id)
        records.change_note(match.id, NoteChanged(changed.id, "bold"))
        records.photos.describe(match.id, seen.id, "the end")
        prices.note("Nine Hills", 25)
        records.templates.remove("Nine Hills")
        records.people_repository.split(ben)
        records.people_repository.rename(anna, "Hana")
        mine, theirs = (one, other)[::order]
        with united(mine, theirs, tmp_path / "both.db") as both:
            assert [note.text for note in both.notes(match.id)] == ["bold"]
            assert [attached.caption for attached in both.photos.of(match.id)] == ["the end"]
            assert both.templates.saved() == ()
            assert Collection(both.store, "test", utc_now).prices()["Nine Hills"].amount == 25
            assert both.match(match.id).names == ("Hana", "Ben")


def test_days_of_answers_are_those_of_the_clock(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "one.db")) as store:
        for day in (9, 3):
            training = TrainingRepository(store, "test", lambda day=day: f"2026-11-0{day}T10:00:00.000Z")
            training.answer("anna", PositionAnswered("m", 7, "A: g9-f8", accepted=True))
        assert [row.recorded_at[8:10] for row in store.read("training/anna")] == ["09", "03"]
