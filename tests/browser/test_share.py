"""The replay in one file, opened from the disk of a machine without a network."""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, BrowserContext, Download, Page, expect

from core.game import AnyGame
from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from core.scoring_frames import with_scorings
from eventstore.formats import handover
from eventstore.matches.notes import NoteWritten
from tests.browser.accessibility import violations
from tests.browser.test_replay import now
from tests.recorded import records_in
from tests.shared import recorded
from viewer.components.share import page as pages

NOTE = NoteWritten("n1", 5, "</script><script>alert(2)</script>", "!?")


class Alone:
    """Pages opened from files in a browser without a network, and everything it complained of or asked for."""

    def __init__(self, context: BrowserContext, folder: Path) -> None:
        self.page = context.new_page()
        self.folder = folder
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog {dialog.message}"))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def open(self, kind: str, moment: str = "") -> Page:
        file = self.folder / f"{kind}.html"
        notes = [NOTE] if kind == "harmful" else []
        file.write_text(pages.html(recorded(kind), notes), encoding="utf-8")
        self.page.goto(file.as_uri() + moment)
        self.page.locator(".row[aria-current=step]").wait_for(state="attached")
        return self.page


@pytest.fixture
def alone(browser: Browser, tmp_path: Path) -> Iterator[Alone]:
    with browser.new_context(offline=True) as context:
        opened = Alone(context, tmp_path)
        yield opened
        assert opened.complaints == []
        assert {url.split("#")[0].split(":")[0] for url in opened.requests} <= {"file", "about"}
        assert len({url.split("#")[0] for url in opened.requests}) <= 1


@pytest.mark.parametrize("kind", ["chocolatier", "schokoly", "sheet", "begun", "pig"])
def test_every_match_can_be_stepped_through_by_keys(alone: Alone, toy_game: AnyGame, kind: str) -> None:
    page = alone.open(kind)
    match = recorded(kind)
    last = len(with_scorings(match.frames, match.stories)[0]) - 1
    assert now(page) == last
    page.keyboard.press("Home")
    assert now(page) == 0
    page.keyboard.press("ArrowRight")
    assert now(page) == min(1, last)
    page.keyboard.press("End")
    assert now(page) == last
    assert page.locator(".panel svg text").count() > 0
    page.set_viewport_size({"width": 1440, "height": 900})
    fits = """(panels) => panels.every((panel) => panel.getBoundingClientRect().right
        <= document.querySelector(".moves").getBoundingClientRect().left)"""
    assert page.locator(".panel").evaluate_all(fits)


def test_the_address_names_the_moment(alone: Alone) -> None:
    page = alone.open("open", "#at=5")
    assert now(page) == 4
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#at=6$"))
    page.reload()
    page.locator(".row[aria-current=step]").wait_for(state="attached")
    assert now(page) == 5
    page.evaluate("location.hash = 'at=3'")
    expect(page.locator(".strip")).to_have_attribute("aria-valuenow", "2")
    page.keyboard.press("End")
    page.go_back()
    expect(page.locator(".strip")).to_have_attribute("aria-valuenow", "2")


def test_it_is_light_or_dark_as_the_system_is(alone: Alone) -> None:
    page = alone.open("open")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        expect(page.locator(".replay")).to_have_class(re.compile(f"partie-{scheme}"))
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", ground)[:3])) > 384) == (scheme == "light")


def test_it_works_in_a_frame_that_may_only_run_scripts(browser: Browser) -> None:
    page = browser.new_page()
    page.clock.install()
    html = escape(pages.html(recorded("open"), at=4))
    page.set_content(f'<iframe sandbox="allow-scripts" width="900" height="700" srcdoc="{html}"></iframe>')
    frame = page.frame_locator("iframe")
    strip = frame.locator(".strip")
    expect(strip).to_have_attribute("aria-valuenow", "3")
    strip.focus()
    page.keyboard.press("ArrowRight")
    expect(strip).to_have_attribute("aria-valuenow", "4")
    page.clock.fast_forward(1000)  # The address is written a little later; a frame like this one has none.
    expect(frame.locator(".notice")).to_be_hidden()
    page.close()


