"""The sheets that come with Partie: their form, their examples, and the titles that find them."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from core.games import scoresheet
from core.games.scoresheet import FINAL, EntriesWritten, PointsNoted, TemplateChosen, WinnersNamed, template_file
from core.games.scoresheet.arithmetic import count, normal_entry, points
from core.games.scoresheet.shipped import LANGUAGES, ShippedSheet, kind_of, sheet_for, shipped, shipped_for, title_key
from tests import ROOT

FOLDER = ROOT / "core" / "games" / "scoresheet" / "sheets"
FILES = sorted(FOLDER.glob("*.json"))
SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "sheet.schema.json").read_text("utf-8")))
TEMPLATES = Draft202012Validator(json.loads((ROOT / "docs" / "template.schema.json").read_text("utf-8")))
TITLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("titles.json").read_text("utf-8"))
"""Titles of real logs with their plays: how many were won by most or fewest points, by all, by nobody, and without
points."""

WAYS = ("most_won", "fewest_won", "all_won", "none_won", "no_points")
LEAST_FOUND = 0.7

sheets = pytest.mark.parametrize("sheet", shipped(), ids=lambda sheet: sheet.title)


def test_at_least_160_titles_come_with_partie_each_in_a_file_of_the_schema() -> None:
    assert len(FILES) == len(shipped()) >= 160
    for file in FILES:
        SCHEMA.validate(json.loads(file.read_text("utf-8")))


def test_no_two_sheets_share_a_name_or_a_number() -> None:
    names = Counter(key for sheet in shipped() for key in {title_key(name) for name in (sheet.title, *sheet.names)})
    numbers = Counter(sheet.bgg_id for sheet in shipped() if sheet.bgg_id)
    assert [key for found in (names, numbers) for key, times in found.items() if times > 1] == []
    for sheet in shipped():
        assert sheet_for(sheet.title) == sheet_for("", sheet.bgg_id or sheet_for(sheet.title)) or not sheet.bgg_id
        assert all(sheet_for(name) == sheet for name in (sheet.title, *sheet.names))


def test_a_sheet_is_a_template_in_every_language() -> None:
    for sheet in shipped():
        for language in ("en", *LANGUAGES):
            assert_template(sheet, language)


def assert_template(sheet: ShippedSheet, language: str) -> None:
    template, english = sheet.template(language), sheet.template()
    if template is None or english is None:
        assert not sheet.file.get("categories")
        return
    text = template_file.write(template)
    assert template_file.read(text) == template
    TEMPLATES.validate(json.loads(text))
    assert scoresheet.parse(scoresheet.write(TemplateChosen(template))) == TemplateChosen(template)
    assert template.deciding_categories() == tuple(
        template.categories[english.categories.index(category)].name
        for name in english.deciding_categories()
        for category in english.categories
        if category.name == name
    )
    names = {category.name for category in template.categories}
    assert all(names.issuperset(rule.categories) for rule in template.rounds)


def test_the_kind_of_a_sheet_is_that_of_its_template() -> None:
    for sheet in shipped():
        assert sheet.has_categories or sheet.kind in ("most", "fewest", "winner", "teams", "together")
        if template := sheet.template():
            assert (template.wins, kind_of(template)) == (sheet.wins, sheet.kind)


@sheets
def test_the_example_of_a_sheet_comes_to_its_totals_and_winners(sheet: ShippedSheet) -> None:
    example, template = sheet.file["example"], sheet.template()
    seats: int = example["people"]
    teams = tuple(
        tuple(range(first, seats, number)) for number in [sheet.file.get("teams", 0)] for first in range(number)
    )
    options = scoresheet.Options(
        sheet.title, sheet.bgg_id, sheet.wins == "lowest", sheet.wins == "together", teams if len(teams) < seats else ()
    )
    state = scoresheet.setup(seats, options)
    events: list[scoresheet.Event] = [TemplateChosen(template)] if template else []
    for label, entries in example.get("written", {}).items():
        category = template.category_of(label) if template else None
        assert category or (label == FINAL and template is None), label
        written = tuple(map(normal_entry, entries))
        events.append(EntriesWritten(label, written))
        bids = example["written"].get(template.bids_of(label), ()) if template else ()
        round = int(label.rpartition(" ")[2]) if bids else 0
        noted = points(category, written, bids, round) if category else tuple(map(count, written))
        events.append(PointsNoted(label, noted))
    for event in events:
        assert scoresheet.refusal(state, event) is None, event
        state = scoresheet.evolve(state, event)
    assert list(scoresheet.scores(state)) == example.get("totals", [None] * seats)
    winners = tuple(example["winners"])
    if "written" in example and sheet.wins != "together":
        assert scoresheet.proposed_winners(state) == winners
    assert scoresheet.refusal(state, WinnersNamed(winners)) is None


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("wingspan", "Wingspan"),
        ("\U0001f985 Wingspan", "Wingspan"),
        ("Wingspan (2nd ed.)", "Wingspan"),
        ("Na kridlech", "Wingspan"),
        ("7\ufe0f\u20e3 Wonders: Second Edition", "7 Wonders"),
        ("Agricola (Edycja polska)", "Agricola"),
        ("Catan \u2013 5th Edition", "Catan"),
        ("Ticket to Ride\u2122: 10th Anniversary", "Ticket to Ride"),
        ("Terraforming Mars Big Box", "Terraforming Mars"),
        ("Quacks of Quedlinburg [Deluxe]", "The Quacks of Quedlinburg"),
        ("Carcassonne 2. edice", "Carcassonne"),
        ("Carcassonne, ediția a doua", "Carcassonne"),
        ("Carcassonne ediție nouă", "Carcassonne"),
        ("Wingspan + Oceania", "Wingspan"),
        ("Wingspan KS v2", "Wingspan"),
        ("Wingspan, 2nd printing [CZ]", "Wingspan"),
        ("Sagrada – 5-6 Player Expansion", "Sagrada"),
        ("Kingdomino – Giant Version", "Kingdomino"),
        ("7 Wonders Duel: Pantheon", "7 Wonders Duel"),
        ("Azul (Plan B Games)", "Azul"),
        ("Brass: Birmingham (Roxley, 2018)", "Brass: Birmingham"),
        ("Azul (Queen\u2019s Garden)", "Azul: Queen's Garden"),
        ("Catan (Card Game)", None),
        ("Wingspan Junior", None),
        ("Edition", None),
        ("", None),
    ],
)
def test_a_title_is_found_whatever_its_edition(typed: str, title: str | None) -> None:
    sheet = sheet_for(typed)
    assert (sheet.title if sheet else None) == title


def test_a_number_at_boardgamegeek_finds_a_sheet_before_the_title() -> None:
    assert shipped_for("Another name", 822) == shipped_for("carcassonne")


def test_most_plays_of_real_logs_find_a_sheet_that_agrees_with_how_they_were_won() -> None:
    found = [(row, sheet) for row in TITLES if (sheet := sheet_for(row["title"]))]
    share = sum(row["plays"] for row, _ in found) / sum(row["plays"] for row in TITLES)
    wrong = [f"{row['title']}: {sheet.kind}" for row, sheet in found if contradicts(sheet, row)]
    print(f"{len(found)} of {len(TITLES)} titles, {share:.0%} of their plays")
    assert not wrong
    assert share >= LEAST_FOUND


def contradicts(sheet: ShippedSheet, row: dict[str, Any]) -> bool:
    """Whether the plays of a title were won in another way than its sheet proposes, more often than in that way."""
    most, fewest, everybody, nobody, unscored = (int(row[way]) for way in WAYS)
    together = everybody + nobody
    if sheet.wins == "together":
        return max(most, fewest, unscored) > together
    if not sheet.has_categories and sheet.kind not in ("most", "fewest"):
        return max(most, fewest, together) > int(row["plays"]) / 2
    best, worst = (fewest, most) if sheet.wins == "lowest" else (most, fewest)
    return worst > best or together > best or unscored > best
