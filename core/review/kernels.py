"""The kernels: libraries in C beside the evaluations of games, as the build of the package compiles them."""

import ctypes
import os
import sys
from collections.abc import Hashable
from functools import cached_property
from hashlib import sha256
from importlib.resources import as_file
from importlib.resources.abc import Traversable
from random import Random
from typing import Any, Final, Protocol

from core.game import Trust, Value
from core.review.search import MAX_SEATS

LIBRARY: Final = "kernel.dll" if sys.platform == "win32" else "kernel.so"
"""The file name of a kernel, beside the face of its game."""

_SEAL: Final = "kernel.sha256"
"""The file beside it with two lines: the digests of the library and of its sources, as the build wrote them."""

_SOURCES: Final = ("kernel.h", "search.h")
"""The files in the folder `kernel` that a kernel is compiled from beside its own source."""


def sealed_library(folder: Traversable, headers: Traversable) -> ctypes.CDLL:
    """The kernel in a folder, where it is the file that was built, from these sources.

    To load a library that was cut off can end the process, and one of other sources gives other figures. Sources that
    were not installed are not compared. Raises OSError with the reason where it is not loaded.
    """
    seal, content = folder / _SEAL, (folder / LIBRARY).read_bytes()
    sealed = seal.read_bytes().decode("ascii", "replace").split() if seal.is_file() else []
    if sha256(content).hexdigest() not in sealed[:1]:
        raise OSError(f"{LIBRARY} is not the file that was built; install Partie again")
    sources = [folder / "kernel.c", *(headers / name for name in _SOURCES)]
    if sources[0].is_file() and sha256(b"".join(file.read_bytes() for file in sources)).hexdigest() not in sealed[1:]:
        raise OSError(f"{LIBRARY} was built from another version of its sources; install Partie again")
    if sys.platform != "linux":
        with as_file(folder / LIBRARY) as path:
            return ctypes.CDLL(str(path))
    # A copy in memory, which stays open: a file that is written over while it is loaded ends the process.
    copy = os.memfd_create(LIBRARY)
    os.write(copy, content)
    return ctypes.CDLL(f"/proc/self/fd/{copy}")


class Face(Protocol):
    """The package `evaluation` of a game: positions and moves as its kernel knows them, and how much it is trusted.

    The constants and `tempered` are those of `core.game.Evaluation`.
    """

    @property
    def JUDGED_SEATS(self) -> frozenset[int]: ...

    @property
    def TRUST(self) -> Trust: ...

    @property
    def SHARED_ERROR(self) -> float: ...

    @property
    def SPEED(self) -> int:
        """Iterations as a multiple of those of a search in Python."""

    def tables(self) -> bytes:
        """All that the kernel takes from Python once: weights, and tables of the rules."""

    def tempered(self, state: Any, value: Value) -> Value: ...

    def pack(self, state: Any) -> bytes: ...

    def code(self, state: Any, event: Any) -> int: ...

    def move(self, state: Any, code: int) -> Any: ...


class SeenNode(ctypes.Structure):
    """`Seen` of `search.h`."""

    _fields_ = (
        ("at", ctypes.c_int32),
        ("visits", ctypes.c_int32),
        ("turn", ctypes.c_int32),
        ("is_fixed", ctypes.c_int32),
        ("prior", ctypes.c_double),
        ("sums", ctypes.c_double * (4 * MAX_SEATS)),
    )


class CValue(ctypes.Structure):
    """`core.game.Value` in C."""

    _fields_ = tuple((name, ctypes.c_double * MAX_SEATS) for name in Value._fields)

    def of(self, seats: int) -> Value:
        return Value(*(tuple(getattr(self, name)[:seats]) for name in Value._fields))


class Kernel:
    """A kernel as the evaluation of its game (`core.game.Evaluation`). It reads its weights when it is first asked."""

    def __init__(self, library: ctypes.CDLL, face: Face) -> None:
        """Raises AttributeError where the library is not such a one."""
        self.face = face
        self.JUDGED_SEATS, self.TRUST, self.SHARED_ERROR = face.JUDGED_SEATS, face.TRUST, face.SHARED_ERROR
        self.tempered = face.tempered
        self._library = library
        pointer, whole, real, state = ctypes.c_void_p, ctypes.c_int32, ctypes.c_double, ctypes.c_char_p
        wholes, reals, value = ctypes.POINTER(whole), ctypes.POINTER(real), ctypes.POINTER(CValue)
        seen = ctypes.POINTER(SeenNode)
        for name, result, arguments in (
            ("kernel_load", None, [ctypes.c_char_p]),
            ("kernel_most_moves", whole, []),
            ("kernel_seats", whole, [state]),
            ("kernel_is_horizon", whole, [state]),
            ("kernel_choices_left", whole, [state]),
            ("kernel_canonical", None, [state]),
            ("kernel_value", None, [state, value]),
            ("kernel_priors", whole, [state, wholes, reals]),
            ("tree_new", pointer, [ctypes.c_uint64, whole, reals]),
            ("tree_free", None, [pointer]),
            ("tree_node", whole, [pointer, state]),
            ("tree_grow", None, [pointer, whole, whole]),
            ("tree_visit", None, [pointer, whole]),
            ("tree_adopt", whole, [pointer, whole, whole, whole]),
            ("tree_read", whole, [pointer, whole, seen, seen]),
            ("tree_moves", whole, [pointer, whole, wholes, reals]),
            ("tree_solve", whole, [pointer, whole, whole, value]),
            ("tree_wins", whole, [pointer, whole, whole]),
            ("tree_is_used_up", whole, [pointer]),
        ):
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        self.max_moves: int = library.kernel_most_moves()

    @cached_property
    def library(self) -> ctypes.CDLL:
        """The library with its tables."""
        self._library.kernel_load(self.face.tables())
        return self._library

    def priors(self, state: Any) -> list[tuple[Any, float]]:
        codes, weights = (ctypes.c_int32 * self.max_moves)(), (ctypes.c_double * self.max_moves)()
        number = self.library.kernel_priors(self.face.pack(state), codes, weights)
        return [(self.face.move(state, codes[at]), weights[at]) for at in range(number)]

    def key(self, state: Any) -> Hashable:
        packed = self.face.pack(state)
        canonical = ctypes.create_string_buffer(packed, len(packed))
        self.library.kernel_canonical(canonical)
        return canonical.raw

    def is_horizon(self, state: Any) -> bool:
        return bool(self.library.kernel_is_horizon(self.face.pack(state)))

    def choices_left(self, state: Any) -> int:
        return int(self.library.kernel_choices_left(self.face.pack(state)))

    def value(self, state: Any, rng: Random) -> Value:
        value, packed = CValue(), self.face.pack(state)
        self.library.kernel_value(packed, value)
        return value.of(self.library.kernel_seats(packed))
