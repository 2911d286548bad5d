"""https at home in a real Chromium: with the root trusted a phone has all that needs https; a forger has nothing."""

import os
import re
import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path

import pytest
from cryptography import x509
from playwright.sync_api import Browser, Error, Page, expect

from tests.browser.conftest import FLAGS, NAMES
from tests.patience import patience, until
from tests.served import free_port, printed_links, served
from tests.viewer.commands.terminal import Terminal
from tests.viewer.https.test_authority import authority, forged
from viewer.https.authority import authority_of, fingerprint


def trust(home: Path, root: Path) -> None:
    """Import the root as the person at a browser does, into the database of this home folder."""
    if not (certutil := shutil.which("certutil")):
        pytest.skip("certutil (libnss3-tools) is not installed.")
    database = home / ".pki" / "nssdb"
    database.mkdir(parents=True)
    for words in (("-N", "--empty-password"), ("-A", "-t", "C,,", "-n", "Partie", "-i", str(root))):
        subprocess.run((certutil, "-d", f"sql:{database}", *words), check=True, capture_output=True)


@contextmanager
def phone(browser: Browser, home: Path, *rules: str) -> Iterator[Page]:
    """A browser whose storage and trust lie in `home`, and for which names lead where the rules say."""
    found = next(path for name in NAMES if (path := shutil.which(name)))
    flags = [*FLAGS, f"--host-resolver-rules={','.join(rules)}"]
    environment: dict[str, str | float | bool] = {**os.environ, "HOME": str(home)}
    context = browser.browser_type.launch_persistent_context(
        home / "profile", executable_path=found, args=flags, env=environment
    )
    try:
        yield context.pages[0] if context.pages else context.new_page()
    finally:
        context.close()


def test_a_phone_that_trusts_the_home_has_all_that_needs_https_also_at_another_address(
    browser: Browser, tmp_path: Path
) -> None:
    store, port = tmp_path / "partie.db", free_port()
    partie = Terminal(store)
    match = partie.new("scoresheet", "--player", "Anna", "--player", "Ben").strip()
    authority_of(store).make(datetime.now(UTC))
    trust(tmp_path / "phone", authority_of(store).root_file)
    with served(store, tmp_path, "--home", port=port) as running:
        *_, link = printed_links(running)
        assert fingerprint(authority_of(store).root()) in running.log.read_text()
        with phone(browser, tmp_path / "phone", "MAP partie.local 127.0.0.1") as page:
            page.goto(f"http://127.0.0.1:{port}/pairing{link[link.index('#') :]}")
            expect(page.locator("section b")).to_have_text(fingerprint(authority_of(store).root()))
            expect(page.locator("li svg")).to_have_count(3)
            assert page.evaluate("document.fonts.ready.then((all) => [...all].map((one) => one.status))") == ["loaded"]
            page.get_by_role("link", name="Open the safe address").click()
            page.wait_for_url(f"https://partie.local:{port + 1}/pairing#*")
            expect(page.get_by_role("heading", name="A safe connection")).to_have_count(0)
            page.get_by_role("button", name="Go on").click()
            page.goto(f"https://partie.local:{port + 1}/live/{match}")
            assert page.evaluate("isSecureContext")
            scope = page.evaluate("navigator.serviceWorker.ready.then((one) => one.scope)")
            assert scope.startswith(f"https://partie.local:{port + 1}/live")
            page.evaluate("localStorage.setItem('waiting', 'a play')")
            page.goto(f"https://partie.local:{port + 1}/keeping")
            expect(page.locator(".keep", has_text="For phones")).to_contain_text(
                partie.json("keeping")["certificate"]["fingerprint"]
            )
            expect(page.locator(".tally")).to_contain_text("Today, ")
            expect(page.get_by_role("button", name="Choose a place")).to_have_count(0)
            page.get_by_role("button", name="Pair a phone").click()  # Which does not trust the home yet.
            code = page.get_by_text(f":{port}/pairing#").first
            expect(code).to_have_text(re.compile("^http://"), timeout=patience(30_000))
        assert fingerprint(authority_of(store).root()) in partie("token", "pair", "--port", port)
        assert "does not serve" in partie("token", "pair", "--port", free_port(), code=1)
        with phone(browser, tmp_path / "phone", "MAP partie.local 127.0.0.2") as page:
            page.goto(f"https://partie.local:{port + 1}/live/{match}")
            expect(page.get_by_text("Anna").first).to_be_visible()  # It is still paired.
            assert page.evaluate("localStorage.getItem('waiting')") == "a play"
            page.goto(f"https://partie.local:{port + 1}/keeping")
            page.get_by_label("More about").click()
            page.get_by_label("Name of the device").fill("Ana's phone")
            page.get_by_role("button", name="Rename").click()
            page.get_by_label("More about Ana's phone").click()
            page.get_by_role("button", name="Unpair").click()  # As of a phone that was lost.
            until(lambda: partie.json("token", "list") == [], 20)
            page.goto(f"https://partie.local:{port + 1}/")
            expect(page.get_by_role("heading", name="Access is needed")).to_be_visible()
    assert [row["id"] for row in partie.json("list")] == [match]


@contextmanager
def site_of(certificate: Path) -> Iterator[int]:
    """A site with this certificate; its port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate.with_suffix(".key"))
    server = HTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # The browser ends the handshake.
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


def test_a_browser_that_trusts_the_home_refuses_what_a_thief_of_its_key_signs(browser: Browser, tmp_path: Path) -> None:
    home = authority(tmp_path)
    trust(tmp_path / "phone", home.root_file)
    with phone(browser, tmp_path / "phone", "MAP * 127.0.0.1") as page:
        for name, is_trusted in (("bank.example", False), ("other.local", True)):
            with site_of(forged(home, tmp_path, x509.DNSName(name))) as port:
                if is_trusted:  # Else the root would not be trusted at all.
                    page.goto(f"https://{name}:{port}/")
                else:
                    with pytest.raises(Error, match="ERR_CERT_"):
                        page.goto(f"https://{name}:{port}/")
