"""Every page in a language that is none: what stays in Latin letters was never translated."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.dates import get_day_names, get_month_names
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import serving, settled
from tests.recorded import FOUR, ODD_NAMES, fill, records_in
from viewer.navigation import TITLES

SAID = """() => {
  const said = [];
  const theirs = "[data-testid=stIconMaterial], [data-testid=stElementToolbar]";
  const silent = `style, script, noscript, kbd, .person-face, [lang]:not(html), ${theirs}`;
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) look(element.shadowRoot);
      if (element.closest(silent)) continue;
      for (const name of ["aria-label", "title", "placeholder", "alt"]) said.push(element.getAttribute(name));
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) said.push(node.data);
    }
  };
  look(document.body);
  return [document.title, ...new Set(said.filter(Boolean).map((text) => text.trim()))];
}"""
"""All texts and labels of the page, hidden ones too."""

GAMES = ("Azul: Master Chocolatier", "Azul: Summer Pavilion", "Azul", "Azacru", "Schokoly")
DATA = (
    *FOUR,
    *ODD_NAMES,
    *GAMES,
    "Jitka",
    "Jarda",
    "BG Stats",
    "Kettle Race",
    "Round 1",
    "Round 2",
    "Round 3",
    "Brno",
    "Partie",
    "PNG",
    "SVG",
    "nowhere",
)
CUT = "|".join(re.escape(name[:length]) + "…" for name in DATA for length in range(len(name), 3, -1))
"""Names that did not fit."""

NOTATION = re.compile(
    r"^[A-D]: [\w >]+$"  # a move
    r"|\b[A-Z]+(-[A-Z0-9]+)+\b"  # a rule
    r"|\bSF[1-5]\b|\b[a-i][1-9]\b"  # special displays, fields
    r"|\b\d+ (min|h|s)\b|^n$"  # times, how many cases
    r"|^person\?person=\w+$"  # an address
)
NAMES_OF_DAYS = [
    name
    for names in (get_month_names, get_day_names)
    for width in ("wide", "abbreviated")
    for context in ("format", "stand-alone")
    for name in names(width, context, locale="cs").values()
]
CALENDAR = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(NAMES_OF_DAYS, key=len, reverse=True)))
"""Months and days of the week, which Babel names in real Czech."""

STREAMLIT = re.compile(
    "Skip to main content|Open|Choose (date|an option)|Clear (value|all)|Selected (Date: .*|values)|Remove"
    "|file upload|Upload|• JSON|true|false|[0-9]+MB per file|yyyy|mm|dd|(year|month|day), | icon"
)
"""What Streamlit says by itself, in English alone."""

ASKED = {
    "replay": ("?match=four&at=20", "?match=sheet", "?match=nowhere"),
    "report": ("?match=four",),
    "table": ("?match=odd",),
    "correct": ("?match=four&at=9",),
    "person": ("?person={anna}",),
    "pair": ("?people={anna},{ben}",),
}
"""What pages of one match or person are asked for; the others are opened by their names alone."""

DRAWN = {"matches": ".cards li", "table": ".live-record", "correct": "[data-testid=stSelectbox]"}
"""What is there once a page is drawn, where it is no headline."""


@pytest.fixture(scope="module")
def pseudo(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The app in the pseudo language, and the ids of people by their names."""
    store = tmp_path_factory.mktemp("pseudo") / "matches.db"
    records = records_in(store)
    fill(records)
    ids = {name.lower(): id for id, name in records.people().current_names().items() if name in FOUR}
    with serving(store, Path(__file__).with_name("with_pseudo_language.py")) as address:
        yield address, ids


def left_in_english(page: Page) -> list[str]:
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    settled(page)
    found = []
    for text in page.evaluate(SAID):
        words = re.sub(CUT, "", text)
        for name in sorted(DATA, key=len, reverse=True):
            words = words.replace(name, "")
        if re.search("[A-Za-z]", STREAMLIT.sub("", CALENDAR.sub("", NOTATION.sub("", words)))):
            found.append(text)
    return found


def test_no_page_says_a_word_that_was_not_translated(pseudo: tuple[str, dict[str, str]], browser: Browser) -> None:
    address, people = pseudo
    with browser.new_context(locale="cs-CZ", viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        for name in TITLES:
            for asked in ASKED.get(name, ("",)):
                page.goto(f"{address}/{'' if name == 'matches' else name}{asked.format(**people)}")
                page.locator(DRAWN.get(name, "h1, h2, h3")).first.wait_for(state="attached")
                assert left_in_english(page) == [], name


def test_the_reader_picks_a_language_and_keeps_it(site: str, browser: Browser) -> None:
    with browser.new_context(locale="ro-RO") as context:
        page = context.new_page()
        page.goto(site)
        html = page.locator("html")
        expect(html).to_have_attribute("lang", "ro")
        expect(page.get_by_role("heading", name="Partide")).to_be_visible()
        page.get_by_role("combobox", name="Limba").select_option("cs")
        expect(page.get_by_role("heading", name="Partie")).to_be_visible()
        expect(html).to_have_attribute("lang", "cs")
        page.goto(f"{site}/replay?match=four&lang=en")
        expect(html).to_have_attribute("lang", "en")
        expect(page.get_by_role("button", name="Watch")).to_be_visible()
        page.get_by_role("link", name="Matches").click()  # The address no longer asks for it, the visit goes on in it.
        expect(page.get_by_role("heading", name="Matches")).to_be_visible()
        page.goto(site)
        expect(page.get_by_role("heading", name="Partie")).to_be_visible()
