"""A store where nothing can be written is listed and verified: a disk that is full or mounted to be read only."""

from contextlib import closing, suppress
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.open_store import open_store
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import FullDisk, UnusableStore
from importers.files import importing
from tests.eventstore.store.test_disk_full import in_a_small_file_system

pytestmark = pytest.mark.slow

IMPORT = f"from {__name__} import *"
LIST_AND_VERIFY = "[listed(sys.argv[1] + name) for name in ('/listed.db', '/behind.db', '/open.db')]"


def fill_store(path: Path, *, is_listed: bool) -> SqliteStore:
    store = SqliteStore(path)
    records = MatchRepository(store)
    records.start(scoresheet, ("Anna", "Ben"), PointsNoted("one", (1, 2)), id="first")
    MatchIndex(store, records).count()
    if not is_listed:
        records.start(scoresheet, ("Anna", "Ben"), PointsNoted("one", (1, 2)), id="second")
    return store


def prepare(folder: str) -> None:
    """Two closed stores, and one that a program was killed with: its journal is left."""
    for name in ("listed", "behind"):
        fill_store(Path(folder) / f"{name}.db", is_listed=name == "listed").close()
    with closing(fill_store(Path(folder) / "killed.db", is_listed=False)):
        for suffix in ("", "-wal"):
            (Path(folder) / f"open.db{suffix}").write_bytes((Path(folder) / f"killed.db{suffix}").read_bytes())


def listed(address: str) -> tuple[Any, ...]:
    """What lists and `verify` say of a store, and the refusal of a write."""
    before = Path(address).read_bytes()
    with closing(open_store(address)) as store:
        records = MatchRepository(store)
        ids = sorted(row.id for row in MatchIndex(store, records).matches())
        try:
            records.record("first", PointsNoted("two", (1, 1)))
        except UnusableStore as error:
            said = str(error).removeprefix(address)
        report = verify(records)
    assert Path(address).read_bytes() == before
    return ids, report.is_whole, report.matches, said


def fill_disk(folder: str) -> None:
    with (Path(folder) / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(bytes(512)):
            pass


def expected(reason: str) -> str:
    refused = f" cannot be written: {reason}"
    both = (["first", "second"], True, 2, refused)
    return str([(["first"], True, 1, refused), both, both])


def test_a_store_on_a_medium_that_cannot_be_written_is_listed_and_verified(tmp_path: Path) -> None:
    mounted = "import subprocess; subprocess.run(['mount', '-o', 'remount,ro', sys.argv[1]], check=True)"
    told = in_a_small_file_system(tmp_path, f"{IMPORT}; prepare(sys.argv[1]); {mounted}; print({LIST_AND_VERIFY})")
    assert told == expected("the file or its folder is read-only.")


def test_a_store_on_a_full_disk_is_listed_and_verified(tmp_path: Path) -> None:
    told = in_a_small_file_system(
        tmp_path, f"{IMPORT}; prepare(sys.argv[1]); fill_disk(sys.argv[1]); print({LIST_AND_VERIFY})"
    )
    assert told == expected("the disk is full.")


def running(folder: str) -> tuple[Any, ...]:
    """The lists of a program whose disk runs full while it has the store open, before and after there is room."""
    with closing(fill_store(Path(folder) / "partie.db", is_listed=False)) as store:
        index = MatchIndex(store, MatchRepository(store))
        fill_disk(folder)
        full = sorted(row.id for row in index.matches()), index.is_behind()
        (Path(folder) / "filler").unlink()
        return *full, sorted(row.id for row in index.matches()), index.is_behind()


def test_lists_of_a_running_program_stay_as_they_were_and_say_so_until_there_is_room(tmp_path: Path) -> None:
    told = in_a_small_file_system(tmp_path, f"{IMPORT}; print(running(sys.argv[1]))")
    assert told == str((["first"], True, ["first", "second"], False))


def imported(folder: str) -> tuple[Any, ...]:
    """Whether an import that fills the disk says how many matches are in the store; a repeated one brings the rest."""
    address, plays = str(Path(folder) / "partie.db"), 3_000
    header = '{"partie": 1, "game": "scoresheet", "players": ["Anna", "Ben"], "title": "%d"}'
    sheets = "\n".join(
        f'{header % number}\n{{"type": "PointsNoted", "label": "{"x" * 900}", "points": [{number}, 2]}}'
        for number in range(plays)
    )

    def run() -> str:
        try:
            with importing(address, ["sheets"]) as files:
                files.read("sheets", BufferedReader(BytesIO(sheets.encode())))
        except FullDisk as error:
            return str(error).removeprefix(address)
        return ""

    said = run()
    number = len(list(SqliteStore(Path(address)).streams("matches/")))
    sentence = f" cannot be written: the disk is full. {number} matches of the import are in the store;"
    return 0 < number < plays, said.startswith(sentence), said.partition("; ")[2]


def test_an_import_that_fills_the_disk_says_how_many_matches_are_in(tmp_path: Path) -> None:
    told = in_a_small_file_system(tmp_path, f"{IMPORT}; print(imported(sys.argv[1]))")
    assert told == "(True, True, 'import the files again when there is room.')"
