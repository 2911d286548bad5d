"""Stored texts that look like Markdown are shown as they were written, on every page: no form, no link, no picture."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, TemplateChosen, WinnersNamed
from core.record_events import DetailsNoted, Role, SeatDetails
from core.sheet_template import Category, Template
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import serving, settled
from tests.recorded import record, records_in
from viewer.pages.shared.showing import TITLES

TEXT: Final = "**Zq** [l](http://e.invalid) :red[r] ![i](http://e.invalid/i.png) ~~d~~ $k$ `c` :smile:"
"""What Streamlit makes of it: bold, a link, a color, a picture, struck out, a formula, code, an emoji."""

OTHER: Final = "**Zq** -> a <- b -- c >= d ~= www.e.invalid me@e.invalid :streamlit: :material/home: :+1: # - >"
"""What Streamlit looks for after Markdown has been read: arrows, dashes, addresses, its logo, symbols."""

PAGES: Final = (
    "",
    "?view=table",
    "new",
    "new?again=sheet",
    "templates",
    "twice",
    "table?match=sheet",
    "replay?match=moves&at=4",
    "replay?match=sheet",
    "report?match=sheet",
    "replay?match=moves&at=4&mode=correct",
    "replay?match=sheet&mode=details",
    "replay?match=sheet&mode=history",
    "overview",
    "game?game=QTEXT",
    "insights?person={zq}",
    "year",
    "suggest",
    "imports",
    "person?person={zq}",
    "pair?people={zq},{other}",
    "training",
    "people?person={zq}",
    "keeping",
    "login",
)

READ: Final = """() => {
    const roots = [document.body], texts = [];
    for (let at = 0; at < roots.length; at += 1) {
        for (const element of roots[at].querySelectorAll("*")) if (element.shadowRoot) roots.push(element.shadowRoot);
    }
    // Our own addresses and files may hold it in a parameter.
    const kinds = "a[href*='e.invalid']:not([href*='?'], [href^='data:text/csv']), img[src*='e.invalid'], .katex";
    const made = roots.flatMap((root) => [...root.querySelectorAll(kinds)]);
    for (const root of roots) {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const { data, parentElement } = walker.currentNode;
            if (data.includes("Zq") && !parentElement.closest("style, script")) texts.push(parentElement.textContent);
        }
    }
    return [texts, made.map((element) => element.outerHTML)];
}"""
"""The texts of the page that hold a stored one, and the links, pictures and formulas that were made of such texts."""

UNFOLD: Final = """() => {
    const folds = document.querySelectorAll("details:not([open]) > summary");
    folds.forEach((fold) => fold.click());
    return folds.length;
}"""


@pytest.fixture(scope="module")
def served(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    store = tmp_path_factory.mktemp("markdown") / "matches.db"
    records = records_in(store)
    fill(records)
    people = {"zq" if name == TEXT else "other": id for id, name in records.people().current_names().items()}
    with serving(store) as address:
        yield address, people


def fill(records: MatchRepository) -> None:
    """Every text that a store holds is hostile, but for notes, which are Markdown."""
    template = Template(TEXT, (Category(TEXT), Category(OTHER)), roles=(TEXT,), tie_break=(TEXT,))
    records.templates.save(template)
    seat = SeatDetails((Role(TEXT, TEXT),), team=TEXT, color=TEXT, handicap=TEXT)
    details = DetailsNoted((TEXT,), (seat, seat), TEXT, TEXT, TEXT, series=TEXT, number=1)
    lines = (
        TemplateChosen(template),
        PointsNoted(TEXT, (1, 2)),
        PointsNoted(OTHER, (3, 1)),
        WinnersNamed((0,)),
        details,
    )
    head = {"played_on": "2026-11-20", "place": TEXT, "tags": [TEXT], "title": TEXT}
    for number in range(3):
        id = "sheet" if not number else f"sheet{number}"
        records.start(scoresheet, (TEXT, OTHER), *lines, options={"title": TEXT}, id=id, **head)
    record(records, "moves", chocolatier, (TEXT, OTHER), 3, events=20, **head)
    records.take_back("moves", why=TEXT)
    records.note("moves", 4, "bookmarked", bookmark=True, author=TEXT)
    anna, _ = records.match("moves").header.players
    records.people_repository.link(anna, "bgg:**zq**")


def test_no_page_is_left_out() -> None:
    assert {path.partition("?")[0] or "matches" for path in PAGES} == {*TITLES} - {"handover"}  # A page of phones.


@pytest.mark.parametrize("path", PAGES)
def test_a_stored_text_is_shown_as_it_was_written(page: Page, served: tuple[str, dict[str, str]], path: str) -> None:
    address, people = served
    asked = list[str]()
    page.on("request", lambda request: asked.append(urlsplit(request.url).hostname or ""))
    page.goto(f"{address}/{path.format(**people).replace('QTEXT', TEXT)}")
    page.locator("h1, .live-record, .replay .row, a.row, [data-testid=stHeading]").first.wait_for()
    settled(page)
    if page.evaluate(UNFOLD):
        settled(page)
    assert_as_written(page)
    for help in page.get_by_test_id("stTooltipIcon").all():
        help.hover()
        page.get_by_test_id("stTooltipContent").wait_for()
        assert_as_written(page)
    assert "e.invalid" not in asked


def assert_as_written(page: Page) -> None:
    texts, made = page.evaluate(READ)
    assert made == []
    assert [text for text in texts if not is_as_written(text)] == []


def is_as_written(shown: str) -> bool:
    """Whether every stored text within the shown one is there in its characters, perhaps cut short by an ellipsis."""
    before, *stored = shown.replace("\u2060", "").split("**Zq**")
    parts = [part.split("…")[0] for part in stored]
    return "Zq" not in before and all(
        any(text.startswith(part) or part.startswith(text) for text in (TEXT[6:], OTHER[6:])) for part in parts
    )
