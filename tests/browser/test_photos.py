"""Photos in a real browser: added from a file as from a camera, seen at their moment and large, all by keyboard."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.games import chocolatier
from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import settled
from tests.pictures import SECRETS, photo
from tests.recorded import FILL, records_in

MOVES = (chocolatier.parse(FILL), chocolatier.parse("A: 1 brown > 2"))


@pytest.fixture(scope="module")
def records(store: Path) -> Iterator[MatchRepository]:
    """The records of a store with one match."""
    records = records_in(store)
    with closing(records.store):
        records.start(chocolatier, ("Anna", "Ben"), *MOVES, id="table")
        yield records


def test_a_photo_is_added_at_the_move_that_is_shown_and_seen_there(
    page: Page, address: str, records: MatchRepository
) -> None:
    page.goto(f"{address}/replay?match=table&at=2")
    gallery, strip = page.locator(".photos"), page.get_by_role("group", name="Photos of this moment")
    taken = photo(3000, 2000, orientation=6)
    with page.expect_file_chooser() as chooser:
        gallery.get_by_role("button", name="Add a photo").press("Enter")
    chooser.value.set_files({"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": taken})
    expect(gallery.get_by_label("Caption").first).to_be_focused()
    page.keyboard.type("Anna's hand")
    expect(gallery.get_by_label("It shows the move shown now")).to_be_checked()
    page.keyboard.press("Enter")
    small = strip.get_by_role("button", name="Anna's hand")
    expect(small).to_be_visible()
    expect(gallery.get_by_role("link", name="The displays are filled")).to_be_visible()
    (stored,) = records.photos.of("table")
    assert (stored.about, stored.caption, (stored.width, stored.height)) == (2, "Anna's hand", (1365, 2048))
    content = records.photos.content("table", stored)
    assert not [secret for secret in SECRETS if secret in content]
    small.press("Enter")
    view = page.locator(".replay").get_by_role("dialog", name="Photo")
    expect(view.get_by_role("img", name="Anna's hand")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(view).to_be_hidden()
    expect(small).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(strip).to_be_hidden()
    settled(page)
    gallery.get_by_role("button", name="Edit: Anna's hand").click()
    gallery.get_by_role("button", name="Remove the photo").click()
    gallery.get_by_role("button", name="Delete it for ever").click()
    expect(gallery.get_by_role("listitem")).to_have_count(0)
    assert (records.photos.of("table"), records.store.blobs("photos/table")) == ((), ())


@pytest.mark.prints("422 (Unprocessable Entity)")
def test_a_person_gets_a_picture_which_a_file_that_is_none_does_not_replace(
    page: Page, address: str, records: MatchRepository
) -> None:
    (anna,) = records.people().named("Anna")
    page.goto(f"{address}/person?person={anna}&tab=edit")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a picture").press("Enter")
    chooser.value.set_files({"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": photo(3000, 2000)})
    expect(page.get_by_text("The picture is saved.")).to_be_visible()
    given = records.portraits.portraits().of_person(records.people(), anna)
    assert given
    field = page.locator("input[type=file]")
    field.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"no picture"})
    expect(page.get_by_role("alert").filter(has_text="This is no picture that can be read here")).to_be_visible()
    assert records.portraits.portraits().of_person(records.people(), anna) == given
    page.get_by_role("button", name="Remove the picture").click()
    expect(page.get_by_text("The picture is removed.")).to_be_visible()
    assert records.portraits.portraits().of_person(records.people(), anna) is None
