"""The standing of a play: a cell for each side, the winner first and marked."""

from collections.abc import Iterator
from typing import Final

from core.game import Points, Seat
from core.games.scoresheet.events import PointsNoted
from core.games.scoresheet.standing import ScoredSide
from core.games.scoresheet.state import FINAL
from eventstore.matches.match import Match
from eventstore.statistics.play_changes import FirstWin, PointsRecord
from viewer.boards.scene import Json
from viewer.components.play.context import PlayPage
from viewer.locale.language import gettext
from viewer.locale.plain_text import number, plain
from viewer.look.element import element
from viewer.look.icons import crown
from viewer.texts.play_details import has_teams, seat_words

MAX_COLUMNS: Final = 6
"""Most sides in one row."""


def standing(page: PlayPage) -> Json:
    sides = page.play.sides
    columns = len(sides) if len(sides) <= MAX_COLUMNS else min(MAX_COLUMNS, -(-len(sides) // 2))
    cells = [_cell(page, side) for side in sides]
    style = f"grid-template-columns: repeat({columns or 1}, minmax(0, 1fr))"
    return element("div", *cells, class_=f"stand c{columns}", style=style)


def _cell(page: PlayPage, side: ScoredSide) -> Json:
    people = element("div", *(_person(page, side, seat) for seat in side.seats), class_="people")
    parts = [people, *_points(page, side)]
    if words := [*_words(page, side)]:
        parts.append(element("div", " · ".join(words), class_="rl"))
    marks = ("team" if len(side.seats) > 1 else "", "w" if side.won else "")
    return element("div", *parts, class_=" ".join(["seat", *filter(None, marks)]))


def _person(page: PlayPage, side: ScoredSide, seat: Seat) -> Json:
    """Rank, face, name and crown of a person; in a team the own points and role follow."""
    parts: list[Json] = []
    if seat == side.seats[0] and len(page.play.sides) > 1:
        parts.append(_rank(page, side))
    parts += [page.face(seat), page.person(seat)]
    if side.won and seat == side.seats[0]:
        parts.append(crown(gettext("winner")))
    if len(side.seats) > 1:
        points = page.match.now.scores[seat]
        row = _final_row(page.match)
        if points is not None and _has_own_points(page, side):
            parts.append(_own_points(page, seat, points, row))
        parts += [element("span", words, class_="soft s14") for words in [" · ".join(_seat_words(page, seat))] if words]
    return element("div", *parts, class_="n")


def _rank(page: PlayPage, side: ScoredSide) -> Json:
    """The rank; it is a button, as the winner is named there."""
    rank = str(side.rank or "–")
    label = gettext("Winner") if side.won else gettext("Rank")
    return element("span", page.value(rank, label, {"kind": "winner", "seat": side.seats[0]}), class_="rk")


def _has_own_points(page: PlayPage, side: ScoredSide) -> bool:
    return sum(page.match.now.scores[seat] is not None for seat in side.seats) > 1


def _own_points(page: PlayPage, seat: Seat, points: Points, row: int | None) -> Json:
    if row is None:
        return element("span", number(points), class_="own")
    return page.value(number(points), page.name(seat), {"kind": "points", "row": row, "seat": seat}, class_="value own")


def _points(page: PlayPage, side: ScoredSide) -> Iterator[Json]:
    """The points of a side, which can be edited where no sheet below holds them."""
    match, row = page.match, _final_row(page.match)
    scored = [seat for seat in side.seats if match.now.scores[seat] is not None]
    edit = {"kind": "points", "row": row, "seat": (scored or side.seats)[0]}
    if side.points is not None:
        is_one_value = row is not None and len(scored) == 1 and not _rulings(match)
        text = number(side.points)
        value = page.value(text, page.play.name(side), edit) if is_one_value else element("span", text)
        yield element("div", value, class_="pt")
    if page.play.sheet.options.cooperative and side.won is not None:
        together = gettext("Won together") if side.won else gettext("Lost together")
        result = page.value(together, gettext("Result"), {"kind": "winner", "seat": side.seats[0]})
        yield element("div", result, class_="pt words" if side.points is None else "rl")
    if side.points is None and (row is not None or not page.play.sheet.noted):
        yield from (element("div", button, class_="none") for button in page.missing(gettext("Points"), edit))


def _final_row(match: Match) -> int | None:
    """The version of the line of final points."""
    for frame in match.frames:
        if isinstance(frame.event, PointsNoted) and frame.event.label == FINAL:
            return frame.version
    return None


def _rulings(match: Match) -> bool:
    return match.now.scores != match.game.scores(match.now.state)


def _words(page: PlayPage, side: ScoredSide) -> Iterator[str]:
    """The facts known of a side beside its points; of a team's people it stands behind their names."""
    if len(side.seats) > 1:
        details = page.match.details.seats or ()
        teams = {details[seat].team for seat in side.seats if details}
        yield from (gettext("team {team}", team=plain(team)) for team in sorted(teams) if team)
    else:
        yield from _seat_words(page, side.seats[0])
    yield from _facts(page, side)


def _facts(page: PlayPage, side: ScoredSide) -> Iterator[str]:
    for change in page.past.changes:
        if isinstance(change, PointsRecord) and change.seat in side.seats:
            yield gettext("record")
        if isinstance(change, FirstWin) and {*change.seats} & {*side.seats}:
            yield gettext("first win")


def _seat_words(page: PlayPage, seat: Seat) -> Iterator[str]:
    seats = page.match.details.seats or ()
    shows_teams = has_teams(seats) and not page.play.sheet.options.teams
    return seat_words(seats[seat], has_teams=shows_teams, has_ranks=False) if seats else iter(())
