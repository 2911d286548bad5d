"""A record corrected in a browser: a slip, moves taken back, both restored, and the details of a match."""

import re
from itertools import islice, pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from core.record_events import MatchClosed, PointsAdjusted
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import idle
from tests.recorded import record

SLIP, TRUTH = "Anna takes 1 yellow from the center to the floor", "Anna takes 1 yellow from the center to line 1"
AT = 66
"""The version of the slip. The truth, a full line instead of a loss, brings Anna 13 points more in the end."""


@pytest.fixture
def match(records: MatchRepository) -> str:
    """The id of a match in which the recorder slipped, a new one for every test."""
    id = f"slip-{sum(1 for _ in records.ids())}"
    record(records, id, chocolatier, ("Anna", "Ben"), 5, options={"edition": "azul"})
    return id


def opened(page: Page, address: str, match: str, at: int = AT) -> Page:
    page.goto(f"{address}/replay?match={match}&at={at}&mode=correct")
    expect(page.get_by_role("heading", name="Correct the record")).to_be_visible()
    return page


def choose(page: Page, words: str) -> None:
    """One of the choices in a row of buttons."""
    page.get_by_role("radio", name=words).click()


def pick(page: Page, label: str, words: str) -> None:
    """Search in a list and take what was found."""
    expect(page.get_by_role("combobox", name=label)).to_be_visible()
    idle(page)  # A run would close the list again.
    box = page.get_by_role("combobox", name=label)
    box.click()
    box.fill(words)
    page.get_by_role("option", name=words).first.click()


def accept(page: Page, why: str) -> None:
    idle(page)  # What is typed while a run is under way may be drawn over.
    page.locator(".stTextInput").get_by_label("Reason").fill(why)  # A ruling has a reason of its own above.
    page.get_by_role("button", name="Accept the correction").click()


def points(page: Page, name: str) -> Locator:
    return page.get_by_role("row", name=re.compile(f"^{name}")).get_by_role("cell")


