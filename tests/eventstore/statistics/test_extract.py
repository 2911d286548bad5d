"""What statistics keep of a match, from the log alone."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from core import analysis, games
from core.game import CHANCE, AnyGame
from core.games import chocolatier, schokoly, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import DetailsNoted, MatchClosed, MatchImported, PointsAdjusted, Role, SeatDetails, SeatImported
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics import extract, sides


def whole(records: MatchRepository, game: AnyGame, seats: int = 2, seed: int = 1, **options: object) -> Match:
    """A match to its end, of the game's own choices."""
    rng, played, events = Random(seed), game.Options(**options), list[Any]()
    state = game.setup(seats, played)
    while (turn := game.turn(state)) is not None:
        events.append(game.deal(state, rng) if turn == CHANCE else game.choose(state, rng))
        state = game.evolve(state, events[-1])
    return records.start(game, [f"P{seat}" for seat in range(seats)], *events, options=options)


@pytest.mark.parametrize("key", [game.KEY for game in games.GAMES if game.KEY != "scoresheet"])
def test_sources_and_rounds_add_up_to_the_score_of_every_game(records: MatchRepository, key: str) -> None:
    game = games.find(key)
    match = whole(records, game)
    start = game.scores(game.setup(2, match.options))
    for seat, details in enumerate(extract.details(match)):
        assert (start[seat] or 0) + sum(details.sources.values()) == match.now.scores[seat]
        assert details.rounds[-1] == match.now.scores[seat]
        assert len(details.rounds) == match.frames[-1].round


def test_points_by_source_are_those_of_the_replay_also_where_gain_and_loss_cancel(records: MatchRepository) -> None:
    for seed in range(6):
        match = whole(records, chocolatier, 3, seed, wall="free")
        gains = analysis.gains(match.stories)
        expected = [{name: sum_ for name, sum_ in sums.items() if sum_} for sums in analysis.points_by_source(3, gains)]
        kept = [{name: sum_ for name, sum_ in each.sources.items() if sum_} for each in extract.details(match)]
        assert kept == expected


def test_every_space_of_the_wall_that_holds_a_tile_was_filled_once_with_its_points(records: MatchRepository) -> None:
    match = whole(records, chocolatier)
    for seat, details in enumerate(extract.details(match)):
        wall = match.now.state.boards[seat].wall
        filled = {f"wall/{r + 1}/{c + 1}" for r in range(5) for c in range(5) if wall[r][c] is not None}
        assert {cell for cell in details.cells if cell.startswith("wall/")} == filled
        assert sum(details.cells.values()) == details.sources["wall"]


def test_a_ruling_is_a_source_of_its_own(records: MatchRepository) -> None:
    match = whole(records, chocolatier)
    ruled = records.record(match.id, PointsAdjusted(0, 5, "counted twice"))
    assert extract.details(ruled)[0].sources["ruling"] == 5


def points(records: MatchRepository, *events: object, **header: Any) -> Match:
    return records.start(scoresheet, ["A", "B"], *events, **header)


FINAL = PointsNoted("final", (3, 5))


def test_depth_says_how_closely_it_was_recorded(records: MatchRepository) -> None:
    rounds = points(records, PointsNoted("1", (1, 2)), PointsNoted("2", (2, 3)), WinnersNamed((1,)))
    assert (extract.depth(rounds), extract.depth(points(records, FINAL))) == ("rounds", "final")
    assert [details.rounds for details in extract.details(rounds)] == [(1, 3), (2, 5)]
    assert extract.details(points(records, FINAL)) == ()


@pytest.mark.parametrize(
    ("events", "won"),
    [
        ((FINAL, WinnersNamed((1,))), (False, True)),
        ((FINAL, WinnersNamed((0, 1))), (True, True)),
        ((FINAL, WinnersNamed(())), (False, False)),
        ((FINAL, MatchClosed("incomplete")), (None, None)),
        ((FINAL, MatchClosed("agreed")), (False, True)),
        ((MatchClosed("agreed"),), (None, None)),
        ((FINAL,), (None, None)),
    ],
)
def test_who_won_is_what_the_table_says_and_unknown_is_not_lost(
    records: MatchRepository, events: Any, won: object
) -> None:
    played = extract.played(points(records, *events), 1)
    assert tuple(seat_result.won for seat_result in played.seats) == won


def test_a_sheet_has_the_start_player_that_was_noted_or_imported_and_none_without(records: MatchRepository) -> None:
    flags = (SeatImported(started=False), SeatImported(started=True))
    imported = MatchImported("bgstats:1", seats=flags)
    unflagged = replace(imported, source="bgstats:2", seats=(SeatImported(), SeatImported()))
    started = [
        tuple(seat_result.started for seat_result in extract.played(points(records, *more, FINAL), 1).seats)
        for more in ((), (imported,), (unflagged,))
    ]
    assert started == [(None, None), (False, True), (None, None)]
    moves = extract.played(records.start(chocolatier, ["A", "B"]), 1)
    assert [seat.started for seat in moves.seats] == [True, False]


