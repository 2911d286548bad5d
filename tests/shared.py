"""Matches to share, one of every kind: each game, finished and open, names that mean harm, a game without a board."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from tests.recorded import FOUR, record, records_in
from tests.viewer.conformance import toy_game

HARMFUL = ("</script><script>alert(1)</script>", '=HYPERLINK("x";"y")', "[b]Ben[/b]", "日本 & <b>Œ</b>")

LONG_KINDS = ("chocolatier", "pavilion", "schokoly", "azacru")
"""Whole matches of the games with a board."""

KINDS = (*LONG_KINDS, "sheet", "open", "harmful", "begun", "pig")

EACH_KIND = (*KINDS[4:], *(pytest.param(kind, marks=pytest.mark.slow) for kind in LONG_KINDS))
"""All kinds as parameters of a test that takes long for whole matches of a game with a board."""


@cache
def recorded(kind: str) -> Match:
    """A match of this kind, the same for every test; `pig` must be among the games we know."""
    with TemporaryDirectory() as folder:
        return _record(records_in(Path(folder) / "shared.db"), kind)


def _record(records: MatchRepository, kind: str) -> Match:
    if kind == "chocolatier":
        return record(records, kind, chocolatier, FOUR, 3, options={"special_displays": True}, played_on="2026-11-18")
    if kind == "pavilion":
        return record(records, kind, pavilion, FOUR, 3)
    if kind == "schokoly":
        return record(records, kind, schokoly, FOUR[:3], 3)
    if kind == "azacru":
        return record(records, kind, azacru, FOUR[:2], 3)
    if kind == "sheet":
        lines = [PointsNoted("=1+1", (4, None)), PointsNoted("Round 2", (-1.5, None))]
        return records.start(scoresheet, FOUR[:2], *lines, id=kind, options={"title": "Kettle Race", "bgg_id": 7})
    if kind == "pig":
        return record(records, kind, toy_game, FOUR[:2], 3, options={"target": 30})
    events = {"open": 12, "harmful": 8, "begun": 0}[kind]
    return record(records, kind, chocolatier, HARMFUL if kind == "harmful" else FOUR[:2], 9, events=events)
