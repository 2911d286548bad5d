"""Decodes pictures in processes of their own: a costly picture delays other pictures alone."""

from concurrent.futures import Future
from typing import Final

from core.messages import message
from eventstore.matches.photo_file import PhotoFile, photo_file
from eventstore.worker_process import Limits, WorkerProcess

TIMEOUT_S: Final = 30
"""Maximum time for one picture; the largest ones within the bounds take about 3 s."""

MAX_MEMORY: Final = 1 << 30
"""Maximum bytes of address space of a process; the largest picture within the bounds takes four fifths of it."""


class PhotoProcess:
    """A process that decodes one picture after the other.

    At most `max_waiting` pictures wait or are decoded, `max_of_client` of them for one client (empty: no limit).
    """

    def __init__(self, max_waiting: int, max_of_client: int, timeout_s: float = TIMEOUT_S) -> None:
        self._process = WorkerProcess(
            Limits(
                max_waiting,
                max_of_client,
                timeout_s,
                MAX_MEMORY,
                message("Too many pictures are waiting; try again later."),
                message("The picture takes too much time or memory to read: make it smaller."),
            )
        )

    def submit(self, content: bytes, side: int = 0, client: str = "") -> Future[bytes]:
        """`photo_encoding.encoded` of the content, or with a `side` `smaller`. Raises TooManyCalls.

        The result raises InvalidInput as they do, and TooCostly.
        """
        name, *arguments = ("smaller", content, side) if side else ("encoded", content)
        return self._process.submit(f"eventstore.matches.photo_encoding:{name}", *arguments, client=client).result


class PictureProcesses:
    """Pictures of requests."""

    def encoded(self, content: bytes, client: str) -> Future[bytes]:
        return UPLOADS.submit(content, client=client)

    def smaller(self, content: bytes, side: int) -> Future[bytes]:
        return STORED.submit(content, side)


UPLOADS: Final = PhotoProcess(8, 3)
"""For pictures from people."""

STORED: Final = PhotoProcess(64, 64)
"""For stored photos, which are small: readers do not wait for uploads."""


def encode(content: bytes) -> PhotoFile:
    """`photo_encoding.encode`. Also raises TooManyCalls."""
    return photo_file(UPLOADS.submit(content).result())


def smaller(content: bytes, side: int) -> bytes:
    """`photo_encoding.smaller`. Also raises TooManyCalls."""
    return STORED.submit(content, side).result()
