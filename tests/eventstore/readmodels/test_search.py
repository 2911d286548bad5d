"""Words find matches by title, person, place, tag, date and what people wrote, however they are typed."""

import itertools
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from core.games import scoresheet
from core.record_events import MatchImported
from eventstore.matches.notes import NoteChanged
from eventstore.matches.photo_encoding import encode
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import search
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.search import MatchSearch
from eventstore.readmodels.search_dates import LANGUAGES, DatePeriod, read_periods
from eventstore.readmodels.search_hits import NearWord, marked, near_word, text_hits
from eventstore.store.open_store import open_store
from eventstore.store.postgres import PostgresStore
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.readmodels.plays_at_random import HISTORIES, RandomPlays
from tests.pictures import photo
from tests.recorded import records_in
from tests.stores import SQLITE_FIRST, empty


@pytest.fixture(scope="module", params=SQLITE_FIRST)
def records(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchRepository]:
    store = open_store(empty(request.param, tmp_path_factory.mktemp("search")))
    yield filled(MatchRepository(store))
    store.close()


def filled(records: MatchRepository) -> MatchRepository:
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
    comment = "The thunderstorm took the light in round 3; we went on by cœurs and candles."
    records.record("wings", MatchImported("bgg:1", comment=comment))
    note = records.note("seven", 1, "Ein Gewitter, přišla bouřka")
    records.change_note("seven", NoteChanged(note.id, "Přišla *bouřka*"))
    gone = records.note("frogs", 1, "thunderstorm")
    records.withdraw_note("frogs", gone.id)
    records.photos.attach(records.match("undated"), encode(photo()), caption="Thunderstorms over the balcony")
    return records


def sheet(records: MatchRepository, id: str, game: str, names: tuple[str, ...], **more: Any) -> None:
    records.start(scoresheet, names, id=id, options={"title": game}, **more)


def index(records: MatchRepository, ids: set[str] | None = None) -> MatchIndex:
    store = records.store
    assert isinstance(store, SqliteStore | PostgresStore)
    return MatchIndex(store, records, ids)


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
        ("thunder", ["wings", "undated"]),
        ("CANDLES thunderstorm ben", ["wings"]),
        ("coeur", ["wings"]),
        ("bourka", ["seven"]),
        ("gewitter", []),
        ("thunderstorm 2025", []),
        ("november 2026", ["frogs", "wings"]),
        ("listopad wing", ["wings"]),
        ("v pátek", ["frogs"]),
        ("friday", ["frogs", "wings"]),
        ("noiembrie", ["frogs", "wings"]),
        ("2. 11. 2026", ["wings"]),
        ("20 nov", ["frogs"]),
        ("autumn 2026 ben", ["wings"]),
        ("31.2.2026", []),
        ('"november 2026"', []),
    ],
)
def test_every_word_begins_a_word_of_the_match(records: MatchRepository, words: str, found: list[str]) -> None:
    assert [row.id for row in index(records).matches(search=words)] == found
    assert index(records).count(search=words) == len(found)


def test_a_search_goes_with_other_criteria_and_sees_no_more_than_lists(records: MatchRepository) -> None:
    assert [row.id for row in index(records).matches(search="wing", place="Café Slavia")] == ["wings"]
    assert [row.id for row in index(records, {"undated"}).matches(search="wing")] == ["undated"]


def test_words_of_texts_are_found_only_where_the_match_is_visible(records: MatchRepository) -> None:
    seen = index(records, {"frogs", "undated"})
    assert seen.ids(search="thunderstorm") == ("undated",)
    assert seen.ids(search="bourka") == ()
    assert seen.texts(["wings", "seven"]) == {}
    assert seen.written_words("b") == ("balcony",)
    assert near_word(seen, records.people(), MatchSearch(("thunderstorn", "ben")), {}) == (
        ("thunderstorn", "ben"),
        None,
    )


def test_a_row_found_by_a_text_says_which_and_is_cut_around_the_hit(records: MatchRepository) -> None:
    search = MatchSearch(("thunder", "light"))
    rows = index(records).matches(search=search)
    (hit,) = text_hits(index(records), rows, search).values()
    assert (hit.source, hit.about, [part.text for part in hit.parts if part.hit]) == (
        "comment",
        None,
        ["thunderstorm", "light"],
    )
    assert text_hits(index(records), index(records).matches(search="wing"), MatchSearch(("wing",))) == {}
    long = marked(" ".join(["word"] * 30 + ["Bouřka"] + ["word"] * 60), ["bourka"])
    assert (long[0].text, long[-1].text) == ("…", "…")
    assert "".join(part.text for part in long).index("Bouřka") < 45


