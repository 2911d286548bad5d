"""The result of an import; the field names are the keys of `partie import --json`. 329 lines with the same problem are
one entry.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from core.messages import ForCommands, Message, message, message_of
from importers.imported_play import ImportProblem


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in a file; `where` is empty for the whole file.

    `lost` is true if data was left out because of it.
    """

    file: str
    where: str
    message: str
    lost: bool = True


@dataclass(frozen=True, slots=True)
class Remark:
    """Information about a file that is not a problem."""

    file: str
    message: str


@dataclass(frozen=True, slots=True)
class FileSource:
    """The format of a file and its number of matches."""

    file: str
    format: str
    matches: int


@dataclass(slots=True)
class Summary:
    """The result of all files.

    `refused` counts files, plays and parts of plays that were left out. `seats` is the number of seats of the matches,
    `people` the number of new people, `batch` the id of the import, None if it brought nothing. `unnamed` has the file
    of each replay log that does not name its game, where nobody has named it before: one problem asks for all of them.
    """

    files: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: int = 0
    matches: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    seats: int = 0
    people: int = 0
    remarks: list[Remark] = field(default_factory=list)
    sources: list[FileSource] = field(default_factory=list)
    batch: str | None = field(default=None, compare=False)
    unnamed: list[str] = field(default_factory=list)

    def refuse(self, file: str, where: str, sentence: str) -> None:
        self.refused += 1
        self.problems.append(Problem(file, where, sentence))

    def keep(self, what: str, match: str, seats: int) -> None:
        self.new += what == "new"
        self.changed += what == "changed"
        self.unchanged += what in ("unchanged", "withdrawn")
        self.matches.append(match)
        self.seats += seats

    def ask_game(self, file: str) -> None:
        """Ask for the game of a replay log, in the one problem for all files."""
        asked = self._question() if self.unnamed else None
        self.unnamed.append(file)
        if asked is None:
            self.problems.append(self._question())
        else:
            self.problems[self.problems.index(asked)] = self._question()

    def _question(self) -> Problem:
        number = len(self.unnamed)
        sentence = message_of(
            "{number} replay log does not name its game{how}.",
            "{number} replay logs do not name their game{how}.",
            number,
            how=ForCommands("; repeat the import with --game TITLE to name it"),
        )
        return Problem(self.unnamed[0] if number == 1 else "", "", sentence, lost=False)


MANY: Final = 3
"""Maximum equal problems that are listed one by one."""

MANY_SIMILAR: Final = 10
"""Maximum problems that differ only in a value and are listed one by one; of more, the first `MANY` are."""


class SummedProblem(NamedTuple):
    """One entry for `number` problems; `lost` is true if data was left out because of them."""

    where: str
    message: str
    lost: bool
    number: int = 1


def summed_up(problems: Sequence[ImportProblem], is_loss: Callable[[ImportProblem], bool]) -> Iterator[SummedProblem]:
    """Equal problems are one entry; of those that differ only in a value the first ones are listed."""
    for lost in (True, False):
        mine = [problem for problem in problems if is_loss(problem) is lost]
        rest: dict[object, list[ImportProblem]] = {}
        for alike in _grouped(mine):
            if len(alike) > MANY:
                yield SummedProblem(_places(alike), alike[0].message, lost, len(alike))
            else:
                rest.setdefault(_kind(alike[0].message), []).extend(alike)
        for similar in rest.values():
            listed = len(similar) if len(similar) <= MANY_SIMILAR else MANY
            yield from (SummedProblem(problem.where, problem.message, lost) for problem in similar[:listed])
            if more := similar[listed:]:
                like = message("the same problem with other values: {problem}", problem=more[0].message)
                yield SummedProblem(_places(more), like, lost, len(more))


def _grouped(problems: Sequence[ImportProblem]) -> Iterator[list[ImportProblem]]:
    groups: dict[str, list[ImportProblem]] = {}
    for problem in problems:
        groups.setdefault(problem.message, []).append(problem)
    yield from groups.values()


def _kind(sentence: str) -> object:
    """The common part of sentences that differ only in their values."""
    if not isinstance(sentence, Message):
        return sentence
    return sentence.template, tuple(_kind(value) for _, value in sentence.values if isinstance(value, Message))


def _places(problems: Sequence[ImportProblem]) -> Message:
    first = problems[0].where
    template = first.template if isinstance(first, Message) else first
    if "line" in template or "row" in template:
        return message("{number} lines, the first is {first}", number=len(problems), first=first)
    return message("{number} plays, the first is {first}", number=len(problems), first=first)
