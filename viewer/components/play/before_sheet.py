"""The last plays of the people of a match before it, and the points to beat."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias
from urllib.parse import quote, urlencode

from eventstore.matches.match import Match
from eventstore.matches.people import SOMEBODY
from eventstore.readmodels.before_play import BeforePlay, before_play, best_of_each, won_together
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics import sides
from eventstore.statistics.plays import PlayedMatch, SeatResult
from eventstore.statistics.records import Record
from viewer.boards.scene import Json
from viewer.locale.language import date, gettext, ngettext, short_date
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.look.fold import fold
from viewer.look.icons import crown

NameOf: TypeAlias = Callable[[str], str]


def before_sheet(index: MatchIndex, match: Match, faces: Faces) -> list[Json]:
    """Beside a sheet, on phones as folds; nothing for a title that was not played before."""
    people = [match.people.one(id) for id in match.header.players]
    known, name, today = before_play(index, match.game_title, people), match.people.name, match.header.played_on or ""
    parts, folds = list[Json](), list[Json]()
    if known.last:
        parts.append(plays_before(match.game_title, people, known, name, today, class_="sec only-l"))
        rows, newest = [_play(play, name, today) for play in known.last], known.last[0]
        won = next((result for seat, result in _results(newest, name) if seat.won), "")
        day = short_date(newest.played_on, today) if newest.played_on else ""
        folds.append(fold(_title(len(people)), rows, ", ".join(part for part in (won, day) if part)))
    if known.best:
        own = best_of_each(index, match.game_title, [*dict.fromkeys(people)])
        own.sort(key=lambda best: best.value, reverse=not match.fewest_points_win)
        named = [best for best in (known.best, *own) if best.person not in (None, SOMEBODY)]
        rows = [_best(match, faces, best, known.best) for best in named]
        parts.append(element("section", element("h2", gettext("To beat")), *rows, class_="sec only-l"))
        most = ", ".join([number(known.best.value), *(fit(plain(name(best.person or "")), 24) for best in named[:1])])
        folds.append(fold(gettext("To beat"), rows, most))
    before = [*parts, element("div", *folds, class_="only-s")] if folds else []
    return [*before, *_together(index, match)] if match.options.cooperative else before


def _together(index: MatchIndex, match: Match) -> Iterator[Json]:
    won, plays = won_together(index, match.game_title)
    if plays:
        words = ngettext(
            "Won together {won} of {number} time.", "Won together {won} of {number} times.", plays, won=number(won)
        )
        yield element("p", words, class_="soft s14 together")


def plays_before(
    title: str, people: Sequence[str], known: BeforePlay, name: NameOf, today: str, *, class_: str = "sec"
) -> Json:
    """The last plays of a title by exactly these people, or by all where there are none; `name` names a person."""
    query = {"game": title} | ({"person": ",".join(people), "only": "1"} if people else {})
    every = ngettext("All {number}", "All {number}", known.plays)
    link = element("a", every, href=f"./?{urlencode(query)}")
    head = element("div", element("h2", _title(len(people))), link, class_="h")
    return element("section", head, *(_play(play, name, today) for play in known.last), class_=class_)


def _title(people: int) -> str:
    return ngettext("Alone before", "The {number} of you before", people) if people else gettext("Before")


def _play(play: PlayedMatch, name: NameOf, today: str) -> Json:
    day = short_date(play.played_on, today) if play.played_on else "–"
    people = [
        element("span", *([crown(gettext("winner"))] if seat.won else []), words, class_="w" if seat.won else "")
        for seat, words in _results(play, name)
    ]
    return element(
        "a", element("span", day, class_="soft s14 day"), element("span", *people, class_="results"),
        href=f"replay?match={quote(play.id)}", class_="mini", title=date(play.played_on or ""),
    )  # fmt: skip


def _results(play: PlayedMatch, name: NameOf) -> Iterator[tuple[SeatResult, str]]:
    """The people of a play by rank, each with the points."""
    for seat in sorted(play.seats, key=lambda seat: seat.rank or len(play.seats) + 1):
        points = sides.side_points(play, seat)
        yield seat, fit(plain(name(seat.person)), 14) + ("" if points is None else f" {number(points)}")


def _best(match: Match, faces: Faces, best: Record, most: Record) -> Json:
    name = fit(plain(match.people.name(best.person or "")), 24)
    words = gettext("{name}, the best here", name=name) if best is most else gettext("{name}’s best", name=name)
    parts = faces.face(name, 24), element("span", words), element("b", number(best.value))
    return element("a", *parts, href=f"replay?match={quote(best.match)}", class_="mini beat")
