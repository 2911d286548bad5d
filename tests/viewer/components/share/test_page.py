"""The replay in one file: everything is in it, nothing is asked for, names do no harm."""

import base64
import hashlib
import json
import re
import zlib
from io import BytesIO

import pytest
from PIL import Image

from core.game import AnyGame
from core.games import scoresheet
from eventstore.matches.photo_encoding import encode
from eventstore.matches.repository import MatchRepository
from tests.pictures import SECRETS, photo
from tests.shared import EACH_KIND, HARMFUL, recorded
from tests.viewer.components.replay.test_reviewed import reviewed
from viewer.components.photos.payload import EMBEDDED_SIDE, embedded
from viewer.components.replay.payload import payload, without_rule_pages
from viewer.components.replay.reviewed import review_to_json
from viewer.components.share import page
from viewer.site.routes import live_files

MOST = 400 * 1024


def unpacked(html: str) -> dict[str, object]:
    """The match a page carries, as its script reads it."""
    packed = re.search(r'id="match"[^>]*>([^<]*)</script>', html)
    assert packed is not None
    data: dict[str, object] = json.loads(zlib.decompress(base64.b64decode(packed[1])))
    return data


@pytest.mark.parametrize("kind", EACH_KIND)
def test_the_page_carries_the_whole_match_and_is_light(toy_game: AnyGame, kind: str) -> None:
    match = recorded(kind)
    html = page.html(match)
    data = unpacked(html)
    assert data.pop("catalog") == {"language": "en", "words": {}}
    assert data == json.loads(json.dumps(without_rule_pages(payload(match))))
    assert len(html.encode()) <= MOST


def test_the_page_names_no_other_file() -> None:
    html = page.html(recorded("open"))
    addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"'`)]*", html))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|url\((?!data:font/woff2;)|\bimport\b\s*[({*\"']", html)
    rest = html.replace('<link rel="icon" type="image/svg+xml" href="data:', "")
    markup = re.sub(r'<script type="module">.*?</script>', "", rest, flags=re.DOTALL)
    assert not re.search(r"<link|<img|<iframe|\b(?:src|action)=", markup)


@pytest.mark.slow
def test_the_page_has_no_links_to_the_rules_which_the_server_has() -> None:
    assert "rules/azacru" in json.dumps(payload(recorded("azacru")))
    assert "rules/" not in json.dumps(unpacked(page.html(recorded("azacru"))))


def test_only_the_pages_own_script_and_style_may_run_and_its_tab_has_the_emblem_of_partie() -> None:
    html = page.html(recorded("open"))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    script = re.search(r'<script type="module">(.*?)</script>', html, re.DOTALL)
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    icon = re.search(r'<link rel="icon" type="image/svg\+xml" href="data:image/svg\+xml;base64,([^"]+)"', html)
    assert policy
    assert script
    assert style
    assert icon
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (script[1], style[1])]
    own = f"script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}'"
    assert policy[1] == f"default-src 'none'; {own}; font-src data:; img-src data:; base-uri 'none'"
    assert base64.b64decode(icon[1]) == live_files.ICON.body


def test_names_stand_in_the_page_as_text_only() -> None:
    html = page.html(recorded("harmful"))
    assert html.count("<script") == html.count("</script>") == 2
    assert HARMFUL[0] not in html
    assert "&lt;/script&gt;&lt;script&gt;alert(1)" in html
    assert unpacked(html)["names"] == list(HARMFUL)


def test_a_page_can_open_at_a_moment_and_has_a_kept_review() -> None:
    match = recorded("open")
    assert 'id="match" data-at="7"' in page.html(match, at=7)
    plain = page.html(match)
    assert 'id="match" data-at' not in plain
    assert "review" not in unpacked(plain)
    found = reviewed(match, "blunder")
    assert unpacked(page.html(match, review=found))["review"] == json.loads(json.dumps(review_to_json(match, found)))


@pytest.mark.slow
def test_photos_are_embedded_smaller_up_to_a_stated_size(records: MatchRepository) -> None:
    match = records.start(scoresheet, ("Anna", "Ben"))
    records.photos.attach(match, encode(photo(1600, 1200, "red")), caption="Anna won")
    records.photos.attach(match, encode(photo(1600, 1200, "blue")), 1)
    found = embedded(match, records)
    html = page.html(match, photos=found)
    shown = unpacked(html)["photos"]
    assert isinstance(shown, list)
    assert [(one["about"], one["caption"], one["moment"]) for one in shown] == [
        (None, "Anna won", ""),
        (1, "", "Anna and Ben sit down"),
    ]
    content = base64.b64decode(shown[0]["full"].partition(",")[2])
    assert Image.open(BytesIO(content)).size == (EMBEDDED_SIDE, EMBEDDED_SIDE * 3 // 4)
    assert not [secret for secret in SECRETS if secret in content]
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert " img-src data:; base-uri 'none'" in policy[1]
    tight = embedded(match, records, room=len(content))
    left_out = unpacked(page.html(match, photos=tight))["left_out"]
    assert (len(tight.shown), left_out) == (1, "1 photo is left out: a page holds 5 MB of photos at most.")
