"""A forgotten name is found in every written form; undecidable places are reported."""

import json
import unicodedata
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from core.record_events import RECORD_EVENTS
from eventstore.access import grants
from eventstore.maintenance import erasure
from eventstore.matches import collection, confirmed_mappings, imports, notes, people, photos, portraits, templates
from eventstore.matches.name_forms import NameForms, in_bytes
from eventstore.readmodels.index import MatchIndex
from eventstore.store import redaction
from tests.recorded import records_in

NAMES = ("Anna Berg", "Žofie O'Hara", "Jean-Luc Strauß", "İbrahim Işık", "Ștefan Țîru", "Zbyněk")
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}
BETWEEN = ("", " ", "  ", "\n", "\r\n\t", "\u00a0", "\u2009", "_", ".", "-", "\u2011", " - ", "\u200b", "\u00ad ")
INVISIBLE = ("", "", "", "\u00ad", "\u200b", "\u200d", "\ufeff", "\u2060")
CASES = (str, str.lower, str.upper, str.title, str.casefold, str.swapcase)


@st.composite
def forms(draw: st.DrawFn) -> tuple[str, str]:
    """A name, and one of the forms of it."""
    name = draw(st.sampled_from(NAMES))
    written = draw(st.sampled_from(CASES))(name)
    if draw(st.booleans()):
        written = written.replace("'", "\u2019")
    written = draw(st.sampled_from(BETWEEN)).join(written.split(" "))
    written = "".join(letter + draw(st.sampled_from(INVISIBLE)) for letter in written)
    if draw(st.booleans()):
        written = written.translate(WIDE)
    return name, unicodedata.normalize(draw(st.sampled_from(("NFC", "NFD", "NFKC", "NFKD"))), written)


@given(
    forms(),
    st.sampled_from(("", "With ", "#", "(", "… ", "@")),
    st.sampled_from(("", "!", "'s", "’s", "@x.cz", ")", "\n")),
)
def test_a_name_is_found_in_every_form(pair: tuple[str, str], before: str, behind: str) -> None:
    name, written = pair
    text = NameForms([name]).replaced(before + written + behind, "somebody")
    assert text == f"{before}somebody{behind}"


@given(forms())
def test_a_name_is_found_in_the_bytes_of_a_file_in_every_form(pair: tuple[str, str]) -> None:
    name, written = pair
    pattern = in_bytes(name)
    assert pattern.search(f"x{written}y".encode())
    assert pattern.search(json.dumps(f"x{written}y").encode())


def test_a_wide_letter_with_its_dot_apart_is_found_in_the_bytes_of_a_file() -> None:
    assert in_bytes("İbrahim Işık").search("ｉ\u0307ｂｒａｈｉｍ ｉşıｋ".encode())


@given(st.text(), st.sampled_from(NAMES))
def test_text_without_the_name_stays_as_it_is(text: str, name: str) -> None:
    form = NameForms([name])
    replaced = form.replaced(text, "somebody")
    assert form.is_in(text) if replaced != text else replaced == text
    assert form.replaced(replaced, "somebody") == replaced


@pytest.mark.parametrize("text", ["AnnaBergRocks", "anna_berg1990", "Anna Bergs", "HannaBerg"])
def test_the_name_within_other_letters_is_left_and_told(text: str) -> None:
    form = NameForms(["Anna Berg"])
    assert form.replaced(text, "somebody") == text
    assert form.is_in(text)


@pytest.mark.parametrize(
    ("name", "text"), [("Jan", "Ján"), ("Anna", "Antonín and Hana"), ("Ben", "bend"), ("Jan", "journal")]
)
def test_other_words_are_not_the_name(name: str, text: str) -> None:
    assert NameForms([name]).replaced(text, "somebody") == text


def test_where_a_form_of_the_name_was_left_is_told(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    records.start(
        scoresheet,
        ["Žofie Malá", "Ben"],
        PointsNoted("Bonus ŽofieMalá", (1, 2)),
        id="m",
        title="U Žofie\u00a0\u00a0Malás",
    )
    decomposed = unicodedata.normalize("NFD", "ŽOFIE\nMALÁ")
    records.note("m", 1, f"s ŽofieMaláPraha, ZOFIE MALA, zofie\u0301 {decomposed}!")
    (person,) = records.people().named("Žofie Malá")
    forgotten = erasure.forget(records.store, records, MatchIndex(records.store, records), person)
    assert records.notes("m")[0].text.endswith(" somebody!")
    (places,) = forgotten.left.values()
    assert set(places) >= {"m, event 1", "m, event 2"}
    records.store.close()


@given(st.dictionaries(st.text(), st.one_of(st.text(), st.integers(), st.lists(st.text()))), st.text(), st.text())
def test_texts_and_the_rest_are_all_of_the_data(more: dict[str, object], title: str, tag: str) -> None:
    data = json.dumps(more | {"title": title, "tags": [tag], "options": {"title": tag}, "played_on": "2026"})
    rest, texts = redaction.split("MatchStarted", data)
    assert sorted(map(json.loads, texts)) == sorted([title, tag, tag, *_strings(more.get("place"))])
    parts = iter(texts)
    assert "".join(part + next(parts, "") for part in rest.split("\x1e")) == data
    changed = redaction.redact("MatchStarted", data, lambda text: f"{text}!")
    assert redaction.split("MatchStarted", changed)[0] == rest
    assert json.loads(changed)["title"] == f"{title}!"


def _strings(value: object) -> list[str]:
    return [value] if isinstance(value, str) else list(value) if isinstance(value, list) else []


@given(st.sampled_from(sorted(redaction.PERSONAL)), st.text())
def test_what_is_no_json_is_all_rest(type: str, data: str) -> None:
    rest, texts = redaction.split(type, data)
    assert len(texts) == 0 or rest.count("\x1e") == len(texts)


def test_every_personal_field_is_one_of_its_event() -> None:
    of_streams = (
        module.EVENTS
        for module in (collection, confirmed_mappings, grants, imports, notes, people, photos, portraits, templates)
    )
    classes = {cls.__name__: cls for cls in chain(RECORD_EVENTS, scoresheet.EVENTS, *of_streams)}
    for type, fields in redaction.PERSONAL.items():
        assert {field[0] for field in fields} <= set(classes[type].__dataclass_fields__)
