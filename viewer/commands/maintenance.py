"""Commands that maintain the store: `verify`, `rebuild`, `demo`."""

import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Final

import typer

from eventstore.maintenance import heads, passes, rebuilding, verification
from eventstore.maintenance.findings import Finding, Report
from eventstore.maintenance.kept_checks import kept_checks
from eventstore.maintenance.passes import StoreWorkers
from eventstore.maintenance.verification import keep_results
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import utc_now
from eventstore.store.open_store import require_existing
from eventstore.store.schema_difference import ForeignSchema
from eventstore.store.sqlite import sqlite3
from eventstore.store.sqlite_journal import MissingJournal
from eventstore.store.store import CorruptStore, Store
from eventstore.store.store_url import is_file
from viewer import demo
from viewer.commands import terminal
from viewer.commands.cli_errors import refuse
from viewer.commands.context import CliContext, Json, argument, cli_context, option, print_json

app = typer.Typer()

TAMPERED: Final = 3
DAMAGED: Final = 4
NOT_CHECKED: Final = 5
"""Exit codes of `verify`."""

CORES: Final = os.cpu_count() or 1

ClusterAddress = Annotated[
    str | None, option("--cluster ADDRESS", "Run on this Dask cluster; `local` starts one on this machine.")
]


@app.command("verify")
def verify_store(
    context: typer.Context,
    match: Annotated[
        str | None, argument("MATCH", "Check only this match. With --head: an earlier head to compare.")
    ] = None,
    head: Annotated[
        bool, option("--head", "Print the head, a digest of all rows; report rows missing since an earlier head.")
    ] = False,
    keeps_results: Annotated[
        bool,
        option("--keep-results", "Then add the result to each match without findings that ended without keeping it."),
    ] = False,
    resume: Annotated[
        Path | None,
        option("--resume FILE", "Note in this file what is checked, and go on with the check in it that was ended."),
    ] = None,
    cluster: ClusterAddress = None,
    as_json: Json = False,
) -> None:
    """Check that no stored data was changed or damaged and that the current rules accept all matches.

    Nothing is written without --keep-results. Exit codes: 0 data intact, even
    if the current rules refuse some of it; 3 tampered, or the schema changed;
    4 damaged; 5 intact, but matches without their game were not checked.
    """
    cli = cli_context(context)
    before, match = (match, None) if head else (None, match)
    if before is not None:
        heads.refuse_no_head(before)
    if match:
        _refuse_of_one_match({"--resume": resume, "--cluster": cluster, "--keep-results": keeps_results})
    require_existing(cli.address)
    with nullcontext() if match else _processes(cluster) as pool:
        report, is_open = _checked(cli, match, cluster, pool, resume)
    now = _head(cli.store, before, report) if head and is_open else None
    since = _sealed_since(cli.store, before) if now and before else ()
    kept = _keep_results(cli, report) if keeps_results and report.is_whole else 0
    if as_json:
        found = asdict(report) | ({"results_kept": kept} if keeps_results else {})
        if not report.schema:
            del found["schema"]
        print_json(found | ({"head": now} if now else {}) | ({"redacted_since": since} if before else {}))
    else:
        _print_report(report, f" (SQLite {sqlite3.sqlite_version})" if is_file(cli.address) else "")
        for place in since:
            typer.echo(f"redacted since: {place}")
        if keeps_results:
            whole = f"{kept} results kept" if report.is_whole else "no results kept, as the store is not whole"
            typer.echo(whole)
        if now:
            typer.echo(f"head {now}")
    if not report.is_whole:
        raise typer.Exit(DAMAGED if report.damaged and not report.tampered else TAMPERED)
    if report.not_checked:
        raise typer.Exit(NOT_CHECKED)


def _refuse_of_one_match(options: Mapping[str, object]) -> None:
    for name, value in options.items():
        if value:
            raise typer.BadParameter(f"{name} is for the whole store, not for one match.")


