"""A question as one sentence whose variable words are menus: "Who *wins most often* at *all games* since *2019*?"

Each choice is a link, so that the address holds the question; `viewer/components/html_block/menus.js` opens the menus.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Any, Final
from urllib.parse import quote, urlencode

from viewer import surface
from viewer.boards.scene import Json
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.look.icons import icon

_SEARCHED: Final = 20
"""Most choices of a menu without a search field."""

_KEPT: Final = 12
"""Most characters of words that stay in one line."""

_WORDS: Final = re.compile(r"(?P<before>[^\[]*)\[(?P<words>.*)\](?P<after>[^\]]*)", re.S)


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of a menu; `href` is usually made by `address_with`."""

    text: str
    href: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A part of the sentence. `phrase` is a translated template with the variable words in brackets: `since [{year}]`.

    A translator moves the brackets: the words around them belong to the language. `values` are filled in afterwards, so
    brackets and braces in a title stay. `label` says what the menu chooses. Without choices the part is plain text.
    """

    phrase: str
    label: str
    choices: Sequence[Choice]
    values: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """The phrase without brackets."""
        return "".join(self.parts())

    def parts(self) -> tuple[str, str, str]:
        """The words before, in and after the brackets."""
        found = _WORDS.fullmatch(self.phrase)
        before, words, after = found.groups() if found else ("", self.phrase, "")
        return before.format(**self.values), words.format(**self.values), after.format(**self.values)


def question(sentence: str, **menus: Menu) -> Json:
    """The heading of a page; `sentence` is a translated template with the names of its menus."""
    heading = element("h1", *filled(sentence, **{name: _part(name, menu) for name, menu in menus.items()}), class_="q")
    lists = [_list(name, menu) for name, menu in menus.items() if menu.choices]  # Their text is no part of the heading.
    return element("div", heading, *lists, class_="asked")


def filled(sentence: str, **parts: Sequence[Json]) -> list[Json]:
    """The pieces of a translated template, with elements in the places of its names."""
    pieces = list[Json]()
    for text, name, _, _ in Formatter().parse(sentence):
        pieces += [text] if text else []
        pieces += parts[name] if name else []
    return pieces


def address_with(**changes: str) -> str:
    """The address of the present page with other parameters; an empty one is left out."""
    return f"?{urlencode({key: word for key, word in (dict(surface.address()) | changes).items() if word})}"


def segments(parameter: str, words: Mapping[Any, str], chosen: str) -> Json:
    """Links that change a parameter; without it the first word is chosen. The words are marked for translation."""
    first = next(iter(words))
    links = [
        element("a", gettext(text), href=address_with(**{parameter: "" if key == first else key}),
                **({"aria-current": "true"} if key == chosen else {}))
        for key, text in words.items()
    ]  # fmt: skip
    return element("span", *links, class_="seg")


def game_address(title: str) -> str:
    """The address of the page of a game."""
    return f"game?game={quote(title, safe='')}"


def game_link(title: str) -> Json:
    """A link with the title of a game in a sentence."""
    return element("a", fit(plain(translate(title)), 40), href=game_address(title), class_="link")


def _part(name: str, menu: Menu) -> list[Json]:
    before, words, after = menu.parts()
    if not menu.choices:
        return [before + words + after]
    if words == "+":  # A button after the sentence, not a word of it.
        button = element(
            "span", words, role="button", tabindex=0, aria_haspopup="dialog", aria_expanded="false",
            aria_label=menu.label, data_menu=name, class_="plus",
        )  # fmt: skip
        return [button]
    *first, last = [words] if len(words) <= _KEPT else words.rsplit(" ", 1)
    kept = element("span", last, icon("down"))  # A line never ends between the last word and its sign.
    button = element(
        "span", *(f"{word} " for word in first), kept, role="button", tabindex=0, aria_haspopup="dialog",
        aria_expanded="false", aria_description=menu.label, data_menu=name,
    )  # fmt: skip
    return [before, button, after]


def _list(name: str, menu: Menu) -> Json:
    items = [
        element(
            "a", choice.text, href=choice.href, class_="item", **({"aria-current": "true"} if choice.is_chosen else {})
        )
        for choice in menu.choices
    ]
    find = [
        element("input", type="search", class_="field", placeholder=gettext("Find"), aria_label=gettext("Find"))
        for _ in range(len(items) > _SEARCHED)
    ]
    return element("div", *find, *items, class_="pop", role="dialog", aria_label=menu.label, data_list=name, hidden="")
