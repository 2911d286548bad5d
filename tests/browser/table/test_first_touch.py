"""The first touch of a fresh sheet counts, on a phone and on a desktop, and what is entered outlives a drawing anew."""

from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, TemplateChosen, template_file
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import TWO_FRAMES
from tests.browser.layout import misplaced
from tests.patience import until

NAMES = ("Anna", "Ben", "Cleo")
HILLS = TemplateChosen(
    template_file.from_json({"title": "Nine Hills", "categories": [{"name": "Meeples"}, {"name": "Coins"}]})
)
KING = TemplateChosen(
    template_file.from_json({"title": "King", "categories": [{"name": "Tricks", "each": "round"}, {"name": "Coins"}]})
)
_numbers = count()


@pytest.fixture
def device(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page in a browser of its own: a phone that is touched, or a desktop with a mouse."""
    is_phone = request.param == "phone"
    size = {"width": 390, "height": 844} if is_phone else {"width": 1280, "height": 800}
    with browser.new_context(viewport=size, has_touch=is_phone, is_mobile=is_phone) as context:  # type: ignore[arg-type]
        yield context.new_page()


def begin(records: MatchRepository, *events: object, **options: object) -> str:
    match = f"fresh{next(_numbers)}"
    records.start(scoresheet, NAMES, *events, id=match, options={"title": "Nine Hills", **options})
    return match


def opened(page: Page, address: str, path: str) -> Page:
    page.goto(f"{address}/{path}")
    page.locator(".live-record[data-version]").wait_for()
    return page


def touch(page: Page, target: Locator) -> None:
    """One tap or click in the middle of it; a button of a mouse is released two frames later, in the same place."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if page.evaluate("navigator.maxTouchPoints"):
        page.touchscreen.tap(x, y)
        return
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(TWO_FRAMES)
    page.mouse.up()


def winner(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Who won?").get_by_role("button", name=name, exact=True)


@pytest.mark.parametrize(
    ("device", "path", "events"),
    [("phone", "live/{}?depth=final", (HILLS,)), ("desktop", "table?match={}&depth=final", ())],
    indirect=["device"],
)
def test_the_first_touch_of_a_winner_ticks_it(
    device: Page, address: str, records: MatchRepository, events: tuple[object, ...], path: str
) -> None:
    opened(device, address, path.format(begin(records, *events)))
    anna, save = winner(device, "Anna"), device.get_by_role("button", name="Save", exact=True)
    expect(save).to_be_disabled()
    place = anna.bounding_box()
    touch(device, anna)
    expect(anna).to_have_attribute("aria-pressed", "true")
    expect(save).to_be_enabled()
    expect(device.locator(".number-pad")).to_have_count(0)
    assert anna.bounding_box() == place


@pytest.mark.parametrize(
    ("path", "events", "ends", "winners"),
    [
        ("live/{}?depth=final", (), ("We lost",), ()),
        ("table?match={}", (HILLS,), ("We lost", "We won"), (0, 1, 2)),
    ],
    ids=["live, final", "table"],
)
def test_a_sheet_of_all_together_saves_no_result_that_nobody_said(
    phone: Page, address: str, records: MatchRepository, path: str,
    events: tuple[object, ...], ends: tuple[str, ...], winners: tuple[int, ...],
) -> None:  # fmt: skip
    match = begin(records, *events, cooperative=True)
    opened(phone, address, path.format(match))
    save = phone.get_by_role("button", name="Save", exact=True)
    expect(save).to_be_disabled()
    phone.get_by_label("Coins, All" if events else "Points, All").fill("7")
    expect(save).to_be_disabled()
    save.click(force=True)
    expect(phone.get_by_text("Say first how it ended.")).to_be_visible()
    for end in ends:
        phone.get_by_role("button", name=end).click()
    save.click()
    expect(phone.locator(".filling")).to_have_count(0)
    outcome = records.match(match).outcome
    assert outcome
    assert outcome.winners == winners


def test_nobody_wins_a_match_without_points_before_it_is_said(
    phone: Page, address: str, records: MatchRepository
) -> None:
    opened(phone, address, f"live/{begin(records)}")
    save = phone.get_by_role("button", name="Save", exact=True)
    expect(save).to_be_disabled()
    winner(phone, "Ben").click()
    expect(save).to_be_enabled()
    winner(phone, "Ben").click()
    expect(save).to_be_disabled()
    phone.get_by_role("button", name="More", exact=True).click()
    phone.get_by_role("button", name="Nobody won").click()
    expect(phone.get_by_role("status").get_by_text("Nobody won")).to_be_visible()
    expect(save).to_be_enabled()


@pytest.mark.parametrize("device", ["phone"], indirect=True)
def test_the_pad_opens_with_a_number_once_the_finger_is_gone(
    device: Page, address: str, records: MatchRepository
) -> None:
    opened(device, address, f"live/{begin(records, HILLS)}")
    pad, field = device.locator(".number-pad"), device.get_by_label("Coins, Cleo")
    touch(device, winner(device, "Ben"))
    expect(pad).to_be_hidden()
    box = field.bounding_box()
    assert box
    device.mouse.move(box["x"] + 9, box["y"] + 9)
    device.mouse.down()
    expect(field).to_be_focused()
    device.evaluate(TWO_FRAMES)
    expect(pad).to_be_hidden()
    assert field.bounding_box() == box
    device.mouse.up()
    pad.get_by_role("button", name="7").click()
    expect(field).to_have_value("7")


def test_what_is_entered_outlives_a_round_of_its_own_and_a_reload(
    phone: Page, address: str, records: MatchRepository
) -> None:
    match = begin(records, KING)
    opened(phone, address, f"live/{match}")
    phone.get_by_label("Coins, Anna").fill("3")
    phone.get_by_label("Tricks, Ben").fill("2+2")
    phone.get_by_role("button", name="Save the round").click()
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(phone.locator(".message")).to_be_hidden()
    expect(phone.get_by_label("Coins, Anna")).to_have_value("3")
    expect(phone.get_by_label("Tricks, Ben")).to_have_value("")
    phone.get_by_label("Tricks, Ben").fill("9")
    opened(phone, address, f"live/{match}")
    expect(phone.get_by_label("Tricks, Ben")).to_have_value("9")
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.locator(".filling")).to_have_count(0)
    assert phone.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('partie-sheet-'))") == []


