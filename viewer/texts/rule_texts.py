"""The texts of the rules by their ids, from the pages in docs/rules, which are a part of the package.

A rule is a heading of the third level that is its id, with the text up to the next heading. Only Partie's own games and
the record have texts; an id of another package has none.
"""

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

PREFIX: Final = "/rules"
"""Path of the pages on the server."""

_STATED: Final = "N-SCORE-1"
"""The rule of points that the players state: it does not say where they come from."""

_RULE: Final = re.compile(r"^### ([A-Z]-[A-Z]+(?:-(?:[0-9]+|[A-Z]+))?)$", re.MULTILINE)
_HEADING: Final = re.compile(r"^#{1,3} ", re.MULTILINE)


class RuleText(NamedTuple):
    """A rule: its id, the key of its page, its text in Markdown without the heading."""

    id: str
    page: str
    markdown: str


class RulePage(NamedTuple):
    """The rules of one game, or of the record, in the order of the page; `markdown` is the whole page."""

    key: str
    title: str
    markdown: str
    rules: tuple[RuleText, ...]


@cache
def rule_pages() -> dict[str, RulePage]:
    """The pages by key: the key of a game, or `record`."""
    texts = {file.name.removesuffix(".md"): file.read_text("utf-8") for file in _folder().iterdir()}
    return {key: _page(key, text) for key, text in sorted(texts.items()) if key != "README"}


def introduction() -> str:
    """The page about all of them in Markdown."""
    return _folder().joinpath("README.md").read_text("utf-8")


def rule_text(id: str) -> RuleText | None:
    return _rules().get(id)


def anchor(id: str) -> str:
    """The anchor of a rule in its page."""
    return id.lower()


def rule_address(id: str) -> str:
    """The address of the text of a rule, relative to the root of the site; empty if it has none."""
    found = rule_text(id)
    return f"{PREFIX[1:]}/{found.page}#{anchor(id)}" if found else ""


def points_address(rule: str) -> str:
    """The same for the rule of points; empty for points that the players state."""
    return "" if rule == _STATED else rule_address(rule)


@cache
def _rules() -> dict[str, RuleText]:
    return {rule.id: rule for page in rule_pages().values() for rule in page.rules}


def _folder() -> Traversable:
    """The folder in the package; in a checkout that of the documentation, from which the wheel takes it."""
    package = files("viewer")
    installed = package.joinpath("rules")
    return installed if installed.is_dir() else package.joinpath("..", "docs", "rules")


def _page(key: str, text: str) -> RulePage:
    title = text.partition("\n")[0].removeprefix("# ")
    headings = [*_RULE.finditer(text)]
    rules = tuple(
        RuleText(found[1], key, _HEADING.split(text[found.end() :], maxsplit=1)[0].strip()) for found in headings
    )
    return RulePage(key, title, text, rules)
