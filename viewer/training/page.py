"""Positions to train with as one HTML file: the tables, and the answers packed apart, to be opened by a choice."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from core.review.exercises import is_accepted
from eventstore import codec
from viewer import javascript, language, live
from viewer.boards import board_of
from viewer.boards.scene import Json
from viewer.boards.text import plain
from viewer.language import gettext
from viewer.live.payload import payload
from viewer.live.taps import branch
from viewer.share.document import document, packed
from viewer.training.positions import Position

_folder = files(__name__.rpartition(".")[0])


def fits(position: Position) -> bool:
    """Whether the file can hold the position: its moves must all be sent at once (`viewer.live.taps`)."""
    match = position.match
    return not branch(match.game, board_of(match.game), match.now.state, ()).openings


def html(positions: Sequence[Position]) -> str:
    """The file for these positions, all of which must fit."""
    catalog = language.js_catalog("viewer/live", "viewer/training")
    content = packed({"positions": [_to_json(each) for each in positions], "catalog": catalog})
    title = gettext("What would you play?")
    hint = escape(gettext("Enable scripts to see the positions."))
    body = f"""<noscript><h1>{escape(title)}</h1><p>{hint}</p></noscript>
{_text("page.html")}<main id="table">{live.HTML}</main>
<script type="application/octet-stream" id="positions">{content}</script>"""
    folder = files("viewer")
    styles = [folder.joinpath(name).read_text("utf-8") for name in ("live/page.css", "correction/move_picker.css")]
    style = "\n".join((live.CSS, *styles, _text("page.css")))
    return document(title, body, javascript.joined("training/page.js"), style)


def _to_json(position: Position) -> dict[str, Json]:
    match, found = position.match, position.exercise
    game, board, state = match.game, board_of(match.game), match.now.state
    accepted = [
        codec.encode_event(event) for event in game.legal_moves(state) if is_accepted(game, state, found, event)
    ]
    best = [board.sentence(state, game.parse(text), match.names) for text in found.answers]
    return {
        "name": plain(match.names[found.seat]),
        "live_record": payload(match),
        "answer": packed({"accepted": accepted, "best": best}),
    }


def _text(name: str) -> str:
    return _folder.joinpath(name).read_text("utf-8")
