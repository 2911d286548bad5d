"""The result in words for BoardGameGeek."""

import re

import pytest

from core.game import AnyGame
from tests.shared import KINDS, recorded
from viewer.components.share.words import for_bgg, title


def test_the_result_is_told_with_game_date_places_and_points() -> None:
    match = recorded("chocolatier")
    lines = for_bgg(match).splitlines()
    assert lines[:3] == ["[b][thing=363247]Azul: Master Chocolatier[/thing][/b]", "2026-11-18", ""]
    best = max(range(4), key=lambda seat: match.now.scores[seat] or 0)
    assert match.outcome is not None
    assert match.outcome.winners == (best,)
    assert lines[3] == f"1. [b]{match.names[best]}[/b]  {match.now.scores[best]}"
    assert [line.split(".")[0] for line in lines[3:7]] == ["1", "2", "3", "4"]
    assert re.match(r"\[i\]\w+ won by \d+.*\.\[/i\]$", lines[-1])


@pytest.mark.parametrize("kind", KINDS)
def test_every_match_can_be_told_and_every_tag_is_closed(toy_game: AnyGame, kind: str) -> None:
    text = for_bgg(recorded(kind))
    tags = re.findall(r"\[(/?\w+)", text)
    assert tags.count("b") == tags.count("/b") > 0
    assert tags.count("i") == tags.count("/i") == 1
    assert {tag.removeprefix("/") for tag in tags} <= {"b", "i", "thing"}
    assert "\n\n\n" not in text


def test_brackets_in_names_are_no_tags_and_an_open_match_and_points_nobody_noted_are_told_as_such() -> None:
    text = for_bgg(recorded("harmful"))
    assert "(b)Ben(/b)" in text
    assert "[b]Ben" not in text
    assert "\nStill open\n" in for_bgg(recorded("open"))
    assert re.search(r"^\d\. Ben$", for_bgg(recorded("sheet")), re.MULTILINE)


def test_games_are_known_by_their_published_names(toy_game: AnyGame) -> None:
    known = {
        "chocolatier": ("Azul: Master Chocolatier", 363247),
        "pavilion": ("Azul: Summer Pavilion", 287954),
        "azacru": ("Azacru", 21065),
        "schokoly": ("Schokoly", None),
        "sheet": ("Kettle Race", 7),
        "pig": ("Pig", None),
    }
    assert {kind: title(recorded(kind)) for kind in known} == known
