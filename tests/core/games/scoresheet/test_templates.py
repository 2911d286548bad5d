"""Templates: from entries to points, valid templates, and the template that a match stores."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from core.games import scoresheet
from core.games.scoresheet import EntriesWritten, PointsNoted, TemplateChosen, template_file
from core.games.scoresheet.arithmetic import count, is_entry, normal_entry, points
from core.games.scoresheet.state import MAX_WRITTEN
from core.sheet_template import Category, Template, problem
from tests import ROOT
from tests.core.test_growth import lines_run

CASES = json.loads(Path(__file__).with_name("arithmetic.json").read_text("utf-8"))
"""[category, entries, points]; tests/javascript/points.test.mjs holds the browser to the same."""
BIDS: list[Any] = json.loads(Path(__file__).with_name("bids.json").read_text("utf-8"))
"""[table, round, bids, tricks, points]; held by the browser as well."""
ENTRIES: list[tuple[str, str | None, float | None]] = json.loads(
    Path(__file__).with_name("entries.json").read_text("utf-8")
)
"""[text, its one form or null if it is refused, points]; held by the browser as well."""
SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "template.schema.json").read_text("utf-8")))
PLAIN = Template("Nine Hills", (Category("Roads"), Category("Coins left", factor=0)), tie_break=("Coins left",))


def category(given: dict[str, Any]) -> Category:
    return template_file.from_json({"title": "x", "categories": [given]}).categories[0]


@pytest.mark.parametrize(("given", "entries", "expected"), CASES)
def test_what_is_written_becomes_points(
    given: dict[str, Any], entries: list[str], expected: list[float | None]
) -> None:
    assert points(category(given), entries) == tuple(expected)


@pytest.mark.parametrize(("table", "round", "bids", "tricks", "expected"), BIDS)
def test_tricks_become_points_by_the_bids(
    table: list[int], round: int, bids: list[str], tricks: list[str], expected: list[float | None]
) -> None:
    category = Category("Tricks", "bids", table=tuple(table), each="round")
    assert points(category, tricks, bids, round) == tuple(expected)
    template = Template("x", (Category("Bid", factor=0, each="round"), category))
    assert problem(template) is None
    assert (template.bids_of("Tricks 4"), template.bids_of("Bid 4")) == ("Bid 4", None)


def test_tricks_need_their_bids_before_them_and_four_numbers() -> None:
    bid, tricks = Category("Bid", each="round"), Category("Tricks", "bids", table=(20, 10, 10, 0), each="round")
    for wrong in ((tricks, bid), (bid, replace(tricks, table=(20, 10))), (Category("Bid"), tricks)):
        assert problem(Template("x", wrong)) == (
            "Tricks: tricks need 4 points, and the bids in the category before, both every round."
        )


@pytest.mark.parametrize(("text", "entry", "expected"), ENTRIES)
def test_a_text_means_the_same_as_in_the_browser(text: str, entry: str | None, expected: float | None) -> None:
    assert is_entry(text) == (text == entry)
    if entry is None:
        with pytest.raises(ValueError, match="Write points as a number or a sum"):
            normal_entry(text)
    else:
        assert (normal_entry(text), count(entry)) == (entry, expected)


@pytest.mark.slow
def test_no_other_character_is_a_digit_or_a_space() -> None:
    letters = [chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF]
    assert "".join(filter(is_entry, letters)) == "0123456789"
    spaces = [letter for letter in letters if letter.isspace() and is_sum(f"1{letter}2")]
    assert "".join(spaces) == "\t \xa0\u2009\u202f"


def is_sum(text: str) -> bool:
    try:
        normal_entry(text)
    except ValueError:
        return False
    return True


def test_entries_in_digits_of_other_scripts_are_not_recorded_but_stay_legal() -> None:
    state, written = scoresheet.setup(1, scoresheet.Options()), EntriesWritten("Roads", ("\u0661\u0662+\u0663",))
    assert scoresheet.refusal(state, written) is None
    refused = scoresheet.refusal_of_new(written)
    assert refused is not None
    assert refused.rule == "N-ENTRY-1"
    assert count(written.entries[0]) == 15


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
        ('{"title": "x", "categories": ["a"], "rounds": {}}', "The value of rounds does not fit: {}."),
        ('{"title": "x", "categories": ["a"], "rounds": [7]}', "Round 1 is a name or a JSON object."),
        (
            '{"title": "x", "categories": ["a"], "rounds": ["b"]}',
            "Rounds with rules of their own need a category that is written every round.",
        ),
        (
            '{"title": "x", "categories": [{"name": "a", "each": "round"}], "rounds": [{"name": "b", "points": 1}]}',
            "A template has no field 'rounds[1].points'.",
        ),
        (
            '{"title": "x", "categories": [{"name": "a", "each": "round"}], "rounds": [{"name": "b", "factor": 1e9}]}',
            "b: a factor is a number between -10000 and 10000.",
        ),
        (
            '{"title": "x", "categories": ["a", {"name": "c", "each": "round"}], '
            '"rounds": [{"name": "b", "categories": ["a"]}]}',
            "b: 'a' is not a category of every round.",
        ),
        (
            '{"title": "x", "categories": [{"name": "a", "formula": "sets", "table": [1], "zero_sum": true}]}',
            "a: what is taken from the others is written as numbers.",
        ),
        (
            '{"title": "x", "wins": "together", "categories": [{"name": "a", "zero_sum": true}]}',
            "Where all win or lose together, nobody takes points from the others.",
        ),
        ('{"title": "x", "categories": ["a"], "teams": true}', "The value of teams does not fit: true."),
    ],
)
def test_a_wrong_template_is_refused_with_one_sentence(given: str, says: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        template_file.read(given)


TEXTS = {"title": "x", "categories": ["a"]}
BY_ROUND = {"title": "x", "categories": [{"name": "a", "each": "round"}]}
BOUNDS: list[tuple[str, Callable[[int], dict[str, Any]]]] = [
    ("categories", lambda size: {"title": "x", "categories": [f"c{n}" for n in range(size)]}),
    ("tie_break", lambda size: TEXTS | {"tie_break": [f"t{n}" for n in range(size)]}),
    ("roles", lambda size: TEXTS | {"roles": [f"r{n}" for n in range(size)]}),
    ("teams", lambda size: TEXTS | {"teams": size}),
    ("bgg_id", lambda size: TEXTS | {"bgg_id": size}),
    ("title", lambda size: TEXTS | {"title": "x" * size}),
    ("category", lambda size: TEXTS | {"categories": ["x" * size]}),
    ("name", lambda size: TEXTS | {"categories": [{"name": "x" * size}]}),
    ("a tie-break", lambda size: TEXTS | {"tie_break": ["x" * size]}),
    ("a role", lambda size: TEXTS | {"roles": ["x" * size]}),
    ("factor", lambda size: TEXTS | {"categories": [{"name": "a", "factor": size}]}),
    ("table", lambda size: TEXTS | {"categories": [{"name": "a", "formula": "sets", "table": [1] * size}]}),
    ("rounds", lambda size: BY_ROUND | {"rounds": ["r"] * size}),
    ("a round", lambda size: BY_ROUND | {"rounds": ["x" * size]}),
    ("the factor of a round", lambda size: BY_ROUND | {"rounds": [{"name": "r", "factor": size}]}),
    ("points", lambda size: TEXTS | {"categories": [{"name": "a", "formula": "sets", "table": [size]}]}),
]
"""What a template can have too much of, and a template with so much of it."""

NUMBERS = ("teams", "bgg_id", "factor", "the factor of a round", "points")


def is_read(given: dict[str, Any]) -> bool:
    try:
        template_file.from_json(given)
    except ValueError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize(("of", "sized"), BOUNDS, ids=[name for name, _ in BOUNDS])
def test_everything_in_a_template_has_a_bound_which_its_schema_states(
    of: str, sized: Callable[[int], dict[str, Any]]
) -> None:
    sizes = (1, 2, 10, 11, 20, 21, 40, 41, 60, 61, 100, 101, 3_000, 10_000, 10_001, 10**9, 10**9 + 1, 10**30)
    tried = [size for size in sizes if size < 10_002 or of in NUMBERS]
    read = [is_read(sized(size)) for size in tried]
    assert read == [SCHEMA.is_valid(sized(size)) for size in tried], of
    assert read == sorted(read, reverse=True), f"a maximum of {of}"
    assert (read[0], read[-1]) == (True, False)


@pytest.mark.parametrize("field", ["tie_break", "roles"])
def test_a_tie_break_and_a_role_are_listed_once(field: str) -> None:
    given = TEXTS | {field: ["a", "b", "a"]}
    assert not SCHEMA.is_valid(given)
    with pytest.raises(ValueError, match=r"^'a' is listed twice\.$"):
        template_file.from_json(given)


def test_a_number_of_too_many_digits_is_refused_with_one_sentence() -> None:
    with pytest.raises(ValueError, match=r"^A template is a JSON object; line 1 is not JSON\.$"):
        template_file.read('{"title": "x", "categories": ["a"], "bgg_id": ' + "9" * 5_000 + "}")


def test_every_line_is_read_once_for_a_tie_however_long_the_tie_break_is() -> None:
    """A match of before the bounds may list one category 3,000 times."""
    taken = []
    rules = [f"rule {n}" for n in range(3_000)]
    for tie_break in (("Roads",), ("Roads",) * 3_000, (*rules, "Roads")):
        template = Template("x", (Category("Roads", each="round"), Category("Roads 2")), tie_break=tie_break)
        state = scoresheet.evolve(scoresheet.setup(3, scoresheet.Options()), TemplateChosen(template))
        for number in range(100):
            state = scoresheet.evolve(state, PointsNoted(f"Roads {number}", (1, 1, 1)))
        state = scoresheet.evolve(state, EntriesWritten("Roads 5", ("1", "2+3", "4")))
        winners: list[tuple[int, ...]] = []
        taken.append(lines_run(lambda: winners.append(scoresheet.proposed_winners(state))))  # noqa: B023
        assert winners == [(1,)]
    assert max(taken) < 2 * min(taken) + 2 * 3_000


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
