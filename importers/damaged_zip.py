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
    RuntimeError,  # Encrypted members, and compressions that Python does not know.
    ValueError,
    OverflowError,
)
