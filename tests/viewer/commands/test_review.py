"""`partie review` prints what luck and choices changed, and says why a match has no review."""

from dataclasses import replace

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from eventstore.statistics.reviews import LEAST
from tests.eventstore.reviews.reviewed import made_up, short_azacru, short_chocolatier
from tests.recorded import records_in
from tests.viewer.commands.terminal import Terminal
from viewer.commands.reviewing import NO_REVIEW


@pytest.mark.parametrize("judged", [True, False])
def test_the_account_and_the_moves_that_lost_something(partie: Terminal, judged: bool) -> None:
    records = records_in(partie.store)  # type: ignore[arg-type]
    match = short_chocolatier(records, events=4)
    key = review_key(records.store, match.id, "normal")
    ReviewRepository(records.store).keep(key, match.version, made_up(judged=judged))
    records.store.close()
    output = partie("review", match.id)
    rows = {line.split("  ")[0]: line.split() for line in output.splitlines()}
    assert rows["start"][1:4] == ["50", "%", "0.0"]
    assert rows["luck"][1:3] == ["+1.2", "-1.2"]
    assert rows["unexplained"][1:3] == ["+0.8", "-0.8"]
    assert rows["result"][1:4] == ["50", "%", "-4.0"]
    if judged:
        assert rows["own choices"][2:4] == ["-6.0", "0.0"]
        assert "c 1 2" in output
        assert "blunder" in output
        assert "c 2 2" not in output, "the best move is no loss"
    else:
        assert "The moves are not judged. More search does not play better" in output
        assert "own choices" not in output


@pytest.mark.slow
def test_matches_are_reviewed_once_and_a_review_is_printed_as_json(partie: Terminal) -> None:
    records = records_in(partie.store)  # type: ignore[arg-type]
    match = short_azacru(records, events=2)
    match = records.close(match, "agreed")
    records.store.close()
    found = partie.json("review", match.id[:3], "--effort", "quick")
    assert (found["id"], found["version"], found["engine"]["effort"]) == (match.id, match.version, "quick")
    assert partie.json("review", match.id, "--effort", "quick") == found
    for effort, reviewed in (("quick", 0), ("normal", 1), ("normal", 0)):
        words = ("review", "--all", "--effort", effort)
        assert partie.json(*words) == {"reviewed": reviewed, "kept": 1 - reviewed, "failed": []}
    assert partie("review", "--all", "--effort", "quick", "--game", "chocolatier").startswith("0 matches reviewed")
    words = ("review", "--all", "--effort", "quick", "--exercises")
    assert partie.json(*words) == {"reviewed": 0, "kept": 1, "failed": []}


def test_a_match_without_a_review_is_refused_with_a_sentence(partie: Terminal) -> None:
    records = records_in(partie.store)  # type: ignore[arg-type]
    records.start(scoresheet, ("Anna", "Ben"), PointsNoted("Points", (3, 4)), id="points")
    withdrawn = short_azacru(records)
    records.withdraw(withdrawn)
    records.store.close()
    assert "Only the points of this match were recorded" in partie("review", "points", code=NO_REVIEW)
    assert "There is no match" in partie("review", "nobody", code=1)
    assert "The match is deleted" in partie("review", withdrawn.id, code=1)
    assert "Give one MATCH, or --all" in partie("review", code=2)
    for option in (("--game", "azacru"), ("--exercises",)):
        assert "belong to --all" in partie("review", "points", *option, code=2)


def test_luck_and_choices_of_a_person_tell_how_many_matches_are_reviewed(partie: Terminal) -> None:
    records = records_in(partie.store)  # type: ignore[arg-type]
    for id in ("one", "two"):
        records.close(short_azacru(records, id, 2), "agreed")
    version = records.match("one").version
    review = made_up()
    many = replace(review, moves=review.moves * LEAST)
    ReviewRepository(records.store).keep(review_key(records.store, "one", "quick"), version, many)
    records.store.close()
    found = partie.json("stats", "luck", "Anna")
    assert (found["effort"], found["total"]["reviewed"], found["total"]["reviewable"]) == ("quick", 1, 2)
    assert found["total"]["luck"]["value"] == 0.1
    assert found["opponents"][0]["label"] == "Ben"
    output = partie("stats", "luck", "Anna")
    assert output.splitlines()[1:5] == [
        f"{'effort':16}quick",
        f"{'reviewed':16}1",
        f"{'of':16}2",
        f"{'luck %':16}too few",
    ]
    assert f"{'reviewed':16}0\n{'of':16}2\n" in partie("stats", "luck", "Anna", "--effort", "deep")
    assert partie.json("stats", "person", "Anna")["levels"] == found["levels"] != []
    assert "points lost in ten choices" in partie("stats", "person", "Anna")
