"""What a person confirms is in the log once and in order, whatever happens to connections, tabs and servers."""

from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from core.games import azacru
from core.record_events import TakenBack
from eventstore.access.access import Access
from eventstore.access.grants import COOKIE
from eventstore.matches.repository import MatchRepository, utc_now
from tests.patience import patience, until
from tests.recorded import records_in
from tests.served import Served, free_port, served
from tests.torture import Torture
from viewer.texts.match_sentences import sentences

WRITES = "**/matches/*/entries"

CONFIRM = """() => new Promise((done, fail) => {
    const found = (root) => root.querySelector(".live-record")
        ?? [...root.querySelectorAll("*")].map((each) => each.shadowRoot && found(each.shadowRoot)).find(Boolean);
    const end = performance.now() + 60_000;
    const act = () => {
        const root = found(document);
        const confirm = root?.dataset.version && root.querySelector("[data-command=confirm]");
        if (confirm && !confirm.matches(":disabled")) {
            const says = root.querySelector(".preview .says").textContent;
            confirm.click();
            return done(says);
        }
        if (performance.now() > end) return fail(new Error(`no move to confirm: ${root?.innerText.slice(0, 500)}`));
        const next = root?.querySelector(".waits:not(:disabled) :is(.chip, .target)");
        if (next?.matches(".chip")) next.click();
        else next?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        setTimeout(act, next ? 0 : 20);
    };
    act();
})"""
"""Taps the first of all that can be tapped until a move is complete, confirms it and returns its sentence."""


class Cuts:
    """Cuts connections at random, before the request reaches the server or before its answer reaches the page."""

    def __init__(self, rng: Random, share: float) -> None:
        self._rng, self._share, self.made = rng, share, Counter[str]()

    def __call__(self, route: Route) -> None:
        draw = self._rng.random()
        if draw < self._share / 2:
            self.made["before"] += 1
            route.abort("connectionreset")
        elif draw < self._share:
            try:
                route.fetch()
            except Exception:  # The server has just been killed.
                self.made["before"] += 1
            else:
                self.made["after"] += 1
            route.abort("connectionreset")
        else:
            self.made["never"] += 1
            route.continue_()


