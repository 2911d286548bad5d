"""Score sheets at the table in a real browser: entered, computed, kept to the end."""

import re

from playwright.sync_api import Page, expect

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, TemplateChosen, template_file
from core.games.scoresheet.shipped import shipped_for
from eventstore.matches.repository import MatchRepository
from tests.browser.layout import misplaced
from tests.browser.table.taps import TWO, at_table
from tests.browser.table.test_first_touch import winner
from tests.patience import until

TEN_HILLS = ({"name": "Coins"}, {"name": "Roads"})


def begun(
    page: Page, address: str, records: MatchRepository, *categories: dict[str, object],
    title: str = "Ten Hills", names: tuple[str, ...] = TWO, lines: tuple[object, ...] = (), **more: object,
) -> str:  # fmt: skip
    """The id of a match with a sheet of these categories, or with the one that comes with Partie; the page shows it."""
    own = template_file.from_json({"title": title, "categories": [*categories], **more}) if categories else None
    chosen = TemplateChosen(own or shipped_for(title))
    match = records.start(scoresheet, names, chosen, *lines, options={"title": title}).id
    at_table(page, address, match)
    return match


def save(page: Page) -> None:
    """Save the sheet, whose page is then that of the play."""
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("div.play .head")).to_be_visible()
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
    rolls = {"name": "Rolls", "formula": "majority", "table": [6, 3], "shared": True, "each": "round"}
    others = {"name": "Meeples", "factor": 4}, {"name": "Coins left", "factor": 0}
    match = begun(phone, address, records, rolls, *others, title="Nine Hills", tie_break=["Coins left"])
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
    state = records.match(match).now.state
    assert noted(state) == [("Rolls 1", (4, 4)), ("Meeples", (8, 8)), ("Coins left", (None, 0))]
    assert dict(state.written)["Meeples"] == ("2", "1+1")


def noted(state: scoresheet.State) -> list[tuple[str, tuple[float | None, ...]]]:
    return [(line.label, line.points) for line in state.noted]


def test_the_number_pad_goes_on_and_does_not_cover_the_field_it_fills(
    phone: Page, address: str, records: MatchRepository
) -> None:
    begun(phone, address, records, *TEN_HILLS)
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


