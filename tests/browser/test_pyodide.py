"""The Python of a browser, in Chromium, gives the answers of this one."""

import json
import mimetypes
import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Route

from tests import ROOT
from tests.anywhere.test_pyodide import PYODIDE, here, require_pyodide
from tests.patience import patience
from tests.recorded import fill, records_in

ASK = """async () => {
    const { loadPyodide } = await import("/pyodide/pyodide.mjs");
    const python = await loadPyodide();
    const bytes = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());
    python.unpackArchive(await bytes("/sources.zip"), "zip", { extractDir: "/sources" });
    python.FS.writeFile("/store.db", await bytes("/store.db"));
    return python.runPython(`
import sys
from pathlib import Path
sys.path.insert(0, "/sources")
from tests.anywhere.digests import digests
from pyodide.ffi import to_js
to_js(digests(Path("/store.db")), dict_converter=__import__("js").Object.fromEntries)`);
}"""


@pytest.mark.slow
def test_chromium_answers_as_this_python_does(browser: Browser, tmp_path: Path) -> None:
    require_pyodide()
    records = records_in(tmp_path / "matches.db")
    fill(records)
    records.store.close()
    shutil.copyfile(tmp_path / "matches.db", tmp_path / "store.db")
    pack(tmp_path / "sources.zip")

    def answer(route: Route) -> None:
        at = route.request.url.removeprefix("https://phone.example/")
        folder = PYODIDE.parent if at.startswith("pyodide/") else tmp_path
        kind = "text/javascript" if at.endswith("mjs") else mimetypes.guess_type(at)[0] or "text/html"
        route.fulfill(body=(folder / at).read_bytes() if at else "", content_type=kind)

    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(patience(300) * 1000)
        page.route("**/*", answer)
        page.goto("https://phone.example/")
        assert page.evaluate(ASK) == json.loads(here(tmp_path / "matches.db"))


def pack(path: Path) -> None:
    """The sources, and what they read beside them."""
    with ZipFile(path, "w") as archive:
        archive.writestr("tests/__init__.py", "")
        for name in ("core", "eventstore", "viewer", "tests/anywhere", "docs/rules"):
            for file in (ROOT / name).rglob("*"):
                if file.is_file() and "__pycache__" not in file.parts:
                    archive.write(file, file.relative_to(ROOT))
