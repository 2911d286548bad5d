"""Templates of score sheets: the categories of a game, how each becomes points, and who wins.

- N-TEMPLATE-1 A template has 1 to `MAX_CATEGORIES` categories with readable names, each once; none is called `final`.
- N-TEMPLATE-2 A majority and sets need a table of points; factors and tables hold numbers of at most `MAX_FACTOR`.
- N-TEMPLATE-3 A tie-break names categories of the template, or is a sentence for the players.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.game import fact
from core.messages import message

MAX_CATEGORIES: Final = 40
MAX_FACTOR: Final = 10_000
MAX_TABLE: Final = 60
MAX_TEAMS: Final = 10

Number: TypeAlias = int | float
Formula: TypeAlias = Literal["times", "majority", "sets"]


@fact
@dataclass(frozen=True, slots=True)
class Category:
    """One kind of points.

    `times`: the number written, times `factor`; a negative factor loses points, 0 keeps a number for a tie-break only.
    `majority`: those with the most get the first points of the `table`, the next the second; `shared` ties split the
    points of their places, rounded down, else each gets those of the best place. `sets`: `table` holds the points of a
    set of 1, 2, 3 ...; `3+2` are two sets. `each`: written once at the end, or once a round.
    """

    name: str
    formula: Formula = "times"
    factor: Number = 1
    table: tuple[Number, ...] = ()
    shared: bool = False
    each: Literal["end", "round"] = "end"


@fact
@dataclass(frozen=True, slots=True)
class Template:
    """The score sheet of a game. `bgg_id` is its number at BoardGameGeek, `roles` the kinds of roles seats have.

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

    def teams_of(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats of each team; empty without teams or if they would not be of equal size."""
        if not self.teams or seats % self.teams or seats == self.teams:
            return ()
        return tuple(tuple(range(first, seats, self.teams)) for first in range(self.teams))


def problem(template: Template) -> str | None:
    """The first reason why this is no template, as a sentence; None: it is one."""
    return next(_problems(template), None)


def _problems(template: Template) -> Iterator[str]:
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
    if not 0 <= template.teams <= MAX_TEAMS:
        yield message("A template has 0 to {most} teams.", most=MAX_TEAMS)
    if not all(map(is_readable, (*template.tie_break, *template.roles))):
        yield message("Tie-breaks and roles need readable texts.")


def _category_problems(category: Category) -> Iterator[str]:
    if not all(-MAX_FACTOR <= number <= MAX_FACTOR for number in (category.factor, *category.table)):
        yield message(
            "{name}: a factor is a number between {least} and {most}.",
            name=category.name,
            least=-MAX_FACTOR,
            most=MAX_FACTOR,
        )
    if (category.formula == "times") == bool(category.table) or len(category.table) > MAX_TABLE:
        yield message(
            "{name}: a majority and sets need a table of 1 to {most} points, other categories have none.",
            name=category.name,
            most=MAX_TABLE,
        )


def is_readable(text: str) -> bool:
    """Whether a text is one line of 1 to 100 printable characters."""
    return 0 < len(text.strip()) == len(text) <= 100 and text.isprintable()
