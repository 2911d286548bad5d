"""What came of the files that were given; the names are those of `partie import --json`."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with something in a file; `where` is empty for the file as a whole.

    `lost`: something was left out because of it.
    """

    file: str
    where: str
    message: str
    lost: bool = True


@dataclass(frozen=True, slots=True)
class Remark:
    """What is worth knowing of a file though nothing is wrong."""

    file: str
    message: str


@dataclass(frozen=True, slots=True)
class Source:
    """What a file turned out to be, and how many matches it holds."""

    file: str
    format: str
    matches: int


@dataclass(slots=True)
class Summary:
    """What came of all files.

    `refused` counts what was left out: files, plays, parts of them. `seats` are those of the matches, `people` are new.
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

    def refuse(self, file: str, where: str, sentence: str) -> None:
        self.refused += 1
        self.problems.append(Problem(file, where, sentence))

    def keep(self, what: str, match: str, seats: int) -> None:
        self.new += what == "new"
        self.changed += what == "changed"
        self.unchanged += what == "unchanged"
        self.matches.append(match)
        self.seats += seats
