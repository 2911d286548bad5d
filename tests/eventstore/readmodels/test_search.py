"""Words find matches by title, person, place, tag and date, however they are typed."""

from pathlib import Path
from typing import Any

import pytest

from core.games import scoresheet
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from tests.recorded import records_in


@pytest.fixture
def records(tmp_path: Path) -> MatchRepository:
    records = records_in(tmp_path / "a.db")
    sheet(
        records,
        "frogs",
        "Žabí království",
        ("Šárka", "Ana-Maria"),
        played_on="2026-11-20",
        place="U Lišky",
        tags=("late",),
    )
    sheet(
        records,
        "wings",
        "Wingspan",
        ("Ben", "Dana"),
        played_on="2026-11-02",
        place="Café Slavia",
        title="Friday's game",
    )
    sheet(records, "seven", "7 Wonders", ("Ben", "Łukasz"), played_on="2025", tags=("Žižkov club",))
    sheet(records, "undated", "Wings of War", ("Ana", "Zoe"))
    return records


def sheet(records: MatchRepository, id: str, game: str, names: tuple[str, ...], **more: Any) -> None:
    records.start(scoresheet, names, id=id, options={"title": game}, **more)


def index(records: MatchRepository, ids: set[str] | None = None) -> MatchIndex:
    assert isinstance(records.store, SqliteStore)
    return MatchIndex(records.store, records, ids)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", ["frogs", "wings", "seven", "undated"]),
        ("zabi", ["frogs"]),
        ("ŽABÍ kral", ["frogs"]),
        ("wing", ["wings", "undated"]),
        ("ana", ["frogs", "undated"]),
        ("maria", ["frogs"]),
        ("sarka", ["frogs"]),
        ("lukasz", ["seven"]),
        ("cafe", ["wings"]),
        ("lisky late", ["frogs"]),
        ("zizkov", ["seven"]),
        ("fridays", ["wings"]),
        ("friday's", ["wings"]),
        ("202", ["frogs", "wings", "seven"]),
        ("2026", ["frogs", "wings"]),
        ("2026-11-2", ["frogs"]),
        ("2026-11-0", ["wings"]),
        ("7", ["seven"]),
        ("ben 2025", ["seven"]),
        ("ben sarka", []),
        ("%", ["frogs", "wings", "seven", "undated"]),
        ("nobody", []),
    ],
)
def test_every_word_begins_a_word_of_the_match(records: MatchRepository, words: str, found: list[str]) -> None:
    assert [row.id for row in index(records).matches(search=words)] == found
    assert index(records).count(search=words) == len(found)


def test_a_search_goes_with_other_criteria_and_sees_no_more_than_lists(records: MatchRepository) -> None:
    assert [row.id for row in index(records).matches(search="wing", place="Café Slavia")] == ["wings"]
    assert [row.id for row in index(records, {"undated"}).matches(search="wing")] == ["undated"]


def test_people_are_found_by_all_their_names_where_everything_is_visible(records: MatchRepository) -> None:
    zoe = records.people().named("Zoe")[0]
    records.people_repository.rename(zoe, "Xenia")
    assert index(records).ids(search="zoe") == index(records).ids(search="xen") == ("undated",)
    assert index(records, {"undated"}).ids(search="zoe") == (), "a former name is not for everybody"
    records.people_repository.merge(zoe, records.people().named("Dana")[0])
    assert index(records).ids(search="dana") == ("wings", "undated")
