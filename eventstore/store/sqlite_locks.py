"""The processes that have a SQLite file open, by the locks they hold on it, where the system lists locks (Linux).

The files themselves are never opened here: closing one drops the locks of every connection of this process to it.
"""

import os
from pathlib import Path
from typing import Final

from core.messages import Message, message

_LOCKS: Final = Path("/proc/locks")
_MAX_COMMAND_LINE: Final = 80
"""Maximum characters of a command line in a message."""


def holders(path: str) -> frozenset[int]:
    """Ids of the processes that hold a lock on the file; empty where the system does not list locks."""
    return _holders(path, _locks())


def holders_of_first_only(path: str, other: str) -> frozenset[int]:
    """Ids of the processes that hold a lock on the first file but none on the other."""
    locks = _locks()  # One list for both files, as locks may change in between.
    return _holders(path, locks) - _holders(other, locks)


def _locks() -> list[list[str]]:
    """The words of lines such as `1: POSIX ADVISORY READ 4711 fe:00:2146522 128 128`; `->` marks a process that only
    waits for a lock.
    """
    try:
        lines = _LOCKS.read_text().splitlines()
    except OSError:
        return []
    return [line.split() for line in lines if "->" not in line]


def _holders(path: str, locks: list[list[str]]) -> frozenset[int]:
    try:
        status = os.stat(path)
    except OSError:
        return frozenset()
    file = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    return frozenset(int(word[4]) for word in locks if len(word) > 5 and word[5] == file and word[4].isdigit())


def describe(pids: frozenset[int]) -> Message | str:
    """The id and the command line of one of these processes, by which an operator finds it."""
    others = sorted(pids - {os.getpid(), 0})
    if not others:
        return message("this program") if os.getpid() in pids else message("another program")
    try:
        command = Path(f"/proc/{others[0]}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        command = ""
    if len(command) > _MAX_COMMAND_LINE:
        command = command[:_MAX_COMMAND_LINE] + "…"
    return message("process {id} ({command})", id=others[0], command=command or "?")
