"""What the data of other apps say about roles, teams, the first turn, and whether a play counts."""

from core.imported_details import TEAM_ROLE, imported_details
from core.record_events import DetailsNoted, MatchImported, Role, SeatDetails, SeatImported


def play(*seats: SeatImported, **more: str) -> DetailsNoted:
    return imported_details(MatchImported("bgstats:1", seats=seats, more=more))


def seats(*imported: SeatImported, **more: str) -> tuple[SeatDetails, ...]:
    return play(*imported, **more).seats or ()


def test_what_the_app_does_not_have_is_not_noted() -> None:
    assert play() == DetailsNoted()


def test_several_roles_of_one_seat_are_several_and_a_slash_is_part_of_a_role() -> None:
    (seat,) = seats(SeatImported(role="Fascist／Hitler"))
    assert seat.roles == (Role("Fascist"), Role("Hitler"))
    (seat,) = seats(SeatImported(role="FBI/CIA"))
    assert seat.roles == (Role("FBI/CIA"),)


def test_a_role_within_a_team_is_a_role_of_its_own_kind() -> None:
    first, second = seats(SeatImported(role="Gold", team="0"), SeatImported(team="1"), teamRole="Seer | ")
    assert (first.roles, first.team) == ((Role("Gold"), Role("Seer", TEAM_ROLE)), "0")
    assert (second.roles, second.team) == ((), "1"), "a team of one is a team"


def test_the_start_player_is_flagged_or_has_start_position_1() -> None:
    unflagged = (SeatImported(started=False), SeatImported(started=False))
    assert [seat.started for seat in seats(*unflagged, startPosition="2 | 1")] == [False, True]
    flagged = (SeatImported(started=True), SeatImported(started=False))
    assert [seat.started for seat in seats(*flagged, startPosition="2 | 1")] == [True, False]
    assert [seat.started for seat in seats(*unflagged, startPosition="1 | 1")] == [False, False], "two cannot be first"


def test_plays_that_an_app_leaves_out_of_its_statistics_do_not_count() -> None:
    assert (play(ignored="true").counted, play(ignored="true").uncounted) == (False, "other")
    assert play(nowinstats="1").counted is False
    assert (play(incomplete="1").counted, play(incomplete="1").uncounted) == (False, "aborted")


def test_board_game_arena_names_a_color_by_its_number() -> None:
    assert [seat.color for seat in seats(SeatImported(color="ff0000"), SeatImported(color="Violet"))] == [
        "red",
        "Violet",
    ]


def test_columns_of_tables_for_scenario_difficulty_and_series_are_known_by_their_headers() -> None:
    found = play(Scénář="Winter", Difficulty="hard", Campaign="Gloom", Mood="good")
    assert (found.scenario, found.difficulty, found.series) == ("Winter", "hard", "Gloom")
