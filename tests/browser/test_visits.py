"""Pages are opened and left again and again: the server holds no more for it."""

from itertools import cycle
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, expect

from tests.recorded import fill, records_in
from tests.served import served
from tests.torture import Torture

PAGES = {
    "replay?match=four": ".row[aria-current=step]",
    "table?match=odd": ".live-record[data-version]",
    "live/odd": ".live-record[data-version]",
    "": "a.row",
    "report?match=four": "h1",
}
"""Pages, and what is on each once it is there."""

MOST_GROWTH = 1.2
"""Of the memory, from a fifth of the visits to the last one."""
MOST_HANDLES = 8
"""Open files more after the last visit than after a fifth of them; pages that were left keep some for a while."""


def libraries(process: psutil.Process) -> set[str]:
    """The packages of which a process has compiled modules loaded."""
    files = (Path(each.path) for each in process.memory_maps())
    return {
        each.relative_to(folder).parts[0] for each in files for folder in each.parents if folder.name == "site-packages"
    }


@pytest.mark.slow
@pytest.mark.torture("visits")
def test_visits_leave_nothing_behind(browser: Browser, tmp_path: Path, torture: Torture) -> None:
    visits, store, memory, handles = torture.count(6, 100), tmp_path / "matches.db", [0.0], [0]
    fill(records_in(store))
    with served(store, tmp_path, command="view") as server, browser.new_context() as context:
        for _, (path, shown) in zip(range(visits), cycle(PAGES.items()), strict=False):
            page = context.new_page()
            page.goto(f"{server.address}/{path}")
            expect(page.locator(shown).first).to_be_attached()
            page.close()
            if len(memory) < len(PAGES):  # The charts of the report, which comes last, are those of Plotly.
                assert not {"pandas", "pyarrow"} & libraries(psutil.Process(server.process.pid))
            memory.append(psutil.Process(server.process.pid).memory_info().rss / 1e6)
            handles.append(server.handles())
    early = visits // 5
    torture.report(
        f"{visits} visits of {len(PAGES)} pages: memory of the server {memory[early]:.0f} MB after {early} and "
        f"{memory[-1]:.0f} MB after the last; {handles[early]} and {handles[-1]} open files"
    )
    if torture.is_long:  # The first visits of each page import and cache what it needs.
        assert memory[-1] <= MOST_GROWTH * memory[early]
        assert handles[-1] <= handles[early] + MOST_HANDLES
    assert handles[-1] <= handles[len(PAGES)] + visits * 4
