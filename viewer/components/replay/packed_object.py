"""A JSON object that is converted and compressed once, and ends for each reader with members of its own."""

from collections.abc import Mapping
from typing import Final
from zlib import Z_SYNC_FLUSH, compressobj, decompressobj

from pydantic_core import to_json

_LEVEL: Final = 5
_GZIP: Final = 31
"""`wbits` of zlib for the gzip format."""


class PackedObject:
    """The common `members`; there must be at least one. Its length is the size of the compressed form in bytes."""

    def __init__(self, members: Mapping[str, object]) -> None:
        self._packer = compressobj(_LEVEL, wbits=_GZIP)
        self._common = self._packer.compress(to_json(members)[:-1]) + self._packer.flush(Z_SYNC_FLUSH)

    def __len__(self) -> int:
        return len(self._common)

    def gzip(self, own: Mapping[str, object]) -> bytes:
        """The object with the members of one reader, which must not be empty, compressed."""
        packer = self._packer.copy()
        return self._common + packer.compress(_end(own)) + packer.flush()

    def json(self, own: Mapping[str, object]) -> bytes:
        """The same without compression."""
        return decompressobj(_GZIP).decompress(self._common) + _end(own)


def _end(own: Mapping[str, object]) -> bytes:
    return b"," + to_json(own)[1:]
