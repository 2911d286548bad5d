"""The first plays of a reading, as the matches that they would become; nothing is written."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

from core import games
from core.games import scoresheet
from core.messages import Message, message, message_of
from core.record_events import Entry, MatchStarted
from eventstore import codec
from eventstore.matches.match import Match, Refused, apply_events, validate_header
from eventstore.matches.people import People
from eventstore.readmodels.projection import MatchRow, match_row
from importers.imported_play import ImportedPlay
from importers.tables.headers import Meaning
from importers.tables.mapping import Mapping


def sample_rows(plays: Sequence[ImportedPlay], most: int) -> tuple[MatchRow, ...]:
    """The first plays that a store would accept, with names in place of people."""
    return tuple(islice(_rows(plays), most))


def _rows(plays: Sequence[ImportedPlay]) -> Iterator[MatchRow]:
    for play in plays:
        with suppress(Refused, ValueError):  # An import says so; a sample has others.
            yield match_row(_match(play))


def _match(play: ImportedPlay) -> Match:
    game = games.find(play.game)
    validate_header(game, len(play.players), play.played_on, play.started_at, play.minutes)
    options = codec.decode_options(game, dict(play.options))
    started = MatchStarted(
        game.KEY,
        tuple(player.name for player in play.players),
        codec.encode_options(options),
        play.played_on,
        place=play.place,
        title=play.title,
    )
    match = Match(play.where, game, options, (Entry(1, started),), People())
    return apply_events(match, play.events, None)[0]


def is_nameless(row: MatchRow) -> bool:
    """True if nothing names the game."""
    return row.game_title == scoresheet.TITLE


def game(row: MatchRow) -> str:
    """The title of the game, or that there is none."""
    return message("no game") if is_nameless(row) else row.game_title


def standings(row: MatchRow) -> str:
    """The players of a play with their points: `Ann 52, Ben 47`."""
    scores = row.scores or (None,) * len(row.players)
    return ", ".join(
        name if points is None else f"{name} {points:g}" for name, points in zip(row.players, scores, strict=True)
    )


def winners(row: MatchRow) -> Message:
    """The result of a play in words: `Ben won`."""
    if not row.winners:
        return message("nobody won") if row.state == "finished" else message("no winner known")
    names = [row.players[seat] for seat in row.winners]
    return message_of("{names} won", "{names} won together", len(names), names=", ".join(names))


def used_columns(mapping: Mapping) -> dict[Meaning, list[str]]:
    """The headers of the columns that plays come from, by what they hold."""
    used = defaultdict[Meaning, list[str]](list)
    for place, column in enumerate(mapping.columns, 1):
        if column.meaning not in ("other", "ignore"):
            used[column.meaning].append(column.header or message("column {number}", number=place))
    return dict(used)
