"""A phone and its home come in step, in a real browser with a real server, whatever cuts them off."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from core.games import chocolatier
from eventstore.access.access import Access
from eventstore.maintenance.outgoing import people_digest
from eventstore.matches.match import MATCHES
from eventstore.matches.photo_encoding import encode
from eventstore.matches.repository import MatchRepository, utc_now
from tests.browser.accessibility import violations
from tests.browser.phone import Phone, built_folder, downloaded, made_phones  # noqa: F401
from tests.browser.test_pocket import START
from tests.patience import until
from tests.pictures import photo
from tests.recorded import record, records_in
from tests.served import Served, free_port, served

pytestmark = pytest.mark.slow


@pytest.fixture
def port(folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("PARTIE_POCKET", str(folder))
    return free_port()


def connect(phone: Phone, home: Served, records: MatchRepository) -> None:
    """Pair by the address that the page of the home shows below its code."""
    code = Access(records.store, "local", utc_now).make_pairing("recorder")
    phone.page.goto(f"{home.address}/pocket/keeping")
    phone.drawn("keeping")
    phone.page.get_by_label("Address below the code").fill(f"{home.address}/pairing#{code}")
    phone.page.get_by_role("button", name="Connect").click()
    expect(phone.page.get_by_role("heading", name="This phone and Home")).to_be_visible()


def held(records: MatchRepository) -> dict[str, bytes]:
    """The row hash in which each match and its photos end, and who is in the store."""
    names = [name for prefix in (MATCHES, "photos/", "notes/") for name in records.store.streams(prefix)]
    ends = {name: records.store.read(name)[-1].row_hash for name in names}
    return ends | {"people": people_digest(records.store).encode()}


def assert_in_step(page: Page, records: MatchRepository, file: Path) -> None:
    phone = downloaded(page, file)
    assert held(phone) == held(records)
    phone.store.close()


def test_a_play_goes_home_and_what_happened_there_comes_although_the_connection_is_cut(
    phones: Any,
    port: int,
    tmp_path: Path,
) -> None:
    records = records_in(tmp_path / "home.db")
    before = record(records, "before", chocolatier, ("Ana", "Ben"), 3, events=20)
    records.photos.attach(before, encode(photo()))
    with phones() as phone:
        page = phone.page
        with served(tmp_path / "home.db", tmp_path, "--tokens", port=port) as home:
            page.goto(f"{home.address}/pocket/")
            phone.drawn()
            assert violations(page) == []
            mine = page.evaluate(START)
            connect(phone, home, records)
            expect(page.get_by_text("1 play went home and 1 came.")).to_be_visible()
            assert violations(page) == []
            assert_in_step(page, records, tmp_path / "first.db")
        alone = page.evaluate(START)
        page.get_by_role("link", name="Plays").click()
        expect(page.get_by_text("Home does not answer. Nothing is lost.")).to_be_visible()
        expect(page.locator(".row", has_text="this phone")).to_have_count(1)
        assert violations(page) == []
        record(records, "after", chocolatier, ("Ana", "Eva"), 4)
        with served(tmp_path / "home.db", tmp_path, "--tokens", port=port):
            page.route("**/api/exchange", cut_after_the_answer, times=1)
            page.get_by_role("link", name="Details").click()
            page.get_by_role("button", name="Go home now").click()
            # The home has it, and the phone does not know.
            until(lambda: page.evaluate("true") and alone in records.ids(), 20)
            away = page.get_by_text("Home does not answer. Nothing is lost.")
            until(lambda: page.get_by_role("button", name="Go home now").click() or not away.count(), 30)
            assert_in_step(page, records, tmp_path / "second.db")
        assert {mine, alone, "before", "after"} == {*records.ids()}
        assert phone.errors == []
    records.store.close()


def cut_after_the_answer(route: Route) -> None:
    route.fetch()
    route.abort("connectionreset")
