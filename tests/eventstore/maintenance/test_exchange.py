"""Two stores in step: both hold the same afterwards, once; what nobody could have recorded is refused."""

import json
import subprocess
import sys
import time
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from core.errors import InvalidInput
from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.access.grants import Grants, NotAllowed, Principal
from eventstore.maintenance import exchange, outgoing
from eventstore.maintenance.exchange import Checkpoints, answer
from eventstore.maintenance.merge_rows import chained
from eventstore.maintenance.parcels import MAX_BYTES, Parcel, pack
from eventstore.maintenance.verification import verify
from eventstore.matches import exchanges, people
from eventstore.matches.match import MATCHES
from eventstore.matches.notes import NoteChanged
from eventstore.matches.photo_encoding import encode
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Append, NewEvent, Store, StoredEvent
from tests import ROOT
from tests.eventstore.maintenance.histories import History, remarks, stories
from tests.eventstore.maintenance.meeting import NOW, Device
from tests.pictures import photo
from tests.torture import Torture

pytestmark = pytest.mark.slow


class Cut(Exception):
    """The connection is cut, or a program ends, at this place."""


class Fragile(SqliteStore):
    """A store in which the program ends after so many writes."""

    writes = 99

    def append_raw(self, rows: object) -> None:
        if not self.writes:
            raise Cut
        self.writes -= 1
        super().append_raw(rows)  # type: ignore[arg-type]


def seen(records: MatchRepository) -> object:
    """All that people see of a store: the stories of its matches, the notes, the names."""
    return stories(records), remarks(records), sorted(records.people().current_names().values())


def written(store: Store) -> dict[tuple[str, str, str], str]:
    """Every event of a match, in any line of it, with what it says."""
    rows = [row for name in store.streams(MATCHES) for row in store.read(name)]
    return {(row.recorded_by, row.recorded_at, row.type): said(row) for row in rows}


def said(row: StoredEvent) -> str:
    return f"{row.type} {json.loads(row.data) | dict.fromkeys(('since', 'until', 'version', 'stream', 'players'))}"


def size(store: Store) -> int:
    return sum(len(store.read(name)) for name in store.streams())


DEVICES = ("phone", "laptop", "server")
MEETINGS = (("phone", "server"), ("laptop", "server"), ("phone", "laptop"))
"""Each can bring the rows of another one before that one comes itself, and is refused then."""


class Round:
    """A phone, a laptop and a server on which things happen, and which meet."""

    def __init__(self, folder: Path, rng: Random) -> None:
        folder.mkdir()
        self.folder, self.rng, self.time, self.ends = folder, rng, 0, 0
        self.written = dict[tuple[str, str, str], str]()

    def happen(self) -> None:
        for step, name in enumerate(DEVICES):
            history = History(self.folder / f"{name}.db", self.rng, self.time + step)
            history.happen(self.rng.randrange(1, 7))
            self.written |= written(history.store)
            history.close()
        self.time += 100

    def meet(self, name: str, home: str, *, cut: bool) -> None:
        """One exchange, which with `cut` may end anywhere: in a write of either store, or in the connection."""
        rng, end = self.rng, self.rng.randrange(4) if cut else 4
        with (
            closing(Fragile(self.folder / f"{name}.db", synchronous="OFF")) as mine,
            closing(Fragile(self.folder / f"{home}.db", synchronous="OFF")) as other,
            suppress(Cut),
        ):
            if end in (0, 1):
                (mine, other)[end].writes = rng.randrange(6)
            parts = iter([rng.random() < 0.5 for _ in range(20)])

            def part(at: int) -> Callable[[], None]:
                def cut_off() -> None:
                    if end == at and next(parts):
                        raise Cut

                return cut_off

            self.ends += end < 4
            Device(mine, self.folder / f"{name}-{home}.json", name).meet(other, part(2), part(3))

    def kill(self, name: str, home: str) -> None:
        """An exchange in a program that is killed in the middle."""
        command = [sys.executable, "-m", "tests.eventstore.maintenance.meeting", str(self.folder), name, home]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
            assert process.stdout
            process.stdout.readline()
            time.sleep(self.rng.random() ** 2 * 0.3)
            process.kill()
        self.ends += 1

    def assert_in_step(self) -> None:
        for number in range(4):  # Two rounds, and as many as devices went on by turns on what was not at home.
            for name, home in self.rng.sample(MEETINGS, len(MEETINGS)):
                self.meet(name, home, cut=False)
            if number and self.are_equal():
                break
        before = self.seen()
        for name, home in MEETINGS:
            self.meet(name, home, cut=False)
            known = Checkpoints.of((self.folder / f"{name}-{home}.json").read_text())
            assert (known.again, known.refused, known.photos, known.wanted) == ((), (), (), ())
        assert self.seen() == before, "an exchange of what both have adds nothing"

    def are_equal(self) -> bool:
        with ExitStack() as opened:
            stores = [closing(SqliteStore(self.folder / f"{name}.db", synchronous="OFF")) for name in DEVICES]
            first, *others = [seen(MatchRepository(opened.enter_context(store))) for store in stores]
        return others == [first, first]

    def seen(self) -> list[int]:
        """The number of rows of each store, which all show the same, are whole, and have everything."""
        stores = [SqliteStore(self.folder / f"{name}.db", synchronous="OFF") for name in DEVICES]
        for store in stores:
            assert seen(MatchRepository(store)) == seen(MatchRepository(stores[0]))
            assert verify(MatchRepository(store)).is_whole
            kept = written(store)
            lost = [text for row, text in self.written.items() if row not in kept and text not in kept.values()]
            assert not lost, "what two people did alike is there once"
        sizes = [size(store) for store in stores]
        for store in stores:
            store.close()
        return sizes


