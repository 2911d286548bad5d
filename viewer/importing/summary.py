"""The result of an import; the field names are the keys of `partie import --json`."""

from dataclasses import dataclass, field


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
class Source:
    """The format of a file and its number of matches."""

    file: str
    format: str
    matches: int


@dataclass(slots=True)
class Summary:
    """The result of all files.

    `refused` counts files, plays and parts of plays that were left out. `seats` is the number of seats of the matches,
    `people` the number of new people, `batch` the id of the import, None if it brought nothing.
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
    sources: list[Source] = field(default_factory=list)
    batch: str | None = field(default=None, compare=False)

    def refuse(self, file: str, where: str, sentence: str) -> None:
        self.refused += 1
        self.problems.append(Problem(file, where, sentence))

    def keep(self, what: str, match: str, seats: int) -> None:
        self.new += what == "new"
        self.changed += what == "changed"
        self.unchanged += what in ("unchanged", "withdrawn")
        self.matches.append(match)
        self.seats += seats