def test_a_recorded_line_is_corrected_in_its_row_with_the_same_pad(
    phone: Page, address: str, records: MatchRepository
) -> None:
    match = begun(phone, address, records, *TEN_HILLS, lines=(PointsNoted("Roads", (4, 5)),))
    expect(phone.get_by_role("rowheader")).to_have_text(["Coins", "Roads"])
    for gone in (".boards", ".line", ".last", ".task"):
        expect(phone.locator(gone)).to_be_hidden()
    phone.get_by_label("Coins, Anna").fill("1")
    phone.get_by_role("button", name="Roads, Ben: 5. Change it").click()
    keys = phone.locator(".number-pad")
    expect(keys).to_contain_text("Ben, Roads")
    keys.get_by_role("button", name="9", exact=True).click()
    keys.get_by_role("button", name="Save").click()
    expect(phone.get_by_role("button", name="Roads, Ben: 9. Change it")).to_be_visible()
    expect(phone.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    expect(phone.get_by_label("Coins, Anna")).to_have_value("1")
    assert noted(records.match(match).now.state) == [("Roads", (4, 9))]


def test_undo_leads_back_to_the_sheet_with_every_value(phone: Page, address: str, records: MatchRepository) -> None:
    match = begun(phone, address, records, *TEN_HILLS)
    phone.get_by_label("Coins, Anna").fill("9+1")
    phone.get_by_label("Roads, Ben").fill("4")
    save(phone)
    phone.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(phone.locator(".filling")).to_be_visible()
    assert phone.url == f"{address}/replay?match={match}"
    expect(phone.get_by_role("button", name="Save", exact=True)).to_be_focused()
    expect(phone.get_by_label("Coins, Anna")).to_have_value("9+1")
    expect(phone.get_by_label("Roads, Ben")).to_have_value("4")
    assert records.match(match).state == "open"
    assert not [*records.match(match).now.state.noted]
    save(phone)
    assert records.match(match).state == "finished"
    expect(phone.get_by_role("button", name="Undo")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("heading", name="Ten Hills")).to_be_visible()
    expect(phone.get_by_role("button", name="Undo")).to_have_count(0)


def test_each_round_has_its_rule_until_the_last_one(phone: Page, address: str, records: MatchRepository) -> None:
    categories = {"name": "Tricks", "each": "round"}, {"name": "Hearts", "each": "round"}
    rounds = [{"name": "No tricks", "factor": -20, "categories": ["Tricks"]}, {"name": "All", "factor": 25}]
    match = begun(phone, address, records, *categories, title="Short King", rounds=rounds)
    expect(phone.get_by_role("heading", name="Round 1 of 2: No tricks")).to_be_in_viewport()
    expect(phone.get_by_label("Hearts, Anna")).to_have_count(0)
    phone.get_by_label("Tricks, Anna").fill("3")
    phone.get_by_role("button", name="Round 2", exact=True).click()
    expect(phone.get_by_role("heading", name="Round 2 of 2: All")).to_be_visible()
    phone.get_by_label("Hearts, Ben").fill("4")
    expect(winner(phone, "Ben")).to_have_attribute("aria-pressed", "true")
    save(phone)
    lines = [("Tricks 1", (-60, None)), ("Tricks 2", (None, None)), ("Hearts 2", (None, 100))]
    assert noted(records.match(match).now.state) == lines


def test_a_round_of_bids_is_computed_and_its_last_tricks_are_proposed(
    phone: Page, address: str, records: MatchRepository
) -> None:
    match = begun(phone, address, records, title="Skull King", names=(*TWO, "Cleo"))
    expect(phone.get_by_role("button", name="Next round")).to_be_disabled()
    phone.get_by_label("Bid, Anna").click()
    keys = phone.locator(".number-pad")
    for number in "10110":
        keys.get_by_role("button", name=number, exact=True).click()
        keys.locator(".go").click()
    expect(keys).to_contain_text("Left for Cleo: 0.")
    expect(phone.get_by_label("Tricks, Cleo")).to_have_attribute("placeholder", "0")
    keys.locator(".go").click()
    expect(phone.get_by_label("Tricks, Cleo")).to_have_value("0")
    expect(phone.get_by_label("Bonus, Anna")).to_be_focused()
    expect(phone.get_by_label("Bonus, Cleo")).to_have_count(0)
    keys.get_by_role("button", name="Leave").click()
    expect(phone.locator(".of-seat .sum")).to_have_text(["20", "10", "−10"])
    expect(phone.get_by_text("Anna leads by 10.")).to_be_visible()
    phone.set_viewport_size({"width": 360, "height": 740})
    assert phone.locator(".people :is(thead th, .who)").evaluate_all(CUT) == []
    phone.get_by_role("button", name="Round 2", exact=True).click()
    expect(phone.get_by_role("heading", name="Round 2 of 10")).to_be_visible()
    lines = [("Bid 1", (0, 0, 0)), ("Tricks 1", (20, 10, -10)), ("Bonus 1", (None, None, None))]
    assert noted(records.match(match).now.state) == lines


def test_earlier_rounds_stand_behind_a_line_and_are_corrected_there(
    phone: Page, address: str, records: MatchRepository
) -> None:
    lines = [PointsNoted(f"Round {number}", (number, -number)) for number in range(1, 7)]
    records.start(scoresheet, TWO, *lines, id="rounds", options={"title": "Kettle Race"})
    at_table(phone, address, "rounds")
    expect(phone.locator(".grid tbody tr:not(.unpaid) th")).to_have_text(["Round 5", "Round 6", ""])
    behind = phone.locator("details", has_text="Rounds 1 to 6")
    behind.locator("summary").click()
    expect(behind.locator("tbody th")).to_have_text(["1", "2", "3", "4", "5", "6"])
    behind.get_by_role("button", name="1, Anna: 1. Change it").click()
    keys = phone.locator(".number-pad")
    keys.get_by_role("button", name="9", exact=True).click()
    keys.locator(".go").click()
    expect(behind.locator("tfoot td")).to_have_text(["29", "−21"])
    expect(phone.get_by_role("img", name="Points by round. Anna 29, Ben −21")).to_be_visible()


def test_more_than_five_people_are_rows_and_the_pad_goes_on_from_category_to_category(
    phone: Page, address: str, records: MatchRepository
) -> None:
    begun(phone, address, records, *TEN_HILLS, names=(*TWO, "Cleo", "Dora", "Emil", "Maximiliana"))
    phone.get_by_label("Coins, Anna").click()
    keys = phone.locator(".number-pad")
    for number in range(1, 7):
        keys.get_by_role("button", name=str(number), exact=True).click()
        keys.locator(".go").click()
    expect(phone.get_by_role("heading", name="Roads, 2 of 2")).to_be_visible()
    expect(phone.get_by_label("Roads, Anna")).to_be_focused()
    expect(phone.locator(".of-seat .sum")).to_have_text(["1", "2", "3", "4", "5", "6"])
    expect(phone.locator(".of-seat.leads")).to_contain_text("Maximiliana")


CUT = """(parts) => parts.filter((part) => {
    const text = document.createRange(), { paddingLeft, paddingRight } = getComputedStyle(part);
    const room = part.getBoundingClientRect().width - parseFloat(paddingLeft) - parseFloat(paddingRight);
    text.selectNodeContents(part);
    return part.scrollWidth > part.clientWidth || text.getBoundingClientRect().width > room;
}).map((part) => part.textContent)"""
"""The texts that are wider than their place."""

WINGSPAN = ((30, 28, 35, 22), (5, 8, 3, 10), (12, 10, 14, 9), (15, 20, 12, 8), (0, 3, 2, 4), (6, 1, 2, 0))


def test_wingspan_with_four_people_needs_hardly_more_taps_than_its_cells(
    phone: Page, address: str, records: MatchRepository
) -> None:
    begun(phone, address, records, title="Wingspan", names=("Ana", "Ben", "Eliška", "Tomáš"))
    phone.get_by_label("Birds, Ana").click()
    taps = 1
    keys = phone.locator(".number-pad")
    for digits in (str(points) for row in WINGSPAN for points in row):
        for digit in digits:
            keys.get_by_role("button", name=digit, exact=True).click()
        keys.locator(".go").click()
        taps += len(digits) + 1
    save(phone)
    needed = sum(len(str(points)) + 1 for row in WINGSPAN for points in row)
    assert taps + 1 <= needed + 2
    expect(phone.get_by_role("status").filter(has_text="Saved. Ben wins by 2.")).to_be_visible()


def test_the_keyboard_moves_freely_and_saves(page: Page, address: str, records: MatchRepository) -> None:
    match = begun(page, address, records, *TEN_HILLS)
    page.get_by_label("Coins, Anna").click()
    page.keyboard.type("5+7")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Coins, Ben")).to_be_focused()
    page.keyboard.type("3")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Roads, Ben")).to_be_focused()
    page.keyboard.type("8")
    page.keyboard.press("ArrowUp")
    page.keyboard.type("4")
    expect(page.get_by_label("Coins, Ben")).to_have_value("4")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Coins, Ben")).to_have_value("3")
    page.keyboard.press("F2")
    page.keyboard.type("1")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("Coins, Ben")).to_have_value("31")
    expect(page.get_by_label("Coins, Ben")).to_be_focused()
    expect(page.locator("tfoot td")).to_have_text(["12", "39"])
    page.keyboard.press("Control+Enter")
    until(lambda: records.match(match).now.scores == (12, 39))


