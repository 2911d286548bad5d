"""Prints statistics in a terminal, from the value that `--json` prints; `sure`: with intervals and numbers of cases."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

from rich.text import Text

from eventstore.statistics.intervals import Mean, Share
from eventstore.statistics.person import Streak
from eventstore.statistics.ratings import Rating
from eventstore.statistics.tally import Chance, Depths, Results
from viewer.commands import terminal
from viewer.locale.plain_text import fit, plain

MAX_ROWS: Final = 12
"""Maximum rows of a table; `--json` has all."""

_TALLY: Final = "plays share=won chance points=mean_points"
_PLAYS: Final = "plays depths=known decided wins=won cooperative=won_together solo=won_alone"
_RECORDS: Final = "kind=record game value match played_on=played person="
_LUCK: Final = "reviewed reviewable=of luck% beyond=beyond_others"

Layout: TypeAlias = Literal["person", "game", "pair", "luck", "levels", "year"]
_LAYOUTS: Final[Mapping[Layout, tuple[str, Mapping[str, str]]]] = {
    "person": (
        f"{_PLAYS} share=won_in chance=against_chance points=mean_points rating "
        "current=in_a_row_now winning=in_a_row losing=in_a_row",
        {
            "games": f"label=game {_TALLY}",
            "players": f"label=players {_TALLY}",
            "seats": f"label=seat {_TALLY}",
            "opponents": "name=opponent plays before after together=equal share",
            "records": _RECORDS,
        },
    ),
    "game": (
        f"{_PLAYS} points=mean_points",
        {
            "minutes": "players minutes",
            "spreads": "players mean low median high",
            "start": "place=start players share=won chance% surprising",
            "places": "place players share=won chance% surprising",
            "people": f"label=person {_TALLY}",
            "records": _RECORDS,
        },
    ),
    "pair": (
        "plays depths=known decided cooperative=won_together comeback.person=comeback comeback.behind=behind_by "
        "comeback.round=in_round comeback.match=match",
        {
            "people": "name=person first=before_all share=won chance points=mean_points",
            "duels": "one other before after together=equal share margin",
            "games": "label=game plays first=before_all",
            "players": "label=players plays first=before_all",
            "seats": "label=began plays first=before_all",
        },
    ),
    "luck": (
        "effort total.reviewed total.reviewable=of total.luck% total.luck_lead total.beyond=beyond_others",
        {"games": f"label=game {_LUCK}", "opponents": f"label=opponent {_LUCK}", "years": f"label=year {_LUCK}"},
    ),
    "levels": ("", {"levels": "game=level lost=points_lost_in_ten_choices like=plays_like opponents"}),
    "year": (
        "year plays before=year_before minutes timed=with_minutes "
        "decided wins=won cooperative=won_together solo=won_alone "
        "challenges.done=10_x_10_of_100 challenges.h_index challenges.missing_h=to_the_next",
        {"games": "label=game plays", "new": "label=new_game plays", "people": "label=person plays"},
    ),
}
"""The values that are printed as lines, and the tables with their columns. `=` gives another head, `%` times 100."""


def print_statistics(layout: Layout, value: Any, names: Mapping[str, str], *, sure: bool = False) -> None:
    """Lines and tables of a value; a text that is a key of `names`, as the id of a person, is shown as its name."""
    lines, tables = _LAYOUTS[layout]
    out = terminal.console()
    for column in lines.split():
        path, head = _named(column)
        found = _at(value, path)
        if isinstance(found, Chance):
            found = Mean(found.n, found.above, found.low, found.high, found.few)
        if found is not None and not (isinstance(found, Results) and not found.plays):
            cell = _cell(found, names, sure=sure)
            out.print(Text.assemble((f"{head:<16}", "dim"), plain(", n ".join(cell))))
    for rows, columns in tables.items():
        print_figures(columns, getattr(value, rows), names, sure=sure)


def print_figures(
    columns: str, rows: Iterable[Any], names: Mapping[str, str] | None = None, *, sure: bool = False
) -> None:
    """A table after a blank line; nothing without rows. With `sure` shares and means have a column of their cases."""
    every = [*rows]
    if not every:
        return
    paths, heads = zip(*map(_named, columns.split()), strict=True)
    values = [[_at(row, path) for path in paths] for row in every]
    titles = list[str]()
    for head, value in zip(heads, values[0], strict=True):
        titles += [head, "of"] if sure and isinstance(value, Share | Mean) else [head]
    cells = [[cell for value in row for cell in _cell(value, names or {}, sure=sure)] for row in values]
    out = terminal.console()
    out.print()
    terminal.print_table(titles, [(fit(label, 18), *more) for label, *more in cells[:MAX_ROWS]], wraps=False)
    if left := cells[MAX_ROWS:]:
        out.print(Text(f"and {len(left)} more", style="dim"))


def _named(column: str) -> tuple[str, str]:
    """The path of a column, and its head."""
    path, _, head = column.partition("=")
    return path, (head if "=" in column else path.rpartition(".")[2].replace("%", " %")).replace("_", " ")


def _at(value: Any, path: str) -> Any:
    for name in path.removesuffix("%").split("."):
        value = getattr(value, name) if value is not None else None
    if value is None:
        return "all" if path == "players" else None
    if not path.endswith("%"):
        return value
    if isinstance(value, Mean):
        low, middle, high = (None if each is None else 100 * each for each in (value.low, value.value, value.high))
        return replace(value, low=low, value=middle, high=high)
    return f"{value:.0%}"


def _cell(value: Any, names: Mapping[str, str], *, sure: bool) -> Sequence[str]:
    """A value; of a share and a mean with `sure` its interval, and its number of cases."""
    match value:
        case Share() | Mean() if not sure:
            return ("too few" if value.few and value.n else _number(value),)
        case Share() | Mean():
            return _number(value) + _interval(value), f"{value.n} few" if value.few and value.n else str(value.n)
        case Chance():
            return (f"{value.above:+.1f}" if value.n else "-",)
        case Rating():
            certain = f" ({value.low:.1f} to {value.high:.1f})" if sure else ""
            return (f"{value.value:.1f}{certain}{', provisional' if value.provisional else ''}",)
        case Results():
            return (f"{value.wins} of {value.decided} decided",)
        case Depths():
            return (f"{value.moves} by moves, {value.rounds} by rounds, {value.final} by final points",)
        case Streak():
            return (f"{value.length} {value.result}",)
        case tuple():
            return (" : ".join(_cell(each, names, sure=sure)[0] for each in value),)
        case bool():
            return ("yes" if value else "",)
        case float():
            return (f"{value:.2f}".removesuffix("0").removesuffix(".0"),)
        case _:
            return ("-" if value is None else names.get(str(value), str(value)),)


def _number(of: Share | Mean) -> str:
    if of.value is None:
        return "-"
    return f"{of.value:.0%}" if isinstance(of, Share) else f"{of.value:.1f}"


def _interval(value: Share | Mean) -> str:
    if value.low is None or value.high is None:
        return ""
    if isinstance(value, Share):
        return f" ({100 * value.low:.0f}–{value.high:.0%})"
    return f" ({value.low:.1f} to {value.high:.1f})"
