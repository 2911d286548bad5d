"""What the tests of the table share: one store, the app over it, and a narrow phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from eventstore.matches.repository import MatchRepository
from tests.browser.conftest import serving
from tests.recorded import records_in


@pytest.fixture(scope="package")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("table") / "matches.db"


@pytest.fixture(scope="package")
def records(store: Path) -> MatchRepository:
    return records_in(store)


@pytest.fixture(scope="package")
def address(browser: Browser, store: Path, records: MatchRepository) -> Iterator[str]:
    with serving(store, Path(__file__).parents[1] / "with_toy_game.py") as address:
        yield address


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 360, "height": 740})
    return page
