"""A Chromium with a profile on the disk, as a phone has it: killed as a whole, and started again with what it kept."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, Error, Page

from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from tests.anywhere.test_pyodide import PYODIDE, require_pyodide
from tests.browser.conftest import FLAGS, NAMES
from tests.patience import patience, until
from tests.served import free_port
from viewer.pocket.build import build


class Phone:
    """The browser while it runs; `page` is its one page, on a screen of 390 by 844."""

    def __init__(self, chromium: BrowserType, profile: Path, flags: tuple[str, ...] = FLAGS) -> None:
        program = next(path for name in NAMES if (path := shutil.which(name)))
        port = free_port()
        line = [program, *flags, f"--user-data-dir={profile}", f"--remote-debugging-port={port}", "about:blank"]
        self._process = subprocess.Popen(
            line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self._browser = None
        until(lambda: self._is_connected(chromium, port), 60)
        self.page: Page = self._browser.contexts[0].new_page()
        self.page.set_default_timeout(patience(20_000))
        self.page.set_viewport_size({"width": 390, "height": 844})
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _is_connected(self, chromium: BrowserType, port: int) -> bool:
        with suppress(Error):
            self._browser = chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        return self._browser is not None

    def drawn(self, path: str = ".") -> dict[str, str]:
        """What the document says of itself once the page is drawn and the store is open or cannot be."""
        until(lambda: self.told().get("drawn") == path and "store" in self.told(), 90, why=lambda: str(self.told()))
        return self.told()

    def told(self) -> dict[str, str]:
        try:
            return self.page.evaluate("({ ...document.documentElement.dataset })")
        except Error:  # Between two pages.
            return {}

    def prepared(self) -> None:
        """Wait until the device has made its snapshot."""
        until(lambda: "snapshot" in self.told(), 90)
        assert self.told()["snapshot"] == '{"made":true}'

    def kill(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


@pytest.fixture(name="phones")
def made_phones(browser: Browser, tmp_path: Path) -> object:
    """Makes phones, all with the same profile, one after the other."""

    @contextmanager
    def phone() -> Iterator[Phone]:
        started = Phone(browser.browser_type, tmp_path / "profile")
        try:
            yield started
        finally:
            started.kill()

    return phone


@pytest.fixture(scope="session", name="folder")
def built_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    require_pyodide()
    built = tmp_path_factory.mktemp("pocket")
    build(PYODIDE, built)
    return built


DOWNLOAD = """async () => {
    const bytes = new Uint8Array(await (await fetch("partie.db")).arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}"""


def downloaded(page: Page, file: Path) -> MatchRepository:
    """The store of the phone, as this Python opens it: whole."""
    file.write_bytes(page.evaluate(DOWNLOAD).encode("latin-1"))
    records = MatchRepository(SqliteStore(file))
    report = verify(records)
    assert report.is_whole
    assert not report.rules_changed
    return records