@pytest.mark.torture("exchange")
def test_phone_laptop_and_server_hold_the_same_however_often_they_are_cut_off(tmp_path: Path, torture: Torture) -> None:
    rng, ends = torture.rng(), 0
    for number in torture.rounds(4, 200):
        meeting = Round(tmp_path / str(number), rng)
        for _ in range(3):
            meeting.happen()
            for name, home in rng.choices(MEETINGS, k=rng.randrange(5)):
                meeting.meet(name, home, cut=True)
        if torture.is_long or not number:
            meeting.kill(*rng.choice(MEETINGS))
        meeting.assert_in_step()
        ends += meeting.ends
    torture.report(
        f"{torture.done:,} interleavings of phone, laptop and server, each with each, {ends:,} exchanges cut off:"
        " 0 events lost, 0 doubled, the three equal"
    )


def test_both_go_on_and_everything_is_in_both(stores: list[Store], tmp_path: Path) -> None:
    phone = Device(stores[0], tmp_path / "known.json")
    mine, home = MatchRepository(stores[0], by="phone"), MatchRepository(stores[1], by="server")
    mine.start(scoresheet, ("Anna", "Ben"), PointsNoted("a", (1, 2)), id="sheet", title="Friday")
    assert phone.meet(stores[1]).there.copied == ["sheet"]
    mine.note("sheet", 2, "a start")
    whole = mine.photos.attach(mine.match("sheet"), encode(photo(color="red")), caption="Ben won")
    mine.photos.attach(mine.match("sheet"), encode(photo(color="blue")), 2)
    home.record("sheet", PointsNoted("b", (5, 5)))
    mine.record("sheet", PointsNoted("b", (3, 4)))
    home.people_repository.rename(home.people().named("Anna")[0], "Eva")
    met = phone.meet(stores[1])
    assert (met.refused_here, met.refused_there) == ({}, {})
    (forked,) = met.there.forked
    fork = home.match(forked.fork)
    assert fork.game.scores(fork.now.state) == (4, 6)
    assert seen(mine) == seen(home)
    assert mine.people().named("Eva")
    assert home.photos.content("sheet", whole) == mine.photos.content("sheet", whole)
    assert sum(len(home.photos.of(id)) for id in home.ids()) == 2
    before = [size(store) for store in stores]
    phone.meet(stores[1])
    assert [size(store) for store in stores] == before
    assert verify(home).is_whole
    assert verify(mine).is_whole


def test_a_row_waits_for_its_device_once_for_each_turn_that_two_took_before_they_were_at_home(tmp_path: Path) -> None:
    devices = [opened(tmp_path / f"{by}.db", by) for by in ("phone", "laptop", "server")]
    phone, laptop, home = devices
    between = Device(phone.store, tmp_path / "between.json")
    phone.start(scoresheet, ("Anna", "Ben"), PointsNoted("a", (1, 2)), id="sheet")
    for by_turns, label in ((laptop, "b"), (phone, "c"), (laptop, "d")):
        between.meet(laptop.store)
        by_turns.record("sheet", PointsNoted(label, (3, 4)))
    between.meet(laptop.store)
    known = [
        (Device(one.store, tmp_path / f"{by}-home.json", by)) for one, by in ((laptop, "laptop"), (phone, "phone"))
    ]
    entries = []
    for _ in range(3):
        for device in known:
            device.meet(home.store)
            entries.append(len(home.match("sheet").log) if "sheet" in home.ids() else 0)
    assert entries == [0, 2, 3, 4, 5, 5]
    assert seen(home) == seen(laptop) == seen(phone)
    for records in devices:
        records.store.close()


