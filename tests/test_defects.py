"""A defect of the program never ends in silence: an `except` of every error raises one, or uses the one it caught."""

import ast
from collections.abc import Iterator

from tests import ROOT

PRODUCT = ("core", "eventstore", "importers", "partie", "viewer")

ALLOWED = {
    # Asks whether the rules fail; its caller names the error.
    ("eventstore/maintenance/match_check.py", "fails"),
    ("eventstore/maintenance/match_check.py", "_first_failing"),
    # Rows of a stranger that no fold reads, or that the rules do not: the parcel says which stream is refused.
    ("eventstore/maintenance/exchange_checks.py", "is_history"),
    ("eventstore/maintenance/exchange_checks.py", "_is_illegal"),
    # A part that cannot be imported is as if the package had none; it is asked for at every table.
    ("core/games/__init__.py", "part_of"),
}


def test_an_except_of_every_error_raises_or_names_what_it_caught() -> None:
    silent = {
        (str(path.relative_to(ROOT)), function)
        for folder in PRODUCT
        for path in (ROOT / folder).rglob("*.py")
        for function in silent_in(ast.parse(path.read_text()))
    }
    assert silent == ALLOWED


def test_silence_is_recognized() -> None:
    tree = ast.parse(
        "def a():\n try: b()\n except Exception: pass\n"
        "def b():\n try: a()\n except (ValueError, BaseException) as error: return None\n"
        "def c():\n try: a()\n except: return 1\n"
        "def d():\n try: a()\n except Exception as error: tell(error)\n"
        "def e():\n try: a()\n except BaseException:\n  tidy()\n  raise\n"
        "def f():\n try: a()\n except KeyError: pass\n"
    )
    assert [*silent_in(tree)] == ["a", "b", "c"]


def silent_in(tree: ast.Module) -> Iterator[str]:
    """The names of functions with such an `except` that neither raises nor uses the error."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.ExceptHandler) and catches_all(node) and not is_heard(node):
                    yield function.name


def catches_all(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(
        kind is None or (isinstance(kind, ast.Name) and kind.id in ("Exception", "BaseException")) for kind in kinds
    )


def is_heard(handler: ast.ExceptHandler) -> bool:
    inner = [node for statement in handler.body for node in ast.walk(statement)]
    named = {node.id for node in inner if isinstance(node, ast.Name)}
    return handler.name in named or any(isinstance(node, ast.Raise) for node in inner)
