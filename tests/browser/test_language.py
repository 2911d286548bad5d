"""Every page in a language that is none: what stays in Latin letters was never translated."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import serving
from tests.recorded import FOUR, ODD_NAMES, fill, records_in

SAID = """() => {
  const said = [];
  const silent = "style, script, noscript, kbd, [data-testid=stIconMaterial], [lang]:not(html)";
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
DATA = (*FOUR, *ODD_NAMES, *GAMES, "Kettle Race", "Round 1", "Round 2", "Round 3", "Brno", "Partie", "nowhere")
CUT = "|".join(re.escape(name[:length]) + "…" for name in DATA for length in range(len(name), 3, -1))
"""Names that did not fit."""

NOTATION = re.compile(
    r"^[A-D]: [\w >]+$"  # a move
    r"|\b[A-Z]+(-[A-Z0-9]+)+\b"  # a rule
    r"|\bSF[1-5]\b|\b[a-i][1-9]\b"  # special displays, fields
    r"|\b\d+ (min|h|s)\b"
)
STREAMLIT = re.compile(
    "Skip to main content|Open|Choose (date|an option)|Selected Date: .*|yyyy|mm|dd|(year|month|day), | icon"
)
"""What Streamlit says by itself, in English alone."""

PAGES = (
    ("/", ".cards li"),
    ("/replay?match=four&at=20", ".row[aria-current=step]"),
    ("/replay?match=sheet", ".row[aria-current=step]"),
    ("/replay?match=nowhere", "h3"),
    ("/report?match=four", "h3"),
    ("/table?match=odd", ".table"),
    ("/new", "button"),
    ("/correct?match=four&at=9", "[data-testid=stSelectbox]"),
)
"""Each with something that is there once it is drawn."""


@pytest.fixture(scope="module")
def pseudo(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    store = tmp_path_factory.mktemp("pseudo") / "matches.db"
    fill(records_in(store))
    with serving(store, Path(__file__).with_name("with_pseudo_language.py")) as address:
        yield address


def left_in_english(page: Page) -> list[str]:
    expect(page.locator("[data-test-script-state=notRunning]")).to_be_attached()
    found = []
    for text in page.evaluate(SAID):
        words = re.sub(CUT, "", text)
        for name in sorted(DATA, key=len, reverse=True):
            words = words.replace(name, "")
        if re.search("[A-Za-z]", STREAMLIT.sub("", NOTATION.sub("", words))):
            found.append(text)
    return found


def test_no_page_says_a_word_that_was_not_translated(pseudo: str, browser: Browser) -> None:
    with browser.new_context(locale="cs-CZ", viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        for address, ready in PAGES:
            page.goto(pseudo + address)
            page.locator(ready).first.wait_for(state="attached")
            assert left_in_english(page) == [], address


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