def test_a_slip_is_corrected_by_tapping_on_the_board_as_it_was(
    page: Page, address: str, match: str, records: MatchRepository
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    opened(page, address, match)
    expect(page.get_by_role("heading", name="Anna takes: tap the tiles of one color")).to_be_visible()
    for tap in ("center/yellow", "0/line/1"):
        page.locator(f".target[data-tap='{tap}'] > .hit").first.click()
    page.get_by_role("button", name="Use this move").click()
    expect(page.get_by_label("As notation")).to_have_value("A: center yellow > 1")
    accept(page, "looked at the wrong line")
    expect(page.get_by_text("Corrected.")).to_be_visible()
    assert chocolatier.TilesTaken(0, 0, "yellow", 1) in [frame.event for frame in records.match(match).frames]


def test_a_ruling_and_the_close_are_corrected_in_their_forms(
    page: Page, address: str, records: MatchRepository
) -> None:
    ruled = (PointsNoted("Round 1", (3, 4)), PointsAdjusted(1, -3, "late"), MatchClosed("stuck"))
    records.start(scoresheet, ("Anna", "Ben"), *ruled, id="ruled")
    opened(page, address, "ruled", 3)
    expect(page.get_by_label("For")).to_have_value("1")
    expect(page.locator("[name=why]")).to_have_value("late")
    field = page.get_by_role("spinbutton", name="Points")
    expect(field).to_have_value("-3")
    field.fill("5")
    page.get_by_role("button", name="Negative").click()
    page.get_by_role("button", name="Use this").click()
    accept(page, "misheard")
    expect(page.get_by_text("Corrected.")).to_be_visible()
    assert records.match("ruled").now.scores == (3, -1)
    opened(page, address, "ruled", 4)
    page.get_by_label("Reason").first.select_option("We agreed on the result")
    page.get_by_role("button", name="Use this").click()
    accept(page, "we did agree")
    expect(page.get_by_text("Corrected.")).to_be_visible()
    assert records.match("ruled").now.event == MatchClosed("agreed")


def test_a_slip_is_corrected_with_a_reason_and_the_points_follow(
    page: Page, address: str, records: MatchRepository, match: str
) -> None:
    page.goto(f"{address}/replay?match={match}&at={AT}")
    page.locator(".row[aria-current=step]").wait_for(state="attached")
    page.get_by_role("link", name="Correct the record").click()
    expect(page.get_by_role("combobox", name="Which move?")).to_have_value(re.compile(SLIP))
    pick(page, "What was played", TRUTH)
    expect(points(page, "Anna")).to_have_text(["56", "69", "+13"])
    expect(page.locator(".gone .says")).to_have_text(SLIP)
    expect(page.locator(".proposed .says")).to_have_text(TRUTH)
    expect(page.locator("figure img")).to_have_count(2)
    accept(page, "  ")
    expect(page.get_by_role("alert").filter(has_text="Enter a reason")).to_be_visible()
    assert records.match(match).version == 74
    accept(page, "heard floor, was line 1")
    expect(page.get_by_text("Corrected. The previous version is kept")).to_be_visible()
    expect(page.get_by_role("heading", name="Recording error: heard floor, was line 1")).to_be_visible()
    assert records.match(match).now.scores == (69, 93)
    page.get_by_role("link", name="The play").click()
    expect(page.locator(".row .says", has_text=TRUTH).first).to_be_attached()


def test_what_later_moves_do_not_survive_is_listed_and_can_be_dropped(
    page: Page, address: str, records: MatchRepository, match: str
) -> None:
    opened(page, address, match)
    choose(page, "The move was not made")
    alert = page.get_by_role("alert").filter(has_text="would be illegal")
    expect(alert).to_be_visible()
    expect(page.locator(".list .rule").first).to_have_text(re.compile(r"^[A-Z][^()]+\.$"))
    expect(page.get_by_role("button", name="Accept the correction")).to_have_count(0)
    page.get_by_role("button", name="Remove the last 7 moves").click()
    expect(alert).to_have_count(0)
    expect(page.get_by_label("As notation, one move per line")).to_have_value("")
    accept(page, "we stopped there")
    expect(page.get_by_text("Corrected. The previous version is kept")).to_be_visible()
    assert records.match(match).now.version == 65


def test_moves_are_taken_back_and_restored(page: Page, address: str, records: MatchRepository, match: str) -> None:
    opened(page, address, match, 73)
    choose(page, "Taken back from here on")
    expect(points(page, "Ben").last).to_have_text(re.compile("−"))
    page.get_by_label("Reason").fill("one more look")
    page.get_by_role("button", name="Take back 1 move").click()
    expect(page.get_by_role("heading", name="Taken back at the table: one more look")).to_be_visible()
    assert records.match(match).state == "open"
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_text("Proposed: Ben wins")).to_be_visible()
    accept(page, "nobody took it back")
    expect(page.get_by_role("heading", name="Recording error: nobody took it back")).to_be_visible()
    assert records.match(match).now.scores == (56, 93)


def test_who_was_quicker_is_told_and_nothing_is_lost(
    page: Page, address: str, records: MatchRepository, match: str
) -> None:
    opened(page, address, match)
    pick(page, "What was played", TRUTH)
    expect(points(page, "Anna").last).to_have_text("+13")
    page.get_by_label("Reason").fill("line 1")
    records.take_back(match)
    page.get_by_role("button", name="Accept the correction").click()
    expect(page.get_by_role("alert").filter(has_text="in the meantime")).to_be_visible()
    assert records.match(match).version == 75
    expect(page.locator(".proposed .says")).to_have_text(TRUTH)  # The proposal is still there, tried on the match now.
    idle(page)  # A press is lost in a run.
    page.get_by_role("button", name="Accept the correction").click()
    expect(page.get_by_text("Corrected. The previous version is kept")).to_be_visible()


