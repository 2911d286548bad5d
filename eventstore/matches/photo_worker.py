"""The process that decodes pictures: `python -m eventstore.matches.photo_worker`, started by `photo_process`.

It reads requests from its standard input, writes a response for each to its standard output, and ends with its input.
"""

import json
import os
import sys
from contextlib import suppress
from typing import Final

from core.errors import InvalidInput
from core.messages import Message
from eventstore.matches.photo_encoding import encode, smaller
from eventstore.matches.photo_process import REQUEST, RESPONSE, too_costly

try:
    import resource
except ImportError:  # Windows, which has no such limit.
    resource = None  # type: ignore[assignment]

MAX_MEMORY: Final = 1 << 30
"""Maximum bytes of address space of the process; the largest picture within the bounds takes four fifths of it."""

_NICE: Final = 10
"""Added to the niceness of the process, so that pages and writes stay quick."""


def main() -> None:
    if resource is not None:
        with suppress(OSError, ValueError):  # macOS refuses some limits, and a lower one may hold already.
            resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    if hasattr(os, "nice"):
        os.nice(_NICE)
    requests = sys.stdin.buffer
    with os.fdopen(os.dup(1), "wb") as responses, suppress(BrokenPipeError):
        os.dup2(2, 1)  # Nothing else may write between the responses.
        while len(head := requests.read(REQUEST.size)) == REQUEST.size:
            length, side = REQUEST.unpack(head)
            is_refused, content = _response(requests.read(length), side)
            responses.write(RESPONSE.pack(len(content), is_refused) + content)
            responses.flush()


def _response(content: bytes, side: int) -> tuple[bool, bytes]:
    try:
        return False, smaller(content, side) if side else encode(content).content
    except MemoryError:
        return True, _sentence(too_costly())
    except InvalidInput as error:
        return True, _sentence(error)


def _sentence(error: InvalidInput) -> bytes:
    """The template and the values of the sentence, which are translated only in the process of the reader."""
    sentence = error.args[0]
    assert isinstance(sentence, Message)
    return json.dumps([sentence.template, dict(sentence.values)]).encode()


if __name__ == "__main__":
    main()
