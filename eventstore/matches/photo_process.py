"""Decodes pictures in a process of its own, with a bounded queue: a costly picture delays other pictures alone.

The process has limits of time and memory; a picture that exceeds them ends it and is refused. It starts with the first
picture and ends after a minute without any. It is a program of its own, not a fork, and ends with this one.
"""

import json
import subprocess
import sys
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from struct import Struct
from threading import Condition, Thread, Timer
from typing import Final

from core import messages
from core.errors import InvalidInput, PartieError
from core.messages import message
from eventstore.matches.photo_file import PhotoFile, photo_file

REQUEST: Final = Struct(">II")
"""The length of a picture, which follows, and the long side of the result (0: a photo to store)."""

RESPONSE: Final = Struct(">I?")
"""The length of the content that follows, and whether it is the sentence of a refusal, as JSON, and not a JPEG."""

TIMEOUT_S: Final = 30
"""Maximum time for one picture; the largest ones within the bounds take about 3 s."""

IDLE_S: Final = 60
"""Time after which a process without work ends."""


_EXIT_TIMEOUT_S: Final = 5
"""Time for the process to end after its pipes were closed."""


class TooManyPictures(PartieError):
    """The queue is full; the message is a sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """A picture that waits for its result: a stored photo, or with a `side` a smaller picture."""

    content: bytes
    side: int
    client: str
    result: Future[bytes] = field(default_factory=Future)


class PhotoProcess:
    """A process that decodes one picture after the other.

    At most `max_waiting` pictures wait or are decoded, `max_of_client` of them for one client (empty: no limit).
    """

    def __init__(self, max_waiting: int, max_of_client: int) -> None:
        self._max_waiting, self._max_of_client = max_waiting, max_of_client
        self._changed = Condition()
        self._jobs = deque[_Job]()
        """The first one is decoded."""
        self._thread: Thread | None = None

    def submit(self, content: bytes, side: int = 0, client: str = "") -> Future[bytes]:
        """`photo_encoding.encode` of the content, or with a `side` `smaller`. Raises TooManyPictures.

        The result raises InvalidInput as they do, and when the picture exceeds the limits of the process.
        """
        job = _Job(content, side, client)
        with self._changed:
            of_client = sum(bool(client) and other.client == client for other in self._jobs)
            if len(self._jobs) >= self._max_waiting or of_client >= self._max_of_client:
                raise TooManyPictures(message("Too many pictures are waiting; try again later."))
            self._jobs.append(job)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="pictures", daemon=True)
                self._thread.start()
            self._changed.notify()
        return job.result

    def _run(self) -> None:
        decoder: _Decoder | None = None
        while job := self._next():
            if job.result.set_running_or_notify_cancel():
                try:
                    decoder = decoder if decoder and decoder.is_running else _Decoder()
                    job.result.set_result(decoder.decode(job.content, job.side))
                except Exception as error:
                    job.result.set_exception(error)
            with self._changed:
                self._jobs.popleft()
        if decoder:
            decoder.end()

    def _next(self) -> _Job | None:
        """The next picture; None after a time without any, which ends the thread."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._jobs, IDLE_S):
                self._thread = None  # Under the lock, so that the next picture starts another one.
                return None
            return self._jobs[0]


class _Decoder:
    """The process, for one thread."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            # -P: a folder `core` where the command was called is not ours. -W: a picture can cause 60,000 warnings.
            [sys.executable, "-P", "-W", "ignore", "-m", "eventstore.matches.photo_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def decode(self, content: bytes, side: int) -> bytes:
        """Raises InvalidInput for a refusal or the end of the process by a signal, RuntimeError for another end."""
        assert self._process.stdin
        assert self._process.stdout
        timer = Timer(TIMEOUT_S, self._process.kill)
        timer.start()
        try:
            self._process.stdin.write(REQUEST.pack(len(content), side) + content)
            self._process.stdin.flush()
            length, is_refused = RESPONSE.unpack(self._process.stdout.read(RESPONSE.size))
            answer = self._process.stdout.read(length)
        except Exception:  # Its pipes are closed, or it wrote what cannot be read: nothing more can come of it.
            code = self.end()
            if code >= 0:
                raise RuntimeError(f"The process that decodes pictures ended with exit code {code}.") from None
            raise too_costly() from None
        finally:
            timer.cancel()
        if is_refused:
            template, values = json.loads(answer)
            raise InvalidInput(messages.message(template, **values))  # It was written out in the other process.
        return answer

    def end(self) -> int:
        """Close the pipes, by which the process ends, and return its exit code: negative after a signal."""
        assert self._process.stdin
        assert self._process.stdout
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
        try:
            return self._process.wait(_EXIT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


def too_costly() -> InvalidInput:
    """The refusal of a picture that exceeds the limits of the process."""
    return InvalidInput(message("The picture takes too much time or memory to read: make it smaller."))


UPLOADS: Final = PhotoProcess(8, 3)
"""For pictures from people."""

STORED: Final = PhotoProcess(64, 64)
"""For stored photos, which are small: readers do not wait for uploads."""


def encode(content: bytes) -> PhotoFile:
    """`photo_encoding.encode`. Also raises TooManyPictures."""
    return photo_file(UPLOADS.submit(content).result())


def smaller(content: bytes, side: int) -> bytes:
    """`photo_encoding.smaller`. Also raises TooManyPictures."""
    return STORED.submit(content, side).result()
