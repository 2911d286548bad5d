"""`make torture`: the long versions of the tests behind docs/reliability.md.

A test marked `torture("part")` runs a small count of rounds in the ordinary suite and a large one under `--torture`;
the code is the same. What a long run counted is written into the part's row of the page.
"""

import os
import platform
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random, SystemRandom

import pytest

from tests import ROOT

PAGE = ROOT / "docs" / "reliability.md"
EVERY_PART = "all"
_FIGURES = "torture"


@dataclass
class Torture:
    """How thoroughly one part is tried, and where its figures go."""

    part: str
    is_long: bool
    seed: int
    minutes: float
    """After which a long run begins no further round."""
    properties: list[tuple[str, object]]
    done: int = 0
    """Rounds that were begun."""

    def count(self, short: int, long: int) -> int:
        return long if self.is_long else short

    def rounds(self, short: int, long: int) -> Iterator[int]:
        """Numbers of rounds, from 0; fewer than `long` when the time is over."""
        until = time.monotonic() + 60 * self.minutes
        for number in range(self.count(short, long)):
            if self.is_long and time.monotonic() > until:
                return
            self.done += 1
            yield number

    def rng(self, number: int = 0) -> Random:
        """Random numbers of a run, or of its round `number`."""
        return Random(f"{self.part} {self.seed + number}")

    def report(self, figures: str) -> None:
        """Tell what was done and counted: one line, for the summary of the run and for the page."""
        self.properties.append(("measured", f"{self.part}: {figures}"))
        if self.is_long:
            self.properties.append((_FIGURES, (self.part, f"{figures}; seed {self.seed}")))


def add_options(parser: pytest.Parser) -> None:
    parser.addoption("--torture", metavar="PARTS", help="Run the long versions of these parts; `all` runs every one.")
    parser.addoption("--seed", type=int, help="Of the random numbers; 0 if not given, a new one with --torture.")
    parser.addoption("--minutes", type=float, default=30, help="Each part of --torture begins no further round then.")


def configure(config: pytest.Config) -> None:
    if config.getoption("seed") is None:
        config.option.seed = SystemRandom().randrange(10**6) if config.getoption("torture") else 0


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With --torture: leave only the tests of the parts that are named."""
    if not (named := config.getoption("torture")):
        return
    parts = {part: item for item in items if (part := part_of(item))}
    wanted = set(parts) if named == EVERY_PART else set(named.split(","))
    if unknown := wanted - parts.keys():
        raise pytest.UsageError(f"There is no part {', '.join(sorted(unknown))}; known are {', '.join(sorted(parts))}.")
    kept = [parts[part] for part in parts if part in wanted]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def part_of(item: pytest.Item) -> str | None:
    mark = item.get_closest_marker("torture")
    return str(mark.args[0]) if mark else None


def torture_of(request: pytest.FixtureRequest) -> Torture:
    part = part_of(request.node)
    assert part, "The test is not marked with the part it belongs to."
    config = request.config
    is_long = bool(config.getoption("torture"))
    return Torture(part, is_long, config.getoption("seed"), config.getoption("minutes"), request.node.user_properties)


def keep_figures(report: pytest.TestReport) -> None:
    """Write the figures of a long run into the page; what failed leaves its row as it was."""
    for name, value in report.user_properties:
        if name == _FIGURES and report.when == "call" and report.passed:
            part, figures = value
            place = f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, Python {platform.python_version()}"
            PAGE.write_text(with_figures(PAGE.read_text(), part, figures, place))


def with_figures(page: str, part: str, figures: str, place: str) -> str:
    """The page with the last two cells of the part's row replaced. Raises ValueError when there is no such row."""
    row = re.compile(rf"^(\| `{re.escape(part)}` \|.*\|)[^|\n]*\|[^|\n]*\|$", re.MULTILINE)
    page, found = row.subn(lambda match: f"{match[1]} {figures} | {place} |", page)
    if found != 1:
        raise ValueError(f"{PAGE.name} has {found} rows for {part}, not one.")
    return page


def rows(page: str) -> Iterable[str]:
    """The parts that the page has a row for."""
    return re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
