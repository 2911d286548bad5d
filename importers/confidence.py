"""Confidence in the guessed reading of a table or list, in percent, and the reasons for doubt.

The confidence is 100 % less a share for each doubt: for each way in which the plays that the reading gives contradict
the file, and for each column with a telling header that it leaves out. Below `THRESHOLD` an import asks before it
writes. A table without any column named as a game or a player is refused: too many tables of other things look like
plays. What a sure reading is worth is measured on a corpus (`docs/importing.md`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.messages import ForCommands, Message, message
from importers import mapping_doubts, play_doubts
from importers.doubts import QUESTION
from importers.imported_play import ImportedPlay, ImportReport, UnreadableFile
from importers.mapping import Mapping
from importers.play_builder import RawPlay

THRESHOLD: Final = 80
"""Percent of confidence below which an import asks."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """The confidence in percent, and the doubts that lower it, the largest first."""

    percent: int = 100
    doubts: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        return self.percent < THRESHOLD


SURE: Final = Confidence()


def refuse_unnamed(mapping: Mapping) -> None:
    """Raises UnreadableFile for a guessed mapping that no header supports, with the options that force the import."""
    if not mapping.has_players():
        raise UnreadableFile(
            message(
                "No column holds players, so nothing is imported. If these are plays, say what the columns hold{how}.",
                how=ForCommands(", with --column HEADER=player (=points for a column with the points of one player)"),
            )
        )
    if not any(
        mapping_doubts.is_named(mapping, held) for held in ("game", "player")
    ) and not mapping_doubts.has_stated_game(mapping):
        raise UnreadableFile(
            message(
                "No column is named as a game or as a player, so nothing is imported. If these are plays, name the "
                "game or say what the columns hold{how}.",
                how=ForCommands(", with --game TITLE or --column HEADER=player"),
            )
        )


def of_table(
    mapping: Mapping,
    raws: Sequence[RawPlay],
    plays: Sequence[ImportedPlay],
    *,
    has_rivals: bool = False,
    doubts: Sequence[Message] = (),
) -> Confidence:
    """The confidence in the mapping of a table that gives these plays.

    `has_rivals`: another mapping that gives other plays fits about as well. `doubts` are those about the file itself.
    """
    all_doubts = [
        *((QUESTION, doubt) for doubt in doubts),
        *mapping_doubts.of_mapping(mapping, raws, plays),
        *play_doubts.of_plays(plays, undated=mapping.undated),
        *play_doubts.of_results(raws, plays),
    ]
    if has_rivals:
        all_doubts.append((QUESTION, message("Another reading explains the table about as well.")))
    return _confidence(all_doubts)


def of_list(report: ImportReport) -> Confidence:
    """The confidence that the lines of a text are plays."""
    return _confidence([*play_doubts.of_plays(report.plays), *play_doubts.of_list(report)])


def _confidence(doubts: Sequence[tuple[int, Message]]) -> Confidence:
    ordered = sorted(doubts, key=lambda doubt: -doubt[0])
    return Confidence(max(0, 100 - sum(share for share, _ in ordered)), tuple(sentence for _, sentence in ordered))
