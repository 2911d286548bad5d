"""The command that merges another store into this one: `merge`."""

import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Final

import typer

from core.errors import InvalidInput, PartieError
from eventstore.maintenance import bulk
from eventstore.maintenance.exchange import Checkpoints, Exchanged, exchange
from eventstore.maintenance.merge_people import Answer, Namesakes, merge_people
from eventstore.maintenance.merging import MergeReport, merge
from eventstore.maintenance.schema_check import schema_findings
from eventstore.maintenance.verification import verify
from eventstore.matches.people import name_key
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.store.open_store import open_store, require_existing
from eventstore.store.store import Store
from eventstore.store.store_url import is_file, redacted_url
from viewer.commands import terminal
from viewer.commands.cli_errors import print_error, refuse
from viewer.commands.context import Json, argument, cli_context, option, print_json
from viewer.locale.plain_text import plain

app = typer.Typer()

_WEB: Final = ("https://", "http://")
_TIMEOUT_S: Final = 600


@app.command("merge")
def merge_stores(
    context: typer.Context,
    other: Annotated[str, argument("OTHER", "The other store: a file, a database, or the address of a server.")],
    same: Annotated[
        list[str], option("--same NAME", "People with this name in both stores are one person; repeatable.")
    ] = [],  # noqa: B006
    yes: Annotated[bool, option("--yes", "All people with equal names are one person.")] = False,
    token: Annotated[
        str, option("--token TOKEN", "The token for a server.", envvar="PARTIE_TOKEN", show_envvar=True)
    ] = "",
    dry_run: Annotated[bool, option("--dry-run", "Show the result without writing anything.")] = False,
    as_json: Json = False,
) -> None:
    """Bring everything of another store into this one; the other store is not changed.

    With the address of a server (https://...) both come in step: each takes
    what the other has and the token allows.

    A match that diverged in the two stores becomes a fork. People with the
    same account or id are one person; about equal names you are asked, and
    without an answer they stay two people. Access, tokens and settings are
    not taken. Repeating it changes nothing, and continues after an
    interruption.
    """
    address = cli_context(context).address
    if other.startswith(_WEB):
        if same or yes:
            raise typer.BadParameter("People of a server are made one with `partie people merge`.")
        met = _met(address, other, token, sends=not dry_run)
        if as_json:
            print_json(asdict(met))
        else:
            _print_met(met, other, "would be " if dry_run else "")
        return
    _refuse_itself(address, other)
    require_existing(other)
    with (
        _opened(other) as source,
        bulk.dry_run(address) if dry_run else bulk.in_bulk(address) as records,
    ):
        # The schema first, as other objects may compute without end.
        if schema_findings(source) or not verify(MatchRepository(source)).is_whole:
            name = redacted_url(other)
            refuse(f"{name} is not whole and was not merged; `partie --store {name} verify` says why.")
        answer = _answer(same, everybody=yes)
        if not as_json and sys.stdin.isatty():
            answer = _asked(answer, merge_people(records.store, source, answer, utc_now()).unanswered)
        with terminal.progress_bar("merge") as progress:
            report = merge(records.store, source, answer, progress)
    if as_json:
        print_json(asdict(report))
    else:
        _print(report, "would be " if dry_run else "")


def _met(address: str, url: str, token: str, *, sends: bool) -> Exchanged:
    """Come in step with the server at an address; the checkpoints are kept when all that came is on the disk."""
    from platformdirs import user_cache_path

    pair = blake2b(f"{Path(address).resolve() if is_file(address) else address} {url}".encode(), digest_size=12)
    file = user_cache_path("partie", appauthor=False) / "exchanges" / f"{pair.hexdigest()}.json"
    kept = [Checkpoints.of(file.read_text()) if file.exists() else Checkpoints()]
    try:
        with _no_empty_file(address), bulk.in_bulk(address) if sends else bulk.dry_run(address) as records:
            meeting = exchange(records.store, kept[0] if sends else Checkpoints(), kept.append, sends=sends)
            send = _sender(url, token)
            request = next(meeting)
            while True:
                try:
                    request = meeting.send(send(request))
                except StopIteration as end:
                    met: Exchanged = end.value
                    return met
    finally:
        if sends:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(kept[-1].text())