@pytest.mark.slow
@pytest.mark.torture("taps")
def test_every_confirmed_move_is_in_the_log_once_and_in_order(
    browser: Browser, tmp_path: Path, torture: Torture
) -> None:
    confirms, kills, reopened, rng = torture.count(8, 1000), torture.count(1, 10), 0, torture.rng()
    store, port = tmp_path / "matches.db", free_port()
    records = records_in(store)
    cuts, confirmed = Cuts(rng, 0.2), dict[str, list[str]]()
    kill_at = {confirms * (place + 1) // (kills + 1) for place in range(kills)}
    with browser.new_context() as context, ExitStack() as running:
        context.route(WRITES, cuts)
        server = running.enter_context(served(store, tmp_path, port=port, command="view"))
        page, match = None, ""
        for number in range(confirms):
            if page is None or records.match(match).now.turn is None:
                match = f"m{number}"
                records.start(azacru, ("Anna", "Ben"), id=match)
                confirmed[match] = []
                page = opened(context, server, match, page)
                wait_for_version(page, 1)
            confirmed[match].append(page.evaluate(CONFIRM))
            if number in kill_at:
                server.process.kill()
                server.process.join()
                server = running.enter_context(served(store, tmp_path, port=port, command="view"))
            elif rng.random() < 0.05:
                reopened += 1
                page = opened(context, server, match, page)
            wait_for_version(page, len(confirmed[match]) + 1)
    for id, moves in confirmed.items():
        assert moves_of(records, id) == moves
    assert cuts.made.total() >= confirms, "every write was cut or let through here"
    torture.report(
        f"{confirms:,} moves confirmed in a browser, {cuts.made['before']} connections cut before the server got the "
        f"request and {cuts.made['after']} before the page got the answer, {reopened} tabs closed and opened again, "
        f"the server killed {kills} times; every move once and in order"
    )


def wait_for_version(page: Page, version: int) -> None:
    expect(page.locator(".live-record")).to_have_attribute("data-version", str(version), timeout=patience(60_000))


def opened(context: BrowserContext, server: Served, match: str, old: Page | None) -> Page:
    """The table on a new page; the old one is closed, whatever it is doing."""
    if old is not None:
        old.close()
    page = context.new_page()
    page.goto(f"{server.address}/table?match={match}")
    return page


def moves_of(records: MatchRepository, id: str) -> list[str]:
    match = records.match(id)
    assert not any(isinstance(entry.event, TakenBack) for entry in match.log)
    return list(sentences(match))[1:]


@pytest.mark.slow
@pytest.mark.torture("devices")
def test_two_phones_and_a_laptop_record_one_match(browser: Browser, tmp_path: Path, torture: Torture) -> None:
    turns, rng, races, store = torture.count(4, 500), torture.rng(), 0, tmp_path / "matches.db"
    records, confirmed, lost, ids = records_in(store), 0, 0, list[str]()
    sizes = ({"width": 390, "height": 844}, {"width": 360, "height": 740}, {"width": 1280, "height": 800})
    with served(store, tmp_path, command="view") as server, ExitStack() as open_contexts:
        pages = [
            open_contexts.enter_context(browser.new_context(viewport={**size})).new_page()  # type: ignore[typeddict-item]
            for size in sizes
        ]
        for turn in range(turns):
            if not ids or records.match(ids[-1]).now.turn is None:
                ids.append(f"m{turn}")
                records.start(azacru, ("Anna", "Ben"), id=ids[-1])
                for page in pages:
                    page.goto(f"{server.address}/table?match={ids[-1]}")
            before = records.match(ids[-1]).version
            both = rng.random() < 0.3  # Then the second device confirms the same move, or already the next one.
            races += both
            says = [page.evaluate(CONFIRM) for page in rng.sample(pages, 2)[: 1 + both]]
            shown = until_settled(pages)
            written = moves_of(records, ids[-1])[before - 1 :]
            conflicts = sum(page.get_by_text("Another user recorded").is_visible() for page in pages)
            assert written in (says, says[:1], says[1:])
            assert len(written) + conflicts >= len(says), "what was not written is told"
            assert shown == before + len(written)
            confirmed, lost = confirmed + len(says), lost + len(says) - len(written)
    waited, recorded = entries_while_people_switch(browser, tmp_path, torture.count(2, 100), rng)
    torture.report(
        f"{confirmed:,} moves confirmed on two phones and a laptop in one match at a time, {races} times on two "
        f"at once; {lost} told as not saved, all others once and in order on every screen; {waited:,} entries waited "
        f"while tokens were revoked and people switched, {recorded:,} recorded later, none under another name"
    )


def entries_while_people_switch(browser: Browser, folder: Path, rounds: int, rng: Random) -> tuple[int, int]:
    """The entries that waited on a device which two people share, and those recorded when their person was back."""
    records, expected, recorded = records_in(folder / "people.db"), list[str](), 0
    records.start(azacru, ("Anna", "Ben"), id="sheet")
    access = Access(records.store, "local", utc_now)
    with served(folder / "people.db", folder, "--tokens") as server, browser.new_context() as context:
        page = context.new_page()
        for number in range(rounds):
            first, second = (access.make_token("recorder") for _ in range(2))
            opened_by(page, server, first)
            is_revoked = number % 2 == 0
            other = second if not is_revoked or rng.random() < 0.5 else None
            change_on_the_way(page, access, revoked=first if is_revoked else None, other=other)
            page.get_by_role("button", name="Bookmark").click()
            expect(page.locator(".held-writes")).to_contain_text("1 entry")
            opened_by(page, server, second)
            page.get_by_role("button", name="Bookmark").click()
            expected.append(second)
            until_recorded(records, expected)
            expect(page.locator(".held-writes")).to_contain_text("1 entry waits on this device until")
            if is_revoked:
                page.get_by_role("button", name="Discard").click()
                page.get_by_role("button", name="Discard for ever").click()
            else:
                opened_by(page, server, first)
                expected.append(first)
                until_recorded(records, expected)
                recorded += 1
            expect(page.locator(".held-writes")).to_be_empty()
    return rounds, recorded


def log_in(page: Page, server: Served, token: str) -> None:
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": server.address}])


def change_on_the_way(page: Page, access: Access, *, revoked: str | None, other: str | None) -> None:
    """Revoke a token, or let another person send, just when the next note is on its way.

    Earlier the page may notice it first, and rightly take no entry any more.
    """

    def change(route: Route) -> None:
        if revoked:
            access.revoke(revoked.split("_")[1])
        headers = {"authorization": f"Bearer {other}"} if other else {}
        route.continue_(headers={**route.request.headers, **headers})

    page.route("**/api/matches/sheet/notes", change, times=1)


def opened_by(page: Page, server: Served, token: str) -> None:
    log_in(page, server, token)
    page.goto(f"{server.address}/live/sheet")
    expect(page.get_by_role("button", name="Bookmark")).to_be_enabled()


def until_recorded(records: MatchRepository, tokens: list[str]) -> None:
    """Wait for a note of each of these tokens, in this order."""
    expected = [f"token {token.split('_')[1]}" for token in tokens]
    until(lambda: len(records.store.read("notes/sheet")) >= len(expected))
    assert [row.recorded_by for row in records.store.read("notes/sheet")] == expected


def until_settled(pages: list[Page]) -> int:
    """The version that all pages show once none of them waits for an answer."""

    def shown() -> set[str | None]:
        return {page.locator(".live-record:not(.waiting)").get_attribute("data-version") for page in pages}

    until(lambda: len(shown()) == 1, why=lambda: f"The pages show different versions: {shown()}")
    return int(shown().pop() or 0)
