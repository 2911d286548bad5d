"""A match as one self-contained HTML file: the replay with all its data, without any network request.

It may be embedded in an iframe; `#at=VERSION` opens it at that event.
"""

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import Final

from core.review.review import Review
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from viewer.components.lib import javascript
from viewer.components.lib.font import embedded
from viewer.components.lib.text_files import text_of
from viewer.components.photos.payload import NO_PHOTOS, Photos
from viewer.components.replay import component as replay
from viewer.components.replay.payload import payload, without_rule_pages
from viewer.components.replay.reviewed import review_to_json
from viewer.locale import language
from viewer.locale.language import gettext
from viewer.locale.plain_text import plain
from viewer.texts.match_sentences import facts, result
from viewer.texts.own_words import own_title


def html(
    match: Match,
    notes: Sequence[NoteWritten] = (),
    at: int | None = None,
    photos: Photos = NO_PHOTOS,
    review: Review | None = None,
) -> str:
    """The page; it opens at version `at`, at the last event if None. A `review` is that of the match as it is now."""
    catalog = language.js_catalog("viewer/components/replay", "viewer/components/photos")
    reviewed = {"review": review_to_json(match, review)} if review else {}
    content = packed({**without_rule_pages(payload(match, notes)), **photos.to_json(), **reviewed, "catalog": catalog})
    title = own_title(match) or plain(" – ".join(match.names))
    known = "".join(f"<p>{escape(line)}</p>" for line in (facts(match), result(match)))
    start = "" if at is None else f' data-at="{at}"'
    hint = escape(gettext("Enable scripts to see the moves."))
    body = f"""<noscript><h1>{escape(title)}</h1>{known}<p>{hint}</p></noscript>
<div id="replay">{replay.HTML}</div>
<script type="application/octet-stream" id="match"{start}>{content}</script>"""
    style = text_of("share/page.css") + replay.CSS
    return document(title, body, javascript.joined("share/page.js"), style)


_ICON: Final = b64encode(text_of("live/icon.svg").encode()).decode()


def packed(content: Mapping[str, object]) -> str:
    """The content as `share/packed.js` unpacks it."""
    data = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return b64encode(zlib.compress(data, 9)).decode()


def document(title: str, body: str, script: str, style: str) -> str:
    """The file; `body` is HTML."""
    style = embedded() + style
    return f"""<!doctype html>
<html lang="{language.current()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Partie">
<title>{escape(title)}</title>
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,{_ICON}">
<style>{style}</style>
</head>
<body>
{body}
<script type="module">{script}</script>
</body>
</html>
"""


def _policy(script: str, style: str) -> str:
    rules = [
        "default-src 'none'",
        f"script-src '{_digest(script)}'",
        f"style-src '{_digest(style)}'",
        "font-src data:",
        "img-src data:",
    ]
    return "; ".join([*rules, "base-uri 'none'"])


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
