"""A match that is handed over by a link: who may, what the page says of it, and what is written when."""

import re
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
import resvg_py
import zxingcpp
from PIL import Image

from core.games import pavilion, scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.formats import handover
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.service.client import Client, service
from tests.recorded import record
from viewer.site.routes.app import create_routes


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Client]:
    with service(tmp_path, app=create_routes, tokens_required=True) as client:
        yield client


@pytest.fixture
def other(tmp_path: Path) -> Iterator[MatchRepository]:
    store = SqliteStore(tmp_path / "other.db", synchronous="OFF")
    records = MatchRepository(store)
    records.start(scoresheet, ("Anna", "<b>Ben</b>"), PointsNoted("a", (82, 79)), id="theirs", played_on="2026-11-28")
    yield records
    store.close()


def code_in(page: str) -> str:
    (picture,) = re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", page)
    png = bytes(resvg_py.svg_to_bytes(svg_string=b64decode(picture).decode(), width=652))
    (code,) = zxingcpp.read_barcodes(Image.open(BytesIO(png)).convert("L"))
    return str(code.text)


def read(client: Client, text: str, *who: str) -> str:
    """All that the page says of a code, as JSON, after the answers who its people are."""
    answer = client.session.post(f"{client.address}/handover", data={"code": text, "who": who}, timeout=20)
    assert answer.ok, answer.text
    return answer.text


def send(client: Client, what: str, text: str, *who: str) -> tuple[int, str, str]:
    form = {"code": text, "who": who}
    answer = client.session.post(f"{client.address}/handover/{what}", data=form, allow_redirects=False, timeout=20)
    return answer.status_code, answer.headers.get("location", ""), answer.text


def test_a_code_that_is_scanned_is_read_kept_once_and_known_then(home: Client, other: MatchRepository) -> None:
    store, access = home.app_state.records, home.app_state.access
    store.start(scoresheet, ("Anna", "Cleo"), PointsNoted("final", (1, 2)), id="own")
    member = home.with_token(access.make_token("recorder"))
    text = handover.digits(handover.packed(other.match("theirs")))
    told = read(member, text)
    for words in ("A match for you", "1 play here", "not known here", "<b>Ben</b>", "Keep it"):
        assert words in told
    status, _, page = send(member, "look", text)
    assert status == 200
    assert "Anna" in page
    assert [*store.ids()] == ["own"], "reading and looking write nothing"
    for _ in range(2):
        assert send(member, "keep", text)[:2] == (303, "../table?match=theirs")
    assert [*store.ids()] == ["own", "theirs"]
    assert store.match("theirs").version == other.match("theirs").version
    assert "You already have it." in read(member, text)
    store.record("theirs", PointsNoted("b", (1, 1)))
    other.record("theirs", PointsNoted("b", (2, 2)))
    assert "went on differently here" in read(member, handover.letters(handover.packed(other.match("theirs"))))


def test_a_player_who_is_not_known_here_is_kept_as_the_person_who_was_chosen(
    home: Client, other: MatchRepository
) -> None:
    store, member = home.app_state.records, home.with_token(home.app_state.access.make_token("recorder"))
    store.start(scoresheet, ("Anna", "Tom", "Cleo"), PointsNoted("final", (1, 2, 3)), id="own")
    tom, cleo = (store.people().named(name)[0] for name in ("Tom", "Cleo"))
    points = PointsNoted("a", (1, 2, 3, 4))
    match = other.start(scoresheet, ("Anna", "Tomáš", "Dora", "somebody"), points, id="asked")
    text = handover.letters(handover.packed(match))
    asked, answered = read(member, text), read(member, text, f"Tomáš={cleo}", f"Tomáš={tom}")
    assert re.findall(r"Who is [^\"]+", asked) == ["Who is Tomáš?", "Who is Dora?"], "Anna is known, and one is nobody"
    assert (asked.count(f"Tomáš={tom}"), asked.count(f"Dora={tom}")) == (1, 0), "only a similar name is a button"
    assert (asked.count(f'"{tom}"'), answered.count(f'"{tom}"')) == (1, 0), "nobody sits on two chairs"
    for who in ((f"Tomáš={cleo}", f"Tomáš={tom}", f"Dora={tom}", f"Anna={cleo}"), (f"Dora={cleo}",)):
        assert send(member, "keep", text, *who)[:2] == (303, "../table?match=asked")
        assert store.match("asked").names == ("Anna", "Tom", "Dora", "somebody")
    assert [*store.people().current_names().values()] == ["Anna", "Tom", "Cleo", "Dora"]
    other.start(scoresheet, ("Tomáš", "Eva"), PointsNoted("a", (1, 2)), id="later")
    later = handover.letters(handover.packed(other.match("later")))
    assert re.findall(r"Who is [^\"]+", read(member, later)) == ["Who is Eva?"], "it was said who Tomáš is"
    assert send(member, "keep", later, "Eva=nobody")[0] == 303
    assert store.match("later").names == ("Tom", "Eva")


def test_the_page_of_a_match_shows_its_code(home: Client, other: MatchRepository) -> None:
    store, access = home.app_state.records, home.app_state.access
    sheet = store.start(scoresheet, ("Anna", "Ben"), PointsNoted("final", (1, 2)), id="own")
    store.note("own", 2, "lucky")
    record(store, "long", pavilion, ("Anna", "Ben", "Cleo", "Dora"), 3)
    viewer = home.with_token(access.make_token("viewer"))
    page = viewer("GET", "/handover?match=own").text
    assert code_in(page) == f"{home.address}/handover#{handover.digits(handover.packed(sheet))}"
    assert "1 note" in page
    assert "only in the file" in page
    assert "Too long for one code: send the file." in viewer("GET", "/handover?match=long").text


def test_strangers_and_rubbish_are_refused(home: Client, other: MatchRepository) -> None:
    access = home.app_state.access
    text = handover.letters(handover.packed(other.match("theirs")))
    assert home("GET", "/handover").ok, "the page itself, which sends the match to nobody"
    assert home("GET", "/handover?match=theirs").status_code == 404
    for what in ("", "/keep", "/look"):
        assert home.session.post(f"{home.address}/handover{what}", data={"code": text}, timeout=20).status_code == 403
    viewer = home.with_token(access.make_token("viewer"))
    assert send(viewer, "keep", text)[0] == 403
    told = read(viewer, text)
    assert re.findall("Only look|Keep it|Who is", told) == ["Only look"], "A viewer keeps nothing."
    assert not [*home.app_state.records.ids()]
    for rubbish in ("", "x", text[:-2], "9" * 5000, "<script>"):
        assert "This is no match of Partie, or a part of it is missing." in read(viewer, rubbish)
    recorder = home.with_token(access.make_token("recorder"))
    status, _, page = send(recorder, "keep", text[:-2])
    assert status == 422
    assert "a part of it is missing" in page
