"""Beginning a match in a real browser: game and options, people and seats, how closely it is recorded, once more."""

import json
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Literal

from playwright.sync_api import Locator, Page, expect

from core.games import azacru, chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.games.scoresheet.shipped import shipped_for
from core.record_events import Role
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import idle, serving, settled
from tests.browser.layout import misplaced
from tests.pictures import photo
from tests.recorded import records_in


def open_page(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}/new")
    title_field(page).wait_for()


def title_field(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Game")


def choose_title(page: Page, title: str) -> None:
    title_field(page).fill(title)
    title_field(page).press("Enter")
    expect(page.get_by_role("listbox")).to_be_hidden()


def unfold(page: Page, part: str) -> None:
    """Open a part of the form by the class of its fold."""
    page.locator(f".new-match .part.{part} summary").click()


def seat(page: Page, *names: str) -> None:
    if (other := page.get_by_role("button", name="Somebody else")).count():
        other.click()
    people = page.get_by_role("searchbox", name="Names, known or new")
    for name in names:
        people.fill(name)
        people.press("Enter")
        expect(page.locator(".people .pp.on", has_text=name)).to_be_visible()


def begin(page: Page, button: str = "Start the match") -> str:
    page.get_by_role("button", name=button, exact=True).click()
    page.locator(".live-record[data-version]").wait_for()
    if "begin=" in page.url:  # An empty sheet is written with its first entry.
        page.get_by_label("What will you remember?").fill("-")
        page.wait_for_url(re.compile("^((?!begin=).)*$"))
    return page.url.split("match=")[1].split("&")[0]


def test_options_seats_and_date_are_what_was_chosen(page: Page, address: str, records: MatchRepository) -> None:
    open_page(page, address)
    choose_title(page, "Azul")
    unfold(page, "how")
    page.get_by_role("button", name="Free", exact=True).click()
    page.get_by_label("Special displays").check()
    seat(page, "Anna", "Ben")
    page.get_by_role("button", name="Add a guest").click()
    page.locator(".people summary").click()
    expect(page.get_by_text("3.  Guest 1")).to_be_visible()
    page.get_by_role("button", name="Move seat 3 up").click()
    expect(page.get_by_text("2.  Guest 1")).to_be_visible()
    unfold(page, "place")
    page.get_by_label("Place", exact=True).fill("Brno")
    unfold(page, "date")
    page.get_by_label("Played on").fill("2026-02-03")
    expect(page.get_by_text("Feb 3, 2026")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    match = records.match(begin(page))
    assert match.names == ("Anna", "Guest 1", "Ben")
    assert match.options == chocolatier.Options("azul", "free", True)
    assert (match.header.place, match.header.played_on) == ("Brno", "2026-02-03")


def test_the_start_player_can_be_drawn(page: Page, address: str) -> None:
    open_page(page, address)
    seat(page, "Anna", "Ben", "Cleo")
    page.locator(".people summary").click()
    firsts = set()
    for _ in range(40):
        page.get_by_role("button", name="Draw the start player").click()
        firsts.add(page.get_by_text(re.compile(r"^1\.  ")).inner_text())
        if len(firsts) > 1:
            break
    assert len(firsts) > 1


def test_titles_are_suggested_while_one_types(page: Page, address: str, records: MatchRepository) -> None:
    """Those played first, then sheets that come with Partie, with their categories; by keyboard alone."""
    records.start(scoresheet, ("Anna", "Ben"), options={"title": "Red Wings"}, played_on="2026-01-01")
    open_page(page, address)
    field, options = title_field(page), page.get_by_role("option")
    field.focus()
    page.keyboard.type("wings")
    labels = ["Red Wings", "Wingspan", "Wingspan Asia", "\u201cwings\u201d as a new title"]
    expect(options.locator(".t")).to_have_text(labels)
    expect(options.nth(1)).to_contain_text("Birds, Bonus cards")
    expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", "title-1")
    expect(page.get_by_role("row", name="Bonus cards")).to_be_visible()
    page.keyboard.press("Enter")
    expect(field).to_have_value("Wingspan")
    expect(page.get_by_role("listbox")).to_be_hidden()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("listbox")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    for letters, title in (("7 wo", "7 Wonders"), ("Carcas", "Carcassonne")):
        field.fill(letters)
        expect(options.first).to_contain_text(title)
        expect(options.first.locator(".d")).not_to_be_empty()


def test_a_shipped_sheet_is_filled_in_and_what_went_before_is_shown(
    page: Page, address: str, records: MatchRepository
) -> None:
    sheet = (PointsNoted("final", (90, 84)), WinnersNamed((0,)))
    records.start(scoresheet, ("Olga", "Petr"), *sheet, options={"title": "Everdell"}, played_on="2026-01-02")
    open_page(page, address)
    choose_title(page, "Everdell")
    seat(page, "Petr", "Olga")
    before = page.locator("a.mini")
    expect(before).to_have_text(re.compile("Olga 90.*Petr 84"))
    expect(page.get_by_text("To beat: 90, Olga")).to_be_visible()
    unfold(page, "how")
    page.get_by_role("button", name="By category").click()
    match = records.match(begin(page, "Fill in the sheet"))
    assert match.now.state.template == shipped_for("Everdell")
    assert match.names == ("Petr", "Olga")


def test_an_empty_sheet_is_written_with_its_first_entry(page: Page, address: str, records: MatchRepository) -> None:
    open_page(page, address)
    choose_title(page, "Everdell")
    seat(page, "Anna", "Somebody new")
    before = len(list(records.ids()))
    page.get_by_role("button", name="Fill in the sheet").click()
    page.locator(".live-record[data-version]").wait_for()
    page.reload()
    well = page.locator("input.well").first
    expect(well).to_be_visible()
    assert len(list(records.ids())) == before
    well.press("7")
    page.wait_for_url(re.compile("^((?!begin=).)*$"))
    expect(well).to_be_focused()
    page.keyboard.type("1")
    won = page.get_by_role("group", name="Who won?")
    expect(won.get_by_role("button", pressed=True)).to_have_count(0)
    page.keyboard.press("Tab")
    page.keyboard.type("5")
    expect(won.get_by_role("button", name="Anna", pressed=True)).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Saved. Anna wins")).to_be_visible()
    match = records.match(page.url.split("match=")[1])
    assert (match.names, match.now.scores) == (("Anna", "Somebody new"), (71, 5))


def test_a_known_title_and_four_known_people_take_eleven_taps_and_the_digits(
    page: Page, address: str, records: MatchRepository
) -> None:
    one, other = Player("Dorota", ("bgg:one",)), Player("Dorota", ("bgg:other",))
    final = (PointsNoted("final", (1, 2, 3, 4)), WinnersNamed((3,)))
    for day in (1, 2):
        people = ("Hugo", "Iva", "Jan", one)
        records.start(scoresheet, people, *final, options={"title": "Nine Hills"}, played_on=f"2031-01-0{day}")
    records.start(
        scoresheet, ("Kai", "Leo", "Mia", other), *final, options={"title": "Ten Hills"}, played_on="2032-01-01"
    )
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(address)
    taps = 0

    def tap(role: Literal["button", "link", "option"], name: str | re.Pattern[str]) -> None:
        nonlocal taps
        page.get_by_role(role, name=name, exact=isinstance(name, str)).click()
        taps += 1

    tap("link", "New match")
    tap("option", re.compile("^Nine Hills"))
    for name in ("Dorota, 2 plays", "Hugo", "Iva", "Jan"):
        tap("button", name)
    tap("button", "Enter the points")
    for name, points in (("Dorota", "52"), ("Hugo", "12+7"), ("Iva", "\u22123"), ("Jan", "52")):
        page.get_by_label(f"Points, {name}").fill(points)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    tap("button", "Save")
    expect(page.get_by_role("status").filter(has_text="Saved. Dorota and Jan share the win")).to_be_visible()
    assert taps <= 11
    match = records.match(page.url.split("match=")[1].split("&")[0])
    assert match.now.scores == (52, 19, -3, 52)
    assert records.people().accounts_of(match.header.players[0]) == ("bgg:one",)
    stored = records.store.read(f"matches/{match.id}")
    events = ["MatchStarted", "EntriesWritten", "PointsNoted", "WinnersNamed", "MatchEnded"]
    assert [row.type for row in stored] == events
    assert stored[1].idempotency_key == stored[3].idempotency_key, "one write"
    tap("button", "Undo")
    expect(page.get_by_label("Points, Hugo")).to_have_value("12+7")
    expect(page.get_by_role("button", name="Save", exact=True)).to_have_attribute("aria-disabled", "false")


def test_what_cannot_begin_is_told_and_nothing_begins(page: Page, address: str, records: MatchRepository) -> None:
    before = len(list(records.ids()))
    open_page(page, address)
    page.set_viewport_size({"width": 360, "height": 1500})  # Nothing scrolls between a press and its release.
    said = page.get_by_role("alert").filter(has_text=re.compile(r"\w"))
    page.get_by_role("button", name="Enter the points").click()
    expect(said).to_have_text(re.compile("Say what is played"))
    expect(title_field(page)).to_be_focused()
    choose_title(page, "Azul: Summer Pavilion")
    expect(said).to_have_count(0)
    page.get_by_role("button", name="Start the match").click()
    expect(said).to_have_text(re.compile("Choose the people"))
    seat(page, "Anna")
    people = page.get_by_role("searchbox", name="Names, known or new")
    people.fill("Anna")
    people.press("Enter")
    expect(page.get_by_text("Anna is chosen already.")).to_be_visible()
    people.fill("")
    page.get_by_role("button", name="Start the match").click()
    expect(said).to_have_text(re.compile("is for 2 to 4 players, not 1."))
    seat(page, "Ben")
    for length in ("-5", "long", "0", "1:99:3"):
        if not page.get_by_label("Length", exact=True).is_visible():
            unfold(page, "length")
        page.get_by_label("Length", exact=True).fill(length)
        expect(said).to_have_count(0)
        page.get_by_role("button", name="Start the match").click()
        expect(said).to_have_text(re.compile("A length is minutes"))
    page.get_by_label("Length", exact=True).fill("")
    choose_title(page, "Schokoly")
    unfold(page, "how")
    page.get_by_label("Swaps").check()
    page.get_by_role("button", name="Start the match").click()
    expect(said).to_have_text(re.compile("Only three players swap cards"))
    assert len(list(records.ids())) == before


def taps_to_save(page: Page, address: str, *names: str | re.Pattern[str]) -> int:
    """Tap what is named, the way of a new match from its link to Save; returns the number of taps."""
    page.goto(address)
    page.get_by_role("link", name="New match").click()
    for name in names:
        page.locator(".new-match").get_by_role("button", name=name, exact=True).or_(
            page.get_by_role("option", name=name)
        ).last.click()
    page.get_by_role("button", name="Save", exact=True).dblclick()
    page.wait_for_url("**/replay?match=*")
    return len(names) + 2


def test_a_winner_takes_seven_taps_and_five_the_second_time(page: Page, tmp_path: Path) -> None:
    records = records_in(tmp_path / "matches.db")
    sheet, day = (PointsNoted("final", (9, 7, 8)), WinnersNamed((0,))), date.today() - timedelta(days=7)
    records.start(
        scoresheet, ("Ana", "Ben", "Eli\u0161ka"), *sheet, options={"title": "Catan"}, played_on=str(day), place="Home"
    )
    page.set_viewport_size({"width": 390, "height": 844})
    with serving(tmp_path / "matches.db") as address:
        same = re.compile("the same (as on|3\\?)")
        taps = taps_to_save(page, address, re.compile("^Catan"), same, "Only who won", "Ben")
        assert taps <= 7
        expect(page.get_by_role("status").filter(has_text="Saved. Ben wins.")).to_be_visible()
        assert taps_to_save(page, address, re.compile("^Catan"), same, "Eli\u0161ka") == 5
        matches = [records.match(id) for id in records.ids()]
        assert [match.outcome.winners for match in matches if match.outcome] == [(0,), (1,), (2,)], "one for each Save"
        assert {match.header.place for match in matches} == {"Home"}
        assert matches[-1].names == ("Ana", "Ben", "Eli\u0161ka")
        page.get_by_role("status").get_by_role("button", name="Undo").click()
        page.locator(".live-record[data-version]").wait_for()
        assert records.match(matches[-1].id).state == "open"
        won = page.get_by_role("group", name="Who won?")
        expect(won.get_by_role("button", name="Eli\u0161ka")).to_have_attribute("aria-pressed", "true")


def test_what_is_filled_in_outlives_a_reload_and_nothing_is_written_before(
    page: Page, address: str, records: MatchRepository
) -> None:
    """By people with names that a form does not expect, won by all together."""
    before = len(list(records.ids()))
    title, long = "\U0001f3b2 <b>Hills</b> " + 200 * "x", "\U0001f9d9\U0001f3fd Iva " + 70 * "w"
    open_page(page, address)
    title_field(page).fill(title)
    title_field(page).press("Enter")
    seat(page, "Ben", long[:60])
    page.get_by_role("button", name="Only who won").click()
    save = page.locator(".buttons .go")
    expect(save).to_have_attribute("aria-disabled", "true")
    settled(page)  # A forced click does not wait until its button stays in place.
    save.click(force=True)
    expect(save).to_have_text("Tap who won")
    page.get_by_role("group", name="Who won?").get_by_role("button", name="Ben").click()
    expect(page.locator(".people summary")).to_be_hidden()  # The order of seats does not matter here.
    page.locator(".buttons .tool", has_text="More").click()
    expect(page.locator(".people summary")).to_be_visible()
    page.get_by_role("button", name="All win or lose together").click()
    expect(save).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="We lost").click()
    page.locator(".buttons .tool", has_text="Note").click()
    page.get_by_label("What will you remember?").fill("Rain & thunder")
    page.reload()
    expect(page.get_by_role("button", name="We lost")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert len(list(records.ids())) == before
    save.click()
    page.wait_for_url("**/replay?match=*")
    match = records.match(page.url.split("match=")[1])
    assert (match.game_title, match.names) == (title[:99], ("Ben", long[:60]))
    assert (match.options.cooperative, match.outcome and match.outcome.winners) == (True, ())
    assert [note.text for note in records.notes(match.id)] == ["Rain & thunder"]
    open_page(page, address)
    expect(title_field(page)).to_have_value("")


def test_enter_in_the_field_for_people_selects_one(page: Page, address: str, records: MatchRepository) -> None:
    for name in ("Rita", "Ritva", "Margarita"):
        records.start(azacru, (name, "Zeno"), played_on="2000-01-01")
    open_page(page, address)
    seat(page, "Anna", "Ben")
    people = page.get_by_role("searchbox", name="Names, known or new")
    people.fill("Rit")
    expect(page.locator(".pp:has(.face)")).to_have_count(3)
    expect(page.get_by_role("button", name="Add Rit", exact=True)).to_be_visible()
    people.fill("rita")
    people.press("Enter")
    expect(page.locator(".people .pp.on")).to_have_count(3)
    expect(page.locator(".people .pp.on", has_text="Rita")).to_contain_text("3")


def test_roles_expansions_and_the_time_of_the_clock_are_recorded(
    page: Page, address: str, records: MatchRepository
) -> None:
    open_page(page, address)
    choose_title(page, "Terraforming Mars")
    seat(page, "Anna", "Ben")
    unfold(page, "more")
    page.get_by_label("Corporation of Ben").fill("Ecoline")
    page.get_by_label("Expansions, with commas between them").fill("Prelude, Colonies,")
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_role("button", name=re.compile(r"Stop the clock \u00b7 0:00:0\d"))).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name=re.compile("Stop the clock"))).to_be_visible()
    expect(title_field(page)).to_have_value("Terraforming Mars")
    match = records.match(begin(page, "Fill in the sheet"))
    anna, ben = match.details.seats or ()
    assert (anna.roles, ben.roles) == ((), (Role("Ecoline", "Corporation"),))
    assert match.details.expansions == ("Prelude", "Colonies")
    assert match.header.minutes == 1
    assert match.header.started_at is not None
    open_page(page, address)
    expect(page.get_by_role("button", name="Start the clock")).to_be_visible()


