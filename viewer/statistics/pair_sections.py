"""The sections of a head-to-head comparison: the score, duels and splits as bars, the difference, the comeback."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from eventstore.statistics.intervals import Mean
from eventstore.statistics.pair import Comeback, Duel, Pair, Split
from eventstore.statistics.plays import PlayedMatch
from viewer.boards.scene import Json
from viewer.boards.seat import boxed_mark
from viewer.boards.text import fit, number, plain
from viewer.html_block import drawn, element
from viewer.language import date, gettext, ngettext, translate
from viewer.markdown import escape
from viewer.match_sentences import signed
from viewer.statistics import difference, figures, words
from viewer.statistics.chart_panel import ChartContext
from viewer.statistics.figures import Bar
from viewer.statistics.tiles import how_sure


def line(found: Pair, context: ChartContext, matches: Mapping[str, PlayedMatch]) -> None:
    """The difference over time, in finishes or in points."""
    st.subheader(gettext("The difference over time"), anchor=False)
    kind = st.segmented_control(
        gettext("Counted"),
        difference.KINDS,
        default="ahead",
        required=True,
        format_func=lambda each: gettext(difference.KINDS[each]),
        label_visibility="collapsed",
        key="counted",
    )
    figure, table = difference.lines(found, kind, matches, context.theme), difference.table(found, kind, matches)
    context.line(figure, difference.sentence(found, kind), table, found.matches, key=f"difference-{kind}")


def duels(found: Pair, context: ChartContext) -> None:
    """Finishing order and point difference of each pair."""
    st.subheader(gettext("One against one"), anchor=False)
    before, better = st.columns(2, gap="large")
    with before:
        what = gettext("How often the first finished before the second, without ties; the line marks one half.")
        context.bars(finishes(found), what, gettext("Who"), key="finishes")
    with better:
        what = gettext("By how many points the first was ahead of the second, on average.")
        context.bars(margins(found), what, gettext("Who"), key="margins")


def splits(found: Pair, context: ChartContext) -> None:
    """How often one person finished first among them: by game, by number of players, by start player."""
    st.subheader(gettext("By game, players and seat"), anchor=False)
    names = [fit(one.name, 40) for one in found.people]
    place = st.segmented_control(
        gettext("Who"),
        range(len(names)),
        default=0,
        required=True,
        format_func=lambda place: escape(names[place]),
        key="split-of",
    )
    named = {one.person: one.name for one in found.people}

    def began(label: str) -> str:
        if label in named:
            return gettext("{name} started", name=fit(named[label], 20))
        return gettext("Another player started") if label == "other" else gettext("Start player not known")

    groups = (
        (
            found.games,
            translate,
            gettext("How often {name} finished first of them, by game.", name=names[place]),
            gettext("Game"),
        ),
        (found.players, _players, gettext("The same by number of players."), gettext("Players")),
        (found.seats, began, gettext("The same by start player."), gettext("Seat")),
    )
    for index, (column, (rows, called, what, heading)) in enumerate(
        zip(st.columns(3, gap="large"), groups, strict=True)
    ):
        with column:
            drawn = split_bars(rows, place, called, len(names))
            context.bars(drawn, what, heading, key=f"split-{index}-{place}")


def _players(number: str) -> str:
    return ngettext("{number} player", "{number} players", int(number))


def score(found: Pair) -> Json:
    """How often each person finished before all the others, and the other wins of each."""
    tiles = element(
        "dl",
        *(
            element(
                "div",
                element("dt", drawn(boxed_mark(place)), plain(one.name), class_="who"),
                element("dd", number(one.first), class_="value"),
                element("dd", gettext("won {share}", share=words.share(one.share)), class_="reach"),
                element("dd", gettext("points {mean}", mean=words.mean(one.points)), class_="reach"),
            )
            for place, one in enumerate(found.people)
        ),
        class_="figures",
    )
    more = [
        gettext(
            "{name}: won {share}; points {mean}",
            name=plain(one.name),
            share=words.sure_share(one.share),
            mean=words.sure_mean(one.points),
        )
        for one in found.people
    ]
    return element("div", tiles, how_sure([words.depths(found.depths), *more]))


def summary(found: Pair) -> str:
    """The score in a sentence."""
    if len(found.people) == 2:
        duel, (one, other) = found.duels[0], [fit(each.name, 40) for each in found.people]
        sentence = gettext(
            "{one} {before} : {after} {other}", one=one, before=duel.before, after=duel.after, other=other
        )
        ties = ngettext(", {number} time together", ", {number} times together", duel.together) if duel.together else ""
        return f"{sentence}{ties}."
    return gettext("How often each of them finished before all the others:")


def finishes(found: Pair) -> list[Bar]:
    """How often the first of two finished before the second; one half is expected by chance."""
    return [
        figures.of_share(gettext("{one} before {other}", **_names(found, duel)), duel.share, duel.matches, 1 / 2)
        for duel in found.duels
        if duel.share.value is not None
    ]


def margins(found: Pair) -> list[Bar]:
    """By how many points the first of two is ahead of the second."""
    return [
        replace(
            figures.of_mean(gettext("{one} ahead of {other}", **_names(found, duel)), duel.margin, duel.matches),
            text=_signed(duel.margin),
        )
        for duel in found.duels
        if duel.margin.value is not None
    ]


def _names(found: Pair, duel: Duel) -> dict[str, str]:
    names = {one.person: fit(one.name, 20) for one in found.people}
    return {"one": names[duel.one], "other": names[duel.other]}


def _signed(found: Mean) -> str:
    text = words.mean(found)
    return f"+{text}" if (found.value or 0) > 0 and not found.few else text


def split_bars(rows: Sequence[Split], place: int, called: Callable[[str], str], people: int) -> list[Bar]:
    """How often one person finished before all the others, by group."""
    return [
        figures.of_share(plain(called(row.label)), own, row.matches, 1 / people)
        for row in rows
        if (own := row.shares[place]).value is not None
    ]


def comeback(back: Comeback, name: str) -> str:
    """The largest deficit before a win, with its round."""
    sentence = gettext(
        "{name} was {points} behind after round {round} and won",
        name=fit(name, 40),
        points=signed(back.behind).lstrip("+"),
        round=back.round,
    )
    return (
        gettext("{sentence} ({day}).", sentence=sentence, day=date(back.played_on))
        if back.played_on
        else f"{sentence}."
    )
