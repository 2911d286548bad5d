"""Commands around the store and the engine: `verify`, `rebuild`, `demo`, `perft`, `view`."""

import errno
import os
import socket
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table

from core import games
from eventstore import codec, verify
from eventstore.sqlite import sqlite3
from viewer import demo, home
from viewer.terminal import perft, words
from viewer.terminal.desk import Json, desk, print_json
from viewer.terminal.group import refuse, say
from viewer.terminal.recording import Option, chosen

app = typer.Typer()


@app.command("verify")
def verify_store(
    context: typer.Context,
    match: Annotated[str | None, typer.Argument(metavar="[MATCH]", help="Only this one.", show_default=False)] = None,
    as_json: Json = False,
) -> None:
    """Check that all is as it was written, and that today's rules agree with it; changes nothing."""
    records = desk(context).records
    with words.bar("verify") as progress:
        report = verify.verify(records, match and records.find(match), progress)
    if as_json:
        print_json(asdict(report))
    else:
        kinds = (("tampered", report.tampered), ("damaged", report.damaged), ("rules changed", report.rules_changed))
        for kind, findings in kinds:
            for finding in findings:
                typer.echo(f"{kind}: match {finding.match}, event {finding.version}: {finding.sentence}")
        typer.echo(
            f"{report.matches} matches, {report.events} events: "
            + ", ".join(f"{len(findings)} {kind}" for kind, findings in kinds)
            + f" (SQLite {sqlite3.sqlite_version})"
        )
    if not report.is_whole:
        raise typer.Exit(1)


@app.command()
def rebuild(context: typer.Context) -> None:
    """Make the tables that lists read anew from the log."""
    kept = desk(context)
    total = sum(1 for _ in kept.records.ids())
    since = time.perf_counter()
    with words.bar("rebuild") as progress:
        kept.library.rebuild(lambda done: progress(done, total))
    typer.echo(f"{total} matches, {total / (time.perf_counter() - since):,.0f} a second")


@app.command("demo")
def fill_with_demo(
    context: typer.Context,
    if_empty: Annotated[bool, typer.Option("--if-empty", help="Only in a store without matches.")] = False,
) -> None:
    """Add simulated matches to look at; those that are there already are left alone."""
    records = desk(context).records
    if if_empty and next(records.ids(), None):
        return
    with words.bar("simulating") as progress:
        added = demo.fill(records, progress)
    typer.echo(f"{added} simulated matches added to {desk(context).path}")


@app.command("perft")
def count_sequences(
    game: Annotated[str, typer.Argument(help="The game's key.", show_default=False)],
    depth: Annotated[int, typer.Argument(min=0, help="How many events.", show_default=False)],
    seats: Annotated[int | None, typer.Option(help="Else the fewest the game allows.")] = None,
    option: Option = [],  # noqa: B006
    seed: Annotated[int, typer.Option(help="What chance is dealt from.")] = 1,
    as_json: Json = False,
) -> None:
    """Count the sequences of legal events from the start of a game."""
    played = games.find(game)
    if seats is not None and seats not in played.SEATS:
        raise typer.BadParameter(f"{played.TITLE} is for {played.SEATS[0]} to {played.SEATS[-1]} players.")
    options = codec.decode_options(played, chosen(played, option))
    counts = perft.perft(played, played.SEATS[0] if seats is None else seats, options, depth, seed)
    if as_json:
        print_json([{"depth": events, "count": count} for events, count in enumerate(counts)])
        return
    table = Table("depth", "count", box=None, pad_edge=False, header_style="dim")
    for column in table.columns:
        column.justify = "right"
    for events, count in enumerate(counts):
        table.add_row(str(events), f"{count:,}")
    words.console().print(table)


_STREAMLIT: Final = ("--server.fileWatcherType=none", "--server.showEmailPrompt=false")
"""What is set here on top of `.streamlit/config.toml` beside the app."""


@app.command()
def view(
    context: typer.Context,
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8501,
    host: Annotated[str, typer.Option(help="The address to listen on; other machines reach none but this one.")] = (
        "127.0.0.1"
    ),
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser window.")] = False,
) -> None:
    """Look at the matches in the browser; Ctrl+C ends it."""
    desk(context).store.close()  # A store that cannot be opened is told here, not on a page.
    _refuse_taken(host, port)
    say(f"Partie is at http://{host}:{port} and shows {desk(context).path}")
    page = Path(__file__).parent.parent / "app.py"
    options = (f"--server.address={host}", f"--server.port={port}", f"--server.headless={str(no_browser).lower()}")
    command = (sys.executable, "-m", "streamlit", "run", str(page), *_STREAMLIT, *options)
    os.execve(command[0], command, os.environ | {home.VARIABLE: str(desk(context).path.resolve())})


def _refuse_taken(host: str, port: int) -> None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            refuse(f"Port {port} is taken by another program; choose another one with --port.")
        refuse(f"Nothing can listen at {host}, port {port}: {(error.strerror or str(error)).lower()}.")
