"""The pages of an installed wheel: their scripts, styles and boards come from the wheel, not from the repository."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.installed import build_wheel, install
from tests.served import free_port
from tests.test_wheel import Installed, wait_for


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    return Installed(install(build_wheel(folder), folder), tmp_path_factory.mktemp("elsewhere"))


@pytest.fixture
def address(installed: Installed) -> Iterator[str]:
    address = f"http://127.0.0.1:{(port := free_port())}"
    with installed.start("view", "--no-browser", "--port", str(port)) as process:
        try:
            wait_for(f"{address}/_stcore/health", process)
            yield address
        finally:
            process.kill()


def test_a_replay_of_an_installed_viewer_shows_boards_and_moves(installed: Installed, address: str, page: Page) -> None:
    match = installed("new", "azacru", "--player", "Ann", "--player", "Ben").split()[0]
    installed("record", match, "A: i5-h5")
    page.goto(f"{address}/replay?match={match}")
    expect(page.locator(".row[aria-current=step]")).to_be_attached()
    expect(page.get_by_role("img", name="Table")).to_be_visible()