def test_a_photo_of_the_form_belongs_to_the_match(
    page: Page, address: str, records: MatchRepository, tmp_path: Path
) -> None:
    picture = tmp_path / "table.jpg"
    picture.write_bytes(photo())
    open_page(page, address)
    choose_title(page, "Eleven Hills")
    seat(page, "Anna", "Ben")
    unfold(page, "length")
    page.get_by_label("Length", exact=True).fill("1:30")
    unfold(page, "more")
    page.locator(".new-match input[type=file]").set_input_files(picture)
    expect(page.get_by_text("table.jpg")).to_be_visible()
    match = records.match(begin(page, "Enter the points"))
    assert match.header.minutes == 90
    assert len(records.photos.of(match.id)) == 1


def test_places_without_points_are_a_result_with_some_unknown(
    page: Page, address: str, records: MatchRepository
) -> None:
    open_page(page, address)
    choose_title(page, "Twelve Hills")
    seat(page, "Anna", "Ben", "Cleo")
    page.get_by_role("button", name="Places", exact=True).click()
    save = page.locator(".buttons .go")
    for text in ("", "0", "first"):
        page.get_by_role("textbox", name="Ben", exact=True).fill(text)
        save.click(force=True)
        expect(save).to_have_text("Give somebody a place")
    page.get_by_role("textbox", name="Ben", exact=True).fill("1")
    page.get_by_role("textbox", name="Cleo", exact=True).fill("2")
    save.click()
    page.wait_for_url("**/replay?match=*")
    match = records.match(page.url.split("match=")[1])
    assert (match.state, match.now.state.ranks) == ("finished", (None, 1, 2))
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    for name, rank in (("Anna", ""), ("Ben", "1"), ("Cleo", "2")):
        expect(page.get_by_role("textbox", name=name, exact=True)).to_have_value(rank)
    page.get_by_role("textbox", name="Anna", exact=True).fill("2")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    assert records.match(match.id).now.state.ranks == (2, 1, 2)


