"""Picture files as phones write them, made by Pillow."""

from io import BytesIO

from PIL import Image

PLACE = (49.0, 11.0, 42.0)
"""Degrees, minutes and seconds of the latitude where the photo was taken."""

SECRETS = (b"Exif", b"Kamera", b"Anna at home", b"2026:11:20", b"ICC_PROFILE", b"http://ns.adobe.com")
"""Words that only the metadata holds."""


def picture(width: int = 64, height: int = 48, color: str = "red") -> Image.Image:
    """A picture in this color with a white upper left corner, by which its orientation is told."""
    made = Image.new("RGB", (width, height), color)
    made.paste("white", (0, 0, width // 2, height // 2))
    return made


def photo(width: int = 64, height: int = 48, color: str = "red", *, orientation: int = 1) -> bytes:
    """A JPEG file with all the metadata that a phone writes: where, when, by which camera, and more."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010F], exif[0x0132] = orientation, "Kamera", "2026:11:20 18:30:00"
    place = exif.get_ifd(0x8825)
    place[1], place[2], place[3], place[4] = "N", PLACE, "E", (16.0, 36.0, 30.0)
    xmp = b'<x:xmpmeta xmlns:x="adobe:ns:meta/">Anna at home</x:xmpmeta>'
    return file(picture(width, height, color), exif=exif, comment=b"Anna at home", xmp=xmp)


def file(made: Image.Image, kind: str = "JPEG", **more: object) -> bytes:
    written = BytesIO()
    made.save(written, kind, **more)
    return written.getvalue()
