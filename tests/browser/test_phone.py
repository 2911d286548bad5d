"""A phone that joins: the printed address or the drawn code is opened once, and the next thing is a recorded move."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect

from core.games import chocolatier
from eventstore.access.access import Access
from eventstore.matches.repository import MatchRepository, utc_now
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import idle, serving, settled
from tests.patience import patience, until
from tests.recorded import fill, record, records_in
from tests.served import answers, printed_links, served
from viewer.pairing.addresses import lan_addresses

PIXEL = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/130.0.0.0 Mobile Safari/537.36"
)


@dataclass(frozen=True)
class House:
    """A server in the network at `address`, the two links that it printed, and its store."""

    address: str
    links: list[str]
    records: MatchRepository
    access: Access

    def here(self, link: str) -> str:
        """A link of this server as it is reached on this machine, whatever its network."""
        return re.sub(r"^http://[^/]+", self.address, link)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    if not lan_addresses("0.0.0.0"):
        pytest.skip("This machine is in no network.")
    folder = tmp_path_factory.mktemp("phone")
    records = records_in(folder / "partie.db")
    fill(records)
    record(records, "open", chocolatier, ("Anna", "Ben"), 3, events=1)
    with served(folder / "partie.db", folder, "--phone") as running:
        links = printed_links(running)
        yield House(running.address, links, records, Access(records.store, "local", utc_now))
    records.store.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 360, "height": 740}, user_agent=PIXEL, has_touch=True) as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def laptop(browser: Browser, house: House) -> Iterator[BrowserContext]:
    """A browser that was paired by the second address."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(house.here(house.links[-1]))
        page.get_by_role("button", name="Go on").click()
        page.wait_for_url(f"{house.address}/")
        page.close()
        yield context


def tap_two_places_and_confirm(page: Page) -> None:
    live = page.locator(".live-record[data-version]")
    before = int(live.get_attribute("data-version") or 0)
    page.locator(".target > *").first.click()
    page.locator(".target > *").first.click()
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(live).to_have_attribute("data-version", str(before + 1))


def drawn(page: Page) -> str:
    """What a camera reads on the page."""
    page.get_by_role("img", name="QR code that pairs a phone").scroll_into_view_if_needed()
    settled(page)
    (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.screenshot())))
    return str(code.text)


def test_from_the_command_to_a_recorded_move_with_one_scan(house: House, phone: Page) -> None:
    phone.goto(house.here(house.links[0]))
    name = phone.get_by_role("textbox", name="Name of this device")
    expect(name).to_have_value("Pixel 8, Chrome")
    name.fill("Anna's Pixel")
    phone.reload()
    expect(name).to_be_visible()
    name.fill("Anna's Pixel")
    phone.get_by_role("button", name="Go on").click()
    phone.wait_for_url(f"{house.address}/")
    phone.goto(f"{house.address}/table?match=open")
    tap_two_places_and_confirm(phone)
    (device,) = [token for token in house.access.grants().tokens.values() if token.device == "Anna's Pixel"]
    assert house.records.store.read("matches/open")[-1].recorded_by == f"token {device.id}"
    (cookie,) = [each for each in phone.context.cookies() if each["name"] == "partie_token"]
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    phone.context.clear_cookies()
    phone.goto(house.here(house.links[0]))
    phone.get_by_role("button", name="Go on").click()
    expect(phone.get_by_role("alert")).to_contain_text("This code or token is not valid: it was used already")
    house.access.revoke(device.id)


def test_a_code_on_the_table_page_lets_another_phone_record_this_match(
    house: House, laptop: BrowserContext, phone: Page
) -> None:
    desk = laptop.new_page()
    made = len(house.records.store.read("access"))
    desk.goto(f"{house.address}/table?match=open")
    desk.locator(".live-record[data-version]").wait_for()
    idle(desk)
    assert len(house.records.store.read("access")) == made, "no code before the panel is opened"
    desk.get_by_role("button", name="Another phone").click()
    link = drawn(desk)
    expect(desk.get_by_text(link)).to_be_visible()
    desk.emulate_media(color_scheme="dark")
    desk.set_viewport_size({"width": 360, "height": 740})
    assert_accessible(desk)
    assert re.fullmatch(r"http://[\d.]+:\d+/pairing#\w+[\w-]+/live/open", link)
    assert len(house.records.store.read("access")) == made + 1
    desk.close()
    phone.goto(house.here(link))
    phone.get_by_role("button", name="Go on").click()
    phone.wait_for_url(f"{house.address}/live/open")
    tap_two_places_and_confirm(phone)
    phone.goto(f"{house.address}/replay?match=two")
    expect(phone.get_by_role("heading", name="Match not found")).to_be_visible()


def test_a_code_of_the_sharing_dialog_lets_another_phone_follow(
    house: House, laptop: BrowserContext, phone: Page
) -> None:
    desk = laptop.new_page()
    desk.goto(f"{house.address}/replay?match=two")
    desk.locator(".row[aria-current=step]").wait_for(state="attached")
    idle(desk)
    desk.get_by_role("button", name="Share", exact=True).click()
    desk.get_by_text("Record or follow on another phone").click()
    expect(desk.get_by_role("radio", name="Record this match")).to_have_count(0)  # It is over.
    link = drawn(desk)
    desk.close()
    phone.goto(house.here(link))
    phone.get_by_role("button", name="Go on").click()
    phone.wait_for_url(re.compile(r"/replay\?match=two"))
    expect(phone.get_by_role("link", name="Correct")).to_have_count(0)
    expect(phone.get_by_role("button", name="Explore")).to_be_visible()
    expect(phone.locator(".replay.read-only")).to_be_attached()  # Review shows no editor.


def test_a_program_for_this_machine_alone_lets_a_phone_in_itself(browser: Browser, phone: Page, tmp_path: Path) -> None:
    if not lan_addresses("0.0.0.0"):
        pytest.skip("This machine is in no network.")
    path = tmp_path / "matches.db"
    record(records_in(path), "open", chocolatier, ("Anna", "Ben"), 3, events=1)
    with serving(path) as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/table?match=open")
        page.get_by_role("button", name="Another phone").click()
        page.get_by_role("button", name="Show the code").click()
        expect(page.get_by_role("img", name="QR code that pairs a phone")).to_be_visible(timeout=patience(90_000))
        link = page.get_by_text("/pairing#").first.inner_text()
        there = re.sub(r"^http://[^/:]+", "http://127.0.0.1", link)
        assert there.partition("/pairing")[0] != address
        root = there.partition("/pairing")[0]
        assert phone.request.get(f"{root}/api/matches/open").status == 404, "without a token nobody sees the match"
        phone.goto(there)
        phone.get_by_role("button", name="Go on").click()
        expect(phone).to_have_url(f"{root}/live/open")
        expect(phone.locator(".live-record[data-version]")).to_be_visible()
        assert context.request.get(f"{address}/api/matches/open").ok, "this machine still needs no token"
    until(lambda: not answers(f"{root}/healthz"), 30, why=lambda: "It ends with the program that started it.")
