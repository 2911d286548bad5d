"""The home page: plays as rows, search and filters, what happened lately, an empty store, simulated matches."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import MatchImported
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import arrived, filter_by, idle, serving, settled
from tests.patience import patience
from tests.recorded import records_in

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.fixture
def empty(browser: Browser, store: Path) -> Iterator[str]:
    with serving(store) as address:
        yield address


def sheet(
    records: MatchRepository, id: str, names: tuple[str, ...], *, is_over: bool = True, day: str = "2026-11-01"
) -> None:
    lines = [PointsNoted("final", (9, 1)), WinnersNamed((0,))] if is_over else []
    title = {"title": "Kettle Race" if not id.startswith("demo-") else "Robot Race"}
    records.start(scoresheet, names, *lines, options=title, id=id, played_on=day)


def test_an_empty_store_shows_what_will_be_here_and_how_to_begin(page: Page, empty: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(empty)
    expect(page.get_by_role("heading", name="Nothing played yet")).to_be_visible()
    settled(page)
    assert "partie " not in page.get_by_test_id("stMain").inner_text(), "no command for a terminal"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    ways = page.locator(".ways")
    ways.get_by_role("link", name="Bring plays from another app").click()
    arrived(page, re.compile("/imports"))
    page.go_back()
    arrived(page, f"{empty}/")
    ways.get_by_role("link", name="New match").click()
    arrived(page, re.compile("/new"))
    page.go_back()
    arrived(page, f"{empty}/")
    ways.get_by_role("button", name="Watch an example").click()
    expect(page.locator("a.row").first).to_be_visible(timeout=patience(120_000))
    expect(page.locator("a.row .board").first).to_be_visible()


def test_the_newest_open_match_goes_on_at_the_table(page: Page, empty: str, store: Path) -> None:
    records = records_in(store)
    sheet(records, "open", ("Anna", "Ben"), is_over=False)
    sheet(records, "over", ("Anna", "Cleo"))
    page.goto(empty)
    expect(page.locator("a.row")).to_have_count(1)
    page.get_by_role("link", name="Go on").click()
    expect(page).to_have_url(re.compile(r"/replay\?match=open"))


def test_simulated_matches_are_not_offered_again_put_away_and_shown(page: Page, empty: str, store: Path) -> None:
    records = records_in(store)
    sheet(records, "own", ("Anna", "Ben"))
    sheet(records, "demo-scoresheet-1", ("Robo Ada", "Robo Bert"), day="2026-11-09")
    page.goto(empty)
    again = page.get_by_role("link", name="Same again: Kettle Race with Anna and Ben")
    expect(again).to_have_attribute("href", "new?again=own")
    rows = page.locator("a.row")
    expect(rows).to_have_count(2)
    expect(page.locator(".fig b").first).to_have_text("1")
    more(page, "Put 1 simulated match away")
    expect(rows).to_have_count(1)
    expect(rows.locator(".nm")).to_have_text(["Anna", "Ben"])
    page.reload()
    expect(rows).to_have_count(1)
    page.goto(f"{empty}/replay?match=demo-scoresheet-1")
    expect(page.get_by_text("Robo Ada").first).to_be_visible()
    page.goto(empty)
    more(page, "Show 1 simulated match")
    expect(rows).to_have_count(2)


def more(page: Page, name: str) -> None:
    """Press a button of the menu below the plays."""
    idle(page)
    page.locator(".st-key-list-more button").first.click()
    page.get_by_role("button", name=name).click()


@pytest.fixture(scope="module")
def evenings(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A store of a year of evenings, with long names and titles among them."""
    store = tmp_path_factory.mktemp("evenings") / "matches.db"
    records = records_in(store)
    people = ("Anna", "Ben", "Cleopatra", "Maximilian-Alexander von und zu", "Eva", "Fay", "Šárka")
    for number in range(60):
        names = people[number % 3 : number % 3 + 2 + number % 5]
        points = PointsNoted("final", tuple(range(40, 40 - len(names), -1)))
        title = ("Catan", "Žabí království", "A very long title of a game: Second Edition", "Wingspan")[number % 4]
        day = date(2026, 11, 20) - timedelta(days=6 * number)
        place = (None, "Brno", "A place with a rather long name at the river")[number % 3]
        comment = [MatchImported("bgg:3", comment="The thunderstorm took the light.")] * (number == 3)
        result = (points, WinnersNamed((0,)), *comment)
        records.start(scoresheet, names, *result, options={"title": title}, played_on=str(day), place=place)
    with serving(store) as address:
        yield address


