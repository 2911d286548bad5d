"""What reading a ZIP file that is damaged, encrypted or made to do harm raises."""

import lzma
import struct
import zipfile
import zlib
from typing import Final

BAD_ZIP: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,
    EOFError,
    struct.error,
    KeyError,  # A member that is not there.
    NotImplementedError,  # A compression that Python does not know; encrypted members are a RuntimeError.
    RuntimeError,
    ValueError,
    OverflowError,
)
