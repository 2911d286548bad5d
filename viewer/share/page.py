"""A match as one self-contained HTML file: the replay with all its data, without any network request.

The match is embedded compressed and as base64, so no name or note can close its element early. The page's content
security policy allows only its own script and style, by their hashes, and no request. It may be embedded in an
iframe; `#at=VERSION` opens it at that event.
"""

import json
import zlib
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files

from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from viewer import javascript, language, replay
from viewer.boards.text import plain
from viewer.language import gettext
from viewer.match_sentences import facts, result
from viewer.photos.payload import NO_PHOTOS, Photos
from viewer.replay.payload import payload

_folder = files(__name__.rpartition(".")[0])


def html(match: Match, notes: Sequence[NoteWritten] = (), at: int | None = None, photos: Photos = NO_PHOTOS) -> str:
    """The page; it opens at version `at`, at the last event if None."""
    catalog = language.js_catalog("viewer/replay", "viewer/photos")
    content = {**payload(match, notes), **photos.to_json(), "catalog": catalog}
    data = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    packed = b64encode(zlib.compress(data, 9)).decode()
    script = javascript.joined("share/page.js")
    style = _text("page.css") + replay.CSS
    title = escape(plain(match.header.title or " – ".join(match.names)))
    known = "".join(f"<p>{escape(line)}</p>" for line in (facts(match), result(match)))
    start = "" if at is None else f' data-at="{at}"'
    return f"""<!doctype html>
<html lang="{language.current()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy(script, style, photos)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Partie">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<noscript><h1>{title}</h1>{known}<p>{escape(gettext("Enable scripts to see the moves."))}</p></noscript>
<div id="replay">{replay.HTML}</div>
<script type="application/octet-stream" id="match"{start}>{packed}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def _text(name: str) -> str:
    return _folder.joinpath(name).read_text("utf-8")


def _policy(script: str, style: str, photos: Photos) -> str:
    images = " img-src data:;" if photos.shown else ""
    return f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}';{images} base-uri 'none'"


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