def opened(path: Path, by: str, now: str = "2026-11-20T10:00:00.000Z") -> MatchRepository:
    return MatchRepository(SqliteStore(path, synchronous="OFF"), by=by, now=lambda: now)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[MatchRepository]:
    home = opened(tmp_path / "home.db", "server")
    home.start(scoresheet, ("Anna", "Ben"), PointsNoted("a", (1, 2)), id="known")
    yield home
    home.store.close()


def asked(content: bytes) -> bytes:
    return b'{"partie":1}\n' + content


def parcel_of(records: MatchRepository, change: Callable[[str], str] = str) -> bytes:
    packed = zlib.decompress(pack(Parcel({name: records.store.read(name) for name in records.store.streams()})))
    return zlib.compress(change(packed.decode()).encode())


def forge(records: MatchRepository, stream: str, type: str, version: int = 0, **data: object) -> None:
    """A row that no part of Partie would write."""
    new = NewEvent(type, json.dumps(data))
    records.store.append(Append(stream, (new,), expected_version=version, by="phone", at="2026-11-20T10:00:00.000Z"))


def start(records: MatchRepository) -> None:
    records.start(scoresheet, ("Cleo", "Dora"), PointsNoted("a", (1, 2)), id="new")


def illegal(records: MatchRepository) -> None:
    start(records)
    forge(records, "matches/new", "PointsNoted", 2, label="b", points=[1, 2, 3])


def with_photo(records: MatchRepository) -> None:
    start(records)
    records.photos.attach(records.match("new"), encode(photo()))


FORGED: dict[str, tuple[Callable[[MatchRepository], object], str, str]] = {
    "another author": (lambda r: start(opened(r.store.path, "Eva")), "matches/new", "who did not send it"),
    "illegal": (illegal, "matches/new", "one per seat"),
    "rights": (lambda r: forge(r, "access", "TokenRevoked", id="x"), "access", "belong to one store"),
    "settings": (lambda r: forge(r, "settings", "SimulatedMatchesHidden", hidden=True), "settings", "one store"),
    "forgotten": (lambda r: forge(r, "people", "PersonForgotten", person="x"), "people", "Nobody is forgotten"),
    "future": (lambda r: start(opened(r.store.path, "phone", "2029-01-01T00:00:00.000Z")), "matches/new", "future"),
    "newer": (lambda r: forge(r, "people", "PersonNamed2", person="x"), "people", "no event type"),
    "nobody": (lambda r: forge(r, "people", "PeopleMerged", person="x", into="y"), "people", "who is not known"),
    "no stream": (lambda r: forge(r, "secrets", "Told", what="x"), "secrets", "No Partie gives"),
    "photo": (with_photo, "photos/new", "content of its photo is missing"),
}


@pytest.mark.parametrize("kind", FORGED)
def test_what_nobody_could_have_recorded_is_refused_by_stream(home: MatchRepository, tmp_path: Path, kind: str) -> None:
    make, stream, why = FORGED[kind]
    phone = opened(tmp_path / "phone.db", "phone")
    make(phone)
    before = {name: home.store.read(name) for name in home.store.streams()}
    said, _ = answer(home.store, Principal("phone", "recorder"), Grants, asked(parcel_of(phone)), NOW)
    refused = json.loads(said.partition(b"\n")[0])["refused"]
    assert why in refused[stream]
    assert home.store.read(stream) == before.get(stream, ())
    assert verify(home).is_whole
    phone.store.close()


def test_a_changed_field_cannot_be_sent_and_rubbish_is_no_parcel(home: MatchRepository, tmp_path: Path) -> None:
    phone = opened(tmp_path / "phone.db", "phone")
    start(phone)
    rows = size(home.store)

    def refusal(content: bytes) -> str:
        with pytest.raises(ValueError, match=r"\.$") as raised:
            answer(home.store, Principal("phone", "recorder"), Grants, content, NOW)
        return str(raised.value)

    changed = parcel_of(phone, lambda text: text.replace("[1,2]", "[9,2]").replace("Cleo", "Xena"))
    said, _ = answer(home.store, Principal("phone", "recorder"), Grants, asked(changed), NOW)
    refused = json.loads(said.partition(b"\n")[0])["refused"]
    assert refused == dict.fromkeys(("people", "matches/new"), "A row is not what was recorded.")
    assert "no parcel" in refusal(asked(parcel_of(phone)[:-9]))
    assert "no parcel" in refusal(asked(zlib.compress(b"[1]")))
    assert "no parcel" in refusal(asked(parcel_of(phone, lambda text: text.replace('"phone"', "7"))))
    assert "64 MB" in refusal(asked(zlib.compress(bytes(MAX_BYTES + 1))))
    assert "no message" in refusal(b"what")
    assert "another version" in refusal(b'{"partie":2}\n')
    assert size(home.store) == rows
    phone.store.close()


