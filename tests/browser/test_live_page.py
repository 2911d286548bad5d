"""The live page in a real browser: recorded on, followed, installed, used while the server is away; and the screen."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect

from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from core.record_events import PointsAdjusted
from eventstore.access.access import Access
from eventstore.maintenance import backup
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.store.sqlite import SqliteStore
from tests.browser.accessibility import violations
from tests.browser.conftest import TWO_FRAMES, until
from tests.recorded import FOUR, ODD_NAMES, record, records_in
from tests.served import Served, free_port, served

PHONE = {"width": 360, "height": 740}
TWO = ("Anna", "Ben")
UNANSWERED = ("ERR_", "server is not responding", "No response received", "disconnected from server")
"""Words of complaints about requests that no server answered."""


@pytest.fixture(scope="module")
def records(store: Path) -> MatchRepository:
    records = records_in(store)
    record(records, "odd", chocolatier, ODD_NAMES, 9, events=30, played_on="2026-11-19")
    sheet = [scoresheet.PointsNoted(f"Round {n}", (10 * n, None if n == 2 else 7 * n, 5 * n)) for n in range(1, 4)]
    records.start(scoresheet, FOUR[:3], *sheet, options={"title": "Kettle Race"}, id="sheet")
    record(records, "open", chocolatier, FOUR, 3, events=25)
    record(records, "azacru", azacru, TWO, 1, events=9)
    record(records, "pavilion", pavilion, FOUR[:3], 2, events=25)
    record(records, "schokoly", schokoly, FOUR, 3, events=20)
    return records


@contextmanager
def device(browser: Browser, **more: object) -> Iterator[Page]:
    """A page in a browser of its own, on a phone if nothing else is said; it must have nothing to complain about."""
    with browser.new_context(**{"viewport": PHONE, **more}) as context:  # type: ignore[arg-type]
        page = context.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        yield page
        assert [each for each in complaints if not any(word in each for word in UNANSWERED)] == []


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with device(browser) as page:
        yield page


def at_table(page: Page, address: str, path: str) -> Page:
    page.goto(f"{address}/live/{path}")
    page.locator(".live-record[data-version]").wait_for()
    return page


def is_kept(page: Page) -> None:
    """Wait until the service worker has the page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")


def test_nothing_is_tapped_in_vain_before_the_table_is_there(phone: Page, address: str) -> None:
    """A bookmark tapped by somebody quick is about an event that the page does not know yet."""
    held: list[Route] = []
    phone.route("**/view/matches/open/live", lambda route: held.append(route))
    with phone.expect_request("**/view/matches/open/live"):
        phone.goto(f"{address}/live/open")
    buttons = phone.locator(".bar button").locator("visible=true")
    expect(buttons).to_have_count(5)
    for button in buttons.all():
        expect(button).to_be_disabled()
    held[0].continue_()
    phone.get_by_role("button", name="Bookmark").click()
    expect(phone.get_by_role("status")).to_have_text("Bookmark added.")


def test_a_move_is_recorded_on_one_phone_and_followed_on_another_and_on_a_screen(
    browser: Browser, phone: Page, address: str, records: MatchRepository
) -> None:
    before = record(records, "begun", chocolatier, TWO, 2, events=1)
    at_table(phone, address, "begun")
    with device(browser) as other, device(browser) as screen:
        at_table(other, address, "begun")
        at_table(screen, address, "begun/screen")
        chosen(phone)
        phone.locator("[data-command=confirm]").click()
        for page in (phone, other, screen):
            expect(page.locator(".live-record")).to_have_attribute("data-version", str(before.version + 1))
        expect(screen.locator(".moves li").first).to_contain_text("Anna takes")
    links = phone.get_by_role("navigation", name="Pages").get_by_role("link")
    pages = ("", "", "replay?match=begun", "live/begun/screen")
    assert links.evaluate_all("(all) => all.map((a) => a.href)") == [f"{address}/{page}" for page in pages]


def test_the_keys_walk_from_the_links_over_the_board_to_the_buttons(phone: Page, address: str) -> None:
    at_table(phone, address, "odd")
    reached = []
    for _ in range(40):
        phone.keyboard.press("Tab")
        at = "document.activeElement"
        place = f"{at}.closest('nav.pages, .dock, .side, .surface')?.classList[0] ?? null"
        reached.append(phone.evaluate(place))
        assert phone.evaluate(f"getComputedStyle({at}).outlineStyle + {at}.matches('.target')") not in (
            "nonefalse",
            "none",
        )
        if reached[-1] == "dock":
            break
    assert list(dict.fromkeys(reached)) == ["pages", "surface", "side", "dock"]


