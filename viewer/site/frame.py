"""The frame of a page in its first bytes: the navigation, the title, the main field, and wells in place of the rest.

It needs no script and no other file. Scripts draw the page behind it and take it away
(`viewer/components/navigation/frame.js`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Final, Literal

from eventstore.access.grants import Principal
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from viewer.components.navigation import Link
from viewer.locale import language
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import plain
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.showing import STATISTICS, TITLES, simulated_note
from viewer.site.navigation import links
from viewer.site.routes.icons import MARK

Kind = Literal["plays", "list", "play", "about", "form", "question", "text"]

STYLE: Final = files("viewer.site").joinpath("frame.css").read_text("utf-8")
KINDS: Final[dict[str, Kind]] = {
    "matches": "plays", "new": "form", "table": "play", "replay": "play", "person": "about",
    "pair": "about", "people": "list", "game": "list", "insights": "question", "year": "question",
    "suggest": "question",
}  # fmt: skip
"""The first screen of each page; the others begin with a text."""

_ROOM: Final = (3, 5, 7)
"""Words in the bar of a phone, of a tablet and of a desk, as in `navigation.js`."""

_DOWN: Final = '<svg class="f-ic" viewBox="0 0 16 16" aria-hidden="true"><path d="m4 6 4 4 4-4"/></svg>'
_PLUS: Final = '<svg class="f-ic" viewBox="0 0 16 16" aria-hidden="true"><path d="M8 3v10M3 8h10"/></svg>'
_GLASS: Final = (
    '<svg class="f-ic" viewBox="0 0 16 16" aria-hidden="true">'
    '<path d="M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zm-1 3.5 3.5 3.5"/></svg>'
)
_HEADING: Final = 'role="heading" aria-level="1"'
"""Classes and elements of the frame are not those of pages, which stand behind it for a moment."""

_ROWS: Final = ((118, 4), (86, 3), (140, 5), (104, 4), (92, 2), (126, 4))
"""The length of the title and the number of people of each row."""


@dataclass(frozen=True, slots=True)
class Framed:
    """A page that is asked for, by its name in `TITLES`, with its query; `row` is the match that it is about.

    Before a store is open there is no index: a pocket, whose only pages are those at the addresses `offered`.
    """

    name: str
    query: dict[str, str]
    principal: Principal
    index: MatchIndex | None
    row: MatchRow | None = None
    offered: frozenset[str] | None = None

    @property
    def kind(self) -> Kind:
        return "about" if self.name == "game" and "game" in self.query else KINDS.get(self.name, "text")


def frame(page: Framed) -> str:
    """The HTML before all else in the body."""
    words, more = (
        [link for link in part if page.offered is None or link.href in page.offered]
        for part in links(Pages(page.principal), page.name, page.row)
    )
    note = simulated_note(page.index) if page.index and page.name in STATISTICS else ""
    noted = (
        f'<p class="f-note">{escape(note)}</p>' if note else '<i class="f-back"></i>' if page.name == "report" else ""
    )
    needs = f"<noscript><p>{escape(gettext('Partie needs scripts to show this page.'))}</p></noscript>"
    shown = noted + _head(page) + _body(page)
    if page.name == "matches" and page.index and not (page.index.count() or page.index.count(withdrawn=True)):
        shown = _wait()  # The page of an empty store has its own picture.
    main = f'<div role="main" class="page-{page.kind}">{shown}{needs}</div>'
    return f'<div id="partie-frame">{_bar(words, more)}{main}</div>'


def _bar(words: Sequence[Link], more: Sequence[Link]) -> str:
    if not words:
        return ""
    shown = [_link(link, f"f-to {_from(place)}") for place, link in enumerate(words)]
    hidden = [_link(link, f"f-item {_until(place)}") for place, link in enumerate(words)]
    menu = "".join((*hidden[_ROOM[0] :], *(_link(link, "f-item") for link in more)))
    own = escape(language.LANGUAGES[language.current()])
    return (
        f'<nav aria-label="{escape(gettext("Pages"))}"><div><a class="f-brand" href=".">{MARK}<b>Partie</b></a>'
        f'{"".join(shown)}<details class="f-menu"><summary class="f-to">{_menu_head(words, more)}{_DOWN}</summary>'
        f'<div class="f-pop">{menu}</div></details>'
        f'<span class="f-end" aria-hidden="true">{own}{_DOWN}</span></div></nav>'
    )


def _from(place: int) -> str:
    """The class of a word that has room in the bar of larger screens only."""
    return "" if place < _ROOM[0] else "f-wide-1" if place < _ROOM[1] else "f-wide-2" if place < _ROOM[2] else "f-never"


def _until(place: int) -> str:
    """The class of its twin in the menu."""
    return "f-not-1" if place < _ROOM[1] else "f-not-2" if place < _ROOM[2] else ""


def _menu_head(words: Sequence[Link], more: Sequence[Link]) -> str:
    """The menu bears the name of the present page if it is one of its own, which depends on the room for words."""
    here = [next((link.label for link in (*words[room:], *more) if link.is_here), "") for room in _ROOM]
    if len({*here}) == 1:
        return _menu_word("", here[0])
    return "".join(_menu_word(f"f-room-{room}", label) for room, label in enumerate(here))


def _menu_word(room: str, here: str) -> str:
    return f'<span class="{room}{" f-here" if here else ""}">{escape(here or gettext("More"))}</span>'


def _link(link: Link, kind: str) -> str:
    here = ' aria-current="page"' if link.is_here else ""
    return f'<a class="{kind}" href="{link.href}"{here}>{escape(link.label)}</a>'


def _head(page: Framed) -> str:
    """The title, where it is known before the page is drawn, and the main button."""
    title = gettext(TITLES[page.name])
    if page.row:
        title = plain(page.row.title or "") or plain(translate(page.row.game_title))
        title = plain(" – ".join(page.row.players)) if page.name == "report" else title
    shown = page.kind in ("plays", "list", "form", "text") or (page.kind == "play" and page.row)
    own = (
        f'<div class="f-h1" {_HEADING}>{escape(title)}</div>'
        if shown
        else f'<div class="f-sr" {_HEADING}>{escape(title)}</div><i class="f-title"></i>'
    )
    before = '<i class="f-emblem"></i>' if page.kind in ("play", "about") else ""
    way = ""
    if page.kind == "plays" and page.principal.has_role("recorder"):
        way = f'<a class="f-go" href="new">{_PLUS}{escape(gettext("New match"))}</a>'
    return f"<header>{before}{own}{way}</header>"


def _body(page: Framed) -> str:
    """The wells: those above both columns, those of the first column, and those at its right."""
    above, first = "", '<i class="f-answer"></i>'
    after = f'{_wait()}<ul class="f-plays">{"".join(_row(*row) for row in _ROWS)}</ul>'
    match page.kind:
        case "plays":
            first = f'<div class="f-find">{_field(page.query.get("q", ""))}<i class="f-filter"></i></div>'
        case "list":
            first = '<i class="f-find"></i>'
        case "form":
            first = '<i class="f-label"></i><i class="f-field"></i>'
            after = f'{_wait()}<i class="f-box"></i><div class="f-pills">{"<i></i>" * 5}</div>'
        case "play":
            above = f'<i class="f-facts"></i><i class="f-answer"></i><div class="f-standing">{"<i></i>" * 3}</div>'
            first, after = "", f"{_wait()}<ul>{'<li></li>' * 6}</ul>"
        case "about":
            above = f'<i class="f-answer"></i><div class="f-figures">{"<i></i>" * 3}</div><i class="f-tabs"></i>'
            first = ""
        case "question":
            after = _wait() + "".join(f'<i class="f-bar" style="width:{4 * title}px"></i>' for title, _ in _ROWS)
    aside = '<div class="f-aside"><i></i><i></i><i></i></div>'
    return f'{above}<div class="f-two"><div>{first}{after}</div>{aside}</div>'


def _field(words: str) -> str:
    """The form finds plays before a script does."""
    hint = escape(gettext("Title, person, word, month"))
    return (
        f'<form action="." role="search">{_GLASS}<input type="search" name="q" value="{escape(words)}" maxlength="100"'
        f' enterkeyhint="search" aria-label="{hint}" placeholder="{hint}"></form>'
    )


def _wait() -> str:
    """The head of the rows; after some seconds it says what is awaited."""
    again = f'<a href="">{escape(gettext("Try again"))}</a>'
    return (
        f'<div class="f-month" role="status"><i></i><p class="f-late">{escape(gettext("Reading your plays"))}</p>'
        f'<p class="f-later">{escape(gettext("It takes longer than usual."))} {again}</p></div>'
    )


def _row(title: int, people: int) -> str:
    names = '<i class="f-name"></i>' * people
    head = f'<i class="f-em"></i><i class="f-t" style="width:{title}px"></i><i class="f-d"></i>'
    return f"<li>{head}<span>{names}</span></li>"
