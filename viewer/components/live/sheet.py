"""The next line of a score sheet, as the live record receives it."""

from typing import Literal, TypedDict

from core.games.scoresheet.events import PointsNoted
from core.games.scoresheet.rules import proposed_winners
from core.games.scoresheet.sides import sides
from core.games.scoresheet.state import FINAL
from core.sheet_template import Category, Formula, Number, Round, Template
from eventstore.matches.match import Match
from viewer.locale.language import gettext
from viewer.locale.plain_text import plain


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


class SheetLineJson(TypedDict):
    """A recorded line by its version; final points have no label. `entries`: what was written, where that is kept."""

    row: int
    label: str
    points: list[Number | None]
    entries: list[str]


class SheetJson(TypedDict):
    """A score sheet: its lines, the default label of the next one, that of final points where they can still be noted.

    `proposed`: the winners by points; `sides`: the seats that win together.
    """

    label: str
    final: str | None
    open: bool
    proposed: list[int]
    together: bool
    scores: list[Number | None]
    lines: list[SheetLineJson]
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
        "lines": lines_to_json(match),
        "lowest": match.options.lowest_wins,
        "template": _template(state.template) if state.template else None,
        "sides": [list(side) for side in sides(state)],
    }


def lines_to_json(match: Match) -> list[SheetLineJson]:
    written = dict(getattr(match.now.state, "written", ()))
    return [
        {
            "row": frame.version,
            "label": "" if event.label == FINAL else plain(event.label),
            "points": list(event.points),
            "entries": list(written.get(event.label, ())),
        }
        for frame in match.frames
        if isinstance(event := frame.event, PointsNoted)
    ]


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
