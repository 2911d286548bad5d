"""A phone and its home come in step, in a real browser with a real server, whatever cuts them off."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from eventstore import codec
from eventstore.access.access import Access
from eventstore.maintenance.outgoing import people_digest
from eventstore.matches.match import MATCHES
from eventstore.matches.photo_encoding import encode
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.readmodels.index import MatchIndex
from tests.browser.accessibility import violations
from tests.browser.phone import Phone, built_folder, downloaded, made_phones  # noqa: F401
from tests.browser.test_pocket import START
from tests.patience import until
from tests.pictures import photo
from tests.recorded import record, records_in
from tests.served import Served, free_port, served
from tests.viewer.boards.boards import play

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
            mine = whole_match(page)
            page.goto(f"{home.address}/pocket/replay?match={mine}")
            add_photo(page, mine)
            connect(phone, home, records)
            expect(page.get_by_text("1 play went home and 1 came.")).to_be_visible()
            expect(page.get_by_text("1 play, 1 photo")).to_be_visible()
            assert violations(page) == []
            assert_in_step(page, records, tmp_path / "first.db")
            assert records.match(mine).state == "finished"
            assert len(records.photos.of(mine)) == 1
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


def whole_match(page: Page) -> str:
    """A match of Azul, recorded on the phone move by move."""
    moves = play(chocolatier, 2, chocolatier.Options(edition="azul"), 5).events
    body = {"game": "chocolatier", "players": ["Ana", "Ben"], "options": {"edition": "azul"}}
    return page.evaluate(RECORD, [body, [json.loads(codec.encode_event(move)) for move in moves]])


RECORD = """async ([start, events]) => {
    const send = async (path, body) => {
        const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
        const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(await answer.text());
        return answer.json();
    };
    const { id } = await send("api/matches", start);
    for (const event of events) await send(`api/matches/${id}/events`, { events: [event] });
    return id;
}"""


def add_photo(page: Page, match: str) -> None:
    with page.expect_file_chooser() as chooser:
        page.locator(".photos").get_by_role("button", name="Add a photo").click()
    chooser.value.set_files({"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": photo(640, 480)})
    page.locator(".photos").get_by_label("Caption").first.press("Enter")
    kept = f"async () => (await (await fetch('api/matches/{match}/photos')).json()).length"
    until(lambda: page.evaluate(kept) == 1, 20)


def test_of_a_match_that_went_on_in_both_a_person_chooses_the_line_and_home_has_the_choice(
    phones: Any,
    port: int,
    tmp_path: Path,
) -> None:
    records = records_in(tmp_path / "home.db")
    records.start(scoresheet, ("Ana", "Ben"), PointsNoted("a", (1, 2)), id="sheet")
    with phones() as phone, served(tmp_path / "home.db", tmp_path, "--tokens", port=port) as home:
        page = phone.page
        page.goto(f"{home.address}/pocket/")
        phone.drawn()
        connect(phone, home, records)
        expect(page.get_by_text("0 plays went home and 1 came.")).to_be_visible()
        page.route("**/api/exchange", lambda route: route.abort())
        assert page.evaluate(GO_ON) == 200
        records.record("sheet", PointsNoted("b", (0, 5)), PointsNoted("c", (0, 2)))
        page.unroute("**/api/exchange")
        page.get_by_role("button", name="Go home now").click()
        expect(page.get_by_text("One was played on in both: have a look.")).to_be_visible()
        expect(page.get_by_role("radio", name="Home")).to_have_attribute("aria-checked", "true")
        expect(page.get_by_role("radio", name="This phone")).to_contain_text("4 : 6")
        assert violations(page) == []
        page.get_by_role("link", name="Plays", exact=True).click()
        expect(page.get_by_text("One match went on in two places.")).to_be_visible()
        page.get_by_role("link", name="Have a look").click()
        page.get_by_role("button", name="See both").click()
        expect(page.get_by_text("b: Ana 3, Ben 4")).to_be_visible()
        page.get_by_role("radio", name="This phone").click()
        page.get_by_role("button", name="Go on with this phone’s").click()
        expect(page.get_by_text("The match goes on with this one.")).to_be_visible()
        expect(page.get_by_role("radio")).to_have_count(0)
        until(lambda: [row.scores for row in MatchIndex(records.store, records).matches()] == [(4, 6)], 20)
        assert phone.errors == []
    records.store.close()


GO_ON = """async () => {
    const body = JSON.stringify({ events: [{ type: "PointsNoted", label: "b", points: [3, 4] }] });
    const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
    return (await fetch("api/matches/sheet/events", { method: "POST", headers, body })).status;
}"""


def cut_after_the_answer(route: Route) -> None:
    route.fetch()
    route.abort("connectionreset")
