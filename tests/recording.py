"""Matches under way, for the tests of records: the first events of one, score sheets, and what is asked of them."""

from typing import Any

import pytest

from core.games import chocolatier, scoresheet
from eventstore.matches.match import Match, Refused
from eventstore.matches.repository import MatchRepository
from tests import recorded

FILL = chocolatier.parse(recorded.FILL)
TAKE, ANSWER = chocolatier.parse("A: 1 brown > 2"), chocolatier.parse("B: 2 red > 2")


def rows(records: MatchRepository) -> int:
    return len(records.store.read_all())


def sheet(records: MatchRepository, *lines: str, names: tuple[str, ...] = ("Anna", "Ben")) -> Match:
    return records.start(scoresheet, names, *map(scoresheet.parse, lines))


def versions(match: Match) -> list[int]:
    return [frame.version for frame in match.frames]


def refused(rule: str) -> Any:
    return pytest.raises(Refused, match=rule)
