"""Score sheets at the table in a real browser: entered, computed, kept to the end."""

import re

from playwright.sync_api import Locator, Page, expect

from core.games import scoresheet
from core.games.scoresheet import TemplateChosen, template_file
from eventstore.matches.repository import MatchRepository
from tests.browser.table.taps import TWO, at_table


def winner(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Who won?").get_by_role("button", name=name, exact=True)


def save(page: Page) -> None:
    """Save the sheet, which leads to its play."""
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page).to_have_url(re.compile("replay\\?match="))


def test_a_score_sheet_is_kept_to_its_end(phone: Page, address: str, records: MatchRepository) -> None:
    records.start(scoresheet, (*TWO, "Cleo"), id="sheet", options={"title": "Kettle Race"})
    at_table(phone, address, "sheet")
    totals = phone.locator(".head-of-seat .sum")
    phone.get_by_label("Points, Anna").fill("12")
    phone.get_by_label("Points, Cleo").fill("−3")
    phone.get_by_role("button", name="Save these points").click()
    expect(totals).to_have_text(["12", "·", "−3"])
    expect(phone.get_by_label("Round or category")).to_have_value("Round 2")
    phone.get_by_label("Points, Ben").fill("20")
    expect(totals).to_have_text(["12", "20", "−3"])
    expect(winner(phone, "Ben")).to_have_attribute("aria-pressed", "true")
    save(phone)
    expect(phone.get_by_role("status").filter(has_text="Saved. Ben wins by 8.")).to_be_visible()
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
    expect(winner(phone, "Anna")).to_have_attribute("aria-pressed", "true")
    phone.get_by_label("Coins left, Ben").fill("1")
    expect(winner(phone, "Anna")).to_have_attribute("aria-pressed", "false")
    save(phone)
    state = records.match("hills").now.state
    assert [(line.label, line.points) for line in state.noted] == [
        ("Rolls 1", (4, 4)),
        ("Meeples", (8, 8)),
        ("Coins left", (None, 0)),
    ]
    assert dict(state.written)["Meeples"] == ("2", "1+1")


def test_the_number_pad_goes_on_and_does_not_cover_the_field_it_fills(
    phone: Page, address: str, records: MatchRepository
) -> None:
    template = template_file.from_json({"title": "Ten Hills", "categories": [{"name": "Coins"}, {"name": "Roads"}]})
    records.start(scoresheet, TWO, TemplateChosen(template), id="pad", options={"title": "Ten Hills"})
    at_table(phone, address, "pad")
    phone.get_by_label("Coins, Anna").first.click()
    keys = phone.locator(".number-pad")
    for name in ("Coins, Anna", "Coins, Ben", "Roads, Anna", "Roads, Ben"):
        field = phone.get_by_label(name).first
        expect(field).to_be_focused()
        for key in "7+5":
            keys.get_by_role("button", name=key, exact=True).click()
        expect(field).to_have_value("7+5")
        box, room = field.bounding_box(), keys.bounding_box()
        assert box
        assert room
        assert box["y"] + box["height"] <= room["y"], name
        keys.get_by_role("button", name="Done" if name == "Roads, Ben" else "Next").click()
    expect(keys).to_be_hidden()
    expect(phone.locator(".head-of-seat .sum")).to_have_text(["24", "24"])
    expect(phone.get_by_text("tie: tap who won")).to_be_visible()
    phone.get_by_label("Coins, Ben").first.click()
    phone.get_by_label("Roads, Ben").first.click()
    keys.get_by_role("button", name="Leave").click()
    phone.get_by_label("Coins, Anna").first.click()
    keys.get_by_role("button", name="Next").click()
    expect(phone.get_by_label("Roads, Anna").first).to_be_focused()


def test_undo_leads_back_to_the_sheet_with_every_value(phone: Page, address: str, records: MatchRepository) -> None:
    template = template_file.from_json({"title": "Ten Hills", "categories": [{"name": "Coins"}, {"name": "Roads"}]})
    records.start(scoresheet, TWO, TemplateChosen(template), id="undo", options={"title": "Ten Hills"})
    at_table(phone, address, "undo")
    phone.get_by_label("Coins, Anna").fill("9+1")
    phone.get_by_label("Roads, Ben").fill("4")
    save(phone)
    phone.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(phone).to_have_url(re.compile("table\\?match="))
    expect(phone.locator(".filling")).to_be_visible()
    expect(phone.get_by_label("Coins, Anna")).to_have_value("9+1")
    expect(phone.get_by_label("Roads, Ben")).to_have_value("4")
    assert records.match("undo").state == "open"
    assert not [*records.match("undo").now.state.noted]
    save(phone)
    assert records.match("undo").state == "finished"
    expect(phone.get_by_role("button", name="Undo")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("heading", name="Ten Hills")).to_be_visible()
    expect(phone.get_by_role("button", name="Undo")).to_have_count(0)


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
    expect(winner(phone, "Ben")).to_have_attribute("aria-pressed", "true")
    save(phone)
    noted = records.match("king").now.state.noted
    assert [(line.label, line.points) for line in noted] == [("Tricks 1", (-60, None)), ("Hearts 2", (None, 100))]


def test_the_last_one_pays_what_is_missing(phone: Page, address: str, records: MatchRepository) -> None:
    template = template_file.from_json(
        {"title": "Pay", "categories": [{"name": "Hand", "each": "round", "zero_sum": True}]}
    )
    records.start(scoresheet, (*TWO, "Cleo"), TemplateChosen(template), id="pay", options={"title": "Pay"})
    at_table(phone, address, "pay")
    round = phone.get_by_role("button", name="Save the round")
    phone.get_by_label("Hand, Anna").fill("12")
    expect(phone.get_by_text("Hand: still −12 to enter, as the others pay what one wins.")).to_be_visible()
    expect(round).to_be_disabled()
    phone.get_by_label("Hand, Ben").fill("-8")
    expect(phone.get_by_label("Hand, Cleo")).to_have_attribute("placeholder", "−4")
    phone.get_by_label("Hand, Cleo").fill("-5")
    expect(round).to_be_disabled()
    phone.get_by_label("Hand, Cleo").fill("")
    round.click()
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    (line,) = records.match("pay").now.state.noted
    assert (line.label, line.points) == ("Hand 1", (12, -8, -4))
