"""Processes for tests, forked from one process that has imported Partie: each start saves 2 s of imports."""

import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests import ROOT

PRELOADED = (
    "pytest",
    "viewer.site.asgi",
    "viewer.cli",
    "importers",
    "plotly.subplots",
    "streamlit.emojis",
    "tests.writers",
)
"""The modules of the pages are missing: they declare their components in the Streamlit that runs."""

FORKED = multiprocessing.get_context("forkserver" if hasattr(os, "fork") else "spawn")
"""Makes processes that hold nothing of the test that starts them."""

if hasattr(os, "fork"):
    FORKED.set_forkserver_preload([*PRELOADED])


def start_partie(
    words: Sequence[str],
    log: Path,
    *,
    environment: Mapping[str, str] = os.environ,
    handles: int | None = None,
    pages: Path | None = None,
) -> BaseProcess:
    """Start `partie` with these words; it writes into `log`.

    It may open `handles` files at most; `pages` is the script of the pages in place of the viewer's own.
    """
    process = FORKED.Process(target=_partie, args=(tuple(words), log, dict(environment), handles, pages))
    process.start()
    return process


def _partie(
    words: Sequence[str], log: Path, environment: Mapping[str, str], handles: int | None, pages: Path | None
) -> None:
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    with log.open("w") as file:
        for channel in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), channel.fileno())
    if handles is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (handles, handles))
    import viewer.site.asgi
    from viewer.cli import app

    if pages:
        viewer.site.asgi.PAGES = viewer.site.asgi.PagesApp(pages)
    sys.argv = ["partie", *words]
    app()