@pytest.mark.parametrize("path", ["", "odd", "odd/screen", "sheet", "nothing"])
def test_a_page_is_for_everybody_and_names_are_text(browser: Browser, address: str, path: str) -> None:
    """In the language of the reader; axe finds nothing, nothing is wider than a phone."""
    with browser.new_context(viewport=PHONE, reduced_motion="reduce", locale="cs") as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{address}/live/{path}")
        page.locator(".live-record[data-version], main > :is(ul, nav)").first.wait_for()
        expect(page.locator("html")).to_have_attribute("lang", "cs")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            page.evaluate(TWO_FRAMES)
            assert violations(page) == [], scheme
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        if path in ("", "odd", "odd/screen"):
            expect(page.get_by_text("<script>").first).to_be_visible()
            expect(page).not_to_have_title("hit")
        if path == "odd":
            expect(page.get_by_role("button", name="Vrátit", exact=True)).to_be_visible()
            expect(page).to_have_title(f"{' – '.join(ODD_NAMES)}, Azul: Mistři čokolády")


def test_the_page_can_be_installed_and_a_new_version_throws_the_files_of_an_older_one_away(
    phone: Page, address: str
) -> None:
    phone.goto(f"{address}/healthz")
    phone.evaluate("Promise.all(['partie-live-0', 'another'].map((name) => caches.open(name))).then(() => null)")
    at_table(phone, address, "odd")
    is_kept(phone)
    until(lambda: phone.evaluate("caches.keys().then((all) => !all.includes('partie-live-0') && all.length === 2)"))
    kept = phone.evaluate(
        """async () => {
            const names = (await caches.keys()).filter((name) => name.startsWith("partie-live-"));
            const requests = await (await caches.open(names[0])).keys();
            return requests.map(({ url }) => new URL(url).pathname);
        }"""
    )
    assert kept
    assert not [path for path in kept if not path.startswith(("/live/", "/scripts/")) or "odd" in path]
    cdp = phone.context.new_cdp_session(phone)
    found = cdp.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].startswith(f"{address}/live/manifest.webmanifest")
    errors = {error["errorId"] for error in cdp.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}  # Every page of a test is.


def note_points(page: Page, points: tuple[str, ...]) -> None:
    for field, number in zip(page.locator(".sheet input.well").all(), points, strict=True):
        field.fill(number)
    page.get_by_role("button", name="Save these points").click()


def noted(records: MatchRepository, id: str) -> list[tuple[float | None, ...]]:
    return [entry.event.points for entry in records.match(id).log if isinstance(entry.event, scoresheet.PointsNoted)]


def all_is_sent(page: Page) -> None:
    """Wait until the phone keeps no entry any more: each one shows before it is written."""
    until(lambda: not page.evaluate("Object.keys(localStorage).some((name) => name.startsWith('partie-outbox/'))"))


