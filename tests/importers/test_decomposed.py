"""Letters with accents in two Unicode forms: names, titles and places are the same in both."""

import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from core.games import scoresheet
from eventstore import codec
from eventstore.matches.people import PersonNamed
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import Append
from importers import ingest
from importers.tables import table
from tests.viewer.commands.terminal import Terminal
from tests.viewer.commands.test_import import counts, imported

FORMS: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")
TABLE = "Date,Game,Place,Player,Points\n" + "".join(
    f"2024-01-0{day},{unicodedata.normalize(form, 'Český Azul')},{unicodedata.normalize(form, 'Zlín')},"
    f"{unicodedata.normalize(form, name)},{points}\n"
    for day, form in enumerate(FORMS, 1)
    for name, points in (("Zoë", 5), ("Ben", 4))
)
DECOMPOSED, COMPOSED = (unicodedata.normalize(form, TABLE).encode() for form in reversed(FORMS))
ZOE = unicodedata.normalize("NFD", "Zoë")


def test_a_person_in_two_forms_is_one(partie: Terminal, tmp_path: Path) -> None:
    (tmp_path / "plays.csv").write_text(TABLE)
    assert imported(partie, tmp_path / "plays.csv")["people"] == 2
    assert {row["title"] for row in partie.json("list")} == {"Český Azul"}
    assert {row["name"] for row in partie.json("people")} == {"Zoë", "Ben"}
    for option, value in (("--game", "Český Azul"), ("--place", "Zlín"), ("--person", "Zoë")):
        assert len(partie.json("list", option, unicodedata.normalize("NFD", value))) == 2
    assert partie.json("stats", "person", ZOE)["plays"] == 2


@pytest.mark.parametrize("first", [COMPOSED, DECOMPOSED])
def test_a_file_in_the_other_form_adds_nothing(partie: Terminal, tmp_path: Path, first: bytes) -> None:
    (tmp_path / "first.csv").write_bytes(first)
    (tmp_path / "other.csv").write_bytes(DECOMPOSED if first == COMPOSED else COMPOSED)
    assert counts(imported(partie, tmp_path / "first.csv")) == (2, 0, 0, 0)
    assert counts(imported(partie, tmp_path / "other.csv")) == (0, 0, 2, 0)


def test_a_play_that_was_recorded_under_its_former_id_stays_one(records: MatchRepository) -> None:
    plays = table.read(DECOMPOSED).plays
    assert all(play.former_source for play in plays)
    assert not any(play.former_source for play in table.read(COMPOSED).plays)
    former = [replace(play.provenance, source=play.former_source) for play in plays]
    before = [replace(play, provenance=source) for play, source in zip(plays, former, strict=True)]
    assert [result.what for result in ingest.record_plays(records, before)] == ["new"] * 2
    assert [result.what for result in ingest.record_plays(records, plays)] == ["unchanged"] * 2


def test_a_stored_decomposed_name_matches_and_can_be_composed(records: MatchRepository) -> None:
    named = codec.row(PersonNamed("zoe", ZOE))
    records.store.append(Append("people", [named], expected_version=0, by="local", at="2026-01-01T00:00:00Z"))
    match = records.start(scoresheet, ("Zoë", "Ben"))
    assert match.header.players[0] == "zoe"
    assert records.people().named("ZOË") == records.people().named(ZOE.upper()) == ("zoe",)
    assert records.people_repository.rename("zoe", ZOE).name("zoe") == "Zoë"


def test_a_stored_decomposed_title_and_place_are_those_of_the_composed_ones(records: MatchRepository) -> None:
    for form in FORMS:
        title, place = unicodedata.normalize(form, "Český Azul"), unicodedata.normalize(form, "Zlín")
        records.start(scoresheet, ("Ann", "Ben"), options={"title": title}, place=place)
    index = MatchIndex(records.store, records)
    assert (index.games(), index.places()) == (("Český Azul",), ("Zlín",))