def _checked(
    cli: CliContext, match: str | None, cluster: str | None, pool: Executor | None, resume: Path | None
) -> tuple[Report, bool]:
    """The report, and whether the store could be opened."""
    try:
        cli.store  # noqa: B018
    except CorruptStore as error:
        why = str(error) if isinstance(error, MissingJournal) else "The file is too damaged to be opened."
        return Report(damaged=[Finding("", 0, why)]), False
    except ForeignSchema as error:
        return Report(schema=[Finding("", 0, str(error))]), False
    checks = kept_checks(resume, cli.store, utc_now()) if resume else nullcontext()
    with checks as kept, terminal.progress_bar("verify") as progress, _workers(cli, cluster, pool) as workers:
        if kept and kept.begun:
            typer.echo(f"The check begun at {kept.begun} goes on.", err=True)
        match = match and cli.records.find(match)
        return verification.verify(cli.records, match, progress, workers=workers, kept=kept), True


def _processes(cluster: str | None) -> AbstractContextManager[Executor | None]:
    """A process for each core, where no cluster is asked for; to be started before a store is opened."""
    return nullcontext() if cluster or CORES == 1 else passes.start_processes(CORES)


@contextmanager
def _workers(cli: CliContext, cluster: str | None, pool: Executor | None) -> Iterator[StoreWorkers | None]:
    if cluster:
        dask = dask_cluster()
        with dask.connected(cluster) as client:
            yield dask.Cluster(client, cli.store, passes.place_of(cli.store, cli.address))
    else:
        yield passes.Processes(pool, CORES, passes.place_of(cli.store, cli.address)) if pool else None


def _keep_results(cli: CliContext, report: Report) -> int:
    changed = {finding.match for finding in report.rules_changed}
    with terminal.progress_bar("results") as progress:
        return keep_results(cli.records, leave=changed, progress=progress)


def _head(store: Store, before: str | None, report: Report) -> str | None:
    """The current head, after a comparison with the head `before`; None for an unreadable store."""
    try:
        if before and not heads.is_head(store, before):
            gone = f"Rows of the head {before} are missing or changed."
            report.tampered.append(Finding("", 0, gone))
        return heads.head(store)
    except CorruptStore:
        return None


def _sealed_since(store: Store, before: str) -> tuple[str, ...]:
    """The places of the rows that were redacted after the head `before`."""
    rows = heads.redacted_since(store, before)
    return tuple(Finding(one.stream.removeprefix(MATCHES), one.version, "").where for one in rows)


def dask_cluster() -> ModuleType:
    try:
        return import_module("eventstore.maintenance.dask_cluster")  # An optional extra with its own library.
    except ImportError:
        refuse("--cluster requires the extra: `pip install 'partie[cluster]'`.")


def _print_report(report: Report, engine: str) -> None:
    kinds = [("tampered", report.tampered), ("damaged", report.damaged), ("rules changed", report.rules_changed)]
    if report.not_checked:
        kinds.append(("not checked", report.not_checked))
    if report.schema:
        kinds.append(("schema changed", report.schema))
    for kind, findings in kinds:
        for finding in findings:
            typer.echo(f"{kind}: {finding.where}: {finding.sentence}")
    typer.echo(
        f"{report.matches} matches, {report.events} events: "
        + ", ".join(f"{len(findings)} {kind}" for kind, findings in kinds)
        + engine
    )
    if report.redacted:
        typer.echo(f"{report.redacted} events are redacted, since they named forgotten people")


@app.command()
def rebuild(context: typer.Context, cluster: ClusterAddress = None) -> None:
    """Rebuild the read models (lists, statistics) from the event log."""
    cli = cli_context(context)
    with _processes(cluster) as pool:
        total = sum(1 for _ in cli.records.ids())
        since = time.perf_counter()
        with terminal.progress_bar("rebuild") as progress, _workers(cli, cluster, pool) as workers:

            def show(done: int) -> None:
                progress(min(done, total), total)

            rebuilding.rebuild(cli.store, cli.index, workers, show)
    typer.echo(f"{total} matches, {total / (time.perf_counter() - since):,.0f} a second")


@app.command("demo")
def fill_with_demo(
    context: typer.Context,
    if_empty: Annotated[bool, option("--if-empty", "Do nothing if the store has matches.")] = False,
) -> None:
    """Add simulated matches to the store, to try out the program."""
    matches = cli_context(context).records
    if if_empty and next(matches.ids(), None):
        return
    with terminal.progress_bar("simulating") as progress:
        added = demo.fill(matches, progress)
    typer.echo(f"{added} simulated matches added to {cli_context(context).name}")
