"""A match that cannot be shown is one sentence, whatever its game raises."""

from typing import Any

import pytest

from eventstore.matches.repository import MatchRepository
from tests.viewer.conformance import toy_game as pig
from tests.viewer.conformance.toy_game import DieRolled
from viewer.texts.load_match import MatchUnavailable, load_match


def test_a_match_on_which_its_game_fails_cannot_be_read(
    records: MatchRepository, toy_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = records.start(pig, ["Anna", "Ben"], DieRolled(4)).id
    for error in (KeyError("pips"), RecursionError(), AssertionError("no"), ZeroDivisionError()):

        def failing(state: object, event: object, error: Exception = error) -> object:
            raise error

        monkeypatch.setattr(pig, "evolve", failing)
        with pytest.raises(MatchUnavailable, match=f"partie verify {id}"):
            load_match(records, id)
