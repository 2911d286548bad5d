"""Prints statistics in a terminal: values alone, or `sure` with their intervals and their numbers of cases."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from rich.text import Text

from eventstore.statistics.game import GameStatistics
from eventstore.statistics.intervals import Mean, Share
from eventstore.statistics.pair import Pair
from eventstore.statistics.person import PersonStatistics, Streak
from eventstore.statistics.ratings import Rating
from eventstore.statistics.records import Record
from eventstore.statistics.reviews import LuckAndChoices, LuckTally
from eventstore.statistics.tally import Chance, Depths, Results, Tally
from viewer.commands import terminal
from viewer.locale.plain_text import fit, plain

MAX_ROWS: Final = 12
"""Maximum rows of a table; `--json` has all."""

Value: TypeAlias = str | int | Share | Mean | Chance


def print_person(person: PersonStatistics, *, sure: bool) -> None:
    _title(person.name)
    _lines(
        ("plays", f"{person.plays}{_depths(person.depths)}"),
        ("won", f"{person.wins} of {person.decided} decided: {_value(person.share, sure=sure)}"),
        *_without_opponents(person.cooperative, person.solo),
        ("against chance", _chance(person.chance, sure=sure)),
        ("mean points", _value(person.points, sure=sure)),
        ("rating", _rating(person.rating, sure=sure)),
        ("streaks", _streaks(person)),
    )
    for title, tallies in (("game", person.games), ("players", person.players), ("seat", person.seats)):
        _print_tallies(title, tallies, sure=sure)
    rows = [(one.name, one.plays, one.before, one.after, one.together, one.share) for one in person.opponents]
    print_figures(("opponent", "plays", "before", "after", "equal", "share"), rows, sure=sure)
    _print_records(person.records, {})


def print_game(game: GameStatistics, names: Mapping[str, str], *, sure: bool) -> None:
    _title(game.game)
    _lines(
        ("plays", f"{game.plays}{_depths(game.depths)}"),
        ("decided", f"{game.decided}, {game.wins} of them with a winner"),
        *_without_opponents(game.cooperative, game.solo),
        ("mean points", _value(game.points, sure=sure)),
    )
    minutes = [(_players(row.players), row.minutes) for row in game.minutes]
    print_figures(("players", "minutes"), minutes, sure=sure, digits=0)
    spreads = [
        (str(row.players), row.mean, "-" if row.low is None else f"{row.low:.1f} to {row.high:.1f}")
        for row in game.spreads
    ]
    print_figures(("players", "mean points", "quartiles"), spreads, sure=sure)
    places = [
        (
            "start" if row.place == 1 else str(row.place),
            _players(row.players),
            row.share,
            f"{row.chance:.0%}{' surprising' if row.surprising else ''}",
        )
        for row in (*game.start, *game.places)
    ]
    print_figures(("place", "players", "won", "chance"), places, sure=sure)
    _print_tallies("person", [replace(row, label=names.get(row.label, row.label)) for row in game.people], sure=sure)
    _print_records(game.records, names)


def print_pair(pair: Pair, names: Mapping[str, str], *, sure: bool) -> None:
    _title(", ".join(one.name for one in pair.people))
    _lines(
        ("plays", f"{pair.plays}{_depths(pair.depths)}"),
        ("decided", str(pair.decided)),
        *_without_opponents(pair.cooperative),
    )
    people = [(one.name, one.first, one.share, one.chance, one.points) for one in pair.people]
    print_figures(("person", "before all", "won", "chance", "mean points"), people, sure=sure)
    duels = [
        (f"{names[one.one]} - {names[one.other]}", f"{one.before} : {one.after}", one.together, one.share, one.margin)
        for one in pair.duels
    ]
    print_figures(("duel", "score", "equal", "share", "margin"), duels, sure=sure)
    for title, splits in (("game", pair.games), ("players", pair.players), ("began", pair.seats)):
        rows = [(names.get(row.label, row.label), row.plays, " : ".join(map(str, row.first))) for row in splits]
        print_figures((title, "plays", "before all"), rows)
    if back := pair.comeback:
        behind = f"{back.behind:g} behind after round {back.round} in {back.match}"
        _lines(("comeback", f"{plain(names[back.person])}, {behind}, and won"))


def print_luck(figures: LuckAndChoices, *, sure: bool) -> None:
    """Print the figures of the reviewed matches, and how many have no review yet."""
    _title(figures.name)
    total = figures.total
    missing = "" if total.reviewed == total.reviewable else "; `partie review --all` reviews the others"
    _lines(("reviewed", f"{_reviewed(total)} matches with all moves, effort {figures.effort}{missing}"))
    if not total.reviewed:
        return
    win, lead = _percent(total.luck, sure=sure), _cells(total.luck_lead, sure=sure)[0]
    _lines(
        ("luck a match", f"chance to win {win}, points {lead}"),
        ("in ten choices", f"{_cells(total.beyond, sure=sure)[0]} points more given away than by the opponents"),
    )
    print_levels(figures, sure=sure)
    for title, group in (("game", figures.games), ("opponent", figures.opponents), ("year", figures.years)):
        rows = [
            (row.label, _reviewed(row), _percent(row.luck, sure=sure), _cells(row.beyond, sure=sure)[0])
            for row in group
        ]
        print_figures((title, "reviewed", "luck", "more than opponents"), rows)


def print_levels(figures: LuckAndChoices, *, sure: bool) -> None:
    """Print how well the person chooses in each game; nothing without a reviewed match."""
    levels = [
        (level.game, level.lost, " to ".join(dict.fromkeys(level.like or ())))
        if level.is_told
        else (level.game, replace(level.lost, value=None, low=None, high=None), "more opponents needed")
        for level in figures.levels
    ]
    print_figures(("level", "points lost in ten choices", "plays like"), levels, sure=sure)
    if levels and not figures.has_ladder:
        _lines(("plays like", "compared only in quick reviews by the compiled search, as those of known players are"))


def print_figures(
    heads: Sequence[str], rows: Iterable[Sequence[Value]], *, sure: bool = False, digits: int = 1
) -> None:
    """A table after a blank line; nothing without rows. With `sure` shares and means have a column of their cases."""
    every = [*rows]
    if not every:
        return
    titles = list[str]()
    for head, value in zip(heads, every[0], strict=True):
        titles += [head, "of"] if sure and isinstance(value, Share | Mean) else [head]
    cells = [[cell for value in row for cell in _cells(value, digits, sure=sure)] for row in every]
    out = terminal.console()
    out.print()
    terminal.print_table(titles, [(fit(label, 18), *more) for label, *more in cells[:MAX_ROWS]], wraps=False)
    if left := cells[MAX_ROWS:]:
        out.print(Text(f"and {len(left)} more", style="dim"))


def _cells(value: Value, digits: int = 1, *, sure: bool) -> tuple[str, ...]:
    """A value; of a share and a mean with `sure` its interval, and its number of cases."""
    match value:
        case Chance():
            return (f"{value.above:+.1f}" if value.n else "-",)
        case Share() | Mean():
            if value.value is None:
                return ("-", "0") if sure else ("-",)
            if not sure:
                return ("too few" if value.few else _number(value, digits),)
            return _number(value, digits) + _interval(value, digits), _n(value.n, value.few)
        case _:
            return (str(value),)


def _number(of: Share | Mean, digits: int) -> str:
    return f"{of.value:.0%}" if isinstance(of, Share) else f"{of.value:.{digits}f}"


def _interval(value: Share | Mean, digits: int) -> str:
    if value.low is None or value.high is None:
        return ""
    if isinstance(value, Share):
        return f" ({100 * value.low:.0f}–{value.high:.0%})"
    return f" ({value.low:.{digits}f} to {value.high:.{digits}f})"


def _value(value: Share | Mean, *, sure: bool) -> str:
    return ", n ".join(_cells(value, sure=sure))


def _title(text: str) -> None:
    terminal.console().print(Text(plain(text), style="bold"))


def _lines(*lines: tuple[str, str]) -> None:
    out = terminal.console()
    for name, value in lines:
        out.print(Text.assemble((f"{name:<16}", "dim"), value))


def _without_opponents(cooperative: Results, solo: Results | None = None) -> list[tuple[str, str]]:
    """The wins of plays without opponents, which are no part of the wins; no line for a kind that was not played."""
    kinds = (("won together", cooperative), ("won alone", solo))
    return [(name, f"{own.wins} of {own.decided} decided") for name, own in kinds if own and own.plays]


def _reviewed(row: LuckTally) -> str:
    return f"{row.reviewed} of {row.reviewable}"


def _percent(mean: Mean, *, sure: bool) -> str:
    """The mean of a change of the chance to win in percent; with `sure` with its interval."""
    if mean.value is None:
        return "-"
    if not sure and mean.few:
        return "too few"
    known = sure and mean.low is not None and mean.high is not None
    reach = f" ({100 * (mean.low or 0):.0f} to {100 * (mean.high or 0):.0f})" if known else ""
    return f"{100 * mean.value:+.1f} %{reach}"


def _print_tallies(title: str, tallies: Sequence[Tally], *, sure: bool) -> None:
    rows = [(row.label, row.plays, row.share, row.chance, row.points) for row in tallies]
    print_figures((title, "plays", "won", "chance", "mean points"), rows, sure=sure)


def _print_records(records: Sequence[Record], names: Mapping[str, str]) -> None:
    rows = [
        (row.kind, fit(row.game, 20), f"{row.value:g}", row.match, row.played_on or "", names.get(row.person or "", ""))
        for row in records
    ]
    print_figures(("record", "game", "", "match", "played", ""), rows)


def _depths(depths: Depths) -> str:
    return f" ({depths.moves} by moves, {depths.rounds} by rounds, {depths.final} by final points)"


def _chance(chance: Chance, *, sure: bool) -> str:
    if chance.low is None or chance.high is None:
        return "-"
    value = f"{chance.above:+.1f} wins"
    return f"{value} ({chance.low:+.1f} to {chance.high:+.1f}), n {_n(chance.n, chance.few)}" if sure else value


def _n(n: int, few: bool) -> str:
    return f"{n} few" if few else str(n)


def _rating(rating: Rating | None, *, sure: bool) -> str:
    if rating is None:
        return "-"
    text = f"{rating.value:.1f}"
    if sure:
        text += f" ({rating.low:.1f} to {rating.high:.1f}), n {rating.contests}"
    return f"{text}{', provisional' if rating.provisional else ''}"


def _streaks(person: PersonStatistics) -> str:
    def length(streak: Streak | None) -> str:
        return str(streak.length) if streak else "0"

    current = f"{person.current.length} {person.current.result} now, " if person.current else ""
    return f"{current}{length(person.winning)} won, {length(person.losing)} lost at most"


def _players(players: int | None) -> str:
    return "all" if players is None else str(players)
