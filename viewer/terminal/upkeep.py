"""Commands around the store and the engine: `verify`, `backup`, `restore`, `rebuild`, `demo`, `perft`."""

import os
import time
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Annotated, Final

import typer
from rich.table import Table

from core import games
from eventstore import backup, codec, verify
from eventstore.match import MATCHES, refuse_bad_table
from eventstore.opening import is_file, open_store, refuse_missing
from eventstore.sqlite import SqliteStore, sqlite3
from eventstore.store import Damaged, Store
from viewer import demo
from viewer.terminal import perft, words
from viewer.terminal.desk import Desk, Json, desk, print_json
from viewer.terminal.group import refuse
from viewer.terminal.recording import Option, chosen

app = typer.Typer()

TAMPERED: Final = 3
DAMAGED: Final = 4
"""What `verify` ends with when it finds that."""

ClusterAddress = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Let a Dask cluster do it; `local` is one of processes here."),
]
Segments = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER", help="With --cluster: where the log is written as Parquet and stays; all workers must see it."
    ),
]


@app.command("verify")
def verify_store(
    context: typer.Context,
    match: Annotated[
        str | None,
        typer.Argument(metavar="[MATCH]", help="Only this one; with --head a former head.", show_default=False),
    ] = None,
    head: Annotated[
        bool, typer.Option("--head", help="Print a word that stands for all rows; given later, what is gone is told.")
    ] = False,
    cluster: ClusterAddress = None,
    segments: Segments = None,
    as_json: Json = False,
) -> None:
    """Check that all is as it was written, and that today's rules agree with it; changes nothing.

    Exit codes: 0 all is as it was written, whatever today's rules make of it; 3 something was tampered with, 4 is
    damaged.
    """
    kept = desk(context)
    before, match = (match, None) if head else (None, match)
    if before is not None:
        verify.refuse_no_head(before)
    _refuse_without_cluster(cluster, segments)
    if cluster and match:
        raise typer.BadParameter("A cluster checks the whole store, not one match.")
    refuse_missing(kept.address)
    try:
        store = kept.store
    except Damaged:
        report, now = verify.Report(damaged=[verify.Finding("", 0, "The file is too damaged to be opened.")]), None
    else:
        report = _checked(kept, match, cluster, segments)
        now = _head(store, before, report) if head else None
    since = _sealed_since(store, before) if now and before else ()
    if as_json:
        print_json(asdict(report) | ({"head": now} if now else {}) | ({"redacted_since": since} if before else {}))
    else:
        _tell(report, f" (SQLite {sqlite3.sqlite_version})" if is_file(kept.address) else "")
        for place in since:
            typer.echo(f"redacted since: {place}")
        if now:
            typer.echo(f"head {now}")
    if not report.is_whole:
        raise typer.Exit(TAMPERED if report.tampered else DAMAGED)


def _checked(kept: Desk, match: str | None, cluster: str | None, segments: Path | None) -> verify.Report:
    with words.bar("verify") as progress:
        if cluster:
            found: verify.Report = _on_cluster().verify(kept.store, cluster, segments, progress)
            return found
        reopen = partial(open_store, kept.address)
        match = match and kept.records.find(match)
        return verify.verify(kept.records, match, progress, reopen=reopen, workers=os.cpu_count() or 1)


def _head(store: Store, before: str | None, report: verify.Report) -> str | None:
    """The head of now, compared with one of before; what cannot be read has none."""
    try:
        if before and not verify.is_head(store, before):
            gone = f"What the head {before} stands for is not all there any more."
            report.tampered.append(verify.Finding("", 0, gone))
        return verify.head(store)
    except Damaged:
        return None


def _sealed_since(store: Store, before: str) -> tuple[str, ...]:
    """The places of the rows that were redacted after a former head."""
    found = verify.sealed_since(store, before)
    return tuple(verify.Finding(one.stream.removeprefix(MATCHES), one.version, "").where for one in found)


def _refuse_without_cluster(cluster: str | None, segments: Path | None) -> None:
    if segments and not cluster:
        raise typer.BadParameter("--segments are read by a cluster; say which with --cluster.")


def _on_cluster() -> ModuleType:
    try:
        from eventstore import cluster  # An extra, which brings a library of its own.
    except ImportError:
        refuse("For a cluster install the extra: `pip install 'partie[cluster]'`.")
    return cluster


def _tell(report: verify.Report, engine: str) -> None:
    kinds = (("tampered", report.tampered), ("damaged", report.damaged), ("rules changed", report.rules_changed))
    for kind, findings in kinds:
        for finding in findings:
            typer.echo(f"{kind}: {finding.where}: {finding.sentence}")
    typer.echo(
        f"{report.matches} matches, {report.events} events: "
        + ", ".join(f"{len(findings)} {kind}" for kind, findings in kinds)
        + engine
    )
    if report.redacted:
        typer.echo(f"{report.redacted} events are redacted, as they named people who are forgotten{_unchained(report)}")


def _unchained(report: verify.Report) -> str:
    if not report.unchained:
        return ""
    return f"; of {report.unchained} of them, written by Partie 0.1.0, only a head vouches for the other fields"


@app.command("backup")
def back_up(
    context: typer.Context, file: Annotated[Path, typer.Argument(help="The new file.", show_default=False)]
) -> None:
    """Copy the store to a new file, and check every row of the copy; others may go on recording meanwhile."""
    path = desk(context).path
    refuse_missing(str(path))
    with words.bar("backup") as progress, closing(SqliteStore(path)) as store:
        matches = backup.backup(store, file, progress)
    typer.echo(f"{matches} matches written to {file} and checked")


@app.command("restore")
def put_back(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The backup.", show_default=False)],
    force: Annotated[bool, typer.Option("--force", help="Replace what the store holds; it is kept beside it.")] = False,
) -> None:
    """Put a backup in the place of the store, which must be empty or not there at all."""
    path = desk(context).path
    with words.bar("restore") as progress:
        matches, before = backup.restore(file, path, force=force, progress=progress)
    if before:
        typer.echo(f"what was there is now {before}")
    typer.echo(f"{matches} matches restored to {path}")


@app.command()
def rebuild(context: typer.Context, cluster: ClusterAddress = None, segments: Segments = None) -> None:
    """Make the tables that lists read anew from the log."""
    kept = desk(context)
    _refuse_without_cluster(cluster, segments)
    total = sum(1 for _ in kept.records.ids())
    since = time.perf_counter()
    with words.bar("rebuild") as progress:
        if cluster:
            _on_cluster().rebuild(kept.store, kept.library, cluster, segments, progress)
        else:
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
    typer.echo(f"{added} simulated matches added to {desk(context).name}")


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
    if seats is not None:
        try:
            refuse_bad_table(played, seats)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
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