ODD: tuple[object, ...] = (None, "", -1, 10**30, True, [], {"a": 1}, "\x1f", "matches/xyz", [1, 2, 3])


def changed(row: StoredEvent, types: Sequence[str], rng: Random) -> StoredEvent:
    """The row with another value in one place, by somebody who knows how rows are written."""
    fields = json.loads(row.data)
    fields[rng.choice([*fields, "more"])] = rng.choice(ODD)
    others = {"type": rng.choice(types), "schema_version": 99, "data": "[" * 9000, "recorded_at": "x", "source": "a:1"}
    name = rng.choice([*others, "fields", "fields", "fields"])
    return row._replace(data=json.dumps(fields)) if name == "fields" else row._replace(**{name: others[name]})


def test_no_parcel_of_a_stranger_harms_the_store(tmp_path: Path) -> None:
    rng = Random(5)
    phone = History(tmp_path / "phone.db", rng)
    phone.happen(25)
    whole = {name: phone.store.read(name) for name in phone.store.streams()}
    types = sorted({row.type for rows in whole.values() for row in rows} | {"MatchJoined", "PhotoAttached", "Newer.X"})
    for number in range(40):
        name = rng.choice([*whole])
        rows = list(whole[name])
        place = rng.randrange(len(rows))
        rows[place] = changed(rows[place], types, rng)
        rows += rng.choices(rows, k=rng.choice((0, 0, 1)))
        under = rng.choice([name, name, name, "notes/zz", "people", "photos/a", "collection", "portraits", "plays"])
        with closing(SqliteStore(tmp_path / f"{number}.db", synchronous="OFF")) as home, suppress(InvalidInput):
            content = pack(Parcel(whole | {under: tuple(chained(under, None, rows))}))
            answer(home, Principal("phone", "recorder"), Grants, asked(content), NOW)
            report = verify(MatchRepository(home))
            assert report.is_whole
            assert not report.rules_changed
    phone.close()


def test_a_recorder_of_one_match_brings_and_gets_that_match_alone(home: MatchRepository, tmp_path: Path) -> None:
    home.start(scoresheet, ("Cleo", "Dora"), PointsNoted("a", (1, 2)), id="other")
    home.people_repository.rename(home.people().named("Anna")[0], "Eva")
    phone = opened(tmp_path / "phone.db", "guest")
    device = Device(phone.store, tmp_path / "known.json")
    device.principal = Principal("guest", "recorder", "known")
    device.meet(home.store)
    assert [*phone.ids()] == ["known"]
    assert [phone.people().name(id) for id in phone.match("known").header.players] == ["Eva", "Ben"]
    assert not phone.people().named("Cleo")
    assert not phone.people().named("Anna"), "a former name is of nobody's concern"
    phone.record("known", PointsNoted("b", (1, 1)))
    phone.start(scoresheet, ("Gita", "Flora"), PointsNoted("a", (1, 2)), id="mine")
    met = device.meet(home.store)
    assert "requires the role recorder" in met.refused_there["matches/mine"]
    assert "requires the role recorder" in met.refused_there["people"]
    assert home.match("known").version == phone.match("known").version
    assert "mine" not in home.ids()
    with pytest.raises(NotAllowed):
        answer(home.store, Principal("anybody"), Grants, b'{"partie":1}\n', NOW)
    phone.store.close()


def test_rows_of_a_device_before_it_met_its_home_are_stated_as_its_own(home: MatchRepository, tmp_path: Path) -> None:
    phone = opened(tmp_path / "phone.db", "local")
    start(phone)
    chain = [row.row_hash for row in phone.store.read("matches/new")]
    device = Device(phone.store, tmp_path / "known.json", "token 1f")
    for _ in range(2):
        assert device.meet(home.store).refused_there == {}
    assert [row.row_hash for row in home.store.read("matches/new")] == chain
    (stated,) = home.store.read(exchanges.STREAM)
    assert (stated.recorded_by, json.loads(stated.data)) == ("token 1f", {"streams": ["people", "matches/new"]})
    assert not phone.store.read(exchanges.STREAM)
    phone.store.close()


