"""The words of the log are for ever, so each of them is in the documentation."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from core.entries import RECORD_EVENTS
from core.games import GAMES
from eventstore import access, notes, people

TOLD = (Path(__file__).parent.parent / "docs" / "events.md").read_text("utf-8")
OF_THE_STORE = (*people.EVENTS, *notes.EVENTS, *access.EVENTS)
EVENTS = (*RECORD_EVENTS, *OF_THE_STORE, *(event for game in GAMES for event in game.EVENTS))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_event_and_its_fields_are_documented(event: type[Any]) -> None:
    rows = [row for row in re.split(r"\n(?=\||#|Stream)", TOLD) if f"`{event.__name__}" in row]
    assert any({field.name for field in fields(event)} <= {*re.findall(r"\w+", row)} for row in rows)
