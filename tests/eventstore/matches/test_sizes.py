"""How much a new event and a new match may hold, and matches of before these bounds, which stay whole and cheap."""

import json
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from core import games, record_rules
from core.errors import InvalidInput
from core.games import schokoly, scoresheet
from core.games.scoresheet import EntriesWritten, PointsNoted, TemplateChosen, WinnersNamed
from core.record_events import DetailsNoted, Entry, MatchDescribed, MatchImported, MatchStarted
from core.sheet_template import Category, Template
from eventstore import codec
from eventstore.formats import script, script_import
from eventstore.maintenance import verification
from eventstore.maintenance.merging import merge
from eventstore.matches.match import MATCHES, Match, Refused, apply_events
from eventstore.matches.people import People, Player
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import Append
from tests.core.test_growth import lines_run
from tests.recorded import records_in
from tests.viewer.commands.terminal import Terminal
from viewer.pages.new_match.presets import preset_from
from viewer.pages.shared.templates import template_for
from viewer.texts.load_match import load_match

ROADS = (Category("Roads", each="round"),)
LARGE = Template("Nine Hills", ROADS, tie_break=("Roads",) * 3_000, roles=tuple(f"Role {n}" for n in range(3_000)))
SMALL = Template("Nine Hills", ROADS, tie_break=("Roads",), roles=("Role",))


def lines(template: Template) -> list[Any]:
    return [TemplateChosen(template), *(PointsNoted(f"Roads {n}", (1, 1)) for n in range(40)), WinnersNamed((0, 1))]


def recorded_before(
    records: MatchRepository, id: str, events: Sequence[Any], options: dict[str, Any], game: str = "scoresheet"
) -> None:
    """A match as a version without these bounds recorded it."""
    anna, ben = records.people_repository.seat((Player("Anna"), Player("Ben")))
    started = MatchStarted(game, (anna, ben), options)
    found = games.find(game)
    begun = Match(id, found, codec.decode_options(found, options), (Entry(1, started),), People())
    _, rows = apply_events(begun, events, None)
    records.store.append(
        Append(MATCHES + id, (codec.row(started), *rows), expected_version=0, by="local", at="2026-01-01T10:00:00Z")
    )


WORKS: dict[str, Callable[[MatchRepository], object]] = {
    "list": lambda records: MatchIndex(records.store, records).matches(),
    "read": lambda records: records.match("old").outcome,
    "page": lambda records: load_match(records, "old").outcome,
    "script": lambda records: script.write_script(records.match("old")),
    "verify": lambda records: verification.verify(records),
    "correct": lambda records: records.correct("old", 9, 9, [PointsNoted("Roads x", (1, 1))], "slip"),
}


def test_a_large_template_of_before_costs_no_more_than_its_names(tmp_path: Path) -> None:
    taken = []
    for place, template in enumerate((SMALL, SMALL, LARGE)):  # The first time, decoders are built.
        records = records_in(tmp_path / f"{place}.db")
        recorded_before(records, "old", lines(template), {"title": "Nine Hills"})
        taken.append({work: lines_run(lambda: do(records)) for work, do in WORKS.items()})  # noqa: B023
        records.store.close()
    names = len(LARGE.tie_break) + len(LARGE.roles)
    for work in WORKS:
        assert taken[2][work] < taken[1][work] + 30 * names, f"{work}: each name a few times, and not in every state"


@pytest.mark.slow
def test_a_match_of_before_the_bounds_stays_whole_and_usable(
    records: MatchRepository, partie: Terminal, tmp_path: Path
) -> None:
    recorded_before(records, "old", lines(LARGE), {"title": "x" * 21_000, "bgg_id": 10**30})
    recorded_before(records, "many", [], {"deck": ["wm/dd"] * 1_000}, schokoly.KEY)
    report = verification.verify(records)
    assert (report.damaged, report.tampered, report.rules_changed) == ([], [], [])
    index = MatchIndex(records.store, records)
    assert {row.id: row.state for row in index.matches()} == {"old": "finished", "many": "open"}
    assert load_match(records, "old").outcome == records.match("old").outcome
    assert template_for(index, records, "x" * 21_000) is None, "a new match does not begin with what it may not have"
    preset = preset_from(records, "old")
    assert preset is not None
    assert preset.template is None
    corrected = records.correct("old", 5, 5, [PointsNoted("Roads 2", (2, 1))], "slip")
    assert corrected.now.scores == (41, 40)
    assert corrected.now.state.template == LARGE
    assert records.fork("old", 9).now.scores == (8, 7)
    other = records_in(tmp_path / "other.db")
    merge(other.store, records.store)
    assert not verification.verify(other).rules_changed
    other.store.close()
    for words in (("list",), ("show", "old"), ("stats", "person", "Anna"), ("verify",), ("export", "old")):
        assert partie(*words)


