"""How sure the guessed reading of a table or list is, in percent, and the reasons for doubt.

The confidence is 100 % less a share for each doubt. Below `THRESHOLD` an import asks before it writes. A table without
any column named as a game or a player is refused: too many tables of other things look like plays.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from core.games import GAMES
from core.messages import Message, message
from importers import cell_values, headers, layout
from importers.imported_play import ImportedPlay, ImportReport, UnreadableFile
from importers.mapping import Mapping

THRESHOLD: Final = 80
"""Percent of confidence below which an import asks."""

MANY_SEATS: Final = 12
"""A match of a board game rarely has more players."""


_KNOWN_GAMES: Final = frozenset(title.casefold() for game in GAMES for title in (game.TITLE, game.TITLE.split(":")[0]))


@dataclass(frozen=True, slots=True)
class Confidence:
    """The confidence in percent, and the doubts that lower it, the largest first."""

    percent: int = 100
    doubts: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        return self.percent < THRESHOLD


SURE: Final = Confidence()

_Doubts = Iterator[tuple[int, Message]]


def refuse_unnamed(mapping: Mapping) -> None:
    """Raises UnreadableFile for a guessed mapping that no header supports, with the options that force the import."""
    if not mapping.has_players():
        raise UnreadableFile(
            message(
                "No column holds players, so nothing is imported. If these are plays, name the columns in the settings "
                "of the file, or with --column HEADER=player (=points for a column with the points of one player)."
            )
        )
    if not any(_is_named(mapping, held) for held in ("game", "player")) and not _has_stated_game(mapping):
        raise UnreadableFile(
            message(
                "No column is named as a game or as a player, so nothing is imported. If these are plays, name the "
                "game or the columns in the settings of the file, or with --game TITLE or --column HEADER=player."
            )
        )


def of_table(mapping: Mapping, report: ImportReport) -> Confidence:
    """The confidence in the guessed mapping of a table."""
    return _confidence([*_column_doubts(mapping, report.plays), *_play_doubts(report.plays)])


def of_list(report: ImportReport) -> Confidence:
    """The confidence that the lines of a text are plays."""
    return _confidence([*_play_doubts(report.plays), *_list_doubts(report)])


def _confidence(doubts: Sequence[tuple[int, Message]]) -> Confidence:
    ordered = sorted(doubts, key=lambda doubt: -doubt[0])
    return Confidence(max(0, 100 - sum(share for share, _ in ordered)), tuple(sentence for _, sentence in ordered))


def _is_named(mapping: Mapping, meaning: str) -> bool:
    return any(column.meaning == meaning and headers.is_strong(column.header) for column in mapping.columns)


def _has_stated_game(mapping: Mapping) -> bool:
    """Whether the game was given, or the sheet is called by a game that Partie knows; other sheets may be anything."""
    return bool(mapping.game) and (
        mapping.game != layout.game_of(mapping.part) or mapping.game.casefold() in _KNOWN_GAMES
    )


def _column_doubts(mapping: Mapping, plays: Sequence[ImportedPlay]) -> _Doubts:
    held = set(mapping.meanings())
    if "game" not in held and not mapping.game:
        yield 30, message("No column names the game.")
    elif not _is_named(mapping, "game") and not _has_stated_game(mapping):
        yield 15, message("The name of the game is a guess.")
    if "player" in held and not _is_named(mapping, "player"):
        yield 15, message("The column of players could hold any names.")
    if "points" in held and mapping.shape == "wide" and not _confirmed_by_winners(plays):
        yield 15, message("The headers of columns are taken for names of players.")
    if held.isdisjoint(("score", "points", "winner", "rank")) and not any(play.events for play in plays if play.events):
        yield 15, message("No column holds points, winners or ranks.")


def _confirmed_by_winners(plays: Sequence[ImportedPlay]) -> bool:
    """Whether the file names the players in the headers as winners, or marks the winners' points."""
    return any(seat.winner for play in plays for seat in play.provenance.seats)


def _play_doubts(plays: Sequence[ImportedPlay]) -> _Doubts:
    if not plays:
        return
    if _share(plays, lambda play: play.played_on is None) > 0.5:
        yield 25, message("Most plays have no date.")
    seats = [seat for play in plays for seat in play.provenance.seats]
    unread = [
        seat for seat in seats if seat.score and not cell_values.is_points(cell_values.without_remark(seat.score)[0])
    ]
    if len(unread) > len(seats) / 5:
        yield 30, message("Many points are not numbers.")
    if _share(plays, lambda play: len(play.players) > MANY_SEATS) > 0.2:
        yield 30, message("Many plays have more than {number} players.", number=MANY_SEATS)
    if _share(plays, _seats_a_player_twice) > 0.2:
        yield 30, message("Many plays have the same player twice.")
    names = [player.name for play in plays for player in play.players if player.name]
    if sum(map(_is_no_name, names)) > len(names) / 5:
        yield 40, message("Many names of players do not look like names.")
    if _share(plays, lambda play: bool(_NO_TITLE.search(str(play.options.get("title") or "")))) > 0.2:
        yield 40, message("Many titles of games do not look like titles.")


def _list_doubts(report: ImportReport) -> _Doubts:
    plays = report.plays
    if any(play.played_on is None and not play.options.get("title") for play in plays):
        yield 30, message("Some plays have neither a date nor a game.")
    if _share(plays, lambda play: len(play.players) < 2) > 0.5:
        yield 25, message("Most plays have a single player.")
    if len(report.problems) > max(2, len(plays) / 2):
        yield 25, message("Many lines cannot be read.")
    people = Counter(player.name.casefold() for play in plays for player in play.players)
    if len(plays) > 1 and max(people.values(), default=0) == 1:
        yield 30, message("No player comes twice.")
    names = [player.name for play in plays for player in play.players if player.name]
    if sum(name[0].islower() for name in names) > len(names) / 2:
        yield 25, message("Most names of players begin with a small letter.")


def _seats_a_player_twice(play: ImportedPlay) -> bool:
    names = [player.name.casefold() for player in play.players if player.name]
    return len(set(names)) < len(names)


def _share(plays: Sequence[ImportedPlay], holds: Callable[[ImportedPlay], bool]) -> float:
    return sum(map(holds, plays)) / max(1, len(plays))


_NO_TITLE: Final = re.compile(r"[<>{}\[\]=%$€£|@\\]|://")
_SIGNS: Final = re.compile(r"[/\\<>{}\[\]=%$€£#|:;]|://|\d{3,}")


def _is_no_name(name: str) -> bool:
    return (
        not any(map(str.isalpha, name)) or not name[0].isalnum() or bool(_SIGNS.search(name)) or len(name.split()) > 5
    )
