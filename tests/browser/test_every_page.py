"""Every page, visited once in a language that is none: what axe finds, what was never translated, room for a thumb's
screen, and the focus of each control.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import serving
from tests.browser.translated import left_in_english
from tests.recorded import FOUR, fill, records_in
from viewer.navigation import TITLES

PAGES: Final = (
    "",
    "?view=table",
    "new",
    "templates",
    "table?match=odd",
    "table?match=two",
    "replay?match=four&at=20",
    "replay?match=sheet",
    "replay?match=nowhere",
    "report?match=four",
    "correct?match=two&at=20",
    "overview",
    "game",
    "game?game=Kettle+Race",
    "insights",
    "year",
    "suggest",
    "imports",
    "person?person={anna}",
    "pair?people={anna},{ben}",
    "training",
    "people",
    "login",
)
VIEWS: Final[tuple[tuple[Literal["light", "dark"], int], ...]] = (("light", 1280), ("dark", 360))

STOPS: Final = 45
"""Controls per page: more are of the same kinds."""

FOCUS: Final = """() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (!focused || focused === document.body) return null;
    focused = focused.closest("canvas") ?? focused;  // A table hands the focus on to a cell within it, sooner or later.
    const parent = (element) => element.parentElement ?? element.getRootNode().host ?? null;
    const chain = [];
    for (let each = focused; each && chain.length < 12; each = parent(each)) chain.push(each);
    const canvas = window.canvas ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 })
        .getContext("2d", { willReadFrequently: true });
    const colors = window.colors ??= new Map();
    const rgba = (color) => {
        if (!colors.has(color)) {
            canvas.clearRect(0, 0, 1, 1);
            canvas.fillStyle = color;
            canvas.fillRect(0, 0, 1, 1);
            colors.set(color, [...canvas.getImageData(0, 0, 1, 1).data].map((value) => value / 255));
        }
        return colors.get(color);
    };
    const over = (top, bottom) => top.slice(0, 3).map((value, index) => value * top[3] + bottom[index] * (1 - top[3]));
    const ground = (element) => {
        if (!element) return [1, 1, 1];
        const color = rgba(getComputedStyle(element).backgroundColor);
        return color[3] === 1 ? color.slice(0, 3) : over(color, ground(parent(element)));
    };
    const light = (color) => {
        const linear = (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        const [red, green, blue] = color.map(linear);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
        const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
        return (bright + 0.05) / (dark + 0.05);
    };
    const isHidden = (element) => [element, parent(element), parent(parent(element) ?? element)].some((each) => {
        const style = each && getComputedStyle(each);
        return style && (style.opacity === "0" || style.clipPath !== "none" || style.clip !== "auto");
    });
    const ring = (element) => {
        if (isHidden(element)) return "";
        const style = getComputedStyle(element);
        if (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1.5) return style.outlineColor;
        const shadow = style.boxShadow.match(/^(rgba?\\([^)]*\\)|color\\([^)]*\\))[^,]*/);
        return shadow ? shadow[1] : "";
    };
    const seen = chain.map(ring);
    focused.blur();
    const unseen = chain.map(ring);
    focused.focus({ preventScroll: true, focusVisible: true });
    window.stops ??= new Map();
    const isNew = !window.stops.has(focused);
    window.stops.set(focused, true);
    const contrasts = seen.flatMap((color, place) => {
        if (!color || color === unseen[place]) return [];
        const behind = ground(parent(chain[place]));
        return [contrast(over(rgba(color), behind), behind)];
    });
    const name = focused.getAttribute("aria-label") || focused.innerText || focused.id || "";
    return { isNew, tag: focused.tagName, name: name.slice(0, 50), contrast: Math.max(0, ...contrasts) };
}"""


@pytest.fixture(scope="module")
def pseudo(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The app in the pseudo language, and the ids of people by their names."""
    store = tmp_path_factory.mktemp("pseudo") / "matches.db"
    records = records_in(store)
    fill(records)
    ids = {name.lower(): id for id, name in records.people().current_names().items() if name in FOUR}
    with serving(store, Path(__file__).with_name("with_pseudo_language.py")) as address:
        yield address, ids


def test_no_page_is_left_out() -> None:
    assert {path.partition("?")[0] or "matches" for path in PAGES} == {*TITLES}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_for_everybody(page: Page, pseudo: tuple[str, dict[str, str]], path: str) -> None:
    address, people = pseudo
    page.context.add_cookies([{"name": "partie-language", "value": "cs", "url": address}])
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(f"{address}/{path.format(**people)}")
    page.locator("h1, .live-record, .replay .row, a.card, [data-testid=stHeading]").first.wait_for()
    for place, (scheme, width) in enumerate(VIEWS):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 800})
        assert_accessible(page)
        assert page.evaluate(TOO_WIDE) <= 0
        if place == 0:
            assert left_in_english(page) == []
        if PAGES.index(path) % len(VIEWS) == place:  # One page in light, the next in dark: the kinds of controls recur.
            stops = focused_by_tab(page)
            assert len(stops) > 3
            assert [stop for stop in stops if stop["contrast"] < 3] == [], scheme


def focused_by_tab(page: Page) -> list[dict[str, Any]]:
    """The controls that Tab reaches, in order, each with the contrast of its focus ring."""
    page.evaluate(FROM_THE_TOP)
    stops = list[dict[str, Any]]()
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop is None or not stop["isNew"]:
            break
        stops.append(stop)
    page.evaluate(FROM_THE_TOP)  # A control that has the focus may show more than the page at rest.
    return stops


FROM_THE_TOP: Final = """() => {
    window.stops = undefined;
    const top = Object.assign(document.createElement("span"), { tabIndex: -1 });
    document.body.prepend(top);
    top.focus();
    top.remove();
}"""

TOO_WIDE: Final = """() => Math.max(
    ...[...document.querySelectorAll("[data-testid=stMain], [data-testid=stMainBlockContainer], html")]
        .map((each) => each.scrollWidth - each.clientWidth))"""
"""By how many pixels the page scrolls sideways."""


def test_every_mode_of_the_replay_is_accessible(open_replay: Callable[..., Page]) -> None:
    page = open_replay("four", 12)
    for mode in ("Guess", "Explore", "Review"):
        page.get_by_role("button", name=mode, exact=True).click()
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 800})
            assert_accessible(page)


def test_help_and_the_replay_of_notes_are_accessible(open_replay: Callable[..., Page]) -> None:
    page = open_replay("odd", 5)
    page.get_by_role("button", name="Review", exact=True).click()
    assert_accessible(page)
    page.keyboard.press("?")
    assert_accessible(page)
