"""The template that a new match of a title begins with."""

from dataclasses import replace
from pathlib import Path

from core.games import scoresheet
from core.games.scoresheet import TemplateChosen
from core.games.scoresheet.shipped import shipped_for
from core.sheet_template import Category
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from tests.recorded import records_in
from viewer.pages.shared.templates import template_for


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
