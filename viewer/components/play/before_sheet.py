"""The parts beside a sheet that is filled in: the last plays of the same people, and the points to beat."""

from collections.abc import Sequence
from urllib.parse import quote, urlencode

from eventstore.matches.match import Match
from eventstore.matches.people import SOMEBODY
from eventstore.readmodels.before_play import BeforePlay, before_play, best_of_each
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics import sides
from eventstore.statistics.plays import PlayedMatch, SeatResult
from eventstore.statistics.records import Record
from viewer.boards.scene import Json
from viewer.locale.language import date, gettext, ngettext, short_date
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.look.icons import crown


def before_sheet(index: MatchIndex, match: Match, faces: Faces) -> list[Json]:
    """Nothing for a title that was not played before."""
    people = [match.people.one(id) for id in match.header.players]
    known = before_play(index, match.game_title, people)
    parts = [_plays(match, known)] if known.last else []
    if known.best:
        own = best_of_each(index, match.game_title, [*dict.fromkeys(people)])
        own.sort(key=lambda best: best.value, reverse=not match.fewest_points_win)
        named = [best for best in (known.best, *own) if best.person not in (None, SOMEBODY)]
        rows = [_best(match, faces, best, known.best) for best in named]
        parts.append(_section(element("h2", gettext("To beat")), rows))
    return parts


def _plays(match: Match, known: BeforePlay) -> Json:
    people = [match.people.one(id) for id in match.header.players]
    query = {"game": match.game_title, "person": ",".join(people), "only": "1"}
    every = ngettext("All {number}", "All {number}", known.plays)
    title = ngettext("Alone before", "The {number} of you before", len(people))
    head = element("div", element("h2", title), element("a", every, href=f"./?{urlencode(query)}"), class_="h")
    return _section(head, [_play(match, play) for play in known.last])


def _play(match: Match, play: PlayedMatch) -> Json:
    day = short_date(play.played_on, match.header.played_on or "") if play.played_on else "–"
    ranked = sorted(play.seats, key=lambda seat: seat.rank or len(play.seats) + 1)
    people = element("span", *(_result(match, play, seat) for seat in ranked), class_="results")
    address, title = f"replay?match={quote(play.id)}", date(play.played_on or "")
    return element("a", element("span", day, class_="soft s14 day"), people, href=address, class_="mini", title=title)


def _result(match: Match, play: PlayedMatch, seat: SeatResult) -> Json:
    points = sides.side_points(play, seat)
    words = fit(plain(match.people.name(seat.person)), 14) + ("" if points is None else f" {number(points)}")
    return element("span", *([crown(gettext("winner"))] if seat.won else []), words, class_="w" if seat.won else "")


def _best(match: Match, faces: Faces, best: Record, most: Record) -> Json:
    name = fit(plain(match.people.name(best.person or "")), 24)
    words = gettext("{name}, the best here", name=name) if best is most else gettext("{name}’s best", name=name)
    parts = faces.face(name, 24), element("span", words), element("b", number(best.value))
    return element("a", *parts, href=f"replay?match={quote(best.match)}", class_="mini beat")


def _section(head: Json, rows: Sequence[Json]) -> Json:
    return element("section", head, *rows, class_="sec")