def test_somebody_who_was_forgotten_at_home_does_not_come_back_and_the_rest_does(
    home: MatchRepository, tmp_path: Path
) -> None:
    phone = opened(tmp_path / "phone.db", "phone")
    device = Device(phone.store, tmp_path / "known.json")
    device.meet(home.store)
    (anna,) = home.people().named("Anna")
    home.people_repository.forget(anna)
    start(phone)
    assert "forgotten here" in device.meet(home.store).refused_there[people.STREAM]
    assert not home.people().named("Anna")
    assert home.people().named("Cleo")
    phone.store.close()


def test_a_home_that_was_restored_gets_everything_again(home: MatchRepository, tmp_path: Path) -> None:
    phone = opened(tmp_path / "phone.db", "phone")
    start(phone)
    device = Device(phone.store, tmp_path / "known.json")
    device.meet(home.store)
    earlier = opened(tmp_path / "earlier.db", "server", "2026-11-20T11:00:00.000Z")
    earlier.start(scoresheet, ("Anna", "Ben"), PointsNoted("a", (1, 2)), id="restored")
    assert "who did not send it" in device.meet(earlier.store).refused_there["matches/known"]
    assert {*earlier.ids()} == {"restored", "new"}
    assert {*phone.ids()} == {"known", "restored", "new"}
    for damaged in ("", "{", "[]", '{"mine": 3}', replace(Checkpoints(), mine="9-00").text()):
        device.known.write_text(damaged)
        device.meet(earlier.store)
    assert {*phone.ids()} == {"known", "restored", "new"}
    for store in (phone.store, earlier.store):
        store.close()


def test_photos_come_one_by_one_and_an_exchange_goes_on_where_it_was_cut_off(
    home: MatchRepository, tmp_path: Path
) -> None:
    phone = opened(tmp_path / "phone.db", "phone")
    start(phone)
    for width in range(60, 64):
        phone.photos.attach(phone.match("new"), encode(photo(width)))
    phone.photos.remove("new", phone.photos.of("new")[1].id)
    device = Device(phone.store, tmp_path / "known.json")

    def cut() -> None:
        if len(device.sent) == 2:
            raise Cut

    with pytest.raises(Cut):
        device.meet(home.store, cut)
    assert [one.width for one in home.photos.of("new")] == [60]
    device.meet(home.store)
    assert [one.width for one in home.photos.of("new")] == [60, 62, 63]
    content = b64encode(home.photos.content("new", home.photos.of("new")[0]))
    assert max(device.sent) < 3 * len(content), "each request has one photo"
    assert verify(home).is_whole
    other = opened(tmp_path / "laptop.db", "laptop")
    Device(other.store, tmp_path / "laptop.json", "laptop").meet(home.store)
    assert [one.width for one in other.photos.of("new")] == [60, 62, 63]
    assert verify(other).is_whole
    for store in (phone.store, other.store):
        store.close()


def test_what_is_large_goes_in_parts_and_a_match_too_large_for_one_is_told(
    home: MatchRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "PAGE_BYTES", 3000)
    phone, lines = opened(tmp_path / "phone.db", "phone"), [PointsNoted("x" * 90, (1, 2))]
    for number in range(20):
        phone.start(scoresheet, ("Cleo", "Dora"), *lines, id=f"small{number}")
    phone.start(
        scoresheet, ("Cleo", "Dora"), *(PointsNoted(f"{line} {'x' * 90}", (1, 2)) for line in range(40)), id="large"
    )
    phone.note("large", 2, "with a note")
    phone.photos.attach(phone.match("large"), encode(photo()))
    device = Device(phone.store, tmp_path / "known.json")
    for _ in range(2):
        met = device.meet(home.store)
        assert {*home.ids()} == {"known", *(f"small{number}" for number in range(20))}
    assert len(device.sent) > 5
    assert not met.refused_there, "told once"
    phone.record("large", PointsNoted("one more", (1, 2)))
    told = device.meet(home.store).refused_there
    assert told == dict.fromkeys([MATCHES + "large", "notes/large"], exchange._TOO_LARGE)
    phone.store.close()


def test_a_note_changed_by_a_clock_that_is_behind_counts_in_both(home: MatchRepository, tmp_path: Path) -> None:
    phone = opened(tmp_path / "phone.db", "phone", "2026-11-20T10:10:00.000Z")
    device = Device(phone.store, tmp_path / "known.json")
    device.meet(home.store)
    note = phone.note("known", 2, "lucky")
    device.meet(home.store)
    home.change_note("known", NoteChanged(note.id, "skill"))
    device.meet(home.store)
    assert [one.text for one in phone.notes("known")] == ["skill"] == [one.text for one in home.notes("known")]
    phone.store.close()
