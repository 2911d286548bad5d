"""The head of a play: emblem and title, date, place and length, the actions, the story."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain
from urllib.parse import quote, urlencode

from eventstore.matches.match import Match
from viewer.boards.scene import Json
from viewer.components.play.context import MatchPage, PlayPage
from viewer.locale.language import day_of_week, gettext, length, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.texts.own_words import own_title, tag_text
from viewer.texts.play_details import about_the_match
from viewer.texts.play_story import course_of, result_of

MAX_TITLE = 120


def head(page: PlayPage) -> list[Json]:
    match = page.match
    title = fit(translate(match.game_title), MAX_TITLE)
    link = element("a", title, href=f"game?{urlencode({'game': match.game_title})}")
    pencil = page.pencil(gettext("Title of this play"), {"kind": "title"})
    own = [element("p", fit(name, MAX_TITLE), class_="soft")] if (name := own_title(match)) else []
    return [
        element(
            "div",
            page.emblem,
            element("div", element("h1", link, *pencil), *own, class_="titles"),
            element("div", *actions(page), class_="end only-l"),
            class_="head",
        ),
        element("p", *_dotted([*_facts(page)]), class_="when soft s14"),
        *_details(match),
        *([element("p", translate(match.missing.sentence), class_="told")] if match.missing else []),
        element(
            "p",
            element("span", result_of(page.play), class_="result"),
            " ",
            course_of(page.play, page.past),
            class_="answer",
        ),
    ]


def name_and_facts(page: MatchPage, emblem: Json, now: datetime | None = None) -> list[Json]:
    """The head of a play that is filled in: emblem and title, date and place; for one of today since when it goes on,
    which the script says (`live/component.js`). `now` is the time where the reader is, if that is known.
    """
    title = element("h1", own_title(page.match) or fit(translate(page.match.game_title), MAX_TITLE))
    facts, header = [*_facts(page)], page.match.header
    began = datetime.fromisoformat(header.started_at).astimezone(now.tzinfo) if now and header.started_at else None
    if now and began and began.date().isoformat() == now.date().isoformat() == header.played_on:
        facts[0] = [element("span", gettext("Today, {time}", time=f"{began:%H:%M}"))]
        facts += [] if header.minutes else [[element("span", data_since=began.isoformat())]]
    about = element("p", *_dotted(facts), class_="soft s14")
    return [emblem, element("div", title, about, *_details(page.match), class_="titles")]


def _facts(page: MatchPage) -> Iterator[list[Json]]:
    """Date, place and length; what is not known can be added."""
    header = page.match.header
    if header.played_on:
        yield [page.value(day_of_week(header.played_on), gettext("Date"), {"kind": "date"})]
    else:
        yield page.missing(gettext("Date"), {"kind": "date"})
    if header.place:
        yield [page.value(fit(plain(header.place), 60), gettext("Place"), {"kind": "place"})]
    else:
        yield page.missing(gettext("Place"), {"kind": "place"})
    if header.minutes:
        yield [page.value(length(header.minutes), gettext("Length"), {"kind": "length"})]
    else:
        yield page.missing(gettext("Length"), {"kind": "length"})
    if header.tags:
        yield [element("span", ", ".join(fit(tag_text(tag), 40) for tag in header.tags))]


def _dotted(parts: Sequence[list[Json]]) -> list[Json]:
    dot = element("span", "·", class_="dot", aria_hidden="true")
    known = [part for part in parts if part]
    return [*chain.from_iterable([*([dot] if place else []), *part] for place, part in enumerate(known))]


def _details(match: Match) -> Iterator[Json]:
    """Expansions, scenario, series and the like."""
    if about := [[element("span", f"{label} {text}")] for label, text in about_the_match(match)]:
        yield element("p", *_dotted(about), class_="when soft s14")


def actions(page: PlayPage) -> Iterator[Json]:
    """*More*, *Share* and the one that comes next; on phones below the sheet."""
    match = page.match
    yield _more(page)
    yield element("button", icon("share"), gettext("Share"), type="button", class_="btn", data_send="share")
    if not page.is_editable:
        return
    yield element("a", icon("again"), gettext("Same again"), class_="btn go", href=f"new?again={quote(match.id)}")


def _more(page: PlayPage) -> Json:
    id = quote(page.match.id)
    links = [(gettext("Report of this match"), f"report?match={id}")]
    if page.is_editable:
        links = [
            (gettext("Edit details"), f"replay?match={id}&mode=details"),
            (gettext("Correct the record"), f"replay?match={id}&mode=correct"),
            (gettext("History"), f"replay?match={id}&mode=history"),
            *links,
        ]
    items = [element("a", label, class_="item", href=href) for label, href in links]
    # A page of its own, which is loaded.
    items.append(element("a", gettext("Hand over"), class_="item", href=f"handover?match={id}", target="_self"))
    if page.is_editable:
        withdraw = gettext("Delete this match")
        items.append(element("button", withdraw, type="button", class_="item", data_send="withdraw"))
    more = gettext("More")
    label = element("span", more, class_="only-l")
    summary = element("summary", icon("more"), label, class_="btn bare", aria_label=more)
    return element("details", summary, element("div", *items, class_="pop menu"), class_="more")
