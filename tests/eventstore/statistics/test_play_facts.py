"""The short fact of a play: a record, a first win, wins in a row, among the earlier plays of its game."""

from pathlib import Path

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import DetailsNoted
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.play_facts import PlayFact, facts_of
from eventstore.store.sqlite import SqliteStore
from tests.recorded import records_in


def index(matches: MatchRepository, ids: set[str] | None = None) -> MatchIndex:
    assert isinstance(matches.store, SqliteStore)
    return MatchIndex(matches.store, matches, ids)


def play(matches: MatchRepository, day: int, *, title: str = "Kettle Race", **points: int) -> str:
    """A play of the day with these points by name; the most win."""
    return sheet(matches, f"2026-11-{day:02}", points, title=title)


def sheet(matches: MatchRepository, day: str, points: dict[str, int], id: str | None = None, **options: object) -> str:
    best = (min if options.get("lowest_wins") else max)(points.values())
    won = tuple(seat for seat, own in enumerate(points.values()) if own == best)
    events = PointsNoted("final", tuple(points.values())), WinnersNamed(won)
    return matches.start(scoresheet, tuple(points), *events, options=options, played_on=day, id=id).id


def facts(matches: MatchRepository) -> dict[str, PlayFact]:
    shown = index(matches)
    return dict(facts_of(shown, shown.matches()))


def test_more_points_than_in_five_earlier_plays_are_a_record(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    for day, won in enumerate(("Ana", "Ben", "Ana", "Ben"), start=1):
        play(matches, day, **{"Ana": 5, "Ben": 6, won: 10})
    early = play(matches, 5, Ana=3, Ben=20)
    record = play(matches, 6, Ana=21, Ben=4)
    equal = play(matches, 7, Ben=21, Ana=4)
    found = facts(matches)
    assert found[record] == PlayFact("record", 0)
    assert not {early, equal} & {*found}, "four plays are too few; as many points are no record"


def test_few_points_are_a_record_where_the_fewest_win(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    for day in range(1, 7):
        sheet(matches, f"2026-11-{day:02}", {"Ana": 30, "Ben": 31 - day % 2 * 2}, title="Golf", lowest_wins=True)
    best = sheet(matches, "2026-11-20", {"Ana": 41, "Ben": 12}, title="Golf", lowest_wins=True)
    assert facts(matches)[best] == PlayFact("record", 1)


def test_a_first_win_comes_after_a_play_without_one(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    play(matches, 1, Ana=5, Ben=4)
    first = play(matches, 3, Ana=5, Ben=6)
    play(matches, 4, Ana=5, Ben=6)
    assert facts(matches) == {first: PlayFact("first_win", 1)}, "who wins the first play did not wait for it"
    earlier = play(matches, 2, Ana=1, Ben=2)
    assert facts(matches)[earlier] == PlayFact("first_win", 1), "the date counts, not when it was recorded"
    assert first not in facts(matches)


def test_three_wins_in_a_row_count_for_one_game_and_one_person(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    plays = [play(matches, day, Ana=5, Ben=4) for day in (1, 3, 4, 6)]
    play(matches, 2, Ana=1, Ben=9, title="Skat")
    assert facts(matches) == {plays[2]: PlayFact("run", 0, 3), plays[3]: PlayFact("run", 0, 4)}
    play(matches, 5, Ana=4, Ben=4)
    assert plays[3] in facts(matches), "a shared win is a win"


def test_a_merged_person_and_a_game_of_two_titles_are_one(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    sheet(matches, "2026-11-01", {"Ana": 5, "Ben": 4}, title="Krysy", bgg_id=7)
    sheet(matches, "2026-11-02", {"Anna": 5, "Ben": 4}, title="Rats", bgg_id=7)
    third = sheet(matches, "2026-11-03", {"Anna": 5, "Ben": 4}, title="Krysy", bgg_id=7)
    assert facts(matches) == {}
    ana, anna = (matches.people().named(name)[0] for name in ("Ana", "Anna"))
    matches.people_repository.merge(ana, anna)
    assert facts(matches) == {third: PlayFact("run", 0, 3)}


def test_what_does_not_count_is_not_compared(tmp_path: Path) -> None:
    matches = records_in(tmp_path / "a.db")
    for day in range(1, 8):
        sheet(matches, f"2026-10-{day:02}", {"Ana": day, "Ben": 0})  # Without a title it may be any game.
    lost = play(matches, 1, Ana=5, Ben=4)
    first = play(matches, 2, Ana=5, Ben=6)
    sheet(matches, "2026-11-03", {"Ana": 4, "Ben": 9}, "demo-1", title="Kettle Race")
    last = play(matches, 4, Ana=4, Ben=9)
    assert facts(matches) == {first: PlayFact("first_win", 1)}, "two of three wins in a row are of people"
    matches.record(lost, DetailsNoted(counted=False))
    assert facts(matches) == {}
    visible = index(matches, {first, last})
    assert facts_of(visible, visible.matches()) == {}
