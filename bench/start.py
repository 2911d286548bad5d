"""What a start costs, beside the limits: `python -m bench.start`. Nothing is asserted.

Programs are measured in seconds of CPU, the least of five; the pages on the clock, from the start of `partie view` with
the demo to the rows of the first page in Chromium, and by the memory of the server after three pages.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import psutil
from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS, NAMES
from tests.served import free_port

ROUNDS: Final = 5
LIMITS: Final = {"import partie": 0.3, "partie --version": 0.15, "partie list": 0.4, "partie demo": 3.0}
"""Seconds of CPU."""

MAX_FIRST_PAGE_S: Final = 2.5
MAX_MB: Final = 200
PAGES: Final = {"": "a.row", "insights": "h1", "overview": "h1"}
"""Paths, and what is on each page once it is there."""

ENVIRONMENT: Final = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def cpu_s(*words: str) -> float:
    """Seconds of CPU of a program with these words, its children included."""
    before = os.times()
    subprocess.run([sys.executable, *words], check=True, capture_output=True, env=ENVIRONMENT)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def pages(store: Path) -> tuple[float, float]:
    """Seconds until the first page after a start is there, and megabytes of the server after all pages."""
    port, found = free_port(), next((path for name in NAMES if (path := shutil.which(name))), None)
    words = [sys.executable, "-m", "viewer", "--store", str(store), "view", "--no-browser", "--port", str(port)]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        page, began = browser.new_page(), time.perf_counter()
        server, first = subprocess.Popen(words, stderr=subprocess.DEVNULL, env=ENVIRONMENT), 0.0
        try:
            while True:
                with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.02)
            for path, shown in PAGES.items():
                page.goto(f"http://127.0.0.1:{port}/{path}")
                page.locator(shown).first.wait_for(timeout=60_000)
                first = first or time.perf_counter() - began
            memory = psutil.Process(server.pid).memory_info().rss / 1e6
        finally:
            server.kill()
            server.wait()
            browser.close()
    return first, memory


def main() -> None:
    print("| start | measured | limit |\n|---|---|---|")
    with TemporaryDirectory() as folder:
        store = Path(folder) / "matches.db"
        of_store = ("-m", "viewer", "--store", str(store))
        programs = {
            "import partie": ("-c", "import partie"),
            "partie --version": ("-m", "viewer", "--version"),
            "partie demo": (*of_store, "demo"),
            "partie list": (*of_store, "list"),
        }
        for name, words in programs.items():
            spent = min(cpu_s(*words) for _ in range(1 if name == "partie demo" else ROUNDS))
            print(f"| `{name}` | {spent:.2f} s of CPU | {LIMITS[name]} s |")
        first, memory = pages(store)
        print(f"| first page after `partie view` | {first:.1f} s | {MAX_FIRST_PAGE_S} s |")
        print(f"| its memory after three pages | {memory:.0f} MB | {MAX_MB} MB |")


if __name__ == "__main__":
    main()