def test_a_near_word_is_offered_as_it_is_written(records: MatchRepository) -> None:
    assert near_word(index(records), records.people(), MatchSearch(("bourkaa",)), {}) == (
        ("bourkaa",),
        NearWord("bourkaa", "bouřka", 1),
    )
    assert near_word(index(records), records.people(), MatchSearch(("ben", "xylophone")), {}) == (("xylophone",), None)


@pytest.mark.parametrize(
    ("text", "languages", "period"),
    [
        ("last march", LANGUAGES, DatePeriod("last march", 2026, 3)),
        ("minulý prosinec", LANGUAGES, DatePeriod("minulý prosinec", 2025, 12)),
        ("loni v březnu", LANGUAGES, DatePeriod("loni v březnu", 2025, 3)),
        ("martie trecut", LANGUAGES, DatePeriod("martie trecut", 2026, 3)),
        ("Jul 4, 2025", LANGUAGES, DatePeriod("Jul 4, 2025", 2025, 7, 4)),
        ("3/14/2026", ("en",), DatePeriod("3/14/2026", 2026, 3, 14)),
        ("3/4/2026", ("cs",), DatePeriod("3/4/2026", 2026, 4, 3)),
        ("last summer", LANGUAGES, DatePeriod("last summer", 2026, season="summer")),
        ("iarna trecută", LANGUAGES, DatePeriod("iarna trecută", 2025, season="winter")),
        ("last Friday", LANGUAGES, DatePeriod("last Friday", 2026, 11, 20)),
        ("last month", LANGUAGES, DatePeriod("last month", 2026, 10)),
        ("vinerea", ("ro",), DatePeriod("vinerea", weekday=4, bare=True)),
        ("vinerea", ("cs",), "vinerea"),
        ("mar", LANGUAGES, "mar"),
        ("winter 2024", LANGUAGES, DatePeriod("winter 2024", 2024, season="winter")),
    ],
)
def test_days_are_read_as_people_say_them(text: str, languages: tuple[str, ...], period: DatePeriod | str) -> None:
    assert read_periods(text, date(2026, 11, 27), languages) == [period]


def test_winter_goes_on_in_the_next_year_and_a_weekday_is_of_every_week() -> None:
    assert DatePeriod("", 2024, season="winter").prefixes(range(0)) == ["2024-12", "2025-01", "2025-02"]
    assert len(DatePeriod("", weekday=0).prefixes(range(2024, 2025))) == 53
    assert DatePeriod("", weekday=0).prefixes(range(0)) == [], "no play has a date"


def test_people_are_found_by_all_their_names_where_everything_is_visible(tmp_path: Path) -> None:
    records = filled(records_in(tmp_path / "a.db"))
    zoe = records.people().named("Zoe")[0]
    records.people_repository.rename(zoe, "Xenia")
    assert index(records).ids(search="zoe") == index(records).ids(search="xen") == ("undated",)
    assert index(records, {"undated"}).ids(search="zoe") == (), "a former name is not for everybody"
    records.people_repository.merge(zoe, records.people().named("Dana")[0])
    assert index(records).ids(search="dana") == ("wings", "undated")


@pytest.mark.parametrize(("kind", "seed"), HISTORIES)
def test_common_and_rare_words_find_the_same_whoever_was_merged_split_and_forgotten(
    kind: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plays = RandomPlays(open_store(empty(kind, tmp_path)), seed)
    pairs = [
        " ".join(pair) for pair in itertools.combinations(("anna", "ben", "c", "d", "emil", "az", "cl", "2024"), 2)
    ]
    for _ in range(4):
        plays.happen(30)
        for id in [*plays.records.ids()][::5]:
            plays.records.note(id, 1, plays.rng.choice(("anna and emil", "club")))
        monkeypatch.setattr(search, "_MANY", 10**9)
        found = [plays.index.ids(search=text) for text in pairs]
        assert any(found)
        monkeypatch.setattr(search, "_MANY", 1)
        assert [plays.index.ids(search=text) for text in pairs] == found
    plays.store.close()
