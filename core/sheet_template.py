"""Templates of score sheets: the categories of a game, how each becomes points, the rules of rounds, and who wins.

- N-TEMPLATE-1 A template has 1 to `MAX_CATEGORIES` categories with readable names, each once; none is called `final`.
- N-TEMPLATE-2 A majority and sets need a table of points; factors and tables hold numbers of at most `MAX_FACTOR`.
- N-TEMPLATE-3 A tie-break names categories of the template, or is a sentence for the players.
- N-TEMPLATE-6 A template lists at most `MAX_ROUNDS` rounds with a rule. Each has a readable name and names only
  categories that are written every round, of which there is at least one.
- N-TEMPLATE-7 What is taken from the others is written as numbers, and not where all win or lose together.
- N-TEMPLATE-8 Bids need a table of `BIDS_TABLE` numbers, and the category before them holds what was bid; both are
  written every round.
- N-TEMPLATE-5 A new template lists at most `MAX_TIE_BREAKS` tie-breaks and `MAX_ROLES` roles, each once, and a number
  at BoardGameGeek of at most `MAX_BGG_ID`. Templates recorded before this law may exceed it; they stay readable.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from core import readable
from core.game import fact
from core.messages import message

MAX_CATEGORIES: Final = 40
MAX_FACTOR: Final = 10_000
MAX_TABLE: Final = 60
BIDS_TABLE: Final = 4
MAX_ROUNDS: Final = 60
MAX_TEAMS: Final = 10
MAX_TIE_BREAKS: Final = 40
MAX_ROLES: Final = 20
MAX_BGG_ID: Final = 10**9
MAX_TEXT: Final = 100
"""Maximum characters of a title, a name, a tie-break and a role."""

Number: TypeAlias = int | float
Formula: TypeAlias = Literal["times", "majority", "sets", "bids"]


@fact
@dataclass(frozen=True, slots=True)
class Category:
    """One kind of points.

    `times`: the number written, times `factor`; a negative factor loses points, 0 keeps a number for a tie-break only.
    `majority`: those with the most get the first points of the `table`, the next the second; `shared` ties split the
    points of their places, rounded down, else each gets those of the best place. `sets`: `table` holds the points of a
    set of 1, 2, 3 ...; `3+2` are two sets. `bids`: the tricks taken, of those bid in the category before; `table` holds
    the points of a bid that came true, those of each of its tricks, those lost for each trick off, and, if a bid of 0
    is special, the points won or lost with it, times the number of the round; else 0.

    `each`: written once at the end, or once a round. `zero_sum`: what one side wins the others pay, so the points of a
    line sum to 0.
    """

    name: str
    formula: Formula = "times"
    factor: Number = 1
    table: tuple[Number, ...] = ()
    shared: bool = False
    each: Literal["end", "round"] = "end"
    zero_sum: bool = False


@fact
@dataclass(frozen=True, slots=True)
class Round:
    """A round with a rule of its own, which its `name` says: "No queens", "5 cards".

    `factor` multiplies the points of all that is written in it. `categories` are the names of those that are written in
    it; empty: all that are written every round.
    """

    name: str
    factor: Number = 1
    categories: tuple[str, ...] = ()


@fact
@dataclass(frozen=True, slots=True)
class Template:
    """The score sheet of a game. `bgg_id` is its number at BoardGameGeek, `roles` the kinds of roles seats have.

    `rounds` are the rounds in their order, where each has a rule of its own; empty: all rounds are alike.

    `teams`: number of teams, whose seats sit alternately; 0: everybody plays alone. `tie_break`: categories of which
    more wins, in order, or sentences that people apply themselves.
    """

    title: str
    categories: tuple[Category, ...]
    wins: Literal["highest", "lowest", "together"] = "highest"
    bgg_id: int | None = None
    tie_break: tuple[str, ...] = ()
    teams: int = 0
    roles: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()

    def category_of(self, label: str) -> Category | None:
        """The category of a line, with the factor of its round; a line of a round has its number behind the name."""
        name, _, number = label.rpartition(" ")
        for category in self.categories:
            if category.each == "end" and category.name == label:
                return category
            if category.each == "round" and category.name == name and number.isascii() and number.isdecimal():
                rule = self.rule_of(int(number[:9]))
                return replace(category, factor=category.factor * rule.factor) if rule else category
        return None

    def bids_of(self, label: str) -> str | None:
        """The label of the line with the bids for a line of tricks; None for other lines."""
        name, _, number = label.rpartition(" ")
        for before, category in pairwise(self.categories):
            if category.formula == "bids" and category.name == name:
                return f"{before.name} {number}"
        return None

    def rule_of(self, number: int) -> Round | None:
        """The rule of the round with this number, counted from 1."""
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else None

    def teams_of(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats of each team; empty without teams or if they would not be of equal size."""
        if not self.teams or seats % self.teams or seats == self.teams:
            return ()
        return tuple(tuple(range(first, seats, self.teams)) for first in range(self.teams))

    def deciding_categories(self) -> tuple[str, ...]:
        """The categories that break a tie, in order, each once; without the sentences for people."""
        named = {category.name for category in self.categories}
        return tuple(name for name in dict.fromkeys(self.tie_break) if name in named)


