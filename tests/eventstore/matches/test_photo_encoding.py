"""Pictures from people are stored upright and small, as JPEG, and nothing of their metadata is left."""

import struct
import sys
from base64 import b85decode
from io import BytesIO

import pytest
from PIL import Image, ImageCms

from core.errors import InvalidInput
from eventstore.matches.photo_encoding import encode, smaller
from eventstore.matches.photo_file import MAX_UPLOAD_BYTES, photo_file
from eventstore.matches.photos import MAX_BYTES, MAX_SIDE
from eventstore.matches.picture_bounds import MAX_WHOLE_PIXELS
from tests.pictures import SECRETS, file, photo, picture, png


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


@pytest.mark.slow
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
    return png(0, 0).replace(bytes(8), struct.pack(">II", width, height), 1)


HEIC = b85decode(
    b"0000SW^{RQXk}?*00000ZE0pPXk}?*ZE0a<0005UZDn*}000000000XXk=`10000000000aA{+700000000000000000000G-+&a"
    b"V*mgE07O6l0ssL300001>i_`&00000002V(0ssI200J%m0RR9100000IsgCwIB98aW&i*H00062000$fZf0cy000000RRAKc4ILB"
    b"0000LX>Mj^0ssI300IC2MR;ju000004sdC7Z2$lO00031009PRaB^?}008A_aAR)(004Dpc4I>U18@KU0FVFx0000U@BsY%`1k+-"
    b"4+CHT0RR|40Sp2E{{wIU00RJ!0009300RIXx&lC90096gLID8-Z~y=U0FVFx0{{R603M(qfd!W8uA1iHA)vs3000bt00093gkk^z"
    b"00u+>!E?ch0000JV{dG7ZewhC0096E00w{n000zeb8uw<00000002M$002M$001asY+-N!001BW00031000;O00061|Nr0s00092"
    b"|Nqzk00062000nhX?SS>000032nYxO000STa&L440000PX>e^}0000000001009Pp0s{qvh5!Hn8fkK6W&i*H000004r63<V*mmG"
    b"0RRC2004z;WMOmw002KI0k2XT5`=*AWSK0l@3|PDn3`sZD!XO8|IE7pdU$Az&aw3c+-%S|neE1UmV&}rP8J+AnP!l69*J^4N8kVe"
    b"00u>PX=VTbO-%qQ0000800IFI00IC2015yA044zv00RI30096700000002`(LsCUlLqSad"
)
"""A photo of a phone held upright: 24 x 32, blue, white in the upper right corner, with the name of the camera."""


def test_a_heic_photo_of_a_phone_becomes_an_upright_jpeg() -> None:
    assert b"SECRETCAM" in HEIC
    stored = encode(HEIC)
    assert (stored.width, stored.height) == (24, 32)
    assert b"SECRETCAM" not in stored.content
    assert min(opened(stored.content).getpixel((22, 1))) > 200 > max(opened(stored.content).getpixel((1, 30)))


def test_without_the_extra_a_heic_photo_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    with pytest.raises(InvalidInput, match=r"save the picture as JPEG .* or install partie\[heic\]"):
        encode(HEIC)


REFUSED = {
    "cut off HEIC": (HEIC[:-100], "damaged"),
    "no HEIC": (b"\0\0\0\x18ftypheic" + bytes(100), "damaged"),
    "gif": (file(picture(), "GIF"), "use JPEG, PNG or WebP"),
    "text": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "use JPEG, PNG or WebP"),
    "nothing": (b"", "use JPEG, PNG or WebP"),
    "cut off": (photo()[:-200], "damaged"),
    "cut off PNG": (file(picture(), "PNG")[:-40], "damaged"),
    "bomb": (with_size(MAX_WHOLE_PIXELS, 2), "too large"),
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
