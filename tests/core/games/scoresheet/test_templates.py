"""Templates: from entries to points, valid templates, and the template that a match stores."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from core.games import scoresheet
from core.games.scoresheet import EntriesWritten, PointsNoted, TemplateChosen, template_file
from core.games.scoresheet.arithmetic import count, is_entry, normal_entry, points
from core.games.scoresheet.shipped import shipped, shipped_for
from core.games.scoresheet.state import MAX_WRITTEN
from core.sheet_template import Category, Template, problem
from tests import ROOT

CASES = json.loads(Path(__file__).with_name("arithmetic.json").read_text("utf-8"))
"""[category, entries, points]; tests/javascript/points.test.mjs holds the browser to the same."""
SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "template.schema.json").read_text("utf-8")))
PLAIN = Template("Nine Hills", (Category("Roads"), Category("Coins left", factor=0)), tie_break=("Coins left",))


def category(given: dict[str, Any]) -> Category:
    return template_file.from_json({"title": "x", "categories": [given]}).categories[0]


@pytest.mark.parametrize(("given", "entries", "expected"), CASES)
def test_what_is_written_becomes_points(
    given: dict[str, Any], entries: list[str], expected: list[float | None]
) -> None:
    assert points(category(given), entries) == tuple(expected)


@given(st.lists(st.lists(st.integers(-99, 99), min_size=1, max_size=5), min_size=1, max_size=4))
def test_sums_add_up_and_a_factor_multiplies_them(seats: list[list[int]]) -> None:
    entries = ["+".join(map(str, terms)).replace("+-", "-") for terms in seats]
    assert [count(entry) for entry in entries] == [sum(terms) for terms in seats]
    assert points(Category("any", factor=-3), entries) == tuple(-3 * sum(terms) for terms in seats)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.booleans())
def test_a_shared_majority_gives_no_more_than_its_table(counts: list[int], shared: bool) -> None:
    won = points(Category("any", "majority", table=(7, 3, 1), shared=shared), [str(number) for number in counts])
    assert not shared or sum(number or 0 for number in won) <= 7 + 3 + 1
    order = sorted(zip(counts, won, strict=True))
    assert [number for _, number in order] == sorted(number or 0 for number in won), "more never brings less"


@given(st.text("0123456789+-\u2212\u00d7*x., ", max_size=12))
def test_a_text_is_a_sum_in_one_form_or_refused(text: str) -> None:
    try:
        entry = normal_entry(text)
    except ValueError:
        return
    assert is_entry(entry)
    assert normal_entry(entry) == entry


def test_all_templates_that_come_with_partie_are_valid_and_read_back() -> None:
    assert len(shipped()) >= 25
    assert len({template.title.casefold() for template in shipped()}) == len(shipped())
    for template in shipped():
        text = template_file.write(template)
        assert template_file.read(text) == template
        SCHEMA.validate(json.loads(text))
        noted = TemplateChosen(template)
        assert scoresheet.parse(scoresheet.write(noted)) == noted
    assert shipped_for("carcassonne") == shipped_for("Another name", 822)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("[]", "A template is a JSON object with a title and categories."),
        ("{", "A template is a JSON object; line 1 is not JSON."),
        ('{"title": "x"}', "A template needs a list of categories."),
        ('{"categories": ["a"]}', "A template needs 'title'."),
        ('{"title": "x", "categories": []}', "A template has 1 to 40 categories, not 0."),
        ('{"title": "x", "categories": ["a", "a"]}', "There are two categories called 'a'."),
        ('{"title": "x", "categories": ["final"]}', "'final' cannot be the name of a category."),
        ('{"title": "x", "categories": [7]}', "Category 1 is a name or a JSON object."),
        (
            '{"title": "x", "categories": [{"name": "a", "points": 7}]}',
            "A template has no field 'categories[1].points'.",
        ),
        (
            '{"title": "x", "categories": [{"name": "a", "factor": "b"}]}',
            'The value of categories[1].factor does not fit: "b".',
        ),
        ('{"title": "x", "categories": ["a"], "wins": "most"}', 'The value of wins does not fit: "most".'),
        ('{"title": "x", "categories": ["a"], "teams": true}', "The value of teams does not fit: true."),
    ],
)
def test_a_wrong_template_is_refused_with_one_sentence(given: str, says: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        template_file.read(given)


def test_a_majority_needs_a_table_and_other_categories_have_none() -> None:
    for wrong in (Category("a", "majority"), Category("a", table=(1,)), Category("a", factor=float("nan"))):
        assert problem(Template("x", (wrong,)))


def test_a_template_is_chosen_before_the_first_line_and_ties_are_broken_by_it() -> None:
    state = scoresheet.setup(3, scoresheet.Options())
    events = (
        TemplateChosen(PLAIN),
        EntriesWritten("Roads", ("2+2", "4", "3")),
        PointsNoted("Roads", (4, 4, 3)),
        EntriesWritten("Coins left", ("1", "2", "9")),
        PointsNoted("Coins left", (0, 0, 0)),
    )
    for event in events:
        assert scoresheet.refusal(state, event) is None
        state = scoresheet.evolve(state, event)
    assert scoresheet.scores(state) == (4, 4, 3)
    assert scoresheet.proposed_winners(state) == (1,)
    refused = scoresheet.refusal(state, TemplateChosen(PLAIN))
    assert refused
    assert refused.rule == "N-TEMPLATE-4"
    wrong = scoresheet.refusal(state, EntriesWritten("Roads", ("Anna", "", "")))
    assert wrong
    assert wrong.rule == "N-ENTRY-1"


def test_teams_sit_alternately() -> None:
    pairs = Template("Pairs", (Category("Cards", each="round"), Category("End")), teams=2)
    assert pairs.teams_of(4) == ((0, 2), (1, 3))
    assert pairs.teams_of(5) == pairs.teams_of(2) == ()


def test_only_so_many_lines_keep_what_was_written() -> None:
    state = scoresheet.setup(2, scoresheet.Options())
    for place in range(MAX_WRITTEN):
        state = scoresheet.evolve(state, EntriesWritten(f"Line {place}", ("1", "2+3")))
    refused = scoresheet.refusal(state, EntriesWritten("One more", ("1", "2")))
    assert refused is not None
    assert refused.rule == "N-ENTRY-2"
    assert scoresheet.refusal(state, PointsNoted("One more", (1, 2))) is None
