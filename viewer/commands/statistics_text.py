"""Prints statistics in a terminal: values alone, or `sure` with their intervals and their numbers of cases."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from eventstore.statistics.game import GameStatistics, SeatEffect, Spread
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


def print_person(person: PersonStatistics, *, sure: bool) -> None:
    out = terminal.console()
    out.print(Text(plain(person.name), style="bold"))
    _lines(
        ("plays", f"{person.plays}{_depths(person.depths)}"),
        ("won", f"{person.wins} of {person.decided} decided: {_share(person.share, sure=sure)}"),
        *_without_opponents(person.cooperative, person.solo),
        ("against chance", _chance(person.chance, sure=sure)),
        ("mean points", _mean(person.points, sure=sure)),
        ("rating", _rating(person.rating, sure=sure)),
        ("streaks", _streaks(person)),
    )
    _print_tallies("game", person.games, sure=sure)
    _print_tallies("players", person.players, sure=sure)
    _print_tallies("seat", person.seats, sure=sure)
    rows = [
        (
            one.name,
            str(one.plays),
            str(one.before),
            str(one.after),
            str(one.together),
            *share_cells(one.share, sure=sure),
        )
        for one in person.opponents
    ]
    print_table(("opponent", "plays", "before", "after", "equal", "share", "of"), rows)
    _print_records(person.records, {})


def print_game(game: GameStatistics, names: Mapping[str, str], *, sure: bool) -> None:
    out = terminal.console()
    out.print(Text(plain(game.game), style="bold"))
    _lines(
        ("plays", f"{game.plays}{_depths(game.depths)}"),
        ("decided", f"{game.decided}, {game.wins} of them with a winner"),
        *_without_opponents(game.cooperative, game.solo),
        ("mean points", _mean(game.points, sure=sure)),
    )
    minutes = [(_players(row.players), *mean_cells(row.minutes, 0, sure=sure)) for row in game.minutes]
    print_table(("players", "minutes", "of"), minutes)
    spreads = [(str(row.players), *mean_cells(row.mean, sure=sure), _quartiles(row)) for row in game.spreads]
    print_table(("players", "mean points", "of", "quartiles"), spreads)
    places = [
        (
            "start" if row.place == 1 else str(row.place),
            _players(row.players),
            *share_cells(row.share, sure=sure),
            _chance_of(row),
        )
        for row in (*game.start, *game.places)
    ]
    print_table(("place", "players", "won", "of", "chance"), places)
    _print_tallies("person", [replace(row, label=names.get(row.label, row.label)) for row in game.people], sure=sure)
    _print_records(game.records, names)


def print_pair(pair: Pair, names: Mapping[str, str], *, sure: bool) -> None:
    out = terminal.console()
    out.print(Text(plain(", ".join(one.name for one in pair.people)), style="bold"))
    _lines(
        ("plays", f"{pair.plays}{_depths(pair.depths)}"),
        ("decided", str(pair.decided)),
        *_without_opponents(pair.cooperative),
    )
    rows = [
        (
            one.name,
            str(one.first),
            *share_cells(one.share, sure=sure),
            _above(one.chance),
            *mean_cells(one.points, sure=sure),
        )
        for one in pair.people
    ]
    print_table(("person", "before all", "won", "of", "chance", "mean points", "of"), rows)
    duels = [
        (
            f"{names[duel.one]} - {names[duel.other]}",
            f"{duel.before} : {duel.after}",
            str(duel.together),
            *share_cells(duel.share, sure=sure),
            *mean_cells(duel.margin, sure=sure),
        )
        for duel in pair.duels
    ]
    print_table(("duel", "score", "equal", "share", "of", "margin", "of"), duels)
    for title, splits in (("game", pair.games), ("players", pair.players), ("began", pair.seats)):
        split_rows = [
            (names.get(row.label, row.label), str(row.plays), " : ".join(map(str, row.first))) for row in splits
        ]
        print_table((title, "plays", "before all"), split_rows)
    if back := pair.comeback:
        behind = f"{back.behind:g} behind after round {back.round} in {back.match}"
        _lines(("comeback", f"{plain(names[back.person])}, {behind}, and won"))


def print_luck(figures: LuckAndChoices, *, sure: bool) -> None:
    """Print the figures of the reviewed matches, and how many have no review yet."""
    terminal.console().print(Text(plain(figures.name), style="bold"))
    total = figures.total
    missing = "" if total.reviewed == total.reviewable else "; `partie review --all` reviews the others"
    _lines(
        ("reviewed", f"{_reviewed(total)} matches with all moves, effort {figures.effort}{missing}"),
    )
    if not total.reviewed:
        return
    _lines(
        ("luck a match", _win_and_lead(total.luck, total.luck_lead, sure=sure)),
        ("in ten choices", f"{mean_cells(total.beyond, sure=sure)[0]} points more given away than by the opponents"),
    )
    print_levels(figures, sure=sure)
    for title, rows in (("game", figures.games), ("opponent", figures.opponents), ("year", figures.years)):
        print_table((title, "reviewed", "luck", "more than opponents"), [_luck_cells(row, sure=sure) for row in rows])


def print_levels(figures: LuckAndChoices, *, sure: bool) -> None:
    """Print how well the person chooses in each game; nothing without a reviewed match."""
    levels = [
        (level.game, *mean_cells(level.lost, sure=sure), " to ".join(dict.fromkeys(level.like or ())))
        for level in figures.levels
    ]
    print_table(("level", "points lost in ten choices", "of", "plays like"), levels)
    if levels and not figures.has_ladder:
        _lines(("plays like", "compared only in quick reviews by the compiled search, as those of known players are"))


def _without_opponents(cooperative: Results, solo: Results | None = None) -> list[tuple[str, str]]:
    """The wins of plays without opponents, which are no part of the wins; no line for a kind that was not played."""
    kinds = (("won together", cooperative), ("won alone", solo))
    return [(name, f"{own.wins} of {own.decided} decided") for name, own in kinds if own and own.plays]


def _win_and_lead(win: Mean, lead: Mean, *, sure: bool) -> str:
    return f"chance to win {_percent(win, sure=sure, sign='+')}, points {mean_cells(lead, sure=sure)[0]}"


def _reviewed(row: LuckTally) -> str:
    return f"{row.reviewed} of {row.reviewable}"


def _luck_cells(row: LuckTally, *, sure: bool) -> tuple[str, ...]:
    return (
        row.label,
        _reviewed(row),
        _percent(row.luck, sure=sure, sign="+"),
        mean_cells(row.beyond, sure=sure)[0],
    )


def _percent(mean: Mean, *, sure: bool, sign: str = "") -> str:
    """The mean of a chance to win in percent; with `sure` with its interval."""
    if mean.value is None:
        return "-"
    if not sure:
        return "too few" if mean.few else f"{100 * mean.value:{sign}.1f} %"
    reach = "" if mean.low is None or mean.high is None else f" ({100 * mean.low:.0f} to {100 * mean.high:.0f})"
    return f"{100 * mean.value:{sign}.1f} %{reach}"


def _lines(*lines: tuple[str, str]) -> None:
    out = terminal.console()
    for name, value in lines:
        out.print(Text.assemble((f"{name:<16}", "dim"), value))


def _print_tallies(title: str, rows: Sequence[Tally], *, sure: bool) -> None:
    cells = [
        (
            row.label,
            str(row.plays),
            *share_cells(row.share, sure=sure),
            _above(row.chance),
            *mean_cells(row.points, sure=sure),
        )
        for row in rows
    ]
    print_table((title, "plays", "won", "of", "chance", "mean points", "of"), cells)


def _print_records(rows: Sequence[Record], names: Mapping[str, str]) -> None:
    cells = [
        (row.kind, fit(row.game, 20), f"{row.value:g}", row.match, row.played_on or "", names.get(row.person or "", ""))
        for row in rows
    ]
    print_table(("record", "game", "", "match", "played", ""), cells)


def print_table(titles: Sequence[str], rows: Sequence[tuple[str, ...]]) -> None:
    """A table after a blank line; prints nothing without rows. Values alone have no columns `of`."""
    if not rows:
        return
    if len(rows[0]) < len(titles):
        titles = [title for title in titles if title != "of"]
    table = Table(*titles, box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in table.columns:
        column.no_wrap = True
    for label, *cells in rows[:MAX_ROWS]:
        table.add_row(fit(label, 18), *map(plain, cells))
    out = terminal.console()
    out.print(Padding(table, (1, 0, 0, 0), expand=False))
    if left := rows[MAX_ROWS:]:
        out.print(Text(f"and {len(left)} more", style="dim"))


def _depths(depths: Depths) -> str:
    return f" ({depths.moves} by moves, {depths.rounds} by rounds, {depths.final} by final points)"


def _share(share: Share, *, sure: bool) -> str:
    return ", n ".join(share_cells(share, sure=sure))


def share_cells(share: Share, *, sure: bool) -> tuple[str, ...]:
    """A share; with `sure` with its interval, and its number of cases."""
    if share.value is None or share.low is None or share.high is None:
        return ("-", "0") if sure else ("-",)
    if not sure:
        return ("too few" if share.few else f"{share.value:.0%}",)
    return f"{share.value:.0%} ({100 * share.low:.0f}–{share.high:.0%})", _n(share.n, share.few)


def _mean(mean: Mean, *, sure: bool) -> str:
    return ", n ".join(mean_cells(mean, sure=sure))


def mean_cells(mean: Mean, digits: int = 1, *, sure: bool) -> tuple[str, ...]:
    """A mean; with `sure` with its interval, and its number of values."""
    if mean.value is None:
        return ("-", "0") if sure else ("-",)
    if not sure:
        return ("too few" if mean.few else f"{mean.value:.{digits}f}",)
    reach = "" if mean.low is None or mean.high is None else f" ({mean.low:.{digits}f} to {mean.high:.{digits}f})"
    return f"{mean.value:.{digits}f}{reach}", _n(mean.n, mean.few)


def _chance(chance: Chance, *, sure: bool) -> str:
    if chance.low is None or chance.high is None:
        return "-"
    value = f"{_above(chance)} wins"
    return f"{value} ({chance.low:+.1f} to {chance.high:+.1f}), n {_n(chance.n, chance.few)}" if sure else value


def _above(chance: Chance) -> str:
    return f"{chance.above:+.1f}" if chance.n else "-"


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


def _place(place: int) -> str:
    return "start" if place == 1 else str(place)


def _quartiles(spread: Spread) -> str:
    return "-" if spread.low is None or spread.high is None else f"{spread.low:.1f} to {spread.high:.1f}"


def _chance_of(row: SeatEffect) -> str:
    return f"{row.chance:.0%}{' surprising' if row.surprising else ''}"
