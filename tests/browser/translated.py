"""What a page in a language that is none leaves in Latin letters was never translated."""

import re

from babel.dates import get_day_names, get_month_names
from playwright.sync_api import Page, expect

from core.games.scoresheet.shipped import shipped
from tests.recorded import FOUR, ODD_NAMES

SAID = """() => {
  const said = [];
  const theirs = "[data-testid=stIconMaterial], [data-testid=stElementToolbar]";
  const silent = `style, script, noscript, kbd, .face, .em, svg[aria-hidden=true], [lang]:not(html), ${theirs}`;
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
    *(sheet.title for sheet in shipped()),
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
CATEGORIES = [category.name for sheet in shipped() if (found := sheet.template("cs")) for category in found.categories]
"""Their Czech names are data of the sheets, and no messages."""

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
CALENDAR = re.compile(
    "|".join(rf"\b{re.escape(name)}\b" for name in sorted(NAMES_OF_DAYS, key=len, reverse=True)), re.IGNORECASE
)
"""Months and days of the week, which Babel names in real Czech; a sentence may begin with one."""

STREAMLIT = re.compile(
    "Skip to main content|Open|Choose (date|an option)|Clear (value|all)|Selected (Date: .*|values)|Remove"
    "|file upload|Upload|• JSON|true|false|[0-9]+MB per file|yyyy|mm|dd|(year|month|day), | icon"
)
"""What Streamlit says by itself, in English alone."""


def left_in_english(page: Page) -> list[str]:
    """The texts of the page, which stands in for a Czech one, that hold English words."""
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    found = []
    for text in page.evaluate(SAID):
        words = re.sub(CUT, "", text)
        for name in sorted((*DATA, *CATEGORIES), key=len, reverse=True):
            words = words.replace(name, "")
        if re.search("[A-Za-z]", STREAMLIT.sub("", CALENDAR.sub("", NOTATION.sub("", words)))):
            found.append(text)
    return found
