"""The frame of a page in its first bytes: it stands where the page will stand, and gives way to it without a jump."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import serving, settled
from tests.recorded import fill, records_in

LIMIT = 0.05
SIZES = {"phone": (390, 844), "desk": (1440, 900)}
PAGES = ("", "replay?match=sheet", "new", "person?person={anna}", "insights")
WATCH = """
window.shifts = [], window.foreign = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });
const look = () => {
    const isFramed = document.documentElement?.classList.contains("framed");
    if (document.body && !isFramed && !document.querySelector("#partie-nav")) foreign.push("no navigation");
    if (!isFramed && document.querySelector("[data-testid=stSkeleton]")) foreign.push("a skeleton");
    requestAnimationFrame(look);
};
look();
"""
"""How much the page moves, and what of Streamlit is seen before the page stands."""

PLACES = """() => {
    const roots = [document];
    for (const root of roots) {
        for (const each of root.querySelectorAll("*")) if (each.shadowRoot) roots.push(each.shadowRoot);
    }
    const first = (selector, text = "") => roots.flatMap((root) => [...root.querySelectorAll(selector)])
        .find((each) => each.textContent.trim().startsWith(text) && each.getBoundingClientRect().width);
    const words = ["Plays", "People", "Games", "More"].map((word) => first(".to, .f-to", word));
    const month = first(".month, .f-month");
    const box = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round);
    const go = box(first(".go, .f-go").getBoundingClientRect()).slice(1);  // On a phone it shares its row with "Go on".
    return [...[...words, first("form, .field")].map((each) => box(each.getBoundingClientRect())), go,
        Math.round(month.getBoundingClientRect().bottom)];
}"""


@pytest.fixture(scope="module")
def store(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of the app, and the id of Anna."""
    path = tmp_path_factory.mktemp("paint") / "matches.db"
    records = records_in(path)
    fill(records)
    (anna,) = (id for id, name in records.people().current_names().items() if name == "Anna")
    with serving(path) as address:
        yield address, anna


@pytest.mark.parametrize(("path", "size"), [*((path, "phone") for path in PAGES), ("", "desk"), ("insights", "desk")])
def test_nothing_moves_while_a_page_comes(browser: Browser, store: tuple[str, str], path: str, size: str) -> None:
    address, anna = store
    width, height = SIZES[size]
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        context.add_init_script(WATCH)
        page = context.new_page()
        page.goto(f"{address}/{path.format(anna=anna)}")
        expect(page.locator("#partie-frame")).to_have_count(0)
        settled(page)
        shift = sum(page.evaluate("shifts"))
        print(f"layout shift of /{path} at {width}: {shift:.4f}")
        assert shift < LIMIT
        assert page.evaluate("foreign") == []


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("desk", "dark")])
def test_the_frame_stands_where_the_page_will_stand(
    browser: Browser, store: tuple[str, str], size: str, scheme: str
) -> None:
    address, _ = store
    width, height = SIZES[size]
    with browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.route("**/static/js/**", lambda route: route.abort())
        page.goto(address)
        page.evaluate("document.fonts.ready.then(() => null)")
        framed, ground = page.evaluate(PLACES), page.evaluate(GROUND)
        page.unroute("**/static/js/**")
        page.goto(address)
        expect(page.locator("#partie-frame")).to_have_count(0)
        settled(page)
        assert page.evaluate(PLACES) == framed
        assert page.evaluate(GROUND) == ground


GROUND = "getComputedStyle(document.querySelector('#partie-frame, .stApp')).backgroundColor"


def test_what_one_types_before_the_page_is_there_is_kept(page: Page, store: tuple[str, str]) -> None:
    address, _ = store
    held = list[Route]()
    page.route("**/static/js/index.*", lambda route: held.append(route))
    page.goto(address, wait_until="commit")
    field = page.locator("#partie-frame input")
    field.fill("kettle")
    for route in held:
        route.continue_()
    page.unroute_all()
    expect(page.locator("#partie-frame")).to_have_count(0)
    found = page.get_by_role("searchbox")
    expect(found).to_have_value("kettle")
    expect(found).to_be_focused()
    expect(page.locator("a.row")).to_have_count(1)


def test_the_link_that_has_the_focus_in_the_frame_has_it_on_the_page(page: Page, store: tuple[str, str]) -> None:
    address, _ = store
    held = list[Route]()
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto(address, wait_until="commit")
    page.locator("#partie-frame").get_by_role("link", name="People").first.focus()
    expect(page.locator("a.row").first).to_be_attached()
    for route in held:
        route.continue_()
    page.unroute_all()
    expect(page.locator("#partie-frame")).to_have_count(0)
    expect(page.get_by_role("link", name="People", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="People")).to_be_visible()


@pytest.mark.prints("Failed to load resource")
def test_without_scripts_the_frame_leads_on_and_says_what_is_awaited(page: Page, store: tuple[str, str]) -> None:
    address, _ = store
    page.route("**/static/js/**", lambda route: route.abort())
    page.goto(address)
    for animation in ("late", "later"):
        page.evaluate(ENDED, animation)
        expect(page.get_by_role("status").locator(f".f-{animation}")).to_be_visible()
    expect(page.get_by_role("link", name="Try again")).to_be_visible()
    page.get_by_role("searchbox").fill("Kettle")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/?q=Kettle")
    expect(page.get_by_role("searchbox")).to_have_value("Kettle")
    page.get_by_role("link", name="New match").click()
    expect(page).to_have_url(f"{address}/new")
    expect(page.get_by_role("heading", name="New match")).to_be_visible()


ENDED = """(name) => {
    const { animationDelay } = getComputedStyle(document.querySelector(`.f-${name}`));
    for (const each of document.getAnimations()) each.currentTime = parseFloat(animationDelay) * 1000;
}"""
