"""Logging in at an identity provider, a real one on this machine: who comes back may do what they were let in for."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from eventstore.access.access import Access
from eventstore.matches.repository import utc_now
from tests.patience import until
from tests.recorded import fill, records_in
from tests.served import answers, free_port, served

PEOPLE = (
    '{"sub": "anna", "email": "anna@example.org", "email_verified": true}',
    '{"sub": "mallory", "email": "anna@example.org", "email_verified": false}',
    '{"sub": "ben"}',
)


@contextmanager
def provider(folder: Path) -> Iterator[str]:
    """An OpenID Connect provider that knows `PEOPLE`; its address."""
    port = free_port()
    command = [sys.executable, "-m", "oidc_provider_mock", "--port", str(port)]
    for claims in PEOPLE:
        command += ["--user-claims", claims]
    address = f"http://localhost:{port}"
    log = folder / "provider.log"
    with log.open("w") as output, subprocess.Popen(command, stdout=output, stderr=output) as running:
        try:
            until(lambda: answers(f"{address}/.well-known/openid-configuration"), why=log.read_text)
            yield address
        finally:
            running.kill()


def secrets(provider: str, here: str) -> str:
    return f"""
[auth]
redirect_uri = "{here}/oauth2callback"
cookie_secret = "a secret of this test that is long enough"

[auth.club]
client_id = "partie"
client_secret = "known to both"
server_metadata_url = "{provider}/.well-known/openid-configuration"
"""


def log_in(page: Page, here: str, who: str) -> None:
    page.goto(f"{here}/login")
    page.get_by_role("button", name="Log in with club").click()
    page.get_by_placeholder("sub").fill(who)
    page.get_by_role("button", name="Authorize").click()
    page.wait_for_url(f"{here}/")


def log_out(page: Page, here: str) -> None:
    page.goto(f"{here}/login")
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url(lambda address: "login" not in address)


def test_who_logs_in_at_a_provider_may_do_what_they_were_let_in_for(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = records_in(tmp_path / "partie.db")
    fill(records)
    access = Access(records.store, "local", utc_now)
    access.allow_login("anna@example.org", "recorder")
    access.allow_login("ben", "annotator", "sheet")
    port = free_port()
    here = f"http://localhost:{port}"
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".streamlit").mkdir()
    with provider(tmp_path) as there:
        (tmp_path / ".streamlit" / "secrets.toml").write_text(secrets(there, here))
        with served(tmp_path / "partie.db", tmp_path, port=port) as running, browser.new_context() as context:
            page = context.new_page()
            page.goto(here)
            expect(page.get_by_text("You do not have access to any match.")).to_be_visible()
            expect(page.get_by_text("Deploy")).to_have_count(0)  # The settings beside the app count here too.
            upload = f"{here}/_stcore/upload_file/a/b"
            assert "Files are for recorders" in context.request.put(upload).text(), "without a login nothing is held"
            log_in(page, here, "anna")
            assert "XSRF" in context.request.put(upload).text(), "Anna imports, but only from a page"
            expect(page.locator("a.row")).to_have_count(3)
            expect(page.get_by_role("link", name="New match")).to_be_visible()
            page.goto(f"{here}/table?match=odd")  # Its component reads and writes beside Streamlit.
            page.get_by_role("button", name="Bookmark").click()
            expect(page.get_by_role("status")).to_have_text("Bookmark added.")
            log_out(page, here)
            log_in(page, here, "ben")
            assert "Files are for recorders" in context.request.put(upload).text()
            expect(page.locator("a.row")).to_have_count(1)
            expect(page.get_by_role("link", name="New match")).to_have_count(0)
            access.revoke_login("ben")
            page.reload()
            expect(page.get_by_text("You do not have access to any match.")).to_be_visible()
            log_out(page, here)
            log_in(page, here, "mallory")
            page.goto(f"{here}/login")
            expect(page.get_by_text("You are logged in as mallory, but you do not have access here.")).to_be_visible()
            log = running.log.read_text()
    records.store.close()
    assert not [word for word in ("anna@", "Anna", "mallory", "known to both") if word in log]
