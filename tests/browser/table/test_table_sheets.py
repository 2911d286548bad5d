"""Score sheets at the table in a real browser: entered, computed, kept to the end."""

import re

from playwright.sync_api import Page, expect

from core.games import scoresheet
from core.games.scoresheet import TemplateChosen, template_file
from eventstore.matches.repository import MatchRepository
from tests.browser.table.taps import TWO, at_table


def test_a_score_sheet_is_kept_to_its_end(phone: Page, address: str, records: MatchRepository) -> None:
    records.start(scoresheet, (*TWO, "Cleo"), id="sheet", options={"title": "Kettle Race"})
    at_table(phone, address, "sheet")
    phone.get_by_label("Anna").first.fill("12")
    phone.get_by_label("Cleo").first.fill("−3")
    phone.get_by_role("button", name="Save these points").click()
    expect(phone.locator(".seat-now .sum")).to_have_text(["12", "-", "−3"])
    expect(phone.get_by_label("Round or category")).to_have_value("Round 2")
    phone.get_by_label("Ben").first.fill("20")
    phone.get_by_role("button", name="Save these points").click()
    expect(phone.locator(".seat-now .sum")).to_have_text(["12", "20", "−3"])
    expect(phone.get_by_role("checkbox", name="Ben")).to_be_checked()
    phone.get_by_role("button", name="End the match").click()
    expect(phone.get_by_role("heading", name=re.compile("Ben wins"))).to_be_visible()
    assert [line.points for line in records.match("sheet").now.state.noted] == [(12, None, -3), (None, 20, None)]


def test_a_sheet_with_categories_is_computed_at_the_table(phone: Page, address: str, records: MatchRepository) -> None:
    template = template_file.from_json(
        {
            "title": "Nine Hills",
            "categories": [
                {"name": "Rolls", "formula": "majority", "table": [6, 3], "shared": True, "each": "round"},
                {"name": "Meeples", "factor": 4},
                {"name": "Coins left", "factor": 0},
            ],
            "tie_break": ["Coins left"],
        }
    )
    records.start(scoresheet, TWO, TemplateChosen(template), id="hills", options={"title": "Nine Hills"})
    at_table(phone, address, "hills")
    for name in TWO:
        phone.get_by_label(f"Rolls, {name}").fill("5")
    phone.get_by_role("button", name="Save the round").click()
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    phone.get_by_label("Meeples, Anna").fill("2")
    phone.get_by_label("Meeples, Ben").fill("1+1")
    expect(phone.get_by_role("checkbox", name="Anna won")).to_be_checked()
    phone.get_by_label("Coins left, Ben").fill("1")
    expect(phone.get_by_role("checkbox", name="Anna won")).not_to_be_checked()
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.get_by_role("heading", name=re.compile("Ben wins"))).to_be_visible()
    state = records.match("hills").now.state
    assert [(line.label, line.points) for line in state.noted] == [
        ("Rolls 1", (4, 4)),
        ("Meeples", (8, 8)),
        ("Coins left", (None, 0)),
    ]
    assert dict(state.written)["Meeples"] == ("2", "1+1")


def test_the_number_pad_does_not_cover_the_field_it_fills(phone: Page, address: str, records: MatchRepository) -> None:
    records.start(scoresheet, (*TWO, "Cleo", "Dora"), id="four", options={"title": "Kettle Race"})
    phone.set_viewport_size({"width": 360, "height": 740})
    at_table(phone, address, "four")
    pad = phone.get_by_role("group", name="Number pad")
    for name in (*TWO, "Cleo", "Dora"):
        field = phone.get_by_label(name).first
        pad.get_by_role("button", name="7").click()
        expect(field).to_have_value("7")
        box, keys = field.bounding_box(), pad.bounding_box()
        assert box
        assert keys
        assert box["y"] + box["height"] <= keys["y"], name
        pad.get_by_role("button", name="Next").click()


def test_each_round_has_its_rule_until_the_last_one(phone: Page, address: str, records: MatchRepository) -> None:
    template = template_file.from_json(
        {
            "title": "Short King",
            "categories": [{"name": "Tricks", "each": "round"}, {"name": "Hearts", "each": "round"}],
            "rounds": [{"name": "No tricks", "factor": -20, "categories": ["Tricks"]}, {"name": "All", "factor": 25}],
        }
    )
    records.start(scoresheet, TWO, TemplateChosen(template), id="king", options={"title": "Short King"})
    at_table(phone, address, "king")
    expect(phone.get_by_role("heading", name="Round 1 of 2: No tricks")).to_be_in_viewport()
    expect(phone.get_by_label("Hearts, Anna")).to_have_count(0)
    phone.get_by_label("Tricks, Anna").fill("3")
    phone.get_by_role("button", name="Save the round").click()
    expect(phone.get_by_role("heading", name="Round 2 of 2: All")).to_be_visible()
    phone.get_by_label("Hearts, Ben").fill("4")
    phone.get_by_role("button", name="Save the round").click()
    expect(phone.get_by_role("button", name="Save the round")).to_have_count(0)
    expect(phone.get_by_role("checkbox", name="Ben won")).to_be_checked()
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.get_by_role("heading", name=re.compile("Ben wins"))).to_be_visible()
    noted = records.match("king").now.state.noted
    assert [(line.label, line.points) for line in noted] == [("Tricks 1", (-60, None)), ("Hearts 2", (None, 100))]


def test_the_last_one_pays_what_is_missing(phone: Page, address: str, records: MatchRepository) -> None:
    template = template_file.from_json(
        {"title": "Pay", "categories": [{"name": "Hand", "each": "round", "zero_sum": True}]}
    )
    records.start(scoresheet, (*TWO, "Cleo"), TemplateChosen(template), id="pay", options={"title": "Pay"})
    at_table(phone, address, "pay")
    save = phone.get_by_role("button", name="Save the round")
    phone.get_by_label("Hand, Anna").fill("12")
    expect(phone.get_by_text("Hand: still −12 to enter, as the others pay what one wins.")).to_be_visible()
    expect(save).to_be_disabled()
    phone.get_by_label("Hand, Ben").fill("-8")
    expect(phone.get_by_label("Hand, Cleo")).to_have_attribute("placeholder", "−4")
    phone.get_by_label("Hand, Cleo").fill("-5")
    expect(save).to_be_disabled()
    phone.get_by_label("Hand, Cleo").fill("")
    save.click()
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    (line,) = records.match("pay").now.state.noted
    assert (line.label, line.points) == ("Hand 1", (12, -8, -4))
