"""Catalogs are read as Babel reads them, which writes them."""

from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import get_decimal_symbol, get_group_symbol

from viewer.locale import language
from viewer.locale.po_file import compiled, header_of, messages

ODD = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=((n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2);\n"

# A comment of a translator.
#: viewer/a.py viewer/b.js
msgid ""
"Two \"quoted\"\n"
"lines\\n"
msgstr "Dva „řádky“\n"
"a \\ dál"
msgctxt "verb"
msgid "Share"
msgstr "Sdílet"

msgid "Share"
msgstr "Podíl"

#, fuzzy, python-brace-format
msgid "Guessed"
msgstr "Hádané"

msgid "Left open"
msgstr ""

#: viewer/c.html
msgid "{number} move"
msgid_plural "{number} moves"
msgstr[0] "{number} tah"
msgstr[1] ""
msgstr[2] "{number} tahů"

#~ msgid "Gone"
#~ msgstr "Pryč"
"""


def by_babel(text: str) -> dict[object, str]:
    file = BytesIO()
    write_mo(file, read_po(BytesIO(text.encode()), locale="cs"))
    return words(GNUTranslations(BytesIO(file.getvalue())))


def words(known: GNUTranslations) -> dict[object, str]:
    return {key: text for key, text in known._catalog.items() if key}  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", [None, *(key for key in language.LANGUAGES if key != language.ENGLISH)])
def test_words_and_places_are_those_that_babel_reads(key: str | None) -> None:
    path = language.files("viewer").joinpath("locale", key or "", "LC_MESSAGES", "partie.po")
    text = path.read_text("utf-8") if key else ODD
    known = tuple(messages(text))
    assert words(compiled(known)) == by_babel(text)
    theirs = [message for message in read_po(BytesIO(text.encode())) if message.id]
    assert [message.files for message in known if any(message.ids)] == [
        tuple(file for file, _ in message.locations) for message in theirs
    ]


def test_a_catalog_without_plural_forms_has_those_of_ours() -> None:
    odd = tuple(messages(ODD))
    bare = compiled(tuple(message for message in odd if any(message.ids)), header_of(odd))
    assert [bare.ngettext("{number} move", "{number} moves", number)[9:] for number in (1, 3, 5)] == [
        "tah",
        "moves",
        "tahů",
    ]
    assert bare.pgettext("verb", "Share") == "Sdílet"


def test_separators_are_those_of_the_language() -> None:
    for key in language.LANGUAGES:
        language.set_language(key)
        assert language.number(1000.5) == f"1{get_group_symbol(key)}000{get_decimal_symbol(key)}5"
    language.set_language(language.ENGLISH)