def test_what_happened_lately_is_beside_the_plays_or_below_the_newest_twelve(page: Page, evenings: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(evenings)
    seen = page.get_by_role("heading", name="Seen lately")
    expect(seen).to_be_visible()
    rows = page.locator("a.row")
    assert left(seen) > left(rows.first) + 700
    expect(page.get_by_role("img", name=re.compile("Plays on each day of twelve months"))).to_be_visible()
    page.set_viewport_size({"width": 768, "height": 900})
    settled(page)
    assert top(rows.nth(11)) < top(seen) < top(rows.nth(12))


def left(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["x"]


def top(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["y"]


def test_a_search_follows_the_letters_and_keeps_them_all(page: Page, evenings: str) -> None:
    page.goto(evenings)
    field = page.get_by_role("searchbox", name="Title, person, word, month")
    field.focus()
    entries = page.evaluate("history.length")
    page.keyboard.type("zabi sarka 2026", delay=15)
    expect(page.get_by_role("status").filter(has_text="play")).to_be_visible()
    arrived(page, re.compile(r"\?q=zabi\+sarka\+2026$"))
    expect(field).to_have_value("zabi sarka 2026")
    assert page.evaluate("history.length") == entries, "no entry for a letter"
    assert {*page.locator("a.row .t").all_inner_texts()} == {"Žabí království"}
    page.keyboard.type("x")
    expect(page.get_by_text("No play has 2026x.")).to_be_visible()
    page.keyboard.press("Backspace")
    page.locator("a.row").first.click()
    arrived(page, re.compile("/replay"))
    page.go_back()
    expect(field).to_have_value("zabi sarka 2026")
    field.press("Escape")
    arrived(page, f"{evenings}/")
    expect(field).to_have_value("")


def test_a_play_found_by_its_comment_says_so_and_a_near_word_leads_there(page: Page, evenings: str) -> None:
    page.goto(f"{evenings}/?q=thunderstorn")
    expect(page.get_by_text("No play has thunderstorn. Near it: thunderstorm, 1 play.")).to_be_visible()
    page.get_by_role("link", name="thunderstorm", exact=True).click()
    arrived(page, re.compile(r"\?q=thunderstorm$"))
    expect(page.locator("a.row .snip")).to_have_text("“The thunderstorm took the light.”")
    expect(page.locator("a.row mark")).to_have_text("thunderstorm")
    expect(page.get_by_text("In comments", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="In this play")).to_be_visible()
    expect(page.get_by_role("heading", name="Who won them")).to_be_visible()


def test_a_month_is_read_as_one_or_as_words(page: Page, evenings: str) -> None:
    page.goto(f"{evenings}/?q=wingspan+october+2026")
    expect(page.locator("a.row .d")).to_have_text("Fri, Oct 9 · Brno")
    page.get_by_role("link", name="“october 2026”").click()
    expect(page.get_by_text("No play has october.")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Remove the filter October 2026").click()
    arrived(page, re.compile(r"\?q=wingspan$"))
    expect(page.locator("a.row .t").first).to_have_text("Wingspan")
    page.goto(f"{evenings}/?q=wingspan+october+1999")
    expect(page.get_by_text("No play has all of this.")).to_be_visible()


def test_old_rows_are_faint_until_the_answer_and_keys_walk_the_new_ones(page: Page, evenings: str) -> None:
    page.goto(evenings)
    settled(page)
    rows, told = page.locator(".st-key-home-rows"), page.get_by_role("searchbox").locator("+ [role=status]")
    page.keyboard.press("/")
    page.keyboard.type("catan")
    assert (rows.get_attribute("aria-busy"), told.inner_text()) == ("true", "searching")
    expect(told).to_have_text("15 plays")
    expect(page).to_have_title("15 plays, catan - Partie")
    assert rows.get_attribute("aria-busy") == "false"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("a.row").nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_a_search_without_an_answer_says_so_and_is_tried_again(page: Page, evenings: str) -> None:
    page.add_init_script("""
        window.WebSocket = class extends WebSocket { send(all) { if (!window.isDeaf) super.send(all); } };
    """)
    page.clock.install()
    page.goto(evenings)
    settled(page)
    page.evaluate("window.isDeaf = true")
    page.get_by_role("searchbox").fill("catan")
    page.clock.fast_forward(9000)
    said = page.get_by_role("alert").filter(has_text="The search did not answer.")
    expect(said).to_be_visible()
    page.evaluate("window.isDeaf = false")
    said.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("searchbox").locator("+ [role=status]")).to_have_text("15 plays")
    expect(said).to_have_count(0)


CUT = """rows => rows.map((row) => {
  const names = [...row.querySelectorAll(".one")], shown = names.filter((name) => !name.hidden);
  const isCut = (part) => part.scrollWidth > part.clientWidth + 1;
  const end = row.querySelector(".who").getBoundingClientRect().right + 1;
  const isWithin = (name) => name.getBoundingClientRect().right <= end;
  const fits = (name) => isWithin(name) && ![name, ...name.querySelectorAll(".nm")].some(isCut);
  const isWhole = shown.length === 1 || shown.every(fits);
  const left = names.length - shown.length;
  return isWhole && shown[0] === names[0] && row.querySelector(".plus").textContent === (left ? `+${left}` : "");
})"""
"""Whether each row shows whole names and says how many are left out."""


def test_many_rows_are_seen_at_once_with_whole_names_and_a_count_of_the_others(page: Page, evenings: str) -> None:
    page.goto(evenings)
    page.locator("a.row").first.wait_for()
    for width, height, whole in ((1440, 900, 11), (1366, 768, 8), (768, 800, 0), (390, 844, 7), (360, 740, 5)):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        boxes = [box for row in page.locator("a.row").all() if (box := row.bounding_box())]
        assert sum(box["y"] + box["height"] <= height for box in boxes) >= whole, width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert all(page.locator("a.row").evaluate_all(CUT)), width


def test_filters_open_from_one_button_and_stand_as_chips(page: Page, evenings: str) -> None:
    page.goto(f"{evenings}/?place=Brno&since=2026-06-01")
    chips = page.locator("a.chip")
    expect(chips).to_have_text(["from Jun 1, 2026", "Brno"])
    filter_by(page, "People", "Šárka")
    expect(chips).to_have_text(["Šárka", "from Jun 1, 2026", "Brno"])
    filter_by(page, "People", "Anna")
    arrived(page, re.compile(r"person=\w+%2C\w+"))
    page.get_by_role("link", name="Remove the filter Šárka").click()
    expect(chips).to_have_text(["Anna", "from Jun 1, 2026", "Brno"])
    page.get_by_role("link", name="Remove the filter Brno").click()
    expect(chips).to_have_text(["Anna", "from Jun 1, 2026"])
    page.go_back()
    expect(chips).to_have_text(["Anna", "from Jun 1, 2026", "Brno"])
    page.goto(f"{evenings}/?place=BRNO&person=sarka")
    expect(chips).to_have_text(["Šárka", "Brno"])
    page.goto(f"{evenings}/?place=Nowhere")
    expect(page.get_by_text("“Nowhere”, which is not known here")).to_be_visible()
    expect(chips).to_have_count(0)
