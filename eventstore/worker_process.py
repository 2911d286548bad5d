"""Calls functions on hostile input in a process of its own, with a bounded queue and limits of time and memory.

A call that exceeds a limit ends the process and is refused, and so does one whose result nobody waits for. The process
starts with the first call and ends after a minute without any. It is a program of its own, not a fork, and ends with
this one.
"""

import os
import pickle
import subprocess
import sys
import traceback
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from io import BufferedWriter
from threading import Condition, Thread, Timer
from typing import Any, Final

from core.errors import InvalidInput, PartieError

try:
    import resource
except ImportError:  # Windows, which has no such limit.
    resource = None  # type: ignore[assignment]

IDLE_S: Final = 60
"""Time after which a process without work ends."""

WAIT_S: Final = 0.1
"""Time after which the caller of `run` is asked again whether it waits for the result."""

_EXIT_TIMEOUT_S: Final = 5
"""Time for the process to end after its pipes were closed."""

_NICE: Final = 10
"""Added to the niceness of the process, so that pages and writes stay quick."""

_RESULT, _ERROR, _PROGRESS = range(3)
"""Messages of the process, each with a value."""


class TooManyCalls(PartieError):
    """The queue is full; the message is a sentence."""


class TooCostly(InvalidInput):
    """The call took more time or memory than the process has; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Limits:
    """At most `max_waiting` calls wait or run, `max_of_client` of them for one client.

    `too_many` and `too_costly` are the sentences of the refusals. `max_memory` is in bytes of address space.
    """

    max_waiting: int
    max_of_client: int
    timeout_s: float
    max_memory: int
    too_many: str
    too_costly: str


@dataclass(slots=True, eq=False)
class Call:
    """A call of the function at `name`, such as `eventstore.matches.photo_encoding:encode`."""

    name: str
    arguments: tuple[Any, ...]
    client: str
    result: Future[Any] = field(default_factory=Future)
    progress: tuple[int, int] = (0, 0)
    """The report of the function: the amount done and the total."""
    is_abandoned: bool = False


class WorkerProcess:
    """A process that makes one call after the other.

    Functions are named, not imported here: what they need is loaded in the process alone. Arguments, results and errors
    are pickled.
    """

    def __init__(self, limits: Limits, prepare: str = "") -> None:
        """`prepare` names a function that the process calls first, perhaps none."""
        self.limits, self._prepare = limits, prepare
        self._changed = Condition()
        self._calls = deque[Call]()
        """The first one runs."""
        self._thread: Thread | None = None
        self._process: _Process | None = None
        self._is_closed = False

    def submit(self, name: str, *arguments: Any, client: str = "") -> Call:
        """Begin a call, whose result raises what the function raises, or TooCostly. Raises TooManyCalls.

        A `client` that is empty has no limit of its own.
        """
        call = Call(name, arguments, client)
        with self._changed:
            of_client = sum(bool(client) and other.client == client for other in self._calls)
            if len(self._calls) >= self.limits.max_waiting or of_client >= self.limits.max_of_client:
                raise TooManyCalls(self.limits.too_many)
            self._calls.append(call)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="worker process", daemon=True)
                self._thread.start()
            self._changed.notify()
        return call

    def run(
        self, name: str, *arguments: Any, client: str = "", waiting: Callable[[int, int], None] = lambda done, of: None
    ) -> Any:
        """The result of a call. `waiting` gets its progress again and again; what it raises ends the call."""
        call = self.submit(name, *arguments, client=client)
        try:
            while not wait([call.result], WAIT_S).done:
                waiting(*call.progress)
        except BaseException:
            self.abandon(call)
            raise
        return call.result.result()

    def abandon(self, call: Call) -> None:
        """End a call; its result, if anybody still asks for it, is TooCostly or cancelled."""
        with self._changed:
            call.is_abandoned = True
            if call in self._calls and self._calls[0] is not call:
                call.result.cancel()
                self._calls.remove(call)
            elif call in self._calls and self._process:
                self._process.kill()

    def close(self) -> None:
        """End the process, and with it the calls that run or wait."""
        with self._changed:
            self._is_closed, calls, thread = True, [*self._calls], self._thread
            self._changed.notify()
        for call in reversed(calls):
            self.abandon(call)
        if thread:
            thread.join()

    def _run(self) -> None:
        while call := self._next():
            if call.result.set_running_or_notify_cancel():
                try:
                    call.result.set_result(self._started(call).call(call, self.limits))
                except Exception as error:
                    call.result.set_exception(error)
            with self._changed:
                self._calls.popleft()
                if call.is_abandoned:
                    self._end()  # It may have been killed when the call had just ended.
        self._end()

    def _started(self, call: Call) -> "_Process":
        with self._changed:
            if call.is_abandoned:
                raise TooCostly(self.limits.too_costly)
            if self._process is None or not self._process.is_running:
                self._process = _Process(self.limits.max_memory, self._prepare)
            return self._process

    def _next(self) -> Call | None:
        """The next call; None after a time without any, which ends the thread."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._calls or self._is_closed, IDLE_S) or not self._calls:
                self._thread = None  # Under the lock, so that the next call starts another one.
                return None
            return self._calls[0]

    def _end(self) -> None:
        process, self._process = self._process, None
        if process:
            process.end()


