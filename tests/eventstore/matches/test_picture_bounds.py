"""Pictures that would cost a decoder too much are refused by their headers alone, those of phones never."""

import struct
import zlib

import pytest
from PIL import Image

from core.errors import InvalidInput
from eventstore.matches.photo_encoding import encode, smaller
from eventstore.matches.photo_file import MAX_SCANS, photo_file
from eventstore.matches.photos import MAX_SIDE
from eventstore.matches.picture_bounds import MAX_PIXELS, MAX_WHOLE_PIXELS, refuse_costly
from tests.pictures import animated, chunk, file, photo, picture, png, segment, webp, with_scans

JPEG = file(picture())
START, REST = JPEG[:2], JPEG[2:]
WIDE = 1 + MAX_WHOLE_PIXELS // 8_000


def claiming(content: bytes, width: int, height: int) -> bytes:
    """The JPEG with another size in its frame header."""
    place = content.index(b"\xff\xc2" if b"\xff\xc2" in content else b"\xff\xc0") + 5
    return content[:place] + struct.pack(">HH", height, width) + content[place + 4 :]


COSTLY = {
    "scans": (with_scans(MAX_SCANS + 1), "too many parts"),
    "thousands of scans": (with_scans(5_000), "too many parts"),
    "scans after a segment that hides them": (
        START + segment(0xFE, b"x") + b"\xff\x00\xff\xd0" + with_scans(100)[2:],
        "too many parts",
    ),
    "segments": (START + segment(0xFE, b"") * 10_001 + REST, "too many parts"),
    "segments of no kind": (START + segment(0x02, b"x") + REST, "damaged"),
    "fill bytes": (START + b"\xff" * 100_000 + REST, "damaged"),
    "stuffed bytes": (START + b"\xff\x00" * 50_000 + REST, "damaged"),
    "two frames": (START + JPEG[JPEG.index(b"\xff\xc0") :][:19] + REST, "damaged"),
    "no scan": (JPEG[: JPEG.index(b"\xff\xda")], "damaged"),
    "end before the picture": (START + b"\xff\xd9" + with_scans(100)[2:], "damaged"),
    "pixels of a JPEG": (claiming(JPEG, 1 + MAX_PIXELS // 8_000, 8_000), "80 megapixels at most"),
    "pixels of a progressive JPEG": (claiming(with_scans(10), WIDE, 8_000), "50 megapixels at most"),
    "pixels of a PNG": (png(8, 8).replace(struct.pack(">II", 8, 8), struct.pack(">II", WIDE, 8_000)), "50 megapixels"),
    "chunks of a PNG": (png(8, 8, *[chunk(b"teXt", b"")] * 10_000), "too many parts"),
    "profiles of a PNG": (png(8, 8, *[chunk(b"iCCP", b"p\0\0" + zlib.compress(bytes(99_999)))] * 2), "damaged"),
    "a PNG that begins with another chunk": (png(8, 8)[:8] + chunk(b"teXt", b"") + png(8, 8)[8:], "damaged"),
    "an animated PNG": (animated("PNG"), "an animation"),
    "an animated WebP": (animated("WEBP"), "an animation"),
    "pixels of a WebP": (webp(b"VP8 ", b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", WIDE, 8_000)), "50 megapixels"),
    "pixels of a lossless WebP": (webp(b"VP8L", b"\x2f" + struct.pack("<I", WIDE | 8_000 << 14)), "50 megapixels"),
    "pixels of an extended WebP": (
        webp(b"VP8X", bytes(4) + struct.pack("<I", WIDE)[:3] + struct.pack("<I", 8_000)[:3]),
        "50 megapixels",
    ),
    "frames of a WebP": (webp(b"ANMF", bytes(16)), "an animation"),
    "a WebP that ends in its header": (webp(b"VP8X", b""), "damaged"),
}


@pytest.mark.parametrize("name", COSTLY)
def test_a_costly_picture_is_refused_by_its_headers(name: str) -> None:
    content, sentence = COSTLY[name]
    with pytest.raises(InvalidInput, match=sentence):
        encode(content)


ACCEPTED = {
    "a photo": photo(),
    "a photo with its film": photo() + b"\0\0\0\x18ftypmp42" + b"\xff\xda\0\x08" * 1_000,
    "previews": START + segment(0xE2, photo()) * 20 + REST,
    "fill bytes": START + b"\xff" * 16 + REST,
    "as many scans as are allowed": with_scans(MAX_SCANS),
    "as many pixels as are allowed": claiming(JPEG, MAX_PIXELS // 8_000, 8_000),
    "a large PNG": png(7_000, 7_000),
    "a PNG with texts": png(8, 8, *[chunk(b"tEXt", b"a\0b")] * 100),
    "a lossless WebP": file(Image.new("RGBA", (70, 50)), "WEBP", lossless=True),
    "a WebP": file(picture(), "WEBP"),
}


def is_refused(content: bytes) -> bool:
    try:
        refuse_costly(content)
    except InvalidInput:
        return True
    return False


@pytest.mark.parametrize("name", ACCEPTED)
def test_pictures_as_phones_and_programs_write_them_are_accepted(name: str) -> None:
    assert not is_refused(ACCEPTED[name])


def test_a_stored_photo_is_refused_unless_it_is_as_cheap_as_those_that_are_written_here() -> None:
    stored = encode(photo()).content
    frame = stored.index(b"\xff\xc2")
    deep = stored[: frame + 4] + b"\x0c" + stored[frame + 5 :]
    for wrong in (
        with_scans(MAX_SCANS + 1),
        with_scans(3_000, MAX_SIDE, MAX_SIDE),
        stored[:2] + segment(0xC4, b"") * 200 + stored[2:],
        stored[:2] + stored[frame : frame + 19] + stored[2:],
        stored[: stored.index(b"\xff\xda")] + b"\xff\xd9",
        claiming(stored, 0, 48),
        claiming(stored, 64, 0),
        deep,
        file(Image.new("CMYK", (20, 10))),
    ):
        for read in (photo_file, lambda content: smaller(content, 480)):
            with pytest.raises(InvalidInput, match="JPEG without metadata"):
                read(wrong)
    assert photo_file(with_scans(MAX_SCANS)).width == 64
    assert photo_file(file(Image.new("L", (20, 10)))).width == 20