def test_a_whole_number_is_asked_for_in_a_field(page: Page, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    records = records_in(store)
    with serving(store, Path(__file__).parent / "with_toy_game.py") as address:
        open_page(page, address)
        choose_title(page, "Pig")
        unfold(page, "how")
        target = page.get_by_label("Target")
        expect(target).to_have_value("100")
        target.fill("0")
        seat(page, "Anna", "Ben")
        page.get_by_role("button", name="Start the match").click()
        refusal = page.get_by_text("The target is at least one point.")
        expect(refusal).to_be_visible()
        idle(page)
        expect(refusal).to_be_visible()
        target.fill("many")
        expect(refusal).to_have_count(0)
        page.get_by_role("button", name="Start the match").click()
        expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_be_visible()
        target.fill("30")
        stored = records.store.read(f"matches/{begin(page)}")[0]
        assert json.loads(stored.data)["options"] == {"target": 30}
        page.goto(f"{address}/new")
        choose_title(page, "Pig")
        unfold(page, "how")
        expect(target).to_have_value("30")


def test_nothing_is_wider_than_the_screen(page: Page, address: str) -> None:
    page.goto(f"{address}/new")
    choose_title(page, "Azul")
    seat(page, "Anna", "Ben", "Somebody with a name of many letters")
    for part in ("how", "date", "place", "length", "more", "note"):
        unfold(page, part)
    for title in ("Terraforming Mars", "Azul"):  # There is one more way to keep Azul.
        choose_title(page, title)
        for width in (360, 390, 768, 1366, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            settled(page)
            assert misplaced(page) == [], width
            assert page.evaluate("document.querySelector('main').scrollWidth") <= width
            left, right = page.locator(".new-match").bounding_box(), page.locator(".panel").bounding_box()
            assert left
            assert right
            assert left["width"] <= (560 if width >= 1100 else 776)
            assert (right["x"] > left["x"] + left["width"]) == (width >= 1100)
