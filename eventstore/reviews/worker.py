"""The worker process: reads pickled tasks from its standard input and writes pickled messages to its standard output.

`python -m eventstore.reviews.worker`, started by `workers`. It opens no store and ends with its standard input.
"""

import os
import pickle
import sys
from contextlib import suppress
from typing import BinaryIO, Final

from eventstore.reviews.task import Outcome, Task, TaskProgress, compute

_NICE: Final = 10
"""Added to the niceness of the process, so that pages and other programs stay quick."""


def main() -> None:
    tasks = sys.stdin.buffer
    with os.fdopen(os.dup(1), "wb") as messages, suppress(EOFError, BrokenPipeError):
        os.dup2(2, 1)  # Nothing else may write between the messages.
        if hasattr(os, "nice"):
            os.nice(_NICE)
        while True:
            task: Task = pickle.load(tasks)
            _send(messages, compute(task, lambda done, of: _send(messages, TaskProgress(done, of))))


def _send(messages: BinaryIO, message: Outcome | TaskProgress) -> None:
    pickle.dump(message, messages)
    messages.flush()


if __name__ == "__main__":
    main()
