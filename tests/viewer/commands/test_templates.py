"""`partie template`: the templates of score sheets, from one store to another."""

import json
from pathlib import Path

from core.games.scoresheet.shipped import shipped
from tests.viewer.commands.terminal import Terminal


def test_a_template_goes_to_another_store_as_a_file_and_a_wrong_file_is_refused(
    partie: Terminal, tmp_path: Path
) -> None:
    shipped.cache_clear()
    partie("list")
    assert shipped.cache_info().currsize == 0, "sheets are read only when one is looked for"
    assert "Carcassonne" in partie("template", "list")
    shown, file = json.loads(partie("template", "show", "carcassonne")), tmp_path / "own.json"
    for text in ("[]", '{"title": "x", "categories": [{"name": "a", "factor": "b"}]}', "\\"):
        file.write_text(text)
        assert partie("template", "add", str(file), code=1).count("\n") == 1
    file.write_text(
        json.dumps(shown | {"title": "Nine Hills", "categories": ["Roads", {"name": "Meeples", "factor": 4}]})
    )
    assert partie("template", "add", str(file)) == "Nine Hills: 2 categories\n"
    (own,) = [row for row in partie.json("template", "list") if row["saved"]]
    assert own["template"]["categories"] == ["Roads", {"name": "Meeples", "factor": 4}]
    partie("template", "remove", "nine hills")
    assert not any(row["saved"] for row in partie.json("template", "list"))


def test_a_sheet_is_shown_with_its_kind_its_names_and_its_example(partie: Terminal) -> None:
    wingspan = partie.json("template", "show", "Wingspan (2nd ed.)")
    assert (wingspan["title"], wingspan["kind"], wingspan["wins"]) == ("Wingspan", "most", "highest")
    assert wingspan["template"]["categories"][0] == "Birds"
    assert wingspan["languages"]["cs"]["categories"][0] == "Ptáci"
    assert wingspan["languages"]["ro"]["categories"][0] == "Păsări"
    assert wingspan["example"]["winners"] == [2]
    assert partie.json("template", "show", "Skull")["template"] is None
    assert partie("template", "show", "skull") == "Skull: only the winner; the sheet has no categories.\n"


def test_a_match_carries_its_template_in_its_script(partie: Terminal, tmp_path: Path) -> None:
    id = partie.new("scoresheet", "--player", "Anna", "--player", "Ben", "--title", "Nine Hills")
    lines = (
        'template {"title": "Nine Hills", "categories": [{"name": "Meeples", "factor": 4}]}',
        "Meeples = 3 1+1",
        "Meeples: 12 8",
        "wins 0",
    )
    for line in lines:
        partie("record", id, line)
    script = partie("export", id)
    assert '"template":{"title":"Nine Hills","categories":[{"name":"Meeples","factor":4}]}' in script
    assert '"entries":["3","1+1"]' in script
    assert '"points":[12,8]' in script
