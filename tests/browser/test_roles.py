"""Who may see and do what where Partie is reached from outside: pages and service answer every visitor alike."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
import requests
from playwright.sync_api import Page, Route, expect

from eventstore.access.access import Access
from eventstore.formats import handover
from eventstore.matches.repository import MatchRepository, utc_now
from tests.browser.conftest import arrived, idle
from tests.page_socket import look
from tests.page_socket import page as open_page
from tests.patience import patience, until
from tests.recorded import fill, records_in
from tests.served import served

OTHER: Final = {"events": [{"type": "PointsNoted", "label": "x", "points": [1, 2]}]}
"""Events of another game: refused, though not for who asks."""

ASKED: Final[Mapping[str, tuple[str, str, object, str]]] = {
    "see a private match": ("GET", "/api/matches/four", None, "replay?match=four"),
    "see an unlisted match": ("GET", "/api/matches/odd", None, "replay?match=odd"),
    "see everybody": ("GET", "/api/people", None, "person"),
    "export": ("GET", "/api/exports/archive", None, "imports"),
    "record an unlisted match": ("POST", "/api/matches/odd/events", OTHER, "table?match=odd"),
    "correct a private match": (
        "POST",
        "/api/matches/sheet/corrections/preview",
        {"since": 99, "until": 99, "why": "", "events": []},
        "replay?match=sheet&mode=correct",
    ),
    "begin a match": ("POST", "/api/matches", {"game": "none", "players": ["Anna"]}, "new"),
}
"""What is asked of the service and, by a typed address, of the pages."""

SEES, MAY_NOT, KNOWS_NOT = "yes", "no", "there is none"
REFUSALS: Final = ((MAY_NOT, "You do not have access to this page"), (KNOWS_NOT, "Match not found"))
"""The headings of pages that do not show what was asked for."""
ANSWERS: Final[Mapping[str, tuple[str, ...]]] = {
    "anybody": (KNOWS_NOT, SEES, MAY_NOT, MAY_NOT, MAY_NOT, KNOWS_NOT, MAY_NOT),
    "viewer": (SEES, SEES, SEES, SEES, MAY_NOT, MAY_NOT, MAY_NOT),
    "annotator": (SEES, SEES, SEES, SEES, MAY_NOT, MAY_NOT, MAY_NOT),
    "recorder": (SEES,) * 7,
    "recorder of one": (KNOWS_NOT, SEES, MAY_NOT, MAY_NOT, MAY_NOT, SEES, MAY_NOT),
}
LISTED: Final = {"anybody": {"two"}, "recorder of one": {"two", "sheet"}}
"""Who does not find all matches in lists."""

WRITES_NOTES: Final = ("annotator", "recorder")
OF_THE_STORE = (
    *("Insights", "Year", "What to play", "Training"),
    *("Overview", "Head to head", "Score sheets", "Import and export", "Keeping"),
)
"""The pages that show all matches."""
OF_RECORDERS = ("Training", "Score sheets", "Keeping")
EVERYBODY_WITH_ALL: Final = ("viewer", "annotator", "recorder")
EVERYTHING: Final = {"four", "two", "odd", "sheet"}


@dataclass(frozen=True)
class House:
    """Partie as others reach it at `address`, and the token of every visitor but anybody."""

    address: str
    tokens: Mapping[str, str]
    records: MatchRepository
    access: Access


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """`four` and `sheet` are private, `odd` is unlisted, `two` public."""
    folder = tmp_path_factory.mktemp("house")
    records = records_in(folder / "partie.db")
    fill(records)
    access = Access(records.store, "local", utc_now)
    access.set_visibility("odd", "unlisted")
    access.set_visibility("two", "public")
    tokens = {role: access.make_token(role) for role in ("viewer", "annotator", "recorder")}  # type: ignore[arg-type]
    tokens["recorder of one"] = access.make_token("recorder", "sheet")
    with served(folder / "partie.db", folder, "--host", "0.0.0.0") as running:
        yield House(running.address, tokens, records, access)
    records.store.close()


def enter(page: Page, house: House, token: str | None) -> None:
    """Come to the page people arrive at, as who tells this token."""
    page.goto(f"{house.address}/{'login' if token else ''}")
    if token:
        page.get_by_label("Token").fill(token)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(f"{house.address}/")


def shown(page: Page) -> str:
    """What a page answers once it has been drawn."""
    page.locator("[data-test-script-state=notRunning][data-test-connection-state=CONNECTED]").wait_for()
    page.locator(".stMainBlockContainer :is(h1, h3, section)").first.wait_for(state="attached")
    for answer, words in REFUSALS:
        if page.get_by_role("heading", name=words).count():
            return answer
    return SEES


def sent(house: House, who: str, place: str) -> str:
    """What a page answers, as the app sends it to a browser."""
    path, _, query = place.partition("?")
    cookies = {"Cookie": f"partie_token={house.tokens[who]}"} if who in house.tokens else {}
    with open_page(house.address, **cookies) as window:
        told = look(window, path, query)
    assert "type: FATAL" not in told
    for answer, words in REFUSALS:
        if words in told:
            return answer
    return SEES


def answered(house: House, who: str, method: str, path: str, body: object) -> str:
    headers = {"Authorization": f"Bearer {house.tokens[who]}"} if who in house.tokens else {}
    status = requests.request(
        method, house.address + path, json=body, headers=headers, timeout=patience(20)
    ).status_code
    return {401: MAY_NOT, 403: MAY_NOT, 404: KNOWS_NOT}.get(status, SEES)


@pytest.mark.parametrize("who", ANSWERS)
def test_pages_and_service_answer_alike(house: House, page: Page, who: str) -> None:
    enter(page, house, house.tokens.get(who))
    rows = page.locator("a.row")
    headers = {"Authorization": f"Bearer {house.tokens[who]}"} if who in house.tokens else {}
    listed = requests.get(f"{house.address}/api/matches", headers=headers, timeout=patience(20)).json()["matches"]
    assert {row["id"] for row in listed} == LISTED.get(who, EVERYTHING)
    expect(rows).to_have_count(len(LISTED.get(who, EVERYTHING) - {"odd"}))  # It is in the head of the page.
    if who in EVERYBODY_WITH_ALL:
        page_of = "table" if who == "recorder" else "replay"
        expect(page.get_by_role("link", name="Go on")).to_have_attribute("href", re.compile(rf"{page_of}\?match=odd"))
    for (what, (method, path, body, place)), answer in zip(ASKED.items(), ANSWERS[who], strict=True):
        assert answered(house, who, method, path, body) == answer, what
        # An annotator is like a viewer but for notes; what a recorder looks at is looked at in other tests.
        if who != "annotator" and not (who == "recorder" and method == "GET"):
            assert sent(house, who, place) == answer, what
    note = answered(house, who, "POST", "/api/matches/odd/notes", {"about": 99, "text": "x"})
    assert note == (SEES if who in WRITES_NOTES else MAY_NOT)
    page.goto(f"{house.address}/replay?match=odd")
    expect(page.get_by_role("button", name="Explore")).to_be_visible()
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_label("Note, in Markdown")).to_be_visible(visible=who in WRITES_NOTES)
    expect(page.get_by_role("link", name="Correct")).to_be_visible(visible=who == "recorder")
    links = page.locator("#partie-nav").locator(".to:not(summary), .item").all_text_contents()
    seen = ["Plays", "People", "Games"] if who == "recorder" else ["Plays", "Games"]
    login = "Log in" if who == "anybody" else "Log out"
    of_the_store = [link for link in OF_THE_STORE if who == "recorder" or link not in OF_RECORDERS]
    assert links == ([*seen, *of_the_store, login] if who in ("viewer", *WRITES_NOTES) else ["Plays", login])


def test_who_is_sent_away_logs_in_and_goes_on(house: House, page: Page) -> None:
    page.goto(f"{house.address}/correct?match=two")
    expect(page.get_by_text("Authentication is required: log in or send a token.")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Log in").click()
    page.get_by_label("Token").fill("partie_wrong_token")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Invalid or revoked token.")).to_be_visible()
    page.goto(f"{house.address}/login?to=correct%3Fmatch%3Dtwo#{house.tokens['recorder']}")
    page.wait_for_url(f"{house.address}/replay?match=two&mode=correct")
    expect(page.get_by_role("heading", name="Correct the record")).to_be_visible()
    (cookie,) = [each for each in page.context.cookies() if each["name"] == "partie_token"]
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    page.get_by_role("navigation").locator("summary").click()
    page.get_by_role("link", name="Log out").click()
    arrived(page, f"{house.address}/login")
    page.get_by_role("button", name="Log out").click()
    expect(page.locator("a.row")).to_have_count(1)


def test_of_an_empty_store_everybody_is_told_what_they_may_know(tmp_path: Path) -> None:
    records = records_in(tmp_path / "partie.db")
    token = Access(records.store, "local", utc_now).make_token("viewer")
    records.store.close()
    told = {"Cookie": f"partie_token={token}"}, "Nothing played yet"
    with served(tmp_path / "partie.db", tmp_path, "--tokens") as running:
        for cookies, says in (told, ({}, "You do not have access to any match")):
            with open_page(running.address, **cookies) as window:
                assert says in look(window, "", "")


@pytest.mark.prints("403 (Forbidden)")
def test_a_stranger_with_a_match_behind_the_sign_of_a_link_is_told_who_may_read_it(house: House, page: Page) -> None:
    code = handover.letters(handover.packed(house.records.match("sheet")))
    page.goto(f"{house.address}/handover#{code}")
    expect(page.get_by_role("heading", name="You do not have access to this page")).to_be_visible()
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Token").fill(house.tokens["viewer"])
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("You already have it.")).to_be_visible()


def test_what_a_recorder_imports_is_recorded_under_the_token(house: House, page: Page) -> None:
    enter(page, house, house.tokens["recorder"])
    page.goto(f"{house.address}/imports")
    club = b"date,game,player,score\n2024-03-04,Nine Hills,Anna,5\n2024-03-04,Nine Hills,Ben,3\n"
    page.locator("input[type=file]").set_input_files(files=[{"name": "a.csv", "mimeType": "text/csv", "buffer": club}])
    page.get_by_role("button", name="Import 1 match").click()
    expect(page.get_by_text("1 match imported.")).to_be_visible()
    imported = next(iter({*house.records.ids()} - EVERYTHING))
    id = house.tokens["recorder"].split("_")[1]
    assert house.records.store.read(f"matches/{imported}")[0].recorded_by == f"token {id}"


def test_a_recorder_chooses_who_sees_a_match_and_whoever_has_the_link_does(house: House, page: Page) -> None:
    page.goto(f"{house.address}/replay?match=sheet")
    assert shown(page) == KNOWS_NOT
    enter(page, house, house.tokens["recorder of one"])
    page.goto(f"{house.address}/replay?match=sheet&at=3")
    assert shown(page) == SEES
    idle(page)
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_text("More ways to share").click()
    page.get_by_role("radio", name="Anyone with the link").click()
    expect(page.get_by_role("radio", name="Anyone with the link")).to_be_checked()
    until(lambda: house.access.grants().visibility("sheet") == "unlisted")
    page.context.clear_cookies()
    page.goto(f"{house.address}/replay?match=sheet")
    assert shown(page) == SEES
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    house.access.set_visibility("sheet", "private")


@pytest.mark.prints("401")
def test_a_note_is_kept_under_the_token_and_refused_once_it_is_revoked(house: House, page: Page) -> None:
    token = house.access.make_token("annotator")
    id = token.split("_")[1]
    enter(page, house, token)
    page.goto(f"{house.address}/replay?match=two")
    page.get_by_role("button", name="Review").click()
    words, keep = page.get_by_label("Note, in Markdown"), page.get_by_role("button", name="Save", exact=True)
    words.fill("kept")
    keep.click()
    page.locator(".note", has_text="kept").wait_for()

    def revoke(route: Route) -> None:
        house.access.revoke(id)
        route.continue_()

    # As the note is on its way: a page that is told of it before takes the form away.
    page.route("**/api/matches/two/notes", revoke, times=1)
    words.fill("late")
    keep.click()
    page.locator(".notice", has_text="Invalid or revoked token.").wait_for()
    assert [note.text for note in house.records.notes("two")] == ["kept"]
    assert house.records.store.read("notes/two")[-1].recorded_by == f"token {id}"
