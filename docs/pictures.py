"""The pictures of the documents, taken from the demo matches in a real browser: `python -m docs.pictures`."""

import io
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FLAGS, NAMES, serving
from tests.recorded import records_in
from viewer import demo

FOLDER: Final = Path(__file__).parent / "images"


class Picture(NamedTuple):
    """A page, its size in pixels; `until` is what must be there first, `correction` what is proposed as notation."""

    name: str
    page: str
    until: str
    width: int = 1280
    height: int = 860
    scheme: Literal["light", "dark"] = "light"
    correction: str = ""


PICTURES: Final = (
    Picture("replay", "replay?match=demo-chocolatier-6&at=83", ".row[aria-current=step]"),
    Picture("library-dark", "", "a.card img", scheme="dark"),
    Picture("report", "report?match=demo-chocolatier-6", ".js-plotly-plot .main-svg"),
    Picture("correct", "correct?match=demo-chocolatier-6&at=86", "input", height=1240, correction="D: center red > 4"),
    Picture("table-phone", "table?match=open", ".table", 390, 800),
    Picture("new-phone", "new", "[class*=st-key-new-match]", 390, 800),
)


def main() -> None:
    """Take all pictures."""
    found = next(path for name in NAMES if (path := shutil.which(name)))
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        store = Path(folder) / "matches.db"
        records = records_in(store)
        demo.fill(records)
        whole = records.match("demo-chocolatier-1")
        events = [frame.event for frame in whole.frames[1:32]]
        records.start(whole.game, ("Jitka", "Jarda"), *events, id="open", place="Brno")
        with serving(store) as address:
            browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
            for picture in PICTURES:
                _take(browser, address, picture)
            browser.close()


def _take(browser: Browser, address: str, picture: Picture) -> None:
    size = {"width": picture.width, "height": picture.height}
    scale = 2 if picture.width < 500 else 1
    context = browser.new_context(viewport=size, color_scheme=picture.scheme, device_scale_factor=scale)
    page = context.new_page()
    page.goto(f"{address}/{picture.page}")
    page.locator(picture.until).first.wait_for()
    if picture.correction:
        page.get_by_label("As notation").fill(picture.correction)
        page.keyboard.press("Enter")
    page.wait_for_timeout(2500)  # What moves comes to rest.
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    image.quantize(256, dither=Image.Dither.NONE).save(FOLDER / f"{picture.name}.png", optimize=True)
    context.close()


if __name__ == "__main__":
    main()
