"""The report in a real browser: what it shows, how it prints, how it looks on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import TRAFFIC, arrived, settled
from tests.recorded import FOUR

Opened = Callable[[str], Page]


@pytest.fixture
def open_report(page: Page, site: str) -> Opened:
    """Opens the report of a match and waits until its last chart is drawn."""

    def opened(match: str) -> Page:
        page.goto(f"{site}/report?match={match}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("heading", name="Key moments")).to_be_visible()
        expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
        return page

    return opened


def points(place: Locator) -> list[int]:
    return [int(text) for text in place.locator(".sum").all_inner_texts()]


def test_the_report_tells_in_podium_table_and_charts_how_the_points_came(open_report: Opened) -> None:
    page = open_report("four")
    assert_the_podium_holds_the_first_three_with_the_winner_first(page)
    assert_the_table_of_sources_adds_up_to_the_points(page)
    assert_every_chart_says_in_words_what_it_draws_and_has_its_table(page)


def assert_the_podium_holds_the_first_three_with_the_winner_first(page: Page) -> None:
    steps = page.locator(".podium li")
    expect(steps).to_have_count(3)
    scores = points(page.locator(".podium, .others"))
    assert len(scores) == 4
    assert scores == sorted(scores, reverse=True)
    winner = page.locator(".podium .winner")
    expect(winner.locator(".behind")).to_have_text("Winner")
    lefts = [box["x"] for step in steps.all() if (box := step.bounding_box())]
    assert lefts == sorted(lefts)
    said = page.locator(".summary").inner_text()
    assert said.startswith(f"{winner.locator('.who').inner_text()} won by ")
    assert f"{scores[0] - scores[1]}" in said


def assert_the_table_of_sources_adds_up_to_the_points(page: Page) -> None:
    table = page.get_by_role("region", name=re.compile("Points by source"))
    rows = table.locator("tbody tr")
    assert [name.strip() for name in rows.locator("th").all_inner_texts()] == list(FOUR)
    for row in rows.all():
        *parts, total = (text.strip("★ ").replace("−", "-") for text in row.locator("td").all_inner_texts())
        assert sum(int(part) for part in parts if part != "-") == int(total)
    for column in range(table.locator("thead th").count() - 2):
        cells = [row.locator("td").nth(column).inner_text() for row in rows.all()]
        assert any("★" in cell for cell in cells) or len({cell.strip("-") or "0" for cell in cells}) == 1


def assert_every_chart_says_in_words_what_it_draws_and_has_its_table(page: Page) -> None:
    charts = page.locator(".stPlotlyChart")
    expect(charts).to_have_count(6)
    for name in FOUR:
        expect(page.get_by_label(re.compile(rf"^{name}: .* in all\.")).first).to_be_attached()
    expect(page.get_by_label(page.locator(".summary").inner_text()).first).to_be_attached()
    folded = page.locator(".paper details")
    expect(folded).to_have_count(2)
    folded.first.locator("summary").click()
    rows = folded.first.locator("tbody tr")
    final = [int(text) for text in rows.last.locator("td").all_inner_texts()]
    assert sorted(final, reverse=True) == points(page.locator(".podium, .others"))


def test_a_key_moment_shows_its_board_and_opens_the_replay_there(open_report: Opened) -> None:
    page = open_report("four")
    game = page.locator(".facts").get_by_role("link", name="Azul: Master Chocolatier")
    expect(game).to_have_attribute("href", re.compile(r"game\?game=Azul"))
    moment = page.locator(".moments a").first
    assert moment.locator("img").evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") > 50
    version = (moment.get_attribute("href") or "").split("at=")[1]
    says = moment.locator(".move").inner_text()
    moment.click()
    arrived(page, re.compile(rf"/replay\?match=four&at={version}$"))
    current = page.locator(".move.current .row .says")
    expect(current).to_be_visible()
    assert current.inner_text() in says


def test_the_game_of_the_head_leads_to_its_page(page: Page, site: str) -> None:
    page.goto(f"{site}/replay?match=four")
    page.locator(".facts").get_by_role("link", name="Azul: Master Chocolatier").click()
    arrived(page, re.compile(r"/game\?game=Azul"))
    expect(page.get_by_role("heading", name="Azul: Master Chocolatier").first).to_be_visible()


def test_on_paper_there_is_only_the_report_in_light_colors(open_report: Opened) -> None:
    page = open_report("four")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("html")).to_be_attached()
    for gone in (
        page.get_by_role("link", name="Replay"),
        page.locator(".paper details").first,
        page.locator(".photos"),
    ):
        expect(gone).to_be_hidden()
    expect(page.locator(BUTTONS)).to_have_count(0)
    expect(page.locator(".podium")).to_be_visible()
    expect(page.locator("h1")).to_have_css("color", "rgb(43, 35, 32)")  # Dark paper draws the page anew.
    images = page.locator(".moments img:visible")
    expect(images).to_have_count(page.locator(".moments li").count())
    assert sheets(page) == 2


BUTTONS = ":is(button, [role=button], input, select, textarea, summary):visible"


def sheets(page: Page) -> int:
    return page.pdf(prefer_css_page_size=True, print_background=True).count(b"/Type /Page\n")


def test_an_open_report_follows_the_theme_however_late_it_changes(browser: Browser, site: str) -> None:
    """Streamlit learns of the change from the browser, as the frame of the page does: the one or the other first."""
    with browser.new_context(color_scheme="light") as context:
        context.add_init_script(TRAFFIC + HELD_THEME)
        page = context.new_page()
        page.goto(f"{site}/report?match=four")
        expect(page.get_by_role("heading", name="Photos")).to_be_visible()
        settled(page)
        page.emulate_media(color_scheme="dark")
        settled(page)
        expect(page.locator(".stApp")).to_have_css("color-scheme", "light")
        page.evaluate("window.heldTheme.forEach((say) => say())")
        expect(page.locator(".stApp")).to_have_css("color-scheme", "dark")
        for part in (*page.locator(".paper").all(), page.locator(".photos")):
            expect(part).to_have_class(re.compile("partie-dark"))
        expect(page.locator(".moments img.screen").first).to_be_visible()  # The boards are drawn anew, for a dark page.


HELD_THEME = """window.heldTheme = [];
const listen = MediaQueryList.prototype.addEventListener;
MediaQueryList.prototype.addEventListener = function (kind, listener, ...rest) {
    if (!this.media.includes("color-scheme")) return listen.call(this, kind, listener, ...rest);
    listen.call(this, kind, (event) => window.heldTheme.push(() => listener.call(this, event)), ...rest);
};"""
"""Holds what the browser tells Streamlit of its theme until the test lets it go."""


def test_the_report_of_an_open_match_fits_on_two_sheets(open_report: Opened) -> None:
    assert sheets(open_report("odd")) <= 2


@pytest.mark.parametrize("path", ["", "replay?match=four"])
def test_other_pages_print_light_and_without_buttons_too(page: Page, site: str, path: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{site}/{path}")
    page.locator("a.row, .panel use").first.wait_for()
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".stApp")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator(BUTTONS)).to_have_count(0)
