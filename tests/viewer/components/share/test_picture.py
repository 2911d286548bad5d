"""Pictures: sharp, in the boards' colors, with text; films: a picture an event, longer where a round ends."""

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from core.game import AnyGame
from eventstore.matches.match import Match
from tests.shared import EACH_KIND, recorded
from viewer.boards import board_of
from viewer.boards.svg import element, stylesheet
from viewer.components.share import picture
from viewer.components.share.raster import Film, rasterized


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def last(match: Match) -> int:
    return len(match.frames) - 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", EACH_KIND)
def test_every_match_has_a_picture(toy_game: AnyGame, kind: str) -> None:
    match = recorded(kind)
    image = opened(picture.png(match, last(match)))
    assert (image.format, image.mode) == ("PNG", "RGB")
    assert image.width <= 2000
    assert image.height <= 1600
    colors = image.getcolors(1 << 24)
    assert colors is not None
    assert len(colors) > 100
    assert {(0xF3, 0xEE, 0xE6), (0xFF, 0xFD, 0xF9)} <= {color for _, color in colors}


@pytest.mark.slow
def test_the_picture_says_what_happened() -> None:
    match = recorded("open")
    one, other = (opened(picture.png(match, index)) for index in (4, 5))
    assert one.size == other.size
    changed = ImageChops.difference(one, other).getbbox()
    assert changed is not None
    assert changed[1] < one.height * 0.12, "the caption, on top, has changed"


def test_text_is_drawn_whatever_fonts_the_machine_has() -> None:
    word = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><style>text { font-family: Nowhere; }</style>'
    )
    drawn = rasterized(f'{word}<text x="5" y="30" font-size="24">Příliš Ωμέγα</text></svg>').getbbox()
    assert drawn is not None
    assert drawn[2] - drawn[0] > 100


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["chocolatier", "schokoly", "sheet"])
def test_a_film_draws_each_panel_as_it_would_be_drawn_alone(toy_game: AnyGame, kind: str) -> None:
    match = recorded(kind)
    board = board_of(match.game)
    pixels, some = 20.0, match.frames[:: max(1, len(match.frames) // 6)]
    for versions in zip(*(board.scene(f.state, match.names).panels for f in some), strict=True):
        film = Film(versions, board.symbols(), "#ffffff", pixels)
        version = len(versions) // 2
        panel, shown = versions[version], film.image(version)
        alone = rasterized(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{shown.width}" height="{shown.height}"'
            f' viewBox="0 0 {shown.width / pixels} {shown.height / pixels}"><style>{stylesheet("light")}</style>'
            f"<defs>{board.symbols()}</defs>{''.join(map(element, panel.shapes))}</svg>"
        )
        paper = Image.new("RGB", shown.size, "#ffffff")
        paper.paste(alone, mask=alone)
        difference = ImageChops.difference(shown, paper)
        assert max(ImageStat.Stat(difference).mean) < 0.35
        clearly = sum(difference.convert("L").histogram()[60:])
        assert clearly < 100, "an edge may fall on the next pixel, but nothing as large as a tile is missing"


def durations(image: Image.Image) -> list[int]:
    found = []
    for index in range(getattr(image, "n_frames", 1)):
        image.seek(index)
        found.append(image.info["duration"])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", [pytest.param("open", marks=pytest.mark.slow), "sheet", "begun"])
def test_a_film_has_a_picture_an_event_and_plays_for_ever(toy_game: AnyGame, kind: str) -> None:
    match = recorded(kind)
    film = opened(picture.gif(match, 0, last(match)))
    assert film.format == "GIF"
    assert durations(film) == picture.durations(match.frames)
    assert film.info.get("loop", 0) == 0
    assert film.width <= 960
    assert film.height <= 800


def test_a_film_rests_where_rounds_end_and_longest_at_the_end() -> None:
    match = recorded("sheet")
    assert [frame.round for frame in match.frames] == [0, 1, 2]
    assert picture.durations(match.frames) == [picture.ROUND_END, picture.ROUND_END, picture.END]
    assert picture.durations(match.frames[1:2]) == [picture.END]


@pytest.mark.slow
def test_a_film_can_show_a_part() -> None:
    match = recorded("open")
    film = opened(picture.gif(match, 3, 6))
    assert durations(film) == picture.durations(match.frames[3:7])
    film.seek(0)
    first = film.convert("RGB")
    alone = opened(picture.gif(match, 3, 3)).convert("RGB")
    assert max(ImageStat.Stat(ImageChops.difference(first, alone)).mean) < 3


@pytest.mark.slow
def test_seats_keep_their_colors_in_a_film() -> None:
    match = recorded("chocolatier")
    film = opened(picture.gif(match, 40, 44))
    film.seek(2)
    colors = film.convert("RGB").getcolors(1 << 20)
    assert colors is not None
    assert {(0x1F, 0x6F, 0xEB), (0xB3, 0x59, 0x00), (0x11, 0x11, 0x11), (0xC2, 0x18, 0x5B)} <= {c for _, c in colors}
