"""The search field of the home page: how its words were read, where they were found, and near words."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlencode

from core.analysis import rounds
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.search import MatchSearch, read_search
from eventstore.readmodels.search_dates import DatePeriod
from eventstore.readmodels.search_hits import TextHit, near_word
from viewer import surface
from viewer.boards.scene import Json
from viewer.locale.language import (
    current,
    date,
    day_and_month,
    gettext,
    gettext_noop,
    listed,
    month_of_year,
    ngettext,
    pgettext,
    weekday_name,
)
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.pages.shared.pages import name_page
from viewer.surface.host import Component
from viewer.texts.load_match import MatchUnavailable, load_match

PARAMETER: Final = "q"
MAX_LETTERS: Final = 100
MAX_COUNTED: Final = 1_000
"""Most plays found that are counted, and whose figures are shown: one letter may find all."""

_SEASONS: Final[Mapping[str, str]] = {
    "spring": gettext_noop("Spring"),
    "summer": gettext_noop("Summer"),
    "autumn": gettext_noop("Autumn"),
    "winter": gettext_noop("Winter"),
}

_field = Component("partie_search", '<div class="search"></div>', "search_field/search_field.js")


class SearchText(NamedTuple):
    """The words in the address, and what they ask for."""

    text: str
    search: MatchSearch

    @property
    def is_of_a_month(self) -> bool:
        """True if all that can be found is of one month that the page names."""
        return any(period.year and period.month for period in self.search.periods)


def asked(today: datetime.date) -> SearchText:
    text = surface.address().get(PARAMETER, "")[:MAX_LETTERS].strip()
    return SearchText(text, read_search(text, today, (current(), "en")))


def _count(found: int) -> str:
    if found > MAX_COUNTED:
        return ngettext("more than {number} play", "more than {number} plays", MAX_COUNTED)
    return ngettext("{number} play", "{number} plays", found)


def search_field(finding: SearchText, found: int) -> None:
    """Show the field; it says how much was found, as the window does, and until then that this is searched."""
    words = _count(found) if finding.text else ""
    if words:
        name_page(words, finding.text)
    data = {
        "placeholder": gettext("Title, person, word, month"),
        "clear": gettext("Clear the search"),
        "text": finding.text,
        "found": words,
        "searching": gettext("searching"),
        "failed": gettext("The search did not answer."),
        "again": gettext("Try again"),
        "most": MAX_LETTERS,
    }
    surface.mount(_field, data, key="search", sends=["searched"])


def reading(finding: SearchText, hits: Sequence[TextHit]) -> list[Json]:
    """The line under the field: how it was read, and the kinds of texts in which it was found."""
    parts = list[Json]()
    if periods := finding.search.periods:
        chips = [_chip(finding.text, period) for period in periods]
        said = [period.said for period in periods]
        quoted = finding.text
        for words in said:
            quoted = quoted.replace(words, f'"{words}"', 1)
        link = element("a", f"“{' '.join(said)}”", href=_address(quoted), class_="link")
        parts += [element("span", gettext("Read as")), *chips, element("span", gettext("or as words:"), " ", link)]
    if hits:
        found = {hit.source for hit in hits}
        names = {
            "comment": pgettext("in", "comments"),
            "note": pgettext("in", "notes"),
            "photo": pgettext("in", "photos"),
        }
        sources = listed([name for source, name in names.items() if source in found])
        parts.append(element("span", gettext("In {sources}", sources=sources)))
    return [element("div", *parts, class_="read")] if parts else []


def _chip(text: str, period: DatePeriod) -> Json:
    label = _period_words(period)
    rest = " ".join(text.replace(period.said, " ", 1).split())
    named = gettext("Remove the filter {criterion}", criterion=label)
    return element("a", label, icon("close"), href=_address(rest), class_="chip", aria_label=named)


def _period_words(period: DatePeriod) -> str:
    if period.week:
        return gettext("Week of {day}", day=date(period.week))
    if period.weekday is not None:
        return weekday_name(period.weekday)
    if period.season:
        name = gettext(_SEASONS[period.season])
        return f"{name} {period.year}" if period.year else name
    if period.day:
        month, day = period.month or 1, period.day
        return date(f"{period.year:04}-{month:02}-{day:02}") if period.year else day_and_month(month, day)
    if period.month:
        year = f"{period.year or 2000:04}"
        return month_of_year(f"{year}-{period.month:02}", beside="" if period.year else year)
    return str(period.year)


def _address(text: str) -> str:
    """The address of the page with other words in the field."""
    others = [
        (name, value) for name in surface.address() if name != PARAMETER for value in surface.address().get_all(name)
    ]
    return f"?{urlencode([*others, *([(PARAMETER, text)] if text else [])])}"


def nothing_found(
    index: MatchIndex, matches: MatchRepository, finding: SearchText, match_filter: MatchFilter
) -> list[Json]:
    """A sentence that names the words that no play has, a near word, and the way back to all plays."""
    clear = element("a", gettext("Clear"), href=_address(""), class_="btn")
    unknown, near = near_word(index, matches.people(), finding.search, match_filter)
    parts: list[Json] = [gettext("No play has all of this.")]
    if unknown:
        parts = _filled(gettext("No play has {words}.", words="\0"), element("b", listed(unknown)))
    elif not finding.search.words:
        parts = [gettext("No play on these days.")]
    if near:
        said = ngettext("Near it: {word}, {number} play.", "Near it: {word}, {number} plays.", near.plays, word="\0")
        words = (near.near if word == near.word else word for word in finding.search.words)
        text = " ".join([*words, *(period.said for period in finding.search.periods)])
        parts += [" ", *_filled(said, element("a", near.near, href=_address(text), class_="link"))]
    return [element("div", element("p", *parts), clear, class_="none")]


def _filled(text: str, part: Json) -> list[Json]:
    """The text with an element in place of NUL."""
    before, after = text.split("\0", 1)
    return [before, part, after]


def snippet(matches: MatchRepository, id: str, hit: TextHit) -> Json:
    """The line of a row with the text by which the play was found, its hits marked."""
    parts = [element("mark", part.text) if part.hit else part.text for part in hit.parts]
    if hit.source == "photo":
        return element("span", gettext("Photo:"), " ", *parts, class_="snip")
    source = _source(matches, id, hit.about) if hit.about else ""
    return element("span", source and f"{source} ", "“", *parts, "”", class_="snip")


def _source(matches: MatchRepository, id: str, about: int) -> str:
    """The words for the round that a note is about; empty for the whole play, its start or its end."""
    try:
        frames = load_match(matches, id).frames
    except MatchUnavailable:
        return ""
    number = next((frame.round for frame in frames[:-1] if frame.version == about), None)
    if not number or len(rounds(frames)) < 2:
        return ""
    return gettext("Note at round {round}:", round=number)
