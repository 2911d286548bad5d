"""A play that another app pushes, in a real browser: it is shown, and written by the button only."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from eventstore.access.access import Access
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import utc_now
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import arrived, idle, serving
from tests.recorded import records_in
from tests.served import served

PLAY = {
    "sourceName": "Flip",
    "sourcePlayId": "42",
    "playDate": "2026-11-20 19:16:58",
    "location": "Brno",
    "durationMin": -5,
    "game": {"name": "Kettle & *Race*", "bggId": 230802},
    "players": [
        {"name": "Ann <b>", "score": 52, "winner": True},
        {"name": "Ben | Co", "score": 47, "winner": False},
        {"name": "A person with a name that is longer than the page of a phone is wide", "winner": False},
    ],
}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.fixture
def site(browser: Browser, store: Path) -> Iterator[str]:
    records_in(store)
    with serving(store) as address:
        yield address


def link(**more: object) -> str:
    """The address that a button of another app opens."""
    pushed = "bgstats://app.bgstatsapp.com/createPlay.html?data=" + quote(json.dumps(PLAY | more), safe="")
    return "/import?play=" + quote(pushed, safe="")


def recorded(store: Path) -> int:
    return len(list(records_in(store).store.streams(MATCHES)))


def test_a_pushed_play_is_shown_and_recorded_by_its_button(page: Page, site: str, store: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(site + link())
    expect(page.get_by_role("heading", level=1, name="Record this play?")).to_be_visible()
    expect(page.get_by_role("heading", level=2, name="Kettle & *Race*")).to_be_visible()
    expect(page.get_by_text("Nov 20, 2026 · Brno")).to_be_visible()
    people = page.get_by_role("listitem").filter(has=page.locator(".pt"))
    expect(people).to_have_text(["Ann <b>52", "Ben | Co47", PLAY["players"][2]["name"]])
    expect(people.filter(has=page.get_by_role("img", name="winner"))).to_have_text("Ann <b>52")
    expect(page.get_by_text("1 problem")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(page)
    assert recorded(store) == 0
    page.get_by_role("button", name="Record", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Recorded")).to_be_visible()
    assert recorded(store) == 1
    expect(page.get_by_role("button", name="Record", exact=True)).to_have_count(0)
    assert_accessible(page)
    page.goto(site + link())
    expect(page.get_by_role("heading", level=1, name="This play is recorded already")).to_be_visible()
    page.goto(site + link(location="Praha"))
    expect(page.get_by_text("The play is here already with other values; they are corrected.")).to_be_visible()
    page.get_by_role("button", name="Record", exact=True).click()
    page.get_by_role("link", name="Open Kettle & *Race*").click()
    arrived(page, re.compile(r"/replay\?match="))
    expect(page.get_by_role("heading", level=1, name="Kettle & *Race*")).to_be_visible()
    assert recorded(store) == 1


def test_a_pushed_link_may_be_pasted_as_well(page: Page, site: str, store: Path) -> None:
    page.goto(f"{site}/imports")
    page.get_by_text("Paste text").click()
    page.get_by_role("textbox", name="A list of plays").fill(unquote(link().removeprefix("/import?play=")))
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Pasted text: a link for BG Stats, 1 match")).to_be_visible()
    page.get_by_role("button", name="Import 1 match").click()
    expect(page.get_by_text("1 match imported.")).to_be_visible()
    assert recorded(store) == 1


def test_who_is_sent_to_log_in_comes_back_to_the_play(page: Page, store: Path, tmp_path: Path) -> None:
    token = Access(records_in(store).store, "local", utc_now).make_token("recorder")
    with served(store, tmp_path, "--host", "0.0.0.0") as running:
        page.goto(running.address + link())
        page.get_by_role("main").get_by_role("link", name="Log in").click()
        page.get_by_label("Token").fill(token)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("heading", level=1, name="Record this play?")).to_be_visible()
        page.get_by_role("button", name="Record", exact=True).click()
        expect(page.get_by_role("heading", level=1, name="Recorded")).to_be_visible()
        (name,) = records_in(store).store.streams(MATCHES)
        assert records_in(store).store.read(name)[0].recorded_by == f"token {token.split('_')[1]}"


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        ("%7B%22castle%22%3A1%7D", "After “play=” the address must have a link for BG Stats, or the JSON of one."),
        (link().removeprefix("/import?play=")[:300], "The play in the link is not JSON, as it is cut off or damaged"),
        (quote('{"sourceName": "x", "game": {}, "players": [1]}'), "The link holds no play of BG Stats: players.0"),
    ],
)
def test_an_address_without_a_play_says_so_in_a_sentence(
    page: Page, site: str, store: Path, play: str, sentence: str
) -> None:
    page.goto(f"{site}/import?play={play}")
    expect(page.get_by_role("heading", name="This address holds no play")).to_be_visible()
    expect(page.get_by_text(sentence)).to_be_visible()
    idle(page)
    expect(page.get_by_role("button", name="Record", exact=True)).to_have_count(0)
    assert recorded(store) == 0
