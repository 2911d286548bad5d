"""Stores of releases since 0.3.0 open for ever, and events of former shapes are read as today's."""

import shlex
import shutil
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar

import pytest

from core import games
from core.game import fact
from core.record_events import RECORD_EVENTS
from eventstore import codec
from eventstore.codec import NotAnEvent, Upcaster
from eventstore.maintenance.heads import head, is_head
from eventstore.maintenance.verification import verify
from eventstore.matches import notes, people, photos
from eventstore.matches.photo_encoding import encode
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store import sqlite_file
from eventstore.store.sqlite import SCHEMA, SqliteStore
from eventstore.store.store import StoredEvent
from tests import TESTS
from tests.pictures import photo
from tests.stores import change
from tests.viewer.commands.terminal import Terminal
from viewer.commands.cli_errors import OUTDATED

RELEASES = TESTS / "releases"

HEADS = {"0.3.0": "214-2-662b7a28cde29aa90b4e3436c8cb869e3ab189522bed8e83d37ca097127efa02"}
"""What each of them holds; these words never change."""

GAMES = {"0.3.0": {"chocolatier", "pavilion", "azacru", "schokoly", "scoresheet"}}
"""The games of each release. Games that came later are not in its store."""

SAMPLES: dict[tuple[str, int], str] = {}
"""A row of every shape that is no longer written, by the name of its class and the shape; none is ever taken away."""


def test_there_is_a_store_of_every_release() -> None:
    assert {path.stem for path in RELEASES.glob("*.db")} == set(HEADS) == set(GAMES)


@pytest.mark.parametrize("release", HEADS)
def test_a_store_of_a_release_opens_and_goes_on(tmp_path: Path, release: str) -> None:
    path = tmp_path / "a.db"
    shutil.copy(RELEASES / f"{release}.db", path)
    store = SqliteStore(path)
    records = MatchRepository(store)
    assert is_head(store, HEADS[release])
    assert verify(records).is_whole
    ids = list(records.ids())
    assert all(row.state != "damaged" for row in MatchIndex(store, records).matches())
    for id in ids:
        assert records.match(id).frames
        records.note(id, 1, "still here")
        records.photos.attach(records.match(id), encode(photo()))
    assert {records.match(id).game.KEY for id in ids} == GAMES[release]
    assert verify(records).is_whole
    store.close()


def test_an_upgrade_keeps_the_store_of_before_and_an_older_program_says_the_command_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    partie = Terminal(tmp_path / "my plays.db")
    shutil.copy(RELEASES / "0.3.0.db", partie.store)
    for copy in ("my plays-of-schema-4.db", "my plays-of-schema-4-2.db"):
        with monkeypatch.context() as newer:
            newer.setattr(sqlite_file, "SCHEMA", SCHEMA + 1)
            partie("new", "scoresheet", "--player", "Anna")
        told = partie("list", code=1)
        assert told.startswith(f"{partie.store} was upgraded by Partie {version('partie')} (schema {SCHEMA + 1}, ")
        *_, command = told.split("`")[:-1]
        assert shlex.split(command)[-1] == str(tmp_path / copy)
        partie(*shlex.split(command)[3:])
        store = SqliteStore(partie.store)
        assert is_head(store, HEADS["0.3.0"])
        assert head(store) == HEADS["0.3.0"]
        store.close()


def test_a_store_of_a_version_before_0_3_is_refused_in_one_sentence_and_stays_as_it_is(tmp_path: Path) -> None:
    partie = Terminal(tmp_path / "a.db")
    SqliteStore(partie.store).close()
    change(partie.store, "DROP TABLE blobs", "PRAGMA user_version=3")
    before = partie.store.read_bytes()
    for words in (("list",), ("verify",), ("new", "scoresheet", "--player", "Anna")):
        told = partie(*words, code=OUTDATED)
        assert told == f"{partie.store} was written by a version of Partie before 0.3.0, and is not read by this one.\n"
    assert partie.store.read_bytes() == before


def everything() -> dict[str, type[Any]]:
    classes = (
        *RECORD_EVENTS,
        *notes.EVENTS,
        *people.EVENTS,
        *photos.EVENTS,
        *(cls for game in games.GAMES for cls in game.EVENTS),
    )
    return {f"{cls.__module__}.{cls.__qualname__}": cls for cls in classes}


def test_every_shape_that_was_ever_written_has_a_sample_that_is_read() -> None:
    known = everything()
    assert {(name, old) for name, cls in known.items() for old in range(1, codec.schema_version(cls))} == set(SAMPLES)
    for (name, shape), data in SAMPLES.items():
        assert isinstance(codec.decode_row((known[name],), stored(known[name].__name__, shape, data)), known[name])


def with_dice(fields: dict[str, Any]) -> dict[str, Any]:
    return {"dice": [fields["face"]]}


def with_seat(fields: dict[str, Any]) -> dict[str, Any]:
    return fields | {"seat": 0}


@fact
@dataclass(frozen=True, slots=True)
class DiceRolled:
    seat: int
    dice: tuple[int, ...]
    UPCASTERS: ClassVar[tuple[Upcaster, ...]] = (with_dice, with_seat)


def stored(name: str, shape: int, data: str) -> StoredEvent:
    return StoredEvent(1, "matches/a", 1, name, shape, data, None, None, "test", "2026", None, None, bytes(32))


@pytest.mark.parametrize(
    ("shape", "data", "event"),
    [
        (1, '{"face":4}', DiceRolled(0, (4,))),
        (2, '{"dice":[4,5]}', DiceRolled(0, (4, 5))),
        (3, '{"seat":1,"dice":[4,5]}', DiceRolled(1, (4, 5))),
    ],
)
def test_an_event_of_an_old_shape_is_lifted_when_it_is_read(shape: int, data: str, event: DiceRolled) -> None:
    assert codec.decode_row((DiceRolled,), stored("DiceRolled", shape, data)) == event
    new = codec.row(event)
    assert (new.type, new.schema_version) == ("DiceRolled", 3)
    assert codec.decode_row((DiceRolled,), stored(new.type, new.schema_version, new.data)) == event


def test_a_lifted_event_is_as_strict_as_any_other() -> None:
    with pytest.raises(ValueError, match="valid integer"):
        codec.decode_row((DiceRolled,), stored("DiceRolled", 1, '{"face":"4"}'))


def test_a_shape_of_a_newer_release_is_told() -> None:
    with pytest.raises(NotAnEvent, match="shape, 4, that a newer Partie gave it"):
        codec.decode_row((DiceRolled,), stored("DiceRolled", 4, "{}"))
