"""Luck and choices of a person in one sentence; the interval is left out where too few matches are reviewed."""

from eventstore.statistics.intervals import Mean
from eventstore.statistics.levels import Level, Rung
from tests.eventstore.statistics.test_reviews import LUCKY, UNJUDGED, UNLUCKY, figures, match
from viewer.pages.person.review_tab import _bars, level_sentence, sentence


def test_luck_and_choices_are_told_with_their_intervals() -> None:
    assert sentence(figures(match("m", "ab"), match("open", "ab"), m=(LUCKY, UNLUCKY))) == (
        "Anna: 1 of 2 matches reviewed; luck +8 points a match; "
        "given away in ten choices, compared with the opponents: \u22122.5 points."
    )
    many = figures(*(match(f"m{n}", "ab") for n in range(4)), **{f"m{n}": (LUCKY, UNLUCKY) for n in range(4)})
    assert "luck +8 (most likely between +8 and +8) points a match" in sentence(many)
    unjudged = figures(match("m", "abc"), m=(UNJUDGED,) * 3)
    assert sentence(unjudged) == "Anna: 1 of 1 match reviewed; luck +2 points a match.", "nothing of choices"


def test_a_group_tells_how_many_of_its_matches_are_reviewed() -> None:
    matches = [match(f"m{n}", "ab") for n in range(4)]
    reviews = {f"m{n}": (LUCKY, UNLUCKY) for n in range(3)}
    some, all_of_them = figures(*matches, **reviews), figures(*matches[:3], **reviews)
    for found, label in ((some, "Chocolatier: 3 of 4"), (all_of_them, "Chocolatier")):
        assert [bar.label for bar in _bars(found.games, lambda own: own.beyond)] == [label]


def test_a_level_is_told_with_the_players_that_its_interval_allows() -> None:
    lost = Mean(12, 30.0, 25.0, 35.0, few=False)
    said = "Azul: 30 (most likely between 25 and 35) points given away in ten choices against equal opponents"

    def told(*like: Rung, opponents: int = 4) -> str:
        return level_sentence(Level("chocolatier", "Azul", lost, opponents, (like[0], like[1]) if like else None))

    assert told("choose", "choose") == f"{said}; plays like the simple player."
    assert told("careless", "choose") == f"{said}; plays like a careless beginner to the simple player."
    assert told() == f"{said}."
    assert told(opponents=1) == "Azul: more opponents are needed to say how strong the choices are."
    assert level_sentence(Level("chocolatier", "Azul", Mean(2, 30.0, 1.0, 59.0, few=True), 4, None)) == ""
