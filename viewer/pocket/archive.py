"""A store as a folder of pages that needs no server and no Partie: `index.html` opens from a disk, in any browser.

Lists and plays by sheet are plain HTML with one style sheet; a match with moves is the replay in one page. Browsers
load no module, worker or answer from a disk, so nothing here asks for one. Beside them is the log as text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Final

from core.errors import InvalidInput
from core.game import facts_of
from core.messages import message
from eventstore.formats import script
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.reviews.repository import kept_review
from viewer.boards.scene import Json
from viewer.components.lib import font
from viewer.components.lib.text_files import text_of
from viewer.components.photos.payload import embedded
from viewer.components.share import page, play_picture
from viewer.components.share.drawing import markup
from viewer.locale import language
from viewer.locale.language import gettext, ngettext
from viewer.locale.plain_text import plain
from viewer.look.element import element
from viewer.pages.shared.faces import emblems_of, faces_of
from viewer.pages.shared.play_rows import play_title, rows_by_month
from viewer.pages.shared.showing import window_title
from viewer.texts.load_match import MatchUnavailable, load_match

LOG: Final = "plays.partie.jsonl"

_STYLE: Final = """
:root { color-scheme: light dark; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 16px/22px "Partie Sans", sans-serif; }
main { max-width: 776px; margin: 0 auto; padding: 24px 16px 48px; }
nav { display: flex; gap: 24px; padding: 12px 16px; border-bottom: 1px solid var(--line); }
main > img, main > svg { width: 100%; height: auto; margin-top: 16px; border-radius: 8px; }
main > svg text { font-family: "Partie Sans", sans-serif !important; }
.row .names { flex-wrap: wrap; overflow: visible; }
pre { overflow-x: auto; font-size: 14px; } summary { min-height: 44px; margin-top: 16px; cursor: pointer; }
"""
_TO_PLAY: Final = re.compile(r'href="replay\?match=([\w-]+)"')


class Archive:
    """The pages of a store; `write` gives them to a folder."""

    def __init__(self, index: MatchIndex, matches: MatchRepository) -> None:
        self._index, self._matches = index, matches
        self._rows = index.matches()

    def write(self, out: Path) -> int:
        """Write the folder, which must be empty or missing; returns the number of plays. Raises InvalidInput."""
        if out.exists() and any(out.iterdir()):
            raise InvalidInput(message("{path} is not empty; nothing was written.", path=str(out)))
        for path, content in self.files():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (out / path).write_text(content, "utf-8")
        with (out / LOG).open("wb") as file:
            script.write_all(self._matches, self._index.ids(), file)
        return len(self._rows)

    def files(self) -> Iterator[tuple[str, str]]:
        """Every page by its path."""
        look = text_of("lib/look.css")
        yield "look.css", font.embedded() + look + _STYLE
        yield "index.html", self._plays(gettext("Plays"), self._rows, self._about())
        yield from self._people()
        yield from self._games()
        for row in self._rows:
            yield f"plays/{row.id}.html", self._play(row)

    def _about(self) -> Json:
        says = gettext(
            "Written by Partie {version} on {day}. The file {file} beside this page has all of it as text.",
            version=version("partie"), day=language.date(date.today().isoformat()), file=LOG,
        )  # fmt: skip
        return element("p", says, class_="soft s14")

    def _plays(self, title: str, rows: Sequence[MatchRow], *more: Json, root: str = "") -> str:
        count = ngettext("{number} play", "{number} plays", len(rows))
        parts = [element("h1", title), element("p", count, class_="soft s14"), *more]
        plays = element("div", *rows_by_month(self._index, self._matches, rows), class_="plays")
        return _document(title, [*parts, plays], root)

    def _people(self) -> Iterator[tuple[str, str]]:
        people, faces = self._matches.people(), faces_of(self._matches)
        names = {id: people.name(id) for id in self._index.plays_by_person()}
        of = {id: self._index.matches(person=id) for id in names}
        linked = [(f"people/{id}.html", faces.face(name, 24), plain(name), len(of[id])) for id, name in names.items()]
        yield "people.html", _list(gettext("People"), linked)
        for id, name in names.items():
            yield f"people/{id}.html", self._plays(plain(name), of[id], root="../")

    def _games(self) -> Iterator[tuple[str, str]]:
        emblems, of = emblems_of(self._matches), dict[str, list[MatchRow]]()
        for row in self._rows:
            of.setdefault(row.game_title, []).append(row)
        titled = sorted(of.items(), key=lambda each: each[0].casefold())
        linked = [
            (f"games/{place}.html", emblems.emblem(title, 24), _game(title), len(rows))
            for place, (title, rows) in enumerate(titled)
        ]
        yield "games.html", _list(gettext("Games"), linked)
        for place, (title, rows) in enumerate(titled):
            yield f"games/{place}.html", self._plays(_game(title), rows, root="../")

    def _play(self, row: MatchRow) -> str:
        try:
            match = load_match(self._matches, row.id)
        except MatchUnavailable as error:
            return _document(play_title(row), [element("h1", play_title(row)), element("p", str(error))], "../")
        if facts_of(match.game).records_moves:
            notes, photos = self._matches.notes(row.id), embedded(match, self._matches)
            return page.html(match, notes, None, photos, kept_review(self._matches.store, row.id))
        return _document(window_title(row), [*self._sheet(match)], "../", play_picture.svg(match))

    def _sheet(self, match: Match) -> Iterator[Json]:
        """The photos of a play by sheet, and all that is recorded of it."""
        for photo in embedded(match, self._matches).shown:
            yield element("img", src=photo["full"], alt=photo["caption"] or gettext("Photo"))
        log = script.write_text(match, self._matches.notes(match.id))
        yield element("details", element("summary", gettext("All that is recorded")), element("pre", log))


def _game(title: str) -> str:
    return plain(language.translate(title))


def _list(title: str, linked: Sequence[tuple[str, Json, str, int]]) -> str:
    lines = [
        element(
            "a", element("span", picture, name, class_="nm"),
            element("span", ngettext("{number} play", "{number} plays", number), class_="soft"),
            href=href, class_="tally",
        )
        for href, picture, name, number in linked
    ]  # fmt: skip
    return _document(title, [element("h1", title), *lines])


def _document(title: str, parts: Sequence[Json], root: str = "", picture: str = "") -> str:
    """The page; `root` leads to the folder, `picture` is SVG above the parts."""
    pages: Mapping[str, str] = {"index": gettext("Plays"), "people": gettext("People"), "games": gettext("Games")}
    links = [element("a", label, href=f"{root}{name}.html", class_="link") for name, label in pages.items()]
    main = _TO_PLAY.sub(partial(_linked, root), "".join(map(markup, parts)))
    return f"""<!doctype html>
<html lang="{language.current()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Partie">
<title>{escape(title)} - Partie</title>
<link rel="stylesheet" href="{root}look.css">
</head>
<body>
{markup(element("nav", *links))}
<main>{picture}{main}</main>
</body>
</html>
"""


def _linked(root: str, found: re.Match[str]) -> str:
    return f'href="{root}plays/{found[1]}.html"'
