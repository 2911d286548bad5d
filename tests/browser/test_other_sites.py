"""Pages of other sites in a real browser: whatever they try here, nothing is written and nobody has to wait."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Browser, expect

from eventstore.access.access import Access
from eventstore.matches.repository import utc_now
from eventstore.service.rate_limit import MAX_FAILURES
from tests.patience import patience
from tests.recorded import fill, records_in
from tests.served import served

ATTACK = """<!doctype html><title>elsewhere</title><body><script>
const here = new URLSearchParams(location.search).get("here");
const body = JSON.stringify({game: "scoresheet", players: ["Mallory", "Ben"], options: {title: "Planted"}});
const tried = {};
const ended = (name, how) => { tried[name] = how; };
async function attack() {
  for (const mode of ["cors", "no-cors"]) for (const credentials of ["include", "omit"]) {
    await fetch(`${here}/api/matches`, {method: "POST", mode, credentials, body})
      .then(answer => ended(`${mode} ${credentials}`, answer.type), () => ended(`${mode} ${credentials}`, "refused"));
  }
  for (let guess = 0; guess < 40; guess++) {
    await new Promise(done => {
      const image = new Image();
      image.onload = image.onerror = done;
      image.src = `${here}/api/matches/guess${guess}`;
    });
  }
  await new Promise(done => {
    const events = new EventSource(`${here}/api/matches/four/feed`);
    events.onopen = () => { ended("events", "open"); done(); };
    events.onerror = () => { ended("events", "refused"); events.close(); done(); };
  });
  await new Promise(done => {
    const socket = new WebSocket(`${here.replace("http", "ws")}/_stcore/stream`, ["streamlit"]);
    socket.onopen = () => { ended("socket", "open"); done(); };
    socket.onerror = () => { ended("socket", "refused"); done(); };
  });
  await new Promise(done => {
    const frame = document.createElement("iframe");
    frame.name = "target";
    document.body.append(frame);
    const form = document.createElement("form");
    Object.assign(form, {method: "post", action: `${here}/api/matches`, target: "target", enctype: "text/plain"});
    form.innerHTML = `<input name='{"game": "scoresheet", "players": ["Mallory", "Ben"], "options": {"title": "'
      value='"}}'>`;
    document.body.append(form);
    frame.onload = () => done();
    form.submit();
  });
  await new Promise(done => {
    const frame = document.createElement("iframe");
    frame.onload = done;
    frame.src = here;
    document.body.append(frame);
  });
  document.title = JSON.stringify(tried);
}
attack();
</script>"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def another_site(folder: Path) -> Iterator[int]:
    """A site that serves the attack; its port."""
    folder.mkdir()
    (folder / "index.html").write_text(ATTACK)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("name", "command"), [("localhost", "view"), ("127.0.0.1", "serve")], ids=["another site", "another port"]
)
def test_the_page_of_another_site_writes_nothing_and_spends_nothing(
    browser: Browser, tmp_path: Path, name: str, command: str
) -> None:
    records = records_in(tmp_path / "partie.db")
    fill(records)
    access = Access(records.store, "local", utc_now)
    access.set_visibility("four", "public")
    token = access.make_token("recorder")
    before = list(records.ids())
    words = ("--no-browser",) if command == "view" else ("--tokens",)
    with (
        another_site(tmp_path / "elsewhere") as port,
        served(tmp_path / "partie.db", tmp_path, *words, command=command) as running,
        browser.new_context() as context,
    ):
        context.add_cookies([{"name": "partie_token", "value": token, "url": running.address, "sameSite": "Lax"}])
        page = context.new_page()
        page.goto(f"http://{name}:{port}/?here={running.address}")
        page.wait_for_function("document.title.startsWith('{')")
        tried = page.evaluate("JSON.parse(document.title)")
        assert set(tried.values()) <= {"refused", "opaque"}, tried
        assert list(records.ids()) == before
        if command == "serve":
            assert MAX_FAILURES < 40
            assert requests.get(f"{running.address}/api/matches/unknown", timeout=patience(20)).status_code == 404
        page.evaluate(f"location.href = {running.address!r}")  # A link is followed all the same.
        expect(page.locator("a.row").first).to_be_visible()
    records.store.close()
