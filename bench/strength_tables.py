"""The tables of docs/review.md from the lines of `bench/strength.jsonl`; their last column says what is reached."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

from core.games import find
from core.review.evaluations import EVALUATIONS

DOCS: Final = Path(__file__).parent.parent / "docs/review.md"

FLAG: Final = 3.0

NOT_MEASURED: Final = "Not measured with this engine yet."

Line = Mapping[str, Any]


def write_tables(lines: Sequence[Line]) -> None:
    """Replace what stands between the markers of the docs."""
    text = DOCS.read_text()
    for name, table in TABLES.items():
        marked = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        groups = _grouped(lines, name)
        rows = "\n".join(table(groups)) if groups else NOT_MEASURED
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
    yield "| game | players | weaker | stronger | matches | share won by the stronger one | 95 % interval | points |"
    yield "|---|---|---|---|---|---|---|---|"
    for (game, seats, rungs), lines in groups.items():
        won = fmean(line["won"] for line in lines)
        low, high = wilson(won, len(lines))
        weaker, stronger = rungs.split("-")
        lead = fmean(line["lead"] for line in lines)
        yield (
            f"| {find(game).TITLE} | {seats} | {weaker} | {stronger} | {len(lines)} | {won:.0%} "
            f"| {low:.0%} to {high:.0%} | {lead:+.1f} |"
        )


def repeat(groups: Groups) -> Iterable[str]:
    yield (
        "| game | compared | matches | moves | correlation | spread, points | spread, win | flags of 3 points "
        "| of these confirmed | reached |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for (game, _, rungs), lines in groups.items():
        pairs, wins = ([pair for line in lines for pair in zip(*line[part], strict=True)] for part in ("losses", "win"))
        flagged = [other for one, other in pairs if one >= FLAG]
        confirmed = sum(other >= FLAG / 2 for other in flagged)
        deep = rungs == "deep"
        share = f"{confirmed / len(flagged):.0%}" if flagged else "-"
        correlation = _correlation(pairs)
        reached = (not flagged or confirmed >= 0.9 * len(flagged)) if deep else correlation >= 0.98
        yield (
            f"| {find(game).TITLE} | {'normal, deep' if deep else 'normal twice'} | {len(lines)} | {len(pairs)} "
            f"| {correlation:.2f} | {_apart(pairs):.2f} | {_apart(wins):.3f} | {len(flagged)} | {share} "
            f"| {_yes(reached)} |"
        )


def _apart(pairs: Sequence[tuple[float, float]]) -> float:
    """The standard deviation of the differences."""
    return sqrt(fmean((one - other) ** 2 for one, other in pairs))


def _yes(reached: bool) -> str:
    return "yes" if reached else "**no**"


def _correlation(pairs: Sequence[tuple[float, float]]) -> float:
    one, other = (fmean(side) for side in zip(*pairs, strict=True))
    both = sum((a - one) * (b - other) for a, b in pairs)
    spread = sqrt(sum((a - one) ** 2 for a, _ in pairs) * sum((b - other) ** 2 for _, b in pairs))
    return both / spread if spread else 0.0


def planted(groups: Groups) -> Iterable[str]:
    yield "| game | planted moves | proved by the referee | review | found | 95 % interval | reached |"
    yield "|---|---|---|---|---|---|---|"
    for (game, _, _), lines in groups.items():
        proved = [line for line in lines if line["proved"]]
        for effort in ("quick", "normal") if proved else ():
            share = fmean(line[effort] for line in proved)
            low, high = wilson(share, len(proved))
            yield (
                f"| {find(game).TITLE} | {len(lines)} | {len(proved)} | {effort} | {share:.0%} "
                f"| {low:.0%} to {high:.0%} | {_yes(len(proved) >= 40 and share >= 0.95)} |"
            )


def losses(groups: Groups) -> Iterable[str]:
    yield "| game | weaker | stronger | matches | lost by choices, weaker | stronger | difference | result |"
    yield "|---|---|---|---|---|---|---|---|"
    for (game, _, rungs), lines in groups.items():
        one, other, lead = (fmean(line[part] for line in lines) for part in ("weaker", "stronger", "lead"))
        weaker, stronger = rungs.split("-")
        yield (
            f"| {find(game).TITLE} | {weaker} | {stronger} | {len(lines)} | {one:.1f} | {other:.1f} "
            f"| {one - other:.1f} | {lead:+.1f} |"
        )


def luck(groups: Groups) -> Iterable[str]:
    yield "| game | matches | mean luck, points | mean luck, win | reached |"
    yield "|---|---|---|---|---|"
    for (game, _, _), lines in groups.items():
        sides = list(zip(*chain.from_iterable(line["rows"] for line in lines), strict=True))
        reached = len(sides[0]) >= 2000 and all(abs(fmean(side)) <= 2 * stdev(side) / sqrt(len(side)) for side in sides)
        cells = f"{_mean(sides[1], 2)} | {_mean(sides[0], 3)}"
        yield f"| {find(game).TITLE} | {len(sides[0])} | {cells} | {_yes(reached)} |"


def ends(groups: Groups) -> Iterable[str]:
    yield "| game | rounds | error, points | win | share of its square in common, points | win | assumed |"
    yield "|---|---|---|---|---|---|---|"
    for (game, _, _), lines in groups.items():
        pairs = list(chain.from_iterable(line["rows"] for line in lines))
        squares, shares = zip(*(_in_common(pairs, part) for part in (1, 0)), strict=True)
        yield (
            f"| {find(game).TITLE} | {len(pairs)} | {sqrt(squares[0]):.1f} | {sqrt(squares[1]):.3f} "
            f"| {shares[0]:.2f} | {shares[1]:.2f} | {EVALUATIONS[game].SHARED_ERROR} |"
        )


def _in_common(pairs: Sequence[Sequence[Sequence[float]]], part: int) -> tuple[float, float]:
    """The mean square of an error without the noise of the deals, and the share of it that both ends have."""
    square = fmean(end[part] ** 2 - end[part + 2] for pair in pairs for end in pair)
    return square, fmean(one[part] * other[part] for one, other in pairs) / square


def _mean(values: Sequence[float], places: int) -> str:
    return f"{fmean(values):+.{places}f} ± {stdev(values) / sqrt(len(values)):.{places}f}"


TABLES: Final = {
    "ladder": ladder,
    "repeat": repeat,
    "planted": planted,
    "losses": losses,
    "luck": luck,
    "ends": ends,
}
