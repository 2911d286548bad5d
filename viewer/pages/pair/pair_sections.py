"""The sections of a head-to-head comparison: the standing, duels and splits as shared bars, the difference."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias
from urllib.parse import quote

from eventstore.statistics.pair import Contender, Duel, Pair, Period, Split, periods
from viewer.boards.scene import Json
from viewer.locale.language import gettext, gettext_noop, month_of_year, number, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.charts import Versus, bars, versus, versus_bar
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.look.lines import StepLine, lines
from viewer.pages.shared.faces import Emblems
from viewer.pages.shared.question import address_with, filled, game_address, segments
from viewer.statistics import words
from viewer.statistics.figure import Figure, drawn, share_bar
from viewer.texts import pair_words
from viewer.texts.year_words import month_names

Kind: TypeAlias = Literal["ahead", "points"]
KINDS: Final[Mapping[Kind, str]] = {"ahead": gettext_noop("Finishes"), "points": gettext_noop("Points")}

MAX_ROWS: Final = 10
"""Most rows of a chart."""


def _person(person: Contender) -> str:
    return f"person?person={quote(person.person)}"


def leader(pair: Pair) -> int | None:
    """The place of the one who is ahead; None if nobody is alone."""
    return pair.people.index(pair.first[0]) if len(pair.first) == 1 else None


def answer(pair: Pair) -> list[Json]:
    """The score in a sentence, the plays that it leaves out, and the picture: a standing, of two also a bar."""
    place = leader(pair)
    first = None if place is None else pair.people[place]
    who = [element("a", fit(plain(first.name), 40), href=_person(first), class_="link")] if first else []
    parts = [element("p", *filled(pair_words.answer(pair), leader=who), class_="answer")]
    if left_out := pair_words.left_out(pair):
        parts.append(element("p", left_out, class_="soft s14 left-out"))
    return parts


def standing(pair: Pair, faces: Faces) -> Json:
    place = leader(pair)
    seats = [_seat(one, number == place, faces) for number, one in enumerate(pair.people)]
    columns = f"grid-template-columns: repeat({len(seats)}, minmax(0, 1fr))"
    parts = [element("div", *seats, class_="stand", style=columns)]
    if len(pair.people) == 2:
        duel = pair.duels[0]
        parts.append(versus_bar(Versus("", duel.before, duel.after, duel.together, place)))
    return element("div", *parts, class_="score")


def _seat(one: Contender, is_first: bool, faces: Faces) -> Json:
    name = element("a", fit(plain(one.name), 24), href=_person(one))
    facts = []
    if one.decided:
        facts.append(gettext("{wins} of {plays} won", wins=one.wins, plays=one.decided))
    if one.points.value is not None and not one.points.few:
        facts.append(gettext("{points} points a play", points=words.mean(one.points)))
    return element(
        "div",
        element("div", faces.face(one.name), name, class_="n"),
        element("div", number(one.first), class_="pt"),
        element("div", ", ".join(facts), class_="rl"),
        class_="seat w" if is_first else "seat",
    )


def duels(pair: Pair) -> list[Json]:
    """The results of each two of several people."""
    if len(pair.people) == 2:
        return []
    names = {one.person: fit(plain(one.name), 20) for one in pair.people}
    best = pair.first[0].person if len(pair.first) == 1 else ""
    rows = [
        Versus(
            f"{names[duel.one]} : {names[duel.other]}",
            duel.before,
            duel.after,
            duel.together,
            {duel.one: 0, duel.other: 1}.get(best),
            f"pair?people={quote(duel.one)},{quote(duel.other)}",
            sure=_sure(duel, names[duel.one], names[duel.other]),
        )
        for duel in pair.duels
        if duel.before + duel.after + duel.together
    ]
    drawn = [element("section", element("h2", gettext("One against one")), versus(rows), class_="sec")]
    return drawn if rows else []


def _sure(duel: Duel, one: str, other: str) -> str:
    """The certainty of the result, and the points between the two."""
    share = words.sure_share(duel.share)
    before = gettext("{one} before {other}: {share}.", one=one, other=other, share=share)
    return " ".join(part for part in (before, pair_words.margin(duel, one, other)) if part)


def by_game(pair: Pair, place: int, emblems: Emblems) -> list[Json]:
    """The shares of first places at each game; `place` is the person whose shares are shown of several."""
    parts = [] if len(pair.people) == 2 else [_whose(pair, place)]
    drawn = _split(pair, pair.games, place, translate, game_address, lambda title: emblems.emblem(title, 24))
    return parts + _section(gettext("By game"), drawn)


def by_seats(pair: Pair, place: int) -> list[Json]:
    """The same by number of players and by start player."""
    named = {one.person: one.name for one in pair.people}

    def began(label: str) -> str:
        if label in named:
            return gettext("{name} started", name=fit(named[label], 20))
        return gettext("Another player started") if label == "other" else gettext("Start player not known")

    parts = list[Json]()
    if len(pair.players) > 1:
        parts += _section(gettext("By number of players"), _split(pair, pair.players, place, pair_words.players))
    if any(split.label in named for split in pair.seats):
        seats = sorted(pair.seats, key=lambda split: split.label == "unknown")
        parts += _section(gettext("By start player"), _split(pair, seats, place, began))
    return parts


def _section(title: str, drawn: Json) -> list[Json]:
    return [element("section", element("h2", title), drawn, class_="sec roomy")] if drawn else []


def _whose(pair: Pair, place: int) -> Json:
    """The choice of the person whose shares are shown."""
    links = [
        element(
            "a", fit(plain(one.name), 20), href=address_with(of=one.person),
            **({"aria-current": "true"} if number == place else {}),
        )
        for number, one in enumerate(pair.people)
    ]  # fmt: skip
    says = gettext("Of 100 plays in which one of them was first, it was {name}.", name=fit(pair.people[place].name, 20))
    tabs = element("nav", *links, class_="tabs whose", aria_label=gettext("Who"))
    return element("div", tabs, element("p", says, class_="soft s14 left-out"))


def _split(
    pair: Pair,
    rows: Sequence[Split],
    place: int,
    called: Callable[[str], str],
    href: Callable[[str], str] = lambda label: "",
    picture: Callable[[str], Json] = lambda label: "",
) -> Json:
    """Of two people shared bars, of several how many plays of 100 one of them was first."""
    known = [row for row in rows if sum(row.first)]
    if len(pair.people) > 2:
        shares = [
            replace(
                share_bar(plain(called(row.label)), row.shares[place], href=href(row.label)),
                picture=picture(row.label),
            )
            for row in known
            if not row.shares[place].few
        ]
        return bars(shares) if shares else ""
    heads = (fit(plain(pair.people[0].name), 12), fit(plain(pair.people[1].name), 12))
    items = [
        Versus(
            fit(plain(called(row.label)), 40),
            row.first[0],
            row.first[1],
            meant=leader(pair),
            href=href(row.label),
            picture=picture(row.label),
        )
        for row in known[:MAX_ROWS]
    ]
    return versus(items, heads) if items else ""


def over_time(pair: Pair, kind: Kind) -> list[Json]:
    """The difference after each period, as lines: of two people the line of the one who is ahead."""
    steps = periods(pair.line)
    if len(steps) < 2 or (kind == "points" and not pair.scored):
        return []
    place = leader(pair)
    shown = [place or 0] if len(pair.people) == 2 else range(len(pair.people))
    curves = [
        StepLine(plain(pair.people[at].name), tuple(_value(step, kind, at) for step in steps), at == (place or 0))
        for at in shown
    ]
    says = gettext("Finishes before another of them, minus finishes after.")
    if kind == "points":
        says = gettext("Points above the mean of the others, added up.")
    says = gettext("{sentence} {first} to {last}.", sentence=says, first=_period(steps[0]), last=_period(steps[-1]))
    heads = [gettext("Until"), gettext("Plays"), *(fit(plain(one.name), 20) for one in pair.people)]
    places = range(len(pair.people))
    rows = [[_period(step), number(step.plays), *(number(_value(step, kind, at)) for at in places)] for step in steps]
    chart = lines(curves, [_tick(step) for step in steps], says)
    choice = segments("counted", KINDS, kind)
    return [drawn(Figure(gettext("The difference over time"), chart, says, heads, rows, choice=choice))]


def _value(step: Period, kind: Kind, place: int) -> float:
    return round((step.ahead if kind == "ahead" else step.points)[place], 1)


def _tick(step: Period) -> str:
    """A year, the short name of a month, or the number of a match."""
    if len(step.label) < len("2026-11"):
        return step.label
    return month_names("LLL")[int(step.label[5:7]) - 1]


def _period(step: Period) -> str:
    if len(step.label) < len("2026"):
        return gettext("Play {number}", number=step.label)
    return month_of_year(step.label) if len(step.label) == len("2026-11") else step.label
