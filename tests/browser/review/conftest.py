"""What the tests of notes, guesses and trial moves share: an app over a store, and a match for every test."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from core.games import chocolatier
from tests.browser.conftest import serving
from tests.browser.review.reviewing import Review
from tests.recorded import FOUR, record, records_in


@pytest.fixture(scope="package")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("review") / "matches.db"


@pytest.fixture(scope="package")
def address(browser: Browser, store: Path) -> Iterator[str]:
    records_in(store)
    with serving(store) as address:
        yield address


@pytest.fixture
def review(page: Page, store: Path, address: str, request: pytest.FixtureRequest) -> Review:
    records = records_in(store)
    match = record(
        records, re.sub(r"\W", "-", request.node.name.removeprefix("test_"))[:40], chocolatier, FOUR, 3, events=60
    )
    return Review(page, records, match.id, address)