def test_the_last_one_pays_what_is_missing(phone: Page, address: str, records: MatchRepository) -> None:
    hand = {"name": "Hand", "each": "round", "zero_sum": True}
    match = begun(phone, address, records, hand, names=(*TWO, "Cleo"))
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
    assert noted(records.match(match).now.state) == [("Hand 1", (12, -8, -4))]


def test_the_totals_stay_at_the_top_of_what_scrolls(phone: Page, address: str, records: MatchRepository) -> None:
    begun(phone, address, records, *({"name": f"Hill {n}"} for n in range(20)))
    phone.get_by_label("Hill 19, Ben").scroll_into_view_if_needed()
    scrolled, head = phone.get_by_test_id("stMain").bounding_box(), phone.locator(".head-of-seat").first.bounding_box()
    assert scrolled
    assert head
    assert head["y"] == scrolled["y"]


def test_the_sheet_of_seven_people_fits_a_tablet(phone: Page, address: str, records: MatchRepository) -> None:
    phone.set_viewport_size({"width": 768, "height": 1000})
    names = ("Anna", "Ben", "Cleo", "Dynamo", "Enigma", "Fay", "Marie-Antoinette Novotná")
    begun(phone, address, records, title="Wingspan", names=names)
    assert misplaced(phone) == []
