"""The sections of a person's page: key figures, the latest plays as a ribbon, streaks, and the charts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import quote

import streamlit as st

from eventstore.statistics.person import Opponent, Person, RecentResult, Result, Source, Streak
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.progress import Progress
from eventstore.statistics.tally import Chance, Tally
from viewer.boards.scene import Json
from viewer.boards.text import fit, number, plain
from viewer.html_block import element
from viewer.language import date, gettext, gettext_noop, ngettext, translate
from viewer.markdown import escape
from viewer.match_sentences import signed
from viewer.statistics import figures, progress_chart, rating, words
from viewer.statistics.chart_panel import ChartContext
from viewer.statistics.figures import Bar
from viewer.statistics.tiles import tiles


def wins(found: Person, context: ChartContext) -> None:
    """The share of wins by game, by number of players and by seat."""
    if not found.decided:
        return
    st.subheader(gettext("Wins"), anchor=False)
    st.caption(gettext("Share of wins; a thick line marks chance, a thin one how far the share may be off."))
    by_game, by_players, by_seat = st.columns(3, gap="large")
    with by_game:
        context.bars(of_wins(found.games, translate), gettext("Share of wins by game."), gettext("Game"), key="by-game")
    with by_players:
        what = gettext("Share of wins by number of players.")
        context.bars(of_wins(found.players, _players), what, gettext("Players"), key="by-players")
    with by_seat:
        context.bars(of_wins(found.seats, _seat), gettext("Share of wins by seat."), gettext("Seat"), key="by-seat")


def parts(found: Person, context: ChartContext) -> None:
    """The share of wins with a role, a color and an expansion, as far as they were noted."""
    groups = (
        ("role", found.roles, gettext("Share of wins by role."), gettext("Role")),
        ("color", found.colors, gettext("Share of wins by color."), gettext("Color")),
        ("expansion", found.expansions, gettext("Share of wins by expansion."), gettext("Expansion")),
    )
    known = [group for group in groups if any(row.share.n for row in group[1])]
    if not known:
        return
    st.subheader(gettext("Wins with a role, a color, an expansion"), anchor=False)
    for column, (name, rows, what, heading) in zip(st.columns(len(known), gap="large"), known, strict=True):
        with column:
            context.bars(of_wins(rows, str), what, heading, key=f"by-{name}")


def opponents(found: Person, context: ChartContext) -> None:
    """How often each opponent was met, and the share of matches finished before them."""
    if not found.opponents:
        return
    st.subheader(gettext("Opponents"), anchor=False)
    name = fit(found.name, 40)
    if found.nemesis:
        _special(found, found.nemesis, gettext("Nemesis: {other}", other=fit(found.nemesis.name, 40)), context)
    if found.favorite:
        _special(
            found, found.favorite, gettext("Favorite opponent: {other}", other=fit(found.favorite.name, 40)), context
        )
    what = gettext("How often {name} finished before each opponent, without ties; the line marks one half.", name=name)
    picked = context.bars(of_opponents(found.opponents), what, gettext("Opponent"), key="opponents")
    if picked:
        for one in found.opponents:
            if (one.matches, plain(one.name)) == (picked.matches, picked.label):
                _pair_link(found, one, context)


def sources(found: Person, context: ChartContext) -> None:
    """Mean points by source in one game, against those of the other players."""
    known = {one.game: one.own.n for one in found.sources}
    if not known:
        return
    games = sorted(known, key=lambda game: -known[game])
    st.subheader(gettext("Where the points come from"), anchor=False)
    game = games[0]
    if len(games) > 1:
        game = st.selectbox(gettext("Game"), games, format_func=translate, key="sources-of", width=360)
    what = gettext(
        "Mean points of {name} per match of {game} from each source; a line marks the mean of the others.",
        game=fit(translate(game), 40),
        name=fit(found.name, 40),
    )
    context.bars(of_sources([one for one in found.sources if one.game == game]), what, gettext("Source"), key="sources")


def getting_better(found: Person, context: ChartContext, progress_in: Callable[[str], Progress]) -> None:
    """Whether the person gets better at one game."""
    games = [row.label for row in found.games if row.chance.n > 1]
    if not games:
        return
    st.subheader(gettext("Getting better?"), anchor=False)
    game: str = games[0]
    if len(games) > 1:
        game = st.selectbox(
            gettext("Game"), games, format_func=lambda each: fit(translate(each), 60), key="better-at", width=360
        )
    progress = progress_in(game)
    st.text(progress_chart.sentence(progress, found.name))
    if len(progress.steps) > 1:
        ids = [step.match for step in progress.steps]
        caption = f"{progress_chart.caption()} {progress_chart.sure(progress)}"
        context.line(
            progress_chart.line(progress, context.theme), caption, progress_chart.table(progress), ids, key="better"
        )


def ratings(found: Person, context: ChartContext, matches: Mapping[str, PlayedMatch]) -> None:
    """The rating after every contest."""
    if not found.rating:
        return
    st.subheader(gettext("Rating"), anchor=False)
    figure, table = rating.line(found.rating, matches, context.theme), rating.table(found.rating, matches)
    ids = [point.match for point in found.rating.line]
    context.line(figure, rating.sentence(found.rating), table, ids, key="rating")


def _special(found: Person, one: Opponent, title: str, context: ChartContext) -> None:
    results = gettext(
        "{name} finished {before} times before and {after} times after them",
        name=fit(found.name, 40),
        before=one.before,
        after=one.after,
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(f"{title} ({results})", width="content")
        _pair_link(found, one, context)


def _pair_link(found: Person, one: Opponent, context: ChartContext) -> None:
    label = escape(gettext("Head to head with {name}", name=fit(one.name, 40)))
    both = {"people": f"{found.person},{one.person}"}
    st.page_link(context.pages.pair, label=label, icon=":material/compare_arrows:", query_params=both)


def _players(number: str) -> str:
    return ngettext("{number} player", "{number} players", int(number))


def _seat(role: str) -> str:
    return {"start": gettext("Start player"), "other": gettext("Other players")}.get(role, gettext("Not known"))


RESULTS: Final[Mapping[Result, str]] = {
    "won": gettext_noop("won"),
    "lost": gettext_noop("did not win"),
    "unknown": gettext_noop("result unknown"),
}


def summary(found: Person) -> str:
    """Wins against the number expected by chance, in one sentence."""
    name, chance = fit(found.name, 40), found.chance
    if not found.decided:
        return gettext("No result of {name} is known yet.", name=name)
    won = ngettext(
        "{name} won {wins} of {number} match with a known result",
        "{name} won {wins} of {number} matches with a known result",
        found.decided,
        name=name,
        wins=number(found.wins),
    )
    if not chance.n:
        return f"{won}."
    expected = number(round(chance.expected, 1))
    if chance.n == found.decided:
        return gettext("{won}; chance alone would give {expected}.", won=won, expected=expected) + _beyond(chance)
    sentence = gettext(
        "{won}; against others {wins} of {n}, where chance alone would give {expected}.",
        won=won,
        n=number(chance.n),
        wins=number(chance.wins),
        expected=expected,
    )
    return sentence + _beyond(chance)


def _beyond(chance: Chance) -> str:
    """Whether the wins are more or fewer than luck explains; nothing if it explains them."""
    if chance.low is not None and chance.low > 0:
        return " " + gettext("Luck does not explain so many.")
    if chance.high is not None and chance.high < 0:
        return " " + gettext("Luck does not explain so few.")
    return ""


def key_figures(found: Person) -> Json:
    """The key figures; how sure they are opens below them."""
    chance, rating = found.chance, found.rating
    cells = [(gettext("Plays"), number(found.plays), words.depths(found.depths))]
    if found.decided:
        cells.append((gettext("Won"), number(found.wins), words.sure_share(found.share)))
    if chance.low is not None and chance.high is not None:
        value, low, high = (signed(round(each, 1)) for each in (chance.above, chance.low, chance.high))
        cells.append((gettext("Wins above chance"), value, words.sure(value, low, high, chance.n, few=chance.few)))
    if rating:
        value, low, high = (number(round(each, 1)) for each in (rating.value, rating.low, rating.high))
        more = words.sure(value, low, high, rating.contests, few=rating.provisional)
        cells.append((gettext("Rating"), value, more))
    return tiles(cells)


def ribbon(found: Person) -> Json:
    """The latest plays as discs with the rank, filled for wins; each links to its replay."""
    return element("ol", *map(_recent, found.ribbon), class_="ribbon", aria_label=gettext("The latest plays"))


def _recent(recent: RecentResult) -> Json:
    says = [date(recent.played_on)] if recent.played_on else []
    says += [plain(translate(recent.game)), gettext(RESULTS[recent.result])]
    if recent.rank is not None:
        says.append(gettext("place {place} of {places}", place=recent.rank, places=recent.sides))
    label = ", ".join(says)
    disc = element("span", "–" if recent.rank is None else str(recent.rank), class_="disc", aria_hidden="true")
    link = element("a", disc, href=f"replay?match={quote(recent.match)}", title=label, aria_label=label)
    return element("li", link, class_=recent.result)


def streaks(found: Person) -> str:
    """The latest results and the longest streaks in words."""
    results = [recent.result for recent in found.ribbon]
    shown = ngettext("The last play", "The last {number} plays, the newest at the end", len(results))
    won = ngettext("{number} won", "{number} won", results.count("won"))
    lost = ngettext("{number} not won", "{number} not won", results.count("lost"))
    parts = [won, lost]
    if unknown := results.count("unknown"):
        parts.append(ngettext("{number} with an unknown result", "{number} with an unknown result", unknown))
    latest = gettext("{shown}: {results}.", shown=shown, results=", ".join(parts))
    return " ".join([latest, *_rows(found)])


def _rows(found: Person) -> list[str]:
    """The current streak, and the longest of each kind."""
    rows = []
    if found.current and found.current.length > 1:
        rows.append(_current(found.current))
    longest: list[tuple[Streak | None, Callable[[int], str]]] = [
        (found.winning, lambda count: ngettext("{number} win", "{number} wins", count)),
        (found.losing, lambda count: ngettext("{number} play without a win", "{number} plays without a win", count)),
    ]
    known = [says(streak.length) for streak, says in longest if streak and streak.length > 1]
    if known:
        rows.append(gettext("Longest streaks: {rows}.", rows=", ".join(known)))
    return rows


def _current(streak: Streak) -> str:
    if streak.result == "won":
        return ngettext("Now {number} win in a row.", "Now {number} wins in a row.", streak.length)
    return ngettext("Now {number} play without a win.", "Now {number} plays in a row without a win.", streak.length)


def of_wins(tallies: Iterable[Tally], called: Callable[[str], str]) -> list[Bar]:
    """The share of wins of every group with known results, and the share expected by chance."""
    return [
        figures.of_share(plain(called(row.label)), row.share, row.matches, _luck(row.chance, row.share.n))
        for row in tallies
        if row.share.value is not None
    ]


def _luck(chance: Chance, n: int) -> float | None:
    """The share of wins expected by chance; None if some of the `n` results were no contest."""
    return chance.expected / n if chance.n == n else None


def of_opponents(opponents: Iterable[Opponent]) -> list[Bar]:
    """How often the person finished before each opponent; one half is expected by chance."""
    return [
        figures.of_share(plain(one.name), one.share, one.matches, 1 / 2)
        for one in opponents
        if one.share.value is not None
    ]


def of_sources(sources: Sequence[Source]) -> list[Bar]:
    """Mean points of the person by source; the stroke is the mean of the others."""
    return [
        replace(
            figures.of_mean(plain(translate(one.source)), one.own, one.matches, one.group.value),
            text=_beside(one),
        )
        for one in sources
        if one.own.value is not None
    ]


def _beside(one: Source) -> str:
    own = words.mean(one.own)
    if one.group.value is None:
        return own
    return gettext("{own}; others {others}", own=own, others=words.rounded(one.group.value))
