"""A command replays a match once: each event is evolved once, and once more only for a corrected log."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.games import scoresheet
from tests.viewer.commands.terminal import Terminal

EVENTS = 5


@pytest.fixture
def evolved(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Receives every event that the score sheet evolves."""
    events: list[object] = []
    evolve: Callable[[scoresheet.State, object], scoresheet.State] = scoresheet.evolve

    def counting(state: scoresheet.State, event: object) -> scoresheet.State:
        events.append(event)
        return evolve(state, event)

    monkeypatch.setattr(scoresheet, "evolve", counting)
    return events


COMMANDS = {
    ("record", "ID", "more: 3 3"): EVENTS + 1,
    ("undo", "ID"): EVENTS,
    ("correct", "ID", "3", "--with", "round 1: 5 5", "--why", "misread"): 2 * EVENTS,
    ("correct", "ID", "3", "--with", "round 1: 5 5", "--dry-run"): 2 * EVENTS,
    ("close", "ID", "agreed"): EVENTS,
    ("describe", "ID", "--player", "Anna", "--player", "Cyril"): EVENTS,
    ("fork", "ID", "3"): EVENTS,
    ("note", "ID", "3", "hm"): EVENTS,
    ("claim", "ID", "5", "10"): EVENTS,
    ("adjust", "ID", "Anna", "2", "--why", "late"): EVENTS,
    ("show", "ID"): EVENTS,
}
"""Commands, and how many events each evolves."""


def test_a_command_replays_a_match_once(partie: Terminal, evolved: list[object], tmp_path: Path) -> None:
    for words, replayed in COMMANDS.items():
        match = partie.new("scoresheet", "--player", "Anna", "--player", "Ben")
        partie("record", match, *(f"round {number}: 1 2" for number in range(EVENTS)))
        evolved.clear()
        partie(*(match if word == "ID" else word for word in words))
        assert len(evolved) == replayed, words
    script = tmp_path / "match.partie.jsonl"
    partie("export", match, "--out", script)
    evolved.clear()
    Terminal(tmp_path / "other.db")("import", script)
    assert len(evolved) == EVENTS, "the import of a script"