def problem(template: Template) -> str | None:
    """The first reason why this cannot become a template, as a sentence; None: it can."""
    return contradiction(template) or next(_excesses(template), None)


def contradiction(template: Template) -> str | None:
    """The first reason why this is no template, whenever it was recorded (N-TEMPLATE-1 to 3); None: it is one."""
    return next(_contradictions(template), None)


def _contradictions(template: Template) -> Iterator[str]:
    if not is_readable(template.title):
        yield message("A template needs the title of its game.")
    if not 1 <= len(template.categories) <= MAX_CATEGORIES:
        yield message(
            "A template has 1 to {most} categories, not {number}.", most=MAX_CATEGORIES, number=len(template.categories)
        )
    names = [category.name for category in template.categories]
    for name in names:
        if not is_readable(name) or name == "final":
            yield message("{name!r} cannot be the name of a category.", name=name[:40])
        elif names.count(name) > 1:
            yield message("There are two categories called {name!r}.", name=name)
    for category in template.categories:
        yield from _category_problems(category)
    if template.wins == "together" and any(category.zero_sum for category in template.categories):
        yield message("Where all win or lose together, nobody takes points from the others.")
    yield from _bid_problems(template)
    yield from _round_problems(template)
    if not 0 <= template.teams <= MAX_TEAMS:
        yield message("A template has 0 to {most} teams.", most=MAX_TEAMS)
    if not all(map(is_readable, (*template.tie_break, *template.roles))):
        yield message("Tie-breaks and roles need readable texts.")


def _excesses(template: Template) -> Iterator[str]:
    """Reasons why a new template holds too much (N-TEMPLATE-5)."""
    if len(template.tie_break) > MAX_TIE_BREAKS or len(template.roles) > MAX_ROLES:
        yield message(
            "A template has at most {breaks} tie-breaks and {roles} roles.", breaks=MAX_TIE_BREAKS, roles=MAX_ROLES
        )
    for texts in (template.tie_break, template.roles):
        for text, number in Counter(texts).items():
            if number > 1:
                yield message("{name!r} is listed twice.", name=text)
    if template.bgg_id is not None and not 0 <= template.bgg_id <= MAX_BGG_ID:
        yield message("A number at BoardGameGeek is between 0 and {most}.", most=MAX_BGG_ID)


def _category_problems(category: Category) -> Iterator[str]:
    if not all(-MAX_FACTOR <= number <= MAX_FACTOR for number in (category.factor, *category.table)):
        yield _bad_factor(category.name)
    if category.zero_sum and category.formula != "times":
        yield message("{name}: what is taken from the others is written as numbers.", name=category.name)
    if (category.formula == "times") == bool(category.table) or len(category.table) > MAX_TABLE:
        yield message(
            "{name}: a majority and sets need a table of 1 to {most} points, other categories have none.",
            name=category.name,
            most=MAX_TABLE,
        )


def _bid_problems(template: Template) -> Iterator[str]:
    for before, category in zip((None, *template.categories), template.categories, strict=False):
        if category.formula != "bids":
            continue
        if before is None or (before.each, category.each) != ("round", "round") or len(category.table) != BIDS_TABLE:
            yield message(
                "{name}: tricks need {number} points, and the bids in the category before, both every round.",
                name=category.name,
                number=BIDS_TABLE,
            )


def _round_problems(template: Template) -> Iterator[str]:
    """Reasons why its rounds are impossible (N-TEMPLATE-6)."""
    of_rounds = {category.name for category in template.categories if category.each == "round"}
    if template.rounds and not of_rounds:
        yield message("Rounds with rules of their own need a category that is written every round.")
    if len(template.rounds) > MAX_ROUNDS:
        yield message("A template has at most {most} rounds with rules of their own.", most=MAX_ROUNDS)
    for rule in template.rounds:
        if not is_readable(rule.name):
            yield message("{name!r} cannot be the name of a round.", name=rule.name[:40])
        if not -MAX_FACTOR <= rule.factor <= MAX_FACTOR:
            yield _bad_factor(rule.name)
        for name, number in Counter(rule.categories).items():
            if name not in of_rounds:
                yield message("{round}: {name!r} is not a category of every round.", round=rule.name, name=name[:40])
            elif number > 1:
                yield message("{name!r} is listed twice.", name=name)


def _bad_factor(name: str) -> str:
    return message(
        "{name}: a factor is a number between {least} and {most}.", name=name, least=-MAX_FACTOR, most=MAX_FACTOR
    )


def is_readable(text: str) -> bool:
    """True if a text is one line of 1 to `MAX_TEXT` characters that people can read, without a space at its ends."""
    return len(text.strip()) == len(text) <= MAX_TEXT and readable.is_readable(text)
