"""The command `review`: what luck and choices changed in a match, for one match or for all."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from core import games
from core.review.evaluations import lacks_kernel, why_not
from core.review.moments import is_lucky, is_mistake
from core.review.review import Effort, Review, ReviewedChance, ReviewedMove, Values
from eventstore.formats.notation import write_event
from eventstore.matches.match import Match
from eventstore.readmodels.filters import MatchFilter
from eventstore.reviews import many, workers
from eventstore.reviews.many import Compute, Reviewed
from eventstore.reviews.repository import ReviewRepository, decode_review
from eventstore.reviews.task import CannotReview, NoKernel, compute, review_key, review_task
from viewer.commands import terminal
from viewer.commands.cli_errors import print_error
from viewer.commands.context import (
    CliContext,
    Json,
    Simulated,
    argument,
    cli_context,
    match_filters,
    option,
    print_json,
)
from viewer.commands.maintenance import CORES, ClusterAddress, dask_cluster
from viewer.locale.plain_text import fit, plain


def print_review(match: Match, review: Review) -> None:
    """Print the account of every seat, the lucky and unlucky events, and the moves that lost something."""
    out = terminal.console()
    about = [match.header.title, match.game_title, match.header.played_on, f"{review.engine.effort} review"]
    out.print(Text(" · ".join(plain(part) for part in about if part), style="bold"))
    what = "the match" if match.state == "finished" else f"the open match up to event {match.version}"
    out.print(Text(f"{match.id}: chance to win and lead in points, from the start to the end of {what}", style="dim"))
    _print_account(match, review)
    _print_chance(match, review)
    _print_moves(review)


def _print_account(match: Match, review: Review) -> None:
    seats = range(len(match.names))
    heads = [terminal.seat_name(seat, [*match.names[:seat], fit(match.names[seat], 12)], 14) for seat in seats]
    rows = [
        ("start", *(_standing(review.start, seat) for seat in seats)),
        ("luck", *(_sum(review.chance, seat) for seat in seats)),
    ]
    rest = "unexplained"
    if review.judged:
        own = [[move for move in review.moves if move.seat == seat] for seat in seats]
        others = [[move for move in review.moves if move.seat != seat] for seat in seats]
        rows.append(("own choices", *(_sum(own[seat], seat) for seat in seats)))
        if len(seats) > 2:
            rest = "choices of the others and the rest"
        else:
            rows.append(("choices of the others", *(_sum(others[seat], seat) for seat in seats)))
    rows.append((rest, *(_signed(review.unexplained.lead[seat], 1) for seat in seats)))
    rows.append(("result", *(_standing(review.result, seat) for seat in seats)))
    terminal.print_table(["", *heads], rows, right=[str(head) for head in heads])


def _sum(changes: Iterable[ReviewedMove | ReviewedChance], seat: int) -> str:
    """The points of one seat, whatever their noise: the rows of the account add up. Sums of chances go beyond 100 %."""
    return _signed(sum(each.change.lead[seat] for each in changes), 1)


def _print_chance(match: Match, review: Review) -> None:
    notations, rows = {frame.version: frame.event for frame in match.frames}, list[tuple[str, ...]]()
    for each in review.chance:
        if is_lucky(each):
            event = fit(write_event(match, notations[each.version]), 30)
            rows.append((str(each.version), event, *(_cell(each.change, seat) for seat in range(len(match.names)))))
    if rows:
        marks = [terminal.mark(seat) for seat in range(len(match.names))]
        terminal.console().print()
        terminal.print_table(["#", "Luck", *marks], rows, right=["#", *map(str, marks)])


def _print_moves(review: Review) -> None:
    out = terminal.console()
    if not review.judged:
        out.print(f"\nThe moves are not judged. {review.why}")
        return
    rows = []
    for move in filter(is_mistake, review.moves):
        lost = _cell(move.change, move.seat)
        rows.append((str(move.version), terminal.mark(move.seat), move.notation, move.best, lost, move.grade))
    if not rows:
        out.print("\nNo move lost anything beyond its stated error.")
        return
    out.print()
    terminal.print_table(("#", "", "Played", "Best", "Lost", ""), rows, right=("#", "Lost"))


def _cell(change: Values, seat: int) -> str:
    """Both numbers with signs."""
    return f"{_signed(100 * change.win[seat], 0)} % {_signed(change.lead[seat], 1):>6}"


def _standing(values: Values, seat: int) -> str:
    return f"{100 * values.win[seat]:.0f} % {_signed(values.lead[seat], 1):>6}"


def _signed(value: float, digits: int) -> str:
    text = f"{value:+.{digits}f}"
    return text[1:] if not text.strip("+-0.") else text


app = typer.Typer()

NO_REVIEW: Final = 3
"""Exit code for a match that has no review: only its points are recorded, or its game has no evaluation."""

NO_KERNEL: Final = 4
"""Exit code for a match that this installation cannot review."""

EffortOption = Annotated[
    Effort, option("--effort", "How long to search: a few seconds, half a minute, or some minutes a match.")
]


@app.command("review")
@match_filters()
def review_matches(
    context: typer.Context,
    match: Annotated[str | None, argument("MATCH", "The id of a match, or a unique prefix of it.")] = None,
    effort: EffortOption = "normal",
    all_matches: Annotated[
        bool,
        option("--all", "Review all matches that are over, or those of the criteria, on all cores; can be continued."),
    ] = False,
    exercises: Annotated[
        bool, option("--exercises", "With --all: then search and prove positions to train with.")
    ] = False,
    cluster: ClusterAddress = None,
    simulated: Simulated = False,
    *,
    filters: MatchFilter,
    as_json: Json = False,
) -> None:
    """Review a match: what luck and choices changed, and which moves were better.

    A review is kept until the match changes. Exit codes: 1 unknown or withdrawn
    match, or a failed review; 3 a match that cannot be reviewed, since only its
    points are recorded or its game has no evaluation; 4 one that cannot be reviewed
    by this installation.
    """
    cli = cli_context(context)
    if all_matches == (match is not None):
        raise typer.BadParameter("Give one MATCH, or --all.")
    if match is None:
        ids = many.reviewable(cli.counted(simulated=simulated).matches(**filters))
        _review_all(cli, ids, effort, cluster, exercises=exercises, as_json=as_json)
    elif cluster or simulated or exercises or any(value is not None for value in filters.values()):
        raise typer.BadParameter("The criteria, --simulated, --exercises and --cluster belong to --all.")
    else:
        _review_one(cli, match, effort, as_json=as_json)


def _review_one(cli: CliContext, start: str, effort: Effort, *, as_json: bool) -> None:
    match = cli.match(start)
    try:
        review = _kept_or_computed(cli, match, effort)
    except CannotReview as error:
        print_error(str(error))
        raise typer.Exit(NO_KERNEL if isinstance(error, NoKernel) else NO_REVIEW) from None
    if as_json:
        print_json(review)
    else:
        print_review(match, decode_review(review))


def _kept_or_computed(cli: CliContext, match: Match, effort: Effort) -> dict[str, Any]:
    """The review as its JSON object; computed in this process where none is kept. Raises as `review_task`."""
    reviews = ReviewRepository(cli.store)
    if not match.withdrawal and (found := reviews.object(review_key(cli.store, match.id, effort))) is not None:
        return found
    task = review_task(cli.records, match.id, effort)
    with terminal.progress_bar("review") as progress:
        reviews.keep(task.key, task.version, task.run(progress))
    found = reviews.object(task.key)
    assert found is not None
    return found


def _review_all(
    cli: CliContext, ids: Sequence[str], effort: Effort, cluster: str | None, *, exercises: bool, as_json: bool
) -> None:
    lacking = [why_not(game) for game in games.GAMES if lacks_kernel(game)]
    for sentence in lacking:
        print_error(sentence)
    reviewed, reviews = Reviewed(), ReviewRepository(cli.store)
    try:
        with _computing(cluster) as compute_all:
            with terminal.progress_bar("review") as progress:
                many.review_all(cli.records, reviews, ids, effort, compute_all, progress, reviewed)
            if exercises:
                with terminal.progress_bar("exercises") as progress:
                    many.search_exercises(cli.records, cli.store, ids, compute_all, progress)
    except KeyboardInterrupt:
        print_error(f"Interrupted: {reviewed.new} matches reviewed and kept; the same command goes on from here.")
        raise
    if as_json:
        failed = [{"match": id, "message": sentence} for id, sentence in reviewed.failed.items()]
        print_json({"reviewed": reviewed.new, "kept": reviewed.kept, "failed": failed})
    else:
        for id, sentence in reviewed.failed.items():
            print_error(f"{id}: {sentence}")
        typer.echo(f"{reviewed.new} matches reviewed, {reviewed.kept} had a review, {len(reviewed.failed)} failed")
    if reviewed.failed or lacking:
        raise typer.Exit(1 if reviewed.failed else NO_KERNEL)


@contextmanager
def _computing(cluster: str | None) -> Iterator[Compute]:
    if cluster:
        dask = dask_cluster()
        with dask.connected(cluster) as client:
            yield partial(dask.completed, client, compute)
    else:
        yield partial(workers.compute_all, workers=CORES)
