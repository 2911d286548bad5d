"""The figures of a random history are those that another implementation computed, which was here until 0.3."""

import datetime
import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from core.json_types import json_type
from eventstore.statistics.plays import PlayedMatch, PlayedSeat
from tests.eventstore.readmodels.close_to import close_to
from tests.eventstore.statistics import figures

GOLDEN = json.loads(Path(__file__).with_name("figures.json").read_text("utf-8"))
PLAYED = json_type(tuple[PlayedMatch, ...]).of_text(json.dumps(GOLDEN["plays"]))
DETAILS = {id: json_type(tuple[PlayedSeat, ...]).of_text(json.dumps(seats)) for id, seats in GOLDEN["details"].items()}
TODAY = datetime.date(2024, 2, 14)


def found(question: str) -> Any:
    """The figures that answer a question of the file, such as `year 2024` of everybody or of one person."""
    asked, _, words = question.partition(" ")
    if asked in ("person", "overview"):
        return figures.person(PLAYED, words, {}, DETAILS) if words else figures.overview(PLAYED, {})
    if asked in ("game", "course", "categories"):
        own = [match for match in PLAYED if match.game == words]
        return figures.game(own, words) if asked == "game" else getattr(figures, asked)(own, DETAILS)
    if asked == "contests":
        return figures.contests(PLAYED, *words.split(" ", 1))
    if asked == "year":
        number, _, who = words.partition(" ")
        return figures.year(PLAYED, {}, number, who or None, TODAY)
    metric, dimension, *who = words.split()
    told = figures.insight(PLAYED, {}, metric, dimension, *who)
    return [told.untold, told.total, sorted((row.label, row.value, row.n, row.matches) for row in told.rows)]


def plain(value: Any) -> Any:
    """Values as JSON has them, without the order of records and sources."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, Mapping):
        named = {str(name).removesuffix(".0"): plain(each) for name, each in value.items()}
        return named | {name: sorted(named[name], key=str) for name in ("records", "sources") if name in named}
    if isinstance(value, list | tuple):
        rows = [plain(each) for each in (value._asdict().items() if hasattr(value, "_asdict") else value)]
        return dict(rows) if hasattr(value, "_asdict") else rows
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


@pytest.mark.parametrize("kind", ["person", "contests", "game", "course", "categories", "overview", "year", "insight"])
def test_the_figures_are_those_of_another_implementation(kind: str) -> None:
    for question, expected in GOLDEN["figures"].items():
        if question.split()[0] == kind:
            assert close_to(plain(found(question)), plain(expected)), question
