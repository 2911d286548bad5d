"""Every rule that a refusal or points name has a text in docs/rules; every other text says that nothing names it."""

import ast
import re
from collections import Counter
from pathlib import Path

from core.games import GAMES
from tests import ROOT

PAGES = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "docs" / "rules").glob("*.md"))}
ID = re.compile(r"[A-Z]-[A-Z]{2,}(?:-(?:[0-9]+|[A-Z]+))?")
HEADING = re.compile(r"^(#{1,3}) (.+)$", re.MULTILINE)
NOT_CITED = "*Not cited.*"


TOYS = ROOT / "viewer" / "conformance"
"""The games there have rules of their own, and no pages."""

ERRORS = re.compile(r"E-[A-Z]+")
"""The errors of the format, whose texts are in docs/format."""


def sources() -> list[Path]:
    every = (path for name in ("core", "eventstore", "importers", "viewer") for path in (ROOT / name).rglob("*.py"))
    return [path for path in every if TOYS not in path.parents]


def cited() -> dict[str, str]:
    """The strings of the code that are an id, with the file of each: of refusals, of points, of constants for them."""
    return {
        node.value: str(path.relative_to(ROOT))
        for path in sources()
        for node in ast.walk(without_prefixes(ast.parse(path.read_text("utf-8"))))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value)
        if not ERRORS.fullmatch(node.value)
    }


def without_prefixes(tree: ast.AST) -> ast.AST:
    """The tree without the arguments of `startswith`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "startswith":
            node.args = []
    return tree


def texts(page: str) -> list[tuple[str, str]]:
    """The ids of a page with their texts."""
    level_heading_text = HEADING.split(page)[1:]
    parts = zip(level_heading_text[::3], level_heading_text[1::3], level_heading_text[2::3], strict=True)
    return [(heading, text.strip()) for level, heading, text in parts if level == "###"]


RULES = [rule for page in PAGES.values() for rule in texts(page)]
TEXTS = dict(RULES)
CITED = cited()


def test_rules_are_cited_in_the_code() -> None:
    assert len(CITED) > 90
    assert {"C-LINE-2", "C-SF", "P-END-1", "S-SWAP-1", "A-CONNECT-1", "N-SCORE-1", "R-RULING"} <= CITED.keys()


def test_every_rule_that_the_code_cites_has_a_text_and_every_other_text_says_that_it_is_not_cited() -> None:
    assert {rule: where for rule, where in CITED.items() if len(TEXTS.get(rule, "")) <= 30} == {}
    assert [rule for rule, text in TEXTS.items() if text.endswith(NOT_CITED) == (rule in CITED)] == []


def test_every_id_is_the_heading_of_one_text_and_of_the_page_of_its_game() -> None:
    assert [id for id, number in Counter(id for id, _ in RULES).items() if number > 1] == []
    assert [id for id in TEXTS if not ID.fullmatch(id)] == []
    letters = {page: {id[0] for id, _ in texts(text)} for page, text in PAGES.items() if page != "README"}
    assert all(len(of_page) == 1 for of_page in letters.values())
    assert len({letter for of_page in letters.values() for letter in of_page}) == len(letters)
    assert letters.keys() == {game.KEY for game in GAMES} | {"record"}


def test_an_id_is_its_anchor() -> None:
    """mkdocs makes an anchor from the words of a heading, and numbers the second one of a page that has the same."""
    for page in PAGES.values():
        anchors = Counter(
            re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-") for _, heading in HEADING.findall(page)
        )
        assert [anchor for anchor, number in anchors.items() if number > 1] == []
        assert {id.lower() for id, _ in texts(page)} <= anchors.keys()


def test_ids_in_comments_and_texts_are_those_of_a_rule() -> None:
    known = TEXTS.keys() | {id.rpartition("-")[0] for id in TEXTS}
    own = re.compile(rf"\b[{''.join(sorted({id[0] for id in TEXTS}))}]-[A-Z]{{2,}}(?:-(?:[0-9]+|ORDER))?\b")
    inside = {id: str(path) for path in sources() for id in own.findall(path.read_text("utf-8"))}
    inside |= {id: page for page, text in PAGES.items() for id in own.findall(text)}
    assert {id: where for id, where in inside.items() if id not in known} == {}


def test_links_lead_to_a_page_and_a_rule() -> None:
    addresses = {address for page in PAGES.values() for address in re.findall(r"\]\(([^)#]*)(?:#[^)]*)?\)", page)}
    assert [address for address in addresses if not (ROOT / "docs" / "rules" / address).is_file()] == []
