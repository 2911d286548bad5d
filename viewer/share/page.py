"""A match as one self-contained HTML file: the replay with all its data, without any network request.

It may be embedded in an iframe; `#at=VERSION` opens it at that event.
"""

from collections.abc import Sequence
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
from viewer.share.document import document, packed

_folder = files(__name__.rpartition(".")[0])


def html(match: Match, notes: Sequence[NoteWritten] = (), at: int | None = None, photos: Photos = NO_PHOTOS) -> str:
    """The page; it opens at version `at`, at the last event if None."""
    catalog = language.js_catalog("viewer/replay", "viewer/photos")
    content = packed({**payload(match, notes), **photos.to_json(), "catalog": catalog})
    title = plain(match.header.title or " – ".join(match.names))
    known = "".join(f"<p>{escape(line)}</p>" for line in (facts(match), result(match)))
    start = "" if at is None else f' data-at="{at}"'
    hint = escape(gettext("Enable scripts to see the moves."))
    body = f"""<noscript><h1>{escape(title)}</h1>{known}<p>{hint}</p></noscript>
<div id="replay">{replay.HTML}</div>
<script type="application/octet-stream" id="match"{start}>{content}</script>"""
    style = _folder.joinpath("page.css").read_text("utf-8") + replay.CSS
    return document(title, body, javascript.joined("share/page.js"), style, images=bool(photos.shown))