def test_everything_is_made_when_asked_for(page: Page, site: str) -> None:
    page.goto(f"{site}/replay?match=two&at=3")
    page.get_by_role("button", name="Share").click()
    for button, start in (
        ("Replay in one page", b"<!doctype html>"),
        ("Picture of this moment", b"\x89PNG"),
        ("Film of the match", b"GIF89a"),
        ("Points of every move", b'\xef\xbb\xbf"version"'),
        ("Match script", b'{"partie": 1'),
        ("Moves as text", b'[Game "chocolatier"]'),
    ):
        with page.expect_download() as download:
            page.get_by_role("button", name=button).click()
        assert content(download.value).startswith(start)
    expect(page.get_by_text(f"{site}/replay?match=two&at=3")).to_be_visible()
    expect(page.get_by_role("link", name="Log in BG Stats")).to_have_attribute("href", re.compile("createPlay"))
    page.get_by_text("Scan with a phone").click()
    expect(page.get_by_role("img", name="QR code for BG Stats")).to_be_visible()
    expect(page.get_by_text("[b]").first).to_be_visible()


def test_a_play_is_shared_as_a_picture_and_in_other_ways_behind_it(page: Page, site: str) -> None:
    page.goto(f"{site}/replay?match=sheet&share=1")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img")).to_be_visible()
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Picture").click()
    assert content(download.value).startswith(b"\x89PNG")
    dialog.get_by_text("More ways to share").click()
    expect(dialog.get_by_text(f"{site}/replay?match=sheet", exact=True)).to_be_visible()
    expect(dialog.get_by_role("button", name="Film of the match")).to_have_count(0)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Moves as text").click()
    assert content(download.value).startswith(b'[Game "scoresheet"]')


def content(download: Download) -> bytes:
    return Path(download.path()).read_bytes()


def test_a_match_behind_the_sign_of_a_link_is_read_and_only_looked_at(page: Page, site: str, tmp_path: Path) -> None:
    page.goto(f"{site}/handover?match=sheet")
    expect(page.get_by_role("img", name="Code of the match Kettle Race")).to_be_visible()
    page.goto(str(page.locator("[data-copy]").get_attribute("data-copy")))
    expect(page.get_by_text("You already have it.")).to_be_visible()
    records = records_in(tmp_path / "other.db")
    match = records.start(scoresheet, ("Anna", "<b>Zoe</b>"), PointsNoted("a", (3, 4)), options={"title": "Wingspan"})
    records.store.close()
    page.evaluate("code => { location.hash = code }", handover.digits(handover.packed(match)))
    expect(page.get_by_text("<b>Zoe</b>", exact=True)).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(page) == []
    question = page.locator("section", has=page.get_by_role("heading", name="Who is <b>Zoe</b>?"))
    question.get_by_label("Somebody else").select_option("Cleo")
    expect(question.locator("select.on")).to_be_visible()
    question.get_by_role("button", name="A new person").press("Enter")
    expect(question.locator(".on")).to_have_text("A new person")
    expect(question.locator(".on")).to_be_focused()
    expect(question.get_by_label("Somebody else")).to_have_value("")
    with page.expect_request("**/handover/look") as sent:
        page.get_by_role("button", name="Only look").click()
    cleo, new = parse_qs(sent.value.post_data or "")["who"]
    assert (cleo.partition("=")[0], new) == ("<b>Zoe</b>", "<b>Zoe</b>=")
    page.locator(".row[aria-current=step]").wait_for(state="attached")
    page.goto(f"{site}/handover#rubbish")
    expect(page.get_by_role("alert")).to_have_text("This is no match of Partie, or a part of it is missing.")
