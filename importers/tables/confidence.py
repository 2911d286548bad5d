"""Confidence in the guessed reading of a table or list, in percent, and the reasons for doubt; and the choice of the
mapping of a table: each candidate reads some rows, and the one that they contradict least is taken.

The confidence is 100 % less a share for each doubt: for each way in which the plays that the reading gives contradict
the file, and for each column with a telling header that it leaves out. Below `THRESHOLD` an import asks before it
writes. A table without any column named as a game or a player is refused: too many tables of other things look like
plays. What a sure reading is worth is measured on a corpus (`docs/importing.md`).
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from core.messages import ForCommands, Message, joined, message
from importers.imported_play import ImportedPlay, ImportReport, UnreadableFile
from importers.tables import doubts, encodings, mapping_doubts, rows
from importers.tables.candidates import candidates
from importers.tables.cells import Part
from importers.tables.doubts import QUESTION
from importers.tables.mapping import Mapping
from importers.tables.play_builder import RawPlay, build_plays

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


def refuse_unnamed(mapping: Mapping, part: Part) -> None:
    """Raises UnreadableFile for a guessed mapping that no header supports, with the options that force the import."""
    if not mapping.has_players():
        why = message(
            "No column holds players, so nothing is imported. Found: {columns}. If these are plays, say what the "
            "columns hold{how}.",
            columns=joined([*_found(mapping, part)] or [message("nothing else")], ", "),
            how=ForCommands(", with --column HEADER=player (=points for a column with the points of one player)"),
        )
    elif not (
        mapping_doubts.is_named(mapping, "game")
        or mapping_doubts.is_named(mapping, "player")
        or mapping_doubts.has_stated_game(mapping)
    ):
        why = message(
            "No column is named as a game or as a player, so nothing is imported. If these are plays, name the "
            "game or say what the columns hold{how}.",
            how=ForCommands(", with --game TITLE or --column HEADER=player"),
        )
    else:
        return
    if name := encodings.called(mapping.encoding):
        why = message(
            "{why} The text is not Unicode and was read as {encoding}: if letters are wrong, save it as UTF-8.",
            why=why,
            encoding=name,
        )
    raise UnreadableFile(why)


def _found(mapping: Mapping, part: Part) -> Iterator[str]:
    """The columns whose use is unknown, with an example of their cells."""
    rows = part.rows[mapping.header_row :]
    unknown = [
        place for place, column in enumerate(mapping.columns) if column.meaning not in ("date", "game", "ignore")
    ]
    for place in unknown[:_MAX_FOUND]:
        title = mapping.columns[place].header[:40] or message("column {number}", number=place + 1)
        example = next((row.cells[place] for row in rows if any(row.cells[place : place + 1])), "")
        yield message("{header} ({example})", header=title, example=" ".join(example.split())[:40] or "-")


_MAX_FOUND: Final = 6
"""Columns that a refusal names."""


def of_table(
    mapping: Mapping,
    raws: Sequence[RawPlay],
    plays: Sequence[ImportedPlay],
    *,
    has_rivals: bool = False,
    of_file: Sequence[Message] = (),
) -> Confidence:
    """The confidence in the mapping of a table that gives these plays.

    `has_rivals`: another mapping that gives other plays fits about as well. `of_file` are doubts about the file itself.
    """
    all_doubts = [
        *((QUESTION, doubt) for doubt in of_file),
        *mapping_doubts.of_mapping(mapping, raws, plays),
        *doubts.of_plays(plays, undated=mapping.undated),
        *doubts.of_results(raws, plays),
    ]
    if has_rivals:
        all_doubts.append((QUESTION, message("Another reading explains the table about as well.")))
    return _confidence(all_doubts)


def of_list(report: ImportReport) -> Confidence:
    """The confidence that the lines of a text are plays."""
    return _confidence([*doubts.of_plays(report.plays), *doubts.of_list(report)])


def _confidence(doubts: Sequence[tuple[int, Message]]) -> Confidence:
    ordered = sorted(doubts, key=lambda doubt: -doubt[0])
    return Confidence(max(0, 100 - sum(share for share, _ in ordered)), tuple(sentence for _, sentence in ordered))


_ROWS: Final = 400
"""Rows from the top on which the candidates are compared."""

_CLEARLY: Final = 20
"""Percent of confidence by which a mapping must be better than any that gives other plays."""

MAX_RIVALS: Final = 2


class Best(NamedTuple):
    """The mapping that explains a table best, then at most two that are not clearly worse and give other plays.

    `percent` is the confidence in the first, on the rows that were compared.
    """

    percent: int
    mappings: list[Mapping]


def best(part: Part) -> Best:
    """The best mapping of a table."""
    found = candidates(part)
    start = replace(part, rows=part.rows[: found[0].header_row + _ROWS])
    in_order = sorted((_tried(start, mapping) for mapping in found), key=lambda one: -one[0])
    (percent, plays, first), *rest = in_order
    seen, rivals = {plays}, list[Mapping]()
    for less, others, mapping in rest:
        if others not in seen and mapping.has_players() and less > max(0, percent - _CLEARLY):
            seen.add(others)
            rivals.append(mapping)
    return Best(percent, [first, *rivals[:MAX_RIVALS]])


def _tried(part: Part, mapping: Mapping) -> tuple[int, Hashable, Mapping]:
    """The confidence in the mapping, what its plays say, and the mapping; -1 without players."""
    if not mapping.has_players():
        return -1, (), mapping
    raws = rows.raw_plays(part, mapping).plays
    built = build_plays(raws, "", mapping.day_first, mapping.decimal, year_first=mapping.year_first, wins=mapping.wins)
    plays = built.plays
    return of_table(mapping, raws, plays).percent if plays else 0, _said(plays), mapping


def _said(plays: Sequence[ImportedPlay]) -> Hashable:
    return tuple(
        (play.played_on, play.options.get("title"), _seats(play), tuple(map(str, play.events))) for play in plays
    )


def _seats(play: ImportedPlay) -> Hashable:
    return frozenset(
        (player.name, seat.winner) for player, seat in zip(play.players, play.provenance.seats, strict=True)
    )
