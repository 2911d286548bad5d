"""The sections of the year in review: figures, months, games and people, new games, challenges."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from eventstore.statistics.overview import Count
from eventstore.statistics.year import TEN, Challenges, ChallengeStep, Year
from viewer.boards.scene import Json
from viewer.locale.language import gettext, ngettext, number, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.charts import MAX_BARS, Bar, ChartColumn, bars, columns
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.look.fold import fold
from viewer.pages.shared.faces import Emblems
from viewer.pages.shared.question import filled, game_address, game_link
from viewer.statistics import words
from viewer.statistics.figure import Figure, drawn
from viewer.texts import year_words

MAX_NEW: Final = 7
"""Most new games with their emblems."""


def answer(year: Year, who: str) -> Json:
    """The year in two sentences, with links."""
    said: list[Json] = [" ".join(year_words.answer(year, who))]
    if template := year_words.liveliest(year):
        link = [game_link(year.favorite.name)] if year.favorite else []
        said += [" ", *filled(template, game=link)]
    return element("p", *said, class_="answer")


def figures(year: Year) -> Json:
    """Four figures between lines; days in place of hours that nobody noted."""
    games, people = len(year.games), len(year.people)
    new = gettext("{games}, {number} new", games=ngettext("game", "games", games), number=len(year.new))
    four = [
        (number(year.plays), ngettext("play", "plays", year.plays)),
        (number(games), new if year.new else ngettext("game", "games", games)),
        (number(people), ngettext("person", "people", people)),
        (words.hours(year.minutes / 60), gettext("at the table"))
        if year.timed
        else (number(year.days), ngettext("day", "days", year.days)),
    ]
    shown = [element("div", element("b", value), element("span", name), class_="fig") for value, name in four]
    return element("div", *shown, class_="fig4 lined")


def months(year: Year) -> Json:
    """The plays of each month; the liveliest has the accent."""
    names = zip(year_words.month_names("LLL"), year_words.month_names("LLLLL"), year.months, strict=True)
    items = [
        ChartColumn(name, short, plays, number(plays), meant=place == year.liveliest)
        for place, (name, short, plays) in enumerate(names, 1)
    ]
    said = ", ".join(f"{item.label} {item.text}" for item in items if item.value)
    label = gettext("Plays by month: {months}", months=said)
    return drawn(Figure(gettext("Plays by month"), columns(items, label)))


def ranks(year: Year, emblems: Emblems, faces: Faces) -> Json:
    """The most played games beside the people."""
    games = [_bar(game, game_address(game.label), emblems.emblem(game.name, 24)) for game in year.games]
    people = [_bar(one, f"person?person={quote(one.label)}", faces.face(one.name)) for one in year.people]
    parts = [_rank(gettext("Most played"), games, ngettext("All {number} game", "All {number} games", len(games)))]
    if people:
        every = ngettext("All {number} person", "All {number} people", len(people))
        parts.append(_rank(gettext("With whom"), people, every))
    return element("div", *parts, class_="halves")


def _bar(count: Count, href: str, picture: Json) -> Bar:
    return Bar(fit(plain(translate(count.name)), 24), count.plays, number(count.plays), href, picture=picture)


def _rank(title: str, items: Sequence[Bar], every: str) -> Json:
    """Ten bars, the first with the accent, and the rest behind a line."""
    first = [
        Bar(one.label, one.value, one.text, one.href, place == 0, picture=one.picture)
        for place, one in enumerate(items[:MAX_BARS])
    ]
    rest = [fold(every, [_line(one) for one in items])] if len(items) > MAX_BARS else []
    return drawn(Figure(title, element("div", element("div", bars(first), class_="roomy"), *rest)))


def _line(one: Bar) -> Json:
    end = element("span", one.text, class_="end")
    return element("a", one.picture, element("span", one.label, class_="cut"), end, href=one.href, class_="mini")


def new_games(year: Year, emblems: Emblems) -> list[Json]:
    """The games played for the first time; none in the first year, where all are."""
    if not year.new or len(year.new) == len(year.games):
        return []
    shown = [
        element("a", emblems.emblem(game.name, 40), href=game_address(game.label), title=plain(translate(game.name)),
                aria_label=plain(translate(game.name)))
        for game in year.new[:MAX_NEW]
    ]  # fmt: skip
    named = [game_link(game.name) for game in year.new]
    listed: list[Json] = [part for name in named for part in (", ", name)][1:]
    games = ngettext("{number} game was new", "{number} games were new", len(named))
    says = element("details", element("summary", games, class_="soft s14 link"), element("p", *listed, class_="s14"))
    row = element("div", *shown, class_="chips")
    return [element("section", element("h2", gettext("New in {year}", year=year.year)), row, says, class_="sec news")]


def notes(year: Year) -> Json:
    return element("p", " ".join(year_words.notes(year)), class_="soft s14 under-chart")


def challenge(challenges: Challenges, emblems: Emblems) -> Json:
    """Ten games ten times as filled columns over the emblems; the H-index."""
    nearest = [game_link(challenges.nearest.game)] if challenges.nearest else []
    says = element("p", *filled(year_words.ten(challenges), game=nearest), class_="s14")
    steps = element("div", *(_step(step, emblems) for step in challenges.ten), class_="ten")
    index = element("p", year_words.h_index(challenges), class_="soft s14")
    return element("section", element("h2", gettext("Ten games ten times")), says, steps, index, class_="sec")


def _step(step: ChallengeStep, emblems: Emblems) -> Json:
    plays = min(step.plays, TEN)
    says = gettext("{game}: {plays} of {goal}", game=plain(translate(step.game)), plays=plays, goal=TEN)
    fill = element("i", style=f"height: {plays * 100 // TEN}%", class_="" if step.missing else "done")
    parts = element("span", fill, class_="track"), emblems.emblem(step.game, 24)
    return element("a", *parts, href=game_address(step.game), title=says, aria_label=says)
