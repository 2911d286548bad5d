"""The editor of score sheets in a real browser: every letter is kept, what is wrong is said, and a match begins."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from core.sheet_template import Category, Round, Template
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import arrived, idle
from tests.patience import until


def open_sheet(page: Page, address: str, query: str = "?new=1", width: int = 1280) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{address}/templates{query}")
    page.get_by_role("button", name="Save and start").wait_for()
    idle(page)


def name_of(page: Page, at: int) -> str:
    return page.get_by_role("textbox", name="Category").nth(at).input_value()


def saved(records: MatchRepository, title: str) -> Template:
    until(lambda: records.templates.find(title) is not None)
    template = records.templates.find(title)
    assert template
    return template


def test_every_letter_is_kept_at_any_speed_and_the_match_begins(
    page: Page, address: str, records: MatchRepository
) -> None:
    open_sheet(page, address)
    names = ["Roads and everything beside them", "Cities", "Monasteries", "Fields with their cows"]
    page.get_by_role("textbox", name="Game").click()
    page.keyboard.type("Nine Hills and Žabí království")
    # Enter goes on to the next field, and from the last category to a new one.
    page.keyboard.press("Enter")
    for place, name in enumerate(names):
        page.keyboard.type(name)
        if place < len(names) - 1:
            page.keyboard.press("Enter")
    assert [name_of(page, at) for at in range(4)] == names
    page.get_by_role("textbox", name="Points each").nth(1).fill("2")
    page.get_by_role("button", name="Points are won").nth(3).click()
    page.get_by_role("combobox", name="Written").nth(2).select_option("every round")
    page.get_by_role("button", name="Save and start").click()
    arrived(page, re.compile(r"/new\?title=Nine\+Hills"))
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    expect(page.get_by_role("combobox", name="Game")).to_have_value("Nine Hills and Žabí království")
    expect(page.get_by_text("Fields with their cows").first).to_be_visible()
    assert saved(records, "Nine Hills and Žabí království").categories == (
        Category(names[0]),
        Category(names[1], factor=2),
        Category(names[2], each="round"),
        Category(names[3], factor=-1),
    )


def test_what_is_wrong_stands_beside_its_field(page: Page, address: str, records: MatchRepository) -> None:
    open_sheet(page, address)
    save = page.get_by_role("button", name="Save", exact=True)
    save.click()
    game = page.get_by_role("textbox", name="Game")
    expect(page.get_by_text("Say which game this sheet is for.")).to_be_visible()
    expect(page.get_by_text("Name at least one category.")).to_be_visible()
    expect(game).to_be_focused()
    expect(game).to_have_accessible_description("Say which game this sheet is for.")
    game.fill("Wrong Ways")
    expect(page.get_by_text("Say which game this sheet is for.")).to_be_hidden()
    page.get_by_role("textbox", name="Category").fill("Roads")
    page.get_by_role("button", name="Add category").click()
    page.keyboard.type("Roads")
    expect(page.get_by_text("There is already a category of this name.")).to_be_visible()
    page.get_by_role("textbox", name="Points each").nth(1).fill("four")
    page.get_by_role("textbox", name="Category").nth(1).fill("")
    expect(page.get_by_text("This category has no name.")).to_be_visible()
    page.get_by_role("textbox", name="Category").nth(1).fill("Cities")
    expect(page.get_by_text("Points each are a number, such as 4.")).to_be_visible()
    save.click()
    expect(page.get_by_role("textbox", name="Points each").nth(1)).to_be_focused()
    page.get_by_role("textbox", name="Points each").nth(1).fill("0,5")
    save.click()
    expect(page.get_by_text("The score sheet of Wrong Ways is saved.")).to_be_visible()
    assert saved(records, "Wrong Ways").categories == (Category("Roads"), Category("Cities", factor=0.5))


def test_rows_are_moved_and_removed_by_keyboard(page: Page, address: str, records: MatchRepository) -> None:
    records.templates.save(Template("Three Rows", (Category("a"), Category("b"), Category("c"))))
    open_sheet(page, address, "?title=Three+Rows")
    page.get_by_role("textbox", name="Category").nth(2).click()
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.type("!")
    page.get_by_role("button", name="Move down").nth(0).focus()
    page.keyboard.press("Enter")
    assert [name_of(page, at) for at in range(3)] == ["c!", "a", "b"]
    page.get_by_role("button", name="Remove", exact=True).nth(1).press("Enter")
    expect(page.get_by_role("textbox", name="Category").nth(1)).to_be_focused()
    page.get_by_role("button", name="Save", exact=True).press("Enter")
    expect(page.get_by_text("The score sheet of Three Rows is saved.")).to_be_visible()
    assert [category.name for category in saved(records, "Three Rows").categories] == ["c!", "b"]


def test_rounds_with_rules_and_points_from_the_others_are_plain_words(
    page: Page, address: str, records: MatchRepository
) -> None:
    open_sheet(page, address, width=360)
    page.get_by_role("textbox", name="Game").fill("Own King")
    page.get_by_role("textbox", name="Category").fill("Tricks")
    page.get_by_role("combobox", name="Written").select_option("every round")
    page.get_by_label("Points are taken from the others (all sum to 0)").check()
    page.get_by_role("button", name="Add category").click()
    page.keyboard.type("Hearts")
    page.get_by_label("Rounds with rules of their own").check()
    page.keyboard.type("No tricks")
    page.get_by_role("textbox", name="Points each").nth(2).fill("20")
    page.get_by_role("button", name="Points are won").nth(2).click()
    page.get_by_role("button", name="Add round").click()
    page.keyboard.type("No hearts")
    page.get_by_role("combobox", name="Written").nth(1).select_option("every round")
    page.get_by_role("group", name="Categories of this round").nth(1).get_by_role("button", name="Tricks").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("The score sheet of Own King is saved.")).to_be_visible()
    template = saved(records, "Own King")
    assert template.rounds == (Round("No tricks", -20), Round("No hearts", 1, ("Hearts",)))
    assert [(category.each, category.zero_sum) for category in template.categories] == [("round", True)] * 2


def test_a_draft_waits_while_another_sheet_is_looked_at(page: Page, address: str) -> None:
    open_sheet(page, address)
    page.get_by_role("textbox", name="Game").fill("Half an idea")
    page.get_by_role("link", name="Carcassonne 4 categories").click()
    expect(page.get_by_role("textbox", name="Game")).to_have_value("Carcassonne")
    page.get_by_role("link", name="New score sheet").first.click()
    expect(page.get_by_role("textbox", name="Game")).to_have_value("Half an idea")


def test_a_sheet_goes_out_and_comes_in_as_a_file_and_is_removed(
    page: Page, address: str, records: MatchRepository, tmp_path: Path
) -> None:
    open_sheet(page, address, "?title=Sushi+Go!")
    page.get_by_text("As a file").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    given = json.loads(download.value.path().read_text("utf-8"))
    assert given["categories"][0] == {
        "name": "Maki rolls", "formula": "majority", "table": [6, 3], "shared": True, "each": "round",
    }  # fmt: skip
    assert given["tie_break"] == ["Puddings"]
    assert given["bgg_id"] == 133473
    wrong, right = tmp_path / "wrong.json", tmp_path / "right.json"
    wrong.write_text("[]")
    right.write_text(json.dumps(given | {"title": "Own Sushi"}))
    page.locator("input[type=file]").set_input_files(wrong)
    expect(page.get_by_text("A template is a JSON object with a title and categories.")).to_be_visible()
    page.locator("input[type=file]").set_input_files(right)
    expect(page.get_by_text("The score sheet of Own Sushi is saved.")).to_be_visible()
    assert saved(records, "Own Sushi").categories[0].shared
    page.get_by_text("As a file").click()
    page.get_by_role("button", name="Remove this score sheet").click()
    expect(page.get_by_text("The score sheet is removed. Matches keep theirs.")).to_be_visible()
    assert records.templates.find("Own Sushi") is None
