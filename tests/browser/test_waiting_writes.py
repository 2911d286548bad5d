"""Writes that wait on a device: they are of the person who entered them, whoever is logged in later."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from core.games import chocolatier
from core.record_events import PointsAdjusted
from eventstore import codec
from eventstore.access.access import Access
from eventstore.matches.repository import MatchRepository, utc_now
from tests.browser.test_acknowledged import change_on_the_way
from tests.patience import until
from tests.recorded import records_in
from tests.served import Served, served
from tests.torture import Torture

PHONE = {"width": 360, "height": 740}
ADDED = "Bookmark added."
WAITS = "1 entry waits on this device until"
WAITING = """(owner) => Object.entries(localStorage).filter(
  ([name, value]) => name.startsWith('partie-outbox/') && JSON.parse(value).owner === owner).length"""


@pytest.fixture
def records(tmp_path: Path) -> Iterator[MatchRepository]:
    records = records_in(tmp_path / "partie.db")
    records.start(chocolatier, ("Anna", "Ben"), id="sheet")
    yield records
    records.store.close()


@pytest.fixture
def access(records: MatchRepository) -> Access:
    return Access(records.store, "local", utc_now)


@pytest.fixture
def running(records: MatchRepository, tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "partie.db", tmp_path, "--tokens") as running:
        yield running


@contextmanager
def phone(browser: Browser) -> Iterator[tuple[BrowserContext, Page]]:
    with browser.new_context(viewport=PHONE) as context:  # type: ignore[arg-type]
        yield context, context.new_page()


def log_in(context: BrowserContext, running: Served, token: str) -> None:
    context.add_cookies([{"name": "partie_token", "value": token, "url": running.address}])


def bookmark_that_waits(page: Page, running: Served, access: Access, revoked: str) -> None:
    """Enter a bookmark when the token has just been revoked."""
    page.goto(f"{running.address}/live/sheet")
    expect(page.get_by_role("button", name="Bookmark")).to_be_enabled()
    change_on_the_way(page, access, revoked=revoked, other=None)
    page.get_by_role("button", name="Bookmark").click()
    expect(page.locator(".held-writes")).to_contain_text("1 entry")


def authors(records: MatchRepository) -> list[str]:
    return [row.recorded_by for row in records.store.read("notes/sheet")]


def is_note(request: Request) -> bool:
    return request.method == "POST" and request.url.endswith("/api/matches/sheet/notes")


def token_id(token: str) -> str:
    return token.split("_")[1]


def test_what_waits_is_not_recorded_under_another_name_and_is_discarded_by_hand(
    browser: Browser, running: Served, records: MatchRepository, access: Access
) -> None:
    anna, ben = (access.make_token("recorder") for _ in range(2))
    with phone(browser) as (context, page):
        log_in(context, running, anna)
        bookmark_that_waits(page, running, access, anna)
        assert authors(records) == []
        log_in(context, running, ben)
        page.goto(f"{running.address}/live/sheet")
        expect(page.locator(".held-writes")).to_contain_text(f"{WAITS} token {token_id(anna)} is logged in again.")
        page.get_by_role("button", name="Bookmark").click()
        expect(page.get_by_text(ADDED)).to_be_visible()
        assert authors(records) == [f"token {token_id(ben)}"]
        page.reload()
        expect(page.locator(".held-writes")).to_contain_text(WAITS)
        page.get_by_role("button", name="Discard").click()
        page.get_by_role("button", name="Discard for ever").click()
        expect(page.locator(".held-writes")).to_be_empty()
        assert authors(records) == [f"token {token_id(ben)}"]


def test_what_waits_is_named_before_logging_out_and_nothing_is_left_on_the_device(
    browser: Browser, running: Served, records: MatchRepository, access: Access
) -> None:
    anna = access.make_token("recorder")
    with phone(browser) as (context, page):
        log_in(context, running, anna)
        page.goto(f"{running.address}/live/sheet")
        expect(page.get_by_role("button", name="Bookmark")).to_be_enabled()
        page.route("**/api/matches/sheet/notes", lambda route: route.abort())
        page.get_by_role("button", name="Bookmark").click()
        expect(page.get_by_text("waiting to be sent").or_(page.locator(".away")).first).to_be_visible()
        page.goto(f"{running.address}/login")
        expect(
            page.get_by_text("1 entry waits on this device to be sent. It is lost if you log out now.")
        ).to_be_visible()
        page.get_by_role("button", name="Log out and discard").click()
        page.wait_for_url(lambda address: "login" not in address)
        assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('partie'))") == []
        assert page.evaluate("caches.keys()") == []
        assert not [cookie for cookie in context.cookies() if cookie["name"] == "partie_token"]
        assert authors(records) == []


@pytest.mark.torture("logins")
def test_every_waiting_entry_is_recorded_once_under_the_name_of_its_person(
    browser: Browser, running: Served, records: MatchRepository, access: Access, torture: Torture
) -> None:
    rng, tokens = torture.rng(), [access.make_token("recorder") for _ in range(3)]
    entered, ways = Counter[str](), Counter[str]()
    with phone(browser) as (context, page):
        for number in torture.rounds(3, 300):
            person, other = rng.sample(tokens, 2)
            # The bookmarks are of different events.
            records.record("sheet", PointsAdjusted(0, 1, f"Round {number}"))
            log_in(context, running, person)
            page.goto(f"{running.address}/live/sheet")
            expect(page.get_by_role("button", name="Bookmark")).to_be_enabled()
            expect(page.get_by_text(f"Round {number}").first).to_be_attached()
            way = ("sent", "cut off", "switched")[number % 3]
            if way == "cut off":
                page.route("**/api/matches/sheet/notes", lambda route: route.abort())
            elif way == "switched":
                change_on_the_way(page, access, revoked=None, other=other)
            with page.expect_event("requestfailed" if way == "cut off" else "requestfinished", is_note):
                page.get_by_role("button", name="Bookmark").click()
            entered[f"token {token_id(person)}"] += 1
            ways[way] += 1
            if way == "sent":
                expect(page.get_by_text(ADDED)).to_be_visible()
            page.unroute_all()
        for person in tokens:
            log_in(context, running, person)
            page.goto(f"{running.address}/live/sheet")
            name = f"token {token_id(person)}"
            until(lambda: Counter(authors(records))[name] == entered[name])  # noqa: B023
            # The server has recorded an entry before a page gets the response, which another page may have left unread.
            until(lambda: page.evaluate(WAITING, name) == 0)  # noqa: B023
    assert Counter(authors(records)) == entered
    abouts = [codec.decode_object(row.data)["about"] for row in records.store.read("notes/sheet")]
    assert sorted(abouts) == [*range(2, torture.done + 2)], "each once, and on the event it was about"
    counted = ", ".join(f"{number:,} {way}" for way, number in sorted(ways.items()))
    torture.report(
        f"{torture.done:,} entries of three people on one phone ({counted}): each recorded once, under the name of its"
        " person"
    )
