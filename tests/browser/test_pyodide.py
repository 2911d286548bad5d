"""The Python of a browser, in Chromium, gives the answers of this one."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser

from tests import ROOT
from tests.anywhere.test_pyodide import PYODIDE, here, require_pyodide
from tests.patience import patience
from tests.recorded import fill, records_in

ASK = """async () => {
    const { loadPyodide } = await import("/pyodide/pyodide.mjs");
    const python = await loadPyodide();
    const bytes = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());
    python.unpackArchive(await bytes("/sources.zip"), "zip", { extractDir: "/sources" });
    python.FS.writeFile("/store.db", await bytes("/there.db"));
    return python.runPython(`
import sys
from pathlib import Path
sys.path.insert(0, "/sources")
from tests.anywhere.digests import digests
from pyodide.ffi import to_js
to_js(digests(Path("/store.db"), vectors=True), dict_converter=__import__("js").Object.fromEntries)`);
}"""

DEVICE = "eventstore/maintenance/meeting.py"
"""What the digests need of the other tests."""


@pytest.mark.slow
def test_chromium_answers_as_this_python_does(browser: Browser, tmp_path: Path) -> None:
    require_pyodide()
    records = records_in(tmp_path / "matches.db")
    fill(records)
    records.store.close()
    shutil.copyfile(tmp_path / "matches.db", tmp_path / "there.db")
    pack(tmp_path / "sources.zip")
    (tmp_path / "pyodide").symlink_to(PYODIDE)
    (tmp_path / "index.html").touch()
    expected = json.loads(here(tmp_path / "matches.db", vectors=True))
    with served_files(tmp_path) as address, browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(patience(300_000))
        page.goto(address)
        found = page.evaluate(ASK)
    assert {name for name in expected.keys() | found if expected.get(name) != found.get(name)} == set()


@contextmanager
def served_files(folder: Path) -> Iterator[str]:
    """The address under which the files of the folder are to be had."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Files by their kinds, which not every machine knows."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *_: object) -> None:
        pass


def pack(path: Path) -> None:
    """The sources, and what they read beside them; no kernels, which another test may be building at this moment."""
    with ZipFile(path, "w") as archive:
        for name in ("__init__.py", "eventstore/__init__.py", "eventstore/maintenance/__init__.py", DEVICE):
            archive.write(ROOT / "tests" / name, f"tests/{name}")
        for name in ("core", "eventstore", "viewer", "tests/anywhere", "docs/rules"):
            for file in (ROOT / name).rglob("*"):
                if file.is_file() and "__pycache__" not in file.parts and not file.name.startswith("kernel."):
                    archive.write(file, file.relative_to(ROOT))
