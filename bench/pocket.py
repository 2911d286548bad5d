"""What the pocket costs on this machine, beside the goals: `python -m bench.pocket`. Nothing is asserted.

A Chromium with a profile opens the pocket as a phone does: once plainly, then by the snapshot that it made, each time
in a browser that was just started, until the page is drawn and the store open. Then a match of Azul is recorded event
by event, each until it is flushed, and moves of others on their table, from *Confirm* to the table after the move.
All are on the clock of the page.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from playwright.sync_api import BrowserType, Page, sync_playwright

from core.games import chocolatier
from eventstore import codec
from tests.anywhere.test_pyodide import PYODIDE
from tests.browser.conftest import FLAGS
from tests.browser.phone import Phone
from tests.browser.test_live_page import chosen
from tests.served import served
from tests.viewer.boards.boards import play
from viewer.pocket.build import build

STARTS: Final = 5
TABLES: Final = 3
MOVES: Final = 7
"""On each table: fewer than any first round has."""
NEW: Final = {"game": "chocolatier", "players": ["Ana", "Ben"], "options": {"edition": "azul"}}
OF_A_PHONE: Final = tuple(flag for flag in FLAGS if not flag.startswith("--js-flags"))
"""Without that for pages that live for seconds."""

CLOCK: Final = """
new MutationObserver(() => {
    const { drawn, store } = document.documentElement.dataset;
    if (drawn && store) window.drawnAt ??= performance.now();
}).observe(document, { attributes: true, subtree: true });
"""
RECORD: Final = """async ([start, events]) => {
    const send = async (path, body) => {
        const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
        const began = performance.now();
        const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(await answer.text());
        return [await answer.json(), performance.now() - began];
    };
    const [{ id }] = await send("api/matches", start);
    const spent = [];
    for (const event of events) spent.push((await send(`api/matches/${id}/events`, { events: [event] }))[1]);
    return [id, spent];
}"""
CONFIRM: Final = """(table) => new Promise((told) => {
    const began = performance.now();
    const changed = () => requestAnimationFrame(() => told(performance.now() - began));
    new MutationObserver(changed).observe(table, { attributeFilter: ["data-version"] });
    table.querySelector("[data-command=confirm]").click();
})"""


@contextmanager
def opened(chromium: BrowserType, profile: Path, address: str) -> Iterator[Phone]:
    phone = Phone(chromium, profile, OF_A_PHONE)
    try:
        phone.page.add_init_script(CLOCK)
        phone.page.goto(address)
        phone.drawn()
        yield phone
    finally:
        phone.kill()


def starts(chromium: BrowserType, profile: Path, address: str) -> Iterator[float]:
    """Seconds of the plain start, then of those by the snapshot."""
    for number in range(1 + STARTS):
        with opened(chromium, profile, address) as phone:
            if not number:
                phone.prepared()
            assert phone.told()["by"] == ("snapshot" if number else "plain")
            yield phone.page.evaluate("window.drawnAt") / 1000


def recorded(page: Page, events: Sequence[object]) -> tuple[str, list[float]]:
    """A new match, and the milliseconds of each of these events."""
    match, spent = page.evaluate(RECORD, [NEW, [json.loads(codec.encode_event(event)) for event in events]])
    return match, spent


def confirmed(page: Page, address: str, deal: object) -> Iterator[float]:
    """Milliseconds of the first moves that the tables offer after this deal."""
    for _ in range(TABLES):
        match, _ = recorded(page, [deal])
        page.goto(f"{address}table?match={match}")
        table = page.locator(".live-record[data-version]")
        for _ in range(MOVES):
            chosen(page)
            yield table.evaluate(CONFIRM)


def spread(milliseconds: list[float]) -> str:
    high = quantiles(milliseconds, n=20)[-1]
    return f"median {median(milliseconds):.0f} ms, 95 of 100 within {high:.0f} ms, of {len(milliseconds)}"


def main() -> None:
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        folder, chromium = Path(name), playwright.chromium
        build(PYODIDE, folder / "pocket")
        patch.setenv("PARTIE_POCKET", str(folder / "pocket"))
        print("| pocket | measured | goal |\n|---|---|---|")
        with served(folder / "home.db", folder) as home:
            address = f"{home.address}/pocket/"
            plain, *fast = starts(chromium, folder / "profile", address)
            print(f"| first page, plain start | {plain:.1f} s | 5 s |")
            print(f"| first page by the snapshot, {STARTS} starts | {min(fast):.2f} to {max(fast):.2f} s | 1.0 s |")
            with opened(chromium, folder / "profile", address) as phone:
                events = play(chocolatier, 2, chocolatier.Options(edition="azul"), 5).events
                print(f"| an event acknowledged, flushed | {spread(recorded(phone.page, events)[1])} | 60 ms |")
                print(f"| a move on the table | {spread([*confirmed(phone.page, address, events[0])])} | 50 ms |")
                phone.page.goto(address)
                print(f"| heap of Python | {int(phone.drawn()['heap']) / 1e6:.0f} MB | 100 MB |")


if __name__ == "__main__":
    main()
