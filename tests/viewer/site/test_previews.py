"""Clients that fetch a page without running it: its title and preview, its icon, its scripts compressed."""

import gzip
import json
import re
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from PIL import Image

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.access.access import Access
from eventstore.matches.repository import utc_now
from tests.recorded import records_in
from tests.served import served


def fetched(address: str, **headers: str) -> tuple[str, dict[str, str]]:
    with urlopen(Request(address, headers=headers)) as answer:
        body = answer.read()
        found = {name.lower(): value for name, value in answer.headers.items()}
    return (gzip.decompress(body) if found.get("content-encoding") == "gzip" else body).decode(), found


@pytest.mark.slow
@pytest.mark.parametrize("guarded", [False, True])
def test_a_link_shows_a_match_only_where_everybody_may_see_it(tmp_path: Path, guarded: bool) -> None:
    store = tmp_path / "matches.db"
    records = records_in(store)
    result, title = (PointsNoted("Final", (52, 59)), WinnersNamed((1,))), 'Fox "&" Hen'
    for id in ("one", "two"):
        records.start(scoresheet, ("Ann", "Ben <b>"), *result, options={"title": title}, id=id)
    access = Access(records.store, "test", utc_now)
    access.set_visibility("one", "unlisted")
    records.store.close()
    with served(store, tmp_path, *(["--tokens"] if guarded else [])) as server:
        shown, _ = fetched(f"{server.address}/replay?match=one")
        hidden, _ = fetched(f"{server.address}/replay?match=two")
        title = "Ben &lt;b&gt; 59 - 52 Ann, Fox &quot;&amp;&quot; Hen - Partie"
        assert re.findall("<title>(.*)</title>", shown) == [title]
        assert f'<meta property="og:title" content="{title}">' in shown
        assert ("<title>Partie</title>" in hidden) is guarded
        script = re.findall(r'href="\./(static/js/[^"]+)"', shown)[0]
        plain, _ = fetched(f"{server.address}/{script}")
        packed, headers = fetched(f"{server.address}/{script}", **{"Accept-Encoding": "gzip"})
        assert packed == plain
        assert (headers["content-encoding"], headers["vary"]) == ("gzip", "Accept-Encoding")
        assert "immutable" in headers["cache-control"]
        icon = re.findall(r'rel="shortcut icon" type="image/svg\+xml" href="([^"]+)"', shown)[0]
        assert "<svg" in fetched(f"{server.address}/{icon}")[0]
        offered = frame_of(f"{server.address}/people")
        assert ("insights" in offered, "login" in offered) == (not guarded, guarded), "the links of the reader's role"
        assert (">Fox &quot;&amp;&quot; Hen</div>" in hidden) is not guarded
        if not guarded:
            assert_the_first_bytes_of_a_page_are_its_frame_and_its_identity(server.address)


def assert_the_first_bytes_of_a_page_are_its_frame_and_its_identity(site: str) -> None:
    home = frame_of(site)
    assert set(re.findall(r'href="([\w.]+)"', home)) > {".", "people", "game", "insights", "year", "new", "imports"}
    assert '<form action="." role="search">' in home
    assert ">Plays</div>" in home
    assert "<title>Plays - Partie</title>" in fetched(site)[0]
    czech = frame_of(f"{site}/year", **{"Accept-Language": "cs"})
    assert '<a class="f-to f-wide-1" href="year" aria-current="page">Rok</a>' in czech
    head, _ = fetched(f"{site}/replay?match=one")
    names = dict(re.findall(r'<link rel="([\w -]+)"[^>]* href="([^"]+)"', head.partition("</head>")[0]))
    assert {"shortcut icon", "apple-touch-icon", "manifest"} < names.keys()
    manifest, headers = fetched(f"{site}/{names['manifest']}")
    assert headers["content-type"] == "application/manifest+json"
    assert json.loads(manifest)["scope"] == "./"
    for address in (names["apple-touch-icon"], json.loads(manifest)["icons"][0]["src"], "favicon.ico"):
        with Image.open(urlopen(f"{site}/{address}")) as image:
            assert image.width in (32, 180, 192)


def frame_of(address: str, **headers: str) -> str:
    """What a page holds before its first script."""
    return fetched(address, **headers)[0].partition("<body>")[2].partition("<script")[0]
