"""Limits of the service, derived from the number of file handles the process may open."""

from dataclasses import dataclass
from typing import Final

try:
    import resource
except ImportError:  # Windows, which has no such limit.
    resource = None  # type: ignore[assignment]

MAX_HANDLES: Final = 1 << 16
"""The limit is not raised beyond: each connection costs memory too."""

UNLIMITED_HANDLES: Final = 2048
"""Assumed where the system states no limit."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """How much a process with so many file `handles` takes on at once; the rest of the handles is for the store."""

    handles: int

    @property
    def connections(self) -> int:
        """Open connections."""
        return min(4096, self.handles * 3 // 8)

    @property
    def local_reserve(self) -> int:
        """Connections among them that only this machine may open."""
        return self.connections // 8

    @property
    def backlog(self) -> int:
        """Connections accepted in one go, before any of them can be refused."""
        return min(1024, self.handles // 16)

    @property
    def followers(self) -> int:
        """Server-sent event streams."""
        return min(2000, self.handles // 4)

    @property
    def pages(self) -> int:
        """Websockets of the viewer's pages, each with files of its own: up to nine while it is computed."""
        return min(1000, self.handles // 32)

    @property
    def closed_pages(self) -> int:
        """Pages whose websocket is gone and that may come back; each has three handles."""
        return min(16, self.handles // 64)

    @property
    def threads(self) -> int:
        """Threads that answer requests; each keeps its own connections to the store."""
        return max(4, min(28, self.handles // 32))


def raise_handle_limit() -> None:
    """Raise the soft limit of open files to the hard limit where the system allows it."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_HANDLES if hard == resource.RLIM_INFINITY else min(hard, MAX_HANDLES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # macOS has a lower limit of its own, which it does not tell here.
            return


def capacity() -> Capacity:
    """The capacity of this process with the limit as it is now."""
    if resource is None:
        return Capacity(UNLIMITED_HANDLES)
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return Capacity(MAX_HANDLES if soft == resource.RLIM_INFINITY else soft)
