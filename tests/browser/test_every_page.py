"""Every page, visited once in a language that is none: what axe finds, what was never translated, room for a thumb's
screen, and the focus of each control.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import assert_accessible, violations
from tests.browser.conftest import serving, settled
from tests.browser.layout import misplaced
from tests.browser.translated import left_in_english
from tests.recorded import FOUR, fill, records_in
from tests.viewer.pseudo import pseudo
from viewer.pages.shared.showing import TITLES

PAGES: Final = (
    "",
    "?view=table",
    "new",
    "templates",
    "twice",
    "table?match=odd",
    "table?match=two",
    "replay?match=four&at=20",
    "replay?match=sheet",
    "replay?match=nowhere",
    "report?match=four",
    "replay?match=two&at=20&mode=correct",
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
    "keeping",
    "login",
)
SIZES: Final = ((360, 740), (390, 844), (768, 1024), (1366, 768), (1440, 900))
VIEWS: Final[tuple[tuple[Literal["light", "dark"], tuple[tuple[int, int], ...]], ...]] = (
    ("light", SIZES),
    ("dark", SIZES[:1]),
)
"""axe looks at the last of each; a scheme moves nothing, so the sizes are those of one."""

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
        const place = element.matches(".target") ? element.querySelector(":not(.hit)") : null;
        if (place && parseFloat(getComputedStyle(place).strokeWidth) > 0.15) return getComputedStyle(place).stroke;
        for (const style of [getComputedStyle(element), getComputedStyle(element, "::after")]) {
            if (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1.5) return style.outlineColor;
        }
        const shadow = getComputedStyle(element).boxShadow.match(/^(rgba?\\([^)]*\\)|color\\([^)]*\\))[^,]*/);
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
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const isSeen = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
    const floats = chain.some((each) => ["fixed", "sticky"].includes(getComputedStyle(each).position));
    const isInDrawing = focused instanceof SVGElement || focused.tagName === "CANVAS";
    const down = document.querySelector("[data-testid=stMain]")?.scrollTop ?? 0;
    return {
        isNew, tag: focused.tagName, name: name.slice(0, 50), contrast: Math.max(0, ...contrasts), isSeen,
        box: floats || isInDrawing ? null : [left, top + down, right, bottom + down].map(Math.round),
    };
}"""


@pytest.fixture(scope="module")
def in_pseudo(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The app in the pseudo language, and the ids of people by their names."""
    store = tmp_path_factory.mktemp("pseudo") / "matches.db"
    records = records_in(store)
    fill(records)
    ids = {name.lower(): id for id, name in records.people().current_names().items() if name in FOUR}
    with serving(store, Path(__file__).with_name("with_pseudo_language.py")) as address:
        yield address, ids


def test_no_page_is_left_out() -> None:
    assert {path.partition("?")[0] or "matches" for path in PAGES} == {*TITLES} - {"handover"}  # A page of phones.


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_for_everybody(page: Page, in_pseudo: tuple[str, dict[str, str]], path: str) -> None:
    address, people = in_pseudo
    page.context.add_cookies([{"name": "partie-language", "value": "cs", "url": address}])
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(f"{address}/{path.format(**people)}")
    expect(page.locator("#partie-frame")).to_have_count(0)
    page.locator("h1, .live-record, .replay .row, a.row, [data-testid=stHeading]").first.wait_for()
    wrong: list[object] = [] if _name(path) in page.title() else [page.title()]
    for place, (scheme, sizes) in enumerate(VIEWS):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            wrong += [(scheme, width, found) for found in misplaced(page)]
        settled(page)  # Colors that fade in, or under Streamlit's veil over what was old, have arrived.
        wrong += [(scheme, found) for found in (*violations(page), *misplaced(page))]
        if place == 0:
            wrong += left_in_english(page)
        if PAGES.index(path) % len(VIEWS) == place:  # One page in light, the next in dark: the kinds of controls recur.
            stops = focused_by_tab(page)
            assert len(stops) > 3
            wrong += [(scheme, stop) for stop in stops if stop["contrast"] < 3 or not stop["isSeen"]]
            wrong += [("upwards", *pair) for pair in pairwise(stops) if goes_back(*pair)]
            wrong += page.evaluate(NOT_LAST)
    assert not wrong, "\n".join(map(str, wrong))


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


def _name(path: str) -> str:
    """What the title of a page has to name: people, a game, or what the page is for."""
    page, _, asked = path.partition("?")
    names = {"match=sheet": "Kettle Race", "game=Kettle+Race": "Kettle Race", "person={anna}": "Anna"}
    names |= {"match=two": "Anna", "match=four": "Anna", "match=odd": "**Zoe**"}
    names |= {"people={anna},{ben}": "Anna", "insights": pseudo("Who plays most?"), "year": "2026"}
    return names.get(asked.partition("&")[0] or page) or pseudo(TITLES[page or "matches"])


def goes_back(stop: dict[str, Any], following: dict[str, Any]) -> bool:
    """Whether Tab leads up, or to the left in a line; another column begins at its own top."""
    if not stop["box"] or not following["box"]:
        return False
    left, top, right, _ = stop["box"]
    then_left, then_top, then_right, then_bottom = following["box"]
    is_above = then_bottom <= top and then_left < right and left < then_right
    return is_above or (then_right <= left and abs(then_top - top) < 8)


FROM_THE_TOP: Final = """() => {
    window.stops = undefined;
    const top = Object.assign(document.createElement("span"), { tabIndex: -1 });
    document.body.prepend(top);
    top.focus();
    top.remove();
}"""


NOT_LAST: Final = """() => {
    const stops = [];
    const look = (root) => {
        for (const element of root.children) {
            if (element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true })) stops.push(element);
            if (element.shadowRoot) look(element.shadowRoot);
            look(element);
        }
    };
    look(document.body);
    const last = stops.at(-1);
    return last?.matches("select.language") ? [] : [`the last stop is ${last?.outerHTML.slice(0, 100)}`];
}"""
"""The language is what Tab reaches last."""


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
