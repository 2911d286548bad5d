"""A disk whose plug can be pulled: everything SQLite writes and syncs is noted, and any moment can be gone back to.

The notes are taken in SQLite's own layer of file access (its VFS), reached with ctypes in the very library the store
uses, so nothing is needed that does not come with it. What is noted of a write is what was handed to the operating
system; it is on the disk for certain only when the file is synced afterwards. Files appear and vanish at once; a new
name is on the disk for certain when its folder is synced.
"""

import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from eventstore.store.sqlite import sqlite3

SECTOR = 512
"""Bytes a disk writes all or none of."""

POINTER = ctypes.c_void_p
XOPEN = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, POINTER, POINTER, ctypes.c_int, POINTER)
XDELETE = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, ctypes.c_char_p, ctypes.c_int)
XCLOSE = ctypes.CFUNCTYPE(ctypes.c_int, POINTER)
XWRITE = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, POINTER, ctypes.c_int, ctypes.c_int64)
XTRUNCATE = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, ctypes.c_int64)
XSYNC = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, ctypes.c_int)


class Vfs(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", POINTER),
        ("name", ctypes.c_char_p),
        ("own", POINTER),
        ("open", XOPEN),
        ("delete", XDELETE),
        ("rest", POINTER * 14),
    )


class Methods(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        ("close", XCLOSE),
        ("read", POINTER),
        ("write", XWRITE),
        ("truncate", XTRUNCATE),
        ("sync", XSYNC),
        ("rest", POINTER * 13),
    )


class Write(NamedTuple):
    path: str
    offset: int
    data: bytes


class Truncated(NamedTuple):
    path: str
    size: int


class Synced(NamedTuple):
    path: str


class Deleted(NamedTuple):
    path: str


class Renamed(NamedTuple):
    path: str
    to: str


Step = Any
"""One of the above, or whatever a test notes in between."""


def _library() -> ctypes.CDLL:
    """The library that holds the SQLite of the store. Raises AttributeError or OSError when it cannot be reached."""
    module = getattr(__import__(sqlite3.__name__, fromlist=["_sqlite3"]), "_sqlite3", None) or __import__("_sqlite3")
    library = ctypes.CDLL(module.__file__)
    library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
    return library


