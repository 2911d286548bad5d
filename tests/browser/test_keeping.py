"""The page Keeping: a place is chosen, a backup made and tried, and a late one is told on the plays too. And a backup
that takes the place of the store while a phone waits with an entry.
"""

import os
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance import keeper, keeping
from eventstore.maintenance.backup import restore
from eventstore.maintenance.heads import head
from eventstore.store.notes_file import change_notes, read_notes
from eventstore.store.sqlite import SqliteStore
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import serving
from tests.browser.test_live_page import all_is_sent, at_table, device, note_points, noted
from tests.patience import patience, until
from tests.recorded import record, records_in
from tests.served import free_port, served

FOCUSED = """() => {
    let focused = document.activeElement;
    while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    return focused.ariaLabel || focused.textContent;
}"""


def test_a_place_is_chosen_and_the_backup_is_made_and_tried(page: Page, tmp_path: Path) -> None:
    store, disk = tmp_path / "partie.db", tmp_path / "disk"
    records = records_in(store)
    record(records, "two", chocolatier, ("Anna", "Ben"), 5)
    records.store.close()
    with serving(store) as address:
        page.goto(f"{address}/keeping")
        expect(page.locator(".answer")).to_have_text(re.compile("nowhere else. Choose a place for backups."))
        page.get_by_role("button", name="Choose a place").click()
        folder = page.get_by_label("Folder on another disk")
        folder.fill(str(tmp_path / "not" / "there"))
        page.get_by_role("button", name="Add").click()
        expect(page.get_by_text("No such file or directory.")).to_be_visible()
        folder.fill(str(disk))
        page.get_by_role("button", name="Add").click()
        expect(page.get_by_text("Tried by restoring it: 1 of 1 plays came back.")).to_be_visible(timeout=60_000)
        (backup,) = disk.glob("partie-*.db")
        page.get_by_role("button", name="Check again").click()
        expect(page.get_by_role("button", name="Back up now")).to_be_visible(timeout=60_000)
        expect(page.get_by_text("1 of 1 give the same points as when they were saved.")).to_be_visible()
        assert_accessible(page)
        page.evaluate("window.print = () => document.body.dataset.printed = 'yes'")
        page.get_by_role("button", name="Print these lines").click()
        page.wait_for_selector("[data-printed]", state="attached")
        page.emulate_media(media="print")
        expect(page.locator(".on-paper")).to_contain_text(f"partie restore {backup}")
        expect(page.locator(".on-paper")).to_be_visible()
        expect(page.get_by_text("Next backup")).to_be_hidden()
        page.emulate_media(media="screen")

        old = time.time() - 12.1 * 86400
        os.utime(backup, (old, old))
        last = read_notes(store)["last"] | {"at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(old))}
        change_notes(store, {"last": last})
        page.goto(f"{address}/keeping")
        expect(page.locator(".late")).to_have_text(re.compile("12 days ago"))
        page.goto(address)
        expect(page.get_by_text("No backup for 12 days.")).to_be_visible()
        page.locator(".told").get_by_role("link", name="Keeping").click()
        expect(page.get_by_role("heading", name="Keeping")).to_be_visible()


@pytest.mark.prints("WebSocket onclose", "ERR_CONNECTION_REFUSED", "reaching server endpoint", "is not responding")
def test_a_backup_is_restored_by_keyboard_after_what_it_replaces_was_told(page: Page, tmp_path: Path) -> None:
    store, disk = tmp_path / "partie.db", tmp_path / "disk"
    records = records_in(store)
    records.start(scoresheet, ("Anna", "Ben"), PointsNoted("a", (1, 2)), id="first")
    keeping.choose_folders(store, [disk])
    keeper.keep_up(store, keeper.local_now())
    records.record("first", PointsNoted("b", (3, 4)))
    records.start(scoresheet, ("Anna", "Ben"), id="second")
    before = head(records.store)
    records.store.close()

    def press(name: str) -> None:
        """Go on with Tab from the present place to the button, and press it."""
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate(FOCUSED).startswith(name):
                return page.keyboard.press("Enter")
        raise AssertionError(name)

    with serving(store) as address:
        page.goto(f"{address}/keeping")
        expect(page.get_by_role("button", name="Restore one")).to_be_visible()
        press("Restore one")
        expect(page.get_by_text("Choose a backup.")).to_be_visible()
        press("Choose the backup: ")
        told = page.locator(".more [role=status]")
        expect(told).to_have_text(
            "The 2 plays of now are replaced by the 1 of then. 1 play is not among them. 1 play lacks entries. "
            "All of now is first copied to partie-before-1.db, beside the store. "
            "Phones are paired as they were then, without those unpaired since. Partie starts again."
        )
        assert_accessible(page)
        press("Restore it")
        until(lambda: "restored" in read_notes(store), 60, why=store.with_suffix(".log").read_text)
        row = page.locator(".keep", has_text="The file")
        expect(row).to_contain_text("1 play, ", timeout=patience(60_000))
        expect(row).to_contain_text("What it replaced is in partie-before-1.db.")
        page.goto(address)
        expect(page.get_by_text("Anna").first).to_be_visible()
    former = SqliteStore(tmp_path / "partie-before-1.db")
    assert head(former) == before
    former.close()
    assert ids_of(store) == ["first"]


def ids_of(store: Path) -> list[str]:
    records = records_in(store)
    ids = list(records.ids())
    records.store.close()
    return ids


def test_an_entry_that_waits_on_a_phone_is_sent_to_the_backup_in_the_place_of_the_store(
    browser: Browser, tmp_path: Path
) -> None:
    store, port = tmp_path / "partie.db", free_port()
    records = records_in(store)
    records.start(scoresheet, ("Anna", "Ben"), options={"title": "Kettle Race"}, id="sheet")
    records.store.close()
    keeping.choose_folders(store, [tmp_path / "disk"])
    keeper.keep_up(store, keeper.local_now())
    (backup,) = (tmp_path / "disk").glob("partie-*.db")
    with device(browser) as phone:
        with served(store, tmp_path, "--no-browser", command="view", port=port) as running:
            at_table(phone, running.address, "sheet")
        note_points(phone, ("12", "9"))
        expect(phone.get_by_text("1 entry is kept here and will be sent.")).to_be_visible()
        restore(backup, store, force=True)
        with served(store, tmp_path, "--no-browser", command="view", port=port):
            all_is_sent(phone)
    records = records_in(store)
    assert noted(records, "sheet") == [(12, 9)]
    records.store.close()
