"""Every control reached by Tab shows its focus: an outline or a ring with a contrast of at least 3 : 1."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import idle, settled

PATHS: Final = (
    "",
    "?view=table",
    "new",
    "table?match=odd",
    "replay?match=four&at=20",
    "report?match=four",
    "correct?match=two&at=20",
    "overview",
    "game?game=Kettle+Race",
    "insights",
    "imports",
    "pair",
    "people",
    "login",
)
IN_THE_DARK: Final = ("", "new", "table?match=odd", "replay?match=four&at=20")

STOPS: Final = 45
"""Controls per page: more are of the same kinds."""

FOCUS: Final = """() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (!focused || focused === document.body) return null;
    const parent = (element) => element.parentElement ?? element.getRootNode().host ?? null;
    const chain = [];
    for (let each = focused; each && chain.length < 12; each = parent(each)) chain.push(each);
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 })
        .getContext("2d", { willReadFrequently: true });
    const rgba = (color) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
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


@pytest.mark.parametrize(
    ("path", "scheme"), [(path, "light") for path in PATHS] + [(path, "dark") for path in IN_THE_DARK]
)
def test_every_control_shows_its_focus(page: Page, site: str, path: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.goto(f"{site}/{path}")
    settled(page)
    page.evaluate("window.stops = undefined")
    stops = list[dict[str, Any]]()
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop is None or not stop["isNew"]:
            break
        stops.append(stop)
    page.emulate_media(reduced_motion="null")
    assert len(stops) > 5
    assert [stop for stop in stops if stop["contrast"] < 3] == []


@pytest.mark.parametrize(("path", "typed"), [("", "n"), ("new", "n"), ("pair", "n")])
def test_enter_picks_one_person_and_never_several(page: Page, site: str, path: str, typed: str) -> None:
    page.goto(f"{site}/{path}")
    people = page.get_by_test_id("stMultiSelect")
    tags = people.locator("[data-tag-index]")
    expect(people).to_be_visible()
    idle(page)
    before = tags.count()  # *New match* begins with the people of the last one.
    people.get_by_role("combobox").press_sequentially(typed)
    expect(page.get_by_role("option").nth(1)).to_be_visible()
    expect(page.get_by_role("option", name="Select")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(tags).to_have_count(before + 1)
    idle(page)
    expect(tags).to_have_count(before + 1)
