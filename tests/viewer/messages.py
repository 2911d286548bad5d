"""Every message of the sources, and the catalogues brought up to date with them: `make messages`."""

import ast
import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple, get_args

from babel.messages import catalog as po
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript
from babel.messages.pofile import read_po, write_po

from core.games import GAMES
from core.games.azacru.fields import DIRECTIONS
from core.games.chocolatier.state import PALETTES, TITLES
from core.games.pavilion import state as pavilion
from core.games.pavilion.layout import BONUS_TILES
from core.games.schokoly import faces as schokoly
from core.record_events import CloseReason
from importers.tables.headers import MEANINGS
from tests import ROOT
from viewer.locale import language
from viewer.pages.new_match.option_fields import choices_of, kinds_of, readable

LANGUAGES = tuple(key for key in language.LANGUAGES if key != language.ENGLISH)
HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"

"""

LITERAL = {
    "gettext": (0,),
    "ngettext": (0, 1),
    "pgettext": (1,),
    "gettext_noop": (0,),
    "message": (0,),
    "message_in": (1,),
    "message_of": (0, 1),
}
"""Functions whose arguments at these places are messages, and must be literals."""
SAID_BY_CORE = {"Refusal": "sentence", "Step": "label", "Gain": "source", "Outcome": "why"}
"""Classes of core that hold a message: a literal, or a `Message` made elsewhere."""
PLACES = {"Refusal": 1, "Step": 0, "Gain": 2, "Outcome": 2}
FOLDERS = ("core", "eventstore", "importers", "viewer")
ENGLISH_ALONE = ("core/messages.py", "viewer/cli.py", "viewer/commands/", "viewer/conformance/")
"""Where these functions are made, and the command line, which speaks English."""

ATTRIBUTES = ("aria-label", "title", "placeholder", "alt")
SILENT = ("style", "svg", "kbd")


class Message(NamedTuple):
    """`many` is empty where there is no plural, `context` where the text needs none.

    `text` is empty where the source makes the text up in a way that cannot be translated.
    """

    file: str
    line: int
    text: str
    many: str = ""
    context: str = ""


def template() -> Catalog:
    """All messages of the sources, in the order of the files."""
    catalog = Catalog(fuzzy=False)
    for message in (message for message in messages() if message.text):
        text = (message.text, message.many) if message.many else message.text
        catalog.add(text, locations=[(message.file, message.line)], context=message.context or None)
    return catalog


@cache
def messages() -> tuple[Message, ...]:
    return tuple(_messages())


def _messages() -> Iterator[Message]:
    yield from of_games()
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")):
        file = path.relative_to(ROOT).as_posix()
        if file.startswith(ENGLISH_ALONE):
            continue
        if path.suffix == ".py":
            yield from of_python(file, path.read_text("utf-8"))
        elif path.suffix == ".js":
            yield from of_javascript(file, path.read_bytes())
        elif path.suffix == ".html":
            yield from of_html(file, path.read_text("utf-8"))


def of_games() -> Iterator[Message]:
    """Words that games only hold in tables: titles, colors, places, directions, and what brings points at the end."""
    words = {
        "core/games/__init__.py": [*(game.TITLE for game in GAMES), *words_of_options()],
        "core/games/chocolatier/state.py": [*TITLES.values(), *chain(*PALETTES.values()), "rows", "columns", "colors"],
        "core/games/pavilion/state.py": [*pavilion.STARS, *BONUS_TILES, "star", "number"],
        "core/games/schokoly/faces.py": schokoly.COLORS,
        "core/games/azacru/fields.py": [*DIRECTIONS, "left", "right"],
        "core/record.py": get_args(CloseReason),
        "importers/tables/headers.py": MEANINGS,
    }
    for file, found in words.items():
        yield from (Message(file, 1, word) for word in found)


def words_of_options() -> list[str]:
    """What *New match* calls the options of the games and the words they may be."""
    kinds = [(name, kind) for game in GAMES for name, kind in kinds_of(game).items()]
    said = dict.fromkeys(readable(str(word)) for name, kind in kinds for word in (name, *choices_of(kind)))
    return [text for text in said if any(char.isalpha() for char in text)]


def of_python(file: str, source: str) -> Iterator[Message]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in LITERAL and isinstance(call.func, ast.Name) and call.args:
            if name == "gettext" and isinstance(call.args[0], ast.Name | ast.Subscript | ast.Attribute):
                continue  # A text that `gettext_noop` marked where it is written.
            texts = [_literal(call.args[place]) for place in LITERAL[name]]
            context = _literal(call.args[0]) if name in ("pgettext", "message_in") else ""
            yield Message(file, call.lineno, texts[0], (*texts[1:], "")[0], context)
        elif (
            name in SAID_BY_CORE
            and file.startswith(("core/", "eventstore/"))
            and not any(isinstance(a, ast.Starred) for a in call.args)
        ):
            place = PLACES[name]
            by_name = [keyword.value for keyword in call.keywords if keyword.arg == SAID_BY_CORE[name]]
            for said in (*call.args[place : place + 1], *by_name):
                if any(isinstance(part, ast.JoinedStr) for part in ast.walk(said)):
                    yield Message(file, said.lineno, "")
                for text in _literals(said):
                    yield Message(file, said.lineno, text)


def _literal(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _literals(node: ast.expr) -> Iterator[str]:
    """A literal, or both of `a if condition else b`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)


