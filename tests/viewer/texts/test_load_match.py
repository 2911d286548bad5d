"""A match that cannot be shown is one sentence, whatever its game raises."""

from pathlib import Path
from typing import Any

import pytest

from tests.recorded import records_in
from tests.viewer.conformance import toy_game as pig
from tests.viewer.conformance.toy_game import DieRolled
from viewer.texts.load_match import MatchUnavailable, load_match


@pytest.mark.parametrize("error", [KeyError("pips"), RecursionError(), AssertionError("no"), ZeroDivisionError()])
def test_a_match_on_which_its_game_fails_cannot_be_read(
    tmp_path: Path, toy_game: Any, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    records = records_in(tmp_path / "pig.db")
    id = records.start(pig, ["Anna", "Ben"], DieRolled(4)).id

    def failing(state: object, event: object) -> object:
        raise error

    monkeypatch.setattr(pig, "evolve", failing)
    with pytest.raises(MatchUnavailable, match=f"partie verify {id}"):
        load_match(records, id)
