"""The rows of plays on a page: from the rows of the index, with what each play changed."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from core import games
from eventstore.matches.people import SOMEBODY
from eventstore.matches.repository import MatchRepository
from eventstore.matches.simulated import is_simulated
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.statistics import play_facts, sides
from eventstore.statistics.plays import PlayedMatch, SeatResult
from viewer.boards import board_of
from viewer.boards.scene import Json
from viewer.locale.language import day_of_week, gettext, month_of_year, short_date, translate
from viewer.locale.plain_text import number, plain
from viewer.look.mini_board import mini_board
from viewer.look.play_row import RowSide, ShownPlay, month_head, play_row
from viewer.pages.shared.faces import emblems_of
from viewer.pages.shared.filters import STATES
from viewer.surface.kept import kept
from viewer.texts.load_match import MatchUnavailable, load_match
from viewer.texts.play_facts import is_golden, short_fact


def rows_by_month(
    index: MatchIndex,
    matches: MatchRepository,
    rows: Sequence[MatchRow],
    person: str | None = None,
    *,
    of_one_game: bool = False,
    found: Mapping[str, Json] = MappingProxyType({}),
    marks: Mapping[str, Json] = MappingProxyType({}),
) -> list[Json]:
    """The rows of plays, newest first, with a head above each month; `person` and the rest as in `play_rows`."""
    parts, before = list[Json](), ""
    shown = play_rows(index, matches, rows, person, of_one_game=of_one_game, found=found, marks=marks)
    for row, drawn in zip(rows, shown, strict=True):
        month = (row.played_on or "")[:7]
        if not parts or month != before:
            parts.append(month_head(month_of_year(month) or gettext("No date")))
        parts.append(drawn)
        before = month
    return parts


def play_rows(
    index: MatchIndex,
    matches: MatchRepository,
    rows: Sequence[MatchRow],
    person: str | None = None,
    *,
    of_one_game: bool = False,
    labels: Mapping[str, tuple[str, str]] = MappingProxyType({}),
    found: Mapping[str, Json] = MappingProxyType({}),
    with_weekday: bool = False,
    marks: Mapping[str, Json] = MappingProxyType({}),
) -> list[Json]:
    """The rows of plays; on the page of a `person` this one is always shown.

    Those `of_one_game`, on its page, have their day in place of the title that they share. `labels` are other
    words for the title, and for the day and the place under it, by id; these rows do not say what the play changed.
    `found` are the lines below rows, by id, with the text by which a play was found; `marks` are `row_mark`s in
    place of what a play changed.
    """
    played = {match.id: match for match in index.played(ids=[row.id for row in rows])}
    changed = play_facts.facts_of(index, rows)
    drawn = list[Json]()
    for row in rows:
        result = played.get(row.id)
        fact = None if row.id in labels else changed.get(row.id)
        title, facts = labels.get(row.id) or (
            (of_one_game and _day(row)) or play_title(row),
            _facts(row, of_one_game=of_one_game, with_weekday=with_weekday),
        )
        drawn.append(
            play_row(
                ShownPlay(
                    href=f"replay?match={row.id}",
                    title=title,
                    facts=facts,
                    picture=play_picture(matches, row),
                    sides=_sides(row, result, person),
                    together=_together(result),
                    fact=short_fact(fact) if fact else _state(row),
                    is_record=bool(fact and is_golden(fact)),
                    found=found.get(row.id, ""),
                    mark=marks.get(row.id, ""),
                )
            )
        )
    return drawn


def play_title(row: MatchRow) -> str:
    """The title that somebody gave the match, else that of its game."""
    own = None if is_simulated(row.id) else row.title
    return plain(own or translate(row.game_title)) or gettext("Match {id}", id=row.id)


def _day(row: MatchRow) -> str:
    """The day without its year, which stands in the head of the month; empty if it is not known."""
    return short_date(row.played_on, row.played_on) if row.played_on and len(row.played_on) > len("2026-11") else ""


def _facts(row: MatchRow, *, of_one_game: bool, with_weekday: bool) -> str:
    """Day and place under the title."""
    own = play_title(row) if row.title and not is_simulated(row.id) else ""
    game, day = (own, "") if of_one_game else (own and translate(row.game_title), _day(row))
    day = day_of_week(row.played_on or "", with_year=False) if day and with_weekday else day
    simulated = gettext("simulated") if is_simulated(row.id, row.parent) else ""
    return " · ".join(plain(fact) for fact in (game, day, row.place, simulated) if fact)


def _state(row: MatchRow) -> str:
    """The words for the state of a match; empty for one that counts with its winners."""
    if row.state != "finished":
        return "" if row.state == "closed" and row.winners else gettext(STATES[row.state])
    return "" if row.counted else gettext("not counted")


def _together(match: PlayedMatch | None) -> str:
    """The result of people who played as one side; empty if they did not."""
    if match is None or len(match.seats) < 2 or len(sides.sides(match)) > 1:
        return ""
    won = match.seats[0].won
    return gettext("Played together") if won is None else gettext("Won together") if won else gettext("Lost together")


def _sides(row: MatchRow, match: PlayedMatch | None, person: str | None) -> tuple[RowSide, ...]:
    """The sides by rank; of a match that statistics leave out the seats."""
    names = [gettext("somebody") if name == SOMEBODY else plain(name) for name in row.players]
    if match is None or len(match.seats) != len(names):
        scores = row.scores or (None,) * len(names)
        seats = enumerate(zip(names, scores, strict=True))
        return tuple(RowSide(name, _points(points), seat in row.winners) for seat, (name, points) in seats)
    named = dict(zip(map(id, match.seats), names, strict=True))
    ranked = sorted(sides.sides(match), key=lambda side: side[0].rank or len(names) + 1)
    if _together(match):
        ranked = [(seat,) for seat in match.seats]
    return tuple(_side(match, side, named, person) for side in ranked)


def _side(match: PlayedMatch, side: Sequence[SeatResult], names: Mapping[int, str], person: str | None) -> RowSide:
    return RowSide(
        ", ".join(names[id(seat)] for seat in side),
        _points(sides.side_points(match, side[0])),
        any(seat.won for seat in side),
        is_meant=any(seat.person == person for seat in side),
    )


def _points(points: float | None) -> str:
    return "" if points is None else number(points)


def play_picture(matches: MatchRepository, row: MatchRow, size: int = 40) -> Json:
    """The final board of a match with moves, else the emblem of the game."""
    if row.depth == "moves" and row.state != "damaged" and games.facts_for(row.game).records_moves:
        winner = row.winners[0] if row.winners else 0
        if board := _board(matches, row.id, row.version, winner, size):
            return board
    return emblems_of(matches).emblem(row.game_title, size)


@kept(1000)
def _board(_matches: MatchRepository, id: str, version: int, seat: int, size: int) -> Json:
    """The small board; empty for a match that cannot be read, or a game without pieces."""
    try:
        match = load_match(_matches, id)
    except MatchUnavailable:
        return ""
    board = board_of(match.game)
    return mini_board(board.scene(match.now.state, match.names), board.symbols(), seat, size) or ""
