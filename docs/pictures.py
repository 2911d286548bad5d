"""The pictures of docs/pages.md, taken in a real browser: `python -m docs.pictures`."""

import io
import shutil
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from docs.picture_store import filled
from tests.browser.conftest import FLAGS, NAMES, serving, settled

FOLDER: Final = Path(__file__).parent / "images"
LARGEST: Final = 80_000
"""Bytes of a picture."""


class Picture(NamedTuple):
    """A page; `until` is what must be there first."""

    name: str
    page: str
    until: str
    scheme: Literal["light", "dark"] = "light"
    is_phone: bool = False


PICTURES: Final = (
    Picture("plays", "", "a.row"),
    Picture("plays-phone", "", "a.row", "dark", is_phone=True),
    Picture("play", "replay?match=sheet", ".play .answer"),
    Picture("play-phone", "replay?match=rounds", ".play .answer", is_phone=True),
    Picture("new", "new", "h1"),
    Picture("table-phone", "table?match=open", ".live-record", is_phone=True),
    Picture("replay", "replay?match=chocolatier&at=83", ".row[aria-current=step]"),
    Picture("report", "report?match=chocolatier", "h1"),
    Picture("people", "people", "tbody tr"),
    Picture("person", "person?person={Ana}", "h1"),
    Picture("games-phone", "game", "tbody tr", "dark", is_phone=True),
    Picture("insights", "insights", "h1"),
    Picture("year", "year", "h1", "dark"),
    Picture("suggest-phone", "suggest", "h1", is_phone=True),
)


def main() -> None:
    """Take all pictures."""
    found = next(path for name in NAMES if (path := shutil.which(name)))
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        store = Path(folder) / "matches.db"
        with closing((records := filled(store)).store):
            ids = {name: id for id, name in records.people().current_names().items()}
        with serving(store) as address:
            browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
            for picture in PICTURES:
                _take(browser, f"{address}/{picture.page.format(**ids)}", picture)
            browser.close()


def _take(browser: Browser, address: str, picture: Picture) -> None:
    width, height, scale = (390, 844, 2) if picture.is_phone else (1440, 900, 1)
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=picture.scheme,
        device_scale_factor=scale,
        has_touch=picture.is_phone,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address)
    page.locator(picture.until).first.wait_for()
    settled(page)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    file = FOLDER / f"{picture.name}.webp"
    for quality in range(90, 30, -5):
        image.save(file, method=6, quality=quality)
        if file.stat().st_size <= LARGEST:
            break
    context.close()


if __name__ == "__main__":
    main()
