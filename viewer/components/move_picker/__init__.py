"""Input of a move or a draw at an earlier moment of a match, on the boards as when it is recorded."""

import json
from collections.abc import Callable
from dataclasses import asdict
from random import SystemRandom
from typing import Any, Final, Literal, TypeAlias, TypedDict

from core.record_events import MatchClosed, PointsAdjusted
from eventstore.matches.match import Match
from viewer import surface
from viewer.components.lib.text_files import text_of
from viewer.components.live import component as live
from viewer.components.live.entries import Entered, event_of
from viewer.components.live.payload import LiveRecordData, payload, preview
from viewer.locale import language
from viewer.surface.host import Component

_picker = Component(
    "partie_move_picker",
    html=live.HTML,
    css=live.CSS + text_of("move_picker/move_picker.css"),
    script="move_picker/component.js",
)

FormName: TypeAlias = Literal["ruling", "closing"]

_FORMS: Final[dict[type, FormName]] = {PointsAdjusted: "ruling", MatchClosed: "closing"}
"""Events of the record with a form of their own, by its class in the live record."""


class FormJson(TypedDict):
    """A form with its values as text."""

    name: FormName
    values: dict[str, str]


class MovePickerData(TypedDict):
    """Shows the form in place of the table."""

    live_record: LiveRecordData
    catalog: language.CatalogJson
    form: FormJson | None


def has_form(event: Any) -> bool:
    return type(event) in _FORMS


def move_picker(match: Match, recorded: Any, on_picked: Callable[[Any], None], *, key: str) -> None:
    """Show the table of `match` with its choices; `on_picked` gets the entered event before the page runs again.

    `recorded` is the event that the entry replaces, or None. For a ruling and for the close their form is shown in
    place of the table.
    """
    surface.part(lambda: _pick(match, recorded, on_picked, key))


def _pick(match: Match, recorded: Any, on_picked: Callable[[Any], None], key: str) -> None:
    done = f"{key}-done"
    if surface.state().pop(done, False):
        surface.run_again()

    def pick() -> None:
        sent = json.loads(surface.state()[key]["picked"] or "{}")
        drawn = sent.get("drawn")
        entered = Entered(sent.get("line"), None if drawn is None else tuple(map(tuple, drawn)))
        event = event_of(match, entered, SystemRandom())
        if isinstance(event, (*match.game.EVENTS, *_FORMS)):
            on_picked(event)
            surface.state()[done] = True

    query = (surface.state().get(key) or {}).get("query") or {}
    data = _table(match, query if query.get("version") == match.version else {})
    catalog = language.js_catalog("viewer/components/live", "viewer/components/move_picker")
    sent: MovePickerData = {"live_record": data, "catalog": catalog, "form": _form(recorded)}
    surface.mount(_picker, sent, key=key, sends=["query"], on={"picked": pick})


def _table(match: Match, query: dict[str, Any]) -> LiveRecordData:
    data = payload(match, tuple(str(tap) for tap in query.get("within", ())))
    line = query.get("line")
    return {**data, "preview": preview(match, line) if line else None, "draft": f"correct {match.id}"}


def _form(recorded: Any) -> FormJson | None:
    if not has_form(recorded):
        return None
    return {"name": _FORMS[type(recorded)], "values": {name: str(value) for name, value in asdict(recorded).items()}}
