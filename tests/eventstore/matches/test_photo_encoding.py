"""Pictures from people are stored upright and small, as JPEG, and nothing of their metadata is left."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image, ImageCms

from core.errors import InvalidInput
from eventstore.matches.photo_encoding import MAX_PIXELS, encode, smaller
from eventstore.matches.photo_file import MAX_UPLOAD_BYTES, photo_file
from eventstore.matches.photos import MAX_BYTES, MAX_SIDE
from tests.pictures import SECRETS, file, photo, picture


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def test_nothing_of_place_time_camera_and_remarks_is_left() -> None:
    taken = photo()
    assert all(secret in taken for secret in SECRETS if secret not in (b"ICC_PROFILE", b"http://ns.adobe.com"))
    assert opened(taken).getexif().get_ifd(0x8825)
    stored = encode(taken).content
    assert not [secret for secret in SECRETS if secret in stored]
    seen = opened(stored)
    assert (seen.format, dict(seen.getexif())) == ("JPEG", {})
    assert seen.info.keys() <= {"jfif", "jfif_version", "jfif_unit", "jfif_density", "progressive", "progression"}


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_is_upright_however_the_phone_was_held(orientation: int) -> None:
    stored = encode(photo(64, 48, orientation=orientation))
    assert (stored.width, stored.height) == ((64, 48) if orientation < 5 else (48, 64))
    corners = {1: (0, 0), 2: (1, 0), 3: (1, 1), 4: (0, 1), 5: (0, 0), 6: (1, 0), 7: (1, 1), 8: (0, 1)}
    right, lower = corners[orientation]
    seen = opened(stored.content)
    assert min(seen.getpixel((right * (stored.width - 1), lower * (stored.height - 1)))) > 230, "the white corner"


def test_a_large_photo_becomes_smaller_in_pixels_and_in_bytes() -> None:
    noise = Image.effect_noise((3000, 2400), 90).convert("RGB")
    stored = encode(file(noise, quality=60))
    assert max(stored.width, stored.height) <= MAX_SIDE
    assert len(stored.content) <= MAX_BYTES
    assert encode(file(noise, quality=60)).digest == stored.digest, "a repeated request is recognized"
    assert max(opened(smaller(stored.content, 480)).size) == 480


def test_other_formats_become_jpeg_on_white() -> None:
    see_through = Image.new("RGBA", (20, 10), (255, 0, 0, 0))
    for content in (
        file(see_through, "PNG"),
        file(see_through, "WEBP", lossless=True),
        file(Image.new("LA", (20, 10), (0, 0)), "PNG"),
    ):
        stored = encode(content)
        assert (stored.width, stored.height) == (20, 10)
        assert opened(stored.content).getpixel((10, 5)) == (255, 255, 255)
    for mode in ("1", "L", "P", "I;16"):
        assert encode(file(Image.new(mode, (20, 10)), "PNG")).width == 20
    assert encode(file(Image.new("CMYK", (20, 10)), "JPEG")).width == 20


def test_a_color_profile_is_applied_and_not_kept() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for wrong in (profile, b"no profile"):
        stored = encode(file(picture(), icc_profile=wrong))
        assert b"ICC_PROFILE" not in stored.content


def with_size(width: int, height: int) -> bytes:
    """A PNG file that claims this size."""
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(b"")))
    parts = [
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    ]
    return b"".join((b"\x89PNG\r\n\x1a\n", *parts))


REFUSED = {
    "heic": (b"\0\0\0\x18ftypheic" + bytes(100), "HEIC pictures cannot be read"),
    "gif": (file(picture(), "GIF"), "use JPEG, PNG or WebP"),
    "text": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "use JPEG, PNG or WebP"),
    "nothing": (b"", "use JPEG, PNG or WebP"),
    "cut off": (photo()[:-200], "damaged"),
    "cut off PNG": (file(picture(), "PNG")[:-40], "damaged"),
    "bomb": (with_size(MAX_PIXELS, 2), "too large"),
    "larger bomb": (with_size(100_000, 100_000), "too large"),
    "heavy": (bytes(MAX_UPLOAD_BYTES + 1), "12 MB at most"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_picture_or_too_large_is_refused_with_a_sentence(name: str) -> None:
    content, sentence = REFUSED[name]
    with pytest.raises(InvalidInput, match=sentence):
        encode(content)


def test_a_stored_photo_holds_nothing_but_the_picture() -> None:
    stored = encode(photo()).content
    assert photo_file(stored).content == stored
    for wrong in (
        photo(),
        file(picture(), comment=b"hidden"),
        stored + b"hidden",
        stored[:-2],
        stored[:2] + b"\xff\xfe\x00\x08hidden" + stored[2:],
        file(picture(), "PNG"),
        b"\xff\xd8\xff\xd9",
        b"",
    ):
        with pytest.raises(InvalidInput, match="JPEG without metadata"):
            photo_file(wrong)
    with pytest.raises(InvalidInput, match="at most 2048 pixels"):
        photo_file(file(picture(MAX_SIDE + 1, 2)))
    with pytest.raises(InvalidInput, match="bytes"):
        photo_file(bytes(MAX_BYTES + 1))
