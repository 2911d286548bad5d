"""A match as one self-contained HTML file: the replay with all its data, without any network request.

It may be embedded in an iframe; `#at=VERSION` opens it at that event.
"""

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from core.review.review import Review
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from viewer.components.lib import javascript
from viewer.components.photos.payload import NO_PHOTOS, Photos
from viewer.components.replay import component as replay
from viewer.components.replay.payload import payload, without_rule_pages
from viewer.components.replay.reviewed import review_to_json
from viewer.components.share.document import document, packed
from viewer.locale import language
from viewer.locale.language import gettext
from viewer.locale.plain_text import plain
from viewer.texts.match_sentences import facts, result
from viewer.texts.own_words import own_title

_folder = files(__name__.rpartition(".")[0])


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
    style = _folder.joinpath("page.css").read_text("utf-8") + replay.CSS
    return document(title, body, javascript.joined("share/page.js"), style)