@contextmanager
def _no_empty_file(address: str) -> Iterator[None]:
    """Leave no new store behind to which nothing came, as the other one did not answer."""
    is_new = is_file(address) and not Path(address).exists()
    try:
        yield
    except PartieError:
        if is_new and Path(address).exists():
            with closing(open_store(address)) as store:
                is_empty = not any(store.streams())
            for suffix in ("", "-wal", "-shm") if is_empty else ():
                Path(f"{address}{suffix}").unlink(missing_ok=True)
        raise


def _sender(url: str, token: str) -> Callable[[bytes], bytes]:
    """Sends the requests of an exchange to a server. It raises InvalidInput with the sentence of one that refuses."""
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen

    headers = {"Content-Type": "application/octet-stream"} | ({"Authorization": f"Bearer {token}"} if token else {})

    def send(request: bytes) -> bytes:
        try:
            with urlopen(Request(f"{url.rstrip('/')}/api/exchange", request, headers), timeout=_TIMEOUT_S) as answer:
                content: bytes = answer.read()
                return content
        except HTTPError as error:
            try:
                sentence = json.load(error)["detail"]
            except (ValueError, TypeError, LookupError):
                sentence = f"This is no server of Partie: it answers {error.code}."
            raise InvalidInput(f"{url}: {sentence}") from None
        except (URLError, TimeoutError, ConnectionError) as error:
            raise InvalidInput(f"{url} does not answer: {getattr(error, 'reason', error)}.") from None

    return send


def _print_met(met: Exchanged, url: str, would: str) -> None:
    for place, refused in (("here", met.refused_here), (url, met.refused_there)):
        for stream, why in refused.items():
            print_error(f"{stream} {would or 'was '}not taken by {place}: {why}")
    for name, report in (("came", met.here), ("went", met.there)):
        typer.echo(f"{name}: {', '.join(f'{each} {len(getattr(report, each))}' for each in _COUNTED)}")
    for one in met.here.forked:
        typer.echo(f"match {one.match} went on differently: the other line {would or 'is '}match {one.fork}")
    for name in sorted({two.name for two in met.here.namesakes}):
        print_error(f"Two people are called {plain(name)}; `partie people merge` makes them one person.")


_COUNTED: Final = ("copied", "continued", "forked")


def _refuse_itself(address: str, other: str) -> None:
    is_same = address == other
    if is_file(address) and is_file(other):
        is_same = Path(address).resolve() == Path(other).resolve()
    if is_same:
        refuse("A store cannot be merged with itself.")


@contextmanager
def _opened(address: str) -> Iterator[Store]:
    """The other store; of a file a copy, as opening the file of an older release would change it."""
    if not is_file(address):
        with closing(open_store(address)) as database:
            yield database
        return
    with TemporaryDirectory(prefix="partie-") as folder:
        path = Path(folder) / Path(address).name
        for suffix in ("", "-wal"):
            if not suffix or Path(f"{address}{suffix}").exists():
                shutil.copyfile(f"{address}{suffix}", f"{path}{suffix}")
        try:
            store = open_store(str(path))
        except OSError as error:
            raise type(error)(str(error).replace(str(path), address)) from None
        with closing(store):
            yield store


def _answer(same: Sequence[str], *, everybody: bool) -> Answer:
    names = {name_key(name) for name in same}
    return lambda namesakes: True if everybody or name_key(namesakes.name) in names else None


def _asked(answer: Answer, questions: Sequence[Namesakes]) -> Answer:
    """Ask at the terminal what is still open, before anything is written."""
    answers = {}
    for two in questions:
        name = plain(two.name)
        question = f"Is {name} ({two.person}) of the other store the same person as {name} ({two.other}) here?"
        answers[two] = typer.confirm(question)
    return lambda namesakes: answers[namesakes] if namesakes in answers else answer(namesakes)


def _print(report: MergeReport, would: str) -> None:
    for one in report.forked:
        typer.echo(f"match {one.match} went on differently: the other line {would or 'is '}match {one.fork}")
    for two in report.namesakes:
        name = plain(two.name)
        print_error(f"Two people are called {name} ({two.person}, {two.other}); --same NAME makes them one person.")
    for stream in report.left:
        print_error(f"{stream} differs in both stores and stays as it is.")
    typer.echo(
        f"{would}copied {len(report.copied)}, {would}continued {len(report.continued)},"
        f" {would}forked {len(report.forked)}, unchanged {report.unchanged}"
    )
    typer.echo(f"{would}new people {report.people}, of whom {report.matched} have an account of somebody here")
