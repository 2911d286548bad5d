"""The pocket is a folder of files below its own address, and nothing beside it is reached."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.eventstore.service.client import service
from viewer.site.routes.app import create_routes


def test_files_are_served_and_every_page_begins_with_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder := tmp_path / "pocket").mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setenv("PARTIE_POCKET", str(folder))
    with service(tmp_path, app=create_routes, tokens_required=True) as client:
        assert "partie pocket" in client("GET", "/pocket/").text
        (folder / "index.html").write_text("the first page")
        (folder / "page.js").write_text("// script")
        for path in ("/pocket", "/pocket/", "/pocket/replay?match=1", "/pocket/new"):
            answer = client("GET", path)
            assert (answer.status_code, answer.text) == (200, "the first page")
            assert "'wasm-unsafe-eval'" in answer.headers["content-security-policy"]
        assert client("GET", "/pocket/page.js").text == "// script"
        assert urlsplit(client("GET", "/pocket").url).path == "/pocket/"
        for path in ("/pocket/none.js", "/pocket/..%2fsecret.txt", "/pocket/%2e%2e/secret.txt", "/pocket/x%00.js"):
            assert client("GET", path).status_code == 404