def test_minutes_are_those_of_the_clock_else_those_between_the_first_and_the_last_event(
    records: MatchRepository,
) -> None:
    times = ["2026-11-20T18:00:00Z", "2026-11-20T18:45:10Z"]
    timed = points(records, FINAL, WinnersNamed((1,)), times=times)
    night = points(records, FINAL, WinnersNamed((1,)), times=[times[0], "2026-11-22T18:00:00Z"])
    clocked = points(records, FINAL, minutes=50)
    assert [extract.played(match, 1).minutes for match in (timed, night, clocked)] == [45, None, 50]


def test_statistics_read_what_the_tables_keep_with_merges_and_one_title_a_game(records: MatchRepository) -> None:
    azul = {"title": "Azul", "bgg_id": 230802}
    first = points(records, FINAL, WinnersNamed((1,)), options=azul, played_on="2026-11-19")
    points(records, FINAL, WinnersNamed((1,)), options=azul, played_on="2026-11-18")
    records.start(scoresheet, ["A", "C"], FINAL, WinnersNamed((1,)), options={"title": "Azul (de)", "bgg_id": 230802})
    library = MatchIndex(records.store, records)
    (_, b), (_, c) = first.header.players, records.match(list(records.ids())[2]).header.players
    records.people_repository.merge(c, b)
    played = library.played(game="azul (de)")
    assert [each.game for each in played] == ["Azul"] * 3
    assert [each.played_on for each in played] == [None, "2026-11-18", "2026-11-19"]
    assert {each.seats[1].person for each in played} == {b}
    assert library.details(game="Azul") == {}


def test_open_matches_and_forks_are_no_plays(records: MatchRepository) -> None:
    points(records, FINAL)
    over = points(records, FINAL, WinnersNamed((1,)))
    records.fork(over.id, over.version)
    library = MatchIndex(records.store, records)
    assert [played.id for played in library.played()] == [over.id]
    assert library.count() == 3


def test_a_noted_start_player_counts_and_what_else_was_noted_of_the_seats_and_the_play(
    records: MatchRepository,
) -> None:
    anna = SeatDetails((Role("Orcs", "faction"), Role("Medic")), team="North", color="red", new=True, handicap="-5")
    noted = DetailsNoted(("Ice",), (anna, SeatDetails(started=True)), scenario="The pass", series="Cup", number=2)
    played = extract.played(points(records, noted, FINAL), 1)
    assert [seat.started for seat in played.seats] == [False, True]
    assert played.seats[0].roles == (Role("Orcs", "faction"), Role("Medic"))
    seat = played.seats[0]
    assert (seat.team_name, seat.color, seat.new, seat.handicap, seat.team) == ("North", "red", True, "-5", None)
    assert (played.expansions, played.scenario, played.series, played.number) == (("Ice",), "The pass", "Cup", 2)
    assert played.counted


def test_an_aborted_match_is_listed_but_in_no_statistics(records: MatchRepository) -> None:
    played = points(records, FINAL, WinnersNamed((1,)))
    aborted = points(records, FINAL, WinnersNamed((1,)), DetailsNoted(counted=False, uncounted="aborted"))
    library = MatchIndex(records.store, records)
    assert [match.id for match in library.played()] == [played.id]
    assert {row.id: row.counted for row in library.matches()} == {played.id: True, aborted.id: False}
    assert library.ids(counted=False) == (aborted.id,)
    assert library.ids(counted=True) == (played.id,)


def test_matches_are_found_by_what_was_noted_of_them_in_any_case(records: MatchRepository) -> None:
    seats = (SeatDetails((Role("Orcs"),), team="North", color="red"), SeatDetails((Role("Elves"),)))
    noted = DetailsNoted(("Ice",), seats, "Pass", "short", "hard", series="Cup", number=1)
    match, other = points(records, noted, FINAL), points(records, FINAL)
    library = MatchIndex(records.store, records)
    asked = {"role": "elves", "expansion": "ICE", "team": "north", "color": "Red", "scenario": "pass"}
    for kind, value in (asked | {"variant": "Short", "difficulty": "hard", "series": "cup"}).items():
        assert library.ids(**{kind: value}) == (match.id,), kind  # type: ignore[arg-type]
    assert library.ids(role="Ice") == ()
    assert library.facts()["role"] == ("Elves", "Orcs")
    records.record(match.id, DetailsNoted(expansions=()))
    assert library.ids(expansion="Ice") == ()
    assert library.ids() == (match.id, other.id)


@pytest.mark.slow
def test_partners_of_a_game_in_teams_are_one_side_with_the_points_of_their_team(records: MatchRepository) -> None:
    match = whole(records, schokoly, 4)
    kept = extract.played(match, 1)
    first, second = match.now.scores[:2]
    assert match.now.scores == (first, second, first, second)
    assert first != second
    assert [seat.team for seat in kept.seats] == [0, 1, 0, 1]
    assert len(sides.sides(kept)) == 2
    assert [sides.lead(kept, seat) for seat in kept.seats] == [first - second, second - first] * 2
    assert sides.winning_margin(kept) == abs(first - second)
    assert [seat.team for seat in extract.played(whole(records, schokoly, 3), 1).seats] == [None] * 3
