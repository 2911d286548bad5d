"""The live page over HTTP: its pages by role and language, escaped titles, files kept for good, errors as pages."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest
import requests
from PIL import Image

from core.games import chocolatier, scoresheet
from tests.eventstore.service.client import Client, service
from tests.recorded import ODD_NAMES, record
from viewer.site.routes.app import create_routes

PAGES = ("/live/", "/live/m", "/live/m/screen", "/live/shell.html", "/live/files/screen.html")
GONE = ("/live/nothing", "/live/nothing/screen", "/live/%3Cb%3E", "/live/" + "x" * 50)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with service(tmp_path_factory.mktemp("live"), app=create_routes) as client:
        record(client.app_state.records, "m", chocolatier, ("Anna", "Ben"), 2, events=5, options={"edition": "azul"})
        yield client


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Client]:
    with service(tmp_path, app=create_routes, tokens_required=True) as client:
        record(client.app_state.records, "m", chocolatier, ("Anna", "Ben"), 2, events=5)
        yield client


def title(page: requests.Response) -> str:
    return page.text.partition("<title>")[2].partition("</title>")[0]


def policy(answer: requests.Response) -> dict[str, str]:
    parts = (part.strip().partition(" ") for part in answer.headers["content-security-policy"].split(";"))
    return {name: sources for name, _, sources in parts}


def test_every_page_is_html_with_a_policy_of_its_own_and_nothing_is_written_here(client: Client) -> None:
    before = client.rows()
    for path in (*PAGES, *GONE):
        page = client("GET", path)
        assert page.status_code == (404 if path in GONE else 200)
        assert page.headers["content-type"].startswith("text/html")
        allowed = policy(page)
        assert allowed["default-src"] == "'none'"
        if path in GONE:
            assert "There is no match at this address." in page.text
            assert "login" not in page.text
            continue
        assert page.headers["cache-control"] == "private, no-cache"
        assert page.headers["x-content-type-options"] == "nosniff"
        assert allowed["script-src"] == allowed["style-src"] == allowed["connect-src"] == "'self'"
        assert allowed["frame-ancestors"] == allowed["form-action"] == allowed["base-uri"] == "'self'"
        assert not re.search(r"<script(?![^>]*(src=|application/json))|<style|\son\w+=", page.text)
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            client.refused(405, method, path)
    assert client.rows() == before


def test_a_sheet_of_today_says_when_it_began(client: Client) -> None:
    now = datetime.now().astimezone()
    began = {"played_on": str(now.date()), "started_at": now.isoformat()}
    client.app_state.records.start(scoresheet, ("Anna", "Ben"), id="sheet", options={"title": "Everdell"}, **began)
    page = client("GET", "/live/sheet").text
    assert f"Today, {now:%H:%M}" in page
    assert "data-since" in page


def test_names_are_text_in_every_page(client: Client) -> None:
    record(client.app_state.records, "odd", scoresheet, ODD_NAMES, 1, events=0, options={"title": "</title><b>&"})
    for path in ("/live/odd", "/live/odd/screen", "/live/"):
        text = client("GET", path).text
        assert "&lt;script&gt;document.title" in text
        assert not [tag for tag in ("<script>document", "<img", "<b>") if tag in text.partition("<template>")[0]]


def test_the_start_page_lists_open_matches(client: Client) -> None:
    record(client.app_state.records, "over", chocolatier, ("Cleo", "Dora"), 2)
    text = client("GET", "/live/").text
    assert 'href="live/m"' in text
    assert "Cleo" not in text
    redirect = client.session.get(client.address + "/live", allow_redirects=False)
    assert (redirect.status_code, redirect.headers["location"]) == (308, "live/")


def test_the_files_of_a_page_are_kept_for_good(client: Client) -> None:
    page = client("GET", "/live/m").text
    names = set(re.findall(r'"(live/files/[^"]+)"', page))
    kinds = {client("GET", f"/{name}").headers["content-type"].partition(";")[0] for name in names}
    assert kinds == {"text/css", "image/svg+xml", "image/png"}
    for name in names:
        assert re.search(r"\.[0-9a-f]{16}\.\w+$", name)
        assert client("GET", f"/{name}").headers["cache-control"] == "public, max-age=31536000, immutable"
    gone = client("GET", "/live/files/page.0123456789abcdef.js")
    assert gone.status_code == 410
    assert "immutable" not in gone.headers["cache-control"]


def test_the_app_can_be_installed_with_icons_of_its_sizes(client: Client) -> None:
    answer = client("GET", "/live/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("./", "./", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for icon in manifest["icons"]:
        with Image.open(BytesIO(client("GET", f"/live/{icon['src']}").content)) as image:
            assert f"{image.width}x{image.height}" == icon["sizes"]
            corner = image.convert("RGBA").getpixel((0, 0))
        assert isinstance(corner, tuple)
        assert (corner[3] == 255) == (icon["purpose"] == "maskable")


def kept(client: Client, language: str) -> dict[str, object]:
    """The files that the service worker keeps in a language."""
    answer = client("GET", f"/live/worker.js?lang={language}")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert policy(answer) == {"default-src": "'none'", "connect-src": "'self'"}
    first = answer.text.partition("\n")[0]
    shell: dict[str, object] = json.loads(first.removeprefix("const SHELL = ").removesuffix(";"))
    return shell


def test_the_worker_keeps_pages_without_a_match_in_the_language_of_the_reader(client: Client) -> None:
    english, czech = kept(client, "en"), kept(client, "cs")
    assert english["cache"] != czech["cache"]
    assert english["files"] == czech["files"]
    for shell, language in ((english, "en"), (czech, "cs")):
        for page in shell["pages"]:  # type: ignore[attr-defined]
            text = client("GET", f"/live/{page}").text
            assert f'<html lang="{language}"' in text
            assert "Anna" not in text
    for file in english["files"]:  # type: ignore[attr-defined]
        assert client("GET", f"/live/{file}").ok


def test_pages_come_in_the_language_of_the_reader_and_are_called_by_people_and_game(client: Client) -> None:
    for headers, spoken in (
        ({"accept_language": "cs"}, "cs"),
        ({"accept_language": "cs", "cookie": "partie-language=ro"}, "ro"),
        ({"accept_language": "de, ro;q=0.5"}, "ro"),
        ({}, "en"),
    ):
        for path in ("/live/m", "/live/m/screen", "/live/", "/live/nothing"):
            assert f'<html lang="{spoken}"' in client("GET", path, accept="text/html,*/*;q=0.8", **headers).text
    assert title(client("GET", "/live/m")) == title(client("GET", "/live/m/screen")) == "Anna – Ben, Azul"
    assert title(client("GET", "/live/shell.html")) == "Partie"


def test_each_role_sees_its_matches_and_the_others_are_asked_for_a_token(guarded: Client) -> None:
    access = guarded.app_state.access
    hidden = guarded("GET", "/live/m/screen")
    assert hidden.status_code == 404
    assert 'href="login?to=live/m/screen"' in hidden.text
    assert "Anna" not in hidden.text + guarded("GET", "/live/").text
    assert guarded.with_token(access.make_token("viewer", "another"))("GET", "/live/m").status_code == 404
    wrong = guarded.with_token("partie_wrong")("GET", "/live/m")
    assert wrong.status_code == 403
    assert 'href="login?to=live/m"' in wrong.text
    assert "www-authenticate" not in wrong.headers  # The browser's own dialog would come before the page.
    for role in ("recorder", "viewer"):
        mine = guarded.with_token(access.make_token(role, "m"))
        assert title(mine("GET", "/live/m")).startswith("Anna – Ben")
        assert 'href="live/m"' in mine("GET", "/live/").text
    table = mine.get("/view/matches/m/live")
    assert (table["records"], table["moves"], table["openings"]) == (False, [], []), "a viewer has nothing to tap"
    access.set_visibility("m", "unlisted")
    assert guarded("GET", "/live/m").ok
    assert "Anna" not in guarded("GET", "/live/").text


def test_guesses_of_ids_are_counted(guarded: Client) -> None:
    answers = [guarded("GET", f"/live/guess{number}") for number in range(25)]
    assert answers[0].status_code == 404
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 0
    assert answers[-1].headers["content-type"].startswith("text/html")


def test_other_sites_may_link_to_the_pages_but_not_ask_for_them(client: Client) -> None:
    link = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}
    assert client("GET", "/live/m", **link).ok
    client.refused(403, "GET", "/live/m", sec_fetch_site="cross-site", sec_fetch_mode="no-cors")
    client.refused(403, "GET", "/live/m", host="partie.example.org")
