"""Pictures from people, encoded again as the JPEG files that the store keeps: upright, small, without any metadata.

A hostile picture can take seconds and hundreds of megabytes: programs call these functions through `photo_process`.
"""

from io import BytesIO
from typing import Final

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from core.errors import InvalidInput
from core.messages import message
from eventstore.matches.photo_file import FORMATS, MAX_UPLOAD_BYTES, TOO_LARGE, UNKNOWN_FORMAT, PhotoFile, photo_file
from eventstore.matches.photos import MAX_BYTES, MAX_SIDE
from eventstore.matches.picture_bounds import MAX_WHOLE_PIXELS, damaged, refuse_costly, refuse_large

_HEIC: Final = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypmsf1", b"ftyphevc")
"""Bytes 4 to 11 of the pictures of phones."""

_QUALITIES: Final = (85, 75, 65, 50)
"""Qualities of the encoder, tried in this order until the file is small enough."""


def encode(content: bytes) -> PhotoFile:
    """The picture in a JPEG, PNG, WebP or HEIC file as a stored photo. Raises InvalidInput with one sentence."""
    if len(content) > MAX_UPLOAD_BYTES:
        raise InvalidInput(TOO_LARGE)
    return photo_file(_small_enough(_picture(content, MAX_SIDE)))


def encoded(content: bytes) -> bytes:
    """`encode` without the size of the photo, which its content has."""
    return encode(content).content


def smaller(content: bytes, side: int) -> bytes:
    """A stored photo with a long side of at most `side` pixels. Raises InvalidInput as `photo_file` does."""
    return _jpeg(_picture(photo_file(content).content, side), 80)


def _picture(content: bytes, side: int) -> Image.Image:
    """The picture in sRGB, upright, with a long side of at most `side` pixels. Raises InvalidInput."""
    refuse_costly(content)
    try:
        with _opened(content) as opened:
            opened.draft("RGB", (side, side))  # Lets JPEG decode to a half, a quarter or an eighth of the size.
            opened.thumbnail((side, side), Image.Resampling.LANCZOS, reducing_gap=3)
            ImageOps.exif_transpose(opened, in_place=True)
            return _opaque(_in_srgb(opened, opened.info.get("icc_profile")))
    except InvalidInput:
        raise
    except Image.DecompressionBombError:
        refuse_large(1 + MAX_WHOLE_PIXELS)
    except UnidentifiedImageError:
        raise InvalidInput(UNKNOWN_FORMAT) from None
    except (OSError, ValueError, SyntaxError, ArithmeticError, LookupError, TypeError, RuntimeError):
        pass  # Pillow and libheif raise any of these for a damaged file.
    raise damaged()


def _opened(content: bytes) -> Image.Image:
    """The picture, not decoded yet if it is no HEIC."""
    if content[4:12] not in _HEIC:
        return Image.open(BytesIO(content), formats=FORMATS)
    try:
        import pi_heif  # An optional extra.
    except ImportError:
        raise InvalidInput(
            message(
                "HEIC pictures cannot be read here; save the picture as JPEG and add that file, or install "
                "partie[heic] on the server."
            )
        ) from None
    held = pi_heif.open_heif(BytesIO(content))
    refuse_large(held.size[0] * held.size[1])
    picture: Image.Image = held.to_pillow()
    return picture


def _in_srgb(picture: Image.Image, profile: bytes | None) -> Image.Image:
    """The picture with the colors that its profile means; the profile itself is not kept."""
    if not profile or picture.mode != "RGB":
        return picture
    try:
        found = ImageCms.ImageCmsProfile(BytesIO(profile))
        return ImageCms.profileToProfile(picture, found, ImageCms.createProfile("sRGB")) or picture
    except (ImageCms.PyCMSError, OSError):
        return picture


def _opaque(picture: Image.Image) -> Image.Image:
    """The picture in RGB, on white where it is transparent."""
    if picture.has_transparency_data:
        layer = picture.convert("RGBA")
        white = Image.new("RGB", layer.size, "white")
        white.paste(layer, mask=layer.getchannel("A"))
        return white
    return picture.convert("RGB")


def _small_enough(picture: Image.Image) -> bytes:
    while True:
        for quality in _QUALITIES:
            if len(content := _jpeg(picture, quality)) <= MAX_BYTES:
                return content
        picture = picture.resize((max(picture.width * 3 // 4, 1), max(picture.height * 3 // 4, 1)))


def _jpeg(picture: Image.Image, quality: int) -> bytes:
    picture.info = {}  # Pillow would write comments, profiles and EXIF data that it keeps here.
    file = BytesIO()
    picture.save(file, "JPEG", quality=quality, optimize=True, progressive=True)
    return file.getvalue()
