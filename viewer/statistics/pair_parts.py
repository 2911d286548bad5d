"""The text parts of a head-to-head comparison: the score, the duels as bars, the biggest comeback."""

from collections.abc import Callable, Sequence

from eventstore.statistics.intervals import Mean
from eventstore.statistics.pair import Comeback, Duel, Pair, Split
from viewer.boards.scene import Json
from viewer.boards.seat import boxed_mark
from viewer.boards.text import fit, number, plain
from viewer.html_block import drawn, element
from viewer.language import date, gettext, ngettext
from viewer.match_sentences import signed
from viewer.statistics import words
from viewer.statistics.figures import Bar


def score(found: Pair) -> Json:
    """How often each person finished before all the others, and the other wins of each."""
    return element(
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


def summary(found: Pair) -> str:
    """The score in a sentence, and the number of matches by recording depth."""
    if len(found.people) == 2:
        duel, (one, other) = found.duels[0], [fit(each.name, 40) for each in found.people]
        told = gettext("{one} {before} : {after} {other}", one=one, before=duel.before, after=duel.after, other=other)
        ties = ngettext(", {number} time together", ", {number} times together", duel.together) if duel.together else ""
        told = f"{told}{ties}."
    else:
        told = gettext("How often each finished before all the others of them:")
    return f"{told} {words.depths(found.depths)}"


def finishes(found: Pair) -> list[Bar]:
    """How often the first of two finished before the second; one half is expected by chance."""
    return [
        Bar(
            gettext("{one} before {other}", **_names(found, duel)),
            duel.share.value,
            words.share(duel.share),
            duel.share.few,
            duel.matches,
            duel.share.low,
            duel.share.high,
            1 / 2,
        )
        for duel in found.duels
        if duel.share.value is not None
    ]


def margins(found: Pair) -> list[Bar]:
    """By how many points the first of two is ahead of the second."""
    return [
        Bar(
            gettext("{one} ahead of {other}", **_names(found, duel)),
            duel.margin.value,
            _signed(duel.margin),
            duel.margin.few,
            duel.matches,
            duel.margin.low,
            duel.margin.high,
        )
        for duel in found.duels
        if duel.margin.value is not None
    ]


def _names(found: Pair, duel: Duel) -> dict[str, str]:
    names = {one.person: fit(one.name, 20) for one in found.people}
    return {"one": names[duel.one], "other": names[duel.other]}


def _signed(found: Mean) -> str:
    told = words.mean(found)
    return f"+{told}" if (found.value or 0) > 0 else told


def splits(rows: Sequence[Split], place: int, called: Callable[[str], str], people: int) -> list[Bar]:
    """How often one person finished before all the others, by group."""
    return [
        Bar(
            plain(called(row.label)),
            own.value,
            words.share(own),
            own.few,
            row.matches,
            own.low,
            own.high,
            1 / people,
        )
        for row in rows
        if (own := row.shares[place]).value is not None
    ]


def comeback(back: Comeback, name: str) -> str:
    """The largest deficit before a win, with its round."""
    told = gettext(
        "{name} was {points} behind after round {round} and won",
        name=fit(name, 40),
        points=signed(back.behind).lstrip("+"),
        round=back.round,
    )
    return gettext("{told} ({day}).", told=told, day=date(back.played_on)) if back.played_on else f"{told}."
