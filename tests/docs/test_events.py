"""The words of the log are for ever, so each of them is in the documentation."""

import re
from dataclasses import fields
from typing import Any

import pytest

from core.games import GAMES
from core.record_events import RECORD_EVENTS
from eventstore.access import grants
from eventstore.matches import confirmed_mappings, exchanges, notes, people, photos, simulated, templates, told_apart
from tests import ROOT

TOLD = (ROOT / "docs" / "events.md").read_text("utf-8")
OF_THE_STORE = (
    *people.EVENTS,
    *notes.EVENTS,
    *photos.EVENTS,
    *grants.EVENTS,
    *simulated.EVENTS,
    *templates.EVENTS,
    *told_apart.EVENTS,
    *exchanges.EVENTS,
    *confirmed_mappings.EVENTS,
)
EVENTS = (*RECORD_EVENTS, *OF_THE_STORE, *(event for game in GAMES for event in game.EVENTS))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_event_and_its_fields_are_documented(event: type[Any]) -> None:
    rows = [row for row in re.split(r"\n(?=\||#|Stream)", TOLD) if f"`{event.__name__}" in row]
    assert any({field.name for field in fields(event)} <= {*re.findall(r"\w+", row)} for row in rows)
