"""Catalogs of translations (`.po`), read by the standard library: Babel, which writes them, is not everywhere."""

import re
from collections.abc import Iterable, Iterator, Sequence
from gettext import GNUTranslations
from io import BytesIO
from struct import pack
from typing import Final, NamedTuple

_LINE: Final = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)?\s*"((?:[^"\\]|\\.)*)"\s*$')
_ESCAPED: Final = re.compile(r"\\(.)")
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r"}


class PoMessage(NamedTuple):
    """A message: its text, or singular and plural, the translations of its forms, and the files that have it.

    Untranslated forms are empty. The message without a text is the header. `is_fuzzy`: a guess that is not shown.
    """

    context: str
    ids: tuple[str, ...]
    forms: tuple[str, ...]
    files: tuple[str, ...]
    is_fuzzy: bool = False


def messages(text: str) -> Iterator[PoMessage]:
    """The messages of a catalog, without those that are no longer used."""
    fields, files, flags, last = dict[str, str](), list[str](), "", ""
    for line in [*text.splitlines(), 'msgid ""']:
        found = _LINE.match(line)
        keyword = found[1] if found else None
        if last.startswith("msgstr") and (line.startswith("#") or keyword in ("msgctxt", "msgid")):
            yield _message(fields, files, flags)
            fields, files, flags, last = {}, [], "", ""
        if line.startswith("#:"):
            files += line[2:].split()
        elif line.startswith("#,"):
            flags += line
        elif found:
            last = keyword or last
            part = _ESCAPED.sub(lambda letter: _LETTERS.get(letter[1], letter[1]), found[2])
            fields[last] = fields.get(last, "") + part


def _message(fields: dict[str, str], files: Sequence[str], flags: str) -> PoMessage:
    ids = tuple(fields[name] for name in ("msgid", "msgid_plural") if name in fields)
    forms = tuple(form for name, form in fields.items() if name.startswith("msgstr"))
    return PoMessage(fields.get("msgctxt", ""), ids, forms, tuple(files), "fuzzy" in flags)


def header_of(catalog: Iterable[PoMessage]) -> str:
    """The header, which says how plural forms are chosen; empty without one."""
    return next((message.forms[0] for message in catalog if message.ids == ("",)), "")


def compiled(catalog: Sequence[PoMessage], header: str = "") -> GNUTranslations:
    """The catalog for `gettext`; `header` is that of one without plural forms of its own."""
    own = header_of(catalog)
    texts = {b"": (own if "Plural-Forms:" in own and "charset=" in own else header).encode()}
    for message in catalog:
        if any(message.ids) and any(message.forms) and not message.is_fuzzy:
            id = "\0".join(message.ids)
            forms = (form or message.ids[min(number, 1)] for number, form in enumerate(message.forms))
            texts[(f"{message.context}\x04{id}" if message.context else id).encode()] = "\0".join(forms).encode()
    return GNUTranslations(BytesIO(_mo(sorted(texts.items()))))


def _mo(texts: Sequence[tuple[bytes, bytes]]) -> bytes:
    """A compiled catalog (`.mo`): a head, the places of all texts, the places of all translations, and all of them."""
    count, content, places = len(texts), b"", list[int]()
    start = 28 + 16 * count
    for column in (0, 1):
        for pair in texts:
            places += (len(pair[column]), start + len(content))
            content += pair[column] + b"\0"
    return pack(f"<7I{len(places)}I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, start, *places) + content