RULES = r"\((R-SIZE|N-TEMPLATE-5|N-ENTRY-[12])\)"

TOO_LARGE = {
    "template": TemplateChosen(LARGE),
    "label": PointsNoted("x" * 20_001, (1, 2)),
    "written": EntriesWritten("x" * 201, ("1", "2")),
    "expansions": DetailsNoted(expansions=("x",) * 201),
    "tags": MatchDescribed(tags=("x",) * 201),
    "title": MatchDescribed(title="x" * 20_001),
    "options": MatchDescribed(options={"title": "x" * 20_001}),
    "digits": EntriesWritten("Roads", ("\u0663", "")),
    "number": MatchDescribed(options={"bgg_id": 10**15 + 1}),
}


@pytest.mark.parametrize("what", TOO_LARGE)
def test_a_new_event_that_holds_too_much_is_refused_and_nothing_is_written(records: MatchRepository, what: str) -> None:
    event = TOO_LARGE[what]
    records.start(scoresheet, ("Anna", "Ben"), id="here")
    with pytest.raises(Refused, match=RULES):
        records.record("here", event)
    with pytest.raises(Refused, match=RULES) as refused:
        records.start(scoresheet, ("Anna", "Ben"), DetailsNoted(), event, id="new")
    assert refused.value.index == 1
    with pytest.raises(Refused, match=RULES):
        records.fork("here", 1, event)
    assert (records.match("here").version, [*records.ids()]) == (1, ["here"])


HEADERS: list[tuple[str, dict[str, Any]]] = [
    ("scoresheet", {"options": {"title": "x" * 20_001}}),
    ("scoresheet", {"options": {"bgg_id": 10**30}}),
    ("schokoly", {"options": {"deck": ["wm/dd"] * 201}}),
    ("scoresheet", {"tags": ["x"] * 201}),
    ("scoresheet", {"title": "x" * 20_001}),
    ("scoresheet", {"place": "x" * 20_001}),
]


@pytest.mark.parametrize(("game", "header"), HEADERS, ids=str)
def test_a_new_match_whose_header_holds_too_much_is_refused(
    records: MatchRepository, game: str, header: dict[str, Any]
) -> None:
    with pytest.raises(InvalidInput, match=r"at most|between"):
        records.start(games.find(game), ("Anna", "Ben"), **header)
    text = json.dumps({"partie": 1, "game": game, "players": ["Anna", "Ben"]} | header)
    (found,) = script.read(BytesIO(text.encode()))
    assert isinstance(found, script.Script)
    with pytest.raises(script.ScriptError, match=r"line 1: .*(at most|between)"):
        script_import.import_script(records, found)
    assert [*records.ids()] == []


def test_an_imported_script_with_a_large_template_is_refused_at_its_line(records: MatchRepository) -> None:
    head = {"partie": 1, "game": "scoresheet", "players": ["Anna", "Ben"]}
    text = "\n".join([json.dumps(head), *map(codec.encode_event, lines(LARGE))])
    (found,) = script.read(BytesIO(text.encode()))
    assert isinstance(found, script.Script)
    with pytest.raises(script.ScriptError, match=r"^line 2: A template has at most 40 tie-breaks and 20 roles"):
        script_import.import_script(records, found)
    assert [*records.ids()] == []


def test_data_of_another_app_may_be_longer(records: MatchRepository) -> None:
    imported = MatchImported("bgg:1", comment="x" * 100_000, more={"log": "y" * 100_000})
    assert record_rules.refusal_of_new(scoresheet, imported) is None
    assert records.start(scoresheet, ("Anna", "Ben"), imported).version == 2
