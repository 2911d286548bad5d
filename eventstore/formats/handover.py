"""One match as a text for a QR code or behind the `#` of a link: its header and its log, deflated, with a digest.

Without the times of the moves, notes and photos, which a file has. The id is in the header, so that a match that comes
twice is one match.
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from typing import Final

from core.errors import InvalidInput
from core.messages import message
from eventstore.formats import script
from eventstore.formats.match_file import Script, ScriptError
from eventstore.matches.match import Match

MAX_BYTES: Final = 1 << 20
"""Maximum bytes of a match that is unpacked."""

_FORMAT: Final = b"\1"
_DIGEST_BYTES: Final = 6
_BITS: Final = -15
"""Deflated without a header: the digest is the check."""

_BROKEN: Final = message("This is no match of Partie, or a part of it is missing.")


def packed(match: Match) -> bytes:
    """The match as few bytes; `digits` and `letters` write them."""
    whole = script.write_script(replace(match, log=tuple(entry._replace(happened_at=None) for entry in match.log)))
    packer = zlib.compressobj(9, zlib.DEFLATED, _BITS, 9, zlib.Z_DEFAULT_STRATEGY, _words())
    content = packer.compress(whole.encode()) + packer.flush()
    return _FORMAT + sha256(content).digest()[:_DIGEST_BYTES] + content


@cache
def _words() -> bytes:
    """Lines as matches have them, which packed matches refer to. Every code depends on each letter of this file: other
    words need another format.
    """
    return files("eventstore.formats").joinpath("handover.txt").read_bytes()


def digits(content: bytes) -> str:
    """For a QR code, which holds a digit in a third of the room of a letter."""
    return str(int.from_bytes(content, "big"))


def letters(content: bytes) -> str:
    """For a link that people copy: it is shorter, and every letter is one that addresses may hold."""
    return urlsafe_b64encode(content).decode().rstrip("=")


def unpacked(text: str) -> Script:
    """The match of a text of `digits` or `letters`, or of a link that ends in one.

    Raises InvalidInput when it is none, or is not whole.
    """
    content = _content(text.rpartition("#")[2].strip())
    digest, rest = content[1 : 1 + _DIGEST_BYTES], content[1 + _DIGEST_BYTES :]
    if content[:1] != _FORMAT or sha256(rest).digest()[:_DIGEST_BYTES] != digest:
        raise InvalidInput(_BROKEN)
    unpacker = zlib.decompressobj(_BITS, _words())
    try:
        whole = unpacker.decompress(rest, MAX_BYTES)
    except zlib.error:
        raise InvalidInput(_BROKEN) from None
    found = [*script.read(BytesIO(whole), notations=False)]
    if not unpacker.eof or len(found) != 1:
        raise InvalidInput(_BROKEN)
    if isinstance(found[0], ScriptError):
        raise found[0]
    if found[0].problem:
        raise found[0].problem
    return found[0]


def _content(text: str) -> bytes:
    if len(text) > MAX_BYTES:
        return b""
    if re.fullmatch("[0-9]{1,4000}", text):
        number = int(text)
        return number.to_bytes((number.bit_length() + 7) // 8, "big")
    if not re.fullmatch(r"[\w-]*", text, re.ASCII):
        return b""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""
