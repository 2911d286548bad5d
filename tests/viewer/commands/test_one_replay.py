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


@pytest.fixture
def match(partie: Terminal) -> str:
    id = partie.new("scoresheet", "--player", "Anna", "--player", "Ben")
    partie("record", id, *(f"round {number}: 1 2" for number in range(EVENTS)))
    return id


@pytest.mark.parametrize(
    ("words", "replayed"),
    [
        (("record", "{id}", "more: 3 3"), EVENTS + 1),
        (("undo", "{id}"), EVENTS),
        (("correct", "{id}", "3", "--with", "round 1: 5 5", "--why", "misread"), 2 * EVENTS),
        (("correct", "{id}", "3", "--with", "round 1: 5 5", "--dry-run"), 2 * EVENTS),
        (("close", "{id}", "agreed"), EVENTS),
        (("describe", "{id}", "--player", "Anna", "--player", "Cyril"), EVENTS),
        (("fork", "{id}", "3"), EVENTS),
        (("note", "{id}", "3", "hm"), EVENTS),
        (("claim", "{id}", "5", "10"), EVENTS),
        (("adjust", "{id}", "Anna", "2", "--why", "late"), EVENTS),
        (("show", "{id}"), EVENTS),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_command_replays_a_match_once(
    partie: Terminal, match: str, evolved: list[object], words: tuple[str, ...], replayed: int
) -> None:
    evolved.clear()
    partie(*(word.format(id=match) for word in words))
    assert len(evolved) == replayed


def test_the_import_of_a_script_replays_its_match_once(
    partie: Terminal, match: str, evolved: list[object], tmp_path: Path
) -> None:
    script = tmp_path / "match.partie.jsonl"
    partie("export", match, "--out", script)
    evolved.clear()
    Terminal(tmp_path / "other.db")("import", script)
    assert len(evolved) == EVENTS
