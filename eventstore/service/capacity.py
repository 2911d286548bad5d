"""Limits of the service, derived from the number of file handles the process may open."""

from dataclasses import dataclass
from typing import Final

try:
    import resource
except ImportError:  # Windows, which has no such limit.
    resource = None  # type: ignore[assignment]

MAX_HANDLES: Final = 1 << 16
"""The limit is not raised above this number: each connection also costs memory."""

UNLIMITED_HANDLES: Final = 2048
"""Assumed where the system states no limit."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """Limits of a process with this number of file `handles`; the remaining handles are for the store."""

    handles: int

    @property
    def connections(self) -> int:
        """Maximum number of open connections."""
        return min(4096, self.handles * 3 // 8)

    @property
    def local_reserve(self) -> int:
        """Number of these connections that are reserved for clients on this machine."""
        return self.connections // 8

    @property
    def backlog(self) -> int:
        """Connections accepted in one batch, before any of them can be refused."""
        return min(1024, self.handles // 16)

    @property
    def followers(self) -> int:
        """Maximum number of server-sent event streams."""
        return min(2000, self.handles // 4)

    @property
    def pages(self) -> int:
        """Maximum number of websockets of viewer pages; a page opens up to nine files while it is computed."""
        return min(1000, self.handles // 32)

    @property
    def closed_pages(self) -> int:
        """Maximum number of pages kept for a reconnect after their websocket closed; each has three handles."""
        return min(16, self.handles // 64)

    @property
    def threads(self) -> int:
        """Number of threads that answer requests; each keeps its own connections to the store."""
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
        except (OSError, ValueError):  # macOS has a lower limit that getrlimit does not report.
            return


def capacity() -> Capacity:
    """The capacity of this process at its current limit."""
    if resource is None:
        return Capacity(UNLIMITED_HANDLES)
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return Capacity(MAX_HANDLES if soft == resource.RLIM_INFINITY else soft)
