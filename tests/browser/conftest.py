"""A real Chromium and the real app on free ports; without a browser these tests say so and are skipped."""

import os
import re
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, expect, sync_playwright

from eventstore.matches.repository import MatchRepository
from tests.forked import start_partie
from tests.patience import patience, until
from tests.recorded import fill, records_in
from tests.served import answers, free_port

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A page lives for seconds: to optimize its scripts takes more time than it saves.
    "--js-flags=--no-maglev --no-turbofan",
)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The first one that is installed is used; the shell has no windows, and takes a third less time for a page."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        reason = f"No browser: none of {', '.join(NAMES)} is installed."
        if os.environ.get("PARTIE_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        for name in ("focus", "press"):
            patch.setattr(Locator, name, _once_seen(getattr(Locator, name)))
        patch.setattr(Browser, "new_context", _patient(Browser.new_context))
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


def _once_seen(act: Callable[..., None]) -> Callable[..., None]:
    """Playwright focuses without waiting. What stands behind the frame of a page cannot have the focus: the page gets
    the key.
    """

    @wraps(act)
    def wait(locator: Locator, *all: object, **named: object) -> None:
        locator.wait_for()
        act(locator, *all, **named)

    return wait


def _patient(make: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    @wraps(make)
    def patient(*all: object, **named: object) -> BrowserContext:
        context = make(*all, **named)
        context.set_default_timeout(patience(30_000))
        return context

    return patient


@pytest.fixture(autouse=True)
def _patient_test() -> None:
    """A busy machine shows the same page, only later."""
    expect.set_options(timeout=patience(30_000))


TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

QUIET = """() => {
    const roots = [document];
    for (let at = 0; at < roots.length; at += 1) {
        for (const element of roots[at].querySelectorAll("*")) if (element.shadowRoot) roots.push(element.shadowRoot);
    }
    const moves = roots.some((root) => root.getAnimations().some((each) => each.playState === "running"));
    const runs = !document.querySelector("[data-test-script-state=notRunning]");
    const text = roots.map((root) => (root.body ?? root).innerHTML ?? "").join();
    const now = performance.now();
    if (moves || runs || text !== window.quietText) Object.assign(window, { quietText: text, quietSince: now });
    return now - window.quietSince > 550;
}"""
"""Nothing on the page has changed for longer than a component waits (0.5 s) before it reports to its page."""


def settled(page: Page) -> None:
    """Wait until the page has come to rest: no run, no animation, no change, and none that was asked for before."""
    page.evaluate("window.quietText = null")
    page.wait_for_function(QUIET, polling=100)


TRAFFIC = """window.WebSocket = class extends WebSocket {
    constructor(...all) {
        super(...all);
        this.addEventListener("message", () => { window.receivedAt = performance.now(); });
    }
    send(message) {
        window.sentAt = performance.now();
        window.isOfPart = /\\* [0-9a-f]{32}/.test(new TextDecoder("latin1").decode(message));
        super.send(message);
    }
};"""
"""When the page last asked for a run, whether of a part of it (a fragment), and when the server last said something."""

ANSWERED = f"""async () => {{
    await {TWO_FRAMES};
    const isAwaited = () => window.sentAt > window.receivedAt
        && !(window.isOfPart && performance.now() - window.sentAt > 5000);
    while (isAwaited()) await new Promise((done) => setTimeout(done, 5));
    await {TWO_FRAMES};
    return true;
}}"""
"""A run that a click or an address asked for has begun, and shows: on a busy machine that takes many frames.

A component that is asked as its page is left may still ask for a run of its part. The server knows that part no more,
and gives no answer.
"""


def idle(page: Page) -> None:
    """Wait until no run is under way: what is on the page stays where it is, and a click goes where it was aimed."""
    page.wait_for_function(ANSWERED)
    expect(page.locator("[data-test-script-state=notRunning]")).to_be_attached()


def choose(page: Page, box: str, option: str) -> None:
    """Choose an option of a list of Streamlit, which a run would close again."""
    idle(page)
    page.get_by_role("combobox", name=box).click()
    page.get_by_role("listbox").get_by_role("option", name=option, exact=True).click()


def filter_by(page: Page, box: str, option: str) -> None:
    """Choose an option in the form that the button of the filters opens."""
    idle(page)
    page.get_by_role("button", name="Filters", exact=True).click()
    page.get_by_role("combobox", name=box, exact=True).select_option(label=option)
    page.keyboard.press("Escape")


def arrived(page: Page, address: str | re.Pattern[str]) -> None:
    """Wait until the page to which a tap leads is there, and nothing of the one before: its address changes first.

    Without it a locator may still find the elements of the page that is being left, one or several.
    """
    expect(page).to_have_url(address)
    idle(page)


@contextmanager
def serving(store: Path, script: Path | None = None) -> Iterator[str]:
    """The app over this store, with another script of the pages where one is given; its address, once it answers."""
    app, port = _started(store, script)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        app.kill()
        app.join()
        _given_back.append(port)


_given_back: list[int] = []
"""Ports of servers that have ended."""


def _usual_port() -> int:
    """The port of a former server where it is free: of the same address the browser has compiled all scripts before."""
    while _given_back:
        with socket.socket() as free, suppress(OSError):
            free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            free.bind(("127.0.0.1", port := _given_back.pop()))
            return port
    return free_port()


def _started(store: Path, script: Path | None) -> tuple[BaseProcess, int]:
    """The app and its port, once it answers; another port where a program took the one that was free a moment ago."""
    log = store.with_suffix(".log")
    while True:
        port = _usual_port()
        app = start_partie(("--store", str(store), "view", "--no-browser", "--port", str(port)), log, pages=script)
        health = f"http://127.0.0.1:{port}/_stcore/health"
        until(lambda app=app, health=health: not app.is_alive() or answers(health), 90, why=log.read_text)
        if app.is_alive():
            return app, port
        assert "is in use by another program" in log.read_text(), log.read_text()


@pytest.fixture(scope="session")
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app over a store with the matches of `tests.recorded`; nobody changes it."""
    store = tmp_path_factory.mktemp("site") / "matches.db"
    fill(records_in(store))
    with serving(store) as address:
        yield address


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a store for the tests of one module will be."""
    return tmp_path_factory.mktemp("store") / "matches.db"


@pytest.fixture(scope="module")
def records(store: Path) -> MatchRepository:
    """The records of that store; a module may fill them before its app starts."""
    return records_in(store)


@pytest.fixture(scope="module")
def address(browser: Browser, store: Path, records: MatchRepository) -> Iterator[str]:
    """The app over that store."""
    with serving(store) as address:
        yield address


@pytest.fixture(scope="session")
def desk(browser: Browser) -> Iterator[Page]:
    """The one page of all tests on a desk: a new one compiles the app's own scripts anew, which takes the longest."""
    with browser.new_context() as context:
        context.add_init_script(TRAFFIC)
        yield context.new_page()


OF_STREAMLIT = (
    "was preloaded using link preload but not used",  # Its page loads a font that a theme of another font never uses.
    "Unable to preload CSS",  # A part of a page that was left while it loaded.
)
"""What Streamlit prints itself."""


@pytest.fixture
def page(desk: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page on the desk as if it were new: blank, on a light screen, nothing remembered, nobody logged in.

    A test fails on an error or a warning on the console, unless it is marked `prints("part of the message")`.
    """
    for server in {"address", "empty", "fresh", "other"} & {*request.fixturenames}:
        request.getfixturevalue(server)  # It is stopped only when its page was left, which would complain.
    desk.set_viewport_size({"width": 1280, "height": 800})
    desk.set_default_timeout(patience(30_000))
    printed: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(known in message.text for known in OF_STREAMLIT):
            printed.append(f"{message.text} ({message.location['url']})")

    def fail(error: Error) -> None:
        printed.append(str(error))

    desk.on("console", listen)
    desk.on("pageerror", fail)
    yield desk
    desk.remove_listener("console", listen)
    desk.remove_listener("pageerror", fail)
    desk.unroute_all()
    desk.context.set_offline(False)
    expected = request.node.get_closest_marker("prints")
    ours = [line for line in printed if not expected or not any(part in line for part in expected.args)]
    assert not ours, "errors and warnings on the console"
    if desk.url.startswith("http"):
        desk.evaluate("localStorage.clear(); sessionStorage.clear()")
    desk.goto("about:blank")
    desk.context.new_cdp_session(desk).send("Page.resetNavigationHistory")  # It holds 50 entries at most.
    desk.emulate_media(media="null", color_scheme="null")
    desk.context.clear_cookies()


@pytest.fixture
def open_replay(page: Page, site: str) -> Callable[..., Page]:
    """Opens a match, at a version where one is given, and waits until its boards and moves are there."""

    def opened(match: str = "four", at: object = None) -> Page:
        page.goto(f"{site}/replay?match={match}" + ("" if at is None else f"&at={at}"))
        page.locator(".row[aria-current=step]").wait_for(state="attached")
        return page

    return opened