def test_the_former_address_leads_to_the_same_places(page: Page, address: str, match: str) -> None:
    for former, heading in (
        ("&at=66", "Correct the record"),
        ("&view=history", "History"),
        ("&view=details", "Edit details"),
    ):
        page.goto(f"{address}/correct?match={match}{former}")
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    page.goto(f"{address}/correct?match=<b>no</b>")
    expect(page.get_by_text("The store holds no match '<b>no</b>'")).to_be_visible()


def edit(page: Page, value: str, text: str, says: str) -> None:
    """Change a value where it stands; `value` is the name of its button, `says` what is told of the change.

    A tap while a change is being sent does nothing.
    """
    page.get_by_role("button", name=value).first.click()
    page.locator("input.in-place").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_contain_text(f"Saved. {says}")


def test_the_details_of_a_match_with_moves_are_edited_where_they_stand(
    page: Page, address: str, records: MatchRepository, match: str
) -> None:
    page.goto(f"{address}/replay?match={match}")
    page.get_by_role("link", name="Edit details").click()
    edit(page, "Change Ben", "Benjamin", "Benjamin in place of Ben")
    edit(page, "Date", "2026-02-01", "Date: Feb 1, 2026")
    edit(page, "Place", "Brno", "Place: Brno")
    edit(page, "Tags", "hurried; late", "Tags: hurried, late")
    found = records.match(match)
    assert found.names == ("Anna", "Benjamin")
    assert (found.header.played_on, found.header.place) == ("2026-02-01", "Brno")
    assert found.header.tags == ("hurried", "late")
    page.get_by_role("link", name="History").first.click()
    expect(page.get_by_text("Players: Anna and Benjamin")).to_be_visible()


@pytest.mark.prints("422")
def test_details_of_a_play_are_entered_seat_by_seat_and_read_in_the_report(
    page: Page, address: str, records: MatchRepository
) -> None:
    records.start(scoresheet, ("Anna", "Ben"), id="details")
    page.goto(f"{address}/replay?match=details&mode=details")
    anna, ben = (page.locator("section").filter(has=page.get_by_role("link", name=name)) for name in ("Anna", "Ben"))
    for seat, label, text in ((anna, "Roles", "faction: Orcs; Medic"), (ben, "Color", "red"), (anna, "Rank", "2")):
        seat.get_by_role("button", name=label).click()
        page.locator("input.in-place").fill(text)
        page.keyboard.press("Enter")
        expect(page.locator(".told")).to_contain_text(re.compile(f"Saved. (Anna|Ben), {label}"))
    ben.get_by_role("button", name="First time playing").click()
    page.get_by_role("group").get_by_role("button", name="Yes").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved. Ben, First time playing: Yes.")).to_be_visible()
    ben.get_by_role("button", name="Rank").click()
    page.locator("input.in-place").fill("first")
    expect(page.get_by_text("This is a number from 1 on, not 'first'.")).to_be_visible()
    page.locator("input.in-place").fill("1")
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_contain_text("Saved. Ben, Rank")
    edit(page, "Series", "Cup", "Series: Cup")
    first, second = records.match("details").details.seats or ()
    assert [(role.kind, role.name) for role in first.roles] == [("faction", "Orcs"), ("", "Medic")]
    assert (second.color, second.new, records.match("details").details.series) == ("red", True, "Cup")
    outcome = records.match("details").outcome
    assert outcome is not None
    assert outcome.winners == (1,), "ranks of all players are the result of a sheet without points"
    page.goto(f"{address}/report?match=details")
    expect(page.get_by_text("faction Orcs, role Medic")).to_be_visible()


def test_a_forced_move_is_called_so(page: Page, address: str, records: MatchRepository, match: str) -> None:
    frames = records.match(match).frames
    forced = next(
        after.version
        for before, after in pairwise(frames)
        if isinstance(before.turn, int) and len([*islice(chocolatier.legal_moves(before.state), 2)]) == 1
    )
    opened(page, address, match, forced)
    expect(page.get_by_text("The move was forced: the rules allowed no other one here.")).to_be_visible()
    expect(page.get_by_text("no moves to choose from")).to_have_count(0)
