"""The comparison with the corpus notices what differs and nothing else."""

import copy

import pytest

from tests.importers.corpus_check import CORPUS, Play, differences, manifest, outcome

PLAY: Play = {
    "date": "2024-01-05",
    "game": "Azul",
    "seats": [{"name": "Zoë", "points": 52, "won": True}, {"name": "Ben", "points": 47, "won": False}],
}


@pytest.mark.parametrize("half", ["a", "b"])
def test_every_file_has_a_truth_that_equals_itself(half):
    for entry in manifest(CORPUS / half).values():
        assert bool(entry["plays"]) or entry["verdict"] == "ask"
        assert differences(entry["plays"], entry["plays"][::-1]) == []


def changed(**seat):
    play = copy.deepcopy(PLAY)
    play["seats"][1].update(seat)
    return play


@pytest.mark.parametrize(
    ("other", "fault"),
    [
        (PLAY | {"date": "2024-05-01"}, "date"),
        (PLAY | {"game": None}, "game"),
        (changed(name="Bea"), "people"),
        (changed(points=None), "points"),
        (changed(won=True), "winners"),
        (PLAY | {"seats": [seat | {"won": None} for seat in PLAY["seats"]]}, "winners"),
    ],
)
def test_a_difference_is_one_line_that_names_it(other, fault):
    [line] = differences([PLAY], [other])
    assert line.startswith(f"{fault}: 2024-01-05 Azul: Zoë 52*, Ben 47 | found ")


def test_decomposed_names_and_the_order_of_seats_make_no_difference():
    other = copy.deepcopy(PLAY)
    other["seats"][0]["name"] = "Zoe\u0308"
    other["seats"].reverse()
    assert differences([PLAY], [other]) == []


def test_missing_plays_and_plays_too_many_are_told():
    assert [line.partition(":")[0] for line in differences([PLAY], [])] == ["missing"]
    assert [line.partition(":")[0] for line in differences([], [PLAY])] == ["not in the truth"]


def test_asking_is_right_only_where_it_must_be_asked():
    entry = {"verdict": "plays", "kind": "", "why": "", "plays": [PLAY]}
    refused = entry | {"verdict": "ask", "plays": []}
    assert [outcome(entry, asks, [PLAY]) for asks in (False, True)] == ["right", "asked"]
    assert [outcome(refused, asks, [PLAY]) for asks in (False, True)] == ["wrong", "right"]
    assert outcome(entry, False, []) == "wrong"
