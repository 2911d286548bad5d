"""Sums up the problems of a file: 329 lines with the same problem are one entry."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from core.messages import Message, message
from importers.imported_play import ImportProblem

MANY: Final = 3
"""Maximum equal problems that are listed one by one."""

MANY_SIMILAR: Final = 10
"""Maximum problems that differ only in a value and are listed one by one; of more, the first `MANY` are."""


class SummedProblem(NamedTuple):
    """One entry for `number` problems; `lost` is true if data was left out because of them."""

    where: str
    message: str
    lost: bool
    number: int = 1


def summed_up(problems: Sequence[ImportProblem], is_loss: Callable[[ImportProblem], bool]) -> Iterator[SummedProblem]:
    """Equal problems are one entry; of those that differ only in a value the first ones are listed."""
    for lost in (True, False):
        mine = [problem for problem in problems if is_loss(problem) is lost]
        rest: dict[object, list[ImportProblem]] = {}
        for alike in _grouped(mine):
            if len(alike) > MANY:
                yield SummedProblem(_places(alike), alike[0].message, lost, len(alike))
            else:
                rest.setdefault(_kind(alike[0].message), []).extend(alike)
        for similar in rest.values():
            listed = len(similar) if len(similar) <= MANY_SIMILAR else MANY
            yield from (SummedProblem(problem.where, problem.message, lost) for problem in similar[:listed])
            if more := similar[listed:]:
                like = message("the same problem with other values: {problem}", problem=more[0].message)
                yield SummedProblem(_places(more), like, lost, len(more))


def _grouped(problems: Sequence[ImportProblem]) -> Iterator[list[ImportProblem]]:
    groups: dict[str, list[ImportProblem]] = {}
    for problem in problems:
        groups.setdefault(problem.message, []).append(problem)
    yield from groups.values()


def _kind(sentence: str) -> object:
    """The common part of sentences that differ only in their values."""
    if not isinstance(sentence, Message):
        return sentence
    return sentence.template, tuple(_kind(value) for _, value in sentence.values if isinstance(value, Message))


def _places(problems: Sequence[ImportProblem]) -> Message:
    first = problems[0].where
    template = first.template if isinstance(first, Message) else first
    if "line" in template or "row" in template:
        return message("{number} lines, the first is {first}", number=len(problems), first=first)
    return message("{number} plays, the first is {first}", number=len(problems), first=first)