@contextmanager
def noted() -> Iterator[list[Step]]:
    """What is done to files by connections that are opened within, in order; more may be noted by whoever reads it."""
    library = _library()
    plain = library.sqlite3_vfs_find(None)
    steps: list[Step] = []
    paths: dict[int, str] = {}
    tables: dict[int, Methods] = {}

    def opened(_vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        # The name is passed on as it came, not as a copy: SQLite goes on looking at it.
        code = int(plain.contents.open(ctypes.addressof(plain.contents), name, file, flags, out))
        place = POINTER.from_address(file)
        if code == 0 and name and place.value:
            paths[file] = ctypes.string_at(name).decode()
            if place.value not in tables:
                tables[place.value] = _noting(Methods.from_address(place.value), paths, steps)
            place.value = ctypes.addressof(tables[place.value])
        return code

    def deleted(_vfs: int, name: bytes, sync: int) -> int:
        steps.append(Deleted(name.decode()))
        return int(plain.contents.delete(ctypes.addressof(plain.contents), name, sync))

    ours = Vfs.from_buffer_copy(plain.contents)
    ours.name, ours.open, ours.delete = b"noting", XOPEN(opened), XDELETE(deleted)
    library.sqlite3_vfs_register(ctypes.byref(ours), 1)
    try:
        yield steps
    finally:
        library.sqlite3_vfs_register(plain, 1)
        library.sqlite3_vfs_unregister(ctypes.byref(ours))


def _noting(plain: Methods, paths: dict[int, str], steps: list[Step]) -> Methods:
    """The same methods of a file, which note what they are told."""

    def before(call: Callable[..., int], note: Callable[..., Step]) -> Callable[..., int]:
        def noting(file: int, *told: int) -> int:
            steps.append(note(paths[file], *told))
            return int(call(file, *told))

        return noting

    def synced(file: int, flags: int) -> int:
        code = int(plain.sync(file, flags))
        if code == 0:
            steps.append(Synced(paths[file]))
        return code

    ours = Methods.from_buffer_copy(plain)
    ours.write = XWRITE(
        before(plain.write, lambda path, data, size, offset: Write(path, offset, ctypes.string_at(data, size)))
    )
    ours.truncate = XTRUNCATE(before(plain.truncate, Truncated))
    ours.sync = XSYNC(synced)
    return ours


@contextmanager
def noted_of_python() -> Iterator[list[Step]]:
    """The same, and what Python itself syncs, renames and deletes; of a file that it wrote the content when synced."""
    plain = {name: getattr(os, name) for name in ("fsync", "rename", "unlink")}
    with noted() as steps:

        def fsync(file: int) -> None:
            path = Path(os.readlink(f"/proc/self/fd/{file}"))
            if path.is_file() and not any(isinstance(step, Write) and step.path == str(path) for step in steps):
                steps.append(Write(str(path), 0, path.read_bytes()))
            plain["fsync"](file)
            steps.append(Synced(str(path)))

        def rename(path: Path, to: Path) -> None:
            plain["rename"](path, to)
            steps.append(Renamed(str(path), str(to)))

        def unlink(path: Any, **where: int) -> None:
            plain["unlink"](path, **where)
            steps.append(Deleted(str(path)))

        try:
            for each in (fsync, rename, unlink):
                setattr(os, each.__name__, each)
            yield steps
        finally:
            for name, call in plain.items():
                setattr(os, name, call)


class Disk:
    """Files as they are after some steps: what is on the disk for certain, and what is still on the way there."""

    def __init__(self, *files: Path) -> None:
        self._certain = {str(path): bytearray(path.read_bytes()) for path in files}
        self._pending = dict[str, list[Step]]()
        self._renamed = list[Renamed]()

    def go_on(self, step: Step) -> None:
        match step:
            case Write(path) | Truncated(path):
                self._pending.setdefault(path, []).append(step)
            case Synced(path):
                for one in self._pending.pop(path, []):
                    _carry_out(self._certain, one)
                for step in [one for one in self._renamed if str(Path(one.to).parent) == path]:
                    self._renamed.remove(step)
                    self._certain[step.to] = self._certain.pop(step.path, bytearray())
            case Renamed():
                self._renamed.append(step)
            case Deleted(path):
                self._pending.pop(path, None)
                self._certain.pop(path, None)

    def pull_the_plug(self, folder: Path, rng: Random) -> None:
        """Leave in `folder` what is there afterwards."""
        for path, content in self.left(rng).items():
            (folder / Path(path).name).write_bytes(content)

    def left(self, rng: Random) -> dict[str, bytearray]:
        """The files after a power cut: of what was on the way nothing, or some of it, torn perhaps."""
        left = {path: bytearray(content) for path, content in self._certain.items()}
        share = rng.choice((0, 0, 0.5, 0.9, 1))
        for steps in self._pending.values():
            for step in steps:
                if rng.random() < share:
                    _carry_out(left, _torn(step, rng) if rng.random() < 0.1 else step)
        for path, to in self._renamed:
            if rng.random() < 0.5:
                left[to] = left.pop(path, bytearray())
        return left


def _carry_out(files: dict[str, bytearray], step: Write | Truncated) -> None:
    content = files.setdefault(step.path, bytearray())
    if isinstance(step, Truncated):
        del content[step.size :]
        return
    content.extend(bytes(max(0, step.offset - len(content))))
    content[step.offset : step.offset + len(step.data)] = step.data


def _torn(step: Write | Truncated, rng: Random) -> Write | Truncated:
    if isinstance(step, Truncated) or len(step.data) <= SECTOR:
        return step
    return step._replace(data=step.data[: SECTOR * rng.randrange(1, -(-len(step.data) // SECTOR))])
