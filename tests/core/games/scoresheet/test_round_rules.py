"""Templates whose rounds have rules of their own, and categories in which the others pay what one wins."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InvalidInput
from core.games import scoresheet
from core.games.scoresheet import EntriesWritten, Options, PointsNoted, State, TemplateChosen, template_file
from core.games.scoresheet.arithmetic import points
from core.games.scoresheet.editing import edited as edited_events
from core.games.scoresheet.shipped import shipped, shipped_for
from core.sheet_edit import LabelEdit, PointsEdit
from core.sheet_template import MAX_ROUNDS, Category, Round, Template, contradiction, problem

KING = Template(
    "King",
    (Category("Tricks", each="round"), Category("Hearts", each="round"), Category("Bonus")),
    rounds=(Round("No tricks", -20, ("Tricks",)), Round("No hearts", -20, ("Hearts",)), Round("All", 25)),
)
PAYING = Template("Doppelkopf", (Category("Hand", each="round", zero_sum=True), Category("Extra")))


def at_table(template: Template, seats: int, options: Options | None = None) -> State:
    return scoresheet.evolve(scoresheet.setup(seats, options or Options()), TemplateChosen(template))


def refused_by(state: State, label: str, *noted: float | None) -> str | None:
    refusal = scoresheet.refusal(state, PointsNoted(label, noted))
    return refusal.rule if refusal else None


def test_a_round_multiplies_what_is_written_in_it() -> None:
    for label, factor in (("Tricks 1", -20), ("Hearts 2", -20), ("Tricks 3", 25), ("Tricks 4", 1), ("Bonus", 1)):
        category = KING.category_of(label)
        assert category is not None
        assert points(category, ["3", ""]) == (3 * factor, None), label


@pytest.mark.parametrize("label", ["Tricks", "Tricks 1a", "Tricks \u0661", "Bonus 1", "final", "Else 1", ""])
def test_a_line_with_another_label_is_of_no_category(label: str) -> None:
    assert KING.category_of(label) is None


def test_rounds_have_their_rules_in_order_and_the_rounds_after_them_none() -> None:
    rules = [KING.rule_of(number) for number in range(5)]
    assert [rule.name if rule else None for rule in rules] == [None, "No tricks", "No hearts", "All", None]
    assert KING.category_of("Tricks 9" + "9" * 20) is not None


def test_a_rule_names_categories_of_every_round_each_once() -> None:
    for rule, says in (
        (Round("x", 1, ("Bonus",)), "x: 'Bonus' is not a category of every round."),
        (Round("x", 1, ("Tricks", "Tricks")), "'Tricks' is listed twice."),
        (Round("", 1), "'' cannot be the name of a round."),
        (Round("x", float("nan")), "x: a factor is a number between -10000 and 10000."),
    ):
        assert contradiction(replace(KING, rounds=(rule,))) == says
    assert contradiction(replace(KING, rounds=(Round("x"),) * MAX_ROUNDS)) is None
    assert contradiction(replace(KING, rounds=(Round("x"),) * (MAX_ROUNDS + 1)))


def test_a_category_that_is_renamed_keeps_its_rounds() -> None:
    events = (TemplateChosen(KING), PointsNoted("Tricks", (1, 2)))
    state = scoresheet.evolve(at_table(KING, 2), events[1])
    (chosen, _) = edited_events(state, events, LabelEdit(1, "Books"))
    assert chosen.template.rounds[0].categories == ("Books",)
    assert problem(chosen.template) is None


def test_points_that_the_others_pay_sum_to_0() -> None:
    state = at_table(PAYING, 4)
    assert refused_by(state, "Hand 1", 6, -2, -2, -2) is None
    assert refused_by(state, "Hand 1", 6, -2, -2, -1) == "N-POINTS-3"
    refusal = scoresheet.refusal(state, PointsNoted("Hand 1", (6, -2, -2, -1)))
    assert refusal is not None
    assert refusal.sentence == "What one wins the others pay: the points of 'Hand 1' sum to 0, not 1."


def test_unknown_points_and_other_lines_are_free() -> None:
    state = at_table(PAYING, 3)
    for label, noted in (("Hand 1", (6, None, -2)), ("Extra", (1, 1, 1)), ("Hand", (1, 1, 1)), ("final", (1, 1, 1))):
        assert refused_by(state, label, *noted) is None
    without = scoresheet.setup(3, Options())
    assert refused_by(without, "Hand 1", 1, 1, 1) is None


def test_teams_pay_each_other() -> None:
    state = at_table(PAYING, 4, Options(teams=((0, 2), (1, 3))))
    assert refused_by(state, "Hand 1", 5, -5, None, None) is None
    assert refused_by(state, "Hand 1", 5, None, None, -4) == "N-POINTS-3"


def test_fractions_that_sum_to_0_do_so_in_numbers_of_the_computer() -> None:
    assert 0.1 + 0.2 - 0.3 != 0
    assert refused_by(at_table(PAYING, 3), "Hand 1", 0.1, 0.2, -0.3) is None
    assert refused_by(at_table(PAYING, 3), "Hand 1", 0.1, 0.2, -0.31) == "N-POINTS-3"


@given(st.lists(st.integers(-(10**6), 10**6) | st.integers(-999, 999).map(lambda n: n / 8), min_size=1, max_size=6))
def test_whatever_the_others_have_the_last_can_pay(won: list[float]) -> None:
    state = at_table(PAYING, len(won) + 1)
    assert refused_by(state, "Hand 1", *won, -sum(won)) is None
    assert refused_by(state, "Hand 1", *won, 1 - sum(won)) == "N-POINTS-3"


def edited(state: State, seat: int, new: float | None, *noted: float | None) -> tuple[float | None, ...]:
    """The points of a line after an edit, which is legal."""
    events = (TemplateChosen(PAYING), EntriesWritten("Hand 1", ("",) * len(noted)), PointsNoted("Hand 1", noted))
    after = edited_events(state, events, PointsEdit(2, seat, new))
    assert scoresheet.refusal(state, after[1]) is None
    if refusal := scoresheet.refusal(state, after[2]):
        raise InvalidInput(refusal.sentence)
    return tuple(after[2].points)


def test_of_two_the_other_pays_what_was_corrected() -> None:
    assert edited(at_table(PAYING, 2), 0, 7, 5, -5) == (7, -7)
    assert edited(at_table(PAYING, 2), 1, 7, 5, -5) == (-7, 7)


def test_of_more_the_one_without_points_pays_the_rest() -> None:
    state = at_table(PAYING, 3)
    with pytest.raises(InvalidInput, match="sum to 0, not 2"):
        edited(state, 0, 8, 6, -3, -3)
    assert edited(state, 1, None, 6, -3, -3) == (6, None, -3)
    assert edited(state, 0, 8, 6, None, -3) == (8, -5, -3)


def test_a_template_without_these_is_written_as_before() -> None:
    before = Template("Nine Hills", (Category("Roads"), Category("Rolls", each="round")))
    assert template_file.write_line(before) == (
        '{"title": "Nine Hills", "categories": ["Roads", {"name": "Rolls", "each": "round"}]}'
    )


names = st.text("abcde", min_size=1, max_size=3)


@given(st.lists(names, min_size=1, max_size=4, unique=True), st.data())
def test_rounds_and_payments_are_read_back(of_rounds: list[str], data: st.DataObject) -> None:
    categories = tuple(Category(name, each="round", zero_sum=data.draw(st.booleans())) for name in of_rounds)
    chosen = st.lists(st.sampled_from(of_rounds), unique=True).map(tuple)
    rounds = tuple(data.draw(st.lists(st.builds(Round, names, st.integers(-50, 50), chosen), max_size=5)))
    template = Template("x", (*categories, Category("end")), rounds=rounds)
    assert problem(template) is None
    assert template_file.read(template_file.write(template)) == template
    noted = TemplateChosen(template)
    assert scoresheet.parse(scoresheet.write(noted)) == noted


def test_king_gives_as_many_points_as_it_takes() -> None:
    """Thirteen tricks and hearts, four queens, eight kings and jacks, one king of hearts, two last tricks."""
    king = shipped_for("King")
    assert king
    in_play = [13, 13, 4, 8, 1, 2, 13, 13, 13, 13]
    assert sum(number * rule.factor for number, rule in zip(in_play, king.rounds, strict=True)) == 0


def test_five_crowns_deals_three_to_thirteen_cards() -> None:
    crowns = shipped_for("Five Crowns")
    assert crowns
    assert crowns.wins == "lowest"
    assert [int(rule.name.split()[0]) for rule in crowns.rounds] == [*range(3, 14)]


def test_some_templates_that_come_with_partie_are_paid_by_the_others() -> None:
    templates = filter(None, (sheet.template() for sheet in shipped()))
    paid = {template.title for template in templates if any(category.zero_sum for category in template.categories)}
    assert paid == {"Doppelkopf", "Mahjong", "Poker"}
