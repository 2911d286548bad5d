"""QR codes as a camera sees them: on a page, and in a terminal whatever its colors."""

import io

import pytest
import resvg_py
import zxingcpp
from PIL import Image

from viewer.pairing import qr_code

LINK = "http://192.168.100.100:8501/pairing#8c1d22e0_0123456789abcdef/table?match=5e1f09a2c4"
ESCAPE = "\x1b[38;5;16;48;5;231m"
SIDE = 4
"""Pixels of a module."""


def read(picture: Image.Image) -> str:
    (code,) = zxingcpp.read_barcodes(picture)
    return str(code.text)


def on_screen(drawn: str, ground: int) -> Image.Image:
    """The picture of a terminal with this background, from black (0) to white (255), in which the code is drawn."""
    lines = [line.removeprefix(ESCAPE).removesuffix("\x1b[0m") for line in drawn.splitlines()]
    picture = Image.new("L", ((len(lines[0]) + 8) * SIDE, (2 * len(lines) + 8) * SIDE), ground)
    for y, line in enumerate(lines):
        for x, character in enumerate(line):
            for half, dark in enumerate((character in "█▀", character in "█▄")):
                corner = ((x + 4) * SIDE, (2 * y + half + 4) * SIDE)
                picture.paste(0 if dark else 255, (*corner, corner[0] + SIDE, corner[1] + SIDE))
    return picture


@pytest.mark.parametrize("text", [LINK, LINK.partition("/table")[0], "x", "https://example.org/" + "y" * 300])
def test_a_code_in_a_terminal_is_read(text: str) -> None:
    drawn = qr_code.terminal(text)
    assert all(line.startswith(ESCAPE) and line.endswith("\x1b[0m") for line in drawn.splitlines())
    for ground in (0, 255):
        assert read(on_screen(drawn, ground)) == text


def test_the_code_of_a_link_fits_a_small_terminal_and_is_read_on_a_page() -> None:
    drawn = qr_code.terminal(LINK)
    assert qr_code.columns(drawn) <= 80
    assert len(drawn.splitlines()) <= 22
    png = bytes(resvg_py.svg_to_bytes(svg_string=qr_code.svg(LINK)))
    assert read(Image.open(io.BytesIO(png)).convert("L")) == LINK
    with pytest.raises(ValueError, match="Data too large"):
        qr_code.svg("x" * 5000)
