"""The result of an import; the field names are the keys of `partie import --json`."""

from dataclasses import dataclass, field

from core.messages import ForCommands, message_of


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
