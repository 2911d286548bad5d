"""From *Confirm* to the next board in a browser, on the *Table* page and on the live page; run with `make bench`."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from core.games import chocolatier
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import browser  # noqa: F401
from tests.recorded import FOUR, record, records_in
from tests.served import Served, served

MATCHES: Final = 3
CONFIRMS: Final = 12
"""Of each match: no more than its first round has for sure."""
UNTIMED: Final = 3
"""Of these the browser still compiles the scripts."""
SIZES: Final = ((390, 844), (1440, 900))

READY: Final = """async () => {
    const found = (root) => root.querySelector(".live-record")
        ?? [...root.querySelectorAll("*")].map((each) => each.shadowRoot && found(each.shadowRoot)).find(Boolean);
    const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    const root = window.table = found(document);
    const confirm = root.querySelector("[data-command=confirm]");
    while (confirm.disabled || !root.querySelector(".ghost")) {
        const next = confirm.disabled ? root.querySelector(".waits:not(:disabled) .target") : null;
        next?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        await pause(100);
    }
    await pause(200);
}"""
"""Taps until a move can be confirmed and its preview shows."""

CONFIRMED: Final = """() => new Promise((done) => {
    const began = performance.now();
    new MutationObserver((_, observer) => {
        observer.disconnect();
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => done(performance.now() - began);
            port2.postMessage(null);
        });
    }).observe(window.table, { attributes: true, attributeFilter: ["data-version"] });
    window.table.querySelector("[data-command=confirm]").click();
})"""
"""Milliseconds until the next board is drawn: the first message after its frame."""


class Confirm(NamedTuple):
    """Milliseconds from the tap to the next board, and how long the page itself worked for it."""

    taken: float
    worked: float


@pytest.fixture
def records(tmp_path: Path) -> MatchRepository:
    return records_in(tmp_path / "matches.db")


@pytest.fixture
def server(records: MatchRepository, tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "matches.db", tmp_path, command="view") as server:
        yield server


@pytest.mark.parametrize("size", SIZES)
def test_from_confirm_to_the_next_board_on_both_pages(
    browser: Browser,  # noqa: F811
    server: Served,
    records: MatchRepository,
    size: tuple[int, int],
) -> None:
    """The same match on both, move by move in turn: whatever else the machine does then is the same for both."""
    taken: dict[str, list[Confirm]] = {"Table": [], "live": []}
    for seed in range(MATCHES):
        pages = {name: opened(browser, server.address, records, name, seed, size) for name in taken}
        for number in range(UNTIMED + CONFIRMS):
            for name, (page, session) in pages.items():
                one = confirm(page, session)
                if number >= UNTIMED:
                    taken[name].append(one)
        for page, _ in pages.values():
            page.context.close()
    print()
    for name, confirms in taken.items():
        times = [one.taken for one in confirms]
        work = median(one.worked for one in confirms)
        print(
            f"confirm to the next board, {name} page, {size[0]} px, over {len(times)} moves: "
            f"median {median(times):.0f} ms, p95 {quantiles(times, n=20)[-1]:.0f} ms; the page worked {work:.0f} ms"
        )
    table, live = (median(one.taken for one in taken[name]) for name in ("Table", "live"))
    print(f"the Table page takes {table / live:.2f} of the live page")


def opened(
    browser: Browser,  # noqa: F811
    address: str,
    records: MatchRepository,
    name: str,
    seed: int,
    size: tuple[int, int],
) -> tuple[Page, CDPSession]:
    match = record(records, f"{name}-{seed}", chocolatier, FOUR, seed, events=1).id
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(f"{address}/table?match={match}" if name == "Table" else f"{address}/live/{match}")
    page.locator(".live-record[data-version]").wait_for()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # Of the processor, not of the clock.
    return page, session


def confirm(page: Page, session: CDPSession) -> Confirm:
    page.evaluate(READY)
    before = worked_s(session)
    taken = page.evaluate(CONFIRMED)
    return Confirm(taken, 1000 * (worked_s(session) - before))


def worked_s(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))
