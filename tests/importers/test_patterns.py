"""The regular expressions of the importers: the work of each grows with the length of a text, not with its square."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests import ROOT
from tests.importers.pattern_work import PatternWork

FOLDER = ROOT / "importers"
WHOLE = {"match", "fullmatch"}
"""Methods that begin at the first letter of a text; `match` takes less work than `fullmatch`."""

BEFORE = {
    "the rule of a Markdown table": r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*|\s*\|\s*:?-{2,}:?\s*\|\s*",
    "a heading": r"\s*#{1,6}\s+(.*?)[\s#]*",
    "a remark behind points": r"[+-]?[0-9]{1,9}\s*\([^()]*[^\W\d_][^()]*\)",
    "repeats in a repeat": r"(?:a|ab?)*(?:a*)*c",
    "a repeat of two letters": r"(?:ab)*a?(?:ba)*c",
}
BEFORE_IN_SEARCH = {
    "emphasis": r"(\*\*|__|~~|`)(?=\S)(.+?)(?<=\S)\1",
    "white space before a sign": r"\s*[;\t|/]\s*",
    "white space over lines": r"(?m)^\s*Game \d+",
    "a title": r"<title[^>]*>([^<]*)</title>",
    "a tag": r"<[^>]*>",
}
LINEAR = (r"a*b", r"(?:ab|c)*d", r"\s*+\|", r"(?=[^()]*?[^\W\d_])[^()]*+\)", r"(a+)(?!\1)b", r"x{2,9}x{2,9}y")


@pytest.mark.parametrize("name", [*BEFORE, *BEFORE_IN_SEARCH])
def test_a_pattern_that_backtracks_is_found(name: str) -> None:
    is_whole = name in BEFORE
    source = BEFORE[name] if is_whole else BEFORE_IN_SEARCH[name]
    assert PatternWork(re.compile(source), is_whole=is_whole).growth()


@pytest.mark.parametrize("source", LINEAR)
def test_a_linear_pattern_is_none_of_them(source: str) -> None:
    assert not PatternWork(re.compile(source), is_whole=True).growth()


@pytest.mark.parametrize("source", [*BEFORE.values(), *BEFORE_IN_SEARCH.values(), *LINEAR])
def test_the_matcher_that_counts_matches_what_re_does(source: str) -> None:
    pattern = re.compile(source)
    work = PatternWork(pattern, is_whole=True)
    for text in ("", "a", "ab", "abab", "aabc", "| - | -- |", "--|--", "# a #", "5 (b)", "<a>", "`a `b`", " ;", "aab"):
        found = pattern.match(text)
        assert work.end(text) == (found.end() if found else None), text


def modules() -> Iterator[ModuleType]:
    for path in sorted(FOLDER.rglob("*.py")):
        yield import_module(".".join(path.relative_to(FOLDER.parent).with_suffix("").parts).removesuffix(".__init__"))


@cache
def tree_of(name: str) -> ast.Module:
    return ast.parse(Path(str(import_module(name).__file__)).read_text())


def patterns_in(value: object) -> Iterator[re.Pattern[Any]]:
    match value:
        case re.Pattern():
            yield value
        case dict():
            yield from patterns_in(tuple(value.values()))
        case tuple() | list() | frozenset():
            for one in value:
                yield from patterns_in(one)


def makers(module: ModuleType) -> Iterator[str]:
    """Functions that return patterns, which are called without arguments."""
    for node in tree_of(module.__name__).body:
        if isinstance(node, ast.FunctionDef) and node.returns and "re.Pattern" in ast.unparse(node.returns):
            assert not ast.unparse(node.args), f"{node.name} makes patterns that no test knows"
            yield node.name


def methods(module: ModuleType, name: str) -> set[str]:
    """The methods that are called on a pattern, and on the variables of loops over patterns."""
    tree = tree_of(module.__name__)
    names = {name}
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension) and ast.unparse(node.iter) in names:
            names.add(ast.unparse(node.target))
    return {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and ast.unparse(node.value) in names
    }


def all_patterns() -> Iterator[tuple[str, re.Pattern[Any], bool]]:
    """Each pattern with its name, and whether it is only matched from the beginning of a text."""
    for module in modules():
        made = {f"{name}()": getattr(module, name)() for name in makers(module)}
        for name, value in (vars(module) | made).items():
            for number, pattern in enumerate(patterns_in(value)):
                used = methods(module, name)
                yield f"{module.__name__}.{name}-{number}", pattern, bool(used) and used <= WHOLE


PATTERNS = {name: (pattern, is_whole) for name, pattern, is_whole in all_patterns()}


@pytest.mark.slow
@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_backtracks(name: str) -> None:
    pattern, is_whole = PATTERNS[name]
    assert not PatternWork(pattern, is_whole=is_whole).growth()


def test_no_pattern_is_written_where_this_test_does_not_find_it() -> None:
    compiled = 0
    for module in modules():
        for node in ast.walk(tree_of(module.__name__)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
                assert ast.unparse(node.func) == "re.compile", f"{module.__name__}, line {node.lineno}"
                compiled += 1
    assert len(PATTERNS) >= compiled
