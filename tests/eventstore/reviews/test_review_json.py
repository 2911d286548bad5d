"""Programs may rely on the keys of a review, and a kept review is the one that was computed."""

import json

import pytest

from core.games import find
from core.json_text import WrongShape
from core.review.account import review
from eventstore.matches.repository import MatchRepository
from eventstore.reviews.repository import decode_review, encode_review
from tests.eventstore.reviews.reviewed import made_up, short_azacru, short_chocolatier

VALUES = {"win", "lead"}
MOVE = {"version", "seat", "notation", "best", "change", "error", "grade"}


def test_the_keys_of_a_review() -> None:
    found = encode_review("abc", 4, made_up())
    assert {"id", "version", "engine", "start", "moves", "chance", "unexplained", "result"} <= found.keys()
    assert (found["id"], found["version"]) == ("abc", 4)
    assert found["engine"] == {"revision": 1, "effort": "quick", "seed": 7}
    move, chance = found["moves"][0], found["chance"][0]
    assert move.keys() >= MOVE
    assert {"version", "change", "error"} <= chance.keys()
    for values in (found["start"], found["unexplained"], found["result"], move["change"], chance["change"]):
        assert values.keys() == VALUES
        assert [len(values[part]) for part in ("win", "lead")] == [2, 2]
    assert move["error"] == {"win": 0.02, "lead": 0.5}


@pytest.mark.parametrize("judged", [True, False])
def test_a_review_survives_json(judged: bool) -> None:
    review = made_up(judged=judged)
    assert decode_review(json.loads(json.dumps(encode_review("abc", 4, review)))) == review


@pytest.mark.slow
def test_a_computed_review_survives_json_to_the_last_digit(records: MatchRepository) -> None:
    for match in (short_azacru(records), short_chocolatier(records)):
        found = review(find(match.game.KEY), match.frames, "quick", 1)
        assert decode_review(json.loads(json.dumps(encode_review(match.id, match.version, found)))) == found


def test_another_object_is_refused() -> None:
    with pytest.raises(WrongShape):
        decode_review({"start": 3})
