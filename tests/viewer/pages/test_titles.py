"""The titles that a new match suggests, and how each is recorded."""

from dataclasses import replace
from pathlib import Path

from core.games import azacru, scoresheet
from core.games.scoresheet import PointsNoted, RanksNamed, TemplateChosen, WinnersNamed
from core.games.scoresheet.shipped import shipped_for
from core.sheet_template import Category, Template
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from tests.recorded import FOUR, record, records_in
from viewer.look.emblem import marks
from viewer.pages.new_match.titles import title_to_json, titles
from viewer.pages.shared.faces import Emblems
from viewer.pages.shared.templates import template_for

FINAL = (PointsNoted("final", (1, 2)), WinnersNamed((1,)))


def test_titles_played_come_first_then_rules_templates_and_titles_owned(tmp_path: Path) -> None:
    records = records_in(tmp_path / "m.db")
    records.templates.save(Template("Our Sheet", (Category("Huts"),)))
    for day, title in enumerate(("Nine Hills", "Wingspan"), 1):
        records.start(scoresheet, FOUR[:2], *FINAL, options={"title": title}, played_on=f"2026-01-0{day}")
    found = titles(MatchIndex(records.store, records), records, ["Owned Hills", "wingspan"])
    names = [title.choice.title for title in found.values()]
    assert names[:3] == ["Wingspan", "Nine Hills", "Azul: Master Chocolatier"]
    assert names.index("Azacru") < names.index("Our Sheet") < names.index("Owned Hills")
    assert len({name.casefold() for name in names}) == len(names), "each once"
    ends = {title.choice.title: title.end for title in found.values()}
    assert [ends[name] for name in ("Wingspan", "Carcassonne", "Our Sheet", "Owned Hills")] == [
        "1 play",
        "ready sheet",
        "own sheet",
        "owned",
    ]


def test_the_kind_of_a_game_says_how_its_first_match_is_recorded(tmp_path: Path) -> None:
    records = records_in(tmp_path / "m.db")
    records.start(scoresheet, FOUR[:2], options={"title": "Hive (2nd edition)"})  # Not begun.
    found = titles(MatchIndex(records.store, records), records, ["Azul: Queen's Garden", "\U0001f3b2 Skyjo"])
    by_name = {title.choice.title: (title.how, title.wins) for title in found.values()}
    assert by_name["Wingspan"] == ("sheet", "highest")
    assert by_name["The Mind"] == ("winner", "together")
    assert by_name["Codenames"] == by_name["Chess"] == ("winner", "highest")
    assert by_name["Hive (2nd edition)"][0] == "winner"
    assert by_name["\U0001f3b2 Skyjo"] == ("sheet", "lowest")
    assert "Tokaido" not in by_name, "most points, as any title"


def test_a_title_is_recorded_as_the_last_time_and_a_sheet_is_offered(tmp_path: Path) -> None:
    records = records_in(tmp_path / "m.db")
    huts = TemplateChosen(Template("Tents", (Category("Huts"), Category("Tents"))))
    lines = (huts, PointsNoted("Huts", (1, 2)), PointsNoted("Tents", (1, 2)))
    records.start(scoresheet, FOUR[:2], *lines, options={"title": "Tents"})
    records.start(scoresheet, FOUR[:2], *FINAL, options={"title": "Wingspan", "lowest_wins": True})
    record(records, "azacru", azacru, FOUR[:2], 1, events=4)
    records.start(scoresheet, FOUR, WinnersNamed((1,)), options={"title": "Catan"})
    records.start(scoresheet, FOUR, RanksNamed((1, 2, 3, None)), options={"title": "Ludo"})
    found = titles(MatchIndex(records.store, records), records, ())
    by_name = {title.choice.title: title for title in found.values()}
    hows = {
        name: by_name[name].how for name in ("Tents", "Wingspan", "Azacru", "Carcassonne", "Schokoly", "Catan", "Ludo")
    }
    assert hows == {
        "Tents": "sheet",
        "Wingspan": "final",
        "Azacru": "moves",
        "Carcassonne": "sheet",
        "Schokoly": "moves",
        "Catan": "winner",
        "Ludo": "places",
    }
    assert "sheet" in by_name["Wingspan"].hows
    assert by_name["Wingspan"].wins == "lowest"
    shown = title_to_json(by_name["Wingspan"], Emblems({}))
    assert shown["about"].startswith("Birds, Bonus cards, ")
    assert shown["emblem"] == marks("Wingspan")


def test_a_new_match_begins_with_the_saved_sheet_then_the_last_then_the_ready_one(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    assert isinstance(records.store, SqliteStore)
    index = MatchIndex(records.store, records)
    ready = shipped_for("Catan")
    assert ready
    assert template_for(index, records, "catan") == ready
    last, saved = (replace(ready, categories=(*ready.categories, Category(name))) for name in ("Harbors", "Knights"))
    records.start(scoresheet, ("Anna", "Ben"), TemplateChosen(last), options={"title": "Catan"})
    assert template_for(index, records, "Catan") == last
    records.templates.save(saved)
    assert template_for(index, records, "Catan") == saved
    records.templates.remove("Catan")
    assert template_for(index, records, "Catan") == last
