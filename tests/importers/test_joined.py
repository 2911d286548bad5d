"""Plays that were joined to another one, and the files that they came from."""

import json
from typing import Any

import pytest

from core import record
from eventstore.maintenance.joining import join
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from importers.apps import bgg, bgstats
from importers.imported_play import ImportReport
from importers.ingest import record_plays
from tests.importers.apps.bgstats_exports import export, row, sheet

PLAYS = """<plays username="jitka" userid="1" total="1" page="1"><play id="81" date="2026-11-20" quantity="1"
length="{}" incomplete="0" nowinstats="0" location="Olomouc"><item name="Kettle Race" objectid="7"/><players>
<player username="" userid="0" name="Jarda" startposition="" color="red" score="{}" new="0" rating="0" win="0"/>
<player username="" userid="0" name="Jitka" startposition="" color="" score="41" new="0" rating="0" win="1"/>
</players></play></plays>"""


def file(*, comments: str = "") -> ImportReport:
    """A play with points by category."""
    rows = (row("Score", "40", "30"), row("Lines", "1", "8"))
    seats: tuple[dict[str, Any], ...] = ({"score": "41", "winner": True}, {"score": "38"})
    return bgstats.read(export(*seats, scoresheet=sheet(*rows), comments=comments))


def other_file(*, minutes: int = 55, score: str = "38") -> ImportReport:
    """The same play with totals, and with the seats the other way round."""
    return bgg.read(PLAYS.format(minutes, score).encode())


@pytest.fixture
def joined(records: MatchRepository) -> tuple[str, str]:
    """The ids of the leading match and of the joined one."""
    (lead,), (other,) = (outcome(records, read) for read in (file(), other_file()))
    join(records, lead[1], other[1])
    return lead[1], other[1]


def outcome(records: MatchRepository, report: ImportReport) -> list[tuple[str, str]]:
    return [(result.what, result.match or "") for result in record_plays(records, report.plays)]


def test_neither_file_brings_anything_again(records: MatchRepository, joined: tuple[str, str]) -> None:
    lead, _ = joined
    assert lead != joined[1]
    assert outcome(records, other_file()) == [("unchanged", lead)]
    assert outcome(records, file()) == [("unchanged", lead)]
    assert MatchIndex(records.store, records).ids() == (lead,)


def test_a_newer_file_changes_the_match_that_holds_the_play(records: MatchRepository, joined: tuple[str, str]) -> None:
    lead, _ = joined
    assert records.match(lead).header.minutes == 55
    assert outcome(records, other_file(minutes=60, score="39")) == [("changed", lead)]
    match = records.match(lead)
    assert match.now.scores == (41, 38), "the source that leads decides"
    assert [seat.score for seat in record.imports(match.log)["bgg:81"].seats] == ["41", "39"], "in the seats here"
    assert outcome(records, file(comments="well played")) == [("changed", lead)]
    assert MatchIndex(records.store, records).ids() == (lead,)


def test_after_a_split_each_file_has_its_own_match_again(records: MatchRepository, joined: tuple[str, str]) -> None:
    lead, other = joined
    outcome(records, other_file(minutes=60))
    records.restore(other)
    assert records.match(lead).known_sources == ("bgstats:3c9682f4",)
    assert outcome(records, other_file(minutes=60)) == [("changed", other)], "it did not get this while it was joined"
    assert outcome(records, other_file(minutes=60)) == [("unchanged", other)]
    assert outcome(records, file()) == [("unchanged", lead)]
    assert records.match(other).header.minutes == 60


def test_a_copy_of_the_joined_play_is_known_too(records: MatchRepository) -> None:
    """The leading match is of BoardGameGeek; what BG Stats pushed there from another phone is the same play too."""
    ((_, lead),) = outcome(records, other_file())
    pushed = json.loads(export({"score": "41", "winner": True}, {"score": "38"}))
    pushed["plays"][0]["bggId"] = 99
    ((_, other),) = outcome(records, bgstats.read(json.dumps(pushed).encode()))
    join(records, lead, other)
    assert records.match(lead).known_sources == ("bgg:81", "bgstats:3c9682f4", "bgg:99")
    copy = bgg.read(PLAYS.format(55, "38").replace('id="81"', 'id="99"').encode())
    assert outcome(records, copy) == [("changed", lead)], "its data is stored beside the others"
    assert outcome(records, copy) == [("unchanged", lead)]