def test_a_score_sheet_is_entered_offline_with_a_reload_and_sent_later(
    phone: Page, address: str, records: MatchRepository
) -> None:
    records.start(scoresheet, TWO, options={"title": "Kettle Race"}, id="offline")
    at_table(phone, address, "offline")
    expect(phone.locator(".sheet-head h1")).to_have_text("Kettle Race")
    expect(phone.locator(".fh .face").first).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    is_kept(phone)
    phone.context.set_offline(True)
    note_points(phone, ("12", "9"))
    expect(phone.get_by_text("1 entry is kept here and will be sent.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_text("1 entry is kept here and will be sent.")).to_be_visible()
    note_points(phone, ("7", "30"))
    expect(phone.locator(".head-of-seat .sum")).to_have_text(["19", "39"])
    phone.context.set_offline(False)
    expect(phone.locator(".away")).to_be_hidden()
    all_is_sent(phone)
    assert noted(records, "offline") == [(12, 9), (7, 30)]


def chosen(page: Page) -> str:
    """Tap until a move can be confirmed; its sentence."""
    confirm = page.locator("[data-command=confirm]")
    while not confirm.is_visible() or confirm.is_disabled():
        page.locator(".target, .chip").first.press("Enter")
    page.locator(".ghost").first.wait_for()
    return page.locator(".preview .says").inner_text()


def test_a_move_that_waits_to_be_sent_is_a_ghost_in_words_too_and_after_a_reload(
    phone: Page, address: str, records: MatchRepository
) -> None:
    before = record(records, "unsent", chocolatier, TWO, 2, events=1)
    at_table(phone, address, "unsent")
    is_kept(phone)
    move = chosen(phone)
    phone.context.set_offline(True)
    phone.locator("[data-command=confirm]").click()
    waits = phone.locator(".unsent")
    for _ in range(2):
        expect(waits).to_have_text(f"{move} waiting to be sent")
        expect(phone.locator(".ghost").locator("visible=true").first).to_be_visible()
        assert (
            phone.locator(".unsent-edge").first.evaluate("(edge) => getComputedStyle(edge).strokeDasharray") != "none"
        )
        expect(phone.locator("[data-command=confirm]")).to_be_hidden()
        phone.reload()
    phone.context.set_offline(False)
    expect(phone.locator(".live-record")).to_have_attribute("data-version", str(before.version + 1))
    expect(waits).to_be_hidden()
    expect(phone.locator(".ghost")).to_have_count(0)


def test_half_a_move_that_another_device_overtakes_is_said(phone: Page, address: str, records: MatchRepository) -> None:
    match = record(records, "overtaken", chocolatier, TWO, 2, events=1)
    at_table(phone, address, "overtaken")
    phone.locator(".target").first.press("Enter")
    expect(phone.get_by_role("button", name="Back", exact=True)).to_be_visible()
    records.record("overtaken", next(iter(chocolatier.legal_moves(match.now.state))))
    expect(phone.locator(".message")).to_have_text(
        re.compile(r"Meanwhile another device recorded: Anna takes .+\. What you had begun to tap was dropped\.")
    )
    phone.locator(".target").first.press("Enter")
    records.take_back("overtaken")
    expect(phone.locator(".message")).to_contain_text("Meanwhile another device took back a move.")


def test_a_score_sheet_survives_a_server_that_is_killed_and_started_again(browser: Browser, tmp_path: Path) -> None:
    port, store = free_port(), tmp_path / "partie.db"
    records = records_in(store)
    records.start(scoresheet, TWO, options={"title": "Kettle Race"}, id="sheet")

    def view() -> AbstractContextManager[Served]:
        return served(store, tmp_path, "--no-browser", command="view", port=port)

    with device(browser) as page:
        with view() as running:
            at_table(page, running.address, "sheet")
            is_kept(page)
            os.kill(running.process.pid or 0, signal.SIGSTOP)  # It still accepts connections, and answers nothing.
            page.reload()
            expect(page.locator(".live-record")).to_have_attribute("data-version", "1")
            running.process.kill()
            running.process.join()
        note_points(page, ("12", "9"))
        page.goto(f"{running.address}/live/")  # As the installed app starts: it goes on with the last match.
        page.wait_for_url("**/live/sheet")
        expect(page).to_have_title("Anna – Ben, Kettle Race")
        expect(page.get_by_text("The server cannot be reached. 1 entry is kept here and will be sent.")).to_be_visible()
        note_points(page, ("7", "30"))
        page.get_by_role("group", name="Who won?").get_by_role("button", name="Ben").click()
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("3 entries are kept here and will be sent.")).to_be_visible()
        with view():
            expect(page.locator(".away")).to_be_hidden()
            all_is_sent(page)
    assert noted(records, "sheet") == [(12, 9), (7, 30)]
    assert records.match("sheet").state == "finished"
    records.store.close()


def test_pages_begin_again_after_the_restore_of_an_older_backup(browser: Browser, tmp_path: Path) -> None:
    """The live page, the page of a play and a replay had more versions than there are now."""
    port, store, saved = free_port(), tmp_path / "partie.db", tmp_path / "backup.db"
    records = records_in(store)
    first = scoresheet.PointsNoted("Round 1", (12, 9))
    records.start(scoresheet, TWO, first, id="sheet")
    records.start(scoresheet, TWO, first, scoresheet.WinnersNamed((0,)), id="over")
    record(records, "moves", chocolatier, TWO, 2, events=3)
    with closing(SqliteStore(store)) as file:
        backup.backup(file, saved, lambda done, of: None)
    records.record("over", PointsAdjusted(0, 391, "House rule"))
    for number in range(2, 6):
        records.record("sheet", scoresheet.PointsNoted(f"Round {number}", (100, 200)))
        records.record("moves", next(iter(chocolatier.legal_moves(records.match("moves").now.state))))
    records.store.close()

    def view() -> AbstractContextManager[Served]:
        return served(store, tmp_path, "--no-browser", command="view", port=port)

    with device(browser) as live, device(browser) as play, device(browser) as replay:
        with view() as running:
            at_table(live, running.address, "sheet")
            expect(live.locator(".live-record")).to_have_attribute("data-version", "6")
            play.goto(f"{running.address}/replay?match=over")
            expect(play.locator("div.play .stand")).to_contain_text("403")
            replay.goto(f"{running.address}/replay?match=moves")
            expect(replay.locator(".strip")).to_have_attribute("aria-valuemax", "7")
        backup.restore(saved, store, force=True, progress=lambda done, of: None)
        with view():
            expect(live.locator(".live-record")).to_have_attribute("data-version", "2")
            expect(live.locator(".away")).to_be_hidden()
            expect(play.locator("div.play .stand")).not_to_contain_text("403")
            expect(replay.locator(".strip")).to_have_attribute("aria-valuemax", "3")
            note_points(live, ("7", "30"))
            all_is_sent(live)
            expect(live.locator(".live-record")).to_have_attribute("data-version", "3")
    records = records_in(store)
    assert noted(records, "sheet") == [(12, 9), (7, 30)]
    records.store.close()


SCREENS = [(1920, 1080), (1280, 720)]


def test_a_screen_shows_everything_large_and_without_controls(browser: Browser, address: str) -> None:
    size = "(element) => parseFloat(getComputedStyle(element).fontSize)"
    whole = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    with device(browser) as page:
        for match, (width, height) in product(("odd", "open", "azacru", "pavilion", "schokoly", "sheet"), SCREENS):
            page.set_viewport_size({"width": width, "height": height})
            at_table(page, address, f"{match}/screen")
            for place in page.locator(".boards .panel, .seat-now, .moves li:first-child, .sum").all():
                box = place.bounding_box()
                assert box is not None, match
                assert 0 <= box["x"] <= width + 1 - box["width"], match
                assert 0 <= box["y"] <= height + 1 - box["height"], match
            assert page.evaluate(whole) == [width, height], match
            assert page.locator(":is(a, button, input, select, [tabindex])").count() == 0
            assert page.locator(".sum").first.evaluate(size) >= height / 18
            assert page.locator(".moves li").first.evaluate(size) >= height / 36
            assert page.locator("body").evaluate("(body) => getComputedStyle(body).cursor") == "none"


def test_a_screen_tells_the_scorings_apart_from_the_move_before_them(browser: Browser, site: str) -> None:
    with device(browser, viewport={"width": 1280, "height": 720}) as page:
        at_table(page, site, "four/screen")
        told = page.locator(".moves li")
        expect(told.nth(0)).to_have_text(re.compile("^Final scoring: .*Ben\\s\\+"))
        expect(told.nth(1)).to_have_text(re.compile("^Scoring of the round: "))
        expect(told.nth(2)).to_contain_text("takes")
        expect(told.nth(2).locator(".change")).to_have_text("")
        assert page.evaluate("document.documentElement.scrollHeight") == 720


def test_a_screen_for_a_stream_has_no_background_stays_awake_and_moves_nothing_where_that_is_asked_for(
    browser: Browser, address: str
) -> None:
    lock = "navigator.wakeLock.request = async (kind) => { window.lock = kind; return { release() {} }; }"
    with device(browser, viewport={"width": 1280, "height": 720}, reduced_motion="reduce") as page:
        page.add_init_script(lock)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            for query, alpha in (("", 255), ("?transparent=1", 0)):
                at_table(page, address, f"open/screen{query}")
                with Image.open(BytesIO(page.screenshot(omit_background=True))) as image:
                    corner = image.convert("RGBA").getpixel((1, 1))
                assert isinstance(corner, tuple)
                assert corner[3] == alpha
        assert page.evaluate("window.lock") == "screen"
        assert page.evaluate("document.getAnimations().length") == 0


def test_a_viewer_follows_without_controls_and_a_refused_reader_logs_in(browser: Browser, tmp_path: Path) -> None:
    records = records_in(tmp_path / "partie.db")
    match = record(records, "kettle", chocolatier, TWO, 2, events=5)
    token = Access(records.store, "local", utc_now).make_token("viewer", "kettle")
    with served(tmp_path / "partie.db", tmp_path, "--tokens") as running, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{running.address}/live/kettle")
        expect(page.get_by_role("heading", name="Match not found")).to_be_visible()
        assert violations(page) == []
        page.get_by_role("link", name="Log in").click()
        page.get_by_label("Token").fill(token)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url("**/live/kettle")
        page.locator(".live-record[data-version]").wait_for()
        assert violations(page) == []
        for control in (".target", ".line", ".bar", ".sheet-of-move", ".correct"):
            expect(page.locator(control).locator("visible=true")).to_have_count(0)
        page.keyboard.press("Control+z")
        records.record("kettle", next(iter(chocolatier.legal_moves(match.now.state))))
        expect(page.locator(".live-record")).to_have_attribute("data-version", str(match.version + 1))
    records.store.close()