class _Process:
    """The process, for one thread."""

    def __init__(self, max_memory: int, prepare: str) -> None:
        program = f"from {__name__} import serve; serve({max_memory}, {prepare!r})"
        self._process = subprocess.Popen(
            # -P: a folder `core` where the command was called is not ours. -W: a picture can cause 60,000 warnings.
            [sys.executable, "-P", "-W", "ignore", "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self._process.kill()

    def call(self, call: Call, limits: Limits) -> Any:
        """Raises TooCostly for the end of the process by a signal, RuntimeError for another end."""
        assert self._process.stdin
        assert self._process.stdout
        timer = Timer(limits.timeout_s, self._process.kill)
        timer.start()
        try:
            pickle.dump((call.name, call.arguments), self._process.stdin)
            self._process.stdin.flush()
            kind, value = pickle.load(self._process.stdout)
            while kind == _PROGRESS:
                call.progress = value
                kind, value = pickle.load(self._process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):  # Its pipes are closed: nothing more can come of it.
            code = self.end()
            if code >= 0:
                raise RuntimeError(f"The process that called {call.name} ended with exit code {code}.") from None
            raise TooCostly(limits.too_costly) from None
        finally:
            timer.cancel()
        if kind == _RESULT:
            return value
        if isinstance(value, MemoryError):
            raise TooCostly(limits.too_costly) from None
        raise value

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


_responses: BufferedWriter | None = None
"""The stream to which the process writes; None in any other."""


def serve(max_memory: int, prepare: str) -> None:
    """Make the calls that come from the standard input, until it ends."""
    global _responses
    if resource is not None:
        with suppress(OSError, ValueError):  # macOS refuses some limits, and a lower one may hold already.
            resource.setrlimit(resource.RLIMIT_AS, (max_memory, max_memory))
    if hasattr(os, "nice"):
        os.nice(_NICE)
    _responses = BufferedWriter(os.fdopen(os.dup(1), "wb", buffering=0))
    os.dup2(2, 1)  # Nothing else may write between the responses.
    if prepare:
        _function(prepare)()
    with suppress(BrokenPipeError, EOFError):
        while True:
            _send(*_response(*pickle.load(sys.stdin.buffer)))


def report_progress(done: int, of: int) -> None:
    """Tell the caller of the function that runs in this process how far it is, a hundred times at most."""
    if _responses and of and done * 100 // of != (done - 1) * 100 // of:
        _send(_PROGRESS, (done, of))


def _response(name: str, arguments: tuple[Any, ...]) -> tuple[int, Any]:
    try:
        return _RESULT, _function(name)(*arguments)
    except MemoryError:
        return _ERROR, MemoryError()
    except Exception as error:
        if not isinstance(error, PartieError | ValueError):
            traceback.print_exc()  # A defect; the caller has no trace of it.
        return _ERROR, error


def _function(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def _send(kind: int, value: Any) -> None:
    assert _responses
    _responses.write(pickle.dumps((kind, value)))
    _responses.flush()
