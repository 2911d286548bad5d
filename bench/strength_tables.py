"""The tables of docs/review.md from the lines of `bench/strength.jsonl`; a table without trials says so."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

from core.games import find

DOCS: Final = Path(__file__).parent.parent / "docs/review.md"

FLAG: Final = 3.0

Line = Mapping[str, Any]


def write_tables(lines: Sequence[Line]) -> None:
    """Replace what stands between the markers of the docs."""
    text = DOCS.read_text()
    for name, table in TABLES.items():
        marked = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        rows = "\n".join(table(_grouped(lines, name)))
        text = marked.sub(lambda found, rows=rows: f"{found[1]}{rows}\n{found[2]}", text)  # type: ignore[misc]
    DOCS.write_text(text)


def _grouped(lines: Iterable[Line], kind: str) -> dict[tuple[str, int, str], list[Line]]:
    """The lines of a kind by game, number of players and rungs."""
    groups = defaultdict(list)
    for line in lines:
        _, own, game, seats, rungs, _ = line["key"].split(" ")
        if own == kind:
            groups[game, int(seats), rungs].append(line)
    return groups


def wilson(share: float, number: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of a share of `number` matches."""
    scale = 1 + z * z / number
    centre = (share + z * z / (2 * number)) / scale
    half = z * sqrt(share * (1 - share) / number + z * z / (4 * number * number)) / scale
    return centre - half, centre + half


Groups = dict[tuple[str, int, str], list[Line]]


def ladder(groups: Groups) -> Iterable[str]:
    yield "| game | players | weaker | stronger | matches | share won by the stronger one | 95 % interval |"
    yield "|---|---|---|---|---|---|---|"
    for (game, seats, rungs), lines in groups.items():
        won = fmean(line["won"] for line in lines)
        low, high = wilson(won, len(lines))
        weaker, stronger = rungs.split("-")
        name = find(game).TITLE
        yield f"| {name} | {seats} | {weaker} | {stronger} | {len(lines)} | {won:.0%} | {low:.0%} to {high:.0%} |"


def repeat(groups: Groups) -> Iterable[str]:
    yield "| game | compared | matches | moves | correlation | flags of 3 points | of these confirmed |"
    yield "|---|---|---|---|---|---|---|"
    for (game, _, rungs), lines in groups.items():
        pairs = [pair for line in lines for pair in zip(*line["losses"], strict=True)]
        flagged = [other for one, other in pairs if one >= FLAG]
        confirmed = sum(other >= FLAG / 2 for other in flagged)
        name = "normal, deep" if rungs == "deep" else "normal twice"
        share = f"{confirmed / len(flagged):.0%}" if flagged else "-"
        yield (
            f"| {find(game).TITLE} | {name} | {len(lines)} | {len(pairs)} | {_correlation(pairs):.2f} "
            f"| {len(flagged)} | {share} |"
        )


def _correlation(pairs: Sequence[tuple[float, float]]) -> float:
    one, other = (fmean(side) for side in zip(*pairs, strict=True))
    both = sum((a - one) * (b - other) for a, b in pairs)
    spread = sqrt(sum((a - one) ** 2 for a, _ in pairs) * sum((b - other) ** 2 for _, b in pairs))
    return both / spread if spread else 0.0


def calibration(groups: Groups) -> Iterable[str]:
    yield "| game | flagged moves | claimed points | realised | realised / claimed | claimed win | realised | ratio |"
    yield "|---|---|---|---|---|---|---|---|"
    for (game, _, _), lines in groups.items():
        rows = list(chain.from_iterable(line["rows"] for line in lines))
        if len(rows) < 2:
            continue
        claimed_win, win, claimed, lead = (fmean(side) for side in zip(*rows, strict=True))
        errors = [stdev(row[part] for row in rows) / sqrt(len(rows)) for part in (1, 3)]
        yield (
            f"| {find(game).TITLE} | {len(rows)} | {claimed:.2f} | {lead:.2f} ± {errors[1]:.2f} "
            f"| {lead / claimed:.2f} ± {errors[1] / claimed:.2f} | {claimed_win:.3f} | {win:.3f} ± {errors[0]:.3f} "
            f"| {win / claimed_win if claimed_win else 0:.2f} |"
        )


def planted(groups: Groups) -> Iterable[str]:
    yield "| game | planted moves | proved by the referee | found by the review |"
    yield "|---|---|---|---|"
    for (game, _, _), lines in groups.items():
        proved = [line for line in lines if line["proved"]]
        found = sum(line["found"] for line in proved)
        share = f" ({found / len(proved):.0%})" if proved else ""
        yield f"| {find(game).TITLE} | {len(lines)} | {len(proved)} | {found}{share} |"


def luck(groups: Groups) -> Iterable[str]:
    yield (
        "| game | matches | mean luck, points | mean luck, win | unexplained: standard deviation, points | win | "
        "its mean, points |"
    )
    yield "|---|---|---|---|---|---|---|"
    for (game, _, _), lines in groups.items():
        if len(lines) < 2:
            continue
        cells = [_mean([line[part] for line in lines], places) for part, places in (("lead", 2), ("win", 3))]
        win, lead = (list(side) for side in zip(*(line["unexplained"] for line in lines), strict=True))
        yield (
            f"| {find(game).TITLE} | {len(lines)} | {' | '.join(cells)} | {stdev(lead):.1f} | {stdev(win):.2f} "
            f"| {_mean(lead, 1)} |"
        )


def _mean(values: Sequence[float], places: int) -> str:
    return f"{fmean(values):+.{places}f} ± {stdev(values) / sqrt(len(values)):.{places}f}"


TABLES: Final = {
    "ladder": ladder,
    "repeat": repeat,
    "calibration": calibration,
    "planted": planted,
    "luck": luck,
}
