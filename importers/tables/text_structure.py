"""The structure of a text by its lines: a table with a delimiter, Markdown tables, or neither."""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

DELIMITERS: Final = (";", "\t", ",", "|")
_TABULAR: Final = (";", "\t", "|")
"""Delimiters that make a table wherever every line has the same number of them. Commas also separate players."""

_SAMPLE: Final = 200
"""Rows used to detect the delimiter of a text."""

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")

_RULE: Final = re.compile(r"(?:\|\s*)?:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?|\|\s*:?-{2,}:?\s*\|")
"""The line below the header of a Markdown table, without outer white space."""

_HEADING: Final = re.compile(r"#{1,6}\s++(.*)")
_BAR: Final = re.compile(r"(?<!\\)\|")
_LINK: Final = re.compile(r"!?\[\[(?:[^\[\]|\\]*\\?\|)?([^\[\]|]*)\]\]|!?\[([^\[\]]*)\]\([^()\s]*\)")
_EMPHASIS: Final = re.compile(r"(\*\*|__|~~|`)(?=\S)((?:(?!\1).)++)(?<=\S)\1")
_BREAK: Final = re.compile(r"<br ?/?>", re.IGNORECASE)


def lines(words: str) -> Iterator[str]:
    """The lines with their ends, one after the other: a list of them may take ten times the text."""
    return (line[0] for line in _LINE.finditer(words))


def tabular_delimiter(words: str) -> str:
    """The sign of which every line of a text has the same number, if any: that text is a table, never a list."""
    result = (delimiter for delimiter in _TABULAR if _fit(sample(words), delimiter)[0] == 1.0)
    return max(result, key=lambda delimiter: _fit(sample(words), delimiter)[1], default="")


def delimiter_of(words: str) -> str:
    """The delimiter that splits the most rows into the same number of cells; on a tie, into the most cells."""
    part = sample(words)
    return tabular_delimiter(words) or max(DELIMITERS, key=lambda delimiter: _fit(part, delimiter)[:2])


def is_table(words: str) -> bool:
    """True if a text of several lines is a table by its structure alone, also if nothing tells what its columns hold.

    A text with commas is one if it has at least three lines of three cells, or two of four, below a first line without
    digits: dates and points have digits, so that line is a header.
    """
    if any(_RULE.fullmatch(line.strip()) for line in sample(words).splitlines()) and "|" in words:
        return True
    if tabular_delimiter(words):
        return True
    share, width, rows = _fit(sample(words), ",")
    start = words.lstrip().partition("\n")[0]
    is_large = (width > 2 and rows > 2) or (width > 3 and rows > 1)
    return share == 1.0 and is_large and not any(map(str.isdigit, start))


def sample(words: str) -> str:
    return "".join(words[:200_000].splitlines(keepends=True)[:_SAMPLE])


def _fit(part: str, delimiter: str) -> tuple[float, int, int]:
    """The share of rows of the commonest width above 1, that width, and the number of rows; 0 for a single row."""
    try:
        widths = Counter(len(row) for row in csv.reader(lines(part), delimiter=delimiter) if any(row))
    except csv.Error:
        return 0.0, 0, 0
    width, rows = max(widths.items(), key=lambda item: (item[0] > 1, item[1]), default=(1, 0))
    share = rows / widths.total() if width > 1 else 0.0
    return (share if widths.total() > 1 else min(share, 0.5)), (width if share else 0), widths.total()


def markdown_tables(words: str) -> Iterator[tuple[str, list[tuple[int, list[str]]]]]:
    """The Markdown tables of a text: the heading above each, and its rows as line numbers and cells."""
    heading, before, rows = "", "", list[tuple[int, list[str]]]()
    for number, line in enumerate(map(str.rstrip, lines(words)), 1):
        if rows and "|" in line:
            rows.append((number, _cells(line)))
            continue
        if rows:
            yield heading, rows
            rows = []
        if matched := _HEADING.fullmatch(line.strip()):
            heading = matched[1].rstrip("# \t")
        if "|" in before and _RULE.fullmatch(line.strip()):
            rows = [(number - 1, _cells(before))]
        before = line
    if rows:
        yield heading, rows


def _cells(line: str) -> list[str]:
    bare = line.strip()
    bare = bare.removeprefix("|")
    if bare.endswith("|") and not bare.endswith(r"\|"):
        bare = bare[:-1]
    # A bar within `[[page|shown]]` is written `\|` by some programs and bare by others.
    bare = _LINK.sub(lambda link: link[1] or link[2] or "", bare)
    return [_BREAK.sub("\n", _EMPHASIS.sub(r"\2", cell.replace(r"\|", "|"))).strip() for cell in _BAR.split(bare)]
