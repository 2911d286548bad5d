"""The next line of a score sheet, as the live record receives it."""

from typing import Literal, TypedDict

from core.games.scoresheet.rules import proposed_winners
from core.games.scoresheet.sides import sides
from core.games.scoresheet.state import FINAL
from core.sheet_template import Category, Formula, Number, Round, Template
from eventstore.matches.match import Match
from viewer.locale.language import gettext


class CategoryJson(TypedDict):
    """See `core.sheet_template.Category`."""

    name: str
    formula: Formula
    factor: Number
    table: list[Number]
    shared: bool
    each: Literal["end", "round"]
    zero_sum: bool


class RoundRuleJson(TypedDict):
    """See `core.sheet_template.Round`."""

    name: str
    factor: Number
    categories: list[str]


class TemplateJson(TypedDict):
    """The categories, the names of those that break a tie, and the rounds with rules of their own."""

    categories: list[CategoryJson]
    tie_break: list[str]
    rounds: list[RoundRuleJson]


class SheetJson(TypedDict):
    """The next line of a score sheet: its default label, the label of final points where they can still be noted.

    `proposed`: the winners by points; `sides`: the seats that win together.
    """

    label: str
    final: str | None
    open: bool
    proposed: list[int]
    together: bool
    scores: list[Number | None]
    labels: list[str]
    lowest: bool
    template: TemplateJson | None
    sides: list[list[int]]


def sheet_to_json(match: Match) -> SheetJson:
    state = match.now.state
    labels = {line.label for line in state.noted}
    return {
        "label": next(
            name for n in range(1, len(labels) + 2) if (name := gettext("Round {number}", number=n)) not in labels
        ),
        "final": None if labels else FINAL,
        "open": FINAL not in labels,
        "proposed": list(proposed_winners(state)),
        "together": match.options.cooperative,
        "scores": list(match.now.scores),
        "labels": [line.label for line in state.noted],
        "lowest": match.options.lowest_wins,
        "template": _template(state.template) if state.template else None,
        "sides": [list(side) for side in sides(state)],
    }


def _template(template: Template) -> TemplateJson:
    return {
        "categories": [_category(category) for category in template.categories],
        "tie_break": [*template.deciding_categories()],
        "rounds": [_round(rule) for rule in template.rounds],
    }


def _category(category: Category) -> CategoryJson:
    return {
        "name": category.name,
        "formula": category.formula,
        "factor": category.factor,
        "table": [*category.table],
        "shared": category.shared,
        "each": category.each,
        "zero_sum": category.zero_sum,
    }


def _round(rule: Round) -> RoundRuleJson:
    return {"name": rule.name, "factor": rule.factor, "categories": [*rule.categories]}
