"""Details of a play: details noted later replace imported ones field by field."""

from core.details import details
from core.record_events import (
    DetailsNoted,
    Entry,
    MatchDescribed,
    MatchImported,
    MatchStarted,
    Role,
    SeatDetails,
    SeatImported,
)
from core.record_rules import meta_refusal

STARTED = MatchStarted("scoresheet", ("p1", "p2"))


def log(*events: object) -> list[Entry]:
    return [Entry(version, event) for version, event in enumerate((STARTED, *events), 1)]


def test_without_any_details_every_field_says_nothing() -> None:
    assert details(log()) == DetailsNoted((), (SeatDetails(), SeatDetails()), "", "", "", True, "", "", None)


def test_imported_details_count_until_they_are_noted_otherwise() -> None:
    seats = (SeatImported(role="Orcs", color="red", rank=1), SeatImported(team="North", new=True))
    imported = MatchImported("bgstats:1", variant="short", expansions=("Ice",), seats=seats)
    found = details(log(imported))
    assert (found.variant, found.expansions) == ("short", ("Ice",))
    assert found.seats == (SeatDetails((Role("Orcs"),), color="red", rank=1), SeatDetails(team="North", new=True))
    noted = details(log(imported, DetailsNoted(expansions=(), counted=False, uncounted="aborted")))
    assert (noted.expansions, noted.variant, noted.counted, noted.uncounted) == ((), "short", False, "aborted")


def test_a_copy_and_an_older_note_do_not_count() -> None:
    copy = MatchImported("bgg:1", copy_of="bgstats:1", variant="other")
    assert details(log(MatchImported("bgstats:1", variant="own"), copy)).variant == "own"
    assert details(log(DetailsNoted(series="Cup", number=2), DetailsNoted(number=3))) == DetailsNoted(
        (), (SeatDetails(), SeatDetails()), "", "", "", True, "", "Cup", 3
    )


def test_there_is_one_item_for_each_seat_also_after_the_number_of_players_changed() -> None:
    noted = DetailsNoted(seats=(SeatDetails(color="red"), SeatDetails(color="blue")))
    assert len(details(log(noted, MatchDescribed(players=("p1",), options={}))).seats or ()) == 1
    more = details(log(noted, MatchDescribed(players=("p1", "p2", "p3"), options={})))
    assert [seat.color for seat in more.seats or ()] == ["red", "blue", ""]


def test_details_of_other_seats_and_places_below_one_are_refused() -> None:
    for wrong in (DetailsNoted(seats=(SeatDetails(),)), DetailsNoted(number=0)):
        assert meta_refusal(log(), wrong)
    assert meta_refusal(log(), DetailsNoted(seats=(SeatDetails(rank=0), SeatDetails())))
    assert meta_refusal(log(), DetailsNoted(seats=(SeatDetails(rank=2), SeatDetails()), number=1)) is None