def of_javascript(file: str, source: bytes) -> Iterator[Message]:
    code = _without_markup(source.decode()).encode()
    found = extract_javascript(BytesIO(code), {"gettext": None, "ngettext": None}, (), {})
    for line, name, texts, _ in found:
        one, many = (*texts, None)[:2] if isinstance(texts, tuple) else (texts, None)
        if one:
            yield Message(file, line, one, many or "" if name == "ngettext" else "")


_MARKUP = re.compile(r"\$\{|`|[^`$]+|\$")
_CODE = re.compile(r'(?:html|svg)`|\w+|"(?:[^"\\\n]|\\.)*"|[\s\S]')


def _without_markup(source: str) -> str:
    """The code of a script without the markup of its templates, whose expressions babel does not look into."""
    code, opened, at = list[str](), list[str](), 0
    while at < len(source):
        is_markup = opened[-1:] == ["`"]
        found = (_MARKUP if is_markup else _CODE).match(source, at)
        assert found
        lexeme, at = found[0], found.end()
        if is_markup:
            if lexeme == "`":
                opened.pop()
            elif lexeme == "${":
                opened.append("{")
            code.append("\n" * lexeme.count("\n") or " ")
        elif lexeme in ("html`", "svg`") or (lexeme == "`" and opened):
            opened.append("`")
            code.append(" ")
        else:
            if opened and lexeme in "{}":
                opened.append("{") if lexeme == "{" else opened.pop()
            code.append(lexeme)
    return "".join(code)


def of_html(file: str, source: str) -> Iterator[Message]:
    reader = _Reader(file)
    reader.feed(source)
    return iter(reader.found)


class _Reader(HTMLParser):
    """Texts and labels that people read, as `translateElement` finds them in the browser."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.file, self.found, self.silent = file, list[Message](), 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in SILENT
        for name, value in attrs:
            if name in ATTRIBUTES and value:
                self._keep(value)

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self._keep(data.strip())

    def _keep(self, text: str) -> None:
        if any(char.isalpha() for char in text):
            self.found.append(Message(self.file, self.getpos()[0], text))


def path_of(key: str) -> Path:
    return ROOT / "viewer" / "locale" / key / "LC_MESSAGES" / "partie.po"


def updated(key: str) -> bytes:
    """The catalogue with every message of the sources: known translations kept, those of gone messages dropped."""
    catalog = read_po(BytesIO(path_of(key).read_bytes()), locale=key)
    update(catalog, template())
    output = BytesIO(HEADER.format(language=key, plural=catalog.plural_forms).encode())
    output.seek(0, 2)
    write_po(output, catalog, width=120, omit_header=True, ignore_obsolete=True, include_lineno=False)
    return output.getvalue()


def update(catalog: Catalog, template: Catalog) -> None:
    """Give the catalogue the messages of the template.

    A new message like one that is gone keeps its translation as a fuzzy entry: people read the English text until
    somebody has checked the entry. Babel's own matching also takes the translations of messages that are still there.
    """
    catalog.update(template, no_fuzzy_matching=True)
    gone = {_english(old): old for old in catalog.obsolete.values() if any(forms(old.string or ""))}
    for new in catalog:
        if new.id and not any(forms(new.string or "")):
            alike = [text for text, old in gone.items() if _kind(old) == _kind(new)]
            for text in get_close_matches(_english(new), alike, 1):
                new.string = gone.pop(text).string
                new.flags.add("fuzzy")


def _english(each: po.Message) -> str:
    return forms(each.id)[0]


def _kind(each: po.Message) -> tuple[bool, str | None]:
    return each.pluralizable, each.context


def messages_of(key: str) -> tuple[po.Message, ...]:
    """The messages of a catalogue as the file holds them."""
    with path_of(key).open("rb") as file:
        return tuple(message for message in read_po(file, locale=key) if message.id)


def untranslated(key: str) -> list[str]:
    """The messages of the sources that are said in English: they have no translation yet, or a fuzzy one."""
    known = {(each.id, each.context) for each in messages_of(key) if all(forms(each.string)) and not each.fuzzy}
    return [_english(each) for each in template() if each.id and (each.id, each.context) not in known]


def forms(said: str | Sequence[str]) -> tuple[str, ...]:
    """A text and its plurals; a text alone where it has none."""
    return (said,) if isinstance(said, str) else tuple(said)


def completeness(key: str) -> str:
    """How much of the sources a catalogue translates, in words for a terminal."""
    left, whole = len(untranslated(key)), len(template())
    return f"{path_of(key).relative_to(ROOT)}: {whole - left} of {whole} messages translated ({percent(left, whole)} %)"


def percent(left: int, whole: int) -> float:
    """The translated share with one decimal, rounded down: 100.0 means that nothing is left."""
    return 1000 * (whole - left) // whole / 10


if __name__ == "__main__":
    for key in LANGUAGES:
        path_of(key).write_bytes(updated(key))
        print(completeness(key))
        fuzzy = {_english(each) for each in messages_of(key) if each.fuzzy}
        for text in untranslated(key):
            print(f"  {'to check (fuzzy)' if text in fuzzy else 'to translate'}: {text}")
