"""Positions to train with as one HTML file: the tables, and the answers packed apart, to be opened by a choice."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import TypedDict

from core.review.exercises import is_accepted
from eventstore import codec
from viewer.boards import board_of
from viewer.components.lib import javascript
from viewer.components.live import component as live
from viewer.components.live.payload import LiveRecordData, payload
from viewer.components.live.taps import branch
from viewer.components.share.document import document, packed
from viewer.components.training.positions import Position
from viewer.locale import language
from viewer.locale.language import gettext
from viewer.locale.plain_text import plain

_folder = files(__name__.rpartition(".")[0])


class TrainingPositionJson(TypedDict):
    """A position of the seat with this name; the answer is packed, opened by a choice."""

    name: str
    live_record: LiveRecordData
    answer: str


class TrainingFile(TypedDict):
    """What the file holds."""

    positions: list[TrainingPositionJson]
    catalog: language.CatalogJson


def fits(position: Position) -> bool:
    """Whether the file can hold the position: its moves must all be sent at once (`viewer.components.live.taps`)."""
    match = position.match
    return not branch(match.game, board_of(match.game), match.now.state, ()).openings


def html(positions: Sequence[Position]) -> str:
    """The file for these positions, all of which must fit."""
    catalog = language.js_catalog("viewer/components/live", "viewer/components/training")
    content: TrainingFile = {"positions": [_to_json(each) for each in positions], "catalog": catalog}
    title = gettext("What would you play?")
    hint = escape(gettext("Enable scripts to see the positions."))
    body = f"""<noscript><h1>{escape(title)}</h1><p>{hint}</p></noscript>
{_text("page.html")}<main id="table">{live.HTML}</main>
<script type="application/octet-stream" id="positions">{packed(content)}</script>"""
    folder = files("viewer.components")
    styles = [folder.joinpath(name).read_text("utf-8") for name in ("live/page.css", "move_picker/move_picker.css")]
    style = "\n".join((live.CSS, *styles, _text("page.css")))
    return document(title, body, javascript.joined("training/page.js"), style)


def _to_json(position: Position) -> TrainingPositionJson:
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