@pytest.mark.parametrize("device", ["phone"], indirect=True)
def test_no_first_tap_on_a_fresh_sheet_is_lost(device: Page, address: str, records: MatchRepository) -> None:
    for _ in range(4):
        opened(device, address, f"table?match={begin(records, HILLS)}")
        touch(device, winner(device, "Cleo"))
        expect(winner(device, "Cleo")).to_have_attribute("aria-pressed", "true")
        touch(device, device.get_by_label("Coins, Anna"))
        expect(device.locator(".number-pad")).to_be_visible()


def test_what_is_entered_outlives_the_line_of_another_device(
    phone: Page, address: str, records: MatchRepository
) -> None:
    match = begin(records, KING)
    opened(phone, address, f"live/{match}")
    phone.get_by_label("Coins, Anna").click()
    phone.get_by_label("Coins, Anna").fill("3")
    winner(phone, "Ben").click()
    phone.get_by_label("Coins, Cleo").focus()
    records.record(match, PointsNoted("Tricks 1", (1, 2, 3)))
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(phone.get_by_label("Coins, Anna")).to_have_value("3")
    expect(phone.get_by_label("Coins, Cleo")).to_be_focused()
    expect(phone.locator(".number-pad")).to_be_visible()
    for ticked, name in zip((False, True, False), NAMES, strict=True):
        expect(winner(phone, name)).to_have_attribute("aria-pressed", str(ticked).lower())


def test_a_sheet_survives_another_device_and_a_reload(phone: Page, address: str, records: MatchRepository) -> None:
    match = begin(records, HILLS)
    opened(phone, address, f"table?match={match}")
    phone.get_by_label("Coins, Anna").fill("3")
    winner(phone, "Ben").click()
    phone.get_by_role("button", name="Note").click()
    expect(phone.get_by_label("What will you remember?")).to_be_focused()
    phone.keyboard.type("A thunderstorm")
    records.record(match, PointsNoted("Meeples", (1, 2, 3)))
    expect(phone.get_by_role("button", name="Meeples, Cleo: 3. Change it")).to_be_visible()
    expect(phone.get_by_label("What will you remember?")).to_be_focused()
    opened(phone, address, f"table?match={match}")
    expect(phone.get_by_label("What will you remember?")).to_have_value("A thunderstorm")
    expect(phone.get_by_label("Coins, Anna")).to_have_value("3")
    expect(winner(phone, "Ben")).to_have_attribute("aria-pressed", "true")
    phone.get_by_role("button", name="Save", exact=True).click()
    until(lambda: [note.text for note in records.notes(match)] == ["A thunderstorm"])


def test_a_line_that_another_device_saved_first_is_told(phone: Page, address: str, records: MatchRepository) -> None:
    match = begin(records)
    opened(phone, address, f"live/{match}")
    phone.get_by_label("Points, Anna").fill("5")
    records.record(match, PointsNoted("Round 1", (1, 2, 3)))
    expect(phone.get_by_role("status").filter(has_text="Meanwhile another device recorded: Round 1")).to_be_visible()
    expect(phone.get_by_label("Round or category")).to_have_value("Round 2")
    expect(phone.get_by_label("Points, Anna")).to_have_value("")


@pytest.mark.parametrize("device", ["phone"], indirect=True)
def test_the_pad_names_a_long_person_and_the_category_whole(
    device: Page, address: str, records: MatchRepository
) -> None:
    names = ("Marie-Antoinette Novotná-Kratochvílová", "Ben")
    records.start(scoresheet, names, HILLS, id="long-name", options={"title": "Nine Hills"})
    opened(device, address, "live/long-name")
    touch(device, device.get_by_label(f"Meeples, {names[0]}"))
    expect(device.locator(".number-pad")).to_be_visible()
    assert not [said for said in misplaced(device) if "pad-head" in said]
